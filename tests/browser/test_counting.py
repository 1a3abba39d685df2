"""A count in the page: each tick is there at once, the sums follow when they can, and a refusal leaves every tick."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import AWAY, Phone, events_of, opened, seated, told
from web.table.forms import as_json

START = {"type": "start", "seat": 0}
HELD = {"yellow": ["wager", "wager", 2, 5, 9], "white": [3, 4, 6, 7, 8, 10], "red": ["wager", 5, 6, 7, 10]}


@pytest.fixture
def ana(phone: Phone, server: str) -> Page:
    """Ana's phone, at the count of what lies before her; nothing was followed."""
    page = phone(expected=AWAY)
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[START])
    seated(page, table, 0)
    page.goto(f"{page.url.split('?')[0]}/count/0")
    return page


def table_of(page: Page) -> str:
    return page.url.partition("/count")[0]


def ticks(page: Page, colour: str) -> list[str]:
    return page.locator(f"fieldset.{colour} :checked").evaluate_all(
        "ticked => ticked.map(({ value }) => `${JSON.parse(value)[0]}`)"
    )


def tick(page: Page, colour: str, *cards: str | int) -> None:
    """Tap these cards 60 ms apart; each is seen at once."""
    wagers = 0
    for card in cards:
        box = page.locator(f"fieldset.{colour} input[value='{as_json([card])}']").nth(wagers if card == "wager" else 0)
        before = box.is_checked()
        box.locator("xpath=..").tap()
        assert box.is_checked() is not before
        wagers += card == "wager"
        page.wait_for_timeout(60)


def tick_all(page: Page) -> None:
    """All that Ana holds, with two slips on the way."""
    for colour, cards in HELD.items():
        tick(page, colour, *cards)
    tick(page, "white", 5)
    tick(page, "green", 2)
    tick(page, "white", 5)
    tick(page, "green", 2)


def assert_all_ticked(page: Page) -> None:
    assert {colour: ticks(page, colour) for colour in HELD} == {
        colour: [str(card) for card in cards] for colour, cards in HELD.items()
    }
    assert page.locator("fieldset.suit :checked").count() == sum(map(len, HELD.values()))


def unaware(page: Page) -> None:
    """From here on this phone learns nothing of what other phones say, until it says something itself.

    Its sums neither: those of its last tick may be asked for after another phone has counted.
    """
    page.reload()
    for news in ("**/stream*", re.compile(r"\?seen="), page.url):
        page.route(news, lambda route: route.abort())


def record(page: Page) -> None:
    page.get_by_role("button", name="Record").click()


@pytest.mark.parametrize("offline", [False, True], ids=["at once", "after waiting"])
def test_a_refused_count_says_why_and_every_tick_is_still_there(ana: Page, offline: bool) -> None:
    """Ben has counted the red 7 meanwhile."""
    unaware(ana)
    tick_all(ana)
    ana.context.set_offline(offline)
    told(ana, table_of(ana), 1, {"type": "count", "seat": 1, "expeditions": {"red": [7]}})
    record(ana)
    ana.context.set_offline(False)
    expect(ana.locator("#refused .refusal")).to_contain_text("Red 7 is in front of both Ana and Ben")
    expect(ana.locator("#refused .refusal")).to_contain_text("Not recorded: Count Ana")
    assert_all_ticked(ana)
    tick(ana, "red", 7)
    record(ana)
    expect(ana.locator("#table .last")).to_contain_text("Ana counts 15 cards.")


@pytest.mark.parametrize("offline", [False, True], ids=["at once", "after waiting"])
def test_what_is_asked_goes_with_the_next_tick_and_is_answered_once(ana: Page, offline: bool) -> None:
    """A card was laid, and the count has others."""
    told(ana, table_of(ana), 1, {"type": "lay", "seat": 0, "card": "green-2"})
    ana.reload()
    tick_all(ana)
    ana.context.set_offline(offline)
    record(ana)
    ana.context.set_offline(False)
    question = ana.locator("#refused .refusal")
    expect(question).to_contain_text("The count is not what was followed:")
    assert ticks(ana, "white") == [str(card) for card in HELD["white"]]
    ana.get_by_role("link", name="Look again").click()
    expect(question).to_have_count(0)
    record(ana)
    expect(question).to_contain_text("The count is not what was followed:")
    tick(ana, "green", 2)
    expect(question).to_have_count(0)
    record(ana)
    ana.locator(".question .main").click()
    expect(ana.locator("#table .last")).to_contain_text("Ana counts 16 cards. That is not what was followed:")
    assert [event["expeditions"] for event in events_of(ana, table_of(ana)) if event["type"] == "count"] == [HELD]


def test_what_the_sums_forbid_is_mended_without_network(ana: Page) -> None:
    """Ben's card is among Ana's: the sums say so, and she takes it back while the network is away."""
    told(ana, table_of(ana), 1, {"type": "count", "seat": 1, "expeditions": {"red": [7]}})
    tick_all(ana)
    expect(ana.locator("#found")).to_contain_text("Red 7 is in front of both Ana and Ben")
    expect(ana.get_by_role("button", name="Record")).to_be_disabled()
    ana.context.set_offline(True)
    tick(ana, "red", 7)
    record(ana)
    ana.context.set_offline(False)
    expect(ana.locator("#table .last")).to_contain_text("Ana counts 15 cards.")


def test_a_count_that_waits_leaves_the_other_players_open(ana: Page) -> None:
    tick_all(ana)
    ana.route("**/report", lambda route: route.abort())
    record(ana)
    expect(ana.locator("#waiting")).to_be_visible()
    ana.goto(f"{table_of(ana)}/count/1")
    tick(ana, "blue", 2)
    ana.goto(f"{table_of(ana)}/count/0")
    assert_all_ticked(ana)
    ana.unroute("**/report")
    expect(ana.locator("#table .last")).to_contain_text("Ana counts 16 cards.")
