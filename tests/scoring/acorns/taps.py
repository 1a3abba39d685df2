"""Acorns tapped over bad networks: see `tests/browser/taps.py`."""

from playwright.sync_api import Page

from tests.browser.taps import Entered, Said


def takes_two(page: Page) -> None:
    page.get_by_role("button", name="2 acorns").click()


def types_acorns(page: Page) -> None:
    page.get_by_label("Acorns").fill("7")
    page.get_by_label("The last acorn is among them").check()


TWO, THREE = ({"type": "take", "seat": 0, "acorns": acorns} for acorns in (2, 3))
SAID = {"": Said(takes_two, ("2 acorns",), [TWO], meanwhile=THREE)}
COUNTED = {"": Entered(types_acorns, "9", "Count Ana", {"acorns": 7, "last": True})}
