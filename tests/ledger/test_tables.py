"""Tables: opening, finding, changing, forgetting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from ledger import Ledger, Table, store
from ledger.entries import PRACTICE


def test_a_table_is_found_by_each_of_its_codes(ledger: Ledger, table: Table) -> None:
    assert ledger.table(table.code) == ledger.by_watch(table.watch) == ledger.by_spoken(table.spoken) == table


def test_a_table_remembers_its_game_settings_and_names_by_seat(ledger: Ledger) -> None:
    settings = {"words": ["été", "🎲"], "deep": {"none": None, "half": 0.5}}
    opened = ledger.open_table("lutece", settings, ["Zoé", "Ana", "Ben", "Ana"], "zoe-phone")
    found = ledger.table(opened.code)
    assert found is not None
    assert (found.game, found.settings, found.opener) == ("lutece", settings, "zoe-phone")
    assert found.names == ("Zoé", "Ana", "Ben", "Ana")
    assert (found.joining, found.finished_at) == (True, None)


def test_a_table_is_opened_now_in_utc(ledger: Ledger, table: Table) -> None:
    found = ledger.table(table.code)
    assert found is not None
    assert found.opened_at.tzinfo is UTC
    assert abs(datetime.now(UTC) - found.opened_at) < timedelta(seconds=30)
    assert found.changed_at == found.opened_at


def test_the_links_are_secret_and_each_opens_only_its_own_door(ledger: Ledger, table: Table) -> None:
    assert len(table.code) >= 22
    assert len(table.watch) >= 22
    assert ledger.table(table.watch) is None
    assert ledger.by_watch(table.code) is None
    assert ledger.table(table.spoken) is None


def test_a_spoken_code_is_eight_letters_without_lookalikes(table: Table) -> None:
    assert len(table.spoken) == 8
    assert not set(table.spoken) & set("AEIOUL0123456789")


def test_a_spoken_code_is_found_however_it_is_typed(ledger: Ledger, table: Table) -> None:
    typed = f" {table.spoken[:3].lower()}-{table.spoken[3:]} "
    assert ledger.by_spoken(typed) == table


def test_an_unknown_code_finds_nothing(ledger: Ledger, table: Table) -> None:
    assert ledger.table("no") is ledger.by_watch("no") is ledger.by_spoken("no") is ledger.by_spoken("") is None


def test_codes_are_never_shared(ledger: Ledger) -> None:
    opened = [ledger.open_table("g", {}, ["Ana"], "x") for _ in range(30)]
    for codes in zip(*((t.id, t.code, t.watch, t.spoken) for t in opened), strict=True):
        assert len(set(codes)) == 30


def test_a_spoken_code_that_another_table_has_is_drawn_again(
    ledger: Ledger, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter([table.spoken, table.spoken, "BCDFGH"])
    monkeypatch.setattr(store, "_spoken", lambda: next(drawn))
    assert ledger.open_table("g", {}, ["Ana"], "x").spoken == "BCDFGH"
    assert ledger.table(table.code) == table


def test_a_table_without_a_seat_is_refused(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="at least one seat"):
        ledger.open_table("g", {}, [], "x")


def test_settings_that_are_not_json_leave_no_table_behind(ledger: Ledger) -> None:
    with pytest.raises(Exception, match="JSON"):
        ledger.open_table("g", {"x": float("nan")}, ["Ana"], "x")
    assert ledger.tables_of("x", 9) == []


def test_a_time_in_another_zone_comes_back_in_utc(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    there = datetime(2026, 11, 22, 0, 30, 59, 123456, timezone(timedelta(hours=1)))
    monkeypatch.setattr(store, "_now", lambda: there)
    found = ledger.table(ledger.open_table("g", {}, ["Ana"], "x").code).opened_at
    assert (found, found.tzinfo) == (datetime(2026, 11, 21, 23, 30, 59, 123456, UTC), UTC)


def test_a_time_without_a_zone_is_refused(ledger: Ledger) -> None:
    with pytest.raises(Exception, match="no time zone"):
        ledger.expire(datetime(2026, 11, 21))


def test_joining_is_closed_and_opened(ledger: Ledger, table: Table) -> None:
    ledger.set_joining(table.id, False)
    assert ledger.table(table.code).joining is False
    ledger.set_joining(table.id, True)
    assert ledger.table(table.code).joining is True


def test_a_change_moves_the_time_of_change(ledger: Ledger, table: Table) -> None:
    ledger.set_joining(table.id, False)
    assert ledger.table(table.code).changed_at > table.changed_at


def test_a_table_is_handed_over(ledger: Ledger, table: Table) -> None:
    ledger.hand_over(table.id, "ben-phone")
    assert ledger.table(table.code).opener == "ben-phone"
    assert ledger.tables_of("ana-phone", 9) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda ledger: ledger.set_joining(404, True),
        lambda ledger: ledger.hand_over(404, "x"),
        lambda ledger: ledger.sit(404, 0, "x"),
        lambda ledger: ledger.append(404, seq=1, move_id="m", seat=0, by_seat=0, event={}),
        lambda ledger: ledger.append(404, seq=1, move_id="m", seat=0, by_seat=0, event={}, finished=True),
    ],
)
def test_an_unknown_table_is_a_lookup_error(ledger: Ledger, change) -> None:
    with pytest.raises(LookupError, match="404"):
        change(ledger)


def test_a_device_lists_what_it_opened_or_sits_at_newest_first(ledger: Ledger) -> None:
    opened = ledger.open_table("one", {}, ["Ana", "Ben"], "ana")
    joined = ledger.open_table("two", {}, ["Ben", "Ana", "Zoé"], "ben")
    ledger.open_table("three", {}, ["Zoé"], "zoe")
    both = ledger.open_table("four", {}, ["Ana"], "ana")
    ledger.sit(joined.id, 1, "ana")
    ledger.sit(joined.id, 2, "ana")
    ledger.sit(both.id, 0, "ana")
    listed = ledger.tables_of("ana", 9)
    assert [(t.game, t.names) for t in listed] == [
        ("four", ("Ana",)),
        ("two", ("Ben", "Ana", "Zoé")),
        ("one", opened.names),
    ]
    assert [t.game for t in ledger.tables_of("ana", 2)] == ["four", "two"]
    assert ledger.tables_of("nobody", 9) == []


def test_deleting_a_table_deletes_all_that_is_its_own_and_nothing_else(ledger: Ledger, table: Table) -> None:
    other = ledger.open_table("g", {}, ["Zoé"], "zoe")
    for each in (table, other):
        ledger.sit(each.id, 0, "phone")
        ledger.append(each.id, seq=1, move_id="m", seat=0, by_seat=0, event={})
    ledger.delete_table(table.id)
    assert ledger.table(table.code) is None
    assert (ledger.read(table.id), ledger.last_seq(table.id), ledger.sittings(table.id)) == ([], 0, {})
    assert len(ledger.read(other.id)) == len(ledger.sittings(other.id)) == 1
    ledger.delete_table(table.id)


def test_the_id_of_a_deleted_table_is_never_used_again(ledger: Ledger, table: Table) -> None:
    ledger.delete_table(table.id)
    assert ledger.open_table("g", {}, ["Ana"], "x").id > table.id


def test_tables_that_nobody_touched_expire(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    year = datetime(2025, 1, 1, tzinfo=UTC)
    monkeypatch.setattr(store, "_now", lambda: year)
    silent, moved, changed = (ledger.open_table(g, {}, ["Ana"], "x") for g in ("silent", "moved", "changed"))
    ledger.append(silent.id, seq=1, move_id="a", seat=0, by_seat=0, event={})
    monkeypatch.setattr(store, "_now", lambda: year + timedelta(days=30))
    ledger.append(moved.id, seq=1, move_id="a", seat=0, by_seat=0, event={})
    ledger.set_joining(changed.id, False)
    assert ledger.expire(year) == 0
    assert ledger.expire(year + timedelta(days=1)) == 1
    assert [t.game for t in ledger.tables_of("x", 9)] == ["changed", "moved"]
    assert ledger.read(silent.id) == []
    assert ledger.expire(year + timedelta(days=31)) == 2


def test_many_tables_expire_a_few_at_a_time(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_AT_ONCE", 3)
    for _ in range(7):
        ledger.open_table("g", {}, ["Ana"], "x")
    assert ledger.expire(datetime.now(UTC) + timedelta(days=1)) == 7


def test_practice_tables_are_listed_nowhere_and_end_alone(ledger: Ledger) -> None:
    practised = ledger.open_table("g", {}, ["Ana"], PRACTICE)
    real = ledger.open_table("g", {}, ["Ana"], "phone")
    for table in (practised, real):
        ledger.sit(table.id, 0, "phone")
    assert practised.practice
    assert not real.practice
    assert [table.id for table in ledger.tables_of("phone", 9)] == [real.id]
    assert ledger.end_practice(practised.opened_at) == 0
    assert ledger.end_practice(datetime.now(UTC) + timedelta(days=1)) == 1
    assert [ledger.table(practised.code), ledger.table(real.code)] == [None, ledger.table(real.code)]
