"""Cairn in the pocket, without a network: a game from the first page to its result, and a count."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import expect

from tests.browser.tables import at, rests, seq_of
from tests.browser.test_count_now import FIRST, SECOND, TOTALS, expect_totals, paper, tick
from tests.browser.test_lost_cities import NAMES, open_table, totals, turn, turns_of
from tests.real_table import RealTable, signed


def test_a_game_of_lost_cities_goes_from_the_first_page_to_its_result_without_a_network(pocket):
    phone = pocket().window()
    phone.clock.install()
    phone.open()
    open_table(phone, phone.address, rounds="1 round")
    rests(phone)
    phone.get_by_role("button", name="Ana begins").click()
    real, seq = RealTable(Random(7)), 1
    for _seat, *played in turns_of(real):
        at(phone, seq)
        rests(phone)
        assert turn(phone, *played) == 2
        seq += 2
    expect(phone.locator(".winner")).to_be_visible()
    assert totals(phone) == [signed(real.worth(0)), signed(real.worth(1))]
    assert NAMES[0] in phone.locator("h1").inner_text()


def test_a_count_goes_from_the_first_page_to_its_totals_without_a_network(pocket):
    phone = pocket().window()
    phone.open()
    finger = paper(phone, phone.address)
    tick(finger, 0, FIRST)
    tick(finger, 1, SECOND)
    expect_totals(phone, *TOTALS)
