"""How soon a touch that composes is seen on a phone with a slow processor.

Chromium measures it itself, from the touch to the picture after it (Event Timing, in steps of 8 ms; what is quicker
than 16 ms it does not report).
"""

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page

from bench.browser import browsing
from bench.pairs import row
from scoring.lutece.demo import EVENTS
from tests.browser.chromium import PHONE
from tests.browser.tables import opened, slow, told

BARE = "a box of a bare page"
LIMIT = 50  # ms, of 95 touches in a hundred
UNREPORTED = 8.0  # ms, for what is quicker than Chromium reports
TOUCHES = 100  # of a page that was just opened
TIMES = 3  # that each page is opened
PAUSE = 60  # ms, as a quick hand
WATCH = """() => {
    window.touches = [];
    new PerformanceObserver(list => touches.push(...list.getEntries().map(({ name, duration }) => [name, duration])))
        .observe({ type: "event", durationThreshold: 16 });
}"""
SETTLED = "() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => 0)"
IN_SIGHT = """targets => [...document.querySelectorAll(targets)].map(target => target.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
    .filter(([x, y]) => x > 0 && y > 0 && document.elementFromPoint(x, y)?.closest(targets))"""
CLICKS = "() => touches.filter(([name]) => name === 'click').map(([, duration]) => duration)"


def bare(page: Page, server: str) -> None:
    """What this machine and browser take for the least that a touch can change."""
    page.goto(f"{server}/health")
    page.set_content("<input type=checkbox style='position: fixed; width: 50vw; height: 50vh'>")


def lost_cities(page: Page, server: str) -> None:
    table = opened(page, server, "lost-cities", "Ana", "Ben")
    told(page, table, 0, {"type": "start", "seat": 0})
    page.goto(table)


def a_throw(page: Page, server: str) -> None:
    page.goto(opened(page, server, "roll-and-write", "Ana", "Ben", "Cai", "Dora", pad="0"))


def a_card(page: Page, server: str) -> None:
    page.goto(opened(page, server, "lutece", "Ana", "Ben", "Cai"))


def bribes(page: Page, server: str) -> None:
    table = opened(page, server, "lutece", "Ana", "Ben", "Cai")
    laid: list[dict[str, object]] = [{"type": "options", "seat": seat, "actions": ["C", "2"]} for seat in range(3)]
    told(page, table, 0, *EVENTS[:6], *laid)
    page.goto(table)


def a_count(page: Page, server: str) -> None:
    page.goto(f"{opened(page, server, 'lost-cities', 'Ana', 'Ben')}/count/0")


# What is composed: the page, and what is touched on it. Five dice are no throw yet, and one is taken back by a touch.
HANDS: dict[str, tuple[Callable[[Page, str], None], str]] = {
    BARE: (bare, "input"),
    "a card of Lost Cities": (lost_cities, ".cell"),
    "a die of Roll & Write": (a_throw, ".key"),
    "a new card of Lutèce": (a_card, "form.lu-offer .choice, form.lu-offer [data-by]"),
    "bribes of Lutèce": (bribes, "#bribe-0 [data-by]"),
    "a card of a count": (a_count, ".cell, label:has([type=checkbox])"),
}


def touched(browser: Browser, server: str, name: str, seed: int) -> list[float]:
    """How long each of many touches by chance took, in ms, once what the page shows at first has come to rest."""
    begin, targets = HANDS[name]
    chance = Random(seed)
    with browser.new_context(viewport=PHONE, has_touch=True, service_workers="block") as context:
        page = context.new_page()
        begin(page, server)
        slow(page)
        page.evaluate(SETTLED)
        page.evaluate(WATCH)
        for number in range(TOUCHES):
            if name.startswith("a die") and number % 5 == 4:
                page.locator("[data-takes]").first.evaluate("slot => slot.form.reset()")
            page.touchscreen.tap(*chance.choice(page.evaluate(IN_SIGHT, targets)))
            page.wait_for_timeout(PAUSE)
        page.wait_for_timeout(500)
        reported = page.evaluate(CLICKS)
    return [*reported, *[UNREPORTED] * (TOUCHES - len(reported))]


def touches(folder: Path) -> Iterator[str]:
    """A row for each hand: its median, and 95 touches in a hundred."""
    with browsing(f"sqlite:///{folder}/touches.db", folder) as (browser, server):
        for name in HANDS:
            took = [took for seed in range(TIMES) for took in touched(browser, server, name, seed)]
            late = statistics.quantiles(took, n=20)[-1]
            figure = f"{statistics.median(took):.0f} ms, 95 in 100 within {late:.0f} ms"
            yield row(f"a touch on {name}", figure, f"95 in 100 ≤ {LIMIT} ms", late <= LIMIT)
