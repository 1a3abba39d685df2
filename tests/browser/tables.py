"""What a test of phones needs and is not about: it is done by requests with the phone's own cookie, not by taps."""

import os
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from typing import Any, Literal
from urllib.parse import urlencode, urljoin
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Page, Route

from tests.examples import examples
from tests.patience import SECONDS
from tests.visitor import Page as Visited
from web.table.forms import fields

Phone = Callable[..., Page]  # the fixture: a phone of its own each time it is called
# What a console says where a phone has no network, or loses an answer.
AWAY = ("Failed to load resource", "htmx:error", "Failed to fetch", "ERR_", "net::")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LATENCY = int(os.environ.get("LATENCY", "300"))  # ms
COMPOSITIONS = examples(3)  # how many reports each game composes by chance
FIELD = re.compile(r"<(?:input|select|option|datalist)\b[^>]*>")
STEADY = 0.1  # what browsers call good; the board takes what a lower hand leaves, so a step may move it a little
# What a slow processor paints in parts while a page loads is no jump of ours.
JUMPS = """() => new Promise(tell => {
    const later = shift => shift.startTime > window.painted;
    setTimeout(tell, 50, []);
    new PerformanceObserver(shifts => tell(shifts.getEntries().filter(later).map(shift => shift.value)))
        .observe({ type: "layout-shift", buffered: true });
})"""
KEPT = """async words => {
    const page = await caches.match(location.href, { ignoreVary: true });
    return (await page?.text())?.includes(words);
}"""
REPORTS = """await import(document.querySelector("[href$='/reports.js']").href)"""  # the module, as the page has it
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')

_tokens: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()


def _ask(page: Page, address: str, form: Mapping[str, Any] | None = None) -> Any:
    """Ask as this phone, and go nowhere; a form is signed."""
    if form is None:
        answer = page.request.get(address)
    else:
        signed = {"csrf_token": _token(page, address), **{name: str(value) for name, value in form.items()}}
        answer = page.request.post(address, form=signed, max_redirects=0)
    assert answer.status in (200, 303), answer.text()
    return answer


def _token(page: Page, address: str) -> str:
    """What this phone signs its forms with."""
    if page.context not in _tokens:
        house = "/".join(address.split("/")[:3])
        join = page.request.get(f"{house}/join").text()
        _tokens[page.context] = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', join)[0]
    return _tokens[page.context]


def opened(
    page: Page, server: str, game: str, *names: str, events: Iterable[Mapping[str, Any]] = (), **chosen: str
) -> str:
    """The address of a new table, at which these events were reported; the phone keeps score for everyone.

    Its settings are the usual ones but for those `chosen`, as the form sends them: `rounds="0"`, the first of the list.
    """
    usual, select = {}, ""
    for tag in FIELD.findall(_ask(page, f"{server}/new/{game}").text()):
        had = dict(ATTRIBUTE.findall(tag))
        if tag.startswith(("<select", "<datalist")):
            select = had.get("name", "")
        elif select and tag.startswith("<option") and (not usual.get(select) or " selected" in tag):
            usual[select] = unescape(had["value"])
    players = {f"name{seat}": name for seat, name in enumerate(names)}
    address = urljoin(server, _ask(page, f"{server}/new/{game}", usual | players | chosen).headers["location"])
    told(page, address, 0, *events)
    return address


def forgotten(page: Page) -> None:
    """The phone is nobody's any more, and sits nowhere."""
    page.goto("about:blank")
    page.context.clear_cookies()
    _tokens.pop(page.context, None)


def letters(page: Page, size: int) -> None:
    """From now on letters are so many px large where a page asks for no other size: a reader has set them."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def far_away(page: Page) -> None:
    """From now on each answer is 300 ms on its way, or LATENCY; `set_offline` then takes no network away any more."""
    network = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", network)


def slow(page: Page) -> None:
    """From now on the phone's processor is four times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})


def sits(page: Page, address: str, seat: int | Literal["all"]) -> None:
    """The phone sits at that seat alone, or at all."""
    _ask(page, f"{address}/sit", {"seat": seat})


def seated(page: Page, address: str, seat: int | Literal["all"]) -> Page:
    """The phone sits there, and shows the table; a page that is open already would load itself anew in between."""
    page.goto("about:blank")
    sits(page, address, seat)
    page.goto(address)
    page.locator("#table").wait_for()
    return page


def hears(page: Page) -> None:
    """Load the page anew and wait for its stream: from then on it looks for news only when it is told of some."""
    with page.expect_response(re.compile(r"/stream\?")):
        page.reload()


def told(page: Page, address: str, seen: int, *events: Mapping[str, Any]) -> int:
    """The phone reports these events, one after the other and whatever is asked; the seq of the last, where each is one
    row.
    """
    for event in events:
        sent = [
            ("csrf_token", _token(page, address)),
            ("move_id", secrets.token_hex(8)),
            ("seen", seen),
            *fields(event),
        ]
        answer = page.request.post(f"{address}/report", data=urlencode(sent), headers=FORM, max_redirects=0)
        if asked := [form for form in Visited(answer.text()).forms if "answers" in dict(form.fields)]:
            sent = asked[0].fields
            answer = page.request.post(f"{address}/report", data=urlencode(sent), headers=FORM, max_redirects=0)
        assert answer.status == 303, answer.text()
        seen += 1
    return seen


def events_of(page: Page, address: str) -> list[dict[str, Any]]:
    """The public log of a table."""
    return page.request.get(f"{address}/log.json").json()["events"]


def at(page: Page, seq: int) -> None:
    """Wait until the phone shows the table at this seq; quicker than `expect`, which looks only now and then."""
    page.locator(f"#table[data-seq='{seq}']").wait_for(state="attached")


def rests(page: Page) -> None:
    """Half a second passes on this phone, whose clock is installed: what has just come is not tapped before.

    A page that is still coming begins to look at its taps only when its scripts have run.
    """
    until(page, "() => document.readyState === 'complete'")
    page.clock.run_for(600)


def ten_steps(page: Page) -> None:
    """Ten times this phone, whose clock is installed, comes to where it would look for news and send what waits; its
    server says meanwhile that it is there, as it does every 15 seconds of its own clock.
    """
    until(page, f"async () => !({REPORTS}).sent")
    for _ in range(10):
        page.evaluate("window.stream?.dispatchEvent(new MessageEvent('here'))")
        page.clock.run_for(3000)


def deleted(page: Page, address: str) -> None:
    """The phone deletes this table, as a person taps."""
    page.clock.install()
    page.goto(f"{address}/share")
    page.get_by_text("Delete this table").click()
    rests(page)
    page.get_by_role("button", name="Delete for good").click()


@contextmanager
def loads(page: Page) -> Iterator[None]:
    """What is done meanwhile leads to another page, which has come whole afterwards, with its styles and scripts.

    `expect_navigation` of Playwright has let go of pages that were still coming.
    """
    page.evaluate("() => { document.documentElement.dataset.left = ''; }")
    yield
    page.locator("html:not([data-left])").wait_for(state="attached")
    until(page, "() => document.readyState === 'complete'")


def wait(page: Page, true: Callable[[], object], missing: str) -> None:
    patience = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < patience, missing
        page.wait_for_timeout(50)


def until(page: Page, true: str, arg: Any = None) -> None:
    """Wait until this function is true in the page; Playwright's own waits for no promise."""
    wait(page, lambda: page.evaluate(true, arg), true)


def until_kept(page: Page, words: str) -> None:
    """Wait until the service worker keeps the page with these words in it."""
    until(page, KEPT, words)


def first_held(page: Page, routes: list[Route]) -> Route:
    """Wait for the first request that a test holds back; a browser says that it is asked before it hands it over."""
    wait(page, lambda: routes, "nothing was asked for")
    return routes[0]


def seq_of(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-seq") or 0)


def assert_steady(page: Page) -> None:
    """Nothing on the page has jumped since it was there, neither after an own tap nor when a neighbour's came."""
    jumps = page.evaluate(JUMPS)
    assert max(jumps, default=0) < STEADY, jumps


def moved(page: Page, seq: int) -> int:
    """Wait until the phone shows another seq than this one; which."""
    page.locator(f"#table:not([data-seq='{seq}'])").wait_for(state="attached")
    return seq_of(page)
