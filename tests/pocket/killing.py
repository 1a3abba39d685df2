"""A window closed, or its worker ended, while a game is reported: what was acknowledged is there afterwards.

`python -m tests.pocket.killing ADDRESS TIMES` does so many times with the Cairn that is packed there, half of them
each, and prints how many acknowledged moves there were, and how many were lost.
"""

import secrets
import sys
from collections.abc import Iterable
from itertools import chain
from random import Random

import click
from playwright.sync_api import sync_playwright

from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.tables import wait
from tests.browser.test_lost_cities import Turn, events, open_table, turns_of
from tests.pocket.pockets import Phone, Pocket, pocket_in
from tests.real_table import RealTable
from web.table.forms import fields

LONGEST = 500  # ms after the first move was acknowledged until a window or its worker is ended
# Report one form after the other, and tell of each answer that says that it is recorded.
REPORT = """async ({ address, forms }) => {
    const token = document.querySelector("[name=csrf_token]").value;
    for (const [seen, form] of forms.entries()) {
        const body = new URLSearchParams([...form, ["csrf_token", token], ["seen", seen], ["sure", "1"]]);
        const answer = await fetch(`${address}/report`, { method: "POST", body, headers: { "HX-Request": "true" } });
        if (answer.status !== 200) throw new Error(answer.status);
        await window.acknowledged?.();
    }
}"""
RECORDED = "async (address) => (await (await fetch(`${address}/log.json`)).json()).events.length"


def killed(phone: Phone, chance: Random, ends_worker: bool) -> tuple[int, int]:
    """The moves that were acknowledged before the end came, and those that are there afterwards."""
    window, told = phone.window(), []
    window.window.expose_function("acknowledged", lambda: told.append(True))
    window.open()
    url = open_table(window, window.address)
    said = {"address": url, "forms": forms(turns_of(RealTable(chance)))}
    window.evaluate(f"all => {{ ({REPORT})(all).catch(() => {{}}); }}", said)
    wait(window.window, lambda: told, "no move was acknowledged")
    window.window.wait_for_timeout(chance.randrange(LONGEST))
    if ends_worker:
        window.window.evaluate("workers.at(-1).terminate()")
    else:
        window = _anew(phone, window)
    acknowledged = len(told)
    there = window.evaluate(RECORDED, url)
    window.window.close()
    return acknowledged, there


def _anew(phone: Phone, window: Pocket) -> Pocket:
    window.window.close()
    another = phone.window()
    another.open()
    return another


def forms(turns: Iterable[Turn]) -> list[list[tuple[str, str]]]:
    """What a phone sends of these turns, with which Ana begins."""
    reported = [{"type": "start", "seat": 0}, *chain.from_iterable(events(*turn) for turn in turns)]
    return [[("move_id", secrets.token_hex(8)), *fields(event)] for event in reported]


def main(host: str, times: int) -> None:
    chance = Random(48)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        with pocket_in(browser, host) as pocket:
            phone = pocket()
            found = [killed(phone, chance, bool(at % 2)) for at in range(times)]
        browser.close()
    lost = sum(max(acknowledged - there, 0) for acknowledged, there in found)
    click.echo(f"{times} ends, {sum(told for told, _ in found)} acknowledged moves, {lost} lost: {found}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
