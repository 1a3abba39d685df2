"""A whole game of three at a table of Lutèce: on three phones, and by one scribe over plain http; the same totals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.tables import assert_steady, at, moved, opened, seated, seq_of, told
from tests.web.lutece import OFFERS

NAMES = ("Ana", "Ben", "Cai")

# A card as a hand enters it: tile, kind, and the steps to tap.
CARDS = [
    ("A", "citizen", ("Cost +1", "Potion +1", "Talent +5", "green family")),
    ("B", "legionnaire", ()),
    ("C", "citizen", ("Cost +1", "Sword +1", "Talent +1")),
    ("1", "tavern", ("Cost +1",)),
    ("2", "market", ("Demands potion +1",)),
    ("3", "statue", ("Cost +1", "Cost +1")),
]
NEXT = [
    ("A", "apprentice", ()),
    ("B", "citizen", ("Bread +1", "Talent +5")),
    ("C", "citizen", ("Potion +1", "Talent +1", "Talent +1")),
    ("1", "mill", ("Cost +1",)),
]


@dataclass
class Phones:
    """The phones at a table: `of[seat]` is where that player taps; with one scribe it is always the same phone."""

    of: tuple[Page, ...]

    @property
    def all(self) -> list[Page]:
        return list(dict.fromkeys(self.of))

    def seq(self) -> int:
        return int(self.of[0].get_attribute("#table", "data-seq") or 0)

    def together(self) -> None:
        """Every phone shows the same moment of the game."""
        latest = max(seq_of(page) for page in self.all)
        for page in self.all:
            at(page, latest)

    def offer(self, tile: str, kind: str, steps: tuple[str, ...]) -> None:
        page = self.of[0]
        page.locator(".lu-kinds a", has_text=re.compile(rf"^\s*{kind}\s*\d*\s*$")).click()
        page.locator(".lu-draft").wait_for()
        for step in steps:
            shown = page.get_attribute("#table", "hx-get") or ""
            page.get_by_label(step, exact=True).first.click()
            page.locator(f"#table:not([hx-get='{shown}'])").wait_for(state="attached")
        self.tap(page, f"Put it on tile {tile}")

    def tap(self, page: Page, says: str) -> None:
        """Press a button that records something; all phones then show it."""
        before = seq_of(page)
        page.get_by_role("button", name=says).first.click()
        moved(page, before)
        self.together()

    def lay(self, seat: int, *actions: str) -> None:
        page = self.of[seat]
        if len(self.all) == 1:
            expect(page.locator(".prompt", has_text=f"{NAMES[seat]}: two action cards")).to_be_visible()
        for action in actions:
            card = page.locator(".lu-actions").get_by_label(action, exact=True).first
            card.click()
            expect(card).to_have_class(re.compile("chosen"))
        self.tap(page, "Lay them")

    def bribe(self, seat: int, place: int, times: int) -> None:
        page = self.of[seat]
        if len(self.all) == 1:
            page.locator(".lu-tabs a", has_text=NAMES[seat]).click()
            expect(page.locator(".prompt", has_text=f"{NAMES[seat]}: bribes")).to_be_visible()
        for _ in range(times):
            before = seq_of(page)
            page.locator(".lu-bribe").nth(place).get_by_role("button", name="+1").click()
            moved(page, before)
            self.together()


def the_game(phones: Phones) -> list[str]:
    """Two rounds and the end; the totals as the table shows them."""
    first = phones.of[0]
    for card in CARDS:
        phones.offer(*card)
    phones.lay(0, "Tile A", "Tile 1")
    phones.lay(1, "Tile A", "Tile B")
    phones.lay(2, "Tile C", "Income")
    phones.bribe(0, 0, 2)
    phones.bribe(1, 0, 1)
    phones.tap(phones.of[2], "All agree: reveal")
    expect(first.locator(".lu-story")).to_contain_text("Ana pays 2 + 1 for the citizen.")
    expect(first.locator(".lu-story")).to_contain_text("Ben takes back 1 gold, and 1 more.")
    phones.tap(phones.of[1], "Undo")
    phones.tap(phones.of[1], "All agree: reveal")
    phones.tap(first, "1 gold on each of the 2 cards left: next round")
    for card in NEXT:
        phones.offer(*card)
    phones.lay(0, "Tile A", "Tile 3")
    phones.lay(1, "Tile 2", "Tile B")
    phones.lay(2, "Tile B", "Tile 1")
    phones.bribe(2, 0, 1)
    phones.tap(first, "All agree: reveal")
    expect(first.locator(".lu-contest .leads")).to_contain_text("Cai")
    phones.tap(phones.of[1], "Ben: +2 for the own bribe")
    expect(first.locator(".lu-story")).to_contain_text("Ben bids 0 and 1 legionnaire: 2.")
    expect(first.locator(".lu-story")).to_contain_text("takes the 1 gold that lay on it")
    phones.tap(phones.of[2], "1 gold on the card left: next round")
    phones.tap(first, "A tile cannot be filled: the end")
    expect(first.locator(".winner")).to_be_visible()
    return first.locator(".sheet h3").all_inner_texts()


def open_table(page: Page, server: str) -> str:
    page.goto(f"{server}/new/lutece")
    for seat, name in enumerate(NAMES):
        page.fill(f"#name{seat}", name)
    if page.locator("#paper option").count() > 1:
        page.select_option("#paper", value="")
    page.get_by_role("button", name="Open the table").click()
    page.locator("#table").wait_for()
    return page.url


def test_three_phones_and_one_scribe_over_plain_http_come_to_the_same_totals(
    server: str, plain: str, phone: Any
) -> None:
    scribe = phone()
    open_table(scribe, plain)
    assert not scribe.evaluate("isSecureContext")
    by_one = the_game(Phones((scribe,) * 3))

    pages = tuple(phone() for _ in NAMES)
    url = opened(pages[0], server, "lutece", *NAMES)
    for seat, page in enumerate(pages):
        seated(page, url, seat)
    assert the_game(Phones(pages)) == by_one
    for page in (scribe, *pages):
        assert_steady(page)


STREAM = """async url => {
  const stop = new AbortController(); setTimeout(() => stop.abort(), 700);
  const reader = (await fetch(url + "/stream?seen=0", {signal: stop.signal})).body.getReader();
  let heard = "";
  try { for (;;) heard += new TextDecoder().decode((await reader.read()).value); } catch { return heard; }
}"""


def test_the_stream_of_another_phone_carries_a_seq_and_no_more(server: str, phone: Any) -> None:
    ana, ben = phone(), phone()
    url = opened(ana, server, "lutece", *NAMES)
    told(ana, url, 0, *OFFERS)
    seated(ana, url, 0)
    seated(ben, url, 1)
    heard_by_pages: list[str] = []
    ben.on("response", lambda answer: heard_by_pages.append(answer.url))
    Phones((ana, ben)).lay(0, "Tile C", "Income")
    heard = ben.evaluate(STREAM, url)
    assert "data: 7" in heard
    assert re.fullmatch(r"((id|data|retry): ?\d+\n|event: at\n|:[^\n]*\n|\n)*", heard)
    expect(ben.locator("#table")).to_have_attribute("data-seq", "7")
    assert not [address for address in heard_by_pages if "lay=" in address]
