"""One database: its connections, the queue of its writers, and the clock and the codes of what is written."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError, ProgrammingError

from ledger import migrations
from ledger.codes import Codes
from ledger.engines import WriterLock, begin, beside, without_foreign_keys
from ledger.entries import Missing, Replaced
from ledger.hot_path import HotPath
from ledger.lock import serve

_MIGRATING = 0x0CA1124  # the advisory lock of those who migrate
_SCHEMA = sa.table("alembic_version", sa.column("version_num", sa.String))
_VERSION = sa.select(_SCHEMA.c.version_num)


def utc_now() -> datetime:
    return datetime.now(UTC)


class Database:
    """SQLite or PostgreSQL, for everything that the ledger keeps. Threads share it; a process opens its own."""

    def __init__(self, engine: sa.Engine, lock: WriterLock, now: Callable[[], datetime], codes: Codes) -> None:
        self.engine = engine
        self.now = now
        self.codes = codes
        self._lock = lock
        self._file = self._file_now()
        self.hot_path = HotPath(engine, lock, self.check_file)
        self._served: int | None = None

    @property
    def shared(self) -> bool:
        """True if several servers may keep the same tables."""
        return self.engine.dialect.name == "postgresql"

    def reading(self) -> sa.Connection:
        """A connection for questions, to be closed."""
        return self.engine.connect()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes, all of it or nothing; writers to SQLite queue for it."""
        with self.engine.connect() as connection, self._locked(connection):
            yield connection

    def touch(self, connection: sa.Connection, kept: sa.Table, row_id: int, **values: Any) -> None:
        """Change a table or a group, or only note that it is in use; Missing if it is gone."""
        change = sa.update(kept).where(kept.c.id == row_id).values(changed_at=self.now(), **values)
        if not connection.execute(change).rowcount:
            raise Missing(f"{row_id} is not in {kept.name}")

    def check_file(self) -> None:
        """Raise Replaced if the file of a SQLite ledger is not the one that was opened: writes to that are lost."""
        if self._file != self._file_now():
            raise Replaced("the file of the ledger was deleted or replaced: start Cairn anew")

    def _file_now(self) -> tuple[int, int] | None:
        if self.shared or not self.engine.url.database:
            return None
        try:
            found = os.stat(self.engine.url.database)
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino

    def version(self) -> str | None:
        """The version of the schema; None in an empty database."""
        with self.reading() as connection:
            try:
                return connection.execute(_VERSION).scalar()
            except (OperationalError, ProgrammingError):
                return None  # an empty database has no such table

    def try_to_write(self) -> None:
        """Write a row as it is already; raises what a tap would meet."""
        with self.writing() as connection:
            connection.execute(sa.update(_SCHEMA).values(version_num=_SCHEMA.c.version_num))

    def migrate(self) -> None:
        """Bring the schema to head, whole or not at all. Several processes may do so at once; at head it is quick."""
        if self.version() == migrations.head():
            return
        with self.reading() as connection, without_foreign_keys(connection), self._locked(connection):
            if self.shared:
                from ledger.postgresql import lift_limits

                lift_limits(connection)
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
            migrations.upgrade(connection)

    def serve(self) -> None:
        """Keep other servers, and `restore`, from a SQLite ledger until it is closed; raises InUse."""
        if self._served is None and self.engine.url.database and not self.shared:
            self._served = serve(beside(Path(self.engine.url.database), ".served"))

    def close(self) -> None:
        """Close all connections; inside the lock, because the last one makes a checkpoint. One that a thread still
        uses is closed when it comes back.
        """
        if self._served is not None:
            os.close(self._served)
            self._served = None
        with self._lock():
            pool = self.engine.pool
            self.engine.dispose()
            sa.event.listen(pool, "checkin", lambda _connection, record: record.close())

    @contextmanager
    def _locked(self, connection: sa.Connection) -> Iterator[None]:
        """On SQLite a writer queues at the lock, and begins by locking the file."""
        with self._lock():
            self.check_file()
            with connection.begin():
                begin(connection.connection)
                yield


def one_at_a_time(connection: sa.Connection, what: str) -> None:
    """Let others that ask for the same wait until this transaction is over; on SQLite every writer waits anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(what, 0))))


def must(connection: sa.Connection, wanted: Any) -> None:
    """Execute it; Missing if it changes nothing."""
    done = connection.execute(wanted)
    if not (done.first() if done.returns_rows else done.rowcount):
        raise Missing("no such table, seat, group, player or item")
