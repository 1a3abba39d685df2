"""Cairn in the pocket, without a network: a game from the first page to its result, and a count."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from random import Random

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.tables import rests, until
from tests.browser.test_count_now import FIRST, SECOND, TOTALS, expect_totals, paper, tick
from tests.browser.test_lost_cities import follow, open_table, totals, turns_of
from tests.conftest import ROOT
from tests.pocket.conftest import served
from tests.pocket.killing import killed
from tests.pocket.pockets import Pocket
from tests.real_table import RealTable, signed
from tests.visitor import Visitor

READ = "async (address) => (await fetch(address)).text()"


def judged(log: str) -> dict:
    """What `flask referee` says of it."""
    command = [sys.executable, "-m", "flask", "--app", "app", "referee", "lost-cities", "-"]
    ended = subprocess.run(command, cwd=ROOT, input=log, capture_output=True, text=True, check=True)
    return json.loads(ended.stdout)


def log_once_imported(visitor: Visitor, table: str) -> str:
    """The log that a served Cairn has of the file of a table."""
    visitor.go("/groups")
    file = (BytesIO(table.encode()), "table.json")
    visitor.see(visitor.client.post("/groups/bring", data={"csrf_token": visitor.token(), "file": file}))
    return visitor.client.get(f"{visitor.response.location}/log.json").text


def test_a_game_of_lost_cities_goes_from_the_first_page_to_its_result_without_a_network(pocket, visitor):
    """Its log is byte for byte that of a served Cairn which takes in its file, and the referee there says the same."""
    phone = pocket().window()
    phone.clock.install()
    phone.open()
    url = open_table(phone, phone.address, rounds="1 round")
    rests(phone)
    phone.get_by_role("button", name="Ana begins").click()
    real = RealTable(Random(7))
    follow((phone, phone), list(turns_of(real)), 1)
    expect(phone.locator(".winner")).to_be_visible()
    sums = [real.worth(0), real.worth(1)]
    assert totals(phone) == list(map(signed, sums))
    log, table = (phone.evaluate(READ, f"{url}/{file}.json") for file in ("log", "table"))
    assert log_once_imported(visitor(), table) == log
    ruled = judged(log)
    assert ruled["legal"]
    assert [player["total"] for player in ruled["result"]["players"]] == sums


def test_a_count_goes_from_the_first_page_to_its_totals_without_a_network(pocket):
    phone = pocket().window()
    phone.open()
    finger = paper(phone, phone.address)
    tick(finger, 0, FIRST)
    tick(finger, 1, SECOND)
    expect_totals(phone, *TOTALS)


@pytest.mark.parametrize("ends_worker", [False, True], ids=["window closed", "worker ended"])
def test_what_was_acknowledged_is_there_after_an_end_at_any_moment(pocket, ends_worker):
    acknowledged, there = killed(pocket(), Random(48), ends_worker)
    assert 0 < acknowledged <= there


def test_in_a_folder_of_its_host_it_opens_where_it_was_and_in_another_window_says_so(pocket, packed):
    with served(packed.parent) as host:
        phone = pocket(at=f"{host}/pocket")
        first = phone.window()
        first.open()
        first.locator("a[href='/pocket/rules/lutece']").tap()
        first.locator("h1", has_text="Lutèce").wait_for()
        another = Pocket(phone.context.new_page(), first.address)
        another.window.goto(another.address)
        expect(another.window.locator("#says")).to_contain_text("open in another window")
        first.window.close()
        another.locator("a.brand").wait_for()
        another.window.goto(f"{host}/pocket/rules/lutece")
        another.locator("h1", has_text="Lutèce").wait_for()


def test_the_browser_prints_the_sheet_of_roll_and_write_at_true_size(pocket):
    phone = pocket()
    phone.window().open()
    sheet = phone.context.new_page()
    sheet.goto(f"{phone.address}print/roll-and-write-sheet.html?up=1")
    until(sheet, "() => [...document.fonts].every(({ status }) => status === 'loaded')")
    (page,) = PdfReader(BytesIO(sheet.pdf(prefer_css_page_size=True))).pages
    assert [round(float(side) * 25.4 / 72) for side in page.mediabox.upper_right] == [210, 297]
    assert "Roll & Write" in page.extract_text()


KEPT_BY_INDEXED_DB = """async () => {
    const { openStore } = await import("./pocket/store.js");
    const ledger = (size, byte) => new Uint8Array(size).fill(byte);
    const first = await openStore();
    const fresh = [first.state, first.ledger ?? null];
    await first.save("one", ledger(9000, 1));
    await first.save("two", ledger(20000, 2));
    await first.save("three", ledger(5000, 3));
    const again = await openStore();
    return [fresh, again.state, [...new Set(again.ledger)], again.ledger.length, first.place.constructor.name];
}"""


def test_without_files_of_its_own_a_browser_keeps_the_ledger_in_its_database(pocket):
    """A window has no such files at all, so there the store does what it does in a browser that lacks them."""
    window = pocket().window()
    window.open()
    assert window.window.evaluate(KEPT_BY_INDEXED_DB) == [["", None], "three", [3], 5000, "Blocks"]
