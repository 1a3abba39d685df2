"""The ledger: every question and every entry, each in one short transaction."""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.pool import PoolProxiedConnection

from ledger import migrations
from ledger.codes import secret as _secret
from ledger.codes import spoken as _spoken
from ledger.engines import (
    Unreachable,
    WriterLock,
    as_read,
    begin,
    insert_of,
    place_of,
    reach,
    readers,
    without_foreign_keys,
)
from ledger.entries import (
    PRACTICE,
    FinishedTable,
    ImportedTable,
    Json,
    Missing,
    Outcome,
    Paper,
    Repeated,
    Row,
    Table,
    Taken,
)
from ledger.groups import Groups
from ledger.importing import write_outcome, write_table
from ledger.lock import FairLock
from ledger.schema import Moment, dump, groups, members, moves, presences, seats, shelf, sittings, tables

if TYPE_CHECKING:
    from ledger.news import News

_MIGRATING = 0x0CA1124  # the advisory lock of those who migrate
_AT_ONCE = 100  # tables deleted in one go, so that a tap never waits long


def _arrival(insert: Callable[..., Any]) -> sa.Executable:
    """A device is here: written down, or written down again with the new time."""
    row = insert(presences)
    arrived: sa.Executable = row.on_conflict_do_update(
        index_elements=[presences.c.table_id, presences.c.device], set_={"at": row.excluded.at}
    )
    return arrived


_MOVES_AFTER = (
    sa.select(moves)
    .where(moves.c.table_id == sa.bindparam("table_id"), moves.c.seq > sa.bindparam("after"))
    .order_by(moves.c.seq)
)
_NEWEST = sa.select(sa.func.coalesce(sa.func.max(moves.c.seq), sa.literal_column("0")))
_LAST_SEQ = _NEWEST.where(moves.c.table_id == sa.bindparam("table_id"))
_LAST_SEQ_OF_EACH = _NEWEST.where(moves.c.table_id == tables.c.id).scalar_subquery()
_OWN = sa.and_(
    sittings.c.table_id == seats.c.table_id,
    sittings.c.seat == seats.c.seat,
    sittings.c.device == sa.bindparam("device"),
)
_VISIT = (
    sa.select(tables, seats.c.name, seats.c.player_id, sittings.c.device.is_not(None), _LAST_SEQ_OF_EACH)
    .select_from(tables.join(seats).outerjoin(sittings, _OWN))
    .where(tables.c.code == sa.bindparam("code"))
    .order_by(seats.c.seat)
)

_open: WeakSet[Ledger] = WeakSet()


def _after_fork() -> None:
    for ledger in _open:
        ledger._forked()


os.register_at_fork(after_in_child=_after_fork)


def _in_a_line(url: str, wrong: Exception) -> str:
    """The database, and the driver's own reason or ours."""
    reason = getattr(wrong, "orig", None) or wrong
    said = f"{reason.filename}: {reason.strerror}" if isinstance(reason, OSError) else " ".join(str(reason).split())
    with suppress(ValueError):
        return f"{place_of(url).render_as_string()}: {said}"
    return said


class Ledger:
    """The log of every table, and the shelf, in SQLite or PostgreSQL. Threads and processes may share it.

    What concerns an unknown table, seat or paper raises Missing, except where None or nothing says so.
    """

    def __init__(self, engine: sa.Engine, lock: WriterLock) -> None:
        self._engine = engine
        self._lock = lock
        insert = insert_of(engine)
        self._sit = insert(sittings).on_conflict_do_nothing()
        self._here = _arrival(insert)
        self._insert_move = str(sa.insert(moves).compile(dialect=engine.dialect))
        self._ask_visit = str(_VISIT.compile(dialect=engine.dialect))
        self._ask_moves = str(_MOVES_AFTER.compile(dialect=engine.dialect))
        self._read_table, self._read_move = readers(tables, engine), readers(moves, engine)
        self._moment = cast("Callable[[datetime], object]", Moment().bind_processor(engine.dialect))
        self._scribe: PoolProxiedConnection | None = None
        self.groups = Groups(engine, self._writing)
        _open.add(self)

    @classmethod
    def at(cls, url: str) -> Ledger:
        """`sqlite:///path` (its folder is made) or `postgresql://…`; anything else, memory too, is a ValueError."""
        return cls(*reach(url))

    @classmethod
    def opened(cls, url: str) -> Ledger:
        """The ledger at `url` with today's schema; raises Unreachable."""
        try:
            ledger = cls.at(url)
            ledger.migrate()
        except (ValueError, OSError, sqlite3.Error, sa.exc.SQLAlchemyError) as wrong:
            raise Unreachable(_in_a_line(url, wrong)) from wrong
        return ledger

    def close(self) -> None:
        """Let go of all connections; inside the lock, for the last one out makes a checkpoint."""
        with self._lock:
            if self._scribe:
                self._scribe.close()
                self._scribe = None
            self._engine.dispose()
        if isinstance(self._lock, FairLock):
            self._lock.close()

    def listen(self, told: Callable[[int, int], None], missed: Callable[[], None]) -> News | None:
        """Hear of every move that any process writes: `told(table_id, seq)`; `missed()` when some went unheard.

        None on SQLite, which tells nobody: one process serves it.
        """
        if self._engine.dialect.name != "postgresql":
            return None
        from ledger.news import News  # psycopg, which SQLite's servers never load

        return News(self._engine.url, told, missed)

    def answers(self) -> bool:
        """Whether the database can be asked at all."""
        try:
            return self._version() is not None
        except sa.exc.SQLAlchemyError:
            return False

    def migrate(self) -> None:
        """Bring the schema to head, whole or not at all. Several processes may do so at once; at head it is quick."""
        if self._version() == migrations.head():
            return
        with (
            self._engine.connect() as connection,
            without_foreign_keys(connection),
            self._locked(connection),
        ):
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
            migrations.upgrade(connection)

    # Tables

    def open_table(self, game: str, settings: Mapping[str, Any], names: Sequence[str], opener: str) -> Table:
        """Open a table with a seat for each of the `names`, for the device `opener`."""
        if not names:
            raise ValueError("a table has at least one seat")
        for _ in range(10):
            now = _now()
            values = {"game": game, "settings": dict(settings), "opener": opener, "opened_at": now, "changed_at": now}
            values |= {"code": _secret(), "watch": _secret(), "spoken": _spoken(), "joining": True, "finished_at": None}
            values |= {"group_id": None, "locked": False, "origin": None}
            try:
                return self._open(values, tuple(names))
            except IntegrityError:
                continue  # a spoken code that another table has: draw again
        raise RuntimeError("no spoken code is free")

    def table(self, code: str) -> Table | None:
        """The table that this secret link writes to."""
        return self._table(tables.c.code == code)

    def visit(self, code: str, device: str) -> tuple[Table, frozenset[int], int] | None:
        """The table that this secret link writes to, the seats where the device sits, the seq of the newest move.

        Every request at a table asks this: one question, through the bare driver.
        """
        rows = self._ask(self._ask_visit, {"code": code, "device": device})
        if not rows:
            return None
        names, players, sits, newest = zip(*(row[len(self._read_table) :] for row in rows), strict=True)
        own = frozenset(seat for seat, mine in enumerate(sits) if mine)
        return Table(*[*as_read(rows[0], self._read_table), names, players]), own, int(newest[0])

    def by_watch(self, watch: str) -> Table | None:
        """The table that this secret link watches."""
        return self._table(tables.c.watch == watch)

    def by_spoken(self, spoken: str) -> Table | None:
        """The table of a code read aloud: case, spaces and dashes do not matter."""
        return self._table(tables.c.spoken == "".join(filter(str.isalpha, spoken)).upper())

    def tables_of(self, device: str, limit: int, *, apart: bool = False) -> list[Table]:
        """The tables that this device opened or sits at, newest first; those to practise at are not among them.

        With `apart` neither are the finished ones of groups that it knows: their pages show them.
        """
        sits = sa.select(sittings.c.table_id).where(sittings.c.device == device)
        own = [sa.or_(tables.c.opener == device, tables.c.id.in_(sits)), tables.c.opener != PRACTICE]
        if apart:
            known = sa.select(members.c.group_id).where(members.c.device == device)
            grouped = tables.c.group_id.is_not(None) & tables.c.group_id.in_(known)
            own.append(tables.c.finished_at.is_(None) | ~grouped)
        newest = sa.select(tables.c.id).where(*own).order_by(tables.c.id.desc()).limit(limit)
        return self._tables(tables.c.id.in_(newest.subquery().select()))

    def tables_in(self, group_id: int, limit: int | None = None, *, finished: bool = True) -> list[Table]:
        """The tables of a group, newest first; on demand without the finished ones."""
        which = [tables.c.group_id == group_id, *([] if finished else [tables.c.finished_at.is_(None)])]
        newest = sa.select(tables.c.id).where(*which).order_by(tables.c.id.desc()).limit(limit)
        return self._tables(tables.c.id.in_(newest.subquery().select()))

    def last_in(self, group_id: int, game: str) -> Table | None:
        """The table of this game that the group opened last."""
        newest = sa.select(sa.func.max(tables.c.id)).where(tables.c.group_id == group_id, tables.c.game == game)
        return self._table(tables.c.id == newest.scalar_subquery())

    def finished_tables(self, group_id: int) -> list[FinishedTable]:
        """The finished tables of a group with what they came to, newest first."""
        return self.groups.finished_tables(group_id)

    def set_locked(self, table_id: int, locked: bool) -> None:
        """Say whether the table is closed to every change."""
        self._change(table_id, locked=locked)

    def set_joining(self, table_id: int, joining: bool) -> None:
        """Say whether newcomers may still sit down."""
        self._change(table_id, joining=joining)

    def import_table(self, imported: ImportedTable, device: str) -> str:
        """Write a whole table down, opened by this device; return its code."""
        with self._writing() as connection:
            return write_table(connection, imported, device, None, {})

    def hand_over(self, table_id: int, opener: str) -> None:
        """Make another device the table's opener."""
        self._change(table_id, opener=opener)

    def delete_table(self, table_id: int) -> None:
        """Delete the table with its seats and moves; nothing happens if it is gone already."""
        with self._writing() as connection:
            connection.execute(sa.delete(tables).where(tables.c.id == table_id))

    def expire(self, before: datetime) -> int:
        """Delete the tables where nothing changed or moved since `before`; return how many.

        The finished tables of a group stay as long as the group is in use; then it goes with all of them.
        """
        beside = tables.alias()
        stirs = sa.or_(beside.c.changed_at >= before, _moved_since(beside, before))
        used = sa.exists().where(beside.c.group_id == groups.c.id, stirs)
        unused = sa.select(groups.c.id).where(groups.c.changed_at < before, ~used)
        alone = sa.or_(tables.c.group_id.is_(None), tables.c.finished_at.is_(None), tables.c.group_id.in_(unused))
        gone = self._delete_where(tables.c.changed_at < before, ~_moved_since(tables, before), alone)
        with self._writing() as connection:
            connection.execute(sa.delete(groups).where(groups.c.id.in_(unused)))
        return gone

    def end_practice(self, before: datetime) -> int:
        """Delete the practice tables opened before that; return how many."""
        return self._delete_where(tables.c.opener == PRACTICE, tables.c.opened_at < before)

    def _delete_where(self, *which: sa.ColumnElement[bool]) -> int:
        stale = sa.select(tables.c.id).where(*which).limit(_AT_ONCE)
        gone = 0
        while True:
            with self._writing() as connection:
                some = connection.execute(sa.delete(tables).where(tables.c.id.in_(stale))).rowcount
            gone += some
            if some < _AT_ONCE:
                return gone

    # Moves

    def read(self, table_id: int, after: int = 0) -> list[Row]:
        """The moves with a seq above `after`, in order; none for an unknown table."""
        rows = self._ask(self._ask_moves, {"table_id": table_id, "after": after})
        return [Row(*as_read(row, self._read_move)) for row in rows]

    def last_seq(self, table_id: int) -> int:
        """The seq of the newest move, 0 before the first."""
        with self._engine.connect() as connection:
            return int(connection.execute(_LAST_SEQ, {"table_id": table_id}).scalar_one())

    def last_seqs(self, table_ids: Iterable[int]) -> dict[int, int]:
        """The seq of the newest move of each of these tables; a table that is gone is not in it."""
        asked = sa.select(tables.c.id, _LAST_SEQ_OF_EACH).where(tables.c.id.in_(table_ids))
        with self._engine.connect() as connection:
            return dict(connection.execute(asked).all())

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
        """Write a move down; it is on disk when this returns.

        A move that ends the game says `finished` and what it came to, one that opens it again says not: the table is
        marked with it or not at all, so the mark follows the log whoever writes.

        Raises Repeated when the move is in the table already, else Taken when its seq is; Missing without a table.
        Nothing is read first: the primary key decides. The caller counts: seq is one more than the last it has read.
        """
        values: Json = {"table_id": table_id, "seq": seq, "move_id": move_id, "seat": seat, "by_seat": by_seat}
        now = _now()
        row = Row(**values, at=now, event=event)
        try:
            if finished is None:
                self._write_down(values | {"at": self._moment(now), "event": dump(event)})
            else:
                self._write_down_and_mark(row, finished, outcome)
        except (IntegrityError, self._engine.dialect.loaded_dbapi.IntegrityError) as error:
            raise self._refusal(table_id, seq, move_id) or error from None
        return row

    # Seats

    def sit(self, table_id: int, seat: int, device: str) -> None:
        """Let a device sit at a seat, beside those who sit there; sitting down twice is sitting once."""
        sitting = {"table_id": table_id, "seat": seat, "device": device, "at": _now()}
        try:
            with self._writing() as connection:
                connection.execute(self._sit, sitting)
                _touch(connection, table_id)
        except IntegrityError:
            raise Missing(f"table {table_id} has no seat {seat}") from None

    def leave(self, table_id: int, seat: int, device: str) -> None:
        """Let a device stand up; nothing happens if it did not sit there."""
        self._stand_up(table_id, sittings.c.seat == seat, sittings.c.device == device)

    def free_seat(self, table_id: int, seat: int) -> None:
        """Let everybody at this seat stand up."""
        self._stand_up(table_id, sittings.c.seat == seat)

    def sittings(self, table_id: int) -> dict[int, frozenset[str]]:
        """The devices at each seat; a seat where nobody sits is not in it."""
        found: dict[int, set[str]] = defaultdict(set)
        with self._engine.connect() as connection:
            who = sa.select(sittings.c.seat, sittings.c.device).where(sittings.c.table_id == table_id)
            for seat, device in connection.execute(who):
                found[seat].add(device)
        return {seat: frozenset(found[seat]) for seat in sorted(found)}

    # Who is here

    def here(self, present: Iterable[tuple[int, str]]) -> None:
        """These devices have a stream open at these tables, now."""
        now = _now()
        rows = [{"table_id": table_id, "device": device, "at": now} for table_id, device in present]
        with self._writing() as connection:
            for row in rows:
                with suppress(IntegrityError), connection.begin_nested():
                    connection.execute(self._here, row)

    def gone(self, present: Iterable[tuple[int, str]]) -> None:
        """These devices have closed their stream."""
        with self._writing() as connection:
            for table_id, device in present:
                who = (presences.c.table_id == table_id, presences.c.device == device)
                connection.execute(sa.delete(presences).where(*who))

    def present(self, table_id: int, since: datetime) -> frozenset[str]:
        """The devices that were last here at `since` or later."""
        who = sa.select(presences.c.device).where(presences.c.table_id == table_id, presences.c.at >= since)
        with self._engine.connect() as connection:
            return frozenset(connection.execute(who).scalars())

    # The shelf

    def put_paper(self, key: str | None, kind: str, name: str, body: Json) -> Paper:
        """Keep a new paper (no key: it gets a secret one), or change the paper of that key and kind."""
        values: Json = {"name": name, "body": body, "changed_at": _now()}
        if key is None:
            write: sa.Executable = sa.insert(shelf).values(key=(key := _secret()), kind=kind, **values)
        else:
            write = sa.update(shelf).where(shelf.c.key == key, shelf.c.kind == kind).values(**values)
        with self._writing() as connection:
            if not connection.execute(write).rowcount:
                raise Missing(f"no {kind} of that key")
        return Paper(key, kind, **values)

    def paper(self, key: str) -> Paper | None:
        """The paper of that key."""
        if "\0" in key:
            return None  # PostgreSQL cannot even be asked
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(shelf).where(shelf.c.key == key)).one_or_none()
        return Paper(*row) if row else None

    def drop_paper(self, key: str) -> None:
        """Take a paper off the shelf; nothing happens if it is gone already."""
        with self._writing() as connection:
            connection.execute(sa.delete(shelf).where(shelf.c.key == key))

    # How it is done

    def _ask(self, question: str, values: Mapping[str, object]) -> list[Any]:
        """The rows as the bare driver gives them: what every tap asks goes without SQLAlchemy's way round."""
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(question, values)
            return list(cursor.fetchall())
        finally:
            connection.close()

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with self._engine.connect() as connection, self._locked(connection):
            yield connection

    @contextmanager
    def _locked(self, connection: sa.Connection) -> Iterator[None]:
        """A transaction that writes: on SQLite it queues at the lock, and begins by taking the file."""
        with self._lock, connection.begin():
            begin(connection.connection)
            yield

    def _version(self) -> str | None:
        with self._engine.connect() as connection:
            try:
                return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            except (OperationalError, ProgrammingError):
                return None  # an empty database has no such table

    def _open(self, values: Mapping[str, Any], names: tuple[str, ...]) -> Table:
        with self._writing() as connection:
            table_id = connection.execute(sa.insert(tables).returning(tables.c.id), values).scalar_one()
            rows = [{"table_id": table_id, "seat": seat, "name": name} for seat, name in enumerate(names)]
            connection.execute(sa.insert(seats), rows)
        return Table(id=table_id, names=names, players=(None,) * len(names), **values)

    def _tables(self, which: sa.ColumnElement[bool]) -> list[Table]:
        """The tables with their names, newest first, in one question: a row for each seat."""
        who = sa.select(tables, seats.c.name, seats.c.player_id).join(seats)
        with self._engine.connect() as connection:
            rows = connection.execute(who.where(which).order_by(tables.c.id.desc(), seats.c.seat))
            by_table = groupby(rows, key=itemgetter(slice(-2)))
            return [Table(*columns, *zip(*(row[-2:] for row in of_one), strict=True)) for columns, of_one in by_table]

    def _table(self, which: sa.ColumnElement[bool]) -> Table | None:
        return next(iter(self._tables(which)), None)

    def _change(self, table_id: int, **values: Any) -> None:
        with self._writing() as connection:
            _touch(connection, table_id, **values)

    def _stand_up(self, table_id: int, *who: sa.ColumnElement[bool]) -> None:
        with self._writing() as connection:
            connection.execute(sa.delete(sittings).where(sittings.c.table_id == table_id, *who))
            _touch(connection, table_id)

    def _write_down(self, values: Json) -> None:
        """One INSERT through the bare driver: SQLAlchemy's way round costs a third of a durable commit more."""
        with self._lock:
            connection = self._scribe or self._engine.raw_connection()
            try:
                with _whole(connection) as cursor:
                    cursor.execute(self._insert_move, values)
            finally:
                self._keep_or_return(connection)

    def _write_down_and_mark(self, row: Row, finished: bool, outcome: Outcome | None) -> None:
        """The move and what it says of the whole table, in one transaction; once or twice a game.

        A finished game that is mended keeps the time of its end.
        """
        ended = sa.func.coalesce(tables.c.finished_at, sa.literal(row.at, Moment)) if finished else None
        with self._writing() as connection:
            connection.execute(sa.insert(moves), asdict(row))
            _touch(connection, row.table_id, finished_at=ended)
            write_outcome(connection, row.table_id, outcome)

    def _keep_or_return(self, connection: PoolProxiedConnection) -> None:
        """On SQLite all moves go through one connection, for they queue anyhow: its page cache stays warm."""
        if isinstance(self._lock, FairLock):
            self._scribe = connection
        else:
            connection.close()

    def _refusal(self, table_id: int, seq: int, move_id: str) -> Exception | None:
        """Why the database did not take this move, looked up after the fact; None when it was not for a clash."""
        clash = sa.select(moves).where(
            moves.c.table_id == table_id, (moves.c.seq == seq) | (moves.c.move_id == move_id)
        )
        with self._engine.connect() as connection:
            there = [Row(*row) for row in connection.execute(clash)]
            known = connection.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first()
        for row in there:
            if row.move_id == move_id:
                return Repeated(row)
        if there:
            return Taken(f"number {seq} of table {table_id} is written already")
        return None if known else Missing(f"no table {table_id}")

    def _forked(self) -> None:
        """In a forked child: leave the parent's connections alone (never close them), and queue afresh."""
        self._parents = (self._engine.pool, self._scribe)
        self._scribe = None
        self._engine.dispose(close=False)
        if isinstance(self._lock, FairLock):
            self._lock.forget()


def _moved_since(of: sa.FromClause, since: datetime) -> sa.Exists:
    """Whether a table has a move of that time or later."""
    return sa.exists().where(moves.c.table_id == of.c.id, moves.c.at >= since)


def _now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def _whole(connection: PoolProxiedConnection) -> Iterator[DBAPICursor]:
    """A transaction on the bare driver: all of it, on disk, or nothing."""
    try:
        begin(connection)
        yield connection.cursor()
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _touch(connection: sa.Connection, table_id: int, **values: Any) -> None:
    change = sa.update(tables).where(tables.c.id == table_id).values(changed_at=_now(), **values)
    if not connection.execute(change).rowcount:
        raise Missing(f"no table {table_id}")
