"""Every state of every page on every screen that is promised: one list of invariants, asked once a screen (0023)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from zlib import crc32

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from scoring import GAMES
from tests.browser.chromium import LARGE
from tests.browser.looking import LEAST, amiss, violations
from tests.browser.tables import forgotten, letters
from tests.conftest import phones
from tests.looks.states import House, State, states

USUAL = ((360, 740), (360, 620), (740, 360), (768, 1024), (1280, 800))
LOW = USUAL[1:3]  # a finger finds less room
BIG = ((1280, 800), (1920, 1080))
NARROW = (320, 620)
TWICE_AS_LARGE = ((360, 740), (1280, 800))
READERS = ("de-DE", "en-GB", "de-DE", "fr-FR")  # German is widest, and reads every other state
SCHEMES = ("light", "dark")
# Everything in sight, by its element and each of its classes.
KINDS = """() => [...document.querySelectorAll("body *")].filter((it) => it.checkVisibility())
    .flatMap((it) => [it.localName, ...[...it.classList].map((name) => `${it.localName}.${name}`)])"""


def about(state: State) -> str:
    """The game that it is a state of, if it is of one."""
    return next((key for key in GAMES if state.name.startswith(f"{key}-")), "house")


STATES = [
    pytest.param(state, id=state.name, marks=pytest.mark.xdist_group(f"states-{about(state)}")) for state in states()
]


@pytest.fixture(scope="module")
def readers(browser: Browser) -> Iterator[Mapping[str, Page]]:
    """A phone of each reader, kept open for all states."""
    kept = {"reduced_motion": "reduce", "bypass_csp": True, "expected": ("404", "409", "422")}
    with phones(browser) as phone:
        yield {locale: phone(locale=locale, **kept) for locale in set(READERS)}


@pytest.fixture(scope="module")
def asked() -> dict[str, set[str]]:
    """What axe has been asked about, by game; the states of a game follow one another in one process."""
    return defaultdict(set)


def brought_about(state: State, house: tuple[Flask, str], readers: Mapping[str, Page]) -> Page:
    """A phone that shows this state; which language and scheme its reader has follows from the state's name."""
    chance = crc32(state.name.encode())
    page = readers[READERS[chance % 4]]
    forgotten(page)
    letters(page, LARGE // 2)
    page.set_viewport_size({"width": USUAL[0][0], "height": USUAL[0][1]})
    page.emulate_media(color_scheme=SCHEMES[chance // 4 % 2])
    state.brought_about(House(*house, page))
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => {})")
    return page


def amiss_at(page: Page, size: tuple[int, int], **promised: int) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return amiss(page, **promised)


@pytest.mark.parametrize("state", STATES)
def test_a_state_fits_every_screen_and_is_for_everyone(
    house: tuple[Flask, str], readers: Mapping[str, Page], asked: dict[str, set[str]], state: State
) -> None:
    """With letters twice as large one scrolls through it. Axe is asked where something is shown that no state before
    has had.
    """
    page = brought_about(state, house, readers)
    kinds = set(page.evaluate(KINDS))
    found = [] if kinds <= asked[about(state)] else violations(page)
    asked[about(state)] |= kinds
    is_big = page.locator("#table.big").count() > 0
    if is_big:
        for size in BIG:
            found += amiss_at(page, size, still=True, large=LEAST)
    else:
        table = page.locator(".playing").count() > 0
        for size in USUAL:
            found += amiss_at(page, size, inSight=table, large=32 if size in LOW else LEAST)
        found += amiss_at(page, NARROW)
    letters(page, LARGE)
    for size in TWICE_AS_LARGE[is_big:]:
        found += [f"letters twice as large, {wrong}" for wrong in amiss_at(page, size)]
    assert not found, "\n".join(["", *found])
