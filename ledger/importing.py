"""Imports: tables and whole groups from elsewhere, written entirely or not at all."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database, one_at_a_time
from ledger.entries import (
    Group,
    GroupArchive,
    Import,
    Imported,
    ImportedTable,
    Json,
    LibraryItem,
    Longer,
    Missing,
    Taken,
    lasting_id,
)
from ledger.groups import insert_group, remember, same_origin
from ledger.lock import A_TURN
from ledger.outcomes import write_outcome
from ledger.players import players_by_name
from ledger.schema import groups, library_items, moves, seats, tables
from ledger.tables import insert_table

NOBODY = "brought in"  # the opener of tables of a group that is not all here yet
A_WHILE = timedelta(hours=1)  # after which an import is over, one way or the other
AT_ONCE = 200  # moves in one transaction: as long as that takes, a tap waits
ALONE = -1  # instead of the number of a group
A_TABLE = 20  # moves, which cost about what a table does

Tell: TypeAlias = Callable[[str, int, int], None]
"""Hears of a stage of the work how many tables are done, and of how many."""
Own: TypeAlias = tuple[int, str]
"""The number of the group that a table is of, or ALONE, and its origin."""
Piece: TypeAlias = "tuple[Own, ImportedTable, int, Sequence[Json]]"
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
        """Write a whole table, opened by this device; return its code."""
        return self.whole(Import(tables=(imported,)), device).codes[imported.origin]

    def group(
        self, archive: GroupArchive, device: str, into: Group | None = None, tell: Tell = _nobody
    ) -> tuple[Group, tuple[str, ...]]:
        """Write a whole group; return it and the codes of its new tables."""
        return self.whole(Import(((archive, into),)), device, tell).groups[0]

    def whole(self, parts: Import, device: str, tell: Tell = _nobody, mark: str = "") -> Imported:
        """Write all parts of a file for this device, or nothing.

        Tables, players and items that a group, or the device, has already are left as they are. Others write meanwhile:
        the tables belong to nobody until all of them are there, and one transaction hands over everything. `tell` hears
        how many of how many are written; `drop` finds them by `mark` if this breaks off. Raises Taken if another move
        has been written at a table that is to be continued.
        """
        with self._written(self._lacking(parts, device), tell, mark) as written, self._database.writing() as connection:
            one_at_a_time(connection, device)
            handing = Handing(self._database, connection, device, written)
            of_groups = tuple(handing.group(number, *group) for number, group in enumerate(parts.groups))
            codes = handing.tables(parts.tables)
            for longer in parts.longer:
                self._continue(connection, longer)
            handing.items(parts.items)
        given = Imported(of_groups, codes, frozenset(handing.taken))
        self._drop(opened["id"] for opened in written.values() if opened["code"] not in given.new)
        return given

    def drop(self, mark: str) -> None:
        """Delete what an import has left that broke off."""
        self._drop(self._left_behind(self._database.now(), f"{NOBODY} {mark}"))

    def sweep(self) -> None:
        """Delete what imports have left that broke off. On SQLite none can be under way when a server starts; beside
        other servers one may be, so what is young is left.
        """
        self._drop(self._left_behind(self._database.now() - (A_WHILE if self._database.shared else timedelta())))

    @contextmanager
    def _written(self, lacking: Mapping[Own, ImportedTable], tell: Tell, mark: str) -> Iterator[dict[Own, Json]]:
        """The tables, written in short transactions. They belong to nobody until they are handed over, and are deleted
        if that fails.
        """
        self._drop(self._left_behind(self._database.now() - A_WHILE))
        written: dict[Own, Json] = {}
        try:
            for batch in _batches(lacking):
                time.sleep(A_TURN)
                tell("written", len(written), len(lacking))
                with self._database.writing() as connection:
                    for own, table, first, log in batch:
                        if not first:
                            written[own] = self._open(connection, table, f"{NOBODY} {mark}".strip())
                        _write_log(connection, written[own]["id"], first, log)
            yield written
        except BaseException:
            self._drop(opened["id"] for opened in written.values())
            raise

    def _lacking(self, parts: Import, device: str) -> dict[Own, ImportedTable]:
        """The tables that are not there already, as far as can be known beforehand."""
        lacking: dict[Own, ImportedTable] = {}
        with self._database.reading() as connection:
            for number, (archive, into) in enumerate(parts.groups):
                group = into or same_origin(connection, archive.origin, device)
                there = _lasting_ids(connection, group.id) if group else set()
                lacking |= {(number, one.origin): one for one in archive.tables if one.origin not in there}
            codes = _imported(connection, device) if parts.tables else {}
        return lacking | {(ALONE, one.origin): one for one in parts.tables if one.origin not in codes}

    def _continue(self, connection: sa.Connection, longer: Longer) -> None:
        table_id, imported, first = longer
        try:
            _write_log(connection, table_id, first, imported.moves[first:])
        except IntegrityError as error:
            raise Taken(f"table {table_id} has moved on") from error
        self._database.touch(connection, tables, table_id, finished_at=imported.finished_at)
        write_outcome(connection, table_id, imported.outcome)

    def _left_behind(self, before: datetime, opener: str = NOBODY) -> list[int]:
        """Tables of imports that broke off."""
        old = sa.select(tables.c.id).where(tables.c.opener.startswith(opener), tables.c.changed_at <= before)
        with self._database.reading() as connection:
            return list(connection.execute(old).scalars())

    def _drop(self, table_ids: Iterable[int]) -> None:
        """Delete those that are nobody's: an id that was not written to its end may be another table's by now."""
        for table_id in table_ids:
            these = sa.and_(tables.c.id == table_id, tables.c.opener.startswith(NOBODY))
            with self._database.writing() as connection:
                connection.execute(sa.delete(tables).where(these))

    def _open(self, connection: sa.Connection, one: ImportedTable, opener: str) -> Json:
        """A table of nobody's with its seats and outcome, without its log and group; with its id and codes."""
        values: Json = {"game": one.game, "settings": one.settings, "opener": opener, "joining": True}
        values |= {"opened_at": one.opened_at, "finished_at": one.finished_at, "changed_at": self._database.now()}
        values |= {"locked": one.locked, "origin": one.origin, **asdict(one.about)}
        opened = insert_table(connection, self._database.codes, values)
        connection.execute(sa.insert(seats), _seats(opened["id"], one, {}))
        write_outcome(connection, opened["id"], one.outcome)
        return opened


class Handing:
    """Hands over what was written to a device, in one transaction."""

    def __init__(self, database: Database, connection: sa.Connection, device: str, written: Mapping[Own, Json]) -> None:
        self._database, self._connection, self._device, self._written = database, connection, device, written
        self.taken: list[str] = []  # codes of the tables that were lacking

    def group(self, number: int, archive: GroupArchive, into: Group | None) -> tuple[Group, tuple[str, ...]]:
        """Make the group, into another, or into the device's own of the same origin, or as a new one; return it and the
        codes of the tables that it lacked.
        """
        database, connection = self._database, self._connection
        group = into or same_origin(connection, archive.origin, self._device)
        group = group or insert_group(database, connection, archive.name, archive.origin)
        database.touch(connection, groups, group.id)
        remember(database, connection, group.id, self._device)
        players = players_by_name(connection, group.id, archive.players)
        self._put_items(group.id, archive)
        there = _lasting_ids(connection, group.id)
        written = {one.origin: self._written.get((number, one.origin)) for one in archive.tables}
        own = [(one, opened) for one in archive.tables if one.origin not in there and (opened := written[one.origin])]
        self._give([opened for _, opened in own], group.id)
        sat = [seat for one, opened in own for seat in _seats(opened["id"], one, players)]
        if sat:
            connection.execute(_SIT, [{f"of_{name}": value for name, value in seat.items()} for seat in sat])
        return group, tuple(opened["code"] for _, opened in own)

    def tables(self, alone: Sequence[ImportedTable]) -> dict[str, str]:
        """Give the device the tables of no group that it lacks; return the codes of all of these, by their origin."""
        codes = _imported(self._connection, self._device) if alone else {}
        lacking = dict.fromkeys(one.origin for one in alone if one.origin not in codes)
        own = {origin: self._written[ALONE, origin] for origin in lacking}
        self._give(list(own.values()), None)
        codes |= {origin: opened["code"] for origin, opened in own.items()}
        return {one.origin: codes[one.origin] for one in alone}

    def items(self, items: Sequence[LibraryItem]) -> None:
        """Put items into the library."""
        values = [{**asdict(item), "changed_at": self._database.now()} for item in items]
        if values:
            self._connection.execute(sa.insert(library_items), values)

    def _give(self, opened: Sequence[Json], group_id: int | None) -> None:
        if not opened:
            return
        values = {"opener": self._device, "group_id": group_id, "changed_at": self._database.now()}
        taken = sa.update(tables).where(tables.c.id == sa.bindparam("own")).values(values)
        if self._connection.execute(taken, [{"own": one["id"]} for one in opened]).rowcount < len(opened):
            raise Missing("tables that were brought in are gone: a clock has jumped, and they seemed left")
        self.taken += [one["code"] for one in opened]

    def _put_items(self, group_id: int, archive: GroupArchive) -> None:
        """Put imported items into the library; the group keeps them after its own."""
        if not archive.items:
            return
        connection = self._connection
        self.items([item for _, item in archive.items])
        body = connection.execute(sa.select(groups.c.body).where(groups.c.id == group_id)).scalar_one()
        imported = {lasting: item.key for lasting, item in archive.items}
        items = {**imported, **body.get("papers", {})}
        self._database.touch(connection, groups, group_id, body={**body, "papers": items})


def _write_log(connection: sa.Connection, table_id: int, first: int, log: Sequence[Json]) -> None:
    if log:
        connection.execute(sa.insert(moves), _moves(table_id, first, log))


def _seats(table_id: int, one: ImportedTable, players: Mapping[str, int]) -> list[Json]:
    return [
        {"table_id": table_id, "seat": seat, "name": name, "player_id": players.get(player or "")}
        for seat, (name, player) in enumerate(zip(one.names, one.player_names, strict=True))
    ]


def _moves(table_id: int, first: int, log: Sequence[Json]) -> list[Json]:
    return [
        {"table_id": table_id, "seq": seq, "move_id": f"brought-{seq}", **move}
        for seq, move in enumerate(log, first + 1)
    ]


def _batches(tables: Mapping[Own, ImportedTable]) -> Iterator[list[Piece]]:
    """Pieces of logs that are written in one transaction: some short ones, or a part of a long one."""
    batch: list[Piece] = []
    weight = 0
    for own, table in tables.items():
        for first in range(0, max(1, len(table.moves)), AT_ONCE):
            log = table.moves[first : first + AT_ONCE]
            if weight + len(log) > AT_ONCE:
                yield batch
                batch, weight = [], 0
            batch.append((own, table, first, log))
            weight += len(log) + A_TABLE
    if batch:
        yield batch


def _lasting_ids(connection: sa.Connection, group_id: int) -> set[str]:
    own = sa.select(tables.c.origin, tables.c.code).where(tables.c.group_id == group_id)
    return {origin or lasting_id(code) for origin, code in connection.execute(own)}


def _imported(connection: sa.Connection, device: str) -> dict[str, str]:
    """The codes of the tables that the device has imported, by their origins."""
    own = sa.select(tables.c.origin, tables.c.code).where(tables.c.opener == device, tables.c.origin.is_not(None))
    return {row.origin: row.code for row in connection.execute(own)}
