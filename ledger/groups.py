"""Groups: the notebooks, the devices that know them, and the tables in them."""

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from ledger.database import Database, must
from ledger.entries import Group, Json
from ledger.players import players_by_name
from ledger.schema import groups, members, seats, tables
from ledger.tables import AT_ONCE


class Groups:
    """Every group."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, name: str, device: str) -> Group:
        """A new group with a secret code; the device remembers it."""
        with self._database.writing() as connection:
            group = insert_group(self._database, connection, name, None)
            remember(self._database, connection, group.id, device)
        return group

    def by_code(self, code: str) -> Group | None:
        """The group of this secret code."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(groups).where(groups.c.code == code)).one_or_none()
        return Group(*row) if row else None

    def of(self, device: str) -> list[Group]:
        """The groups that this device remembers, the latest used first."""
        own = sa.select(groups).join(members).where(members.c.device == device)
        with self._database.reading() as connection:
            latest = own.order_by(groups.c.changed_at.desc(), groups.c.id.desc())
            return [Group(*row) for row in connection.execute(latest)]

    def change(self, group_id: int, **values: Any) -> None:
        """Set another `name` or a whole `body`; without either, only note that it is in use."""
        with self._database.writing() as connection:
            self._database.touch(connection, groups, group_id, **values)

    def change_body(self, group_id: int, change: Callable[[Json], Json]) -> None:
        """Set the body that `change` makes of the present one; nobody else writes it meanwhile."""
        own = sa.select(groups.c.body).where(groups.c.id == group_id)
        with self._database.writing() as connection:
            body: Json = connection.execute(own.with_for_update()).scalar() or {}
            self._database.touch(connection, groups, group_id, body=change(body))

    def remember(self, group_id: int, device: str) -> None:
        """This device knows the group; knowing it twice is knowing it once."""
        with self._database.writing() as connection:
            self._database.touch(connection, groups, group_id)
            remember(self._database, connection, group_id, device)

    def forget(self, group_id: int, device: str) -> None:
        """This device forgets the group; nothing happens if it did not know it."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(members).where(members.c.group_id == group_id, members.c.device == device))

    def delete(self, group_id: int, at_once: int = AT_ONCE) -> list[int]:
        """Delete the group with its players and all its tables, a few at a time; return the ids of those tables."""
        some = sa.select(tables.c.id).where(tables.c.group_id == group_id).limit(at_once)
        gone: list[int] = []
        while True:
            with self._database.writing() as connection:
                deleted = sa.delete(tables).where(tables.c.id.in_(some)).returning(tables.c.id)
                found = list(connection.execute(deleted).scalars())
                if not found:
                    connection.execute(sa.delete(groups).where(groups.c.id == group_id))
                    return gone
            gone += found

    def put_table(self, table_id: int, group_id: int, known: Mapping[int, str]) -> None:
        """Add the table to the group; `known[seat]` names the player there, who is added if the group has none of that
        name.
        """
        with self._database.writing() as connection:
            self._database.touch(connection, groups, group_id)
            must(connection, sa.update(tables).where(tables.c.id == table_id).values(group_id=group_id))
            ids = players_by_name(connection, group_id, known.values())
            for seat, name in known.items():
                here = (seats.c.table_id == table_id, seats.c.seat == seat)
                must(connection, sa.update(seats).where(*here).values(player_id=ids[name]))

    def take_out(self, table_id: int, group_id: int) -> None:
        """Remove the table from the group; nothing happens if it is not in it."""
        with self._database.writing() as connection:
            of_group = (tables.c.id == table_id, tables.c.group_id == group_id)
            if connection.execute(sa.update(tables).where(*of_group).values(group_id=None, origin=None)).rowcount:
                connection.execute(sa.update(seats).where(seats.c.table_id == table_id).values(player_id=None))


def insert_group(database: Database, connection: sa.Connection, name: str, origin: str | None) -> Group:
    """A new group inside the caller's transaction."""
    now = database.now()
    values: Json = {"code": database.codes.secret(), "name": name, "body": {}, "origin": origin}
    values |= {"made_at": now, "changed_at": now}
    return Group(connection.execute(sa.insert(groups).values(values).returning(groups.c.id)).scalar_one(), **values)


def same_origin(connection: sa.Connection, origin: str, device: str) -> Group | None:
    """The group of this device that was made from the same file, inside the caller's transaction."""
    own = sa.select(groups).join(members).where(members.c.device == device)
    return next((one for row in connection.execute(own) if (one := Group(*row)).lasting_id == origin), None)


def remember(database: Database, connection: sa.Connection, group_id: int, device: str) -> None:
    """The device knows the group, inside the caller's transaction."""
    known = sa.select(members.c.device).where(members.c.group_id == group_id, members.c.device == device)
    if not connection.execute(known).first():
        values = {"group_id": group_id, "device": device, "at": database.now()}
        connection.execute(sa.insert(members).values(values))
