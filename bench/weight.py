"""What each page weighs with all that it loads, and how soon it is there on a slow phone: bench/WEIGHT.md.

Chromium counts, each page in a browser that has nothing yet; the stream of news and the service worker, which come
after the page, are left out.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, sync_playwright

from app import create_app
from bench.serving import Served
from scoring import GAMES
from tests.browser.chromium import CHROMIUM, PHONE, chromium
from tests.pages import table_after

HERE = Path(__file__).parent
ROOT = HERE.parent
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
POOR = 4  # times slower than this machine
TRIES = 3  # the quickest counts: others work on this machine too
FIRST_PAGE, SCRIPTS, USABLE = 60 * 1024, 24 * 1024, 2_000  # bytes, bytes, ms
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"
TIMES = """() => [performance.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
    performance.getEntriesByType("navigation")[0].loadEventEnd]"""


@dataclass(frozen=True)
class Weighed:
    """A page: how much it is before and after packing (headers too), of how many requests, and when it was there."""

    name: str
    requests: int
    raw: int
    sent: int
    painted: float
    works: float
    loaded: float

    def row(self) -> str:
        return (
            f"| {self.name} | {self.requests} | {self.raw / 1024:.1f} | {self.sent / 1024:.1f} "
            f"| {self.painted / 1000:.2f} | {self.works / 1000:.2f} | {self.loaded / 1000:.2f} |"
        )


class Scales:
    """Counts what a page loads."""

    def __init__(self, page: Page) -> None:
        self.raw, self.sent, self.left_out = dict[str, int](), dict[str, int](), set[str]()
        self.line = page.context.new_cdp_session(page)
        self.line.send("Network.enable")
        self.line.on("Network.requestWillBeSent", self._asked)
        self.line.on("Network.dataReceived", self._received)
        self.line.on("Network.loadingFinished", self._finished)

    def _asked(self, said: dict[str, Any]) -> None:
        if said["request"]["url"].split("?")[0].endswith("/stream"):
            self.left_out.add(said["requestId"])

    def _received(self, said: dict[str, Any]) -> None:
        self.raw[said["requestId"]] = self.raw.get(said["requestId"], 0) + said["dataLength"]

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
        raw = sum(scales.raw.get(request, 0) for request in scales.sent)
        counted = (len(scales.sent), raw, sum(scales.sent.values()))
    waited = min((wait(browser, address, settings) for _ in range(TRIES)), key=lambda times: times[1])
    return Weighed(name, *counted, *waited)


def wait(browser: Browser, address: str, settings: Any) -> tuple[float, float, float]:
    """When the page is painted, works, and is there with all it loads, on a slow phone and a slow network."""
    with browser.new_context(**settings) as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.emulateNetworkConditions", SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": POOR})
        page.goto(address)
        page.wait_for_function(PAINTED)
        painted, ran, loaded = page.evaluate(TIMES)
        return painted, max(painted, ran), loaded


def pages(browser: Browser, base: str, tables: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """What each is called, its address, and the cookies of whoever sees it."""
    for path in ("", "join", "shelf", "print", "groups", "data", "games", "figures"):
        yield f"/{path}", f"{base}/{path}", None
    for key, table in tables.items():
        sitting = sit_down(browser, f"{base}/t/{table.code}")
        yield f"new {key}", f"{base}/new/{key}", None
        yield f"{key}: table in play", f"{base}/t/{table.code}", sitting
        for page in ("count/0", "log", "share"):
            yield f"{key}: {page.partition('/')[0]}", f"{base}/t/{table.code}/{page}", sitting
        yield f"{key}: a moment of it", f"{base}/t/{table.code}/at/12", sitting
        yield f"{key}: figures", f"{base}/w/{table.watch}/figures", None
        yield f"{key}: result", f"{base}/r/{table.watch}", None
        yield f"{key}: big screen", f"{base}/w/{table.watch}/screen", None
        yield f"{key}: rules", f"{base}/rules/{key}", None


def sit_down(browser: Browser, table: str) -> Any:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(table)
        page.locator(".sit button").last.click()
        page.locator(".sit").wait_for(state="detached")
        return context.storage_state()


def scripts(client: FlaskClient) -> int:
    """All JavaScript there is, as it travels."""
    files = (path.relative_to(ROOT) for folder in ("static", "static/vendor") for path in ROOT.glob(f"{folder}/*.js"))
    return sum(len(client.get(f"/{path}", headers={"Accept-Encoding": "gzip"}).data) for path in files)


def reached(what: str, figure: str, goal: str, is_reached: bool) -> str:
    return f"| {what} | {figure} | {goal} | {'yes' if is_reached else '**no**'} |"


def report(weighed: list[Weighed], script: int) -> str:
    first, slowest = weighed[0], max(weighed, key=lambda page: page.works)
    goals = [
        reached("the first page, all told", f"{first.sent / 1024:.1f} KB", "≤ 60 KB", first.sent <= FIRST_PAGE),
        reached("all JavaScript, gzipped", f"{script / 1024:.2f} KB", "≤ 24 KB", script <= SCRIPTS),
        reached("the first page is usable", f"{first.works / 1000:.2f} s", "≤ 2 s", first.works <= USABLE),
        reached(f"every page is ({slowest.name})", f"{slowest.works / 1000:.2f} s", "≤ 2 s", slowest.works <= USABLE),
    ]
    head = "| page | requests | raw, KB | sent, KB | painted, s | works, s | all loaded, s |"
    return f"""# What the pages weigh

`python -m bench.weight`, {datetime.now(UTC):%Y-%m-%d}, load of this machine before the run {os.getloadavg()[0]:.1f}. Chromium, nothing kept from before; *sent* is what crosses the network, headers and font included. The times are on a slow 3G (400 kbit/s each way, 400 ms for each request, as WebPageTest has it; Chromium's emulation leaves out the opening of a connection) and a processor {POOR} times slower, the quickest of {TRIES}; *works* is when it is painted and its scripts have run; links and forms do without scripts.

| what | figure | goal | reached |
|---|--:|--:|---|
{chr(10).join(goals)}

{head}
|---|--:|--:|--:|--:|--:|--:|
{chr(10).join(page.row() for page in weighed)}
"""  # noqa: E501


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="cairn-weight-"))
    url = f"sqlite:///{folder}/cairn.db"
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "bench", "RATELIMIT_ENABLED": False})
    tables = {key: table_after(app, key, 0.45) for key in GAMES}
    app.extensions["referee"].ledger.close()
    served = Served(url, folder / "log", threads=16).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        try:
            base = f"http://127.0.0.1:{served.port}"
            told = report([weigh(browser, *page) for page in pages(browser, base, tables)], scripts(app.test_client()))
        finally:
            browser.close()
            served.stop()
    print(told)
    (HERE / "WEIGHT.md").write_text(told)


if __name__ == "__main__":
    main()
