"""The end of a game: who has won stands before everybody, on phones however they are held, and on the big screen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page

from ledger import Table
from scoring import GAMES
from scoring.core.game import ViewRequest
from tests.browser.tables import loads
from tests.pages import table_after
from tests.sources import Played, played

HELD = ((360, 620), (740, 360))
LONG_ACCOUNT = 0.95  # of a game: one of them has just told at length what was revealed
SCREENS = ((1280, 800), (768, 1024), (740, 360))
EVERY_SCREEN = ((320, 620), (360, 740), (412, 915), (740, 360), (768, 1024), (1280, 800))
LAST_TAPS = {
    "lost-cities": (".asking .way button",),
    "roll-and-write": (".refusing button",),
    "lutece": ("[data-ask]", "#ask button"),
}
FAR_DOWN = """() => {
  document.querySelector(".board").scrollTop = 9999;
  scrollTo(0, 9999);
}"""
# The parts of the podium that are out of sight, or lie under something else.
HIDDEN = """() => [...document.querySelectorAll(".winner, .podium :is(.named, .points, .why)")].filter((it) => {
  const { left, top, width, height } = it.getBoundingClientRect();
  return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((it) => it.outerHTML)"""
# Numbers whose box is lower than their letters.
CUT = """() => [...document.querySelectorAll(".stand .points")]
  .filter((it) => it.clientHeight < parseFloat(getComputedStyle(it).fontSize) - 1).map((it) => it.outerHTML)"""
# What is said in a box of a filled sheet and is higher than it, or lies over something else that is said there.
OVER_EACH_OTHER = """() => [...document.querySelectorAll(".filled-sheets .box:has(b)")].filter((it) => {
  const number = it.querySelector("b").getBoundingClientRect();
  const mark = it.querySelector(".mark")?.getBoundingClientRect();
  const high = parseFloat(getComputedStyle(it.querySelector("b")).fontSize);
  return high > it.getBoundingClientRect().height || mark?.height && mark.top < number.bottom - 4;
}).map((it) => it.outerHTML)"""
MIDDLES = "(all) => all.map((it) => { const box = it.getBoundingClientRect(); return (box.top + box.bottom) / 2; })"
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"


def before_the_end(house, key: str) -> str:
    """The code of a table that lacks one move."""
    moves = len(played(key, 3).moves)
    return table_after(house[0], key, (moves - 1) / moves).code


def sits(page: Page, address: str, held: tuple[int, int], scrolled: bool = True) -> None:
    page.set_viewport_size({"width": held[0], "height": held[1]})
    page.goto(address)
    with loads(page):
        page.locator(".sit button").last.click()
    if scrolled:
        page.evaluate(FAR_DOWN)


@pytest.mark.parametrize("key", [key for key in GAMES if key in LAST_TAPS])
@pytest.mark.parametrize("held", HELD, ids=str)
def test_the_last_move_brings_who_has_won_into_sight_on_every_phone(house, phone, key, held):
    address = f"{house[1]}/t/{before_the_end(house, key)}"
    mover, other = phone(), phone(locale="fr-FR")
    for page in (mover, other):
        sits(page, address, held)
    for tap in LAST_TAPS[key]:
        mover.locator(tap).filter(visible=True).first.click()
    for page in (mover, other):
        page.locator(".winner").wait_for()
        page.evaluate(DRAWN)
        assert page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("key", ["roll-and-write", "lutece"])
def test_the_cairn_of_five_stands_whole_on_a_low_phone_and_who_counts_again_is_on_demand(house, phone, key):
    table = table_of(house, of_five(key), 1)
    page = phone(locale="fr-FR", viewport={"width": 360, "height": 620})
    sits(page, f"{house[1]}/t/{table.code}", (360, 620), scrolled=False)
    assert page.evaluate(HIDDEN) == []
    assert page.locator(".all-again a").filter(visible=True).count() == 0
    page.locator(".all-again summary").click()
    assert page.locator(".all-again a").filter(visible=True).count() == 5


def test_a_bridge_crossed_leaves_by_itself_without_moving_for_who_wants_no_motion(house, phone):
    game = played("roll-and-write", 3)
    boards = [game.game.board(state, ViewRequest({})) for state in game.states]
    crossed = next(at for at, board in enumerate(boards[1:], 1) if board.across(game.states[at - 1]))
    page = phone(reduced_motion="reduce")
    page.goto(f"{house[1]}/w/{table_of(house, game, crossed / len(game.moves)).watch}")
    box = page.locator(".across").bounding_box()
    page.locator(".across").evaluate("(it) => it.getAnimations().forEach((one) => { one.currentTime = 5000; })")
    assert page.locator(".across").bounding_box() == box
    page.locator(".across").evaluate("(it) => it.getAnimations().forEach((one) => one.finish())")
    assert not page.locator(".across").is_visible()


@pytest.mark.parametrize("key", [key for key in GAMES if key in LAST_TAPS])
@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_the_big_screen_shows_scores_whole_and_the_end_at_once(house, phone, key, size):
    page = phone(viewport={"width": size[0], "height": size[1]})
    for share in (0.45, LONG_ACCOUNT, 1):
        page.goto(f"{house[1]}/w/{table_after(house[0], key, share).watch}/screen")
        assert page.evaluate(CUT) == []
        assert page.evaluate(TOO_HIGH) <= 0


def test_a_phone_that_lies_shows_all_of_a_game_of_lost_cities_with_letters_twice_as_large(house, large):
    page = large(locale="fr-FR", viewport={"width": 740, "height": 360})
    page.goto(f"{house[1]}/w/{table_after(house[0], 'lost-cities', 0.45).watch}/screen")
    assert page.locator(".lc-across").count() >= 5
    assert page.evaluate(TOO_HIGH) <= 0


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (768, 1024)], ids=str)
def test_what_each_player_of_lutece_has_is_whole_on_the_big_screen(house, phone, size, players):
    page = phone(locale="fr-FR", viewport={"width": size[0], "height": size[1]})
    game = of_five("lutece") if players == 5 else played("lutece", 3)
    page.goto(f"{house[1]}/w/{watched(house, game, 1)}/screen")
    sheets = page.locator(".finale .sheet")
    assert sheets.count() > 1
    lowest = max(sheets.evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().bottom)"))
    assert lowest <= size[1]


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("key", [key for key in GAMES if key in LAST_TAPS])
def test_what_lies_at_the_end_is_shown_whole_on_a_big_screen_with_letters_twice_as_large(house, large, key, players):
    game = of_five(key) if players == 5 and 5 in GAMES[key].seats else played(key, 3)
    page = large(locale="fr-FR", viewport={"width": 1280, "height": 800})
    page.goto(f"{house[1]}/w/{watched(house, game, 1)}/screen")
    lies = page.locator(".finale .podium ~ *").filter(visible=True)
    assert lies.count()
    assert max(lies.evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().bottom)")) <= 800
    assert page.evaluate(TOO_HIGH) <= 0


@pytest.mark.parametrize("reader", ["phone", "large"])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("key", [key for key in GAMES if key in LAST_TAPS])
def test_the_big_screen_shows_at_the_end_what_lies_there_on_every_screen(house, key, players, reader, request):
    game = of_five(key) if players == 5 and 5 in GAMES[key].seats else played(key, 3)
    page = request.getfixturevalue(reader)(locale="fr-FR")
    address = f"{house[1]}/w/{watched(house, game, 1)}/screen"
    for width, height in EVERY_SCREEN:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        shown = page.locator(".finale :is(.sheet, .lc-round, .lu-majorities)")
        assert shown.filter(visible=True).count() == shown.count() > 1
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        if width >= 768:
            assert page.evaluate(TOO_HIGH) <= 0


@pytest.mark.parametrize("reader", ["phone", "large"])
@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (360, 740)], ids=str)
def test_the_account_of_what_was_revealed_is_whole_on_the_big_screen(house, size, reader, request):
    game = of_five("lutece")
    phases = [game.game.board(state, ViewRequest({})).phase for state in game.states]
    revealed = [at for at, two in enumerate(pairwise(phases), 1) if two == ("bribes", "purchases")]
    page = request.getfixturevalue(reader)(locale="fr-FR", viewport={"width": size[0], "height": size[1]})
    page.goto(f"{house[1]}/w/{watched(house, game, (revealed[1] + 1) / len(game.moves))}/screen")
    assert page.locator(".said.longest").count()
    assert page.locator(".said").evaluate("(it) => it.scrollHeight - it.clientHeight") <= 1
    assert page.locator(".lu-belongings").is_visible()
    if size[0] >= 768:
        assert page.evaluate(TOO_HIGH) <= 0


def test_all_tiles_are_in_sight_beside_the_account_on_a_phone_that_lies(house, phone):
    game = of_five("lutece")
    phases = [game.game.board(state, ViewRequest({})).phase for state in game.states]
    revealed = [at for at, two in enumerate(pairwise(phases), 1) if two == ("bribes", "purchases")]
    page = phone(locale="fr-FR", viewport={"width": 740, "height": 360})
    page.goto(f"{house[1]}/w/{watched(house, game, (revealed[1] + 1) / len(game.moves))}/screen")
    assert page.locator(".said.longest").bounding_box()["x"] > 400
    tiles = [tile.bounding_box() for tile in page.locator(".lu-slot").all()]
    assert len(tiles) == 10
    assert max(tile["y"] + tile["height"] for tile in tiles) <= 360


@pytest.mark.parametrize("size", [(320, 620), (768, 1024)], ids=str)
def test_a_sheet_that_lies_below_another_has_its_players_name(house, phone, size):
    page = phone(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{house[1]}/w/{watched(house, of_five('roll-and-write'), 0.5)}/screen")
    for name in page.locator(".filled-sheets h2").all():
        assert name.bounding_box()["height"] > 12
    assert size[0] < 768 or page.evaluate(TOO_HIGH) <= 0


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080)], ids=str)
def test_five_sheets_are_read_on_the_big_screen(house, phone, size):
    page = phone(viewport={"width": size[0], "height": size[1]})
    for share in (0.5, 1):
        page.goto(f"{house[1]}/w/{watched(house, of_five('roll-and-write'), share)}/screen")
        assert page.evaluate(OVER_EACH_OTHER) == []
        assert page.evaluate(TOO_HIGH) <= 0


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].review])
def test_what_decided_the_game_fits_a_phone_that_lies_beside_its_curve(house, phone, key):
    page = phone(viewport={"width": 740, "height": 360})
    page.goto(f"{house[1]}/w/{table_after(house[0], key, 1).watch}/screen?page=2")
    assert page.locator(".finale .found").count()
    assert page.evaluate(TOO_HIGH) <= 0
    assert page.locator(".figure, .figure .tick").evaluate_all(
        "(all) => all.map((it) => it.getBoundingClientRect().bottom).every((low, at, [box]) => !at || low < box)"
    )


@pytest.mark.parametrize("key", ["lost-cities", "lutece"])
def test_what_may_be_done_at_the_end_stands_in_one_row_of_a_desktop(house, phone, key):
    page = phone(locale="fr-FR", viewport={"width": 1280, "height": 800})
    page.goto(f"{house[1]}/t/{table_after(house[0], key, 1).code}")
    with loads(page):
        page.locator(".sit button").last.click()
    rows = page.locator(".hand .choices :is(a, button), .hand .all-again a").evaluate_all(MIDDLES)
    assert len(rows) >= 4
    assert max(rows) - min(rows) < 4


def of_five(key: str) -> Played:
    return next(game for seed in range(3, 99) if len((game := played(key, seed)).names) == 5)


def watched(house, game: Played, share: float) -> str:
    """The address for watching of a table with this part of a game on it."""
    return table_of(house, game, share).watch


def table_of(house, game: Played, share: float) -> Table:
    settings = {name: value for name, value in game.log().items() if name not in ("game", "events", "players")}
    ledger = house[0].extensions["referee"].ledger
    table = ledger.tables.open(game.game.key, settings, game.names, "somebody")
    for seq, move in enumerate(game.moves[: round(share * len(game.moves))], 1):
        event = game.game.formats.event(move)
        ledger.moves.append(table.id, seq=seq, move_id=f"move-{seq}", seat=None, by_seat=None, event=event)
    return table
