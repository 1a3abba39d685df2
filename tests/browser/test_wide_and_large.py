"""What is read after and beside a game, on screens that are narrow or low for their letters, and on wide ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise

import pytest
from playwright.sync_api import Page, expect

from scoring import GAMES
from tests.browser.tables import opened, seq_of
from tests.browser.test_it_fits import NAMES, recorded
from tests.pages import table_after
from tests.sources import played
from tests.web.lutece import OFFERS, REVEAL, bribe, options

pytestmark = pytest.mark.xdist_group("browser")

LYING = {"width": 740, "height": 360}
NARROW = {"width": 320, "height": 620}
WIDE = {"width": 1280, "height": 800}
REVEALED = (*OFFERS, options(0, "A", "1"), options(1, "A", "B"), options(2, "C", "income-1"), bribe(0, "A", 2), REVEAL)
COUNTED = [key for key, game in GAMES.items() if game.count_now]
REVIEWED = [key for key, game in GAMES.items() if game.review]
LEAST = 44

EDGES = """(all) => all.map((it) => { const { top, bottom } = it.getBoundingClientRect(); return [top, bottom]; })"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
# What is touched in the papers and lies under what is done with all of them, in part or whole.
UNDER_FOOT = """() => {
  const { top, bottom } = document.querySelector(".foot").getBoundingClientRect();
  return [...document.querySelectorAll("#count :is(label, input, button)")]
    .filter((it) => !it.closest(".foot") && it.checkVisibility())
    .filter((it) => { const box = it.getBoundingClientRect(); return box.bottom > top + 1 && box.top < bottom - 1; })
    .map((it) => it.outerHTML.slice(0, 90));
}"""
CUT_SIDEWAYS = """(parts) => [...document.querySelectorAll(parts)]
  .filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.outerHTML.slice(0, 90))"""
BOXES = """(all) => all.map((it) => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  return [left, right, top, bottom];
})"""
# How much wider a table is than what stands in its cells needs with room between them.
SPREAD = """(all) => Math.max(...all.map((it) => {
  const within = [...it.rows].map((row) => [...row.cells].reduce((wide, cell) => {
    const range = new Range();
    range.selectNodeContents(cell);
    return wide + range.getBoundingClientRect().width;
  }, 0));
  return it.getBoundingClientRect().width / Math.max(...within);
}))"""
EMPTY = """(hands) => hands.map((hand) => {
    const high = (it) => it.getBoundingClientRect().height;
    const said = [...hand.children].reduce((all, it) => all + high(it), 0);
    return Math.max(0, high(hand) - said - 24);
})"""


def revealed(page: Page, server: str) -> str:
    """The address of a table of Lutèce at which the first action cards have just been revealed."""
    address = opened(page, server, "lutece", *NAMES[:3])
    page.goto(address)
    list(recorded(page, *REVEALED))
    return address


def test_what_happened_stands_above_the_board_with_letters_twice_as_large_on_a_phone_that_lies(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport=LYING, locale="fr-FR", reduced_motion="reduce")
    address = revealed(page, server)
    page.goto(f"{address}/at/{seq_of(page)}")
    parts = page.locator(".when, .lu-told, .scores, .steps").evaluate_all(EDGES)
    assert len(parts) == 4
    (when, scores, told, steps) = parts
    assert when[1] <= told[0] + 1
    assert told[1] <= scores[0] + 1
    assert scores[0] + LEAST < steps[0]


def test_what_is_done_next_is_in_sight_before_the_account_with_letters_twice_as_large_on_a_phone_that_lies(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport=LYING, locale="fr-FR", reduced_motion="reduce")
    revealed(page, server)
    page.locator(".lu-told summary").evaluate("(it) => it.click()")
    assert page.locator(".hand .choices .main").bounding_box()["y"] < LYING["height"] - LEAST
    assert page.locator(".lu-story").evaluate("(it) => it.scrollHeight - it.clientHeight") <= 1


@pytest.mark.parametrize("size", [LYING, WIDE, {"width": 1920, "height": 1080}], ids=str)
@pytest.mark.parametrize("key", COUNTED)
def test_no_row_of_count_now_lies_under_its_foot_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], key: str, size: dict[str, int]
) -> None:
    page = large(viewport=size, locale="fr-FR")
    page.goto(f"{server}/count/{key}")
    assert page.evaluate(UNDER_FOOT) == []


def test_the_majorities_of_a_result_are_whole_with_letters_twice_as_large(house, large: Callable[..., Page]) -> None:
    page = large(viewport=NARROW, locale="fr-FR")
    table = table_after(house[0], "lutece", 1)
    page.goto(f"{house[1]}/r/{table.watch}")
    assert page.evaluate(CUT_SIDEWAYS, ".lu-scroll, .lu-majorities tr") == []
    first = page.locator(".lu-majorities tbody tr").first.locator("td")
    named = first.evaluate_all("(all) => all.map((it) => getComputedStyle(it, '::before').content)")
    heads = page.locator(".lu-majorities thead th").all_text_contents()[1:]
    assert named == [f'"{resource.strip()}"' for resource in heads]
    assert sorted(page.locator(".lu-majorities tbody th").all_text_contents()) == sorted(table.names)


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, NARROW, LYING], ids=str)
def test_the_majorities_of_five_players_are_whole_on_a_phone(house, phone, size: dict[str, int]) -> None:
    five = next(seed for seed in count() if len(played("lutece", seed).names) == 5)
    page = phone(viewport=size, locale="fr-FR")
    page.goto(f"{house[1]}/r/{table_after(house[0], 'lutece', 1, seed=five).watch}")
    assert page.locator(".lu-majorities tbody tr").count() == 5
    assert page.evaluate(CUT_SIDEWAYS, ".lu-scroll, .lu-majorities :is(th, td)") == []


@pytest.mark.parametrize("key", REVIEWED)
def test_the_letters_above_a_curve_lie_apart_and_nothing_in_it_is_touched(house, phone, key: str) -> None:
    page = phone(viewport=NARROW, locale="fr-FR")
    page.goto(f"{house[1]}/r/{table_after(house[0], key, 1).watch}/review")
    boxes = page.locator("text.stop").evaluate_all(BOXES)
    assert len(boxes) == page.locator(".turning a").count() > 0
    assert all(before[1] < after[0] for before, after in pairwise(boxes))
    assert page.locator("#lead svg a").count() == 0
    assert page.locator(".turning").evaluate("(it) => getComputedStyle(it).listStyleType") == "lower-alpha"


@pytest.mark.parametrize("key", REVIEWED)
def test_the_links_of_a_review_are_as_large_as_a_finger(house, phone, key: str) -> None:
    page = phone(viewport=NARROW, locale="fr-FR")
    page.goto(f"{house[1]}/r/{table_after(house[0], key, 1).watch}/review")
    for links in (".leads a", ".turning a"):
        boxes = page.locator(links).evaluate_all(BOXES)
        assert boxes
        assert min(bottom - top for _left, _right, top, bottom in boxes) >= LEAST
        assert min(right - left for left, right, _top, _bottom in boxes) >= LEAST


@pytest.mark.parametrize("key", REVIEWED)
def test_the_table_of_the_lead_is_whole_at_320_px(house, phone, key: str) -> None:
    page = phone(viewport=NARROW, locale="fr-FR")
    page.goto(f"{house[1]}/r/{table_after(house[0], key, 1).watch}/review")
    page.locator("#lead summary").click()
    assert page.evaluate(CUT_SIDEWAYS, "#lead .wide") == []


def test_a_table_of_numbers_is_no_wider_than_its_numbers_need(house, phone) -> None:
    page = phone(viewport=WIDE, locale="fr-FR")
    for path, table in (("review", "#lead table"), ("", ".lu-majorities")):
        page.goto(f"{house[1]}/r/{table_after(house[0], 'lutece', 1).watch}/{path}".rstrip("/"))
        page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
        assert page.locator(table).evaluate_all(SPREAD) < 3
        assert page.locator(table).bounding_box()["width"] < WIDE["width"] / 1.5


@pytest.mark.parametrize("key", ["lost-cities", "roll-and-write", "lutece"])
@pytest.mark.parametrize("page_of", ["/w/{}", "/w/{}/at/12"])
def test_a_hand_that_asks_nothing_keeps_no_room(house, phone: Callable[..., Page], key: str, page_of: str) -> None:
    page = phone(viewport={"width": 360, "height": 740})
    page.goto(house[1] + page_of.format(table_after(house[0], key, 0.5).watch))
    assert page.locator(".hand").evaluate_all(EMPTY) == [0]


def test_what_lies_between_two_players_is_whole_with_letters_twice_as_large(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport={"width": 360, "height": 740}, locale="fr-FR")
    page.goto(f"{server}/count/lost-cities")
    for wager in range(3):
        page.locator(".both .cell.seat0").nth(wager).click()
    expect(page.locator(".worth").first).to_contain_text("−80")
    assert page.evaluate(CUT_SIDEWAYS, ".worth") == []
