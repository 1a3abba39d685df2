"""What pages weigh with all that they load, and how soon they are there on a slow phone.

Chromium counts, each page in a browser that has nothing yet; the stream of news and the service worker, which come
after the page, are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from app import create_app
from bench.browser import browsing
from bench.pairs import row
from scoring import GAMES
from tests.browser.chromium import PHONE
from tests.pages import table_after

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
POOR = 4  # times slower than this machine
TRIES = 3  # the quickest counts: others work on this machine too
FIRST_PAGE, USABLE = 60 * 1024, 2_000  # bytes, ms
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"
WORKS = """() => Math.max(performance.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd)"""


@dataclass(frozen=True)
class Weighed:
    """A page: the bytes that cross the network for it, headers too, and the ms until it is painted and its scripts have
    run."""

    name: str
    sent: int
    works: float


class Scales:
    """Counts what a page loads."""

    def __init__(self, page: Page) -> None:
        self.sent, self.left_out = dict[str, int](), set[str]()
        self.line = page.context.new_cdp_session(page)
        self.line.send("Network.enable")
        self.line.on("Network.requestWillBeSent", self._asked)
        self.line.on("Network.loadingFinished", self._finished)

    def _asked(self, said: dict[str, Any]) -> None:
        if said["request"]["url"].split("?")[0].endswith("/stream"):
            self.left_out.add(said["requestId"])

    def _finished(self, said: dict[str, Any]) -> None:
        if said["requestId"] not in self.left_out:
            self.sent[said["requestId"]] = said["encodedDataLength"]


def weigh(browser: Browser, name: str, address: str, sitting: Any) -> Weighed:
    """The page, each time in a browser that has nothing yet: once to be counted, then to be waited for."""
    settings = {"viewport": PHONE, "locale": "en-GB", "storage_state": sitting, "service_workers": "block"}
    with browser.new_context(**settings) as context:
        page = context.new_page()
        scales = Scales(page)
        page.goto(address)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(200)
        sent = sum(scales.sent.values())
    return Weighed(name, sent, min(wait(browser, address, settings) for _ in range(TRIES)))


def wait(browser: Browser, address: str, settings: Any) -> float:
    """The ms until the page works on a slow phone and a slow network."""
    with browser.new_context(**settings) as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.emulateNetworkConditions", SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": POOR})
        page.goto(address)
        page.wait_for_function(PAINTED)
        return float(page.evaluate(WORKS))


def addresses(browser: Browser, base: str, tables: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """What each is called, its address, and the cookies of whoever sees it."""
    for path in ("", "shelf", "print", "groups"):
        yield f"/{path}", f"{base}/{path}", None
    for key, table in tables.items():
        sitting = sit_down(browser, f"{base}/t/{table.code}")
        yield f"{key}: new", f"{base}/new/{key}", None
        yield f"{key}: table in play", f"{base}/t/{table.code}", sitting
        yield f"{key}: count", f"{base}/t/{table.code}/count/0", sitting
        yield f"{key}: log", f"{base}/t/{table.code}/log", sitting
        yield f"{key}: result", f"{base}/r/{table.watch}", None
        yield f"{key}: big screen", f"{base}/w/{table.watch}/screen", None


def sit_down(browser: Browser, table: str) -> Any:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(table)
        page.locator(".sit button").last.click()
        page.locator(".sit").wait_for(state="detached")
        return context.storage_state()


def pages(folder: Path) -> Iterator[str]:
    """The rows of the first page, and of the heaviest and the slowest of all."""
    url = f"sqlite:///{folder}/pages.db"
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "bench", "RATELIMIT_ENABLED": False})
    tables = {key: table_after(app, key, 0.45) for key in GAMES}
    app.extensions["referee"].ledger.close()
    with browsing(url, folder) as (browser, base):
        weighed = [weigh(browser, *address) for address in addresses(browser, base, tables)]
    first, heaviest = weighed[0], max(weighed, key=lambda page: page.sent)
    slowest = max(weighed, key=lambda page: page.works)
    yield row("the first page, all told", f"{first.sent / 1024:.1f} KB", "≤ 60 KB", first.sent <= FIRST_PAGE)
    yield f"| the heaviest page ({heaviest.name}) | – | {heaviest.sent / 1024:.1f} KB | | none | |"
    yield row("the first page works", f"{first.works / 1000:.2f} s", "≤ 2 s", first.works <= USABLE)
    yield row(f"the slowest page ({slowest.name})", f"{slowest.works / 1000:.2f} s", "≤ 2 s", slowest.works <= USABLE)
