"""Players: who plays in a group, under one name at all its tables."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database, must
from ledger.entries import Json, NameTaken, Player
from ledger.schema import groups, players, seats, tables


class Players:
    """The players of every group."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, group_id: int) -> list[Player]:
        """The players of the group, by name."""
        with self._database.reading() as connection:
            own = sa.select(players).where(players.c.group_id == group_id)
            found = [Player(*row) for row in connection.execute(own)]
        return sorted(found, key=lambda player: (player.name.casefold(), player.id))

    def add(self, group_id: int, name: str) -> Player:
        """A new player; NameTaken when the group has one of that name."""
        values: Json = {"group_id": group_id, "name": name}
        with self._naming(group_id, name) as connection:
            added = sa.insert(players).values(values).returning(players.c.id)
            return Player(connection.execute(added).scalar_one(), **values)

    def rename(self, group_id: int, player_id: int, name: str) -> None:
        """Call a player something else; NameTaken when another has that name."""
        with self._naming(group_id, name) as connection:
            must(connection, sa.update(players).where(*_who(group_id, player_id)).values(name=name))

    def merge(self, group_id: int, kept: int, gone: int) -> None:
        """Two players were one: whatever `gone` played, `kept` has played. ValueError if they sat at one table."""
        if kept == gone:
            raise ValueError("a player is one with himself already")
        with self._changing(group_id) as connection:
            if connection.execute(_together(kept, gone)).first():
                raise ValueError("these two sat at one table")
            must(connection, sa.select(players.c.id).where(*_who(group_id, kept)).with_for_update())
            connection.execute(sa.update(seats).where(seats.c.player_id == gone).values(player_id=kept))
            must(connection, sa.delete(players).where(*_who(group_id, gone)))

    def remove(self, group_id: int, player_id: int) -> None:
        """Take a player out of the group; the tables keep the name that was typed there."""
        with self._changing(group_id) as connection:
            must(connection, sa.delete(players).where(*_who(group_id, player_id)))

    @contextmanager
    def _changing(self, group_id: int) -> Iterator[sa.Connection]:
        with self._database.writing() as connection:
            self._database.touch(connection, groups, group_id)
            yield connection

    @contextmanager
    def _naming(self, group_id: int, name: str) -> Iterator[sa.Connection]:
        try:
            with self._changing(group_id) as connection:
                yield connection
        except IntegrityError:
            raise NameTaken(name) from None


def players_by_name(connection: sa.Connection, group_id: int, names: Iterable[str]) -> dict[str, int]:
    """The ids of the group's players by name, inside the caller's transaction; new names join the group."""
    known = sa.select(players.c.name, players.c.id).where(players.c.group_id == group_id)
    ids: dict[str, int] = {name: player_id for name, player_id in connection.execute(known)}  # noqa: C416
    for name in dict.fromkeys(names):
        if name not in ids:
            added = sa.insert(players).values(group_id=group_id, name=name).returning(players.c.id)
            ids[name] = connection.execute(added).scalar_one()
    return ids


def replace_players(connection: sa.Connection, table_id: int, names: Mapping[int, str]) -> None:
    """Give these seats to the players of these names, inside the caller's transaction; nothing at a table without
    a group.
    """
    asked = sa.select(tables.c.group_id).where(tables.c.id == table_id)
    group_id = connection.execute(asked).scalar_one()
    here = sa.select(seats.c.seat, seats.c.player_id).where(seats.c.table_id == table_id)
    before: dict[int, int | None] = {seat: player for seat, player in connection.execute(here)}  # noqa: C416
    if group_id is None:
        return
    ids = players_by_name(connection, group_id, names.values())
    now = before | {seat: ids[name] for seat, name in names.items()}
    for seat, name in names.items():
        if list(now.values()).count(ids[name]) > 1:
            raise NameTaken(name)
        own = sa.update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
        connection.execute(own.values(player_id=ids[name]))
    gone = {before[seat] for seat in names} - {None, *now.values()}
    left = sa.exists().where(seats.c.player_id == players.c.id)
    connection.execute(sa.delete(players).where(players.c.id.in_(gone), ~left))


def _who(group_id: int, player_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return players.c.group_id == group_id, players.c.id == player_id


def _together(one: int, other: int) -> sa.Select[Any]:
    """The tables at which both played."""
    beside = seats.alias()
    return sa.select(seats.c.table_id).where(
        seats.c.player_id == one, beside.c.player_id == other, seats.c.table_id == beside.c.table_id
    )
