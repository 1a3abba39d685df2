"""A question in the page: its answers record what they say, and nothing is lost around it."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import AWAY, Phone, at, events_of, first_held, opened, seated, told
from tests.browser.test_lutece import touch

EXPECTED = (*AWAY, "navigator.vibrate")
START = {"type": "start", "seat": 0}
ON_B = {"type": "offer", "tile": "B", "card": {"id": "b", "kind": "legionnaire", "cost": 0}}
COST = "The potion citizen costs 9."


def cards_of(page: Page, address: str) -> list[tuple[str, str]]:
    return [(event["tile"], event["card"]["kind"]) for event in events_of(page, address)]


def composes(page: Page, tile: str, *says: str) -> None:
    page.locator(f"label:has(#tile-{tile})").click()
    for each in says:
        touch(page, each)


def composes_dear(page: Page, tile: str, kind: str) -> None:
    composes(page, tile, kind)
    dear = page.locator(f"#card-{tile} .lu-more")
    if not dear.evaluate("it => it.open"):
        dear.locator("summary").click()
    dear.get_by_label("Another cost", exact=True).fill("9")
    dear.locator("summary").click()


def places(page: Page) -> None:
    page.get_by_role("button", name="Place the cards").click()


def asked(page: Page) -> None:
    expect(page.locator(".question")).to_contain_text(COST)


def is_asked(page: Page) -> None:
    places(page)
    asked(page)


def answers(page: Page) -> None:
    page.get_by_role("button", name="Place as entered").click()


@pytest.fixture
def ana(phone: Phone, server: str) -> Page:
    """Ana's phone at a table of Lutèce, where she says a card of an unusual cost."""
    page = phone(expected=EXPECTED)
    page.goto(opened(page, server, "lutece", "Ana", "Ben"))
    composes_dear(page, "A", "citizen (potion)")
    return page


@pytest.fixture
def table(ana: Page) -> str:
    return ana.url.split("?")[0]


def test_an_answer_records_what_it_says_and_empties_the_form(ana: Page, table: str) -> None:
    is_asked(ana)
    answers(ana)
    at(ana, 1)
    assert cards_of(ana, table) == [("A", "citizen")]
    expect(ana.locator("#over")).to_be_hidden()


def test_what_is_composed_meanwhile_is_not_recorded_by_the_answer(ana: Page, table: str) -> None:
    held: list[Any] = []
    ana.route("**/report", lambda route: held.append(route))
    places(ana)
    first = first_held(ana, held)
    composes(ana, "B", "legionnaire", "Cost 0")
    first.continue_()
    ana.unroute("**/report")
    asked(ana)
    answers(ana)
    at(ana, 1)
    assert cards_of(ana, table) == [("A", "citizen")]
    places(ana)
    at(ana, 2)
    assert cards_of(ana, table) == [("A", "citizen"), ("B", "legionnaire")]


def test_what_is_composed_beside_a_question_stays_and_what_was_answered_goes_in_silence(ana: Page, table: str) -> None:
    is_asked(ana)
    composes(ana, "B", "legionnaire", "Cost 0")
    answers(ana)
    at(ana, 1)
    expect(ana.locator("#over")).to_be_hidden()
    expect(ana.locator("form.lu-offer [data-kind]:checked")).to_have_attribute("data-said", "legionnaire")


def test_what_is_said_after_a_question_waits_for_its_answer(ana: Page, table: str) -> None:
    ana.context.set_offline(True)
    places(ana)
    composes(ana, "B", "legionnaire", "Cost 0")
    places(ana)
    ana.context.set_offline(False)
    asked(ana)
    assert cards_of(ana, table) == []
    answers(ana)
    at(ana, 2)
    assert cards_of(ana, table) == [("A", "citizen"), ("B", "legionnaire")]


def test_a_question_stands_again_after_a_reload(ana: Page, table: str) -> None:
    is_asked(ana)
    ana.reload()
    asked(ana)
    answers(ana)
    at(ana, 1)
    assert cards_of(ana, table) == [("A", "citizen")]


def test_a_question_stands_again_after_another_phones_move(ana: Page, phone: Phone, table: str) -> None:
    ben = seated(phone(), table, 1)
    is_asked(ana)
    told(ben, table, 0, ON_B)
    at(ana, 1)
    asked(ana)
    answers(ana)
    at(ana, 2)
    assert cards_of(ana, table) == [("B", "legionnaire"), ("A", "citizen")]


def test_looked_at_again_after_another_phones_move_what_was_asked_about_is_whole_in_its_form(
    ana: Page, phone: Phone, table: str
) -> None:
    ben = seated(phone(), table, 1)
    is_asked(ana)
    ana.reload()
    asked(ana)
    told(ben, table, 0, ON_B)
    at(ana, 1)
    asked(ana)
    ana.get_by_role("link", name="Look again").click()
    expect(ana.locator("form.lu-offer [data-kind]:checked")).to_have_attribute("data-said", "citizen (potion)")


def test_a_question_is_whole_in_sight_on_a_low_screen(phone: Phone, server: str) -> None:
    page = phone(viewport={"width": 360, "height": 620}, expected=EXPECTED)
    page.goto(opened(page, server, "lutece", "Ana", "Ben"))
    composes_dear(page, "A", "citizen (potion)")
    composes_dear(page, "B", "citizen (sword)")
    is_asked(page)
    assert page.locator(".question").evaluate("question => question.scrollHeight <= question.clientHeight")
    expect(page.get_by_role("link", name="Look again")).to_be_in_viewport(ratio=1)


def test_looked_at_again_what_was_asked_about_is_in_its_form(ana: Page, table: str) -> None:
    is_asked(ana)
    ana.get_by_role("link", name="Look again").click()
    expect(ana.locator(".question")).to_have_count(0)
    ana.locator("#card-A .lu-more summary").click()
    ana.locator("#card-A").get_by_label("Another cost", exact=True).fill("3")
    places(ana)
    at(ana, 1)
    assert events_of(ana, table)[0]["card"]["cost"] == 3


def test_where_another_has_filled_a_tile_the_other_parts_are_back(ana: Page, phone: Phone, table: str) -> None:
    ben = seated(phone(), table, 1)
    composes(ana, "B", "legionnaire", "Cost 0")
    held: list[Any] = []
    ana.route("**/report", lambda route: held.append(route))
    places(ana)
    first = first_held(ana, held)
    told(ben, table, 0, {"type": "offer", "tile": "A", "card": {"id": "a", "kind": "legionnaire", "cost": 1}})
    first.continue_()
    ana.unroute("**/report")
    expect(ana.locator(".refusal")).to_be_visible()
    assert cards_of(ana, table) == [("A", "legionnaire")]
    ana.wait_for_timeout(600)
    places(ana)
    at(ana, 2)
    assert cards_of(ana, table) == [("A", "legionnaire"), ("B", "legionnaire")]


def taps_twice(page: Page, button: Locator, pause: int) -> None:
    box = button.bounding_box()
    for wait in (pause, 0):
        page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
        page.wait_for_timeout(wait)


@pytest.mark.parametrize("pause", [80, 350])
def test_a_double_tap_on_an_answer_records_it_once(ana: Page, table: str, pause: int) -> None:
    is_asked(ana)
    ana.wait_for_timeout(600)
    taps_twice(ana, ana.get_by_role("button", name="Place as entered"), pause)
    at(ana, 1)
    assert cards_of(ana, table) == [("A", "citizen")]


def test_typed_totals_are_recorded_by_the_first_answer_on_the_page_of_all_players(phone: Phone, server: str) -> None:
    page = phone(expected=EXPECTED)
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[START])
    page.goto(f"{table}/count")
    page.locator("[name=claimed0]").fill("65")
    page.locator("[name=claimed1]").fill("31")
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Record 65 and 31").click()
    page.wait_for_url(table)
    assert [event.get("total") for event in events_of(page, table)[1:]] == [65, 31]


@pytest.mark.parametrize("pause", [80, 150, 350])
def test_without_scripts_of_its_own_a_page_takes_a_double_tap_once(phone: Phone, server: str, pause: int) -> None:
    """The page of a correction is sent by the browser itself."""
    page = phone(expected=EXPECTED)
    counts = [{"type": "count", "seat": 0, "expeditions": {"red": [5]}}]
    counts += [{"type": "count", "seat": 1, "expeditions": {}}]
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[START, *counts])
    page.goto(f"{table}/count/0")
    page.get_by_label("Red 6").tap()
    page.get_by_role("button", name="Record", exact=True).click()
    answer = page.locator(".question .main")
    answer.wait_for()
    page.wait_for_timeout(600)
    taps_twice(page, answer, pause)
    expect(page.locator("#table")).to_contain_text("red 6 more")
    assert [event["type"] for event in events_of(page, table)].count("amend") == 1


def test_without_scripts_a_question_is_a_page_of_its_own(phone: Phone, server: str) -> None:
    page = phone(javascript=False, expected=EXPECTED)
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[START])
    page.goto(f"{table}/count/0")
    page.locator("[name=claimed0]").fill("45")
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Look again").click()
    expect(page.locator("[name=claimed0]")).to_have_value("45")
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name="Record 45").click()
    page.wait_for_url(table)
    assert events_of(page, table)[1]["total"] == 45
