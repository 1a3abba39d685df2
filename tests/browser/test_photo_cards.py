"""An evening of two on a sheet of cards: printed, ticked, photographed, and counted without a touch of a card."""

from random import Random

import pytest
from playwright.sync_api import expect

from bench.photos.camera import photographed
from bench.photos.cards import DOCUMENT, filled
from scoring import GAMES
from scoring.lost_cities.formats import write_holding
from scoring.lost_cities.likeliest import facts
from tests.browser.looking import assert_for_everyone
from tests.browser.tables import Phone, loads
from tests.browser.test_photo import answered, assert_kept, give, printed
from tests.photos.papers import ticked

KEY = "lost-cities"
PAPER = f"/count/{KEY}"
NAMES = ("Ana", "Ben")


def played(chance: Random):
    """How a round of two by chance ended."""
    game = GAMES[KEY]
    state = game.start(game.formats.setup({"players": list(NAMES), "rounds": 1}))
    while game.to_act(state):
        state = game.apply(state, game.chance(chance, state))
    return state


def test_a_round_from_the_print_page_to_the_result(house, phone: Phone) -> None:
    chance, page, server = Random(4), phone(), house[1]
    blank, state = printed(page, server, DOCUMENT), played(chance)
    totals = [player.total for player in GAMES[KEY].score(GAMES[KEY].position(state)).players]
    rounds = [[write_holding(holding) for holding in state.over[0]]]
    photo = photographed(chance, filled(chance, blank, ticked(chance, rounds)), 0)
    page.goto(server + PAPER)
    for seat, name in enumerate(NAMES):
        page.locator(f"[name=name{seat}]").fill(name)
    with loads(page):
        page.locator(".photograph").click()
    give(page.locator("[type=file]").first, photo)
    answered(page, facts(rounds))
    expect(page.locator("#paper0")).to_contain_text("Nothing is recorded yet")
    assert_kept(page, dict(zip(NAMES, totals, strict=True)))


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("fr-FR", "dark")])
def test_the_camera_between_the_names_and_the_choice_of_a_round_are_for_everyone(house, phone, locale, scheme) -> None:
    page = phone(locale=locale, color_scheme=scheme, bypass_csp=True)
    page.goto(house[1] + PAPER)
    assert_for_everyone(page)
    page.locator(".photograph").focus()
    with loads(page):
        page.keyboard.press("Enter")
    page.set_viewport_size({"width": 320, "height": 740})
    assert_for_everyone(page)
    page.locator("[name='photo.round']").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name='photo.round'][value='2']")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
