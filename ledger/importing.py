"""Imports: tables and whole groups from elsewhere, written entirely or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database, one_at_a_time
from ledger.entries import Group, GroupArchive, ImportedTable, Json, Missing, Taken, lasting_id
from ledger.groups import insert_group, remember, same_origin
from ledger.lock import A_TURN
from ledger.outcomes import write_outcome
from ledger.players import players_by_name
from ledger.schema import groups, library_items, moves, seats, tables
from ledger.tables import insert_table

NOBODY = "brought in"  # the opener of tables of a group that is not all here yet
A_WHILE = timedelta(hours=1)  # after which an import is over, one way or the other
AT_ONCE = 200  # moves in one transaction: as long as that takes, a tap waits
A_TABLE = 20  # moves, which cost about what a table does

Tell: TypeAlias = Callable[[str, int, int], None]
"""Hears of a stage of the work how many tables are done, and of how many."""
Piece: TypeAlias = "tuple[ImportedTable, int, Sequence[Json]]"
"""Moves of a table, and how many of its log come before them."""

_SIT = (
    sa.update(seats)
    .where(seats.c.table_id == sa.bindparam("of_table_id"), seats.c.seat == sa.bindparam("of_seat"))
    .values(name=sa.bindparam("of_name"), player_id=sa.bindparam("of_player_id"))
)


def _nobody(_stage: str, _done: int, _of_all: int) -> None:
    """Nobody waits for it."""


class Importing:
    """Writes what was judged before."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def table(self, imported: ImportedTable, device: str) -> str:
        """Write a whole table, opened by this device; return its code.

        One that the device has imported before, or imports at the same moment, is left as it is.
        """
        own = sa.select(tables.c.code).where(tables.c.opener == device, tables.c.origin == imported.origin)
        with self._written([imported], _nobody) as written:
            (opened,) = written.values()
            with self._database.writing() as connection:
                one_at_a_time(connection, device)
                there = connection.execute(own).scalar()
                if not there:
                    self._database.touch(connection, tables, opened["id"], opener=device)
        if there:
            self._drop([opened["id"]])
        return str(there or opened["code"])

    def continue_table(self, table_id: int, imported: ImportedTable, first: int) -> None:
        """Write what the log of a table that is here has beyond its first moves, so many, and how the game stands then.

        Raises Taken, and nothing is written, if another move has been written there.
        """
        with self._database.writing() as connection:
            try:
                self._write_log(connection, table_id, first, imported.moves[first:])
            except IntegrityError as error:
                raise Taken(f"table {table_id} has moved on") from error
            self._database.touch(connection, tables, table_id, finished_at=imported.finished_at)
            write_outcome(connection, table_id, imported.outcome)

    def group(
        self,
        archive: GroupArchive,
        device: str,
        into: Group | None = None,
        tell: Tell = _nobody,
    ) -> tuple[Group, list[str]]:
        """Write a whole group: into `group`, or into the device's own group of the same origin, or as a new one.

        Tables, players and items that the group has already are left as they are. Returns the group and the codes of
        the new tables. Others write meanwhile: the tables belong to nobody until all of them are there. `tell` hears
        how many of how many are written.
        """
        lacking = [table for table in archive.tables if table.origin not in self._there(archive, device, into)]
        with self._written(lacking, tell) as written:
            group, own = self._hand_over(archive, device, into, written)
        self._drop(table["id"] for origin, table in written.items() if origin not in own)
        return group, [written[origin]["code"] for origin in own]

    @contextmanager
    def _written(self, lacking: Sequence[ImportedTable], tell: Tell) -> Iterator[dict[str, Json]]:
        """The tables by their origin, written in short transactions. They belong to nobody until they are handed over,
        and are deleted if that fails.
        """
        self._drop(self._left_behind())
        written: dict[str, Json] = {}
        try:
            for batch in _batches(lacking):
                time.sleep(A_TURN)
                tell("written", len(written), len(lacking))
                with self._database.writing() as connection:
                    for table, first, log in batch:
                        if not first:
                            written[table.origin] = self._open(connection, table)
                        self._write_log(connection, written[table.origin]["id"], first, log)
            yield written
        except BaseException:
            self._drop(table["id"] for table in written.values())
            raise

    def _there(self, archive: GroupArchive, device: str, into: Group | None) -> set[str]:
        """The tables that the group has already, as far as can be known beforehand."""
        with self._database.reading() as connection:
            group = into or same_origin(connection, archive.origin, device)
            return _lasting_ids(connection, group.id) if group else set()

    def _hand_over(
        self, archive: GroupArchive, device: str, into: Group | None, written: Mapping[str, Json]
    ) -> tuple[Group, list[str]]:
        """Make the group, and give it and the device the tables that were written; returns those that it lacked."""
        with self._database.writing() as connection:
            one_at_a_time(connection, device)
            group = into or same_origin(connection, archive.origin, device)
            group = group or insert_group(self._database, connection, archive.name, archive.origin)
            self._database.touch(connection, groups, group.id)
            remember(self._database, connection, group.id, device)
            players = players_by_name(connection, group.id, archive.players)
            self._put_items(connection, group.id, archive)
            there = _lasting_ids(connection, group.id)
            own = [table for table in archive.tables if table.origin in written and table.origin not in there]
            if own:
                ids = [written[table.origin]["id"] for table in own]
                values = {"opener": device, "group_id": group.id, "changed_at": self._database.now()}
                taken = sa.update(tables).where(tables.c.id == sa.bindparam("own")).values(values)
                if connection.execute(taken, _own(ids)).rowcount < len(ids):
                    raise Missing("tables that were brought in are gone: a clock has jumped, and they seemed left")
                sat = [seat for table in own for seat in _seats(written[table.origin]["id"], table, players)]
                connection.execute(_SIT, [{f"of_{name}": value for name, value in seat.items()} for seat in sat])
            return group, [table.origin for table in own]

    def _left_behind(self) -> list[int]:
        """Tables of an import that broke off."""
        since = self._database.now() - A_WHILE
        old = sa.select(tables.c.id).where(tables.c.opener == NOBODY, tables.c.changed_at < since)
        with self._database.reading() as connection:
            return list(connection.execute(old).scalars())

    def _drop(self, table_ids: Iterable[int]) -> None:
        for table_id in table_ids:
            with self._database.writing() as connection:
                connection.execute(sa.delete(tables).where(tables.c.id == table_id))

    def _open(self, connection: sa.Connection, one: ImportedTable) -> Json:
        """A table of nobody's with its seats and outcome, without its log and group; with its id and codes."""
        values: Json = {"game": one.game, "settings": one.settings, "opener": NOBODY, "joining": True}
        values |= {"opened_at": one.opened_at, "finished_at": one.finished_at, "changed_at": self._database.now()}
        values |= {"locked": one.locked, "origin": one.origin, **asdict(one.about)}
        opened = insert_table(connection, self._database.codes, values)
        connection.execute(sa.insert(seats), _seats(opened["id"], one, {}))
        write_outcome(connection, opened["id"], one.outcome)
        return opened

    def _write_log(self, connection: sa.Connection, table_id: int, first: int, log: Sequence[Json]) -> None:
        if log:
            connection.execute(sa.insert(moves), _moves(table_id, first, log))

    def _put_items(self, connection: sa.Connection, group_id: int, archive: GroupArchive) -> None:
        """Put imported items into the library; the group keeps them after its own."""
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


def _own(table_ids: Iterable[int]) -> list[Json]:
    return [{"own": table_id} for table_id in table_ids]


def _moves(table_id: int, first: int, log: Sequence[Json]) -> list[Json]:
    return [
        {"table_id": table_id, "seq": seq, "move_id": f"brought-{seq}", **move}
        for seq, move in enumerate(log, first + 1)
    ]


def _batches(tables: Iterable[ImportedTable]) -> Iterator[list[Piece]]:
    """Pieces of logs that are written in one transaction: some short ones, or a part of a long one."""
    batch: list[Piece] = []
    weight = 0
    for table in tables:
        for first in range(0, max(1, len(table.moves)), AT_ONCE):
            log = table.moves[first : first + AT_ONCE]
            if weight + len(log) > AT_ONCE:
                yield batch
                batch, weight = [], 0
            batch.append((table, first, log))
            weight += len(log) + A_TABLE
    if batch:
        yield batch


def _lasting_ids(connection: sa.Connection, group_id: int) -> set[str]:
    own = sa.select(tables.c.origin, tables.c.code).where(tables.c.group_id == group_id)
    return {origin or lasting_id(code) for origin, code in connection.execute(own)}
