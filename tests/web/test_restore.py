"""Restore never destroys, and a SQLite ledger has one server."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ledger import InUse, Ledger, Unreachable
from ledger.copies import Damaged, backup, restore
from tests.ledger.databases import fresh_sqlite
from tests.patience import SECONDS
from web.rendering.i18n import TRANSLATIONS, compile_catalogues

ROOT = Path(__file__).parents[2]


def opened(place: Path, tables: int) -> None:
    """A ledger with so many tables, which nobody uses any more."""
    ledger = Ledger.opened(f"sqlite:///{place}")
    for _ in range(tables):
        ledger.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone")
    ledger.close()


def tables_in(place: Path) -> int:
    with closing(sqlite3.connect(place)) as line:
        return line.execute("SELECT count(*) FROM tables").fetchone()[0]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ledger with three tables, and beside it a copy with one: `copy.db`."""
    fresh_sqlite(tmp_path)
    opened(tmp_path / "cairn.db", 1)
    backup(tmp_path / "cairn.db", tmp_path / "copy.db")
    opened(tmp_path / "cairn.db", 2)
    return tmp_path / "cairn.db"


def run(*command: str, place: Path, **how: object) -> tuple[int, str, str]:
    settings = {**os.environ, "DATABASE_URL": f"sqlite:///{place}", "SECRET_KEY": "for the tests"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=settings, capture_output=True, text=True, timeout=SECONDS, **how
    )
    return done.returncode, done.stdout, done.stderr


def test_every_ledger_that_a_restore_puts_aside_stays(place):
    kept = [restore(place.with_name("copy.db"), place) for _ in range(3)]
    assert [tables_in(one) for one in kept] == [3, 1, 1]
    assert len(set(kept)) == 3
    restore(kept[0], place)
    assert tables_in(place) == 3, "the way back is what the first one named"


def in_use_by_a_server(place: Path) -> Callable[[], None]:
    ledger = Ledger.opened(f"sqlite:///{place}")
    ledger.serve()
    return ledger.close


def in_use_by_somebody(place: Path) -> Callable[[], None]:
    line = sqlite3.connect(place)
    line.execute("SELECT count(*) FROM tables").fetchone()
    return line.close


@pytest.mark.parametrize(("use", "why"), [(in_use_by_a_server, "is running"), (in_use_by_somebody, "has it open")])
def test_a_ledger_in_use_is_not_replaced(place, use, why):
    leave = use(place)
    with pytest.raises(InUse, match=why):
        restore(place.with_name("copy.db"), place)
    leave()
    assert tables_in(place) == 3
    assert restore(place.with_name("copy.db"), place)
    assert tables_in(place) == 1


def test_the_ledger_is_no_copy_of_itself(place):
    os.link(place, place.with_name("other-name.db"))
    for itself in (place, place.with_name("other-name.db")):
        with pytest.raises(InUse, match="itself"):
            restore(itself, place)
    assert tables_in(place) == 3


def test_without_room_for_the_copy_everything_stays_and_one_line_says_so(place):
    compile_catalogues(TRANSLATIONS)
    before = {path.name for path in place.parent.iterdir()} | {"cairn.db.served"}

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))

    code, out, said = run("-m", "flask", "restore", str(place.with_name("copy.db")), place=place, preexec_fn=small)
    assert (code, out, said.count("\n")) == (1, "", 1), said
    assert "nothing was changed" in said
    assert tables_in(place) == 3
    assert {path.name for path in place.parent.iterdir()} <= before


@pytest.mark.parametrize("name", ["a#b.db", "a?b.db", "a%20b.db", "é ü.db", "x" * 250])
def test_a_copy_may_have_any_name(place, name):
    backup(place, place.with_name(name))
    restore(place.with_name(name), place)
    assert tables_in(place) == 3


def test_a_copy_brings_along_what_is_still_beside_it(place):
    with closing(sqlite3.connect(place)) as line:
        line.execute("UPDATE tables SET game = 'lutece'")
        line.commit()
        for end in ("", "-wal"):
            place.with_name(f"live.db{end}").write_bytes(place.with_name(f"cairn.db{end}").read_bytes())
    restore(place.with_name("live.db"), place)
    with closing(sqlite3.connect(place)) as line:
        assert line.execute("SELECT DISTINCT game FROM tables").fetchall() == [("lutece",)]


def test_a_copy_of_a_newer_cairn_is_refused_before_anything_changes(place):
    with closing(sqlite3.connect(place.with_name("copy.db"))) as line:
        line.execute("UPDATE alembic_version SET version_num = '9999'")
        line.commit()
    with pytest.raises(Damaged, match="newer"):
        restore(place.with_name("copy.db"), place)
    assert tables_in(place) == 3


def test_a_ledger_that_cannot_be_read_any_more_is_kept_and_replaced(place):
    torn = place.read_bytes()[:4096] + b"\xff" * 20_000
    place.write_bytes(torn)
    kept = restore(place.with_name("copy.db"), place)
    assert kept.read_bytes() == torn
    assert tables_in(place) == 1


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ana,")
    with pytest.raises(Unreachable, match=r"no SQLite database"):
        Ledger.opened(f"sqlite:///{tmp_path}/letter.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    assert (tmp_path / "letter.txt").read_text() == "Dear Ana,"


def test_a_second_server_is_refused_in_one_line(place):
    leave = in_use_by_a_server(place)
    code, out, said = run("-m", "flask", "serve", "--port", "0", place=place)
    assert (code, out, said.count("\n")) == (4, "", 1), said
    assert "another server" in said
    leave()
    in_use_by_a_server(place)()
