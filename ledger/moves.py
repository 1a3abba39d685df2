"""Moves: the append-only log of each table."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database
from ledger.entries import Json, Missing, NewMove, Outcome, Repeated, Row, Taken
from ledger.hot_path import as_read
from ledger.outcomes import write_outcome
from ledger.schema import Moment, moves, tables

_AFTER = (
    sa.select(moves)
    .where(moves.c.table_id == sa.bindparam("table_id"), moves.c.seq > sa.bindparam("after"))
    .order_by(moves.c.seq)
)
_NEWEST = sa.select(sa.func.coalesce(sa.func.max(moves.c.seq), sa.literal_column("0")))
NEWEST_OF_EACH = _NEWEST.where(moves.c.table_id == tables.c.id).scalar_subquery()


class Moves:
    """The moves of every table; a move that is written never changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._after = database.hot_path.words(_AFTER)
        self._insert = database.hot_path.words(sa.insert(moves))
        self._readers = database.hot_path.readers(moves)
        self._writers = database.hot_path.writers(moves)
        self._clashes = (IntegrityError, database.engine.dialect.loaded_dbapi.IntegrityError)

    def read(self, table_id: int, after: int = 0) -> list[Row]:
        """The moves with a seq above `after`, in order; none for an unknown table."""
        rows = self._database.hot_path.ask(self._after, {"table_id": table_id, "after": after})
        return [Row(*as_read(row, self._readers)) for row in rows]

    def of_group(self, group_id: int) -> dict[int, list[Row]]:
        """The logs of all tables of a group, by table id, in one query."""
        logs: dict[int, list[Row]] = defaultdict(list)
        own = sa.select(moves).join(tables, tables.c.id == moves.c.table_id).where(tables.c.group_id == group_id)
        with self._database.reading() as connection:
            for row in connection.execute(own.order_by(moves.c.table_id, moves.c.seq)):
                logs[row.table_id].append(Row(*row))
        return logs

    def last_seq(self, table_id: int) -> int:
        """The seq of the newest move, 0 before the first."""
        with self._database.reading() as connection:
            return int(connection.execute(_NEWEST.where(moves.c.table_id == table_id)).scalar_one())

    def last_seqs(self, table_ids: Iterable[int]) -> dict[int, int]:
        """The seq of the newest move of each of these tables; a table that is gone is not in it."""
        asked = sa.select(tables.c.id, NEWEST_OF_EACH).where(tables.c.id.in_(table_ids))
        with self._database.reading() as connection:
            return dict(connection.execute(asked).all())

    def last_times(self, table_ids: Iterable[int]) -> dict[int, datetime]:
        """The time of the newest move of each of these tables; a table without moves is not in it."""
        newest = sa.select(moves.c.table_id, sa.func.max(moves.c.at, type_=Moment)).group_by(moves.c.table_id)
        with self._database.reading() as connection:
            return dict(connection.execute(newest.where(moves.c.table_id.in_(table_ids))).all())

    def append(
        self,
        table_id: int,
        *,
        seq: int,
        move_id: str,
        seat: int | None,
        by_seat: int | None,
        event: Json,
        finished: bool | None = None,
        outcome: Outcome | None = None,
    ) -> Row:
        """Write one move, as `append_all` does."""
        (row,) = self.append_all(table_id, seq, [NewMove(move_id, seat, by_seat, event)], finished, outcome)
        return row

    def append_all(
        self,
        table_id: int,
        seq: int,
        new: Sequence[NewMove],
        finished: bool | None = None,
        outcome: Outcome | None = None,
    ) -> list[Row]:
        """Write moves from `seq` on, all of them or none; they are on disk when this returns.

        If the moves end the game, or open it again, they say `finished` true or false, with the outcome. The table is
        marked in the same transaction, so the mark always follows the log.

        Raises Repeated if the first move is in the table already, else Taken if a seq is; Missing without a table.
        Nothing is read first: the primary key decides. The caller counts: seq is one more than the last it has read.
        """
        at = self._database.now()
        rows = [
            Row(table_id, number, move.move_id, move.seat, move.by_seat, at, move.event)
            for number, move in enumerate(new, seq)
        ]
        try:
            if finished is None:
                self._database.hot_path.write(self._insert, [self._bare(row) for row in rows])
            else:
                self._write_and_mark(rows, finished, outcome)
        except self._clashes as error:
            raise self._refusal(rows) or error from None
        return rows

    def _bare(self, row: Row) -> Json:
        """The values of a row, converted for the driver."""
        values = {name: getattr(row, name) for name in Row.__slots__}
        return values | {name: make(values[name]) for name, make in self._writers.items()}

    def _write_and_mark(self, rows: Sequence[Row], finished: bool, outcome: Outcome | None) -> None:
        """Write the moves and mark the table, in one transaction; once or twice a game.

        A finished game that is corrected keeps the time of its end.
        """
        last = rows[-1]
        ended = sa.func.coalesce(tables.c.finished_at, sa.literal(last.at, Moment)) if finished else None
        with self._database.writing() as connection:
            connection.execute(sa.insert(moves), [asdict(row) for row in rows])
            self._database.touch(connection, tables, last.table_id, finished_at=ended)
            write_outcome(connection, last.table_id, outcome)

    def _refusal(self, rows: Sequence[Row]) -> Exception | None:
        """Why the database refused these moves, looked up afterwards; None if it was no conflict."""
        table_id, first = rows[0].table_id, rows[0]
        same = moves.c.seq.in_([row.seq for row in rows]) | (moves.c.move_id == first.move_id)
        with self._database.reading() as connection:
            there = [
                Row(*row) for row in connection.execute(sa.select(moves).where(moves.c.table_id == table_id, same))
            ]
            known = connection.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first()
        for row in there:
            if row.move_id == first.move_id:
                return Repeated(row)
        if there:
            return Taken(f"number {first.seq} of table {table_id} is written already")
        return None if known else Missing(f"no table {table_id}")
