"""The end of a game: who has won stands before everybody, on phones however they are held, and on the big screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from scoring import GAMES
from tests.browser.tables import loads
from tests.pages import table_after
from tests.sources import played

pytestmark = pytest.mark.xdist_group("browser")

HELD = ((360, 620), (740, 360))
LONG_ACCOUNT = 0.95  # of a game: one of them has just told at length what was revealed
SCREENS = ((1280, 800), (768, 1024), (740, 360))
LAST_TAPS = {
    "lost-cities": (".asking .way button",),
    "roll-and-write": (".refusing button",),
    "lutece": ("[data-ask]", "#ask button"),
}
FAR_DOWN = """() => {
  document.querySelector(".board").scrollTop = 9999;
  scrollTo(0, 9999);
}"""
# The parts of the podium that are out of sight, or lie under something else.
HIDDEN = """() => [...document.querySelectorAll(".winner, .podium :is(.named, .points, .why)")].filter((it) => {
  const { left, top, width, height } = it.getBoundingClientRect();
  return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((it) => it.outerHTML)"""
# Numbers whose box is lower than their letters.
CUT = """() => [...document.querySelectorAll(".stand .points")]
  .filter((it) => it.clientHeight < parseFloat(getComputedStyle(it).fontSize) - 1).map((it) => it.outerHTML)"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"


def before_the_end(house, key: str) -> str:
    """The code of a table that lacks one move."""
    moves = len(played(key, 3).moves)
    return table_after(house[0], key, (moves - 1) / moves).code


def sits(page: Page, address: str, held: tuple[int, int]) -> None:
    page.set_viewport_size({"width": held[0], "height": held[1]})
    page.goto(address)
    with loads(page):
        page.locator(".sit button").last.click()
    page.evaluate(FAR_DOWN)


@pytest.mark.parametrize("key", [key for key in GAMES if key in LAST_TAPS])
@pytest.mark.parametrize("held", HELD, ids=str)
def test_the_last_move_brings_who_has_won_into_sight_on_every_phone(house, phone, key, held):
    address = f"{house[1]}/t/{before_the_end(house, key)}"
    mover, other = phone(), phone(locale="fr-FR")
    for page in (mover, other):
        sits(page, address, held)
    for tap in LAST_TAPS[key]:
        mover.locator(tap).filter(visible=True).first.click()
    for page in (mover, other):
        page.locator(".winner").wait_for()
        page.evaluate(DRAWN)
        assert page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("key", [key for key in GAMES if key in LAST_TAPS])
@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_the_big_screen_shows_scores_whole_and_the_end_at_once(house, phone, key, size):
    page = phone(viewport={"width": size[0], "height": size[1]})
    for share in (0.45, LONG_ACCOUNT, 1):
        page.goto(f"{house[1]}/w/{table_after(house[0], key, share).watch}/screen")
        assert page.evaluate(CUT) == []
        assert page.evaluate(TOO_HIGH) <= 0
