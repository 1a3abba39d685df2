"""After a card comes one draw: from the draw pile, or the top of a discard pile that is open."""

import pytest

from scoring.lost_cities.moves import Draw
from scoring.lost_cities.rules import options
from scoring.lost_cities.view.sight import whereabouts
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


def test_a_draw_from_the_draw_pile_ends_the_turn():
    state = after(begun(), lay(ANA, "red-7"), Draw(ANA, "deck"))
    assert (state.round.deck, state.round.to_play, state.round.drawing) == (43, BEN, False)


def test_a_draw_from_a_discard_pile_takes_its_top_and_spares_the_draw_pile():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "red-3"), lays(ANA, "blue-2", "red"))
    assert state.round.pile("red") == (card("red-7"),)
    assert state.round.taken == ((card("red-3"),), ())
    assert state.round.deck == 44 - 2
    assert whereabouts(state, card("red-3")) == (("hand", ANA),)


def test_a_draw_before_a_card_is_refused():
    why = ("lost-cities/card-first", "Ana must first lay or discard a card, then draw.")
    assert refused(begun(), Draw(ANA, "deck")) == why
    assert refused(after(begun(), lay(ANA, "red-7")), Draw(ANA, "deck")) is None


def test_a_second_draw_is_refused():
    state = after(begun(), lays(ANA, "red-7"))
    assert refused(state, Draw(ANA, "deck")) == ("lost-cities/not-your-turn", "It is Ben’s turn.")


def test_the_other_player_cannot_draw():
    state = after(begun(), lay(ANA, "red-7"))
    assert refused(state, Draw(BEN, "deck")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")


def test_an_empty_pile_cannot_be_drawn_from():
    state = after(begun(), lay(ANA, "red-7"))
    assert refused(state, Draw(ANA, "blue")) == ("lost-cities/pile-empty", "The blue discard pile is empty.")


def test_a_pile_is_empty_again_when_its_last_card_was_taken():
    state = after(begun(), discards(ANA, "red-7"), lays(BEN, "blue-2", "red"), lay(ANA, "white-2"))
    assert refused(state, Draw(ANA, "red")) == ("lost-cities/pile-empty", "The red discard pile is empty.")


def test_the_pile_just_discarded_to_is_closed():
    state = after(begun(), discard(ANA, "red-7"))
    assert refused(state, Draw(ANA, "red")) == (
        "lost-cities/pile-closed",
        "Red 7 has just been discarded: this pile is closed until the next turn.",
    )


def test_the_pile_just_discarded_to_is_closed_though_older_cards_lie_in_it():
    state = after(begun(), discards(ANA, "red-3"), discard(BEN, "red-7"))
    assert refused(state, Draw(BEN, "red"))[0] == "lost-cities/pile-closed"


def test_the_other_piles_stay_open_after_a_discard():
    state = after(begun(), discards(ANA, "red-3"), discard(BEN, "blue-7"))
    assert refused(state, Draw(BEN, "red")) is None


def test_a_laid_card_closes_no_pile():
    state = after(begun(), discards(ANA, "red-3"), lay(BEN, "red-7"))
    assert refused(state, Draw(BEN, "red")) is None


def test_the_pile_is_open_for_the_other_player_and_for_the_next_turn():
    state = after(begun(), discards(ANA, "red-3"), lay(BEN, "blue-2"))
    assert refused(state, Draw(BEN, "red")) is None
    state = after(state, Draw(BEN, "deck"), lay(ANA, "white-2"))
    assert refused(state, Draw(ANA, "red")) is None


def test_the_options_of_a_draw_are_the_draw_pile_and_the_open_piles():
    state = after(begun(), discards(ANA, "red-3"), discards(BEN, "green-4"), discard(ANA, "red-8"))
    assert set(options(state, ANA)) == {Draw(ANA, "deck"), Draw(ANA, "green")}
    assert list(options(state, BEN)) == []


def test_purple_has_no_pile_in_a_game_of_five_colours():
    state = after(begun(), lay(ANA, "red-7"))
    why = ("lost-cities/not-in-the-box", "Purple is not in this game of 5 colours.")
    assert refused(state, Draw(ANA, "purple")) == why
    state = after(begun(colours=6), discards(ANA, "purple-7"), lay(BEN, "red-2"))
    assert refused(state, Draw(BEN, "purple")) is None


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


def test_nothing_is_drawn_before_the_round_opens():
    why = ("lost-cities/no-round", "Round 1 has not begun: say first who begins.")
    assert refused(opened(), Draw(ANA, "deck")) == why
