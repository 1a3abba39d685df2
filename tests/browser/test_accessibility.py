"""More contrast, the colours of the system, and what is opened: they are for everyone, as every state is."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scoring import GAMES
from tests.browser.looking import assert_for_everyone, violations
from tests.browser.tables import forgotten, loads
from tests.conftest import phones
from tests.pages import table_after
from web.commands.maintenance import make_demo_data

# axe reads the colours that the page would have, where the system puts its own in their place.
FORCED = "color-contrast"
OPENED = "document.querySelectorAll('details').forEach((some) => { some.open = true; })"


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[Page]:
    """A phone for all tests: they keep nothing on it but at which tables it sits."""
    with phones(browser) as phone:
        yield phone(locale="fr-FR", color_scheme="dark", bypass_csp=True, reduced_motion="reduce")


@pytest.fixture
def looker(kept: Page) -> Page:
    forgotten(kept)
    kept.emulate_media(contrast="no-preference", forced_colors="none")
    return kept


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


def test_scores_that_were_hidden_are_shown_to_everyone(house: Any, looker: Page) -> None:
    sits(looker, f"{house[1]}/t/{table_after(house[0], next(iter(GAMES)), 1, hidden=True).code}")
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
    looker.locator(".rows button").first.click()
    assert_for_everyone(looker)
