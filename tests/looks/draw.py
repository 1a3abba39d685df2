"""`python -m tests.looks.draw FOLDER [--engine=NAME] [WORD…]` draws every state whose name has one of the words.

In Chromium at every screen, by each reader. With `--engine=firefox`, `--engine=webkit` or `--engine=chromium` upright
alone, as that browser shows it by day and by night: pictures of several browsers in one folder stand beside each other.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import CHROMIUM, LARGE, chromium
from tests.conftest import app_at
from tests.ledger.databases import fresh_sqlite
from tests.looks.states import House, State, states
from tests.serving import OpenDoor

SCREENS = {
    "upright": (360, 740),
    "low": (360, 620),
    "lying": (740, 360),
    "tablet": (768, 1024),
    "desk": (1280, 800),
    "big": (1920, 1080),
}
READERS = {"en-day": ("en-GB", "light"), "fr-night": ("fr-FR", "dark"), "de-day": ("de-DE", "light")}
ENGINE = "--engine="
LARGE_SCREENS = ("upright", "desk")


def draw(folder: Path, words: list[str]) -> None:
    """Draw into `folder`: one file a state, reader and screen."""
    wanted = _wanted(words)
    app = app_at(fresh_sqlite(Path(tempfile.mkdtemp())))
    with OpenDoor(app) as door, sync_playwright() as playwright:
        for letters in (16, LARGE):
            arguments = [*CHROMIUM, f"--blink-settings=defaultFontSize={letters}"]
            browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
            for reader in READERS:
                for state in wanted:
                    _drawn(browser, House(app, door.address, _phone(browser, reader)), state, folder, reader, letters)
            browser.close()


def draw_in(name: str, folder: Path, words: list[str]) -> None:
    """Draw into `folder` what this browser shows: one file a state and scheme."""
    from tests.engines.showing import shown, started  # an older commit, which is drawn by this file, has none

    place = Path(tempfile.mkdtemp())
    app = app_at(fresh_sqlite(place))
    with OpenDoor(app) as door, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        engine = started(name, place, lambda: browser)
        house = House(app, door.address, _phone(browser, "en-day"))
        for scheme in ("day", "night"):
            window = engine.window(place, dark=scheme == "night")
            for state in _wanted(words):
                shown(state, house, window)
                window.picture(folder / f"{state.name}.{scheme}.{name}.png")
            window.close()
        engine.close()
        browser.close()


def _wanted(words: list[str]) -> list[State]:
    return [state for state in states() if not words or any(word in state.name for word in words)]


def _phone(browser: Browser, reader: str) -> Page:
    locale, scheme = READERS[reader]
    context = browser.new_context(
        locale=locale, color_scheme=scheme, reduced_motion="reduce", has_touch=True, service_workers="block"
    )
    return context.new_page()


def _drawn(browser: Browser, house: House, state: State, folder: Path, reader: str, letters: int) -> None:
    state.brought_about(house)
    for screen, (width, height) in SCREENS.items():
        if letters == LARGE and screen not in LARGE_SCREENS:
            continue
        house.phone.set_viewport_size({"width": width, "height": height})
        name = f"{state.name}.{reader}.{screen}{'-large' if letters == LARGE else ''}.png"
        house.phone.screenshot(path=folder / name)
    house.phone.context.close()


if __name__ == "__main__":
    place, *asked = sys.argv[1:]
    if asked and asked[0].startswith(ENGINE):
        draw_in(asked[0].removeprefix(ENGINE), Path(place), asked[1:])
    else:
        draw(Path(place), asked)
