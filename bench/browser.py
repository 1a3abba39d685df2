"""Chromium before a server of Cairn."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import CHROMIUM, chromium
from tests.serving import Served


@contextmanager
def browsing(url: str, folder: Path) -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server on this database."""
    server = Served(url, folder).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
            yield browser, server.address
            browser.close()
    finally:
        server.stop()
