"""One table, many pockets: phones that joined the one that keeps the table, without a network or a server."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.tables import at, rests
from tests.browser.test_lost_cities import NAMES, follow, open_table, totals, turn, turns_of
from tests.pocket.guests import joined, window_of
from tests.pocket.killing import RECORDED, REPORT, forms
from tests.real_table import RealTable, signed

pytestmark = pytest.mark.xdist_group("pocket")


def returned(host, phone):
    """A phone that joins anew: it is at its seat."""
    guest = joined(host, window_of(phone))
    guest.locator("#table").wait_for()
    expect(guest.locator(".sit")).to_have_count(0)
    return guest


def test_three_phones_play_a_game_to_its_result_over_lines_that_end(pocket):
    """A line is cut while a move waits, the host's worker ends while one is on its way, a guest's page is closed.
    Nothing is lost, and nothing is recorded twice.
    """
    phones = [pocket(), pocket(parts=()), pocket(parts=())]
    host, ana, ben = [window_of(phone) for phone in phones]
    host.open()
    url = open_table(host, host.address, rounds="1 round")
    real = RealTable(Random(7))
    *before, cut, died, last = turns_of(real)
    host.evaluate(REPORT, {"address": url, "forms": forms(before)})
    host.goto(url)
    seq = 1 + 2 * len(before)
    for guest, name in ((ana, NAMES[0]), (ben, NAMES[1])):
        joined(host, guest)
        guest.get_by_role("button", name=name, exact=True).tap()
        at(guest, seq)

    host.window.evaluate("peers[0].close()")
    expect(ana.window.locator("#line_says")).to_contain_text("is cut")
    rests(ana)
    turn(ana, *cut[1:])
    ana.window.close()
    ana = returned(host, phones[1])
    for phone in (host, ana, ben):
        at(phone, seq + 2)

    rests(ben)
    turn(ben, *died[1:])
    host.window.evaluate("workers.at(-1).terminate()")
    for phone in (host, ana, ben):
        at(phone, seq + 4)

    ben.window.close()
    ben = returned(host, phones[2])
    follow((ana, ben), [last], seq + 4)
    for phone in (host, ana, ben):
        expect(phone.locator(".winner")).to_be_visible()
        assert totals(phone) == [signed(real.worth(0)), signed(real.worth(1))]
    assert host.evaluate(RECORDED, url) == seq + 6
