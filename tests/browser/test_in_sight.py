"""What comes into sight by itself, and what leaves it: that nothing is cut or covered is asked in `test_states.py`."""

from typing import Any

import pytest
from playwright.sync_api import Page

from scoring import GAMES
from scoring.core.game import ViewRequest
from tests.browser.tables import Phone, loads, moved, opened, seq_of, told, until
from tests.pages import table_after
from tests.sources import SOURCES, Played, played
from web.commands.maintenance import make_demo_data

UPRIGHT, LOW, LYING = (360, 740), (360, 620), (740, 360)
FAR_DOWN = """() => {
  document.querySelector(".board").scrollTop = 9999;
  scrollTo(0, 9999);
}"""
# What says who has won and is out of sight, or lies under something else.
HIDDEN = """() => [...document.querySelectorAll(".winner, .podium li:first-child > *")].filter((it) => {
  const { left, top, width, height } = it.getBoundingClientRect();
  return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((it) => it.outerHTML)"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
# Something may be chosen, and a finger hits it.
LIT = """() => {
  const lit = [...document.querySelectorAll("label.fit")].filter((it) => it.checkVisibility());
  return lit.some((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}"""


def viewport(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


@pytest.mark.parametrize("key", GAMES)
def test_the_last_move_brings_who_has_won_into_sight_on_every_phone(house: Any, phone: Phone, key: str) -> None:
    moves = len(played(key, 3).moves)
    address = f"{house[1]}/t/{table_after(house[0], key, (moves - 1) / moves).code}"
    mover, other = phone(viewport=viewport(LOW)), phone(viewport=viewport(LYING), locale="fr-FR")
    for page in (mover, other):
        sits(page, address)
        page.evaluate(FAR_DOWN)
    for tap in SOURCES[key].LAST_TAPS:
        mover.locator(tap).filter(visible=True).first.click()
    for page in (mover, other):
        page.locator(".winner").wait_for()
        page.evaluate(DRAWN)
        assert page.evaluate(HIDDEN) == []


def test_who_counts_again_is_asked_for_on_demand_where_five_have_played(house: Any, phone: Phone) -> None:
    five = next(seed for seed in range(3, 99) if len(played("roll-and-write", seed).names) == 5)
    page = phone(viewport=viewport(LOW))
    sits(page, f"{house[1]}/t/{table_after(house[0], 'roll-and-write', 1, seed=five).code}")
    assert page.evaluate(HIDDEN) == []
    assert page.locator(".all-again a").filter(visible=True).count() == 0
    page.locator(".all-again summary").click()
    assert page.locator(".all-again a").filter(visible=True).count() == 5


def test_a_bridge_crossed_leaves_by_itself_without_moving_for_who_wants_no_motion(house: Any, phone: Phone) -> None:
    page = phone(reduced_motion="reduce")
    share = a_bridge_crossed(played("roll-and-write", 3))
    page.goto(f"{house[1]}/w/{table_after(house[0], 'roll-and-write', share).watch}")
    box = page.locator(".across").bounding_box()
    page.locator(".across").evaluate("(it) => it.getAnimations().forEach((one) => { one.currentTime = 5000; })")
    assert page.locator(".across").bounding_box() == box
    page.locator(".across").evaluate("(it) => it.getAnimations().forEach((one) => one.finish())")
    assert not page.locator(".across").is_visible()


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=str)
def test_what_may_be_written_comes_into_sight_in_every_step_of_a_practice_game(
    server: str, phone: Phone, size: tuple[int, int]
) -> None:
    """Below its words, also for whom things may move."""
    page = phone(locale="fr-FR", viewport=viewport(size))
    page.goto(server)
    page.locator("form[action='/practice/roll-and-write'] button").click()
    page.locator("details.notice[open]").wait_for()
    until(page, LIT)
    throw = {"type": "roll", "seat": 1, "numbers": [3, 5, 9], "colours": ["green", "violet", "orange"]}
    mine, yours = ({"type": "refuse", "seat": seat} for seat in (0, 1))
    for events in ((mine,), (yours, throw), (yours,)):
        for event in events:
            seen = seq_of(page)
            told(page, page.url, seen, event)
            moved(page, seen)
        until(page, LIT)


def test_a_refusal_stands_above_what_can_be_done_where_there_are_no_scripts(server: str, phone: Phone) -> None:
    page = phone(javascript=False, locale="fr-FR", expected=("422",))
    lays = ({"type": "lay", "seat": seat, "card": f"red-{8 - seat}"} for seat in (0, 1))
    turns = [part for one in lays for part in (one, {"type": "draw", "seat": one["seat"], "from": "deck"})]
    events = [{"type": "start", "seat": 0}, *turns]
    page.goto(opened(page, server, "lost-cities", "Marie-Antoinette", "Maximilian-Alexander", events=events))
    page.locator("label:has([value*='red-3'])").click()
    page.locator("[data-way=lay] button.main").click()
    refusal, chosen = (page.locator(part).bounding_box() for part in ("#refusal", ".chosen"))
    assert refusal
    assert chosen
    assert 0 < refusal["y"] < refusal["y"] + refusal["height"] <= chosen["y"]


def test_a_table_that_goes_on_beyond_an_edge_has_it_shaded(house: Any, phone: Phone) -> None:
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


def sits(page: Page, address: str) -> None:
    page.goto(address)
    with loads(page):
        page.locator(".sit button").last.click()


def a_bridge_crossed(game: Played) -> float:
    """The share of the game after which somebody has just crossed a bridge."""
    boards = [game.game.board(state, ViewRequest({})) for state in game.states]
    crossed = next(at for at, board in enumerate(boards[1:], 1) if board.across(game.states[at - 1]))
    return crossed / len(game.moves)
