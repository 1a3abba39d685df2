"""A state of each kind in the browsers that `tests/browser` does not draw: what can be measured of it (0023)."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from tests.browser.chromium import PHONE
from tests.browser.conftest import house
from tests.browser.looking import INVARIANTS, LEAST
from tests.conftest import phones
from tests.engines.conftest import OTHERS
from tests.engines.driver import FRAMES, Engine, Window
from tests.engines.showing import shown
from tests.looks.states import House, State, one_of_each_kind

__all__ = ["house"]
UPRIGHT, LYING = (PHONE["width"], PHONE["height"]), (PHONE["height"], PHONE["width"])
# What of a table lies elsewhere once all styles are applied anew: it has kept the order of the phone's other side.
LEFT_BEHIND = """() => {
    const all = [...document.querySelectorAll(".playing *")];
    const boxes = () => all.map((it) => Object.values(it.getBoundingClientRect().toJSON()).map(Math.round).join());
    const turned = boxes();
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    const anew = boxes();
    document.adoptedStyleSheets = [];
    return all.filter((_, at) => turned[at] !== anew[at]).map(({ outerHTML }) => outerHTML.slice(0, 80)).slice(0, 3);
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
def test_a_state_fits_a_phone_that_is_turned_on_its_side_and_back(
    looker: Window, guide: Page, house: tuple[Flask, str], state: State
) -> None:
    looker.resize(*UPRIGHT)
    shown(state, House(*house, guide), looker)
    found = amiss(looker, large=LEAST)
    found += [*turned(looker, *LYING), *amiss(looker, large=32)]
    found += turned(looker, *UPRIGHT)
    assert not found, "\n".join(["", *found])


def amiss(looker: Window, **promised: int) -> list[str]:
    plays = looker.run("() => document.querySelector('.playing') !== null")
    size = looker.run("() => `${innerWidth} x ${innerHeight}`")
    return [f"{size}: {each}" for each in looker.run(f"({INVARIANTS})", {"inSight": plays, **promised})]


def turned(looker: Window, width: int, height: int) -> list[str]:
    looker.resize(width, height)
    looker.until(f"() => innerWidth === {width}")
    looker.run(FRAMES)
    return [f"turned to {width} x {height}, it is left behind: {each}" for each in looker.run(LEFT_BEHIND)]
