"""Nothing of a table that is gone stays on a phone; where a browser stores nothing, everything else goes on."""

import re
from pathlib import Path
from shutil import copyfile

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import AWAY, Phone, at, deleted, opened, seated, ten_steps, told, until
from tests.ledger.databases import fresh_sqlite
from tests.network import Network
from tests.serving import Served

STREAM = re.compile(r"/stream\?")
KEPT = """async (codes) => {
    const names = Object.keys(localStorage);
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) names.push(url);
    return names.filter(name => codes.some(code => name.includes(code))).length;
}"""
FORBIDDEN = 'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no"); } })'
FULL = 'Storage.prototype.setItem = () => { throw new DOMException("full"); }'
RUBBISH = "localStorage.setItem(`waiting ${location.pathname}`, '%s')"


def table_of(page: Page, server: str) -> str:
    """A table at which the phone sits in Ana's seat, with pages of it and a tap that waits on the phone."""
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[{"type": "start", "seat": 0}])
    seated(page, table, 0)
    watch = page.request.get(f"{table}/share").text()
    code, watched = table.rpartition("/")[2], re.findall(r"/w/([\w-]{22})", watch)[0]
    for path in (f"/t/{code}/log", f"/w/{watched}", f"/r/{watched}"):
        page.goto(f"{server}{path}")
        until(page, "async path => Boolean(await caches.match(path, { ignoreVary: true }))", path)
    page.evaluate("code => localStorage.setItem(`waiting /t/${code}`, '[]')", code)
    return table


def codes(page: Page, table: str) -> list[str]:
    return [table.rpartition("/")[2], *re.findall(r"/w/([\w-]{22})", page.request.get(f"{table}/share").text())[:1]]


def has_dropped(page: Page, names: list[str]) -> None:
    until(page, f"async names => await ({KEPT})(names) === 0", names)


@pytest.fixture
def ana(phone: Phone) -> Page:
    return phone(expected=AWAY, service_workers="allow")


def test_a_table_that_was_deleted_here_leaves_nothing_and_others_stay(ana: Page, server: str) -> None:
    other, table = table_of(ana, server), table_of(ana, server)
    names = codes(ana, table)
    deleted(ana, table)
    has_dropped(ana, names)
    assert ana.evaluate(KEPT, [codes(ana, other)[0]]) > 1


def test_a_table_that_was_deleted_elsewhere_leaves_nothing_once_the_phone_hears_of_it(
    ana: Page, server: str, phone: Phone
) -> None:
    ben = phone(expected=AWAY, service_workers="allow")
    table = table_of(ana, server)
    names = codes(ana, table)[:1]
    seated(ben, table, 1)
    ben.goto(f"{table}/log")
    ben.goto(table)
    deleted(ana, table)
    expect(ben.get_by_text("This table has been deleted.")).to_be_visible()
    has_dropped(ben, names)


def test_a_report_to_a_table_that_is_gone_leads_to_the_page_that_says_so(ana: Page, server: str, phone: Phone) -> None:
    """Also where no stream has told: all that waited for the table goes with it."""
    ben = phone(expected=AWAY)
    table = table_of(ana, server)
    seated(ben, table, 1)
    ben.route("**/stream*", lambda route: route.abort())
    ben.route(re.compile(r"&seen="), lambda route: route.abort())
    ben.goto(table)
    waits = "report => localStorage.setItem(`waiting ${location.pathname}`, JSON.stringify([report, report]))"
    report = {"action": f"{table}/report", "form": "", "id": "1", "fields": [], "said": "x", "composed": [], "at": 0}
    deleted(ana, table)
    ben.evaluate(waits, report)
    expect(ben.get_by_text("Nothing here.")).to_be_visible()
    until(ben, "() => localStorage.length === 0")


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL, RUBBISH % "{", RUBBISH % "null", RUBBISH % "[null]"])
def test_where_nothing_can_be_stored_a_tap_lands_and_one_that_waits_says_so(
    phone: Phone, server: str, storage: str
) -> None:
    page = phone(expected=AWAY)
    page.add_init_script(storage)
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[{"type": "start", "seat": 0}])
    page.goto(table)
    page.context.set_offline(True)
    page.locator(".cell [value*='red-7']").first.click()
    page.get_by_role("button", name="Lay only", exact=True).click()
    expect(page.locator("#waiting")).to_contain_text("Lay")
    expect(page.get_by_text("This browser cannot store it")).to_be_visible(visible=storage in (FORBIDDEN, FULL))
    page.context.set_offline(False)
    at(page, 2)
    expect(page.locator("#waiting")).to_be_hidden()


def test_where_storage_is_forbidden_share_says_what_the_browser_lacks(phone: Phone, plain: str) -> None:
    page = phone()
    page.add_init_script(FORBIDDEN)
    page.goto(plain)
    page.get_by_role("button", name="Lost Cities").first.click()
    page.locator("#table").wait_for()
    page.goto(f"{page.url.split('?')[0]}/share")
    expect(page.locator("[data-without=serviceWorker]")).to_be_visible()


def test_the_cache_has_an_end_and_what_was_put_last_stays(ana: Page, server: str) -> None:
    table = table_of(ana, server)
    ana.evaluate("""async () => {
        const kept = await caches.open((await caches.keys())[0]);
        for (let n = 0; n < 250; n += 1) await kept.put(`/count/older-${n}`, new Response("older"));
    }""")
    ana.goto(f"{table}/log")
    until(ana, "async () => (await (await caches.open((await caches.keys())[0])).keys()).length <= 200")
    assert ana.evaluate("async () => Boolean(await caches.match(location.href, { ignoreVary: true }))")
    assert not ana.evaluate("async () => Boolean(await caches.match('/count/older-0'))")


def test_a_phone_ahead_of_an_older_ledger_takes_what_is_true_and_asks_no_more(phone: Phone, tmp_path: Path) -> None:
    """The ledger of before the last two moves is restored while the page stays open."""
    url = fresh_sqlite(tmp_path)
    ledger, older = Path(url.removeprefix("sqlite:///")), tmp_path / "older.db"
    served = Served(url, tmp_path).start()
    page = phone(expected=(*AWAY, "ERR_"))
    try:
        table = opened(page, served.address, "lost-cities", "Ana", "Ben", events=[{"type": "start", "seat": 0}])
        served.stop()
        copyfile(ledger, older)
        served.start()
        told(page, table, 1, {"type": "lay", "seat": 0, "card": "red-5"}, {"type": "draw", "seat": 0, "from": "deck"})
        page.clock.install()
        page.goto(table)
        at(page, 3)
        served.stop()
        for file in tmp_path.glob(f"{ledger.name}*"):
            file.unlink()
        copyfile(older, ledger)
        with page.expect_response(STREAM):
            served.start()
        at(page, 1)
        expect(page.locator('#table .cell [value*="red-5"]')).to_be_enabled()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        ten_steps(page)
        assert len(asked) <= 3, asked
    finally:
        served.stop()


def test_what_cairn_in_the_pocket_keeps_is_left_alone(phone: Phone, server: str) -> None:
    """It may have been taken along from here: older pages of this one go, its files stay."""
    page = phone(service_workers="allow")
    page.goto(f"{server}/static/icon.svg")
    page.evaluate("async () => { for (const name of ['cairn /along/ 1', 'cairn-1']) await caches.open(name); }")
    page.goto(server)
    until(page, "async () => !(await caches.keys()).includes('cairn-1')")
    assert "cairn /along/ 1" in page.evaluate("async () => await caches.keys()")


def test_without_network_the_pocket_is_offered_where_it_is_on_the_phone(phone: Phone, network: Network) -> None:
    page = phone(expected=AWAY, service_workers="allow")
    offered = page.get_by_role("link", name="Go on in the pocket")
    for known, count in (("", 0), ("/along/", 1)):
        page.goto(f"{network.address}/static/icon.svg")
        page.evaluate("(known) => (document.cookie = `pocket=${known};path=/`)", known)
        page.goto(network.address)
        expect(page.locator("#kept a")).to_have_count(count)
        until(page, "async () => Boolean(await caches.match('/', { ignoreVary: true }))")
        expect(offered).to_be_hidden()
    network.goes_away()
    page.reload()
    expect(offered).to_be_visible()
