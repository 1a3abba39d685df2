"""Backup while Cairn is in use, restore, and expiry."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
import sqlalchemy as sa

from ledger import Ledger
from ledger.copies import Damaged, backup, restore, sqlite_file
from ledger.schema import moves, outcomes, tables
from scoring import GAMES
from tests.conftest import app_at, open_table
from tests.patience import until
from tests.visitor import Visitor, report
from tests.web.test_restore import tables_in

START = {"type": "start", "seat": 0}


def file_of(app) -> Path:
    found = sqlite_file(app.config["DATABASE_URL"])
    assert found is not None
    return found


def said_by(app, *arguments):
    result = app.test_cli_runner().invoke(args=[str(argument) for argument in arguments])
    return result.exit_code, result.output


def test_a_backup_in_the_middle_of_writing_is_whole(app, book, tmp_path):
    table = book.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone")
    done, written = Event(), [0]

    def write() -> None:
        while not done.is_set():
            seq = written[0] + 1
            book.moves.append(table.id, seq=seq, move_id=f"m-{seq}", seat=0, by_seat=None, event=START)
            written[0] = seq

    writer = Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            until(lambda enough=20 * (number + 1): written[0] >= enough)
            before = written[0]
            copy = tmp_path / f"copy-{number}.db"
            backup(file_of(app), copy)
            with sqlite3.connect(copy) as line:
                assert line.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                seqs = [seq for (seq,) in line.execute("SELECT seq FROM moves ORDER BY seq")]
            line.close()
            assert seqs == list(range(1, len(seqs) + 1))
            assert len(seqs) >= before, "everything acknowledged before it began is in it"
    finally:
        done.set()
        writer.join()


def test_a_backup_overwrites_nothing(app, tmp_path):
    copy = tmp_path / "copy.db"
    assert said_by(app, "backup", copy)[0] == 0
    before = copy.read_bytes()
    code, said = said_by(app, "backup", copy)
    assert code == 1
    assert "already exists" in said
    assert copy.read_bytes() == before


def test_what_was_backed_up_is_there_after_restore_and_the_old_ledger_is_kept(app, tmp_path):
    ana = open_table(Visitor(app.test_client()))
    report(ana, START)
    copy = tmp_path / "copy.db"
    assert said_by(app, "backup", copy)[0] == 0
    report(ana, {"type": "undo"})
    app.extensions["referee"].ledger.close()
    code, said = said_by(app, "restore", copy)
    assert code == 0, said
    assert "the old ledger is" in said
    again = app_at(app.config["DATABASE_URL"])
    ledger = again.extensions["referee"].ledger
    table = ledger.tables.by_code(ana.at.split("/")[2])
    assert [row.event for row in ledger.moves.read(table.id)] == [START]
    ledger.close()
    kept = next(tmp_path.glob("*.before-restore-*"))
    with sqlite3.connect(kept) as line:
        assert line.execute("SELECT count(*) FROM moves").fetchone() == (2,)
    line.close()


@pytest.mark.parametrize("damage", ["text", "empty", "cut", "torn", "foreign"])
def test_a_damaged_copy_is_refused_and_changes_nothing(app, tmp_path, damage):
    ana = open_table(Visitor(app.test_client()))
    for number in range(40):
        report(ana, {"type": "undo"} if number % 2 else START)
    copy = tmp_path / "copy.db"
    backup(file_of(app), copy)
    whole = copy.read_bytes()
    if damage == "foreign":
        copy.unlink()
        with sqlite3.connect(copy) as line:
            line.execute("CREATE TABLE letters (text)")
        line.close()
    else:
        torn = whole[:8192] + b"\xff" * 8192 + whole[16384:]
        copy.write_bytes({"text": b"Hello", "empty": b"", "cut": whole[: len(whole) // 2], "torn": torn}[damage])
    database = file_of(app)
    code, said = said_by(app, "restore", copy)
    assert code == 1
    assert "nothing was changed" in said
    with pytest.raises(Damaged):
        restore(copy, database)
    assert list(tmp_path.glob("*.before-restore-*")) == []
    ledger = Ledger.at(app.config["DATABASE_URL"])
    assert ledger.tables.by_code(ana.at.split("/")[2]) is not None
    ledger.close()


def test_restore_brings_a_ledger_to_a_machine_that_has_none(app, tmp_path):
    open_table(Visitor(app.test_client()))
    copy = tmp_path / "copy.db"
    backup(file_of(app), copy)
    place = tmp_path / "elsewhere" / "cairn.db"
    assert restore(copy, place) is None
    assert tables_in(place) == 1


def test_these_commands_are_for_sqlite(app, tmp_path):
    app.config["DATABASE_URL"] = "postgresql://somewhere/cairn"
    code, said = said_by(app, "backup", tmp_path / "copy.db")
    assert code == 1
    assert "pg_dump" in said


def aged(book, table, *, changed: int, moved: int | None) -> None:
    now = datetime.now(UTC)
    with book.database.engine.begin() as connection:
        old = now - timedelta(days=changed)
        connection.execute(sa.update(tables).where(tables.c.id == table.id).values(changed_at=old))
        if moved is not None:
            old = now - timedelta(days=moved)
            connection.execute(sa.update(moves).where(moves.c.table_id == table.id).values(at=old))


@pytest.mark.parametrize(
    ("changed", "moved", "days", "gone"),
    [(401, None, None, 1), (399, None, None, 0), (500, 399, None, 0), (500, 401, None, 1), (11, 11, 10, 1)],
)
def test_a_table_expires_when_nothing_has_happened_for_so_long(app_on_both, changed, moved, days, gone):
    book = app_on_both.extensions["referee"].ledger
    table = book.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone")
    fresh = book.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone")
    book.moves.append(table.id, seq=1, move_id="first", seat=0, by_seat=None, event=START)
    aged(book, table, changed=changed, moved=changed if moved is None else moved)
    code, said = said_by(app_on_both, "expire", *(["--days", days] if days else []))
    assert (code, said) == (0, f"{gone} tables deleted\n")
    assert (book.tables.by_code(table.code) is None) == bool(gone)
    assert book.moves.read(table.id) == [] or not gone
    assert book.tables.by_code(fresh.code) is not None


def test_evenings_play_whole_games_that_the_referee_accepts_and_tally_counts_them_again(app, book):
    code, said = said_by(app, "demo-data", len(GAMES))
    assert code == 0
    group = book.groups.by_code(said.strip().removeprefix("/g/"))
    before = book.outcomes.of_group(group.id)
    assert {outcome.game for outcome in before} == set(GAMES)
    with book.database.engine.begin() as connection:
        connection.execute(sa.update(outcomes).values(facts={}, players=[[0, 1]] * 2))
    assert said_by(app, "recount") == (0, f"{len(GAMES)} tables\n")
    assert book.outcomes.of_group(group.id) == before
