"""Groups that are brought in: in short transactions, and yet all of it or nothing."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from ledger import Ledger
from ledger.database import Database
from ledger.entries import GroupArchive, Import, ImportedTable, Missing
from ledger.groups import insert_group
from ledger.importing import NOBODY, Handing
from ledger.schema import groups, moves, players, tables
from tests.ledger.databases import Clock

AT_ONCE = 200  # moves that a tap may wait for


def archive(now: Any, count: int, length: int) -> GroupArchive:
    """A group of so many tables with so many moves each."""
    log = tuple({"seat": 0, "by_seat": None, "at": now, "event": {"type": "x"}} for _ in range(length))
    names = ("Ana", "Ben")
    own = [ImportedTable("g", {}, now, None, False, f"table-{n}", names, names, log, None) for n in range(count)]
    return GroupArchive("Thursdays", "thursdays", names, (), tuple(own))


def kept(ledger: Ledger) -> list[int]:
    with ledger.database.reading() as connection:
        return [
            connection.execute(sa.select(sa.func.count()).select_from(one)).scalar_one()
            for one in (groups, tables, moves, players)
        ]


@pytest.fixture
def pieces(ledger: Ledger) -> list[int]:
    """How many moves each transaction has written."""
    pieces = [0]

    def written(*said: Any) -> None:
        _, _, statement, sent, _, many = said
        if statement.startswith("INSERT INTO moves"):
            pieces[-1] += len(sent) if many else 1

    sa.event.listen(ledger.database.engine, "before_cursor_execute", written)
    sa.event.listen(ledger.database.engine, "commit", lambda _connection: pieces.append(0))
    return pieces


def test_others_write_between_the_pieces_of_a_long_table(ledger: Ledger, clock: Clock, pieces: list[int]) -> None:
    """One that is brought in alone is nobody's until it is whole, too; and brought in again it stays as it is."""
    (table,) = archive(clock(), 1, 2 * AT_ONCE + 1).tables
    code = ledger.importing.table(table, "ana")
    assert max(pieces) == AT_ONCE
    found = ledger.tables.by_code(code)
    assert (found.opener, found.names, len(ledger.moves.read(found.id))) == ("ana", ("Ana", "Ben"), 2 * AT_ONCE + 1)
    assert ledger.importing.table(table, "ana") == code
    assert kept(ledger) == [0, 1, 2 * AT_ONCE + 1, 0]


def test_others_write_between_the_pieces_of_a_large_group(ledger: Ledger, clock: Clock, pieces: list[int]) -> None:
    """No transaction holds more moves than a tap can wait for."""
    group, codes = ledger.importing.group(archive(clock(), 5, AT_ONCE + 100), "ana")
    assert max(pieces) <= AT_ONCE
    assert len(codes) == 5
    assert kept(ledger) == [1, 5, 5 * (AT_ONCE + 100), 2]
    found = ledger.tables.of_group(group.id)
    assert [(one.opener, one.names, None in one.players) for one in found] == [("ana", ("Ana", "Ben"), False)] * 5
    last = ledger.moves.read(found[0].id)[-1]
    assert (last.seq, last.move_id) == (AT_ONCE + 100, f"brought-{AT_ONCE + 100}")


def test_a_group_that_cannot_be_written_to_its_end_leaves_nothing(
    ledger: Ledger, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_asked: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("ledger.importing.insert_group", full)
    with pytest.raises(OSError, match="full"):
        ledger.importing.group(archive(clock(), 3, 400), "ana")
    assert kept(ledger) == [0, 0, 0, 0]


def test_an_import_whose_tables_are_gone_when_it_ends_is_refused_and_leaves_nothing(
    ledger: Ledger, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock jumps by hours, and another import takes them for left behind."""

    def meanwhile(database: Database, connection: sa.Connection, *named: Any) -> Any:
        connection.execute(sa.delete(tables).where(tables.c.opener == NOBODY))
        return insert_group(database, connection, *named)

    monkeypatch.setattr("ledger.importing.insert_group", meanwhile)
    with pytest.raises(Missing):
        ledger.importing.group(archive(clock(), 3, 2), "ana")
    assert kept(ledger) == [0, 0, 0, 0]


def test_what_a_killed_import_left_goes_with_the_next_when_it_must_be_over(ledger: Ledger, clock: Clock) -> None:
    ledger.tables.open("g", {}, ["Ana", "Ben"], NOBODY)
    ledger.importing.group(archive(clock(), 1, 1), "ana")
    assert kept(ledger)[1] == 2
    clock.stands = clock() + timedelta(hours=2)
    ledger.importing.group(archive(clock(), 1, 1), "ben")
    assert kept(ledger) == [2, 2, 2, 4]


def everything(now: Any) -> Import:
    """Of a device: a group of three tables, and 40 tables beside it."""
    alone = [replace(one, origin=f"alone-{one.origin}") for one in archive(now, 40, 5).tables]
    return Import([(archive(now, 3, 5), None)], alone)


def test_everything_of_a_device_is_written_in_batches_and_given_to_it_at_once(
    ledger: Ledger, clock: Clock, pieces: list[int]
) -> None:
    written = ledger.importing.whole(everything(clock()), "ana")
    assert len(pieces) <= 10, "of 43 tables"
    assert kept(ledger) == [1, 43, 43 * 5, 2]
    assert len(ledger.tables.of("ana", 100)) == 43
    assert (len(written.groups[0][1]), len(written.codes), len(written.new)) == (3, 40, 43)
    again = ledger.importing.whole(everything(clock()), "ana")
    assert (again.groups[0][1], again.codes, again.new) == ((), written.codes, frozenset())
    assert kept(ledger) == [1, 43, 43 * 5, 2]


def test_everything_of_a_device_that_cannot_be_written_to_its_end_leaves_nothing(
    ledger: Ledger, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_asked: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Handing, "tables", full)
    with pytest.raises(OSError, match="full"):
        ledger.importing.whole(everything(clock()), "ana")
    assert kept(ledger) == [0, 0, 0, 0]


def test_what_an_import_has_left_whose_process_ended_is_found_by_its_mark(ledger: Ledger, clock: Clock) -> None:
    """Another that is under way goes on."""
    for mark in ("mine", "another"):
        ledger.tables.open("g", {}, ["Ana", "Ben"], f"{NOBODY} {mark}")
    theirs = ledger.tables.open("g", {}, ["Ana", "Ben"], "ana")
    ledger.importing.drop("mine")
    assert kept(ledger)[1] == 2
    clock.stands = clock() + timedelta(hours=2)
    ledger.importing.sweep()
    assert kept(ledger)[1] == 1
    assert ledger.tables.by_code(theirs.code) is not None
