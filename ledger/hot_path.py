"""The hot path: what every tap asks and writes goes through the bare driver (docs/decisions/0013-speed.md).

SQLAlchemy compiles the statements and converts the values; only its work for each call is left out, which for a move is
another third of a durable commit. Everything else in the ledger goes through SQLAlchemy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from ledger.engines import WriterLock, begin
from ledger.lock import FairLock

Readers = Sequence[Callable[[Any], Any] | None]


class HotPath:
    """The bare driver of one database."""

    def __init__(self, engine: sa.Engine, lock: WriterLock, check: Callable[[], None]) -> None:
        """`check` raises where nothing may be written."""
        self._engine = engine
        self._lock = lock
        self._check = check
        self._scribe: PoolProxiedConnection | None = None

    def words(self, statement: sa.ClauseElement) -> str:
        """The statement in this database's SQL, with named parameters."""
        return str(statement.compile(dialect=self._engine.dialect))

    def readers(self, table: sa.Table) -> Readers:
        """For each column, what converts the driver's value; None if there is nothing to convert."""
        dialect = self._engine.dialect
        return [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in table.c]

    def writers(self, table: sa.Table) -> dict[str, Callable[[Any], Any]]:
        """By column name, what converts a value for the driver; only where that is needed."""
        dialect = self._engine.dialect
        makers = {column.name: column.type.dialect_impl(dialect).bind_processor(dialect) for column in table.c}
        return {name: make for name, make in makers.items() if make}

    def ask(self, words: str, values: Mapping[str, object]) -> list[Any]:
        """The rows as the driver returns them."""
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(words, values)
            return list(cursor.fetchall())
        finally:
            connection.close()

    def write(self, words: str, rows: Sequence[Mapping[str, object]]) -> None:
        """One statement for each of these rows, in one transaction; it is on disk when this returns."""
        with self._lock:
            self._check()
            connection = self._scribe or self._engine.raw_connection()
            try:
                with _whole(connection) as cursor:
                    for values in rows:
                        cursor.execute(words, values)
            finally:
                self._keep_or_return(connection)

    def close(self) -> None:
        """Close the connection that writes."""
        if self._scribe:
            self._scribe.close()
            self._scribe = None

    def leave_to_the_parent(self) -> PoolProxiedConnection | None:
        """In a forked child: the writing connection is the parent's, to be kept and never closed."""
        parents, self._scribe = self._scribe, None
        return parents

    def _keep_or_return(self, connection: PoolProxiedConnection) -> None:
        """On SQLite all moves go through one connection, whose page cache stays warm; they queue anyway."""
        if isinstance(self._lock, FairLock):
            self._scribe = connection
        else:
            connection.close()


def as_read(row: Sequence[Any], readers: Readers) -> list[Any]:
    """The values at the beginning of a row that have a reader."""
    return [read(value) if read else value for read, value in zip(readers, row, strict=False)]


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
