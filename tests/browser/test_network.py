"""A bad network, a server that dies, two thumbs: no tap is lost, none counts twice, nothing old looks new."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scoring import GAMES
from scoring.lost_cities.moves import DECK, Discard, Draw, Lay, Start
from scoring.lost_cities.rules import apply, options, start
from scoring.lost_cities.score import Setup
from tests.browser.tables import (
    AWAY,
    COMPOSITIONS,
    REPORTS,
    Phone,
    assert_steady,
    at,
    events_of,
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
from tests.browser.taps import NAMES, Entered, Event, Said
from tests.browser.test_twice import Finger, still
from tests.conftest import fresh_sqlite
from tests.network import Network
from tests.serving import Served
from web.table.forms import fields

NEWS = re.compile(r"[?&]seen=\d+$")
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
LINES = """lines => lines.sort((one, other) => one.id.slice(1) - other.id.slice(1)).map(line => {
    const alone = line.parentElement.children.length === 1;
    return (alone ? line.closest("details").querySelector("summary span") : line.firstElementChild).textContent;
})"""
START = {"type": "start", "seat": 0}
GREEN_4 = {"type": "lay", "seat": 0, "card": "green-4"}


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
    told(page, table, 0, START)
    page.goto(table)
    return page


@pytest.fixture
def ana(request: pytest.FixtureRequest, phone: Phone, mortal: Served) -> Page:
    """Ana's phone; she has opened a table and begins. A test may block the phone's service worker."""
    workers = getattr(request, "param", "allow")
    return begun(phone(expected=(*AWAY, "status of 4"), service_workers=workers), mortal.address)


@pytest.fixture
def ben(phone: Phone, ana: Page) -> Page:
    """Ben's phone, at the same table."""
    page = phone(expected=(*AWAY, "status of 4"), service_workers="allow")
    return seated(page, ana.url.split("?")[0], 1)


def news_held(ana: Page, ben: Page, *events: Event) -> list[Route]:
    """Ben reports these; what Ana's page then asks for, and gets only when the test lets it go on."""
    held: list[Route] = []
    ana.route(NEWS, lambda route: held.append(route))
    with ana.expect_request(NEWS):
        told(ben, ana.url.split("?")[0], 1, *events)
    return held


def go_on(page: Page, held: list[Route]) -> None:
    first_held(page, held)
    page.route(NEWS, lambda route: route.continue_())
    for route in tuple(held):
        route.continue_()


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


def of_each_game(table: str) -> dict[str, tuple[str, Any]]:
    """What the games supply in this table, with their keys."""
    modules = {key: f"tests.scoring.{key.replace('-', '_')}.taps" for key in GAMES}
    tables = {key: getattr(import_module(module), table) for key, module in modules.items() if find_spec(module)}
    return {f"{key} {name}".strip(): (key, case) for key, cases in tables.items() for name, case in cases.items()}


SAID, COUNTED = of_each_game("SAID"), of_each_game("COUNTED")


def in_the_log(page: Page, table: str) -> list[Event]:
    """The log without the ids of cards."""
    events = events_of(page, table)
    for event in events:
        if isinstance(event.get("card"), dict):
            event["card"].pop("id")
    return events


@pytest.fixture
def said(request: pytest.FixtureRequest, phone: Phone, server: str) -> tuple[Said, str, Page, Page]:
    """What is to be tapped, the table, the phone where it is and another one there; both show the table."""
    key, case = SAID[request.param]
    ana, ben = phone(expected=(*AWAY, "status of 4")), phone()
    table = opened(ana, server, key, *NAMES[: case.players], **case.settings)
    seated(ben, table, 1)
    told(ana, table, 0, *case.before)
    ana.goto(table)
    return case, table, ana, ben


@pytest.mark.parametrize("away", [False, True], ids=["slow", "without network"])
@pytest.mark.parametrize("said", SAID, indirect=True)
def test_what_is_tapped_over_a_bad_network_waits_and_is_found_once_on_both_phones(
    said: tuple[Said, str, Page, Page], away: bool
) -> None:
    case, table, ana, ben = said
    if away:
        ana.context.set_offline(True)
    else:
        far_away(ana)
    case.taps(ana)
    if away:
        for waits in case.waits:
            expect(ana.locator("#waiting")).to_contain_text(waits)
        expect(ana.locator("form.lu-offer:not([inert])")).to_have_count(0)
        at(ben, len(case.before))
        ana.context.set_offline(False)
    seen = len(case.before) + len(case.heard)
    for page in (ana, ben):
        at(page, seen)
    until(ana, f"async () => !({REPORTS}).waiting().length")
    expect(ana.locator("#waiting")).to_be_hidden()
    told(ana, table, seen, *case.at_last)
    heard = in_the_log(ana, table)
    assert [event for event in heard if event in case.heard] == case.heard


@pytest.mark.parametrize("said", [name for name, (_key, said) in SAID.items() if said.meanwhile], indirect=True)
def test_what_became_illegal_while_it_waited_is_told_with_what_was_meant(said: tuple[Said, str, Page, Page]) -> None:
    case, table, ana, ben = said
    ana.context.set_offline(True)
    case.taps(ana)
    expect(ana.locator("#waiting")).to_be_visible()
    told(ben, table, len(case.before), case.meanwhile)
    ana.context.set_offline(False)
    expect(ana.locator("#waiting")).to_be_hidden()
    for waits in reversed(case.waits):
        expect(ana.locator(".refusal")).to_contain_text(f"Not recorded: {waits}")
    assert not [event for event in in_the_log(ana, table) if event in case.heard]


ENTERED = """() => [...document.querySelectorAll("main :checked, main input:is([type=number], [type=text])")]
    .map(({ value }) => value).filter(Boolean)"""


@pytest.fixture
def counted(request: pytest.FixtureRequest, phone: Phone, network: Network) -> tuple[Entered, Page, Locator]:
    """What is to be entered, the phone at that count, and where its total stands."""
    key, case = COUNTED[request.param]
    page = phone(expected=AWAY, service_workers="allow" if "reload" in request.node.name else "block")
    if case.now:
        page.goto(f"{network.address}/count/{key}")
    else:
        page.goto(f"{opened(page, network.address, key, *NAMES[:2], events=case.before, **case.settings)}/count/0")
    return case, page, page.locator("#total0" if case.now else "#sums .total")


@pytest.mark.parametrize("away", [False, True], ids=["slow", "without network"])
@pytest.mark.parametrize("counted", COUNTED, indirect=True)
def test_no_tick_of_a_count_is_lost_or_late_over_a_bad_network(
    counted: tuple[Entered, Page, Locator], away: bool
) -> None:
    """Where the network is away, it is so while one ticks, and again when the count is recorded."""
    case, page, total = counted
    before = total.inner_text()
    if away:
        page.context.set_offline(True)
    else:
        far_away(page)
    case.taps(page)
    entered = page.evaluate(ENTERED)
    if away:
        expect(page.locator("#kept")).to_be_visible()
        expect(total).to_have_text(before)
        page.context.set_offline(False)
    expect(total).to_have_text(case.total)
    expect(page.locator("#kept")).to_be_hidden()
    assert page.evaluate(ENTERED) == entered
    if not case.unfolds:
        assert_steady(page)
    if away:
        page.context.set_offline(True)
    page.get_by_role("button", name="Keep it" if case.now else "Record").click()
    if away:
        expect(page.locator("#waiting")).to_have_text(f"No connection; will be sent: {case.waits}", use_inner_text=True)
        assert page.evaluate(ENTERED) == entered
        page.context.set_offline(False)
    if case.now:
        expect(page.get_by_role("link", name="See the result")).to_be_visible()
        page.goto(page.url.partition("/t/")[0])
        assert page.locator(".rows a").count() == 1
    else:
        page.locator("#table").wait_for()
        [event] = [event for event in events_of(page, page.url) if event["type"] == "count"]
        assert event == event | case.heard


@pytest.mark.parametrize("counted", COUNTED, indirect=True)
def test_a_reload_without_network_loses_no_tick(counted: tuple[Entered, Page, Locator], network: Network) -> None:
    case, page, total = counted
    until_kept(page, "Keep it" if case.now else "Record")
    network.goes_away()
    case.taps(page)
    entered = page.evaluate(ENTERED)
    page.reload()
    assert page.evaluate(ENTERED) == entered
    network.comes_back(page)
    expect(total).to_have_text(case.total)


@without_worker
@pytest.mark.parametrize("arrives", [True, False], ids=["its answer lost", "without an answer"])
def test_a_report_that_is_not_answered_is_sent_again_and_counts_once(ana: Page, arrives: bool) -> None:
    """With the same move id, whether it has reached the server or not."""
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) > 1:
            route.continue_()
        elif arrives:
            route.fetch()
            route.abort()

    ana.clock.install()
    ana.reload()
    ana.route("**/report", lose)
    lay(ana, "Red 7")
    if not arrives:
        expect(ana.locator("#waiting")).to_be_attached()
        ana.clock.run_for(20_000)
    expect(ana.locator(".last")).to_contain_text("Ana lays red 7")
    until(ana, f"async () => !({REPORTS}).waiting().length")
    ten_steps(ana)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    expect(ana.locator("#table")).to_have_attribute("data-seq", "2")


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
        told(ben, table, 1, GREEN_4)
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
    news = news_held(ana, ben, GREEN_4)
    reports: list[Route] = []
    ana.route("**/report", lambda route: reports.append(route))
    lay(ana, "Red 7")
    report = first_held(ana, reports)
    refusal = report.fetch()
    assert refusal.status == 409
    told(ben, ana.url.split("?")[0], 2, {"type": "draw", "seat": 0, "from": "deck"})
    go_on(ana, news)
    at(ana, 3)
    report.fulfill(response=refusal)
    expect(ana.locator(".refusal", has_text="Someone has played meanwhile")).to_be_visible()
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: red 7 · Lay")
    at(ana, 3)


@without_worker
def test_what_an_answer_says_outlasts_a_look_that_was_on_its_way_with_it(ana: Page, ben: Page) -> None:
    """The page asks for the news, then reports; the answer to the report, which brings all there is, comes first."""
    looks = news_held(ana, ben, GREEN_4)
    lay(ana, "Red 7")
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: red 7 · Lay")
    ana.evaluate("document.addEventListener('htmx:finally:request', () => document.body.classList.add('answered'))")
    first_held(ana, looks).continue_()
    ana.locator("body.answered").wait_for()
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: red 7 · Lay")


@without_worker
def test_a_card_chosen_while_news_are_on_their_way_stays(ana: Page, ben: Page) -> None:
    """The page asks for the news of a turn and its undoing; meanwhile a card is tapped; the news arrive last."""
    held = news_held(ana, ben, GREEN_4, {"type": "undo"})
    choose(ana, "Red 7")
    go_on(ana, held)
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


@without_worker
@pytest.mark.parametrize("offline", [False, True], ids=["slow", "offline"])
def test_whatever_is_tapped_quickly_is_what_is_said(ana: Page, mortal: Served, offline: bool) -> None:
    """Cards chosen, changed, let go and chosen again 60 ms apart."""
    chance = Random(5)
    if not offline:
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
    events = events_of(ana, ana.url.split("?")[0])
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


def test_the_first_page_the_print_page_the_rules_and_a_count_open_without_network(phone: Phone, mortal: Served) -> None:
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
    phone: Phone, network: Network, answer: int, leaves: bool
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


def test_a_phone_that_only_waits_says_that_it_has_no_network_until_it_is_back(phone, server: str) -> None:
    page = phone(expected=AWAY)
    page.clock.install()
    seated(page, opened(page, server, "lost-cities", "Ana", "Ben", events=[START]), 1)
    page.context.set_offline(True)
    page.clock.fast_forward(45_000)
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator(".last a")).to_have_css("pointer-events", "none")
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()
