"""Each game on one phone without a network, and what its taps took: `python -m tests.pocket.measure ADDRESS [RATE]`.

RATE makes the pages and the worker that many times slower once Cairn was fetched: their processes are stopped for a
part of each tenth of a second. Times are of the machine that this runs on, and of what else it does.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from statistics import median
from threading import Event, Thread

import click
import psutil
from playwright.sync_api import Page, Request, expect, sync_playwright

from tests.browser import test_count_now, test_lost_cities, test_lutece, test_roll_and_write
from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.tables import at, rests
from tests.pocket.pockets import Phone, Pocket, pocket_in
from tests.real_table import RealTable, signed

SLICE = 0.1  # seconds
STEPS = "document.documentElement.dataset.ready"  # of the start, and their milliseconds


def lost_cities(phone: Pocket) -> None:
    test_lost_cities.open_table(phone, phone.address, rounds="1 round")
    rests(phone)
    phone.get_by_role("button", name="Ana begins").click()
    real = RealTable(Random(7))
    test_lost_cities.follow((phone, phone), list(test_lost_cities.turns_of(real)), 1)
    expect(phone.locator(".winner")).to_be_visible()
    assert test_lost_cities.totals(phone) == [signed(real.worth(0)), signed(real.worth(1))]


def roll_and_write(phone: Pocket) -> None:
    walk, seq = test_roll_and_write, 0
    walk.open_table(phone, phone.address.rstrip("/"))
    for turn in range(walk.ALL_REFUSED):
        at(phone, seq)
        rests(phone)
        walk.throw(phone, "9 9 9 green green green")
        for done, seat in enumerate(walk.in_turn(turn), seq + 2):
            at(phone, done - 1)
            rests(phone)
            walk.act(phone, seat, None)
        seq = done
    walk.play(dict.fromkeys(range(len(walk.NAMES)), phone), seq)
    walk.assert_it_ended(phone)


def lutece(phone: Pocket) -> None:
    test_lutece.open_table(phone, phone.address.rstrip("/"))
    phones = test_lutece.Phones((phone,) * 3)
    test_lutece.first_round(phones)
    test_lutece.last_round(phones)


def count_of_lost_cities(phone: Pocket) -> None:
    finger = test_count_now.paper(phone, phone.address)
    test_count_now.tick(finger, 0, test_count_now.FIRST)
    test_count_now.tick(finger, 1, test_count_now.SECOND)
    test_count_now.expect_totals(phone, *test_count_now.TOTALS)


def count_of_roll_and_write(phone: Pocket) -> None:
    test_count_now.test_each_sheet_of_roll_and_write_is_a_tap_away_with_the_totals_in_sight(
        lambda: phone, phone.address
    )


def count_of_lutece(phone: Pocket) -> None:
    test_count_now.test_lutece_in_short_takes_one_touch_a_number_from_the_first_page_to_the_totals(
        lambda: phone, phone.address, 2
    )


GAMES: tuple[Callable[[Pocket], None], ...] = (lost_cities, roll_and_write, lutece)
COUNTS: tuple[Callable[[Pocket], None], ...] = (count_of_lost_cities, count_of_roll_and_write, count_of_lutece)


def renderers() -> list[psutil.Process]:
    """The processes of the pages of browsers that this program started."""
    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            found += [one] if "--type=renderer" in one.cmdline() else []
    return found


@contextmanager
def slower(rate: int) -> Iterator[None]:
    """Let the processes of pages that this program started run for one part of so many."""
    over = Event()

    def stop_and_go() -> None:
        pages, looked = [], 0.0
        while not over.wait(SLICE / rate):
            if time.monotonic() > looked + 1:  # finding them takes longer than a slice
                pages, looked = renderers(), time.monotonic()
            for act, pause in ((psutil.Process.suspend, SLICE * (1 - 1 / rate)), (psutil.Process.resume, 0)):
                for page in pages:
                    with suppress(psutil.Error):
                        act(page)
                time.sleep(pause)

    thread = Thread(target=stop_and_go)
    if rate > 1:
        thread.start()
    yield
    over.set()
    if rate > 1:
        thread.join()


def start(phone: Phone, rate: int) -> None:
    window = phone.window()
    with slower(rate):
        began = time.monotonic()
        window.open()
        click.echo(f"start {time.monotonic() - began:.1f} s {window.window.evaluate(STEPS)}")
    window.window.close()


def play(phone: Phone, rate: int, game: Callable[[Pocket], None]) -> None:
    window, taps = phone.window(), []
    if game in GAMES:
        window.clock.install()
    window.open()
    note_posts(window.window, taps)
    try:
        with slower(rate):
            game(window)
        click.echo(
            f"{game.__name__}: {len(taps)} posts, median {median(taps or [0]):.0f}, most {max(taps or [0]):.0f} ms"
        )
    except Exception as wrong:
        click.echo(f"{game.__name__} did not end: {str(wrong)[:600]}")
    window.window.close()


def note_posts(page: Page, taps: list[float]) -> None:
    def note(asked: Request) -> None:
        if asked.method == "POST":
            taps.append(asked.timing["responseEnd"])

    page.on("requestfinished", note)


def main(host: str, rate: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        with pocket_in(browser, host) as pocket:
            phone = pocket()
            for _ in range(3):
                start(phone, rate)
            for game in (*GAMES, *COUNTS):
                play(phone, rate, game)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 1)
