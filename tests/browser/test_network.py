"""A bad network, a server that dies, two thumbs: no tap is lost, none counts twice, nothing old looks new."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from scoring.lost_cities.moves import DECK, Discard, Draw, Lay, Start
from scoring.lost_cities.rules import apply, options, start
from scoring.lost_cities.score import Setup
from tests.browser.tables import (
    COMPOSITIONS,
    REPORTS,
    at,
    deleted,
    far_away,
    first_held,
    hears,
    opened,
    rests,
    seated,
    ten_steps,
    told,
    until,
    until_kept,
)
from tests.browser.test_twice import Finger, still
from tests.conftest import fresh_sqlite
from tests.network import Network
from tests.serving import Served
from web.table.forms import fields

NEWS = re.compile(r"\?seen=\d+$")
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
LINES = """lines => lines.sort((one, other) => one.id.slice(1) - other.id.slice(1)).map(line => {
    const alone = line.parentElement.children.length === 1;
    return (alone ? line.closest("details").querySelector("summary span") : line.firstElementChild).textContent;
})"""
AWAY = ("Failed to load resource", "htmx:error", "Failed to fetch", "ERR_", "net::")


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that the tests may kill and start again."""
    folder = tmp_path_factory.mktemp("mortal")
    served = Served(fresh_sqlite(folder), folder).start()
    yield served
    served.stop()
    assert "Traceback" not in served.said(), served.said()


# What a service worker passes on can neither be held back nor lost by a test.
without_worker = pytest.mark.parametrize("ana", ["block"], indirect=True, ids=[""])


def begun(page: Page, address: str) -> Page:
    """A phone that keeps score at a table at which Ana begins."""
    table = opened(page, address, "lost-cities", "Ana", "Ben")
    told(page, table, 0, {"type": "start", "seat": 0})
    page.goto(table)
    return page


@pytest.fixture
def ana(request: pytest.FixtureRequest, phone: Callable[..., Page], mortal: Served) -> Page:
    """Ana's phone; she has opened a table and begins. A test may block the phone's service worker."""
    workers = getattr(request, "param", "allow")
    return begun(phone(expected=(*AWAY, "status of 4"), service_workers=workers), mortal.address)


@pytest.fixture
def ben(phone: Callable[..., Page], ana: Page) -> Page:
    """Ben's phone, at the same table."""
    page = phone(expected=(*AWAY, "status of 4"), service_workers="allow")
    return seated(page, ana.url.split("?")[0], 1)


def choose(page: Page, card: str) -> None:
    page.locator(f'.cell [value*="{card.lower().replace(" ", "-")}"]').first.click()
    expect(page.get_by_role("button", name="Lay only", exact=True)).to_be_visible()


def lay(page: Page, card: str) -> None:
    choose(page, card)
    page.get_by_role("button", name="Lay only", exact=True).click()


def draw(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Draw pile")).click()


def log_of(page: Page) -> list[str]:
    """The log, oldest first. A turn of one move says its sentence above it."""
    page.goto(re.sub(r"[?#].*", "", page.url) + "/log")
    lines = page.locator(".log li").evaluate_all(LINES)
    page.go_back()
    return [line.strip() for line in lines]


def waiting(action: str, move_id: str, seen: int, event: dict[str, object]) -> dict[str, object]:
    """A report as it waits in the phone."""
    said = [("move_id", move_id), ("seen", str(seen)), *fields(event)]
    what = {"said": event["type"], "composed": [], "at": 0}
    return {"action": action, "form": "", "id": move_id, "fields": said, **what}


def test_a_tap_without_network_waits_and_is_found_once_on_both_phones(ana: Page, ben: Page) -> None:
    choose(ana, "Red 7")
    ana.context.set_offline(True)
    ana.get_by_role("button", name="Lay only", exact=True).click()
    expect(ana.locator("#waiting")).to_be_visible()
    expect(ana.locator("#waiting")).to_contain_text("Lay")
    expect(ben.locator("#table")).to_have_attribute("data-seq", "1")
    ana.context.set_offline(False)
    expect(ben.locator(".last")).to_contain_text("Ana lays red 7")
    expect(ana.locator(".last")).to_contain_text("Ana lays red 7")
    expect(ana.locator("#waiting")).to_be_hidden()
    expect(ana.locator("#table")).to_have_attribute("data-seq", "2")
    assert sum("Ana lays red 7" in line for line in log_of(ben)) == 1


def test_a_waiting_tap_that_became_illegal_is_told_with_what_was_meant(ana: Page, ben: Page) -> None:
    choose(ana, "Blue 5")
    ana.context.set_offline(True)
    ana.get_by_role("button", name="Lay only", exact=True).click()
    expect(ana.locator("#waiting")).to_be_visible()
    response = ben.request.get(ben.url)  # Ben keeps score for Ana too, and says that she laid something else
    assert response.ok
    ben.goto(ben.url.split("?")[0] + "/share")
    ben.get_by_role("button", name="I keep score for everyone").click()
    lay(ben, "Green 4")
    expect(ben.locator(".last")).to_contain_text("Ana lays green 4")
    ana.context.set_offline(False)
    expect(ana.locator(".refusal")).to_contain_text("Someone has played meanwhile")
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: blue 5 · Lay")
    expect(ana.locator("#waiting")).to_be_hidden()
    assert not any("blue 5" in line for line in log_of(ben))


@without_worker
def test_an_answer_that_was_lost_on_its_way_counts_once(ana: Page) -> None:
    """The report reached the server, its answer never came back: it is sent again, with the same move id."""
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    ana.clock.install()
    ana.reload()
    ana.route("**/report", lose)
    lay(ana, "Red 7")
    expect(ana.locator(".last")).to_contain_text("Ana lays red 7")
    until(ana, f"async () => !({REPORTS}).waiting().length")
    ten_steps(ana)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    expect(ana.locator("#table")).to_have_attribute("data-seq", "2")


@without_worker
def test_a_report_that_gets_no_answer_is_sent_again(ana: Page) -> None:
    sent: list[str] = []

    def swallow(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) > 1:
            route.continue_()

    ana.clock.install()
    ana.reload()
    ana.route("**/report", swallow)
    lay(ana, "Red 7")
    expect(ana.locator("#waiting")).to_be_attached()
    ana.clock.run_for(20_000)
    expect(ana.locator("#table")).to_have_attribute("data-seq", "2")
    assert len(sent) == 2
    assert sent[0] == sent[1]


def test_a_line_that_has_died_without_a_word_is_missed(ana: Page) -> None:
    ana.clock.install()
    hears(ana)
    asked: list[str] = []
    ana.on("request", lambda request: asked.append(request.url) if "/stream?" in request.url else None)
    ana.clock.run_for(36_000)
    assert not asked
    with ana.expect_response(re.compile(r"/stream\?")):
        ana.clock.run_for(45_000)


def test_taps_kept_while_another_is_being_sent_are_not_lost(ana: Page) -> None:
    """Two taps wait, as two tabs would leave them: each is sent once, and none overwrites the other."""
    table = re.sub(r"https?://[^/]+|[?#].*", "", ana.url)
    place = f"waiting {table}"
    events = ({"type": "lay", "seat": 0, "card": "red-7"}, {"type": "draw", "seat": 0, "from": "deck"})
    kept = [waiting(f"{table}/report", f"kept-tap-{number}", 1 + number, event) for number, event in enumerate(events)]
    twin = ana.context.new_page()
    twin.goto(ana.url)
    ana.evaluate("([place, kept]) => localStorage.setItem(place, JSON.stringify(kept))", [place, kept])
    for page in (ana, twin):
        expect(page.locator("#table")).to_have_attribute("data-seq", "3")
        expect(page.locator("#waiting")).to_be_hidden()
    twin.close()
    said = log_of(ana)
    assert len(said) == 3
    assert "red 7" in said[1]


def test_a_double_tap_and_the_back_button_count_once(ana: Page) -> None:
    """The slower thumb hits what the first tap has brought up: another Undo. That is no tap either."""
    lay(ana, "Red 7")
    draw(ana)
    expect(ana.locator("#table")).to_have_attribute("data-seq", "3")
    still(ana).reload()
    rests(ana)
    finger = Finger(ana).on(ana.get_by_role("button", name="Undo"))
    sent: list[str] = []
    ana.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    ana.mouse.click(finger.x, finger.y)
    finger.waits(150)
    ana.mouse.down(click_count=2)
    ana.mouse.up(click_count=2)
    expect(ana.locator("#table")).to_have_attribute("data-seq", "4")
    assert len(sent) == 1
    ana.goto(ana.url.split("?")[0] + "/log")
    ana.go_back()
    expect(ana.locator(".last")).to_contain_text("Ana lays red 7")
    expect(ana.locator("#table")).to_have_attribute("data-seq", "4")


def test_two_tabs_of_one_phone_with_the_same_form_count_once(ana: Page) -> None:
    choose(ana, "Red 7")
    button = ana.get_by_role("button", name="Lay only", exact=True)
    fields = button.evaluate("button => Object.fromEntries(new FormData(button.form, button))")
    signed = json.loads(ana.locator("body").get_attribute("hx-headers:inherited") or "")
    address = ana.url.split("?")[0] + "/report"
    answers = [ana.request.post(address, form=fields, headers=signed) for _ in range(2)]
    assert [answer.ok for answer in answers] == [True, True]
    expect(ana.locator("#table")).to_have_attribute("data-seq", "2")


@without_worker
def test_an_answer_that_was_overtaken_is_not_shown(ana: Page, ben: Page) -> None:
    """The page asks for the news; an own report, which comes too late, is answered before them."""
    table, held = ana.url.split("?")[0], []
    ana.route(NEWS, lambda route: route.continue_() if held else held.append(route))
    with ana.expect_request(NEWS):
        told(ben, table, 1, {"type": "lay", "seat": 0, "card": "green-4"})
    before = ben.request.get(f"{table}?seen=1", headers={"HX-Request": "true"})
    told(ben, table, 2, {"type": "undo"})
    lay(ana, "Red 7")
    at(ana, 3)
    with ana.expect_event("requestfinished"):
        first_held(ana, held).fulfill(response=before)
    ana.evaluate(DRAWN)
    at(ana, 3)
    expect(ana.locator(".last")).to_contain_text("Ana begins")


@without_worker
def test_a_refusal_that_was_overtaken_is_told_all_the_same(ana: Page, ben: Page) -> None:
    """The server says no at 2, and before that arrives the phone shows the table at 3."""
    news: list[Route] = []
    reports: list[Route] = []
    ana.route(NEWS, lambda route: news.append(route))
    ana.route("**/report", lambda route: reports.append(route))
    table = ana.url.split("?")[0]
    with ana.expect_request(NEWS):
        told(ben, table, 1, {"type": "lay", "seat": 0, "card": "green-4"})
    lay(ana, "Red 7")
    report = first_held(ana, reports)
    refusal = report.fetch()
    assert refusal.status == 409
    told(ben, table, 2, {"type": "draw", "seat": 0, "from": "deck"})
    first_held(ana, news)
    ana.unroute(NEWS)
    for route in tuple(news):
        route.continue_()
    at(ana, 3)
    report.fulfill(response=refusal)
    expect(ana.locator(".refusal", has_text="Someone has played meanwhile")).to_be_visible()
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: red 7 · Lay")
    at(ana, 3)


@without_worker
def test_what_an_answer_says_outlasts_a_look_that_was_on_its_way_with_it(ana: Page, ben: Page) -> None:
    """The page asks for the news, then reports; the answer to the report, which brings all there is, comes first."""
    looks: list[Route] = []
    ana.route(NEWS, lambda route: looks.append(route))
    with ana.expect_request(NEWS):
        told(ben, ana.url.split("?")[0], 1, {"type": "lay", "seat": 0, "card": "green-4"})
    lay(ana, "Red 7")
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: red 7 · Lay")
    ana.evaluate("document.addEventListener('htmx:finally:request', () => document.body.classList.add('answered'))")
    first_held(ana, looks).continue_()
    ana.locator("body.answered").wait_for()
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: red 7 · Lay")


@without_worker
def test_a_card_chosen_while_news_are_on_their_way_stays(ana: Page, ben: Page) -> None:
    """The page asks for the news of a turn and its undoing; meanwhile a card is tapped; the news arrive last."""
    held: list[Route] = []
    ana.route(NEWS, lambda route: held.append(route))
    table = ana.url.split("?")[0]
    with ana.expect_request(NEWS):
        told(ben, table, 1, {"type": "lay", "seat": 0, "card": "green-4"}, {"type": "undo"})
    choose(ana, "Red 7")
    first_held(ana, held)
    for route in tuple(held):
        route.continue_()
    ana.unroute(NEWS)
    at(ana, 3)
    expect(ana.get_by_role("button", name="Lay only", exact=True)).to_be_visible()
    expect(ana.locator(".chosen .prompt")).to_contain_text("Ana: red 7")


@without_worker
def test_a_whole_turn_is_one_request_however_slow_the_network(ana: Page) -> None:
    ana.clock.install()
    hears(ana)
    far_away(ana)
    sent: list[str] = []
    ana.on("request", lambda request: sent.append(request.method) if "stream" not in request.url else None)
    ana.locator(".cell [value*='blue-5']").click()
    ana.locator(".cell [value*='red-7']").click()
    ana.get_by_role("button", name="Lay, draw pile").click()
    at(ana, 3)
    ten_steps(ana)
    assert sent == ["POST"]
    expect(ana.locator(".red .cell.laid")).to_have_count(1)
    expect(ana.locator(".blue .cell.laid")).to_have_count(0)


def test_a_whole_turn_is_composed_and_kept_without_network(ana: Page, ben: Page) -> None:
    ana.context.set_offline(True)
    choose(ana, "Red 7")
    ana.get_by_role("button", name="Lay, draw pile").click()
    expect(ana.locator("#waiting")).to_contain_text("red 7 · Lay, draw pile")
    ana.context.set_offline(False)
    at(ben, 3)
    at(ana, 3)
    expect(ana.locator("#waiting")).to_be_hidden()
    assert [line for line in log_of(ben) if "red 7" in line] == ["Ana lays red 7."]


@without_worker
@pytest.mark.parametrize("offline", [False, True], ids=["slow", "offline"])
def test_whatever_is_tapped_quickly_is_what_is_said(ana: Page, mortal: Served, offline: bool) -> None:
    """Cards chosen, changed, let go and chosen again 60 ms apart."""
    chance = Random(5)
    far_away(ana)
    left = COMPOSITIONS - composed_round(ana, chance, COMPOSITIONS, offline)
    while left > 0:
        left -= composed_round(begun(ana, mortal.address), chance, left, offline)


def composed_round(ana: Page, chance: Random, most: int, offline: bool) -> int:
    """At most so many turns of a round by chance, each said with its draw; how many they were."""
    state, seq, meant = apply(start(Setup(("Ana", "Ben"))), Start(0)), 1, list[tuple[str, str]]()
    while state.round is not None and len(meant) < most:
        seat = len(meant) % 2
        move = chance.choice([move for move in options(state, seat) if isinstance(move, Lay | Discard)])
        ana.context.set_offline(offline)
        cells = ana.locator(".cell input")
        for _ in range(chance.randint(0, 4)):
            cells.nth(chance.randrange(60)).dispatch_event("click")
            ana.wait_for_timeout(60)
        if not ana.locator(f".cell [value*='{move.card.code}']").first.is_checked():
            ana.locator(f".cell [value*='{move.card.code}']").first.click()
        ana.wait_for_timeout(60)
        says = "Lay" if isinstance(move, Lay) else "Discard"
        meant.append((says.lower(), move.card.code))
        ana.get_by_role("button", name=f"{says}, draw pile").click()
        ana.context.set_offline(False)
        state, seq = apply(apply(state, move), Draw(seat, DECK)), seq + 2
        at(ana, seq)
    events = ana.request.get(f"{ana.url.split('?')[0]}/log.json").json()["events"]
    assert [(event["type"], event["card"]) for event in events if "card" in event] == meant
    return len(meant)


def test_a_killed_server_is_found_again_and_the_page_says_when_it_is_an_old_one(
    ana: Page, ben: Page, mortal: Served
) -> None:
    until_kept(ana, "Ana")
    lay(ana, "Red 7")
    expect(ben.locator(".last")).to_contain_text("Ana lays red 7")
    until_kept(ana, "Ana lays red 7")
    mortal.kill()
    draw(ana)
    expect(ana.locator("#waiting")).to_be_visible()
    other = ana.context.new_page()
    other.goto(ana.url)
    expect(other.locator("#kept")).to_be_visible()
    expect(other.locator(".last")).to_contain_text("Ana lays red 7")
    other.close()
    mortal.start()
    expect(ana.locator("#waiting")).to_be_hidden()
    expect(ana.locator(".last")).to_contain_text("draws")
    expect(ben.locator(".last")).to_contain_text("draws")
    assert sum("draws" in line for line in log_of(ben)) == 1
    expect(ana.locator("#kept")).to_be_hidden()


ALL_KEPT = """async () => {
    const names = ["app.css", "print.css", "common.js", "compose.js", "reports.js", "lost_cities.js"];
    const folder = document.querySelector("script").src.replace("keep.js", "");
    const paths = ["/", "/rules/lost-cities", "/count/lost-cities", "/print", ...names.map(name => folder + name)];
    const match = path => caches.match(path, { ignoreVary: true });
    return (await Promise.all(paths.map(match))).every(Boolean);
}"""


def test_the_first_page_the_print_page_the_rules_and_a_count_open_without_network(
    phone: Callable[..., Page], mortal: Served
) -> None:
    """Who has opened the first page once finds them all, whatever language and cookie they were answered for."""
    page = phone(expected=AWAY, service_workers="allow")
    page.goto(mortal.address)
    until(page, ALL_KEPT)
    mortal.kill()
    rules, count = ("/rules/lost-cities#rising", "The rules of Lost Cities"), ("/count/lost-cities", "Count now")
    for path, title in (("", "Cairn"), ("/print", "Print"), rules, count):
        page.goto(f"{mortal.address}{path}")
        expect(page).to_have_title(re.compile(f"^{title}"))
        expect(page.locator("#kept")).to_be_visible()
        page.reload()
        expect(page.locator("#kept")).to_be_visible()
    mortal.start()
    page.goto(mortal.address)
    expect(page.locator("#kept")).to_be_hidden()


@pytest.mark.parametrize(("answer", "leaves"), [(204, False), (200, True)], ids=["called off", "Back"])
def test_what_is_handed_over_to_the_pocket_is_sent_by_no_page_unless_that_has_not_come_for_it_in_a_minute(
    phone: Callable[..., Page], network: Network, answer: int, leaves: bool
) -> None:
    """The page that the link is on may stay, or be there again by *Back*; another tab shows the table all the time."""
    page = phone(expected=AWAY)
    page.clock.install()
    page.context.add_cookies([{"name": "pocket", "value": "/along/", "url": network.address}])
    page.context.route("**/along/", lambda asked: asked.fulfill(status=answer, body="The pocket"))
    other, table = page.context.new_page(), begun(page, network.address).url
    other.goto(table)
    network.goes_away()
    rests(page)
    lay(page, "Red 7")
    page.clock.run_for(2000)
    with page.expect_response("**/along/"):
        page.locator("#waiting").get_by_role("link", name="Go on in the pocket").click()
    posted: list[str] = []
    page.context.on("request", lambda asked: posted.append(asked.url) if asked.method == "POST" else None)
    network.comes_back(page, other)
    if leaves:
        page.get_by_text("The pocket").wait_for()
        page.go_back()
    for _ in range(10):
        page.clock.run_for(5000)
    assert posted == []
    page.clock.run_for(12_000)
    at(page, 2)
    at(other, 2)


def test_a_deleted_table_is_gone_on_every_phone(ana: Page, ben: Page) -> None:
    table = ana.url.split("?")[0]
    deleted(ana, table)
    expect(ben.get_by_text("Nothing here.")).to_be_visible()


def test_a_phone_that_only_waits_says_that_it_has_no_network_until_it_is_back(phone, server: str) -> None:
    page = phone(expected=AWAY)
    page.clock.install()
    seated(page, opened(page, server, "lost-cities", "Ana", "Ben", events=[{"type": "start", "seat": 0}]), 1)
    page.context.set_offline(True)
    page.clock.fast_forward(45_000)
    expect(page.locator("#kept")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()
