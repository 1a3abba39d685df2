"""Cairn in the pocket, without a network: a game from the first page to its result, and a count."""

import json
import shutil
import subprocess
import sys
from io import BytesIO
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.tables import at, opened, rests, seated, until, wait
from tests.browser.test_count_now import FIRST, SECOND, TOTALS, expect_totals, paper, tick
from tests.browser.test_lost_cities import NAMES, follow, open_table, reported, totals, turn, turns_of
from tests.browser.test_network import AWAY
from tests.conftest import ROOT
from tests.pocket.conftest import renamed, served
from tests.pocket.killing import RECORDED, REPORT, forms, killed
from tests.pocket.pockets import READY, Pocket
from tests.real_table import RealTable, signed
from tests.web.test_data import import_archive

pytestmark = pytest.mark.xdist_group("pocket")  # packed once, while the others have something else to do
READ = "async (address) => (await fetch(address)).text()"
# What the Python of the pocket says of a log; web.commands itself has what no browser has.
JUDGED = """async ([log]) => (await import(location.href)).python.runPython(`
import sys, types
commands = sys.modules["web.commands"] = types.ModuleType("web.commands")
commands.__path__ = ["/cairn/web/commands"]
from pocket.bridge import bridge
from scoring import GAMES
from web.commands.judge import _json, referee_report
from web.rendering.i18n import speaking
def judge(log):
    with bridge.app.app_context(), speaking("en"):
        return _json(referee_report(GAMES["lost-cities"], log.to_py()))
judge
`)(JSON.parse(log))"""


# Every kind of page that links lead to, by what is left of an address without its codes, that could not be shown.
BROKEN = """async () => {
    const left = [location.href], seen = new Set(), broken = [];
    while (left.length) {
        const url = new URL(left.pop());
        const kind = url.pathname.replace(/[\\w-]{20,}|\\d+/g, "*");
        if (url.origin !== origin || seen.has(kind)) continue;
        const answer = await fetch(seen.add(kind) && url);
        if (answer.status >= 400) broken.push([url.href, answer.status]);
        for (const [, link] of (await answer.text()).matchAll(/<a\\b[^>]* href="([^"]+)/g))
            left.push(new URL(link.replaceAll("&amp;", "&"), url));
    }
    return [seen.size, broken];
}"""


def judged(log: str) -> str:
    """What `flask referee` says of it."""
    command = [sys.executable, "-m", "flask", "--app", "app", "referee", "lost-cities", "-"]
    return subprocess.run(command, cwd=ROOT, input=log, capture_output=True, text=True, check=True).stdout


def brought(phone: Pocket, file: str) -> None:
    """Import a file, from the first page on."""
    phone.locator(".ways a", has_text="Groups").tap()
    sent = {"name": "cairn.json", "mimeType": "application/json", "buffer": file.encode()}
    phone.locator("input[type=file]").set_input_files(sent)
    phone.get_by_role("button", name="Import").tap()


def exported(phone: Pocket) -> bytes:
    """Everything of the phone, as the file that it downloads."""
    phone.goto(phone.address)
    with phone.window.expect_download() as download:
        phone.get_by_role("link", name="Export everything").tap()
    return download.value.path().read_bytes()


def test_a_group_comes_along_and_the_game_played_without_a_network_is_in_its_statistics_afterwards(
    pocket, visitor, table, ana
):
    """The referee in the pocket says of its log what `flask referee` says, byte for byte."""
    ana.on("/groups").press("Create the group", name="Fridays")
    group = ana.at
    ana.on(f"{group}/tables").press("Add")
    phone = pocket().window()
    phone.clock.install()
    phone.open()
    brought(phone, ana.on("/everything.json").response.text)
    phone.locator("h1", has_text="Fridays").wait_for()
    phone.locator("a[href$='/new/lost-cities']").tap()
    phone.locator(".settings").evaluate("settings => { settings.open = true; }")
    phone.locator("#rounds").select_option(label="1 round")
    phone.locator("form.stack button.main").tap()
    phone.locator("#table").wait_for()
    url = phone.url
    real = RealTable(Random(7))
    *before, last = turns_of(real)
    phone.goto(phone.address)  # the table would look at each move, and tell the console of the look that is cut off
    phone.evaluate(REPORT, {"address": url, "forms": forms(before)})
    phone.goto(url)
    follow((phone, phone), [last], 1 + 2 * len(before))
    expect(phone.locator(".winner")).to_be_visible()
    sums = [real.worth(0), real.worth(1)]
    assert totals(phone) == list(map(signed, sums))

    log = phone.evaluate(READ, f"{url}/log.json")
    said = phone.window.workers[-1].evaluate(JUDGED, [log])
    assert f"{said}\n" == judged(log)
    ruled = json.loads(said)
    assert ruled["legal"]
    assert [player["total"] for player in ruled["result"]["players"]] == sums

    import_archive(ana, exported(phone))
    found, broken = phone.evaluate(BROKEN)
    assert (found > 30, broken) == (True, []), found
    ana.press("Import into “Fridays”")
    ana.answered(200, "1 table was imported.")
    assert all(signed(total) in ana.go(f"{group}/figures").text for total in sums)


def test_a_count_goes_from_the_first_page_to_its_totals_without_a_network(installed):
    finger = paper(installed, installed.address)
    tick(finger, 0, FIRST)
    tick(finger, 1, SECOND)
    expect_totals(installed, *TOTALS)


def test_what_was_acknowledged_is_there_after_an_end_at_any_moment(pocket):
    phone = pocket()
    for ends_worker in (False, True):
        acknowledged, there = killed(phone, Random(48), ends_worker)
        assert 0 < acknowledged <= there


def begun(window: Pocket) -> str:
    """A table at which one move is recorded."""
    window.clock.install()
    window.open()
    url = open_table(window, window.address)
    rests(window)
    window.get_by_role("button", name="Ana begins").click()
    at(window, 1)
    return url


def large(size: int) -> str:
    """The file of a device with so many tables of 5,000 moves, which take half a megabyte each."""
    moves = [{"type": "start", "seat": 0}, *[{"type": "lay", "seat": 0, "card": "red-2"}, {"type": "undo"}] * 2499]
    day = "2026-11-27T11:00:00+00:00"
    table = {"cairn": "table", "version": 1, "game": "lost-cities", "names": ["Zoe", "Dan"], "opened_at": day}
    table |= {"settings": {}, "log": [{"at": day, "by": None, "event": move} for move in moves]}
    tables = [{**table, "id": str(number)} for number in range(size)]
    return json.dumps({"cairn": "device", "version": 1, "groups": [], "tables": tables, "papers": []})


def test_what_finds_no_room_is_not_recorded_and_that_is_said_and_what_was_before_is_kept(pocket, tmp_path):
    phone = pocket(disk=tmp_path)
    window, host = phone.window(), phone.network.address
    url = begun(window)
    storage = window.window.context.new_cdp_session(window.window)
    used = storage.send("Storage.getUsageAndQuota", {"origin": host})["usage"]
    storage.send("Storage.overrideQuotaForOrigin", {"origin": host, "quotaSize": used})
    window.goto(window.address)
    brought(window, large(2))
    expect(window.window.locator("#says")).to_contain_text("there is no room left")
    with window.window.expect_navigation():
        window.window.locator("#again").click()
    until(window.window, READY)
    window.locator("h1", has_text="Groups").wait_for()
    window.goto(window.address)
    assert "Zoe" not in window.locator("body").inner_text()
    assert window.evaluate(RECORDED, url) == 1


# The newer of the two images, after its damage.
DAMAGED = """async ([from, change]) => {
    const folder = await navigator.storage.getDirectory();
    const files = ["even.image", "odd.image"].map(async (name) => {
        const handle = await folder.getFileHandle(name);
        return { handle, bytes: new Uint8Array(await (await handle.getFile()).arrayBuffer()) };
    });
    const number = ({ bytes }) => new DataView(bytes.buffer).getUint32(0, true);
    const [newer] = (await Promise.all(files)).sort((one, other) => number(other) - number(one));
    const writing = await newer.handle.createWritable();
    await writing.write(change === "flip" ? newer.bytes.with(from, newer.bytes[from] ^ 1) : newer.bytes.slice(0, from));
    await writing.close();
}"""


def test_a_damaged_image_gives_way_to_the_whole_one_before_it_and_the_page_says_since_when(pocket):
    window = pocket().window()
    url = begun(window)
    for at_byte, change in ((0, "cut"), (9000, "flip")):
        window.window.goto(f"{window.address}version.txt")
        window.window.evaluate(DAMAGED, [at_byte, change])
        with window.window.expect_event("dialog") as told:
            window.window.once("dialog", lambda dialog: dialog.accept())
            window.open()
        assert "What this browser kept last is damaged." in told.value.message
        assert window.evaluate(RECORDED, url) == 0
        window.goto(url)
        window.get_by_role("button", name="Ana begins").click()
        at(window, 1)


VERSION = "() => document.documentElement.dataset.version"
COMES = """async () => {
    const { waiting, installing } = await (await navigator.serviceWorker.ready).update();
    const coming = waiting ?? installing;
    if (coming.state === "installing") await new Promise((resolve) => (coming.onstatechange = resolve));
    return coming.state;
}"""


def opened_again(phone, window):
    """A new window, once the browser has let go of the last one of another version."""
    beside = phone.context.new_page()
    versions = {}

    def heard(said):
        versions.update({one["versionId"]: one["status"] for one in said["versions"]})

    tools = phone.context.new_cdp_session(beside)
    tools.on("ServiceWorker.workerVersionUpdated", heard)
    tools.send("ServiceWorker.enable")
    window.window.close()
    wait(beside, lambda: versions and {"installed", "activating"}.isdisjoint(versions.values()), "still the one before")
    beside.close()
    window = phone.window()
    window.open()
    return window


def test_an_update_takes_the_place_of_all_or_nothing_and_a_game_goes_on_over_it(pocket, packed, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(packed, site)
    with served(site) as host:
        phone = pocket(at=host)
        window = phone.window()
        url = begun(window)
        known = window.window.evaluate(VERSION)
        shutil.rmtree(site)
        renamed(packed, site, "another")
        (site / "pocket" / "worker.js.z").rename(tmp_path / "late")
        for state, version in (("redundant", known), ("installed", "another")):
            phone.network.comes_back()
            assert window.window.evaluate(COMES) == state
            assert window.evaluate(RECORDED, url) == 1
            phone.network.goes_away()
            window = opened_again(phone, window)
            assert window.window.evaluate(VERSION).endswith(version)
            if (tmp_path / "late").exists():
                (tmp_path / "late").rename(site / "pocket" / "worker.js.z")
        assert window.evaluate(RECORDED, url) == 1


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
        another.window.goto(f"{phone.address}rules/lutece")
        another.locator("h1", has_text="Lutèce").wait_for()


def test_another_window_takes_it_over_with_all_moves_and_the_first_one_waits(pocket):
    phone = pocket()
    first = phone.window()
    url = begun(first)
    another = Pocket(phone.context.new_page(), first.address)
    another.window.goto(f"{another.address}#{urlsplit(url).path}")
    another.window.get_by_role("button", name="Use it here").tap()
    at(another, 1)
    assert another.evaluate(RECORDED, url) == 1
    expect(first.window.locator("#says")).to_contain_text("open in another window")
    first.window.get_by_role("button", name="Use it here").tap()
    at(first, 1)


GONE = """async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
}"""


def test_a_frame_that_has_left_the_application_starts_it_again(pocket):
    """As when the data of the site are deleted while it is open; the second time its host refuses frames, too."""
    phone = pocket()
    host = phone.network.address
    window = phone.window(expected=("404", "frame"))
    window.open()
    phone.network.comes_back()
    refuse = {"body": "not found", "headers": {"X-Frame-Options": "DENY"}}
    for _ in range(2):
        window.window.evaluate(GONE)
        with window.window.expect_navigation(wait_until="commit"):
            window.window.evaluate("document.getElementById('page').contentWindow.location = 'rules/lutece'")
        until(window.window, READY)
        window.locator("a.brand").wait_for()
        phone.context.route(f"{host}/rules/*", lambda route: route.fulfill(**refuse))


def test_where_the_data_are_deleted_while_another_window_waits_either_starts_anew(pocket):
    phone = pocket()
    first = phone.window(expected="404")
    first.open()
    another = phone.window(expected="404")
    another.window.goto(another.address)
    expect(another.window.locator("#says")).to_contain_text("open in another window")
    phone.network.comes_back()
    first.window.evaluate(GONE)
    first.window.evaluate("document.getElementById('page').contentWindow.location = 'rules/lutece'")
    expect(first.window.locator("#says")).to_contain_text("open in another window")
    another.locator("a.brand").wait_for()
    first.window.get_by_role("button", name="Use it here").tap()
    first.locator("a.brand").wait_for()


LACKING = {
    "delete window.WebAssembly": "WebAssembly is switched off in this browser",
    "delete window.DecompressionStream": "too old for Cairn",
}


def test_the_browser_is_asked_for_nothing_at_the_start(installed):
    assert installed.window.evaluate("window.asked") is None


def test_without_a_storage_manager_it_starts_and_keeps_games(pocket):
    phone = pocket()
    phone.context.add_init_script("delete Navigator.prototype.storage")
    window = phone.window()
    url = begun(window)
    assert window.evaluate(RECORDED, url) == 1


@pytest.mark.parametrize("lacks", LACKING)
def test_what_a_browser_lacks_is_named(pocket, lacks):
    phone = pocket()
    phone.context.add_init_script(lacks)
    window = phone.window()
    window.window.goto(window.address)
    expect(window.window.locator("#says")).to_contain_text(LACKING[lacks])


def test_the_browser_prints_the_sheet_of_roll_and_write_at_true_size(installed):
    sheet = installed.window.context.new_page()
    sheet.goto(f"{installed.address}print/roll-and-write-sheet.html?up=1")
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
    const [{ name }] = await indexedDB.databases();
    return [fresh, again.state, [...new Set(again.ledger)], again.ledger.length, again.missing ?? null, name];
}"""


def test_without_files_of_its_own_a_browser_keeps_the_ledger_in_its_database(installed):
    """A window has no such files at all, so there the store does what it does in a browser that lacks them."""
    assert installed.window.evaluate(KEPT_BY_INDEXED_DB) == [["", None], "three", [3], 5000, None, "cairn"]


FILED = """async (moves) => {
    const file = await caches.match(`${location.pathname}/table.json`);
    return (await file?.json())?.log.length === moves;
}"""


# What other pages make of what waits.
NOTES = """() => {
    window.waits = [];
    addEventListener("storage", ({ key, newValue }) => key.startsWith("waiting ") && waits.push(newValue));
}"""


def test_a_table_that_loses_its_network_goes_on_in_the_pocket_with_what_waits_and_comes_home(packed, network, phone):
    """Nothing is sent twice, and nothing is lost: also where the pocket is opened in another tab, which the page does
    not see, and the network is back before that has begun.
    """
    window = phone(expected=AWAY, service_workers="allow")
    window.clock.install()
    taken = Pocket(window, f"{network.address}/along/")
    taken.open()
    url = opened(window, network.address, "lost-cities", *NAMES)
    turns = list(turns_of(RealTable(Random(7))))
    reported(window, url, turns[:2])
    seated(window, url, "all")
    until(window, FILED, 5)
    follow((window, window), turns[2:3], 5)
    until(window, FILED, 7)
    window.evaluate(NOTES)
    network.goes_away()
    rests(window)
    turn(window, *turns[3][1:])
    rests(window)
    with window.context.expect_page() as tab:
        window.locator("#waiting").get_by_role("link", name="Go on in the pocket").click(button="middle")
    until(window, "() => waits[0]?.includes('handed')")
    network.comes_back(window)
    taken = Pocket(tab.value, taken.address)
    until(taken.window, READY)
    at(taken, 9)
    until(window, "() => waits.length > 1")
    assert "handed" not in window.evaluate("waits[1]")
    assert window.evaluate("url => localStorage.getItem(`waiting ${new URL(url).pathname}`)", url) is None
    follow((taken, taken), turns[4:6], 9)
    at(taken, 13)
    assert len(window.request.get(f"{url}/log.json").json()["events"]) == 7
    window.close()
    window = taken.window
    taken.goto(f"{taken.url}/share")
    taken.get_by_role("link", name="Bring it home").click()
    taken.get_by_role("button", name="Bring it home").click()
    window.get_by_text("Nothing has been imported yet").wait_for()
    rests(window)
    window.get_by_role("button", name="Import").click()
    at(window, 13)
    assert window.url == url
    expect(window.get_by_text("6 moves were added to what was here already.")).to_be_visible()


def test_a_table_of_several_phones_that_goes_on_in_the_pocket_offers_to_let_the_others_in(packed, network, phone):
    window = phone(expected=AWAY, service_workers="allow")
    window.clock.install()
    taken = Pocket(window, f"{network.address}/along/")
    taken.open()
    seated(window, opened(window, network.address, "lost-cities", *NAMES), 0)
    until(window, FILED, 0)
    network.goes_away()
    rests(window)
    window.get_by_role("button", name="Ana begins").click()
    rests(window)
    window.locator("#waiting").get_by_role("link", name="Go on in the pocket").click()
    until(taken.window, READY)
    at(taken, 1)
    expect(taken.window.locator("#line_says")).to_contain_text("must now join this phone")
    taken.window.get_by_role("button", name="Let others join").click()
    expect(taken.window.locator("#joining")).to_be_visible()
