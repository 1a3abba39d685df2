"""More contrast, the colours of the system, and what is opened: they are for everyone, as every state is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring import GAMES
from tests.browser.looking import assert_for_everyone, violations
from tests.browser.tables import loads
from tests.pages import table_after
from web.commands.demo_data import make_demo_data

# axe reads the colours that the page would have, where the system puts its own in their place.
FORCED = ("color-contrast",)
# A drawn column of a sheet is one link whose name is a sentence ("Red, stands at 4"), not the numbers drawn in it.
VIOLATIONS = """async unasked => (await axe.run(document, {
        resultTypes: ["violations"], rules: Object.fromEntries(unasked.map(rule => [rule, {enabled: false}])),
    })).violations
    .map(found => `${found.id}: ${found.nodes[0].html.slice(0, 200)}`)"""
# A number in its lit box is as wide as the column and as high as the box of the sheet; the digits of a card that is
# composed stand in one row; a paper for both players of Lost Cities has 120 cards on one screen (0019); the piles to
# draw from stand beside each way to play a card, so that the board keeps its rows on a low phone (0023). All are larger
# than the 24 px that are the least for anybody. A card or box that leads to its correction is left out: see the log.
SMALL = """least => [...document.querySelectorAll("a, button, select, input:not([type=hidden]), summary")]
    .filter(found => (found.closest("label") ?? found).checkVisibility({ visibilityProperty: true }))
    .map(found => [found, (found.closest("label") ?? found).getBoundingClientRect()])
    .filter(([found, box]) => box.width && !found.closest("p:not([class]), .lead, td, a:not([href]), a[tabindex]"))
    .filter(([found, box]) => {
        const [wide, high] = found.closest(".fit") ? [36, 24]
            : found.closest(".choice, .lu-by, .lu-short, .lu-ties") ? [26, 36]
            : found.closest(".both") ? [36, 30] : found.closest(".way") ? [30, 44 - 0.5] : [least - 0.5, least - 0.5];
        return box.width < wide || box.height < high;
    })
    .map(([found, box]) => `${found.outerHTML.slice(0, 120)} ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


@pytest.fixture
def looker(phone: Callable[..., Page]) -> Page:
    return phone(locale="fr-FR", color_scheme="dark", bypass_csp=True, reduced_motion="reduce")


def sits(page: Page, address: str) -> None:
    page.goto(address)
    with loads(page):
        page.locator(".sit button").last.click()


@pytest.mark.parametrize("key", GAMES)
def test_a_board_is_for_who_wants_more_contrast_or_the_colours_of_the_system(
    house: Any, looker: Page, key: str
) -> None:
    sits(looker, f"{house[1]}/t/{table_after(house[0], key, 0.45).code}")
    looker.emulate_media(contrast="more")
    assert violations(looker) == []
    looker.emulate_media(forced_colors="active")
    assert violations(looker, FORCED) == []


@pytest.mark.parametrize("key", GAMES)
def test_scores_that_were_hidden_are_shown_to_everyone(house: Any, looker: Page, key: str) -> None:
    sits(looker, f"{house[1]}/t/{table_after(house[0], key, 1, hidden=True).code}")
    before = looker.locator("#table").get_attribute("data-seq")
    looker.locator(".reveal button.main").click()
    looker.locator(f'#table:not([data-seq="{before}"])').wait_for()
    assert_for_everyone(looker)


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].review])
def test_a_review_is_for_everyone(house: Any, looker: Page, key: str) -> None:
    looker.goto(f"{house[1]}/r/{table_after(house[0], key, 1).watch}/review")
    looker.evaluate(OPENED)
    assert_for_everyone(looker)
    looker.locator(".leads a").first.click()
    assert_for_everyone(looker)


@pytest.mark.parametrize("key", GAMES)
def test_the_figures_of_a_game_are_for_everyone(house: Any, looker: Page, key: str) -> None:
    looker.goto(f"{house[1]}/w/{table_after(house[0], key, 1).watch}/figures")
    looker.evaluate(OPENED)
    assert_for_everyone(looker)


def test_a_group_is_for_everyone(house: Any, looker: Page) -> None:
    app, address = house
    with app.app_context():
        group = make_demo_data(9, 2)
        one = app.extensions["referee"].ledger.players.of(group.id)[0].id
        code = group.code
    for page in (f"/players/{one}", "/new/lutece", "/figures", f"/figures?game={next(iter(GAMES))}"):
        looker.goto(f"{address}/g/{code}{page}")
        looker.evaluate(OPENED)
        assert_for_everyone(looker)
    looker.goto(f"{address}/g/{code}/tables")
    looker.locator(".beside button").first.click()
    assert_for_everyone(looker)
