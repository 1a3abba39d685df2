"""One table, many pockets: phones that joined the one that keeps the table, without a network or a server."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.tables import at, rests, until
from tests.browser.test_lost_cities import NAMES, follow, open_table, totals, turn, turns_of
from tests.pocket.conftest import renamed, served
from tests.pocket.guests import admitted, answering, invited, joined, sits, strange, window_of
from tests.pocket.killing import RECORDED, REPORT, forms
from tests.real_table import RealTable, signed

LOCKS = """window.locks = [];
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async (...given) => {
    const lock = await request(...given);
    locks.push(lock);
    return lock;
};"""
# What is said above the page, one after the other.
NOTES = """() => {
    window.notes = [];
    const line = document.getElementById("line_says");
    new MutationObserver(() => notes.push(line.textContent)).observe(line, { childList: true });
}"""
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
        sits(joined(host, guest), name)
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


# What ends a line, said by a guest.
WRONG = {
    "letters": "wire.send('letters')",
    "bytes": "wire.send(new Uint8Array(40))",
    "nothing": "wire.send('null')",
    "too large": "says({ size: 300_001 })",
    "no size": "says({ size: { length: 1e9 } })",
    "more than was announced": "says({ size: 10 }), wire.send(new Uint8Array(20))",
    "letters in a body": "says({ size: 10 }), wire.send('100_000_000_000')",
    "no question": "says({ ask: 1 })",
    "no address": "asks({ url: '/' })",
    "no method": "asks({ method: 'GET /' })",
    "a header in a header": "asks({ headers: [['A', 'b\\r\\nCookie: c']] })",
    "10,000 requests at once": "for (let n = 0; n < 10_000; n++) asks()",
}
ENDED = "async () => peers.at(-1).connectionState === 'closed'"


def test_what_is_malformed_or_too_much_ends_that_line_alone_and_the_table_plays_on(pocket):
    phones = [pocket(), pocket(parts=()), pocket(parts=())]
    host, guest = [window_of(phone) for phone in phones[:2]]
    host.open()
    open_table(host, host.address)
    joined(host, guest)
    sits(guest, "Ana")
    other = window_of(phones[2])
    for what in ("asks()", *WRONG.values()):
        strange(host, other)
        if what in WRONG.values():
            other.window.evaluate("greets()")
            until(other.window, "() => heard.some(said => said.includes('welcome'))")
        other.window.evaluate(f"() => {{ {what}; }}")
        until(host.window, ENDED)
    guest.get_by_role("button", name="Ana begins").tap()
    at(host, 1)


def test_nobody_is_in_by_a_code_that_is_another_s_old_used_or_none(pocket):
    phones = [pocket(), pocket(parts=())]
    host, guest = [window_of(phone) for phone in phones]
    host.open()
    before = answering(guest, invited(host))
    guest.window.close()
    guest = window_of(phones[1])
    code = invited(host)
    answer = answering(guest, code)
    for told, reason in ((before, "foreign"), (code, "no_guest"), (answer[:-9], "no_guest"), ("<b>", "no_guest")):
        assert admitted(host, told) == reason
    assert admitted(host, answer) == ""
    assert admitted(host, answer) == "old"
    invited(host)
    host.clock.fast_forward("05:01")
    assert admitted(host, answer) == "old"


def test_a_guest_who_is_put_out_is_out_until_the_host_lets_it_in_anew(pocket):
    phones = [pocket(), pocket(parts=())]
    host, guest = [window_of(phone) for phone in phones]
    host.open()
    url = open_table(host, host.address)
    host.goto(f"{url}/share")
    joined(host, guest)
    sits(guest, "Ben")
    host.goto(f"{url}/share")
    guest_there = host.locator("[data-joined] li", has_text="Ben")
    guest_there.locator("summary").tap()
    guest_there.get_by_role("button", name="Remove this phone").tap()
    expect(guest.window.locator("#line_says")).to_contain_text("has removed this one")
    expect(host.locator("[data-joined] li")).to_have_count(0)
    guest.window.close()
    returned(host, phones[1])
    host.window.reload()
    expect(host.window.locator("#line_says")).to_contain_text("must now join this phone")


def test_a_silent_line_is_said_and_recovers_and_one_that_is_over_leads_to_another_code(pocket):
    phones = [pocket(), pocket(parts=())]
    host, guest = [window_of(phone) for phone in phones]
    phones[0].context.grant_permissions(["screen-wake-lock"])
    host.window.add_init_script(LOCKS)
    host.open()
    open_table(host, host.address)
    sits(joined(host, guest), "Ana")
    assert host.window.evaluate("locks.map(({ released }) => released)") == [False]
    said = guest.window.locator("#line_says")
    guest.window.evaluate(NOTES)
    guest.clock.fast_forward(11_000)
    until(guest.window, "() => notes[0]?.includes('does not answer')")
    expect(said).to_be_hidden()
    guest.get_by_role("button", name="Ana begins").tap()
    at(host, 1)
    guest.clock.fast_forward(45_000)
    expect(said).to_contain_text("is cut")
    until(host.window, "() => locks.every(({ released }) => released)")
    guest.window.reload()
    guest.window.get_by_role("button", name="Scan to join a table").wait_for()


def test_two_versions_do_not_play_together_and_that_is_said(pocket, packed, tmp_path):
    renamed(packed, tmp_path / "other", "another")
    with served(tmp_path / "other") as address:
        host, guest = window_of(pocket()), window_of(pocket(at=address, parts=()))
        host.open()
        assert admitted(host, answering(guest, invited(host))) == "version"
        expect(guest.window.locator("#joining-says")).to_contain_text("different versions")
