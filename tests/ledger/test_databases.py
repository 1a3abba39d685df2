"""What each database must be told: durability, the lock of the writers, and the URLs that are understood."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from ledger import Ledger, Table
from ledger.copies import backup, restore
from ledger.lock import locked
from tests.ledger.processes import run_at_once
from tests.patience import SECONDS

# Databases


APPEND = """
ledger, table, who = Ledger.at(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
seq = 0
for number in range(100):
    while True:
        try:
            seq = ledger.moves.last_seq(table) + 1
            ledger.moves.append(table, seq=seq, move_id=f"{who}-{number}", seat=0, by_seat=0, event={"by": who})
            break
        except Taken:
            pass
ledger.close()
"""


def pragma(connection, name: str) -> object:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_every_pooled_connection_is_durable_and_holds_foreign_keys(sqlite_ledger: Ledger) -> None:
    engine = sqlite_ledger.database.engine
    with engine.connect() as one, engine.connect() as two, engine.connect() as three:
        for connection in (one, two, three):
            assert pragma(connection, "journal_mode") == "wal"
            assert pragma(connection, "synchronous") == 2  # FULL
            assert pragma(connection, "foreign_keys") == 1
            assert pragma(connection, "busy_timeout") >= 5000


def test_each_pooled_connection_keeps_little_of_the_file_in_memory(sqlite_ledger: Ledger) -> None:
    """Otherwise 16 threads that read 250 tables of 100 moves keep 23 MiB instead of 5.5."""
    with sqlite_ledger.database.reading() as connection, sqlite_ledger.database.writing() as writer:
        assert [pragma(each, "cache_size") for each in (connection, writer)] == [-256, -256]


def test_postgresql_answers_only_when_the_commit_is_on_disk(postgresql: str) -> None:
    with psycopg.connect(postgresql) as connection:
        settings = {name: connection.execute(f"SHOW {name}").fetchone()[0] for name in ("fsync", "synchronous_commit")}
    assert settings == {"fsync": "on", "synchronous_commit": "on"}


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite://", "wants a file"),
        ("sqlite:///:memory:", "wants a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "wants a file"),
        ("mysql://localhost/cairn", "mysql"),
    ],
)
def test_a_database_in_memory_and_one_of_another_kind_are_refused(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Ledger.at(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_is_understood(postgresql: str, scheme: str) -> None:
    ledger = Ledger.at(postgresql.replace("postgresql", scheme, 1))
    assert ledger.tables.by_code("nothing") is None
    ledger.close()


def test_the_folder_of_a_sqlite_file_is_made(tmp_path: Path) -> None:
    ledger = Ledger.at(f"sqlite:///{tmp_path}/a/b c/100%.db")
    ledger.migrate()
    ledger.close()
    assert (tmp_path / "a/b c/100%.db").exists()


def test_nobody_else_on_the_machine_may_read_the_codes(tmp_path: Path) -> None:
    ledger = Ledger.at(f"sqlite:///{tmp_path}/cairn.db")
    ledger.migrate()
    ledger.tables.open("g", {}, ["Ana"], "x")
    backup(tmp_path / "cairn.db", tmp_path / "copy.db")
    ledger.close()
    restore(tmp_path / "copy.db", tmp_path / "cairn.db")
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_closed_ledger_opens_again_when_it_is_used(ledger: Ledger, table: Table) -> None:
    ledger.close()
    ledger.close()
    assert ledger.tables.by_code(table.code) == table
    ledger.tables.set_joining(table.id, False)


def test_what_a_thread_still_uses_is_closed_when_it_comes_back(ledger: Ledger) -> None:
    with ledger.database.reading() as used:
        driver = used.connection.driver_connection
        ledger.close()
        assert used.execute(sa.text("SELECT 1")).scalar() == 1
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError)):
        driver.execute("SELECT 1")
    with ledger.database.reading() as kept:
        driver = kept.connection.driver_connection
    assert driver.execute("SELECT 1").fetchone() == (1,)


def test_closing_leaves_one_whole_file(tmp_path: Path, sqlite_ledger: Ledger) -> None:
    sqlite_ledger.tables.open("g", {}, ["Ana"], "x")
    sqlite_ledger.close()
    assert not list(tmp_path.glob("*-wal"))


def test_what_is_appended_is_seen_by_another_ledger_at_once(database_url: str, ledger: Ledger, table: Table) -> None:
    other = Ledger.at(database_url)
    for seq in (1, 2, 3):
        row = ledger.moves.append(table.id, seq=seq, move_id=str(seq), seat=0, by_seat=0, event={})
        assert other.moves.read(table.id, after=seq - 1) == [row]
    other.close()


def test_two_processes_on_one_database_lose_no_move(database_url: str, ledger: Ledger, table: Table) -> None:
    run_at_once(APPEND, [database_url, str(table.id), "a"], [database_url, str(table.id), "b"])
    rows = ledger.moves.read(table.id)
    assert [row.seq for row in rows] == list(range(1, 201))
    for who in "ab":
        assert [row.move_id for row in rows if row.event["by"] == who] == [f"{who}-{n}" for n in range(100)]


def test_readers_do_not_wait_for_a_writer(ledger: Ledger, table: Table) -> None:
    with ThreadPoolExecutor(1) as thread, ledger.database.writing():
        assert thread.submit(ledger.tables.by_code, table.code).result(SECONDS) == table
        assert thread.submit(ledger.moves.read, table.id).result(SECONDS) == []


def test_a_write_that_fails_leaves_the_lock_free(ledger: Ledger, table: Table) -> None:
    for _ in range(3):
        with pytest.raises(RuntimeError), ledger.database.writing():
            raise RuntimeError
    done = threading.Event()
    thread = threading.Thread(target=lambda: (ledger.tables.set_joining(table.id, False), done.set()))
    thread.start()
    assert done.wait(SECONDS)
    thread.join()


# The lock


COUNT = """
from pathlib import Path
from ledger.lock import locked
tally = Path(sys.argv[2])
for _ in range(300):
    with locked(Path(sys.argv[1])):
        tally.write_text(str(int(tally.read_text()) + 1))
"""


def test_only_one_thread_holds_the_lock(tmp_path: Path) -> None:
    inside, most = 0, 0

    def take() -> None:
        nonlocal inside, most
        for _ in range(50):
            with locked(tmp_path / "x.lock"):
                inside += 1
                most = max(most, inside)
                time.sleep(0)
                inside -= 1

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, 1)


def test_only_one_process_holds_the_lock(tmp_path: Path) -> None:
    tally = tmp_path / "tally"
    tally.write_text("0")
    run_at_once(COUNT, *[[str(tmp_path / "x.lock"), str(tally)]] * 3)
    assert tally.read_text() == "900"


def test_a_lock_file_that_cannot_be_opened_blocks_nobody_behind(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "x.lock"
    for _ in range(2):
        with pytest.raises(FileNotFoundError), locked(path):
            pass
    (tmp_path / "missing").mkdir()
    with locked(path):
        pass
