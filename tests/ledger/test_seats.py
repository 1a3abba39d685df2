"""Who sits where."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from ledger import Ledger, Table


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
