"""What is composed in the page and said once: it outlasts the board, asks whose it is, and leaves nothing behind."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.tables import AWAY, Phone, at, hears, opened, rests, seated, seq_of, told, until

START = {"type": "start", "seat": 0}
GREEN_4 = ({"type": "lay", "seat": 0, "card": "green-4"}, {"type": "draw", "seat": 0, "from": "deck"})


@pytest.fixture
def ana(phone: Phone, server: str) -> Page:
    """Ana's phone; it sits at her seat alone, and it is her turn."""
    page = phone(expected=AWAY)
    table = opened(page, server, "lost-cities", "Ana", "Ben", events=[START])
    return seated(page, table, 0)


@pytest.fixture
def ben(phone: Phone, ana: Page) -> Page:
    return seated(phone(expected=AWAY), ana.url, 1)


def card(page: Page, code: str) -> None:
    page.locator(f"#table input[value*='{code}']").first.click()


def lay_and_draw(page: Page) -> None:
    page.get_by_role("button", name="Lay, draw pile", exact=True).click()


def for_the_other(page: Page) -> None:
    page.get_by_label("It is for Ana").click()


def test_what_is_chosen_is_let_go_by_touching_it_again(ana: Page) -> None:
    ana.clock.install()
    chosen = ana.locator("#table input:checked")
    card(ana, "red-7")
    expect(chosen).to_have_value('"red-7"')
    ana.clock.run_for(400)  # not a double tap
    card(ana, "red-7")
    expect(chosen).to_have_count(0)
    card(ana, "blue-2")
    ana.locator("#table input:checked").press(" ")
    expect(chosen).to_have_count(0)


def test_a_phone_that_sits_elsewhere_asks_before_it_decides_for_another(ana: Page, ben: Page) -> None:
    card(ben, "red-7")
    for_the_other(ben)
    lay_and_draw(ben)
    expect(ben.get_by_role("dialog")).to_contain_text("Ana does not play on this device.")
    ben.get_by_role("button", name="No", exact=True).click()
    expect(ben.get_by_role("dialog")).to_be_hidden()
    expect(ben.locator(".cell input:checked")).to_have_value('"red-7"')
    at(ana, 1)
    lay_and_draw(ben)
    ben.get_by_role("button", name="Yes, record it").click()
    at(ben, 3)
    at(ana, 3)


def test_a_question_names_what_would_be_recorded_and_closes_when_that_was_recorded_meanwhile(
    ana: Page, ben: Page
) -> None:
    hears(ben)
    card(ben, "green-4")
    for_the_other(ben)
    lay_and_draw(ben)
    expect(ben.get_by_role("dialog")).to_contain_text("green 4 · Lay, draw pile. Ana does not play on this device.")
    card(ana, "green-4")
    lay_and_draw(ana)
    at(ben, 3)
    expect(ben.get_by_role("dialog")).to_be_hidden()
    expect(ben.locator("#over")).to_contain_text("green 4 · Lay, draw pile. Ana lays green 4 and draws.")
    expect(ben.locator("#table input:checked")).to_have_count(0)


def test_undo_of_a_move_that_is_the_last_no_more_closes_its_question_and_says_why(ana: Page, ben: Page) -> None:
    ben.clock.install()
    seen = told(ana, ana.url, 1, *GREEN_4)
    at(ben, seen)
    hears(ben)
    rests(ben)
    ben.locator("#last button").click()
    told(ana, ana.url, seen, {"type": "lay", "seat": 1, "card": "red-7"})
    expect(ben.get_by_role("dialog")).to_be_hidden()
    expect(ben.locator("#over")).to_contain_text("Undo: Ana Ana draws from the draw pile.. Ben lays red 7.")


def test_a_card_chosen_while_another_is_on_turn_is_there_when_the_own_turn_comes(ana: Page, ben: Page) -> None:
    """Ana says her turn in two halves."""
    ben.clock.install()
    hears(ben)
    card(ben, "white-9")
    seen = told(ana, ana.url, 1, GREEN_4[0])
    at(ben, seen)
    expect(ben.locator("#over")).to_be_hidden()
    seen = told(ana, ana.url, seen, GREEN_4[1])
    at(ben, seen)
    expect(ben.locator("#over")).to_be_hidden()
    expect(ben.locator("#table input:checked")).to_have_value('"white-9"')
    rests(ben)
    lay_and_draw(ben)
    at(ben, seen + 2)
    expect(ben.locator("#said")).to_contain_text("Ben lays white 9 and draws.")


def test_a_card_chosen_for_the_own_turn_is_not_kept_for_another_player(ana: Page, ben: Page) -> None:
    """Ben's turn is recorded on Ana's phone while he chooses."""
    seen = told(ana, ana.url, 1, *GREEN_4)
    hears(ben)
    card(ben, "white-9")
    told(ana, ana.url, seen, {"type": "lay", "seat": 1, "card": "red-7"}, {"type": "draw", "seat": 1, "from": "deck"})
    at(ben, seen + 2)
    expect(ben.locator("#table input:checked")).to_have_count(0)


def test_what_was_meant_for_another_player_is_not_put_back_as_the_own_move(ana: Page, ben: Page) -> None:
    """Ben's phone says Ana's turn, and she said another: her card is told, and not chosen for Ben."""
    ben.context.set_offline(True)
    card(ben, "yellow-7")
    for_the_other(ben)
    lay_and_draw(ben)
    ben.get_by_role("button", name="Yes, record it").click()
    seen = told(ana, ana.url, 1, *GREEN_4)
    ben.context.set_offline(False)
    expect(ben.locator(".refusal")).to_contain_text("Not recorded: yellow 7")
    at(ben, seen)
    expect(ben.locator("#table input:checked")).to_have_count(0)
    ben.reload()
    expect(ben.locator("#table input:checked")).to_have_count(0)


def test_a_wager_that_somebody_has_laid_stands_for_another_one(ana: Page, ben: Page) -> None:
    told(ana, ana.url, 1, {"type": "lay", "seat": 0, "card": "blue-wager"}, GREEN_4[1])
    at(ben, 3)
    ben.locator(".cell.laid [value*='blue-wager']").click()
    expect(ben.locator(".chosen output.card")).to_have_text("blue wager (another one)")
    ben.locator(".cell.unseen [value*='blue-wager']").first.click()
    expect(ben.locator(".chosen output.card")).to_have_text("blue wager")


def test_a_card_stays_chosen_while_the_board_is_drawn_anew(ana: Page, ben: Page) -> None:
    """Ben chooses while Ana takes her move back and makes another."""
    card(ben, "red-7")
    told(ana, ana.url, 1, GREEN_4[0])
    at(ben, 2)
    told(ana, ana.url, 2, {"type": "undo"})
    at(ben, 3)
    expect(ben.locator("#table input:checked")).to_have_value('"red-7"')
    card(ben, "blue-9")
    told(ana, ana.url, 3, {"type": "count", "seat": 1, "expeditions": {}})
    at(ben, 4)
    expect(ben.locator("#over")).to_contain_text("Not possible any more: blue 9")
    expect(ben.locator("#over")).to_contain_text("Ben counts")


def test_what_is_not_possible_any_more_says_which_card_was_laid_meanwhile(ana: Page, ben: Page) -> None:
    hears(ben)
    card(ben, "green-4")
    card(ana, "green-4")
    lay_and_draw(ana)
    expect(ben.locator("#over")).to_contain_text("green 4. Ana lays green 4 and draws.")


def gone(ana: Page, ben: Page) -> None:
    """Ben's card is not possible any more: his round is counted on Ana's phone."""
    card(ben, "blue-9")
    told(ana, ana.url, seq_of(ben), {"type": "count", "seat": 1, "expeditions": {}})
    expect(ben.locator("#over")).to_be_visible()


@pytest.mark.parametrize("wide", [{"width": 320, "height": 620}, {"width": 740, "height": 360}])
def test_what_is_not_possible_any_more_covers_the_bar_alone_and_is_put_away(
    ana: Page, ben: Page, wide: ViewportSize
) -> None:
    ben.set_viewport_size(wide)
    ben.clock.install()
    hears(ben)
    gone(ana, ben)
    bottoms = [ben.locator(part).bounding_box() for part in ("#over", ".bar")]
    over, bar = (box["y"] + box["height"] for box in bottoms if box)
    assert over <= bar
    rests(ben)
    ben.get_by_role("button", name="Close").tap()
    expect(ben.locator("#over")).to_be_hidden()


def test_what_is_not_possible_any_more_leaves_when_something_is_touched_or_typed(ana: Page, ben: Page) -> None:
    ben.clock.install()
    hears(ben)
    gone(ana, ben)
    ben.locator(".board").tap(position={"x": 3, "y": 3})
    expect(ben.locator("#over")).to_be_hidden()
    told(ana, ana.url, seq_of(ben), {"type": "undo"})
    expect(ben.locator("#grid")).to_be_enabled()
    rests(ben)
    gone(ana, ben)
    ben.locator("#table input").first.dispatch_event("input")
    expect(ben.locator("#over")).to_be_hidden()


def test_the_same_turn_on_two_phones_is_told_by_whom_and_leaves_nothing_to_clear_away(ana: Page, ben: Page) -> None:
    ana.context.set_offline(True)
    card(ana, "green-4")
    lay_and_draw(ana)
    told(ben, ben.url, 1, *GREEN_4)
    at(ben, 3)
    ana.context.set_offline(False)
    at(ana, 3)
    expect(ana.locator(".last")).to_contain_text("Ben has already recorded this. Ana lays green 4 and draws.")
    expect(ana.locator(".refusal")).to_have_count(0)
    expect(ana.locator("#table input:checked")).to_have_count(0)


def test_what_waits_dims_the_board_and_the_line_that_says_so_moves_nothing(ana: Page) -> None:
    card(ana, "green-4")
    places = "[...document.querySelectorAll('#table .cell, .scores, .bar')].map(it => it.getBoundingClientRect().top)"
    before = ana.evaluate(places)
    ana.context.set_offline(True)
    lay_and_draw(ana)
    expect(ana.locator("#waiting")).to_have_text(
        "No connection; will be sent: green 4 · Lay, draw pile", use_inner_text=True
    )
    assert ana.evaluate(places) == before
    opacity = "is => getComputedStyle(document.querySelector('#board')).opacity === is"
    until(ana, opacity, "0.5")
    ana.context.set_offline(False)
    at(ana, 3)
    until(ana, opacity, "1")
    expect(ana.locator("#waiting")).to_be_hidden()


def test_what_is_refused_after_waiting_is_there_to_be_changed(ana: Page, ben: Page) -> None:
    """Ana's phone says a turn without network; meanwhile Ben's records another for her and takes the draw back."""
    ana.clock.install()
    ana.context.set_offline(True)
    card(ana, "green-3")
    lay_and_draw(ana)
    told(ben, ben.url, 1, *GREEN_4)
    told(ben, ben.url, 3, {"type": "undo"})
    told(ben, ben.url, 4, {"type": "undo"})
    ana.context.set_offline(False)
    expect(ana.locator(".refusal")).to_contain_text("Someone has played meanwhile.")
    expect(ana.locator(".refusal")).to_contain_text("Not recorded: green 3 · Lay, draw pile")
    expect(ana.locator("#table input:checked")).to_have_value('"green-3"')
    rests(ana)
    lay_and_draw(ana)
    at(ana, 7)
    expect(ana.locator(".refusal")).to_have_count(0)
