"""What browsers lack that are served all the same (README): each is taken away, and people play as ever."""

from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import test_count_now, test_lost_cities, test_roll_and_write, test_twice
from tests.browser.tables import Phone
from tests.real_table import RealTable, signed

LACKS = """
delete Element.prototype.checkVisibility;
delete Element.prototype.ariaLabel;
delete HTMLElement.prototype.popover;
delete HTMLButtonElement.prototype.popoverTargetElement;
const Whole = FormData;
window.FormData = class extends Whole {
    constructor(form) {
        form ? super(form) : super();
    }
};
"""
# A browser without popovers takes the attribute for any other.
POPOVERS = {
    " popover>": " data-popover>",
    " popover role=": " data-popover role=",
    "[popover]": "[data-popover]",
    "not selector(:popover-open)": "(display: block)",
}


@pytest.fixture
def older(phone: Phone) -> Phone:
    def taken(**looks: object) -> Page:
        page = phone(**looks)
        page.add_init_script(LACKS)
        page.route("**/*", without_popovers)
        return page

    return taken


def without_popovers(route: Route) -> None:
    if "/stream" in route.request.url or route.request.resource_type not in (
        "document",
        "script",
        "stylesheet",
        "fetch",
    ):
        return route.continue_()
    answer = route.fetch(max_redirects=0)
    body = answer.text()
    for before, after in POPOVERS.items():
        body = body.replace(before, after)
    return route.fulfill(response=answer, body=body)


def test_a_round_of_lost_cities_has_the_right_totals(server, older):
    """Its last ten turns are tapped."""
    page = older()
    page.clock.install()
    url = test_lost_cities.open_table(page, server, rounds="1 round")
    real = RealTable(Random(7))
    turns = list(test_lost_cities.turns_of(real))
    page.goto("about:blank")
    seq = test_lost_cities.reported(page, url, turns[:-10])
    page.goto(url)
    test_lost_cities.follow((page, page), turns[-10:], seq)
    expect(page.locator(".winner")).to_be_visible()
    assert test_lost_cities.totals(page) == [signed(real.worth(seat)) for seat in (0, 1)]


def test_a_game_of_roll_and_write_has_the_same_totals(server, older):
    test_roll_and_write.test_one_scribe_writes_the_same_game_to_the_same_totals(server, older)


def test_a_column_says_why_nothing_goes_there(server, older):
    test_roll_and_write.test_a_column_says_why_nothing_goes_there_where_it_is_touched(server, older, True)


def test_a_count_is_thrown_away_only_after_a_question(server, older):
    test_count_now.test_it_is_thrown_away_only_after_a_question_and_leaves_nothing(older, server, "en-GB", True)


def test_a_second_tap_of_a_tick_says_nothing(server, older):
    """Of a tick that a finger scrolls to another's place it is looked whether it is still there."""
    test_twice.test_a_tick_that_a_finger_scrolls_to_its_place_is_as_quick(older, server)
