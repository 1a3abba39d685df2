"""Lost Cities tapped over bad networks: see `tests/browser/taps.py`."""

from playwright.sync_api import Page

from tests.browser.taps import Entered, Said
from tests.browser.test_count_now import WORTH, YELLOW, Finger, tick
from tests.browser.test_counting import HELD, START, tick_all


def lays_red_7(page: Page) -> None:
    page.locator(".cell [value*='red-7']").first.click()
    page.get_by_role("button", name="Lay, draw pile").click()


def ticks_both(page: Page) -> None:
    for seat, cards in enumerate((YELLOW, {"red": [7]})):
        tick(Finger(page), seat, cards)


RED_7 = [{"type": "lay", "seat": 0, "card": "red-7"}, {"type": "draw", "seat": 0, "from": "deck"}]
OTHER = {"type": "lay", "seat": 0, "card": "green-4"}
SAID = {"": Said(lays_red_7, ("red 7 · Lay, draw pile",), RED_7, [START], meanwhile=OTHER)}
COUNTED = {
    "": Entered(tick_all, "22", "Count Ana", {"expeditions": HELD}, [START]),
    "now": Entered(ticks_both, WORTH, "Lost Cities · Keep it", {}, now=True),
}
