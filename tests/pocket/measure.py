"""Each game on one phone without a network, and what its taps took: `python -m tests.pocket.measure ADDRESS [RATE]`.

RATE makes the processor that many times slower once Cairn was fetched. Times are of the shared machine that it runs on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

import click
from playwright.sync_api import Request, expect, sync_playwright

from tests.browser import test_lost_cities, test_lutece, test_roll_and_write
from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.tables import at, rests
from tests.pocket.pockets import Phone, Pocket, pocket_in
from tests.real_table import RealTable, signed


def lost_cities(phone: Pocket) -> None:
    test_lost_cities.open_table(phone, phone.address, rounds="1 round")
    rests(phone)
    phone.get_by_role("button", name="Ana begins").click()
    real, seq = RealTable(Random(7)), 1
    for _seat, *played in test_lost_cities.turns_of(real):
        at(phone, seq)
        rests(phone)
        test_lost_cities.turn(phone, *played)
        seq += 2
    expect(phone.locator(".winner")).to_be_visible()
    assert test_lost_cities.totals(phone) == [signed(real.worth(0)), signed(real.worth(1))]


def roll_and_write(phone: Pocket) -> None:
    house = phone.address.rstrip("/")
    test_roll_and_write.open_table(phone, house)
    seq = 0
    for dice, acts in (*test_roll_and_write.WRITTEN, *test_roll_and_write.REFUSED):
        at(phone, seq)
        rests(phone)
        test_roll_and_write.throw(phone, dice)
        for done, (seat, choice) in enumerate(acts.items(), seq + 2):
            at(phone, done - 1)
            rests(phone)
            test_roll_and_write.act(phone, seat, choice)
        seq += 1 + len(acts)
    test_roll_and_write.assert_it_ended(phone)


def lutece(phone: Pocket) -> None:
    test_lutece.open_table(phone, phone.address.rstrip("/"))
    test_lutece.the_game(test_lutece.Phones((phone,) * 3))


STEPS = "document.documentElement.dataset.ready"  # of the start, and their milliseconds
GAMES: tuple[Callable[[Pocket], None], ...] = (lost_cities, roll_and_write, lutece)


def started(phone: Phone, rate: int) -> tuple[Pocket, float]:
    """A window with its processor slowed down, and the seconds until Python was ready."""
    window = phone.window()
    phone.context.new_cdp_session(window.window).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    began = time.monotonic()
    window.open()
    return window, time.monotonic() - began


def main(host: str, rate: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        with pocket_in(browser, host) as pocket:
            phone = pocket()
            for _ in range(3):
                window, seconds = started(phone, rate)
                click.echo(f"start {seconds:.1f} s {window.window.evaluate(STEPS)}")
                window.window.close()
            for game in GAMES:
                window = phone.window()
                window.clock.install()
                window.open()
                taps: list[float] = []

                def note(asked: Request, taps: list[float] = taps) -> None:
                    if asked.method == "POST":
                        taps.append(asked.timing["responseEnd"])

                window.window.on("requestfinished", note)
                phone.context.new_cdp_session(window.window).send("Emulation.setCPUThrottlingRate", {"rate": rate})
                try:
                    game(window)
                    click.echo(
                        f"{game.__name__}: {len(taps)} posts, median {median(taps):.0f}, most {max(taps):.0f} ms"
                    )
                except Exception as wrong:
                    click.echo(f"{game.__name__} did not end: {str(wrong)[:500]}")
                window.window.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 1)
