"""The hot path: what every tap asks and writes goes through the bare driver (docs/decisions/0013-speed.md).

SQLAlchemy compiles the statements and converts the values; only its work for each call is left out, which for a move is
another third of a durable commit. Everything else in the ledger goes through SQLAlchemy.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

import sqlalchemy as sa

from ledger.engines import WriterLock, begin

Readers = Sequence[Callable[[Any], Any] | None]


class HotPath:
    """The bare driver of one database."""

    def __init__(self, engine: sa.Engine, lock: WriterLock, check: Callable[[], None]) -> None:
        """`check` raises where nothing may be written."""
        self._engine = engine
        self._lock = lock
        self._check = check

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
        with closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(words, values)
            return list(cursor.fetchall())

    def write(self, words: str, rows: Sequence[Mapping[str, object]]) -> None:
        """One statement for each of these rows, in one transaction; it is on disk when this returns."""
        with self._lock():
            self._check()
            with closing(self._engine.raw_connection()) as connection:  # what is not committed then is rolled back
                begin(connection)
                cursor = connection.cursor()
                for values in rows:
                    cursor.execute(words, values)
                connection.commit()


def as_read(row: Sequence[Any], readers: Readers) -> list[Any]:
    """The values at the beginning of a row that have a reader."""
    return [read(value) if read else value for read, value in zip(readers, row, strict=False)]
