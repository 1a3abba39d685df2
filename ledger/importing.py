"""Importing: tables and whole groups that come from elsewhere, written down all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import sqlalchemy as sa

from ledger.database import Database, one_at_a_time
from ledger.entries import Group, GroupArchive, ImportedTable, Json, lasting_id
from ledger.groups import insert_group, remember, same_origin
from ledger.outcomes import write_outcome
from ledger.players import players_by_name
from ledger.schema import groups, library_items, moves, seats, tables
from ledger.tables import insert_table


class Importing:
    """Writes down what was judged already."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def table(self, imported: ImportedTable, device: str) -> str:
        """Write a whole table down, opened by this device; return its code.

        One that the device has brought in already is left as it is, brought in at the same moment too.
        """
        own = sa.select(tables.c.code).where(tables.c.opener == device, tables.c.origin == imported.origin)
        with self._database.writing() as connection:
            one_at_a_time(connection, device)
            there = connection.execute(own).scalar()
            return there or self._write(connection, imported, device, None, {})

    def group(self, archive: GroupArchive, device: str, into: Group | None = None) -> tuple[Group, list[str]]:
        """Write a whole group down: into the group, or into the device's own of the same origin, or as a new one.

        Tables, players and papers that the group has already are left as they are. Returns the group and the codes
        of the tables that are new.
        """
        with self._database.writing() as connection:
            one_at_a_time(connection, device)
            group = into or same_origin(connection, archive.origin, device)
            group = group or insert_group(self._database, connection, archive.name, archive.origin)
            self._database.touch(connection, groups, group.id)
            remember(self._database, connection, group.id, device)
            ids = players_by_name(connection, group.id, archive.players)
            self._put_papers(connection, group.id, archive)
            there = _lasting_ids(connection, group.id)
            lacking = [table for table in archive.tables if table.origin not in there]
            return group, [self._write(connection, table, device, group.id, ids) for table in lacking]

    def _write(
        self,
        connection: sa.Connection,
        one: ImportedTable,
        device: str,
        group_id: int | None,
        players: Mapping[str, int],
    ) -> str:
        """A table with its seats, its log and what it came to; returns its new code."""
        values: Json = {"game": one.game, "settings": one.settings, "opener": device, "joining": True}
        values |= {"opened_at": one.opened_at, "finished_at": one.finished_at, "changed_at": self._database.now()}
        values |= {"group_id": group_id, "locked": one.locked, "origin": one.origin}
        opened = insert_table(connection, self._database.codes, values)
        connection.execute(sa.insert(seats), _seats(opened["id"], one, players))
        if one.moves:
            connection.execute(sa.insert(moves), _moves(opened["id"], one))
        write_outcome(connection, opened["id"], one.outcome)
        return str(opened["code"])

    def _put_papers(self, connection: sa.Connection, group_id: int, archive: GroupArchive) -> None:
        """Papers that come along are laid in the library, and the group keeps them after its own."""
        if not archive.items:
            return
        now = self._database.now()
        connection.execute(sa.insert(library_items), [{**asdict(item), "changed_at": now} for _, item in archive.items])
        body = connection.execute(sa.select(groups.c.body).where(groups.c.id == group_id)).scalar_one()
        imported = {lasting: item.key for lasting, item in archive.items}
        items = {**imported, **body.get("papers", {})}
        self._database.touch(connection, groups, group_id, body={**body, "papers": items})


def _seats(table_id: int, one: ImportedTable, players: Mapping[str, int]) -> list[Json]:
    return [
        {"table_id": table_id, "seat": seat, "name": name, "player_id": players.get(player or "")}
        for seat, (name, player) in enumerate(zip(one.names, one.player_names, strict=True))
    ]


def _moves(table_id: int, one: ImportedTable) -> list[Json]:
    return [
        {"table_id": table_id, "seq": seq, "move_id": f"brought-{seq}", **move} for seq, move in enumerate(one.moves, 1)
    ]


def _lasting_ids(connection: sa.Connection, group_id: int) -> set[str]:
    own = sa.select(tables.c.origin, tables.c.code).where(tables.c.group_id == group_id)
    return {origin or lasting_id(code) for origin, code in connection.execute(own)}
