"""What is read after and beside a game, on screens that are narrow or low for their letters, and on wide ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise

import pytest
from playwright.sync_api import Page, expect

from scoring import GAMES
from tests.browser.tables import opened, seq_of
from tests.browser.test_finale import of_five, watched
from tests.browser.test_it_fits import MORE_OFFERS, NAMES, SIZES, START, TALL, USUAL
from tests.pages import table_after
from tests.sources import played
from tests.web.lutece import OFFERS, REVEAL, bribe, options
from web.commands.demo_data import make_demo_data

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
# What is to be touched, and is hit there by a finger.
IN_SIGHT = """(all) => all.map((it) => it.closest("label") ?? it).filter((it) => {
  const { left, top, width, height } = it.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit && (it.contains(hit) || hit.contains(it) && hit.matches("fieldset *"));
}).length"""
# What a player of Lutèce has that sticks out of its frame; rows of majorities whose players stand in two lines.
STICKS_OUT = """() => [...document.querySelectorAll(".lu-players .score")].flatMap((score) =>
  [...score.querySelectorAll(".lu-has > *, .part")].filter((it) => {
    const range = new Range();
    range.selectNodeContents(it);
    return range.getBoundingClientRect().right > score.getBoundingClientRect().right - 1;
  }).map((it) => it.textContent.trim()))"""
BROKEN_ROWS = """() => [...document.querySelectorAll(".lu-row")].filter((row) =>
  new Set([...row.querySelectorAll(".lu-share")].map((it) => it.getBoundingClientRect().top)).size > 1).length"""
TEXT_ENDS = """(it) => {
  const range = new Range();
  range.selectNodeContents(it);
  return range.getBoundingClientRect().bottom;
}"""
# How much of the screen the question takes, or what is said in its place; how much of the board is in sight; and what
# of the question and of the scores in sight lies under something else.
ASKED = """() => {
  const box = (it) => it.getBoundingClientRect();
  const asked = document.querySelector("main > :is(.sit, .notice:not([hidden], .overlay))");
  const parts = [asked, ...document.querySelectorAll(".scores > *")].filter((it) => box(it).bottom < innerHeight);
  const covered = parts.filter((it) => {
    const { left, top, width, height } = box(it);
    return document.elementsFromPoint(left + width * 0.75, top + height / 2)[0]?.closest(".hand, .last, .board");
  });
  const board = box(document.querySelector(".board"));
  const seen = (Math.min(board.bottom, innerHeight) - board.top) / innerHeight;
  return [box(asked).height / innerHeight, seen, covered.map((it) => it.outerHTML.slice(0, 90))];
}"""
EMPTY = """(hands) => hands.map((hand) => {
    const high = (it) => it.getBoundingClientRect().height;
    const said = [...hand.children].reduce((all, it) => all + high(it), 0);
    return Math.max(0, high(hand) - said - 24);
})"""


def revealed(page: Page, server: str) -> str:
    """The address of a table of Lutèce at which the first action cards have just been revealed."""
    address = opened(page, server, "lutece", *NAMES[:3], events=REVEALED)
    page.goto(address)
    return address


def test_what_happened_stands_above_the_board_with_letters_twice_as_large_on_a_phone_that_lies(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport=LYING, locale="fr-FR", reduced_motion="reduce")
    address = revealed(page, server)
    page.goto(f"{address}/at/{seq_of(page)}")
    parts = page.locator(".when, .lu-told, .scores, .moves").evaluate_all(EDGES)
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


def test_the_way_to_every_sum_stands_on_its_sheet_on_a_phone_that_lies(house, phone: Callable[..., Page]) -> None:
    app, address = house
    page = phone(viewport={"width": 740, "height": 360})
    page.goto(f"{address}/r/{table_after(app, 'roll-and-write', 1).watch}")
    below = """(all) => all.filter((it) => it.getBoundingClientRect().bottom >
      it.closest(".sheet").getBoundingClientRect().bottom).length"""
    ways = page.locator(".filled-sheets .sheet summary")
    assert ways.count() > 1
    assert ways.evaluate_all(below) == 0


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


# How far the words of each cell are from those of the one before, beside or below them, at the least.
APART = """(tables) => Math.min(...tables.flatMap((table) => [...table.rows]).flatMap((row) => {
  const words = [...row.cells].map((cell) => {
    const range = new Range();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  }).filter((box) => box.width);
  return words.slice(1).map((box, at) => Math.max(box.left - words[at].right, box.top - words[at].bottom));
}))"""


@pytest.mark.parametrize("reader", ["phone", "large"])
def test_the_columns_of_a_table_do_not_run_together_on_a_phone(
    house, reader: str, request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(reader)(viewport=NARROW, locale="fr-FR")
    watch = table_after(house[0], "lutece", 1).watch
    for path, table in ((f"w/{watch}/figures", ".numbers table"), ("https", ".offers")):
        page.goto(f"{house[1]}/{path}")
        page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
        assert page.locator(table).evaluate_all(APART) >= 5, path


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


# What stands lower than the upper edge of the steps once the page is at its end.
BEHIND = """(steps) => {
  scrollTo(0, document.documentElement.scrollHeight);
  const edge = steps.getBoundingClientRect().top;
  return [...document.querySelectorAll("main *")].filter((it) => !it.closest(".moves") && !it.firstElementChild
    && it.textContent.trim() && it.checkVisibility() && it.getBoundingClientRect().bottom > edge + 1
  ).map((it) => it.textContent);
}"""


@pytest.mark.parametrize("size", [(320, 620), (412, 915), (740, 360)])
@pytest.mark.parametrize("key", ["lost-cities", "roll-and-write", "lutece"])
def test_nothing_of_a_moment_stays_behind_its_steps_with_letters_twice_as_large(
    house, large: Callable[..., Page], key: str, size: tuple[int, int]
) -> None:
    page = large(viewport={"width": size[0], "height": size[1]}, locale="fr-FR")
    page.goto(f"{house[1]}/w/{table_after(house[0], key, 0.5).watch}/at/12")
    assert page.locator(".moves").evaluate(BEHIND) == []


@pytest.mark.parametrize("reader", ["phone", "large"])
@pytest.mark.parametrize("width", [320, 360])
def test_five_totals_of_count_now_stand_in_their_buttons(
    server: str, reader: str, width: int, request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(reader)(viewport={"width": width, "height": 620}, locale="fr-FR")
    page.goto(f"{server}/count/roll-and-write")
    page.locator("[name=players][value='5']").evaluate("(it) => it.click()")
    totals = page.locator(".tabs .total").filter(visible=True)
    expect(totals).to_have_count(5)
    totals.evaluate_all("(all) => all.forEach((it) => { it.textContent = '−155'; })")
    assert page.evaluate(CUT_SIDEWAYS, ".tabs a") == []


def test_what_lies_between_two_players_is_whole_with_letters_twice_as_large(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport={"width": 360, "height": 740}, locale="fr-FR")
    page.goto(f"{server}/count/lost-cities")
    for wager in range(3):
        page.locator(".both .cell.seat0").nth(wager).click()
    expect(page.locator(".worth").first).to_contain_text("−80")
    assert page.evaluate(CUT_SIDEWAYS, ".worth") == []


@pytest.mark.parametrize("size", [NARROW, LYING], ids=str)
def test_letters_twice_as_large_leave_what_is_touched_next_in_sight(
    server: str, large: Callable[..., Page], size: dict[str, int]
) -> None:
    page = large(viewport=size, locale="fr-FR", reduced_motion="reduce")
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], events=[START]))
    assert page.locator(".cells input").evaluate_all(IN_SIGHT) >= 12
    page.locator("[value=red-4]").evaluate("(it) => it.click()")
    assert page.locator(".chosen button.main").evaluate_all(IN_SIGHT) == 2
    throw = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
    page.goto(opened(page, server, "roll-and-write", *NAMES[:4], events=[throw]))
    assert page.locator(".rolled .die").evaluate_all(IN_SIGHT) == 6


@pytest.mark.parametrize("key", ["lost-cities", "roll-and-write"])
@pytest.mark.parametrize("size", [NARROW, LYING], ids=str)
def test_letters_twice_as_large_leave_who_has_won_in_sight(
    house, large: Callable[..., Page], size: dict[str, int], key: str
) -> None:
    page = large(viewport=size, locale="fr-FR", reduced_motion="reduce")
    page.goto(f"{house[1]}/t/{table_after(house[0], key, 1).code}")
    page.locator(".sit button").last.click()
    page.locator(".hand .main").wait_for()
    assert page.locator(".winner").evaluate_all(IN_SIGHT) == 1
    assert page.locator(".hand .main").evaluate_all(IN_SIGHT) == 1


def test_who_has_won_comes_first_on_a_phone_that_lies_with_large_letters(house, large: Callable[..., Page]) -> None:
    page = large(viewport=LYING, locale="fr-FR", reduced_motion="reduce")
    page.goto(f"{house[1]}/w/{table_after(house[0], 'lutece', 1).watch}")
    assert page.locator(".winner, .ranks li:first-child .named").evaluate_all(IN_SIGHT) == 2


def test_dice_that_are_typed_are_in_sight_on_a_phone_that_lies_with_large_letters(
    house, large: Callable[..., Page]
) -> None:
    page = large(viewport=LYING, locale="fr-FR", reduced_motion="reduce")
    page.goto(f"{house[1]}/t/{table_after(house[0], 'roll-and-write', 0.97).code}")
    page.locator(".sit button").last.click()
    page.locator(".throwing").wait_for()
    assert page.locator(".slots > *").evaluate_all(IN_SIGHT) >= 6


@pytest.mark.parametrize("width", [320, 360, 412])
def test_the_keys_of_the_dice_and_what_a_refusal_costs_are_whole_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], width: int
) -> None:
    page = large(viewport={"width": width, "height": 740}, locale="fr-FR", reduced_motion="reduce")
    page.goto(opened(page, server, "roll-and-write", *NAMES[:2], pad="0"))
    assert page.evaluate(CUT_SIDEWAYS, ".hand, .keys > *") == []
    keys = page.locator(".key").evaluate_all(BOXES)
    assert min(right - left for left, right, _top, _bottom in keys) >= LEAST
    page.goto(server)
    page.locator("form[action='/practice/roll-and-write'] button").click()
    page.locator(".refusing .change").wait_for()
    assert page.evaluate(CUT_SIDEWAYS, ".hand, .refusing button") == []


def test_an_offer_of_lutece_begins_below_the_bar_on_a_phone_that_lies_with_large_letters(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport=LYING, locale="fr-FR")
    page.goto(opened(page, server, "lutece", *NAMES[:3]))
    top, bar = (page.locator(part).first.bounding_box() for part in (".lu-kinds", ".bar"))
    assert top["y"] - bar["y"] - bar["height"] < 24


@pytest.mark.parametrize("reader", ["phone", "large"])
@pytest.mark.parametrize("players", [4, 5])
def test_the_cards_of_four_and_five_players_are_named_whole_on_every_screen(
    server: str, reader: str, players: int, request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(reader)(viewport=WIDE, locale="fr-FR")
    page.goto(opened(page, server, "lutece", *NAMES[:players], events=[*OFFERS, *MORE_OFFERS[: 2 * (players - 3)]]))
    cut = {}
    for width, height in (*SIZES, *USUAL, *TALL, (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        cut[width, height] = page.evaluate(CUT_SIDEWAYS, ".lu-market :is(.lu-slot, .lu-name, .lu-name b)")
    assert {size: names for size, names in cut.items() if names} == {}


def test_each_move_of_a_long_turn_has_a_line_of_its_own_in_the_log(house, phone: Callable[..., Page]) -> None:
    page = phone(viewport=WIDE, locale="fr-FR")
    page.goto(f"{house[1]}/w/{table_after(house[0], 'roll-and-write', 1).watch}/log")
    moves = page.locator(".turn").first.locator("summary .own-line").evaluate_all(EDGES)
    assert len(moves) > 2
    assert all(bottom <= top + 1 for (_top, bottom), (top, _bottom) in pairwise(moves))


def test_each_sentence_of_a_long_account_has_a_line_of_its_own_in_the_log(server: str, phone) -> None:
    page = phone(viewport=WIDE, locale="fr-FR")
    page.goto(f"{revealed(page, server)}/log")
    account = page.locator(".turn summary").filter(has=page.locator(".own-line")).first
    lines = account.locator(".own-line").evaluate_all(EDGES)
    assert len(lines) > 3
    assert all(bottom <= top + 1 for (_top, bottom), (top, _bottom) in pairwise(lines))


@pytest.mark.parametrize("reader", ["phone", "large"])
def test_what_five_players_of_lutece_have_stands_in_its_frame(
    house, reader: str, request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(reader)(locale="fr-FR", reduced_motion="reduce")
    page.goto(f"{house[1]}/w/{watched(house, of_five('lutece'), 0.85)}")
    assert page.locator(".lu-has").filter(has=page.locator("use[href*=legionnaire]")).count()
    amiss = {}
    for width, height in (*SIZES, (360, 740), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        amiss[width, height] = [*page.evaluate(STICKS_OUT), *["a row"] * page.evaluate(BROKEN_ROWS)]
    assert {size: found for size, found in amiss.items() if found} == {}


@pytest.mark.parametrize(
    ("reader", "size"),
    [("phone", LYING), ("phone", NARROW), ("large", LYING), ("large", NARROW), ("large", WIDE)],
    ids=str,
)
def test_the_reason_why_a_card_cannot_be_laid_lies_under_no_button(
    server: str, reader: str, size: dict[str, int], request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(reader)(viewport=size, locale="fr-FR", reduced_motion="reduce")
    lay, draw = {"type": "lay", "seat": 0, "card": "red-5"}, {"type": "draw", "from": "deck", "seat": 0}
    turns = (lay, draw, {**lay, "seat": 1, "card": "green-9"}, {**draw, "seat": 1})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], events=[START, *turns]))
    for card, below in (("red-wager", "[data-way=discard] button.main"), ("green-9", ".there")):
        page.locator(f"[value={card}]").first.evaluate("(it) => it.click()")
        reason = page.locator("[data-way=lay] output").evaluate(TEXT_ENDS)
        assert reason <= page.locator(below).evaluate("(it) => it.getBoundingClientRect().top") + 1, card


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_signs_of_a_card_are_on_its_tile_with_five_players(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = phone(viewport={"width": size[0], "height": size[1]}, locale="fr-FR", reduced_motion="reduce")
    made = {"resources": {"potion": 1, "bread": 2}, "talent": 10, "colour": "blue"}
    card = {"id": "much", "kind": "citizen", "cost": 3, **made}
    page.goto(opened(page, server, "lutece", *NAMES, events=[{"type": "offer", "tile": "A", "card": card}]))
    assert page.evaluate(CUT_SIDEWAYS, "#on-A") == []


@pytest.mark.parametrize("key", ["lost-cities", "roll-and-write", "lutece"])
@pytest.mark.parametrize("joining", [True, False])
@pytest.mark.parametrize(("letters", "size"), [(100, (740, 360)), (200, (740, 360)), (200, (360, 740))])
def test_who_has_no_seat_sees_the_board_below_the_question_and_scores_under_nothing(
    house, phone, large: Callable[..., Page], key: str, joining: bool, letters: int, size: tuple[int, int]
) -> None:
    table = table_after(house[0], key, 0.5)
    house[0].extensions["referee"].ledger.tables.set_joining(table.id, joining)
    taken = large if letters == 200 else phone
    page = taken(viewport={"width": size[0], "height": size[1]}, locale="fr-FR", reduced_motion="reduce")
    page.goto(f"{house[1]}/t/{table.code}")
    asked, board, covered = page.evaluate(ASKED)
    assert asked < 0.34
    assert board > 0.1
    assert covered == []


# The rows of a figure: where the words and the bars of each begin.
ROWS = """(all) => all.map((row) => {
  const top = (it) => it.getBoundingClientRect().top;
  return [top(row.querySelector("text")), ...[...row.querySelectorAll("rect")].map(top)];
})"""


@pytest.mark.parametrize("width", [320, 412, 768])
def test_a_row_of_a_figure_stands_above_its_bars_with_letters_twice_as_large(
    house, large: Callable[..., Page], width: int
) -> None:
    app, address = house
    page = large(viewport={"width": width, "height": 915})
    with app.app_context():
        page.goto(f"{address}/g/{make_demo_data(12, 2).code}/figures")
    for figure in page.locator(".of-bars .drawing").all():
        rows = figure.locator("> g:has(rect)").evaluate_all(ROWS)
        assert all(words < bar for words, *bars in rows for bar in bars)
        assert all(max(above) < below[0] for above, below in pairwise(rows))


@pytest.mark.parametrize("width", [320, 360, 412])
def test_numbers_to_choose_from_stand_below_each_other_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], width: int
) -> None:
    page = large(viewport={"width": width, "height": 740})
    page.goto(f"{server}/count/lutece")
    rows = page.locator("#paper0 .lu-many")
    for row in rows.all():
        boxes = row.locator(".lu-choice, .lu-above").evaluate_all(BOXES)
        left = {round(box[0]) for box in boxes}
        assert len(left) * 2 >= len(boxes)
        assert max(box[1] - box[0] for box in boxes) - min(box[1] - box[0] for box in boxes) <= 1
    assert page.evaluate(TOO_WIDE) <= 0


def test_the_table_of_what_https_gives_has_the_letters_of_its_page(server: str, large: Callable[..., Page]) -> None:
    page = large(viewport=NARROW, locale="fr-FR")
    page.goto(f"{server}/https")
    letters = page.locator("main p, .offers :is(th, td)").evaluate_all(
        "(all) => all.map((it) => getComputedStyle(it).fontSize)"
    )
    assert len(set(letters)) == 1
    assert page.evaluate(TOO_WIDE) <= 0


@pytest.mark.parametrize("width", [320, 360])
def test_what_takes_a_move_back_is_one_line_where_nothing_stands_beside_it(
    server: str, phone: Callable[..., Page], width: int
) -> None:
    page = phone(locale="fr-FR", viewport={"width": width, "height": 740})
    revealed(page, server)
    assert "unseen-text" in (page.locator("#said").get_attribute("class") or "")
    for way in page.locator(".last :is(button, a)").all():
        lines = "(it) => { const range = new Range(); range.selectNodeContents(it.firstChild); return range"
        assert way.evaluate(f"{lines}.getClientRects().length; }}") == 1
