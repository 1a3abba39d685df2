"""A card is laid or discarded by the player whose turn it is, if it can be in that hand."""

import pytest

from scoring.lost_cities.moves import Draw, Start
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
    ended,
    lay,
    lays,
    opened,
    refused,
)

either = pytest.mark.parametrize("play", [lay, discard])
BEN_HAS = "Ben took red 7 from the discard pile and still holds it."
ALL_IN_SIGHT = ("lost-cities/wagers-in-sight", "All three red wagers are already visible.")
BEN_TAKES = (discards(ANA, "red-7"), discards(BEN, "blue-3", "red"))


@either
def test_a_card_is_played_once_in_a_turn_and_before_the_draw(play):
    assert refused(begun(), play(BEN, "red-7")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")
    state = after(begun(), play(ANA, "red-7"))
    assert refused(state, play(ANA, "red-8")) == ("lost-cities/draw-next", "Ana has played a card and must draw now.")
    assert refused(state, play(BEN, "blue-8")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")
    assert refused(after(state, Draw(ANA, "deck")), play(BEN, "blue-8")) is None


@either
def test_purple_is_played_in_the_long_variant_alone_and_nothing_before_the_round_opens(play):
    why = ("lost-cities/not-in-the-box", "Purple is not in this game of 5 colours.")
    assert refused(begun(), play(ANA, "purple-7")) == refused(begun(), play(ANA, "purple-wager")) == why
    assert refused(begun(colours=6), play(ANA, "purple-7")) is None
    why = ("lost-cities/no-round", "Round 1 has not begun: say first who begins.")
    assert refused(opened(), play(ANA, "red-7")) == why


def test_a_discarded_card_lies_on_top_of_its_pile():
    state = after(begun(), discards(ANA, "red-7"), discard(BEN, "red-wager"))
    assert state.round.pile("red") == (card("red-7"), card("red-wager"))
    assert state.round.laid == ({}, {})


@either
@pytest.mark.parametrize(
    ("turns", "code", "rule", "why"),
    [
        ((lays(ANA, "red-7"), lays(BEN, "red-6")), "red-7", "already-laid", "Red 7 is already in front of Ana."),
        ((lays(ANA, "red-7"), lays(BEN, "red-6")), "red-6", "already-laid", "Red 6 is already in front of Ben."),
        ((discards(ANA, "red-7"), discards(BEN, "red-3")), "red-7", "in-a-pile", "Red 7 is in the discard pile."),
    ],
)
def test_a_number_that_lies_on_the_table_is_in_no_hand(play, turns, code, rule, why):
    state = after(begun(), *turns)
    assert refused(state, play(ANA, code)) == (f"lost-cities/{rule}", why)
    assert refused(after(state, lays(ANA, "blue-2")), play(BEN, code)) == (f"lost-cities/{rule}", why)


@either
def test_a_number_that_the_other_took_is_in_that_hand_however_long_ago(play):
    state = after(begun(), *BEN_TAKES)
    assert refused(state, play(ANA, "red-7")) == ("lost-cities/in-the-other-hand", BEN_HAS)
    for number in (4, 5, 6, 8, 9):
        state = after(state, lays(ANA, f"white-{number}"), discards(BEN, f"green-{number}"))
    assert refused(state, play(ANA, "red-7")) == ("lost-cities/in-the-other-hand", BEN_HAS)


def test_a_number_taken_from_a_pile_is_laid_or_discarded_by_who_took_it_and_may_change_hands():
    state = after(begun(), *BEN_TAKES, lays(ANA, "white-2"))
    assert whereabouts(state, card("red-7")) == (("hand", BEN),)
    laid = after(state, lay(BEN, "red-7"))
    assert (whereabouts(laid, card("red-7")), laid.round.taken) == ((("laid", BEN),), ((), ()))
    state = after(state, discards(BEN, "red-7"))
    assert whereabouts(state, card("red-7")) == (("pile", None),)
    state = after(state, discards(ANA, "blue-4", "red"))
    assert refused(state, lay(BEN, "red-7")) == ("lost-cities/in-the-other-hand", BEN_HAS.replace("Ben", "Ana"))


@either
@pytest.mark.parametrize(
    "turns",
    [
        [lays(ANA, "red-wager"), lays(BEN, "red-wager"), lays(ANA, "red-wager"), lays(BEN, "blue-2")],
        [lays(ANA, "red-wager"), discards(BEN, "red-wager"), discards(ANA, "red-wager"), lays(BEN, "blue-2")],
        [lays(ANA, "red-wager"), lays(BEN, "red-wager"), discards(ANA, "red-wager"), lays(BEN, "blue-2", "red")],
        [discards(seat, "red-wager") for seat in (ANA, BEN, ANA)] + [lays(BEN, "blue-2")],
    ],
    ids=["laid", "laid and discarded", "laid and in the other's hand", "discarded"],
)
def test_three_wagers_in_sight_are_all_there_are(play, turns):
    assert refused(after(begun(), *turns[:2]), play(ANA, "red-wager")) is None
    assert refused(after(begun(), *turns), play(ANA, "red-wager")) == ALL_IN_SIGHT


def test_a_wager_known_in_the_own_hand_is_played_though_three_are_in_sight():
    state = after(begun(), lays(ANA, "red-wager"), lays(BEN, "red-wager"))
    state = after(state, discards(ANA, "red-wager"), lays(BEN, "blue-2", "red"), lays(ANA, "white-2"))
    assert len(whereabouts(state, card("red-wager"))) == 3
    state = after(state, lay(BEN, "red-wager"))
    assert state.round.expedition(BEN, "red").wagers == 2
    state = after(state, Draw(BEN, "deck"), lays(ANA, "white-3"))
    assert refused(state, lay(BEN, "red-wager")) == ALL_IN_SIGHT


def test_one_of_two_wagers_taken_from_a_pile_stays_known_when_the_other_is_discarded():
    state = after(begun(), discards(ANA, "red-wager"), discards(BEN, "blue-3", "red"))
    state = after(state, discards(ANA, "red-wager"), discards(BEN, "blue-4", "red"), lays(ANA, "white-2"))
    assert whereabouts(state, card("red-wager")) == (("hand", BEN), ("hand", BEN))
    state = after(state, discard(BEN, "red-wager"))
    assert whereabouts(state, card("red-wager")) == (("pile", None), ("hand", BEN))


def hand_known():
    """Ana takes every card that Ben discards until all eight in her hand are known: green 2 to 9."""
    state = begun()
    for number in range(2, 10):
        state = after(state, lays(ANA, f"blue-{number}", "green" if number > 2 else "deck"))
        state = after(state, discards(BEN, f"green-{number}"))
    return after(state, lays(ANA, "blue-10", "green"), lays(BEN, "white-2"))


def test_of_a_hand_that_is_wholly_known_no_other_card_is_played_until_a_draw_from_the_draw_pile():
    why = "All eight cards in Ana’s hand are known, and {} is not one of them."
    state = hand_known()
    assert len(state.round.taken[ANA]) == 8
    assert {move.card.code for move in options(state, ANA)} == {f"green-{number}" for number in range(2, 10)}
    assert refused(state, lay(ANA, "red-5")) == ("lost-cities/hand-known", why.format("red 5"))
    assert refused(state, lay(ANA, "red-wager")) == ("lost-cities/hand-known", why.format("a red wager"))
    assert refused(after(state, lays(ANA, "green-2"), lays(BEN, "white-3")), lay(ANA, "red-5")) is None


def test_nobody_knows_where_a_card_is_between_rounds_nor_in_a_new_one():
    state = after(ended(begun()), Start(ANA))
    assert whereabouts(opened(), card("yellow-2")) == whereabouts(state, card("yellow-2")) == ()
    assert refused(state, lay(ANA, "yellow-2")) is None
