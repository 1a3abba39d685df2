"""Lutèce tapped over bad networks: see `tests/browser/taps.py`."""

from playwright.sync_api import Page

from tests.browser.taps import Entered, Said
from tests.browser.test_lutece import offer, touch, uncovered
from tests.web.lutece import OFFERS, REVEAL, bribe, options

CARDS = {
    "A": ({"kind": "citizen", "resources": {"bread": 1}, "cost": 2, "talent": 9}, "citizen (bread)", "Talent 9"),
    "B": ({"kind": "legionnaire", "cost": 0}, "legionnaire"),
    "C": ({"kind": "apprentice", "cost": 0}, "apprentice"),
    "1": ({"kind": "mill", "cost": 3}, "mill"),
    "2": ({"kind": "tavern", "cost": 1}, "tavern"),
    "3": ({"kind": "statue", "cost": 2}, "statue"),
}
LAID_OUT = [{"type": "offer", "tile": tile, "card": card} for tile, (card, *_touches) in CARDS.items()]
TO_LAY = [*OFFERS, *(options(seat, "C", "2") for seat in (1, 2))]


def lays_out(page: Page) -> None:
    for tile, (card, kind, *touches) in CARDS.items():
        offer(page, tile, kind, *touches, f"Cost {card['cost']}")


def covers(page: Page, form: str, *says: str) -> None:
    uncovered(page)
    for each in says:
        touch(page, each, form)
    page.locator(f"{form} .main").click()


def enters_a_card(page: Page) -> None:
    page.get_by_text("Card by card").click()
    for says in ("Gold +5", "citizen (bread)", "Talent 3"):
        touch(page, says, "#count")
    page.get_by_role("button", name="Add the card").click()


SAID = {
    "cards": Said(lays_out, ("citizen (bread) · Talent 9 · Cost 2", "statue · Cost 2"), LAID_OUT, players=3),
    "options": Said(
        lambda page: covers(page, "#lay-0", "Tile A", "Tile 3"),
        ("Ana · Lay them",),
        [options(0, "A", "3")],
        TO_LAY,
        at_last=[REVEAL],
        players=3,
    ),
    "bribes": Said(
        lambda page: covers(page, "#bribe-0", "Bribe on tile A +3", "Bribe on tile A −1", "Bribe on tile 3 +1"),
        ("Ana · Lay the bribes",),
        [bribe(0, "A", 2), bribe(0, "3", 1)],
        [*TO_LAY, options(0, "A", "3")],
        meanwhile=REVEAL,
        at_last=[REVEAL],
        players=3,
    ),
}
HOLDING = {
    "gold": 10,
    "cards": [{"id": "card-1", "kind": "citizen", "resources": {"bread": 1}, "talent": 3}],
    "totals": {
        **dict.fromkeys(("legionnaires", "markets", "statues"), 0),
        "symbols": dict.fromkeys(("cervoise", "potion", "sword", "bread"), 0),
    },
}
COUNTED = {
    "": Entered(
        enters_a_card,
        "13",
        "Gold 10 · citizen (bread) · Talent 3 · Count Ana",
        {"holding": HOLDING},
        unfolds=True,
    )
}
