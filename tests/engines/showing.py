"""Each browser, started by its name; and the states of `tests/looks` in it, which Chromium brings about."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.tables import forgotten
from tests.engines.chromium import Chromium
from tests.engines.driver import Engine, Window
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit
from tests.looks.states import LEAVE_FIRST_AND_LAST, House, State


def started(name: str, folder: Path, browser: Callable[[], Browser]) -> Engine:
    """What it keeps lies in `folder`; Chromium is the one that is there already."""
    kinds: dict[str, Callable[[], Engine]] = {
        "chromium": lambda: Chromium(browser()),
        "firefox": lambda: Firefox(folder),
        "webkit": lambda: WebKit(folder),
    }
    return kinds[name]()


def shown(state: State, house: House, window: Window) -> None:
    """The window is then where the phone of the house was led, as the same person, and touches the same."""
    forgotten(house.phone)
    state.show(house)
    window.open(f"{house.address}/health")
    window.borrow(house.phone.context.cookies())
    window.open(house.phone.url)
    for touch in state.touches:
        selector, value = (touch, None) if isinstance(touch, str) else touch
        window.touch(selector, value)
    if state.alike:
        window.run(f"(what) => ({LEAVE_FIRST_AND_LAST})([...document.querySelectorAll(what)])", state.alike)
    window.read("body")
