"""After a card comes one draw: from the draw pile, or the top of a discard pile that is open."""

import pytest

from scoring.lost_cities.moves import Draw
from scoring.lost_cities.rules import options
from scoring.lost_cities.view.board import whereabouts
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    card,
    discard,
    discards,
    lay,
    lays,
    nearly_over,
    opened,
    refused,
)

PLAYED = after(begun(), lay(ANA, "red-7"))


def test_a_draw_from_the_draw_pile_ends_the_turn():
    state = after(PLAYED, Draw(ANA, "deck"))
    assert (state.round.deck, state.round.to_play, state.round.drawing) == (43, BEN, False)


def test_a_draw_from_a_discard_pile_takes_its_top_and_spares_the_draw_pile():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "red-3"), lays(ANA, "blue-2", "red"))
    assert state.round.pile("red") == (card("red-7"),)
    assert state.round.taken == ((card("red-3"),), ())
    assert state.round.deck == 44 - 2
    assert whereabouts(state, card("red-3")) == (("hand", ANA),)


EMPTIED = after(begun(), discards(ANA, "red-7"), lays(BEN, "blue-2", "red"), lay(ANA, "white-2"))


@pytest.mark.parametrize(
    ("state", "draw", "rule", "why"),
    [
        (opened(), Draw(ANA, "deck"), "no-round", "Round 1 has not begun: say first who begins."),
        (begun(), Draw(ANA, "deck"), "card-first", "Ana must first lay or discard a card, then draw."),
        (PLAYED, Draw(BEN, "deck"), "not-your-turn", "It is Ana’s turn."),
        (after(PLAYED, Draw(ANA, "deck")), Draw(ANA, "deck"), "not-your-turn", "It is Ben’s turn."),
        (PLAYED, Draw(ANA, "blue"), "pile-empty", "The blue discard pile is empty."),
        (EMPTIED, Draw(ANA, "red"), "pile-empty", "The red discard pile is empty."),
        (PLAYED, Draw(ANA, "purple"), "not-in-the-box", "Purple is not in this game of 5 colours."),
    ],
)
def test_a_draw_comes_once_after_the_own_card_from_a_pile_that_has_one(state, draw, rule, why):
    assert refused(state, draw) == (f"lost-cities/{rule}", why)


def test_purple_is_drawn_in_the_long_variant():
    state = after(begun(colours=6), discards(ANA, "purple-7"), lay(BEN, "red-2"))
    assert refused(state, Draw(BEN, "purple")) is None


def test_the_pile_just_discarded_to_is_closed_though_older_cards_lie_in_it():
    why = "Red 7 has just been discarded: this pile is closed until the next turn."
    alone, on_another = after(begun(), discard(ANA, "red-7")), after(begun(), discards(ANA, "red-3"))
    assert refused(alone, Draw(ANA, "red")) == ("lost-cities/pile-closed", why)
    assert refused(after(on_another, discard(BEN, "red-7")), Draw(BEN, "red")) == ("lost-cities/pile-closed", why)


@pytest.mark.parametrize("played", [discard(BEN, "blue-7"), lay(BEN, "red-7"), lay(BEN, "blue-2")])
def test_a_pile_is_open_after_a_card_that_went_elsewhere_and_in_the_next_turn(played):
    state = after(begun(), discards(ANA, "red-3"), played)
    assert refused(state, Draw(BEN, "red")) is None
    state = after(state, Draw(BEN, "deck"), lay(ANA, "white-2"))
    assert refused(state, Draw(ANA, "red")) is None


def test_the_options_of_a_draw_are_the_draw_pile_and_the_open_piles():
    state = after(begun(), discards(ANA, "red-3"), discards(BEN, "green-4"), discard(ANA, "red-8"))
    assert set(options(state, ANA)) == {Draw(ANA, "deck"), Draw(ANA, "green")}
    assert list(options(state, BEN)) == []


@pytest.mark.parametrize("colours", [5, 6])
def test_the_last_card_of_the_draw_pile_ends_the_round_at_once(colours):
    state = nearly_over(begun(colours=colours))
    state = after(state, lay(state.round.to_play, "yellow-wager"))
    assert state.round is not None
    state = after(state, Draw(state.round.to_play, "deck"))
    assert state.round is None
    assert refused(state, lay(ANA, "red-9"))[0] == "lost-cities/no-round"


def test_a_draw_from_a_discard_pile_puts_the_end_off():
    state = nearly_over(begun())
    state = after(state, lays(state.round.to_play, "red-10", "yellow"))
    assert (state.round.deck, state.over) == (1, ())
