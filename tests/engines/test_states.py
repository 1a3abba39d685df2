"""A state of each kind in the browsers that `tests/browser` does not draw: what can be measured of it (0023)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from tests.browser.chromium import PHONE
from tests.browser.conftest import house
from tests.browser.looking import INVARIANTS, LEAST
from tests.conftest import phones
from tests.engines.conftest import ENGINES
from tests.engines.driver import Engine, Window
from tests.engines.showing import shown
from tests.looks.states import House, State, one_of_each_kind

__all__ = ["house"]
OTHERS = [engine for engine in ENGINES if engine != "chromium"]
TURNED = ((PHONE["width"], PHONE["height"], LEAST), (PHONE["height"], PHONE["width"], 32))


# On its side, a phone has the board beside what may be done; no measure of a part tells the one order from the other.
IS_BESIDE = """() => {
    const [board, hand] = [".board", ".hand"].map((part) => document.querySelector(`.playing ${part}`));
    return !board || !hand || board.getBoundingClientRect().right <= hand.getBoundingClientRect().left;
}"""


@pytest.fixture(scope="module")
def guide(browser: Browser) -> Iterator[Page]:
    """The phone that brings each state about."""
    with phones(browser) as phone:
        yield phone(expected=("404", "409", "422", "ERR_INCOMPLETE"))


@pytest.fixture(scope="module")
def looker(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """The window that shows them all."""
    window = engine.window(tmp_path_factory.mktemp("states"))
    yield window
    window.close()


@pytest.mark.parametrize("engine", OTHERS, indirect=True)
@pytest.mark.parametrize("state", one_of_each_kind(), ids=lambda state: state.name)
def test_a_state_fits_a_phone_and_the_phone_turned_on_its_side(
    looker: Window, guide: Page, house: tuple[Flask, str], state: State
) -> None:
    looker.resize(*TURNED[0][:2])
    shown(state, House(*house, guide), looker)
    found = []
    for width, height, least in TURNED:
        looker.resize(width, height)
        looker.until(f"() => innerWidth === {width}")
        plays = looker.run("() => document.querySelector('.playing') !== null")
        wrong = looker.run(f"({INVARIANTS})", {"inSight": plays, "large": least})
        found += [f"{width} x {height}: {each}" for each in wrong]
    found += [] if looker.run(IS_BESIDE) else ["turned on its side, it has the order of a phone upright"]
    assert not found, "\n".join(["", *found])
