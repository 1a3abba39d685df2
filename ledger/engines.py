"""The way to the two databases: an engine and the lock that its writers queue at."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from sqlite3 import Connection as Sqlite
from sqlite3 import connect
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.pool import PoolProxiedConnection

from ledger.lock import locked

PAGES = 256  # KiB of the file that each thread keeps in memory; the 2 MiB of SQLite's own accord are no quicker
# In a browser one connection has the file, which is kept whole: nothing of it may be in another.
JOURNAL = "DELETE" if sys.platform == "emscripten" else "WAL"
MAGIC = b"SQLite format 3\0"
WriterLock = Callable[[], AbstractContextManager[None]]


class Unreachable(Exception):
    """No ledger can be opened there. The reason is one line, without the password that a URL may hold."""


def reach(url: str) -> tuple[sa.Engine, WriterLock]:
    """Raise ValueError for a database in which Cairn cannot keep a ledger."""
    place = place_of(url)
    match place.get_backend_name():
        case "sqlite":
            return _sqlite(place)
        case "postgres" | "postgresql":
            from ledger.postgresql import engine_of

            return engine_of(place), nullcontext
    raise ValueError(f"{place.drivername}: the ledger wants sqlite:///… or postgresql://…")


def place_of(url: str) -> sa.URL:
    """Raise ValueError for what is not the address of a database."""
    try:
        return sa.make_url(url)
    except (ValueError, sa.exc.ArgumentError):
        raise ValueError("no address of a database, such as sqlite:////path/cairn.db or postgresql://…") from None


def in_a_line(url: str, wrong: Exception) -> str:
    """The database and the reason, the driver's or ours, in one line."""
    reason = getattr(wrong, "orig", None) or wrong
    said = f"{reason.filename}: {reason.strerror}" if isinstance(reason, OSError) else " ".join(str(reason).split())
    with suppress(ValueError):
        return f"{place_of(url).render_as_string()}: {said}"
    return said


def _sqlite(place: sa.URL) -> tuple[sa.Engine, WriterLock]:
    path = file_of(place).resolve()
    check_kind(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = partial(locked, beside(path, ".lock"))
    _choose_journal(path, lock)
    engine = sa.create_engine(
        place.set(drivername="sqlite", database=str(path)),
        paramstyle="named",  # so that both databases take the values of a move by name
        pool_use_lifo=True,  # the one used last has the newest pages in memory
        pool_size=0,  # no limit: closing the last connection makes a checkpoint, so none is closed outside the lock
        hide_parameters=True,  # an error must not tell the log what players typed
        creator=partial(
            connect,
            f"{path.as_uri()}?mode=rw",  # a file that is gone is not made anew, empty
            uri=True,
            isolation_level=None,  # the ledger says BEGIN IMMEDIATE itself; a single SELECT needs none
            check_same_thread=False,
        ),
    )
    sa.event.listen(engine, "connect", _prepare)
    return engine, lock


def file_of(place: sa.URL) -> Path:
    """The file of a SQLite ledger; raises ValueError where there is none."""
    if place.database in (None, "", ":memory:") or place.query:
        raise ValueError("the ledger wants a file, sqlite:///path: memory would forget the game with the process")
    return Path(str(place.database))


def file_at(url: str) -> Path | None:
    """The file of a SQLite ledger; None for another database. Raises ValueError for an address of neither."""
    place = place_of(url)
    return file_of(place) if place.get_backend_name() == "sqlite" else None


def check_kind(path: Path) -> None:
    """Raise ValueError for an existing file that is not a database, before anything touches it."""
    if path.is_dir():
        raise ValueError("this is a folder")
    if path.exists() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise ValueError("this file is no SQLite database")


def beside(path: Path, suffix: str) -> Path:
    """A file in the same folder, whose name continues that one's."""
    return path.with_name(path.name + suffix)


def _choose_journal(path: Path, lock: WriterLock) -> None:
    """Set how the file keeps its journal, which it remembers. That writes, and closing makes a checkpoint: both in the
    writers' queue.
    """
    path.touch(mode=0o600)  # it holds the codes of all tables; SQLite makes what lies beside it the same
    with lock(), closing(connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {JOURNAL}")


def _prepare(connection: Sqlite, _: object) -> None:
    """Make every commit reach the disk before it returns, and bound what is kept in memory."""
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA cache_size = -{PAGES}")


def insert_of(engine: sa.Engine) -> Callable[[sa.Table], Any]:
    """The INSERT that supports ON CONFLICT. Only the dialect in use is loaded: the other one is much of a start-up."""
    return cast("Callable[[sa.Table], Any]", import_module(f"sqlalchemy.dialects.{engine.dialect.name}").insert)


def begin(connection: PoolProxiedConnection) -> None:
    """Begin to write: SQLite locks the file at once, psycopg begins by itself."""
    if isinstance(connection.driver_connection, Sqlite):
        connection.driver_connection.execute("BEGIN IMMEDIATE")


@contextmanager
def without_foreign_keys(connection: sa.Connection) -> Iterator[None]:
    """While SQLite rebuilds a table: dropping the old one would delete, by cascade, all that refers to it."""
    bare = connection.connection.driver_connection
    if not isinstance(bare, Sqlite):
        yield
        return
    bare.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        bare.execute("PRAGMA foreign_keys = ON")
