"""Tables: opening, finding, changing, forgetting; and who sits where."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest

from ledger import Ledger, Table
from ledger.codes import Codes
from ledger.entries import PRACTICE
from tests.ledger.databases import Clock

# Tables


def test_a_table_is_found_by_each_of_its_codes_and_by_no_other(ledger: Ledger, table: Table) -> None:
    tables = ledger.tables
    typed = f" {table.spoken[:3].lower()}-{table.spoken[3:]} "
    assert tables.by_code(table.code) == tables.by_watch(table.watch) == table
    assert tables.by_spoken(table.spoken) == tables.by_spoken(typed) == table
    for found in (tables.by_code, tables.by_watch, tables.by_spoken):
        assert found("no") is None
    assert tables.by_spoken("") is None


def test_a_table_remembers_its_game_settings_and_names_by_seat_and_that_it_is_opened_now_in_utc(ledger: Ledger) -> None:
    settings = {"words": ["été", "🎲"], "deep": {"none": None, "half": 0.5}}
    opened = ledger.tables.open("lutece", settings, ["Zoé", "Ana", "Ben", "Ana"], "zoe-phone")
    found = ledger.tables.by_code(opened.code)
    assert (found.game, found.settings, found.opener) == ("lutece", settings, "zoe-phone")
    assert found.names == ("Zoé", "Ana", "Ben", "Ana")
    assert (found.joining, found.finished_at) == (True, None)
    assert (found.opened_at.tzinfo, found.changed_at) == (UTC, found.opened_at)
    assert abs(datetime.now(UTC) - found.opened_at) < timedelta(seconds=30)


def test_the_links_are_secret_and_each_opens_only_its_own_door(ledger: Ledger, table: Table) -> None:
    assert min(len(table.code), len(table.watch)) >= 22
    assert ledger.tables.by_code(table.watch) is ledger.tables.by_watch(table.code) is None
    assert ledger.tables.by_code(table.spoken) is None


def test_a_spoken_code_is_eight_letters_without_lookalikes(table: Table) -> None:
    assert len(table.spoken) == 8
    assert not set(table.spoken) & set("AEIOUL0123456789")


def test_codes_are_never_shared(ledger: Ledger) -> None:
    opened = [ledger.tables.open("g", {}, ["Ana"], "x") for _ in range(30)]
    for codes in zip(*((t.id, t.code, t.watch, t.spoken) for t in opened), strict=True):
        assert len(set(codes)) == 30


def test_a_spoken_code_that_another_table_has_is_drawn_again(database_url: str, ledger: Ledger, table: Table) -> None:
    drawn = iter([table.spoken, table.spoken, "BCDFGH"])
    other = Ledger.at(database_url, codes=Codes(spoken=lambda: next(drawn)))
    assert other.tables.open("g", {}, ["Ana"], "x").spoken == "BCDFGH"
    assert ledger.tables.by_code(table.code) == table
    other.close()


def test_a_table_without_a_seat_is_refused(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="at least one seat"):
        ledger.tables.open("g", {}, [], "x")


def test_settings_that_are_not_json_leave_no_table_behind(ledger: Ledger) -> None:
    with pytest.raises(Exception, match="JSON"):
        ledger.tables.open("g", {"x": float("nan")}, ["Ana"], "x")
    assert ledger.tables.of("x", 9) == []


def test_a_time_in_another_zone_comes_back_in_utc(ledger: Ledger, clock: Clock) -> None:
    clock.stands = datetime(2026, 11, 22, 0, 30, 59, 123456, timezone(timedelta(hours=1)))
    found = ledger.tables.by_code(ledger.tables.open("g", {}, ["Ana"], "x").code).opened_at
    assert (found, found.tzinfo) == (datetime(2026, 11, 21, 23, 30, 59, 123456, UTC), UTC)


def test_a_time_without_a_zone_is_refused(ledger: Ledger) -> None:
    with pytest.raises(Exception, match="no time zone"):
        ledger.tables.expire(datetime(2026, 11, 21))


def test_joining_is_closed_and_opened_which_moves_the_time_of_change(ledger: Ledger, table: Table) -> None:
    for joining in (False, True):
        ledger.tables.set_joining(table.id, joining)
        assert ledger.tables.by_code(table.code).joining is joining
    assert ledger.tables.by_code(table.code).changed_at > table.changed_at


def test_a_table_is_handed_over(ledger: Ledger, table: Table) -> None:
    ledger.tables.hand_over(table.id, "ben-phone")
    assert ledger.tables.by_code(table.code).opener == "ben-phone"
    assert ledger.tables.of("ana-phone", 9) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda ledger: ledger.tables.set_joining(404, True),
        lambda ledger: ledger.tables.hand_over(404, "x"),
        lambda ledger: ledger.seats.sit(404, 0, "x"),
        lambda ledger: ledger.moves.append(404, seq=1, move_id="m", seat=0, by_seat=0, event={}),
        lambda ledger: ledger.moves.append(404, seq=1, move_id="m", seat=0, by_seat=0, event={}, finished=True),
    ],
)
def test_an_unknown_table_is_a_lookup_error(ledger: Ledger, change) -> None:
    with pytest.raises(LookupError, match="404"):
        change(ledger)


def test_a_device_lists_what_it_opened_or_sits_at_newest_first(ledger: Ledger) -> None:
    opened = ledger.tables.open("one", {}, ["Ana", "Ben"], "ana")
    joined = ledger.tables.open("two", {}, ["Ben", "Ana", "Zoé"], "ben")
    ledger.tables.open("three", {}, ["Zoé"], "zoe")
    both = ledger.tables.open("four", {}, ["Ana"], "ana")
    ledger.seats.sit(joined.id, 1, "ana")
    ledger.seats.sit(joined.id, 2, "ana")
    ledger.seats.sit(both.id, 0, "ana")
    listed = ledger.tables.of("ana", 9)
    names = [("four", ("Ana",)), ("two", ("Ben", "Ana", "Zoé")), ("one", opened.names)]
    assert [(t.game, t.names) for t in listed] == names
    assert [t.game for t in ledger.tables.of("ana", 2)] == ["four", "two"]
    assert ledger.tables.of("nobody", 9) == []


def test_deleting_a_table_deletes_all_that_is_its_own_and_nothing_else(ledger: Ledger, table: Table) -> None:
    other = ledger.tables.open("g", {}, ["Zoé"], "zoe")
    for each in (table, other):
        ledger.seats.sit(each.id, 0, "phone")
        ledger.moves.append(each.id, seq=1, move_id="m", seat=0, by_seat=0, event={})
    ledger.tables.delete(table.id)
    assert ledger.tables.by_code(table.code) is None
    assert (ledger.moves.read(table.id), ledger.moves.last_seq(table.id)) == ([], 0)
    assert ledger.seats.sittings(table.id) == {}
    assert len(ledger.moves.read(other.id)) == len(ledger.seats.sittings(other.id)) == 1
    ledger.tables.delete(table.id)


def test_the_id_of_a_deleted_table_is_never_used_again(ledger: Ledger, table: Table) -> None:
    ledger.tables.delete(table.id)
    assert ledger.tables.open("g", {}, ["Ana"], "x").id > table.id


def test_tables_that_nobody_touched_expire(ledger: Ledger, clock: Clock) -> None:
    clock.stands = year = datetime(2025, 1, 1, tzinfo=UTC)
    silent, moved, changed = (ledger.tables.open(g, {}, ["Ana"], "x") for g in ("silent", "moved", "changed"))
    ledger.moves.append(silent.id, seq=1, move_id="a", seat=0, by_seat=0, event={})
    clock.stands = year + timedelta(days=30)
    ledger.moves.append(moved.id, seq=1, move_id="a", seat=0, by_seat=0, event={})
    ledger.tables.set_joining(changed.id, False)
    assert ledger.tables.expire(year) == 0
    assert ledger.tables.expire(year + timedelta(days=1)) == 1
    assert [t.game for t in ledger.tables.of("x", 9)] == ["changed", "moved"]
    assert ledger.moves.read(silent.id) == []
    assert ledger.tables.expire(year + timedelta(days=31)) == 2


def test_many_tables_expire_a_few_at_a_time(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.tables.AT_ONCE", 3)
    for _ in range(7):
        ledger.tables.open("g", {}, ["Ana"], "x")
    assert ledger.tables.expire(datetime.now(UTC) + timedelta(days=1)) == 7


def test_practice_tables_are_listed_nowhere_and_end_alone(ledger: Ledger) -> None:
    practised = ledger.tables.open("g", {}, ["Ana"], PRACTICE)
    real = ledger.tables.open("g", {}, ["Ana"], "phone")
    for table in (practised, real):
        ledger.seats.sit(table.id, 0, "phone")
    assert practised.practice
    assert not real.practice
    assert [table.id for table in ledger.tables.of("phone", 9)] == [real.id]
    assert ledger.tables.end_practice(practised.opened_at) == 0
    assert ledger.tables.end_practice(datetime.now(UTC) + timedelta(days=1)) == 1
    assert ledger.tables.by_code(practised.code) is None
    assert ledger.tables.by_code(real.code) is not None


# Seats


def test_several_devices_share_a_seat_and_one_device_holds_several_and_at_first_nobody(
    ledger: Ledger, table: Table
) -> None:
    assert ledger.seats.sittings(table.id) == {}
    assert ledger.tables.visit(table.code, "ana")[1] == frozenset()
    for seat, device in ((1, "tablet"), (0, "ana"), (0, "tablet")):
        ledger.seats.sit(table.id, seat, device)
    assert ledger.seats.sittings(table.id) == {0: frozenset({"ana", "tablet"}), 1: frozenset({"tablet"})}
    assert list(ledger.seats.sittings(table.id)) == [0, 1]
    assert ledger.tables.visit(table.code, "tablet")[1] == {0, 1}


def test_sitting_down_twice_is_sitting_once(ledger: Ledger, table: Table) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: ledger.seats.sit(table.id, 0, "ana"), range(8)))
    assert ledger.seats.sittings(table.id) == {0: frozenset({"ana"})}


def test_a_seat_that_the_table_does_not_have_is_a_lookup_error(ledger: Ledger, table: Table) -> None:
    with pytest.raises(LookupError, match="no seat 2"):
        ledger.seats.sit(table.id, 2, "ana")


def test_a_device_leaves_its_seat_and_only_that_and_a_freed_seat_is_empty(ledger: Ledger, table: Table) -> None:
    for seat, device in ((0, "ana"), (0, "tablet"), (1, "ana")):
        ledger.seats.sit(table.id, seat, device)
    for _ in range(2):
        ledger.seats.leave(table.id, 0, "ana")
        assert ledger.seats.sittings(table.id) == {0: frozenset({"tablet"}), 1: frozenset({"ana"})}
    ledger.seats.sit(table.id, 0, "ben")
    ledger.seats.free(table.id, 0)
    assert ledger.seats.sittings(table.id) == {1: frozenset({"ana"})}


def test_a_table_does_not_see_who_sits_at_another(ledger: Ledger, table: Table) -> None:
    other = ledger.tables.open("g", {}, ["Zoé"], "zoe")
    ledger.seats.sit(other.id, 0, "ana")
    assert ledger.seats.sittings(table.id) == {}
    ledger.seats.free(table.id, 0)
    assert ledger.tables.visit(other.code, "ana")[1] == {0}
