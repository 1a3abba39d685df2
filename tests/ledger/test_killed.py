"""What an operator does now and then is killed before each of its lines: the ledger is whole, and nothing is lost."""

import errno
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest
import sqlalchemy as sa

from ledger import Ledger
from ledger.copies import backup, restore
from ledger.schema import groups, moves, seats, tables
from tests.killing import killed_at_each_line
from tests.ledger.databases import fresh_sqlite

pytestmark = pytest.mark.xdist_group("processes")
COPY, KEPT = "copy.db", "cairn.db.before-restore-*[0-9]"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
NOW = LONG_AGO + timedelta(days=1)
START = {"type": "start", "seat": 0}


def tables_in(place: Path) -> int:
    """How many tables there are in a whole ledger."""
    with closing(sqlite3.connect(place)) as line:
        assert line.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return line.execute("SELECT count(*) FROM tables").fetchone()[0]


def opened(ledger: Ledger, number: int) -> None:
    for _ in range(number):
        table = ledger.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone")
        ledger.moves.append(table.id, seq=1, move_id="first", seat=0, by_seat=None, event=START)


def starts(place: Path) -> int:
    """The next start finds so many tables, and can write."""
    ledger = Ledger.opened(f"sqlite:///{place}")
    ledger.serve()
    ledger.database.try_to_write()
    ledger.close()
    return tables_in(place)


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """A ledger with three tables, and beside it a copy with one; the last table is still in the file beside it."""
    (tmp_path / "stage").mkdir()
    ledger = Ledger.at(fresh_sqlite(tmp_path / "stage"))
    opened(ledger, 1)
    backup(tmp_path / "stage" / "cairn.db", tmp_path / "stage" / COPY)
    opened(ledger, 2)
    copytree(tmp_path / "stage", tmp_path / "as it is")
    ledger.close()
    return tmp_path / "as it is"


def places(stage: Path):
    numbers = count()

    def another() -> tuple[Path]:
        return (Path(copytree(stage, stage.with_name(f"{next(numbers)}"))) / "cairn.db",)

    return another


def restored(place: Path) -> None:
    restore(place.with_name(COPY), place)


def restored_without_links(place: Path) -> None:
    def refused(*_given: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "no links")

    os.link = refused
    restored(place)


@pytest.mark.parametrize("work", [restored, restored_without_links])
def test_a_restore_that_is_killed_leaves_the_old_ledger_or_the_new_one_and_the_way_back(stage, work):
    outcomes = []
    for (place,) in killed_at_each_line("ledger/copies.py", work, places(stage)):
        there = starts(place)
        kept = [tables_in(one) for one in place.parent.glob(KEPT)]
        assert (there, kept) in [(3, []), (3, [3]), (1, [3])]
        outcomes.append(there)
        assert tables_in(restore(place.with_name(COPY), place)) == there
        assert tables_in(place) == 1
        assert 3 in [tables_in(one) for one in place.parent.glob(KEPT)]
    assert outcomes[0] == 3
    assert outcomes[-1] == 1


def backed_up(place: Path) -> None:
    backup(place, place.with_name("another.db"))


def test_a_backup_that_is_killed_is_whole_or_not_there_and_can_be_made_again(stage):
    for (place,) in killed_at_each_line("ledger/copies.py", backed_up, places(stage)):
        there = place.with_name("another.db")
        assert not there.exists() or tables_in(there) == 3
        assert starts(place) == 3
        there.unlink(missing_ok=True)
        backed_up(place)
        assert tables_in(there) == 3


def expired(url: str) -> None:
    ledger = Ledger.at(url)
    ledger.tables.expire(NOW)
    ledger.close()


def test_an_expiry_that_is_killed_deletes_whole_tables_and_the_next_one_the_others(database_url, monkeypatch):
    monkeypatch.setattr("ledger.tables.A_TURN", 0)

    def prepared() -> tuple[str]:
        ledger = Ledger.at(database_url, lambda: LONG_AGO)
        ledger.tables.expire(NOW + timedelta(days=10_000))
        group = ledger.groups.make("Thursdays", "ana-phone")
        opened(ledger, 7)
        for table in ledger.tables.of("ana-phone", 2):
            ledger.groups.put_table(table.id, group.id, {})
        ledger.database.now = lambda: NOW + timedelta(days=1)
        opened(ledger, 2)
        ledger.close()
        return (database_url,)

    for _ in killed_at_each_line("ledger/tables.py", expired, prepared):
        ledger = Ledger.opened(database_url)
        with ledger.database.reading() as connection:
            number = {of: connection.execute(sa.select(sa.func.count()).select_from(of)).scalar_one() for of in EACH}
        assert number[tables] in (9, 4, 2)
        assert number[seats] == 2 * number[tables]
        assert number[moves] == number[tables]
        assert number[groups] == 1 or number[tables] == 2
        ledger.tables.expire(NOW)
        assert len(ledger.tables.of("ana-phone", 20)) == 2
        assert ledger.groups.of("ana-phone") == []
        ledger.close()


EACH = (tables, seats, moves, groups)
