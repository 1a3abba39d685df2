"""The boards of all games on small phones, on one that lies, with letters twice as large: nothing is out of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring import GAMES
from tests.browser.chromium import LARGE
from tests.browser.tables import assert_steady, moved, opened, seated, seq_of, told, until
from tests.pages import table_after
from tests.web.lutece import CLOSE, MORE_OFFERS, OFFERS, REVEAL, bribe, options
from web.commands.demo_data import make_demo_data

NAMES = ("Marie-Antoinette", "Maximilian-Alexander", "Éléonore", "Bartholomäus", "Zacharias")
START = {"type": "start", "seat": 0}
SIZES = ((320, 620), (360, 620), (740, 360))
USUAL = ((360, 740), (390, 844))  # of phones
TALL = ((390, 896), (412, 915))
COUNTED = ({"yellow": ["wager", 2, 10]}, {"red": [3, 4, 10]})  # one hand each
ROWS = ".board .suit, .board .lu-row, .board .lu-slot, .drawn .box, .drawn .points"

# What is wider than the screen; and each row of the board that is out of sight or lies under a part of the hand, once
# it was scrolled to where that is asked for.
AMISS = """([rows, scrolled]) => {
  const box = (it) => it.getBoundingClientRect();
  const shown = (all) => [...document.querySelectorAll(all)].filter((it) => it.checkVisibility() && box(it).height);
  const board = document.querySelector(".board");
  const below = (row) => shown(".hand:not(.board *) > *").some((part) =>
    box(part).top < row.bottom - 1 && box(part).bottom > row.top && box(part).left < row.right - 1);
  const out = (it) => {
    if (scrolled) it.scrollIntoView();
    const [row, frame] = [box(it), box(board)];
    return row.bottom > Math.min(frame.bottom, innerHeight) + 1 || row.top < Math.max(frame.top, 0) - 1 || below(row);
  };
  const wide = document.documentElement.scrollWidth - innerWidth;
  const rowsOut = shown(rows).filter(out).map((it) => it.outerHTML.slice(0, 90));
  return wide > 0 ? [`${wide} px too wide`, ...rowsOut] : rowsOut;
}"""
# Names at a table of Lutèce that are wider or higher than what they stand in.
CUT = """() => [...document.querySelectorAll(".lu-players .name > span:not(.unseen-text), #whose .lu-choice > span")]
  .filter((it) => {
    const [name, frame] = [new Range(), it.closest(".score, .lu-choice").getBoundingClientRect()];
    name.selectNodeContents(it);
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
  }).map((it) => it.textContent.trim())"""
BOARD = """() => {
  const { top, bottom } = document.querySelector(".board").getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
}"""
# What was lit has come into sight by itself: from then on the page is scrolled by nobody else.
CAME_INTO_SIGHT = "() => document.getAnimations().every(({ animationName }) => animationName !== 'settles-in-sight')"
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
TOUCH = "(it) => it.click()"
# Words of names on more than one line.
BROKEN = r"""() => {
  const names = "#throws label, .score .name, .ranks .named, .go-on .whose, .photograph, .lc-round thead span, "
    + ".end a, .end b, .lu-what, .lu-kinds .lu-choice span";
  const texts = [...document.querySelectorAll(names)].filter((it) => it.checkVisibility())
    .flatMap((it) => [...it.childNodes]).filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const lines = (text, { index, 0: word }) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  return texts.flatMap((text) =>
    [...text.data.matchAll(/[^\s-]+/g)].filter((word) => lines(text, word) > 1).map(([word]) => word));
}"""


def touched(page: Page, *selectors: str) -> Iterator[str]:
    for selector in selectors:
        page.locator(selector).first.evaluate(TOUCH)
        yield selector


def recorded(page: Page, *events: dict[str, Any]) -> Iterator[str]:
    for event in events:
        seen = seq_of(page)
        told(page, page.url, seen, event)
        moved(page, seen)
        yield event["type"]


def lost_cities(page: Page) -> Iterator[str]:
    """The turn of who has a card to lay and one to discard, in six colours."""
    yield "who begins"
    lay = {"type": "lay", "seat": 0, "card": "purple-4"}
    draw = {"type": "draw", "from": "deck"}
    discard = {"type": "discard", "seat": 1, "card": "green-9"}
    yield from recorded(page, START, lay, {**draw, "seat": 0}, discard, {**draw, "seat": 1})
    yield from touched(page, "[value=purple-9]", "[value=purple-2]", "[value=purple-4]")


def roll_and_write(page: Page) -> Iterator[str]:
    throw = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
    yield "first throw"
    yield from recorded(page, throw)
    yield from touched(page, ".lights.red label.fit:not(.die-0) input")
    yield from recorded(page, {"type": "choose", "seat": 0, "number": 4, "colour": "red"})


def lutece_with_all_its_tiles(page: Page, players: int) -> Iterator[str]:
    """A round of four or five: the most that lies there, the most that is asked."""
    list(recorded(page, *OFFERS, *MORE_OFFERS[: 2 * (players - 3) - 1]))
    yield "offers"
    list(recorded(page, MORE_OFFERS[2 * (players - 3) - 1]))
    yield "options"
    taken = (("A", "1"), ("A", "B"), ("C", "income-1"), ("A", "2"), ("B", "3"))
    list(recorded(page, *(options(seat, *taken[seat]) for seat in range(players))))
    yield "bribes"
    yield from recorded(page, bribe(0, "A", 2), REVEAL)


def lutece(page: Page) -> Iterator[str]:
    yield "offers"
    yield from touched(page, "[data-kind=citizen]", "[data-kind=legionnaire]", "#tile-1", "[data-kind=herbalist]")
    list(recorded(page, *OFFERS))
    yield "options"
    list(recorded(page, options(0, "A", "1"), options(1, "A", "B"), options(2, "C", "income-1")))
    yield "bribes"
    yield from recorded(page, bribe(0, "A", 2), REVEAL)


STEPS = {"lost-cities": lost_cities, "roll-and-write": roll_and_write, "lutece": lutece}
PLAYERS = {"lost-cities": 2, "roll-and-write": 4, "lutece": 3}
SETTINGS = {"lost-cities": {"colours": "1"}}


def table(page: Page, server: str, key: str) -> None:
    page.goto(opened(page, server, key, *NAMES[: PLAYERS[key]], **SETTINGS.get(key, {})))


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("key", [key for key in GAMES if key in STEPS])
def test_every_row_is_in_sight_in_every_step(server: str, phone: Callable[..., Page], key: str, locale: str) -> None:
    """And the board keeps its place through a turn: neither what is chosen nor what is asked next moves a button."""
    page = phone(locale=locale, reduced_motion="reduce")
    table(page, server, key)
    amiss: dict[Any, Any] = {}
    boards: dict[Any, set[Any]] = {size: set() for size in (*SIZES, *USUAL)}
    for step in STEPS[key](page):
        for size in (*SIZES, *USUAL):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            boards[size].add(tuple(page.evaluate(BOARD)))
            if found := page.evaluate(AMISS, [ROWS, False]):
                amiss[step, size] = found
    assert amiss == {}
    assert all(len(places) == 1 for places in boards.values()), boards


@pytest.mark.parametrize("players", [4, 5])
def test_four_and_five_players_of_lutece_see_every_row_too(
    server: str, phone: Callable[..., Page], players: int
) -> None:
    page = phone(locale="fr-FR", reduced_motion="reduce")
    page.goto(opened(page, server, "lutece", *NAMES[:players]))
    amiss: dict[Any, Any] = {}
    for step in lutece_with_all_its_tiles(page, players):
        for width, height in (*SIZES, *USUAL):
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(AMISS, [ROWS, False]):
                amiss[step, width, height] = found
    assert amiss == {}


@pytest.mark.parametrize("players", [4, 5])
def test_both_rows_of_tiles_are_in_sight_while_all_bid_on_one_of_them(
    server: str, phone: Callable[..., Page], players: int
) -> None:
    page = phone(locale="fr-FR", reduced_motion="reduce")
    beside = ("1", "B", "income-1", "2", "3")
    bids = (options(seat, "A", beside[seat]) for seat in range(players))
    page.goto(
        opened(page, server, "lutece", *NAMES[:players], events=[*OFFERS, *MORE_OFFERS[: 2 * (players - 3)], *bids])
    )
    amiss: dict[Any, Any] = {}
    for width, height in (*SIZES, *USUAL, *TALL):
        page.set_viewport_size({"width": width, "height": height})
        amiss[width, height] = page.evaluate(AMISS, [ROWS, False])
    assert {size: found for size, found in amiss.items() if found} == {}


def two_rounds_of_lutece(page: Page, players: int) -> Iterator[str]:
    """Cards of each deck are entered, something is refused, bribed and settled, and a legionnaire may be raised."""
    yield "offers"
    yield from touched(page, "[data-kind=citizen]", "#tile-1", "[data-kind=herbalist]", "[data-kind=market]")
    yield from touched(page, ".lu-more summary")
    list(recorded(page, *OFFERS, *MORE_OFFERS[: 2 * (players - 3)]))
    yield "options"
    page.locator("#lay-0 input[value=A]").evaluate(TOUCH)
    page.locator("#lay-0 input[value='1']").evaluate("(it) => { it.click(); it.value = 'A'; }")
    page.locator("#lay-0 button.main").evaluate(TOUCH)
    page.locator("#refusal").wait_for()
    yield "refused"
    page.reload()
    beside = ("2", "income-1", "3", "D", "E")
    list(recorded(page, *(options(seat, "A" if seat else "B", beside[seat]) for seat in range(players))))
    yield "bribes"
    yield from recorded(page, bribe(1, "A", 2), REVEAL)
    page.locator(".lu-told summary").evaluate(TOUCH)
    yield "what happened"
    list(recorded(page, CLOSE))
    for tile in page.locator("[id^=tile-]").evaluate_all("(all) => all.map((it) => it.id.slice(5))"):
        card = {"kind": "citizen", "cost": 0} if tile.isalpha() else {"kind": "mill", "cost": 0}
        list(recorded(page, {"type": "offer", "tile": tile, "card": {"id": f"again-{tile}", **card}}))
    list(recorded(page, *(options(seat, "A", "income-1") for seat in range(players)), REVEAL))
    page.locator("#raises button").first.wait_for()
    yield "a contest"


# Where the hand begins and ends.
HAND = """() => {
  const { top, bottom } = document.querySelector(".hand").getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
}"""


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("reader", ["phone", "large"])
def test_the_hand_of_lutece_keeps_its_height_from_step_to_step(
    server: str, reader: str, players: int, request: pytest.FixtureRequest
) -> None:
    """Where nothing is entered, it shows what everybody has got."""
    page = request.getfixturevalue(reader)(locale="fr-FR", reduced_motion="reduce", expected=("422",))
    page.goto(opened(page, server, "lutece", *NAMES[:players]))
    places: dict[Any, dict[str, Any]] = {size: {} for size in (*SIZES, *USUAL, *TALL, (768, 1024), (1280, 800))}
    for step in two_rounds_of_lutece(page, players):
        for size in places:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            places[size][step] = page.evaluate(HAND)
    assert {size: found for size, found in places.items() if len({*map(tuple, found.values())}) > 1} == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_name_is_cut_at_a_table_of_lutece(
    server: str, phone: Callable[..., Page], large: Callable[..., Page], players: int
) -> None:
    cut: dict[Any, Any] = {}
    for taken in (phone, large):
        page = taken(locale="fr-FR", reduced_motion="reduce")
        offers = [*OFFERS, *MORE_OFFERS[: max(0, 2 * (players - 3))]]
        page.goto(opened(page, server, "lutece", *NAMES[:players], events=offers))
        for width, height in (*SIZES, *USUAL, (768, 1024), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            cut[taken is large, width, height] = page.evaluate(CUT)
    assert {where: names for where, names in cut.items() if names} == {}


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("reader", ["phone", "large"])
def test_no_kind_of_card_breaks_within_a_word(server: str, reader: str, locale: str, request) -> None:
    """Neither where a card is entered nor on an action card; and what a card asks for is named."""
    page = request.getfixturevalue(reader)(locale=locale, reduced_motion="reduce")
    page.goto(opened(page, server, "lutece", *NAMES[:4]))
    list(touched(page, "#tile-1", "[data-kind=market]"))
    expect(page.locator("[data-field=demand] > .lu-label")).to_be_visible()
    broken = {"kinds": amiss_everywhere(page, lambda: page.evaluate(BROKEN))}
    list(recorded(page, *OFFERS, *MORE_OFFERS[:2]))
    broken["actions"] = amiss_everywhere(page, lambda: page.evaluate(BROKEN))
    assert not any(broken.values()), broken


# What a card asks for, of which a word is wider than its room.
CROWDED = """() => [...document.querySelectorAll("[data-field=demand] .lu-step .lu-label")]
  .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth).map((it) => it.textContent.trim())"""


@pytest.mark.parametrize("players", [3, 5])
def test_what_a_card_asks_for_stands_beside_its_numbers(server: str, phone: Callable[..., Page], players: int) -> None:
    page = phone(locale="fr-FR")
    page.goto(opened(page, server, "lutece", *NAMES[:players]))
    list(touched(page, "#tile-1", "[data-kind=market]"))
    crowded = {}
    for width, height in (*SIZES, *USUAL, *TALL, (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        crowded[width, height] = page.evaluate(CROWDED)
    assert {size: words for size, words in crowded.items() if words} == {}


def test_the_last_move_is_in_sight_whatever_is_entered_on_a_phone_that_lies(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(viewport={"width": 740, "height": 360}, locale="fr-FR", reduced_motion="reduce")
    page.goto(opened(page, server, "lutece", *NAMES[:3], events=OFFERS[:3]))
    for step in touched(page, "#tile-1", "[data-kind=herbalist]", "[data-kind=market]"):
        last = page.locator("#last").bounding_box()
        assert last["y"] + last["height"] <= 360, step


def test_numbers_of_players_head_the_majorities_where_names_stand_two_abreast(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(viewport={"width": 360, "height": 740})
    page.goto(opened(page, server, "lutece", *NAMES[:3]))
    head = "(all) => all.map((it) => getComputedStyle(it, '::before').content)"
    assert page.locator(".lu-row:first-child .lu-share").evaluate_all(head) == ["counter(seat)"] * 3
    assert page.locator(".lu-row:nth-child(2) .lu-share").evaluate_all(head) == ["none"] * 3


@pytest.mark.parametrize("size", [(320, 620), (360, 620), (360, 740), (412, 915)], ids=str)
def test_what_was_refused_lies_above_the_hand_of_lutece_which_stays_as_it_was(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = phone(locale="fr-FR", viewport={"width": size[0], "height": size[1]}, expected=("422",))
    page.goto(opened(page, server, "lutece", *NAMES[:3], events=OFFERS))
    main = page.locator("#lay-0 button.main")
    board, button = page.evaluate(BOARD), main.bounding_box()
    page.locator("#lay-0 input[value=A]").evaluate("(it) => it.click()")
    page.locator("#lay-0 input[value='1']").evaluate("(it) => { it.click(); it.value = 'A'; }")
    main.evaluate("(it) => it.click()")
    page.locator("#refusal").wait_for()
    assert page.evaluate(BOARD) == board
    assert main.bounding_box() == button
    assert page.evaluate(COVERED, "#refusal :is(a, strong)") == []


@pytest.mark.parametrize("size", [(360, 620), (360, 740)], ids=str)
def test_all_tiles_and_the_last_move_are_in_sight_in_a_practice_game_of_lutece(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = phone(locale="fr-FR", viewport={"width": size[0], "height": size[1]})
    page.goto(server)
    page.locator("form[action='/practice/lutece'] button").click()
    page.locator("#table").wait_for()
    page.wait_for_load_state("load")
    assert page.evaluate(AMISS, [".board .lu-slot", False]) == []
    last = page.locator(".hand .last").bounding_box()
    assert last
    assert last["y"] + last["height"] <= size[1]


@pytest.mark.parametrize("reader", ["phone", "large"])
def test_what_is_said_instead_covers_nothing_of_the_board_on_a_phone(server: str, reader: str, request) -> None:
    page = request.getfixturevalue(reader)(viewport={"width": 360, "height": 740}, locale="fr-FR")
    address = opened(page, server, "lutece", *NAMES[:3], events=OFFERS)
    page.goto(address)
    page.goto(f"{address}/amend/1")
    assert page.evaluate(AMISS, [ROWS, True]) == []


def test_the_cards_of_a_count_have_room_on_a_phone_that_lies(server: str, phone: Callable[..., Page]) -> None:
    page = phone(viewport={"width": 740, "height": 360})
    page.goto(f"{opened(page, server, 'lost-cities', *NAMES[:2])}/count/0")
    assert page.evaluate("Math.min(...[...document.querySelectorAll('.tick')].map((it) => it.clientWidth))") >= 24
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("key", [key for key in GAMES if key in STEPS])
def test_letters_twice_as_large_need_no_scrolling_sideways(
    server: str, large: Callable[..., Page], key: str, locale: str
) -> None:
    page = large(viewport={"width": 360, "height": 740}, locale=locale, reduced_motion="reduce")
    table(page, server, key)
    assert page.evaluate("getComputedStyle(document.body).fontSize") == f"{LARGE * 1.0625:g}px"
    amiss = {}
    for step in STEPS[key](page):
        until(page, CAME_INTO_SIGHT)
        amiss[step] = page.evaluate(AMISS, [ROWS, True])
    assert {step: found for step, found in amiss.items() if found} == {}


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_what_is_read_needs_no_scrolling_sideways_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], locale: str
) -> None:
    page = large(viewport={"width": 320, "height": 740}, locale=locale)
    counts = [{"type": "count", "seat": seat, "expeditions": laid} for seat, laid in enumerate(COUNTED)]
    address = opened(page, server, "lost-cities", *NAMES[:2], rounds="0", events=[START, *counts])
    page.goto(address)
    result = page.locator(".hand a.main").get_attribute("href")
    wide = {}
    for path in ("/", "/https", "/data", "/groups", *(f"/{what}/{key}" for key in STEPS for what in ("rules", "new"))):
        page.goto(server + path)
        wide[path] = page.evaluate(TOO_WIDE)
    for path in (f"{server}{result}", *(f"{address}{part}" for part in ("", "/share", "/log", "/at/2"))):
        page.goto(path)
        wide[path] = page.evaluate(TOO_WIDE)
    page.goto(f"{server}{result}")
    broken = page.evaluate(BROKEN)
    assert {path: more for path, more in wide.items() if more > 0} == {}
    assert broken == []


@pytest.mark.parametrize("size", [(320, 620), (740, 360)], ids=str)
def test_no_name_breaks_within_a_word_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = large(viewport={"width": size[0], "height": size[1]})
    table(page, server, "roll-and-write")
    assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_no_name_breaks_within_a_word_at_a_table_of_lost_cities(
    server: str, phone: Callable[..., Page], locale: str
) -> None:
    page = phone(locale=locale)
    page.goto(opened(page, server, "lost-cities", "Maximilian-Alexander", "Bartholomäus"))
    counts = [{"type": "count", "seat": seat, "expeditions": laid} for seat, laid in enumerate(COUNTED)]
    broken = {}
    for step in recorded(page, START, *counts):
        broken[step] = amiss_everywhere(page, lambda: page.evaluate(BROKEN))
    assert {step: words for step, words in broken.items() if words} == {}


def test_no_name_is_cut_at_a_table_of_lost_cities(server: str, phone: Callable[..., Page]) -> None:
    page = phone(locale="fr-FR", viewport={"width": 320, "height": 620})
    page.goto(opened(page, server, "lost-cities", "Maximilienne-Bernadette", "Wolfeschlegelstein"))
    shown = page.locator(".score .name").evaluate_all("(all) => all.map((it) => it.scrollHeight - it.clientHeight)")
    assert len(shown) == 2
    assert max(shown) <= 2


def test_what_may_be_done_between_two_rounds_lies_beside_the_board_not_over_the_last_move(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(viewport={"width": 740, "height": 360})
    counts = [{"type": "count", "seat": seat, "expeditions": laid} for seat, laid in enumerate(COUNTED)]
    names = ("Maximilienne-Bernadette", "Bartholomäus")
    page.goto(opened(page, server, "lost-cities", *names, hidden="y", events=[START, *counts]))
    assert page.evaluate(AMISS, [ROWS, False]) == []
    assert page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom") <= page.evaluate(
        "document.querySelector('.last').getBoundingClientRect().top + 1"
    )


def test_who_may_begin_the_next_round_stands_beside_what_was_laid_on_a_phone_that_lies(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(viewport={"width": 740, "height": 360})
    counts = [{"type": "count", "seat": seat, "expeditions": laid} for seat, laid in enumerate(COUNTED)]
    page.goto(opened(page, server, "lost-cities", "Maximilienne-Bernadette", "Bartholomäus", events=[START, *counts]))
    ways = page.locator(".begins button, .all-again summary")
    assert ways.count() == 4
    assert ways.evaluate_all(NOT_WHOLE) == []


@pytest.mark.parametrize("players", [4, 5])
def test_no_name_breaks_within_a_word_where_it_is_asked_who_throws_first(
    server: str, phone: Callable[..., Page], players: int
) -> None:
    page = phone(locale="fr-FR")
    page.goto(opened(page, server, "roll-and-write", *NAMES[:players]))
    assert amiss_everywhere(page, lambda: page.evaluate(BROKEN)) == {}
    assert amiss_everywhere(page, lambda: page.evaluate(AMISS, [ROWS, False])) == {}


@pytest.mark.parametrize("width", [320, 360])
def test_the_words_of_a_button_and_of_a_table_that_waits_are_whole_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], width: int
) -> None:
    page = large(locale="fr-FR", viewport={"width": width, "height": 740})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2]))
    page.goto(server)
    broken = {"first page": page.evaluate(BROKEN)}
    for key in (key for key, game in GAMES.items() if game.count_now and game.photographed):
        page.goto(f"{server}/count/{key}")
        broken[key] = page.evaluate(BROKEN)
    assert {place: words for place, words in broken.items() if words} == {}


# Parts of a row of the paper for all that lie over the next.
OVER = """() => [...document.querySelectorAll(".papers > :first-child :is(.lu-many, .lu-step, .who, .whose-paper) > *")]
  .map((part) => [part, part.nextElementSibling]).filter(([part, next]) => next?.checkVisibility())
  .filter(([part, next]) => {
    const [one, other] = [part, next].map((it) => it.getBoundingClientRect());
    return one.width && other.left < one.right - 1 && other.top < one.bottom - 1 && one.top < other.bottom - 1;
  }).map(([part]) => part.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_paper_of_all_players_has_room_for_letters_twice_as_large(
    server: str, large: Callable[..., Page], locale: str
) -> None:
    page = large(viewport={"width": 320, "height": 740}, locale=locale, reduced_motion="reduce")
    for key in (key for key, game in GAMES.items() if game.count_now):
        page.goto(f"{server}/count/{key}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, key
        assert page.evaluate(OVER) == [], key


# What is tapped and lies under something else, or whose words do: of those that are in sight.
COVERED = """(within) => [...document.querySelectorAll(within)].filter((it) => {
  const [box] = it.getClientRects();
  const [x, y] = box ? [(box.left + box.right) / 2, (box.top + box.bottom) / 2] : [-1, -1];
  const over = document.elementFromPoint(x, y);
  return over && !it.contains(over) && !over.contains(it);
}).map((it) => it.outerHTML.slice(0, 90))"""
LEAST = 24  # px of a target of anybody
LOW = """(least) => [...document.querySelectorAll(".copying label, .copying button")]
  .map((it) => [it, it.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - 0.5).map(([it]) => it.outerHTML)"""


def amiss_everywhere(page: Page, check: Callable[[], Any]) -> dict[Any, Any]:
    """What a check finds at each size that is too narrow or too low for most."""
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = check()
    return {size: what for size, what in found.items() if what}


def test_a_refusal_hides_none_of_its_words_and_lets_none_of_its_buttons_be_hit_for_another(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(locale="fr-FR", expected=("422",))
    lay, draw = {"type": "lay", "seat": 0, "card": "yellow-5"}, {"type": "draw", "from": "deck", "seat": 0}
    turns = (lay, draw, {**lay, "seat": 1, "card": "blue-4"}, {**draw, "seat": 1})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], events=[START, *turns]))
    list(touched(page, "[value=green-4]"))
    page.locator("[value=green-4]").evaluate("(it) => { it.value = 'yellow-3'; }")
    list(touched(page, "[data-way=lay] button.main"))
    page.locator("#refusal").wait_for()
    assert amiss_everywhere(page, lambda: page.evaluate(COVERED, "#refusal :is(a, strong)")) == {}


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=str)
def test_a_refusal_stands_above_what_can_be_done_where_there_are_no_scripts(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    seen = {"width": size[0], "height": size[1]}
    page = phone(javascript=False, viewport=seen, locale="fr-FR", expected=("422",))
    address = opened(page, server, "lost-cities", *NAMES[:2])
    lays = ({"type": "lay", "seat": seat, "card": f"red-{8 - seat}"} for seat in (0, 1))
    turns = [part for one in lays for part in (one, {"type": "draw", "seat": one["seat"], "from": "deck"})]
    page.goto(address)
    told(page, address, 0, START, *turns)
    page.goto(address)
    page.locator("label:has([value=red-3])").click()
    page.locator("[data-way=lay] button.main").click()
    refusal, chosen = (page.locator(part).bounding_box() for part in ("#refusal", ".chosen"))
    assert refusal["y"] > 0
    assert refusal["y"] + refusal["height"] <= chosen["y"]


def test_a_round_that_is_over_fits_with_the_longest_names(server: str, phone: Callable[..., Page]) -> None:
    page = phone(locale="fr-FR")
    count = {"type": "count", "expeditions": {}}
    page.goto(
        opened(page, server, "lost-cities", *NAMES[:2], events=[START, {**count, "seat": 0}, {**count, "seat": 1}])
    )
    assert amiss_everywhere(page, lambda: max(page.evaluate(TOO_WIDE), 0)) == {}


def test_the_last_move_is_read_below_the_longest_names_on_a_phone_that_lies(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(locale="fr-FR", viewport={"width": 740, "height": 360})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], events=[START]))
    edge = "(side) => (it) => it.getBoundingClientRect()[side]"
    lowest = page.locator(".end a").evaluate_all(f"(all) => Math.max(...all.map(({edge})('bottom')))")
    assert lowest <= page.locator("#said").evaluate(f"({edge})('top')") + 1


# Where there is no room for it, the picture has wrapped into a column of its own that nobody sees.
PICTURES = """() => [...document.querySelectorAll(".lc .head")].map((head) => {
  const { content, maskPosition } = getComputedStyle(head, "::after");
  const isAway = content === "none" || head.scrollWidth > head.clientWidth;
  return [isAway ? "" : maskPosition, head.scrollHeight <= head.clientHeight];
})"""


def test_the_pictures_of_the_expeditions_take_only_the_room_that_is_left(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(locale="fr-FR", viewport={"width": 360, "height": 740})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], colours="1", events=[START]))
    assert amiss_everywhere(page, lambda: [here for here, fits in page.evaluate(PICTURES) if here or not fits]) == {}
    page.set_viewport_size({"width": 360, "height": 915})
    shown = page.evaluate(PICTURES)
    assert len({here for here, _ in shown} - {""}) == 6
    assert all(fits for _, fits in shown)


def test_every_box_of_a_paper_sheet_can_be_hit_and_none_is_wider_than_the_phone(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(locale="fr-FR")
    address = opened(page, server, "roll-and-write", *NAMES[:2], pad="0")
    for path in (f"{address}/count/0", f"{server}/count/roll-and-write"):
        page.goto(path)
        assert amiss_everywhere(page, lambda: page.evaluate(LOW, LEAST)) == {}
        assert amiss_everywhere(page, lambda: max(page.evaluate(TOO_WIDE), 0)) == {}


def test_a_paper_sheet_keeps_its_boxes_on_a_phone_that_lies_with_letters_twice_as_large(
    server: str, large: Callable[..., Page]
) -> None:
    """Those of a table are as small as it takes to have them all in sight."""
    page = large(viewport={"width": 740, "height": 360})
    page.goto(f"{opened(page, server, 'roll-and-write', *NAMES[:2], pad='0')}/count/0")
    assert page.locator(".copying .level").evaluate_all("(all) => Math.min(...all.map((it) => it.offsetWidth))") >= 44
    assert page.evaluate("Math.min(...[...document.querySelectorAll('.drawn')].map((it) => it.currentCSSZoom))") == 1


@pytest.mark.parametrize("size", [(320, 620), (360, 620), (360, 740)], ids=str)
def test_the_totals_of_a_sheet_stay_in_sight_while_a_box_or_a_column_is_asked_for(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = phone(locale="fr-FR", reduced_motion="reduce", viewport={"width": size[0], "height": size[1]})
    throw = {"type": "roll", "seat": 0, "numbers": [4, 4, 4], "colours": ["red", "red", "red"]}
    page.goto(opened(page, server, "roll-and-write", *NAMES[:4], pad="1", events=[throw]))
    amiss = {}
    for step in touched(page, "#col-0 .lights.red input[value^='e[new].number#=4&']", "#hand-0 button[value=arrow]"):
        page.locator(".deciding").first.wait_for()
        amiss[step] = page.evaluate(AMISS, [".drawn .points", False])
    assert {step: found for step, found in amiss.items() if found} == {}


def test_dice_are_changed_on_a_phone_that_lies(server: str, phone: Callable[..., Page]) -> None:
    page = phone(viewport={"width": 740, "height": 360}, reduced_motion="reduce")
    throw = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
    page.goto(opened(page, server, "roll-and-write", *NAMES[:4], pad="0", events=[throw]))
    page.locator("#otherwise summary").click()
    for part in ("#otherwise .slots", "#otherwise .key.violet", "#otherwise .say", "#last"):
        page.locator(part).first.scroll_into_view_if_needed()
        assert page.evaluate(COVERED, f"{part} button, {part}:is(button)") == []


# How many of these a finger hits in their middle and half of so many px above and below.
HIT = """([all, high]) => [...document.querySelectorAll(all)].filter((it) => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [y - high / 2, y, y + high / 2].every((at) => it.contains(document.elementFromPoint(x, at)));
}).length"""
LIT, DICE = "label.fit", ".rolled .die"
DIGIT = 16  # px of what is read in a box


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", [(320, 620), (360, 620), (360, 740), (740, 360)], ids=str)
def test_lit_numbers_come_into_sight_by_themselves_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], size: tuple[int, int], locale: str
) -> None:
    """Wherever the page was before and however high they stand; afterwards it stays where one looks."""
    page = large(locale=locale, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(opened(page, server, "roll-and-write", *NAMES[:2], pad="0"))

    def assert_lit(least: int) -> None:
        until(page, f"(asked) => ({HIT})(asked) >= {least}", [LIT, DIGIT])
        assert page.evaluate(HIT, [DICE, DIGIT]) == 6

    def assert_lit_anew(least: int) -> None:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.reload()
        assert_lit(least)

    throw = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
    list(recorded(page, throw))
    assert_lit(2)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    list(recorded(page, {"type": "choose", "seat": 0, "number": 4, "colour": "red"}))
    assert_lit(2)
    assert_lit_anew(2)
    list(recorded(page, {"type": "refuse", "seat": 1}))
    for number in (5, 6, 7, 8):
        thrower = number % 2
        list(recorded(page, {**throw, "seat": thrower, "numbers": [number] * 3}))
        acts = [{"type": "choose", "seat": 0, "number": number, "colour": "red"}, {"type": "refuse", "seat": 1}]
        list(recorded(page, *sorted(acts, key=lambda act: act["seat"] != thrower)))
    page.evaluate("scrollTo(0, 0)")
    list(recorded(page, {**throw, "seat": 1, "numbers": [9, 9, 9]}, {"type": "refuse", "seat": 1}))
    assert_lit(1)
    assert_steady(page)
    page.wait_for_timeout(300)
    least = min(10, page.evaluate("document.documentElement.scrollHeight - innerHeight"))  # all of it where it fits
    page.evaluate("scrollTo(0, 10)")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == least


# How many numbers are lit and not whole in sight; null while none is.
LIT_OUT_OF_SIGHT = f"""(high) => {{
  const lit = [...document.querySelectorAll("{LIT}")].filter((it) => it.checkVisibility());
  return lit.length ? lit.length - ({HIT})(["{LIT}", high]) : null;
}}"""


@pytest.mark.parametrize("size", [*SIZES[:2], *USUAL[:1], TALL[1], SIZES[2], (768, 1024), (1280, 800)], ids=str)
def test_all_that_is_lit_is_in_sight_in_every_step_of_a_practice_game(
    server: str, phone: Callable[..., Page], large: Callable[..., Page], size: tuple[int, int]
) -> None:
    """Below its words, also for whom things may move. With letters twice as large low screens have not room for all."""
    little_room = {(320, 620): 2, (360, 620): 2, (360, 740): 2, (740, 360): 4, (768, 1024): 1}
    for give, left_out in ((phone, 0), (large, little_room.get(size, 0))):
        page = give(locale="fr-FR", viewport={"width": size[0], "height": size[1]})
        page.goto(server)
        page.locator("form[action='/practice/roll-and-write'] button").click()
        page.locator("details.notice[open]").wait_for()
        within = f"([high, most]) => {{ const out = ({LIT_OUT_OF_SIGHT})(high); return out !== null && out <= most; }}"
        until(page, within, [DIGIT, left_out])
        throw = {"type": "roll", "seat": 1, "numbers": [3, 5, 9], "colours": ["green", "violet", "orange"]}
        refusals = [{"type": "refuse", "seat": seat} for seat in (0, 1, 1)]
        for said in (refusals[:1], [refusals[1], throw], refusals[2:]):
            list(recorded(page, *said))
            until(page, within, [DIGIT, left_out])


def test_two_numbers_that_may_be_written_are_in_sight_with_letters_twice_as_large_on_a_phone_that_lies(
    server: str, large: Callable[..., Page]
) -> None:
    page = large(locale="fr-FR", viewport={"width": 740, "height": 360}, reduced_motion="reduce")
    throw = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
    page.goto(opened(page, server, "roll-and-write", *NAMES[:2], pad="0", events=[throw]))
    until(page, f"(asked) => ({HIT})(asked) === 4", [LIT, DIGIT])


# Texts that are wider than the box of a sheet that they stand in; of the scale, which has no lines, than its column.
OVER_THEIR_LINES = """() => [...document.querySelectorAll(".drawn :is(.box, .fit)")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }) && it.textContent.trim())
  .filter((it) => {
    const range = new Range();
    range.selectNodeContents(it);
    const [text, box] = [range, it].map((one) => one.getBoundingClientRect());
    const line = it.matches(".none") ? 0 : it.clientLeft * it.currentCSSZoom;
    return text.left < box.left + line - 0.5 || text.right > box.right - line + 0.5;
  }).map((it) => it.textContent.trim())"""


@pytest.mark.parametrize("reader", ["phone", "large"])
def test_values_stay_in_their_boxes_on_every_screen(house: Any, reader: str, request) -> None:
    page = request.getfixturevalue(reader)(locale="fr-FR", reduced_motion="reduce")
    app, server = house
    over: dict[Any, Any] = {}

    def look(what: str) -> None:
        page.wait_for_load_state()
        page.evaluate("document.fonts.ready")
        for width, height in (*SIZES, *USUAL, *TALL, (768, 1024), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(OVER_THEIR_LINES):
                over[what, width, height] = found

    throw = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
    page.goto(opened(page, server, "roll-and-write", *NAMES[:2], pad="0", events=[throw]))
    look("lit")
    page.goto(server)
    page.locator("form[action='/practice/roll-and-write'] button").click()
    page.locator(".refusing .change").first.wait_for()
    look("practice")
    page.goto(f"{server}/r/{table_after(app, 'roll-and-write', 1).watch}")
    look("result")
    assert over == {}


# The height of the hand, its upper edge where it does not stick to the screen, and what goes beyond it of what it asks.
HAND_OF_A_SHEET = """() => {
  const [board, hand] = [".board", ".desk > .hand"].map((part) => document.querySelector(part));
  const box = hand.getBoundingClientRect();
  const beyond = hand.scrollHeight > hand.clientHeight + 1 && getComputedStyle(hand).overflowY === "visible";
  const isPageStill = getComputedStyle(board).overflowY !== "visible";
  const over = [...hand.querySelectorAll(":scope > .refusal, details.throwing[open] > form")];
  const isOut = (it) => !over.some((one) => one.contains(it)) && it.checkVisibility()
    && (it.getBoundingClientRect().top < box.top - 1 || beyond && it.getBoundingClientRect().bottom > box.bottom + 1);
  const out = [...hand.querySelectorAll("p, button, summary, label")].filter(isOut).map((it) => it.textContent.trim());
  return [Math.round(box.height), isPageStill ? Math.round(box.top + scrollY) : 0, out.join()];
}"""
# How many of these a finger finds once they are scrolled to where nothing lies over them.
REACHED = """(all) => [...document.querySelectorAll(all)].filter((it) => [0, 0.1, 0.2, 0.3, 0.4, 0.5].some((share) => {
  it.scrollIntoView();
  const board = document.querySelector(".board");
  const scrolls = getComputedStyle(board).overflowY === "visible" ? document.documentElement : board;
  scrolls.scrollTop -= share * innerHeight;
  const { left, right, top, bottom } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
})).length"""


@pytest.mark.parametrize("reader", ["phone", "large"])
def test_the_hand_keeps_its_height_whatever_is_asked_of_a_sheet(
    server: str, reader: str, request: pytest.FixtureRequest
) -> None:
    """Whatever is refused and not told yet: it lies over the board or below the sheet, whole and within reach.

    With letters twice as large whose move *Undo* takes back may need a line more.
    """
    page = request.getfixturevalue(reader)(locale="fr-FR", reduced_motion="reduce", expected=("422",))
    address = opened(page, server, "roll-and-write", *NAMES[:3], pad="1")
    page.goto(address)
    hands: dict[Any, set[Any]] = {size: set() for size in (*SIZES, *USUAL, *TALL, (768, 1024), (1280, 800))}
    amiss: dict[Any, Any] = {}

    def look(what: str, to_tell: int = 0) -> None:
        for size, found in hands.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            found.add(tuple(page.evaluate(HAND_OF_A_SHEET)))
            covered = page.evaluate(COVERED, "#refusal :is(a, strong)")
            reached = 0
            if to_tell:
                until(page, CAME_INTO_SIGHT)
                reached = page.evaluate(REACHED, ".late button")
            if covered or reached != 3 * to_tell:
                amiss[what, size] = covered, reached

    def throw_refused() -> None:
        page.locator("form[id^=throw] [name='e.seat#']").evaluate("(it) => { it.value = 2; }")
        list(touched(page, *(f"div.throwing .key[value='{die}']" for die in (*"678", "red", "blue", "green"))))
        page.locator("#refusal").wait_for()

    look("who throws first")
    list(touched(page, "div.throwing .key[value='4']", "div.throwing .key[value=red]"))
    look("dice half told")
    list(recorded(page, {"type": "roll", "seat": 0, "numbers": [4, 4, 4], "colours": ["red", "yellow", "red"]}))
    look("lit")
    list(touched(page, "#otherwise summary"))
    look("dice changed")
    four = "#col-0 .lights.red input[value^='e[new].number#=4&']"
    for step in touched(page, "#otherwise summary", four, "#hand-0 button[value=arrow]"):
        look(step)
    list(recorded(page, {"type": "refuse", "seat": 0}, {"type": "choose", "seat": 1, "number": 4, "colour": "red"}))
    look("penalty")
    seated(page, address, 0)
    look("waits for another")
    list(recorded(page, {"type": "choose", "seat": 2, "number": 4, "colour": "yellow"}))
    look("another throws")
    seated(page, address, "all")
    look("dice")
    throw_refused()
    look("a throw refused", 2)
    list(recorded(page, {"type": "roll", "seat": 1, "numbers": [5, 5, 5], "colours": ["red", "yellow", "red"]}))
    page.reload()
    look("lit again", 2)
    page.locator("#col-1 .lights.red input[value^='e[new].number#=5&']").evaluate(
        "(it) => { it.value = it.value.replace('=5', '=6'); it.click(); }"
    )
    page.locator("#choose-1 .say").evaluate(TOUCH)
    page.locator("#refusal").wait_for()
    look("a number refused", 2)
    assert reader == "large" or {size: found for size, found in hands.items() if len(found) > 1} == {}
    assert {out for found in hands.values() for *_, out in found} == {""}
    assert amiss == {}


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_whole_sheet_lies_beside_what_is_asked_on_a_phone_that_lies_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], locale: str
) -> None:
    page = large(locale=locale, viewport={"width": 740, "height": 360}, reduced_motion="reduce")
    table(page, server, "roll-and-write")
    amiss = {step: page.evaluate(AMISS, [ROWS, False]) for step in roll_and_write(page)}
    assert {step: found for step, found in amiss.items() if found} == {}


@pytest.mark.parametrize("size", [(320, 620), (360, 620), (740, 360)], ids=str)
def test_the_way_to_the_count_comes_out_from_under_the_hand_when_the_board_is_scrolled(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    """Below the words of a practice table, which take their height from the board: the page needs no more."""
    page = phone(locale="fr-FR", viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(server)
    page.locator("form[action='/practice/roll-and-write'] button").click()
    page.locator(".refusing .change").first.wait_for()
    list(recorded(page, *({"type": "refuse", "seat": seat} for seat in (0, 1))))
    assert page.locator("#end a").count() == 2
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    board = page.locator(".board").bounding_box()
    page.mouse.move(board["x"] + 100, min(board["y"] + 90, size[1] - 10))
    for _ in range(2):
        page.mouse.wheel(0, 800)
        page.wait_for_timeout(700)  # what is scrolled now is chosen anew
    until(page, f"(asked) => ({HIT})(asked) === 2", ["#end a", LEAST])


def test_a_table_that_goes_on_beyond_an_edge_has_it_shaded(house: Any, phone: Callable[..., Page]) -> None:
    """Above the words of its head, where nothing else is."""
    app, address = house
    page = phone()
    with app.app_context():
        page.goto(f"{address}/g/{make_demo_data(6, 2).code}/figures")
    table = page.locator("#kinds .wide")
    table.scroll_into_view_if_needed()
    assert table.evaluate("(it) => it.scrollWidth > it.clientWidth")
    frame = table.bounding_box()
    assert frame

    def spot(left: float) -> bytes:
        return page.screenshot(clip={"x": int(frame["x"] + left), "y": int(frame["y"]) + 1, "width": 2, "height": 2})

    assert spot(frame["width"] - 4) != spot(frame["width"] / 2) == spot(2)
    table.evaluate("(it) => it.scrollTo(it.scrollWidth, 0)")
    assert spot(frame["width"] - 4) == spot(frame["width"] / 2) != spot(2)
    table.evaluate("(it) => it.replaceChildren(Object.assign(document.createElement('p'), {style: 'height: 4rem'}))")
    for beyond in (0, 16):  # little of it is missing
        table.evaluate("(it, beyond) => (it.firstChild.style.width = `${it.clientWidth + beyond}px`)", beyond)
        assert (spot(frame["width"] - 4) != spot(frame["width"] / 2)) == bool(beyond)


# What can be chosen in a list and is longer than the room beside its arrow, which stands in the padding.
TOO_LONG = """(lists) => lists.filter((list) => list.checkVisibility()).flatMap((list) => {
  const style = getComputedStyle(list);
  const text = document.createElement("span");
  for (const part of ["fontFamily", "fontSize", "fontWeight", "letterSpacing"]) text.style[part] = style[part];
  text.style.position = "absolute";
  text.style.whiteSpace = "nowrap";
  document.body.append(text);
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...list.options].map((option) => option.text).filter((said) => {
    text.textContent = said;
    return text.getBoundingClientRect().width > room;
  });
})"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_what_can_be_chosen_stands_whole_on_the_narrowest_phone(
    server: str, phone: Callable[..., Page], locale: str
) -> None:
    page = phone(locale=locale, viewport={"width": 320, "height": 620})
    met, cut = 0, {}
    for path in ("print", *(f"new/{key}" for key in GAMES)):
        page.goto(f"{server}/{path}")
        page.evaluate("document.fonts.ready")
        lists = page.locator("select")
        met += lists.count()
        cut[path] = lists.evaluate_all(TOO_LONG)
    assert met > 10
    assert not any(cut.values()), cut


# Words in a button that are wider than it.
WIDER = """(all) => all.filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth)
  .map((it) => it.textContent.trim())"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", [(320, 620), (360, 620), (360, 740), (667, 375)], ids=str)
def test_a_wager_that_is_known_and_six_piles_to_draw_from_leave_a_phone_its_rows_and_words(
    server: str, phone: Callable[..., Page], size: tuple[int, int], locale: str
) -> None:
    page = phone(locale=locale, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    colours = ("yellow", "blue", "white", "green", "red", "purple")
    turns = [(f"{colour}-wager", "deck") for colour in colours] + [("yellow-3", "blue"), ("blue-wager", "deck")]
    events = [
        event
        for turn, (card, source) in enumerate(turns)
        for event in (
            {"type": "discard", "seat": turn % 2, "card": card},
            {"type": "draw", "seat": turn % 2, "from": source},
        )
    ]
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], colours="1", events=[START, *events]))
    assert page.locator(".cell.known").count() == 1
    assert page.evaluate(AMISS, [ROWS, False]) == []
    assert page.locator(".head").evaluate_all("(all) => all.filter((it) => it.scrollHeight > it.clientHeight)") == []
    page.locator("[value=red-4]").evaluate(TOUCH)
    assert page.locator("[data-way=discard] .card").count() == 6
    assert page.evaluate(AMISS, [ROWS, False]) == []
    assert page.locator(".way button").evaluate_all(WIDER) == []


# What stands beside each other and touches; a line is as high as its letters are, and a tenth.
OVERLAPS = """(all) => all.map((it) => it.getBoundingClientRect()).filter((box, at, boxes) =>
  boxes.some((other, place) => place > at && other.left < box.right - 1 && other.top < box.bottom - 1)).length"""
LINES = "(it) => Math.round(it.clientHeight / parseFloat(getComputedStyle(it).fontSize) / 1.1)"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize(
    "name", ["Wolfeschlegelsteinhausenbergerdorff Anna", "Marie-Antoinette de Habsbourg-Lorraine X"]
)
def test_the_longest_name_leaves_the_last_move_and_its_ways_back_apart(
    server: str, phone: Callable[..., Page], name: str, locale: str
) -> None:
    """They stand beside each other, the name in two lines; nothing is wider than the phone."""
    page = phone(locale=locale)
    address = opened(page, server, "lost-cities", name, "Ben")
    red, deck = {"type": "lay", "seat": 0, "card": "red-5"}, {"type": "draw", "seat": 0, "from": "deck"}
    told(page, address, 0, START, red, deck)
    ben = seated(phone(locale=locale), address, 1)
    expect(ben.locator(".last button")).to_contain_text(name)
    assert ben.locator(".last .short").evaluate(LINES) == 2
    assert ben.locator(".last > p, .last button, .last a").evaluate_all(OVERLAPS) == 0
    assert (
        ben.locator(".hand .prompt, .hand .rule, .hand .end a").evaluate_all(
            "(all) => all.filter((it) => it.getBoundingClientRect().right > innerWidth).map((it) => it.textContent)"
        )
        == []
    )


# A turn of each, with a card on every pile of six; then what may be done with a card has the most ways.
PILES = ("yellow", "blue", "white", "green", "red", "purple")
SIX_PILES = [
    event
    for turn, colour in enumerate(PILES)
    for event in (
        {"type": "discard", "seat": turn % 2, "card": f"{colour}-wager"},
        {"type": "draw", "seat": turn % 2, "from": "deck"},
    )
]
# What of these is not whole within the hand (what is done with a card takes the last move's place, too) and the screen.
NOT_WHOLE = """(all) => all.filter((it) => it.checkVisibility({ visibilityProperty: true })).filter((it) => {
  const [box, hand] = [it, it.closest(".chosen, .hand")].map((one) => one.getBoundingClientRect());
  return box.top < hand.top - 1 || box.bottom > Math.min(hand.bottom, innerHeight) + 1;
}).map((it) => it.textContent.trim())"""
EDGES = "(all) => all.map((it) => it.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
LEFTS = "(all) => all.map((it) => Math.round(it.getBoundingClientRect().left))"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", [(320, 620), (360, 740), (740, 360)], ids=str)
def test_what_can_be_done_with_a_card_is_whole_in_the_hand_with_letters_twice_as_large(
    server: str, large: Callable[..., Page], size: tuple[int, int], locale: str
) -> None:
    """And while nothing is chosen, the hand is little higher than what it asks."""
    page = large(locale=locale, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    lay = ({"type": "lay", "seat": seat, "card": f"red-{9 - seat}"} for seat in (0, 1))
    turns = [part for one in lay for part in (one, {"type": "draw", "seat": one["seat"], "from": "deck"})]
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], colours="1", events=[START, *SIX_PILES, *turns]))
    hand, asking = (page.locator(part).evaluate("(it) => it.offsetHeight") for part in (".hand", ".asking"))
    assert hand - asking < 90
    page.locator("[value=red-2]").evaluate(TOUCH)
    assert page.locator("[data-way=discard] .card").count() == 6
    assert page.locator(".chosen .way button").evaluate_all(NOT_WHOLE) == []
    assert page.locator(".way button").evaluate_all(WIDER) == []


# Where the board stands, and the hand with the last move; and the buttons of the hand that are not whole on the screen.
PLACES = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const [board, hand, last] = [".board", ".hand", ".last"].map(box);
  const buttons = [...document.querySelectorAll(".asking a, .asking button, .chosen button")];
  const cut = buttons.filter((it) => it.checkVisibility({ visibilityProperty: true }))
    .filter((it) => it.getBoundingClientRect().bottom > innerHeight + 1);
  return [[board.top, board.bottom, hand.top, last.bottom].map(Math.round), cut.map((it) => it.textContent.trim())];
}"""
SAID_TWICE = """() => document.querySelector(".way output").textContent.includes(
  document.querySelector("#refusal strong").textContent)"""


def a_turn_with_every_reason(page: Page) -> Iterator[str]:
    """Cards that may be laid, that may not, that lie there already and that close a pile; what was refused; a draw."""
    yield "asked"
    for card in ("blue-7", "red-3", "red-8", "green-4", "blue-wager", "red-wager"):
        page.locator(f"[value={card}]").first.evaluate("(it) => it.checked || it.click()")
        yield card
    page.locator("[value=white-4]").evaluate("(it) => { it.click(); it.value = 'red-3'; }")
    page.locator("[data-way=lay] button.main").evaluate(TOUCH)
    page.locator("#refusal").wait_for()
    yield "refused"
    page.locator("[value=red-3]").last.evaluate("(it) => it.checked || it.click()")
    yield "refused again"
    assert not page.evaluate(SAID_TWICE)
    page.reload()
    yield from recorded(page, {"type": "discard", "seat": 0, "card": "blue-8"})


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("reader", ["phone", "large"])
def test_the_hand_of_lost_cities_keeps_its_height_from_step_to_step(
    server: str, reader: str, locale: str, request: pytest.FixtureRequest
) -> None:
    """With the longest names and six piles, refused or not: the board stays where it is, and each button in sight."""
    page = request.getfixturevalue(reader)(locale=locale, reduced_motion="reduce", expected=("422",))
    names = ("Wolfeschlegelsteinhausenbergerdorff Anna", "Marie-Antoinette de Habsbourg-Lorraine X")
    lays = ((0, "red-5", "deck"), (1, "green-4", "deck"), (0, "red-8", "yellow"), (1, "red-2", "deck"))
    turns = [
        event
        for seat, card, source in lays
        for event in ({"type": "lay", "seat": seat, "card": card}, {"type": "draw", "seat": seat, "from": source})
    ]
    page.goto(opened(page, server, "lost-cities", *names, colours="1", events=[START, *SIX_PILES, *turns]))
    places: dict[Any, set[Any]] = {size: set() for size in (*SIZES, *USUAL, *TALL, (768, 1024), (1280, 800))}
    cut: dict[Any, Any] = {}
    for step in a_turn_with_every_reason(page):
        for size in places:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            place, buttons = page.evaluate(PLACES)
            places[size].add(tuple(place))
            if buttons:
                cut[step, size] = buttons
    assert {size: found for size, found in places.items() if len(found) > 1} == {}
    assert cut == {}


@pytest.mark.parametrize("key", [key for key in GAMES if key in STEPS])
@pytest.mark.parametrize("size", [(320, 620), (360, 740)], ids=str)
def test_what_can_be_done_at_the_end_is_whole_with_letters_twice_as_large(
    house: Any, large: Callable[..., Page], key: str, size: tuple[int, int]
) -> None:
    page = large(locale="fr-FR", viewport={"width": size[0], "height": size[1]})
    page.goto(f"{house[1]}/t/{table_after(house[0], key, 1).code}")
    page.locator(".sit button").last.click()
    page.locator(".winner").wait_for()
    page.locator(".sit").wait_for(state="detached")
    ways = page.locator(".hand .choices :is(button, a)")
    assert ways.count() >= 2
    assert ways.evaluate_all(NOT_WHOLE) == []


def test_a_correction_shows_cards_on_the_smallest_phone(server: str, phone: Callable[..., Page]) -> None:
    page = phone(locale="fr-FR", viewport={"width": 320, "height": 620})
    address = opened(page, server, "lost-cities", *NAMES[:2], events=[START, *SIX_PILES[:4]])
    page.goto(address)
    page.goto(f"{address}/amend/2")
    hand = page.locator(".hand").bounding_box()
    rows = page.locator(".cell:first-child, .cell:nth-child(7)").evaluate_all(EDGES)
    assert hand
    assert sum(bottom <= hand["y"] for _, bottom in rows) >= 2


@pytest.mark.parametrize("width", [320, 360])
def test_the_last_move_is_whole_on_a_narrow_phone_and_a_badge_lies_in_its_box(
    server: str, phone: Callable[..., Page], width: int
) -> None:
    page = phone(locale="fr-FR", viewport={"width": width, "height": 620})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], events=[START, *SIX_PILES[:4]]))
    assert page.locator("#said").evaluate("(it) => it.scrollHeight - it.clientHeight") < 4
    boxes, badges = (page.locator(part).evaluate_all(EDGES) for part in (".score", ".score .badge"))
    assert len(badges) == 2
    assert all(box[0] < badge[0] for box, badge in zip(boxes, badges, strict=True))


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800)], ids=str)
def test_the_same_pile_stands_below_itself_in_both_rows_of_a_turn(
    server: str, phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = phone(locale="fr-FR", viewport={"width": size[0], "height": size[1]})
    page.goto(opened(page, server, "lost-cities", *NAMES[:2], events=[START, *SIX_PILES[:4]]))
    page.locator("[value=red-4]").evaluate(TOUCH)
    laid, discarded = (page.locator(f"[data-way={way}] .card").evaluate_all(LEFTS) for way in ("lay", "discard"))
    assert len(laid) == 2
    assert laid == discarded


@pytest.mark.parametrize("key", [key for key in GAMES if key in STEPS])
def test_what_happened_stands_above_the_board_of_a_game_played_back_on_a_phone(
    house: Any, phone: Callable[..., Page], key: str
) -> None:
    page = phone(locale="fr-FR", viewport={"width": 320, "height": 620})
    page.goto(f"{house[1]}/w/{table_after(house[0], key, 0.5).watch}/at/12")
    said, board = (page.locator(part).evaluate_all(EDGES) for part in ("#said", ".board"))
    assert len(said) == 1
    assert said[0][1] <= board[0][0]


def test_all_rows_of_a_game_played_back_stand_above_its_steps_on_a_phone_that_lies(
    server: str, phone: Callable[..., Page]
) -> None:
    page = phone(locale="fr-FR", viewport={"width": 740, "height": 360})
    lay = {"type": "lay", "seat": 0, "card": "purple-10"}
    address = opened(page, server, "lost-cities", *NAMES[:2], colours="1", events=[START, lay])
    page.goto(address)
    page.goto(f"{address}/at/2")
    rows, steps = (page.locator(part).evaluate_all(EDGES) for part in (".board .suit", ".moves"))
    assert len(rows) == 6
    assert max(bottom for _, bottom in rows) <= steps[0][0]
    number, badge = page.locator(".cell.laid").evaluate(
        """(it) => {
          const range = new Range();
          range.selectNode(it.firstChild);
          return [range.getBoundingClientRect().right, it.querySelector(".mark").getBoundingClientRect().left];
        }"""
    )
    assert number <= badge
