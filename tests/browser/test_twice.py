"""A finger says one thing once: a second tap, and one on what has just come under the finger, does nothing.

The clock of the page stands still; only the tests move it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scoring.roll_and_write.pad import COLOURS
from tests.browser.tables import AWAY, Phone, at, events_of, first_held, loads, opened, seated, told
from tests.web.lutece import OFFERS

QUICKEST, SLOWEST = 80, 350  # ms between two taps of one
ROLL = {"type": "roll", "seat": 0, "numbers": [1, 2, 3], "colours": ["red", "red", "yellow"]}
UNDER = """(button, [x, y]) => {
    const { left, top } = button.getBoundingClientRect();
    button.closest("dialog").style.translate = `${x - left - 9}px ${y - top - 9}px`;
}"""  # the dialog stands where a button is below the finger
COVER = """() => {
    const link = document.body.appendChild(Object.assign(document.createElement("a"), { href: "/join" }));
    Object.assign(link.style, { position: "fixed", inset: 0, zIndex: 9 });
}"""
START = {"type": "start", "seat": 0}
CARD = {"type": "lay", "seat": 0, "card": "red-7"}


def still(page: Page) -> Page:
    """From the page that it shows next, time passes only in `Finger.waits`."""
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    return page


@dataclass
class Finger:
    """Taps at one place of a phone, with the time that passes between them."""

    page: Page
    x: float = 0
    y: float = 0

    def on(self, target: Locator, across: float = 0.5) -> Finger:
        """Over this target, so far across it."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        self.x, self.y = box["x"] + box["width"] * across, box["y"] + box["height"] / 2
        return self

    def taps(self) -> Finger:
        self.page.touchscreen.tap(self.x, self.y)
        return self

    def waits(self, ms: int) -> Finger:
        self.page.clock.run_for(ms)
        return self


def twice(page: Page, target: Locator, seq: int, pause: int, network: str, across: float = 0.5) -> None:
    """Two taps at one place, the answer to the first before the second, after it, or only once the network is back;
    until the phone shows this seq.
    """
    held: list[Route] = []
    if network == "slow":
        page.route("**/report", lambda route: held.append(route))
    page.context.set_offline(network == "none")
    finger = Finger(page).on(target, across).taps()
    if network == "near":
        at(page, seq)
    finger.waits(pause).taps()
    if network == "slow":
        first_held(page, held).continue_()
        page.unroute("**/report")
    page.context.set_offline(False)
    if network == "none":
        finger.waits(2000)
    at(page, seq)
    finger.waits(1000)
    assert page.locator("#table").get_attribute("data-seq") == str(seq)


EACH = [(QUICKEST, "near"), (SLOWEST, "near"), (SLOWEST, "slow"), (QUICKEST, "none")]


def shown(phone: Phone, server: str, key: str, *events: dict[str, Any], **chosen: str) -> tuple[Page, str]:
    """A phone that keeps score for Ana, Ben and Cai (or for two, where two play) and shows their table."""
    page = phone(expected=AWAY)
    names = ("Ana", "Ben") if key != "lutece" else ("Ana", "Ben", "Cai")
    address = opened(page, server, key, *names, **chosen, events=events)
    still(page).goto(address)
    at(page, len(events))
    page.clock.run_for(1000)
    return page, address


@pytest.mark.parametrize(("pause", "network"), EACH)
def test_a_number_tapped_twice_is_not_also_the_next_players(phone, server: str, pause: int, network: str) -> None:
    page, address = shown(phone, server, "roll-and-write", ROLL, pad="0")
    number = page.locator("#col-0 .col.red label.fit:has(input[value^='{\"number\":1,'])").first
    twice(page, number, 2, pause, network)
    assert [event["type"] for event in events_of(page, address)] == ["roll", "choose"]


def test_dice_refused_twice_are_not_also_refused_by_the_next_player(phone, server: str) -> None:
    page, address = shown(phone, server, "roll-and-write", ROLL, pad="0")
    twice(page, page.locator("#hand-0").get_by_role("button", name="Refuse the dice"), 2, SLOWEST, "near")
    assert [event["type"] for event in events_of(page, address)] == ["roll", "refuse"]


def turn(seat: int, numbers: list[int], *chosen: dict[str, Any]) -> list[dict[str, Any]]:
    """A throw of red, yellow and blue, and what both do with it."""
    roll = {"type": "roll", "seat": seat, "numbers": numbers, "colours": ["red", "yellow", "blue"]}
    return [roll, *chosen]


def write(number: int, colour: str) -> dict[str, Any]:
    return {"type": "choose", "seat": 0, "number": number, "colour": colour}


def test_an_arrow_followed_twice_into_a_box_with_an_arrow_is_followed_once(phone, server: str) -> None:
    refused = {"type": "refuse", "seat": 1}
    before = [
        *turn(0, [1, 2, 3], write(1, "red"), refused),
        *turn(1, [2, 3, 4], refused, write(2, "red")),
        *turn(0, [1, 3, 4], write(1, "yellow"), refused),
        *turn(1, [5, 6, 7], refused),
    ]
    page, _ = shown(phone, server, "roll-and-write", *before, pad="0")
    Finger(page).on(page.locator("#col-0 [data-of=red] label.fit:has(input[value^='{\"number\":5,'])").first).taps()
    page.clock.run_for(1000)
    finger = Finger(page).on(page.locator("#col-0 [data-of=yellow] button.fit")).taps()
    finger.waits(SLOWEST).taps().waits(1000)
    expect(page.locator("#choose-0")).to_have_attribute("data-state", "arrow")
    follows = page.locator("#choose-0 select").evaluate_all("all => all.map(one => one.value).filter(Boolean)")
    assert follows == ['["yellow"]']


@pytest.mark.parametrize("pause", [150, 440])
@pytest.mark.parametrize("last", [COLOURS[0], COLOURS[-1]])
def test_the_sixth_die_tapped_twice_neither_takes_the_throw_back_nor_opens_another_page(
    phone, server: str, last: str, pause: int
) -> None:
    page, address = shown(phone, server, "roll-and-write", pad="0")
    page.locator("#throws .choice").first.tap()
    for die in ("1", "2", "3", "red", "red"):
        Finger(page).on(page.locator(f".key[class~='{die}']:visible")).taps().waits(60)
    twice(page, page.locator(f".key[class~='{last}']:visible"), 1, pause, "near")
    expect(page).to_have_url(address)
    assert [event["type"] for event in events_of(page, address)] == ["roll"]


@pytest.mark.parametrize(("pause", "network"), EACH)
@pytest.mark.parametrize(("says", "across"), [("Lay only", 0.5), ("Discard only", 0.85)])
def test_a_move_tapped_twice_is_one_move(
    phone, server: str, says: str, across: float, pause: int, network: str
) -> None:
    """*Change*, *Undo* or a pile comes under the finger."""
    page, address = shown(phone, server, "lost-cities", START)
    Finger(page).on(page.locator("label:has([value*='red-7'])").first).taps().waits(600)
    twice(page, page.get_by_role("button", name=says, exact=True), 2, pause, network, across)
    expect(page).to_have_url(address)
    assert len(events_of(page, address)) == 2


def test_an_undo_tapped_twice_is_one_undo(phone, server: str) -> None:
    draw = {"type": "draw", "seat": 0, "from": "deck"}
    page, address = shown(phone, server, "lost-cities", START, CARD, draw)
    twice(page, page.locator("#last button").first, 4, SLOWEST, "near")
    assert [event["type"] for event in events_of(page, address)][3:] == ["undo"]


@pytest.mark.parametrize("pause", [QUICKEST, SLOWEST])
def test_a_card_tapped_twice_is_chosen_and_let_go_by_a_later_tap(phone, server: str, pause: int) -> None:
    page, _ = shown(phone, server, "lost-cities", START)
    card, chosen = page.locator("label:has([value*='red-7'])").first, page.locator("#table input:checked")
    finger = Finger(page).on(card).taps().waits(pause).taps()
    expect(chosen).to_have_value('"red-7"')
    finger.waits(400).taps()
    expect(chosen).to_have_count(0)


def test_what_folds_is_opened_by_two_quick_taps_and_closed_by_a_later_one(phone, server: str) -> None:
    page, _ = shown(phone, server, "roll-and-write", pad="0")
    finger = Finger(page).on(page.locator("#in-turn summary")).taps().waits(SLOWEST).taps()
    expect(page.locator("#in-turn")).to_have_attribute("open", "")
    finger.waits(600).taps()
    expect(page.locator("#in-turn")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("pause", [QUICKEST, SLOWEST])
def test_a_tick_tapped_twice_is_ticked_and_its_neighbours_are_as_quick_as_ever(phone, server: str, pause: int) -> None:
    page = still(phone())
    page.goto(f"{server}/count/lost-cities")
    page.clock.run_for(1000)
    ticks = [page.locator(f".both.yellow .tick.seat0:has([value='[{card}]'])").first for card in (5, 6, 7)]
    Finger(page).on(ticks[0]).taps().waits(pause).taps()
    for tick in ticks[1:]:
        Finger(page).waits(60).on(tick).taps()
    for tick in ticks:
        expect(tick.locator("input")).to_be_checked()


def test_a_tick_that_a_finger_scrolls_to_its_place_is_as_quick(phone, server: str) -> None:
    page = still(phone(viewport={"width": 360, "height": 400}))
    page.goto(f"{opened(page, server, 'lost-cities', 'Ana', 'Ben', events=[START])}/count/0")
    page.clock.run_for(1000)
    ticks = [page.locator(f"fieldset.{colour} .cell:has([value='[7]'])") for colour in ("yellow", "blue")]
    finger = Finger(page).on(ticks[0]).taps()
    box = ticks[1].bounding_box()
    page.evaluate("by => { scrollBy({ top: by, behavior: 'instant' }); }", box["y"] + box["height"] / 2 - finger.y)
    assert Finger(page).on(ticks[1]).y == pytest.approx(finger.y, abs=9)
    finger.waits(60).taps()
    expect(page.locator(".cell :checked")).to_have_count(2)


def test_a_question_that_has_just_come_under_the_finger_is_not_answered(phone, server: str) -> None:
    page, address = shown(phone, server, "lost-cities", START)
    seated(page, address, 1)
    page.clock.run_for(1000)
    Finger(page).on(page.locator("label:has([value*='red-7'])").first).taps().waits(600)
    Finger(page).on(page.get_by_text("It is for Ana")).taps().waits(600)
    finger = Finger(page).on(page.get_by_role("button", name="Lay only", exact=True)).taps()
    page.locator("#ask .main").evaluate(UNDER, [finger.x, finger.y])
    finger.waits(SLOWEST).taps()
    expect(page.locator("#ask")).to_be_visible()
    assert len(events_of(page, address)) == 1
    finger.waits(500).taps()
    at(page, 2)


def test_what_somebody_elses_move_brings_under_a_finger_is_not_tapped(phone, server: str) -> None:
    """A finger comes down to undo one move when another has just taken its place."""
    page, address = shown(phone, server, "lost-cities", START, CARD)
    with page.expect_response("**/stream*"):
        page.reload()
    at(page, 2)
    page.clock.run_for(1000)
    finger = Finger(page).on(page.locator("#last button"))
    told(page, address, 2, {"type": "draw", "seat": 0, "from": "deck"})
    at(page, 3)
    finger.waits(SLOWEST).taps().waits(500)
    assert len(events_of(page, address)) == 3
    finger.taps()
    at(page, 4)


def test_cards_of_lutece_tapped_twice_are_chosen_and_laid_once(phone, server: str) -> None:
    page, _ = shown(phone, server, "lutece", *OFFERS)
    hand = page.locator("#lay-0")
    page.locator("#whose-0").evaluate("it => it.click()")
    for action in ("Tile A", "Tile B"):
        card = hand.locator(".choice").filter(has=page.get_by_label(action, exact=True)).first
        Finger(page).on(card).taps().waits(SLOWEST).taps().waits(60)
    expect(hand.locator(":checked")).to_have_count(2)
    twice(page, hand.locator(".main"), 7, SLOWEST, "near")


def test_a_link_tapped_twice_leads_to_one_page(phone, server: str) -> None:
    """Whatever the next page has at that place."""
    page = still(phone())
    page.goto(server)
    page.clock.run_for(1000)
    link = page.get_by_role("link", name="Count now: Lost Cities", exact=True)
    finger = Finger(page).on(link)
    with loads(page):
        finger.taps()
    page.evaluate(COVER)
    finger.waits(SLOWEST).taps()
    expect(page).to_have_url(f"{server}/count/lost-cities")
    with loads(page):
        finger.waits(600).taps()
    assert page.url.endswith("/join")


def test_keys_and_what_helps_to_read_are_not_held_up(phone, server: str) -> None:
    page, _ = shown(phone, server, "lost-cities", START)
    card, chosen = page.locator("#table [value*='red-7']").first, page.locator("#table input:checked")
    card.press(" ")
    expect(chosen).to_have_count(1)
    card.press(" ")
    expect(chosen).to_have_count(0)
    for count in (1, 0):
        card.evaluate("it => it.click()")
        expect(chosen).to_have_count(count)
        card.dispatch_event("pointerdown")
