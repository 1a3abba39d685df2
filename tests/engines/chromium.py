"""Chromium, by Playwright as everywhere in these tests."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Download, Error, Page

from tests.browser.chromium import PHONE
from tests.conftest import PATIENCE
from tests.engines.driver import Gone, Window


class Chromium:
    """A headless Chromium that other tests may use, too."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def window(self, downloads: Path, dark: bool = False) -> Window:
        scheme = "dark" if dark else "light"
        context = self._browser.new_context(
            viewport=PHONE, locale="en-GB", color_scheme=scheme, reduced_motion="reduce", has_touch=True
        )
        context.set_default_timeout(PATIENCE)
        return _Window(context.new_page(), downloads)

    def close(self) -> None:
        """Whoever started the browser ends it."""


class _Window(Window):
    def __init__(self, page: Page, downloads: Path) -> None:
        super().__init__(downloads)
        self._page, self._said = page, list[str]()
        page.on("pageerror", lambda error: self._said.append(str(error)))
        page.on("console", self._hear)
        page.on("download", self._keep)

    def _hear(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self._said.append(line.text)

    def _keep(self, download: Download) -> None:
        download.save_as(self.downloads / download.suggested_filename)

    def errors(self) -> list[str]:
        return self._said

    def go(self, address: str) -> None:
        self._page.goto(address)

    def run(self, function: str, *given: Any) -> Any:
        try:
            return self._page.evaluate(f"given => ({function})(...given)", list(given))
        except Error as error:
            if "context was destroyed" in error.message:
                raise Gone from error
            raise

    def press(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def write(self, text: str) -> None:
        self._page.keyboard.type(text)

    def borrow(self, cookies: Iterable[Mapping[str, Any]]) -> None:
        self._page.context.clear_cookies()
        self._page.context.add_cookies([*cookies])

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def picture(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def close(self) -> None:
        self._page.context.close()
