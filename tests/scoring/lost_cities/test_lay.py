"""A card is laid on the player's own expedition of its colour, if it can be in that hand."""

import pytest

from scoring.core.rule import Illegal
from scoring.lost_cities.moves import Draw, Expedition, Start
from scoring.lost_cities.rules import apply, options
from scoring.lost_cities.view.sight import whereabouts
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


def test_a_number_opens_an_expedition():
    state = after(begun(), lay(ANA, "red-7"))
    assert state.round.laid == ({"red": Expedition(0, (7,))}, {})


def test_a_higher_number_follows():
    state = after(begun(), lays(ANA, "red-5"), lays(BEN, "blue-2"), lay(ANA, "red-7"))
    assert state.round.expedition(ANA, "red").numbers == (5, 7)


def test_a_lower_number_is_refused():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"))
    assert refused(state, lay(ANA, "red-5")) == (
        "lost-cities/not-rising",
        "Red 5 cannot follow red 7: numbers must rise.",
    )


def test_a_lower_number_goes_on_the_other_players_expedition_of_that_colour():
    state = after(begun(), lays(ANA, "red-7"), lay(BEN, "red-5"))
    assert state.round.expedition(BEN, "red").numbers == (5,)


def test_three_wagers_open_an_expedition():
    state = begun()
    for other in ("blue-2", "blue-3", "blue-4"):
        state = after(state, lays(ANA, "red-wager"), lays(BEN, other))
    state = after(state, lay(ANA, "red-2"))
    assert state.round.expedition(ANA, "red") == Expedition(3, (2,))


def test_a_wager_after_a_number_is_refused():
    state = after(begun(), lays(ANA, "red-2"), lays(BEN, "blue-2"))
    assert refused(state, lay(ANA, "red-wager")) == (
        "lost-cities/wager-first",
        "A red wager cannot follow red 2: wagers come first.",
    )


def test_a_wager_goes_on_another_colour_that_holds_no_number():
    state = after(begun(), lays(ANA, "red-2"), lays(BEN, "blue-2"))
    assert refused(state, lay(ANA, "blue-wager")) is None


@pytest.mark.parametrize(("seat", "name"), [(ANA, "Ana"), (BEN, "Ben")])
def test_a_number_that_lies_before_a_player_is_in_no_hand(seat, name):
    rounds = (lays(ANA, "red-7"), lays(BEN, "red-6"))
    state = after(begun(), *rounds)
    code = ("red-7", "red-6")[seat]
    why = ("lost-cities/already-laid", f"Red {code[-1]} is already in front of {name}.")
    assert refused(state, lay(ANA, code)) == why
    assert refused(after(state, lays(ANA, "blue-2")), lay(BEN, code)) == why


def test_a_number_that_lies_in_a_pile_is_in_no_hand():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "red-3"))
    why = ("lost-cities/in-a-pile", "Red 7 is in the discard pile.")
    assert refused(state, lay(ANA, "red-7")) == why
    assert refused(after(state, lays(ANA, "blue-2")), lay(BEN, "red-7")) == why


def test_a_number_that_the_other_took_is_in_that_hand():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-3", "red"))
    assert refused(state, lay(ANA, "red-7")) == (
        "lost-cities/in-the-other-hand",
        "Ben took red 7 from the discard pile and still holds it.",
    )


def test_a_number_taken_from_a_pile_can_be_laid_by_who_took_it():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-3", "red"), lays(ANA, "white-2"))
    assert whereabouts(state, card("red-7")) == (("hand", BEN),)
    state = after(state, lay(BEN, "red-7"))
    assert whereabouts(state, card("red-7")) == (("laid", BEN),)
    assert state.round.taken == ((), ())


def test_a_number_taken_long_ago_is_still_known_to_be_in_that_hand():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-3", "red"))
    for number in (4, 5, 6, 8, 9):
        state = after(state, lays(ANA, f"white-{number}"), discards(BEN, f"green-{number}"))
    assert refused(state, lay(ANA, "red-7"))[0] == "lost-cities/in-the-other-hand"


def test_a_number_discarded_again_and_taken_back_changes_hands():
    state = after(begun(), discards(ANA, "red-7"), discards(BEN, "blue-3", "red"), lays(ANA, "white-2"))
    state = after(state, discards(BEN, "red-7"), discards(ANA, "blue-4", "red"))
    assert refused(state, lay(BEN, "red-7")) == (
        "lost-cities/in-the-other-hand",
        "Ana took red 7 from the discard pile and still holds it.",
    )


ALL_IN_SIGHT = ("lost-cities/wagers-in-sight", "All three red wagers are already visible.")


@pytest.mark.parametrize(
    "turns",
    [
        [lays(ANA, "red-wager"), lays(BEN, "red-wager"), lays(ANA, "red-wager"), lays(BEN, "blue-2")],
        [lays(ANA, "red-wager"), discards(BEN, "red-wager"), discards(ANA, "red-wager"), lays(BEN, "blue-2")],
        [lays(ANA, "red-wager"), lays(BEN, "red-wager"), discards(ANA, "red-wager"), lays(BEN, "blue-2", "red")],
    ],
    ids=["laid", "laid and discarded", "laid and in the other's hand"],
)
def test_a_fourth_wager_is_refused(turns):
    state = after(begun(), *turns)
    assert refused(state, lay(ANA, "red-wager")) == ALL_IN_SIGHT
    assert refused(state, discard(ANA, "red-wager")) == ALL_IN_SIGHT


def test_a_third_wager_is_accepted():
    state = after(begun(), lays(ANA, "red-wager"), discards(BEN, "red-wager"))
    assert refused(state, lay(ANA, "red-wager")) is None


def test_a_wager_known_in_the_own_hand_is_played_though_three_are_in_sight():
    state = after(begun(), lays(ANA, "red-wager"), lays(BEN, "red-wager"))
    state = after(state, discards(ANA, "red-wager"), lays(BEN, "blue-2", "red"), lays(ANA, "white-2"))
    assert len(whereabouts(state, card("red-wager"))) == 3
    state = after(state, lay(BEN, "red-wager"))
    assert state.round.expedition(BEN, "red").wagers == 2
    state = after(state, Draw(BEN, "deck"), lays(ANA, "white-3"))
    assert refused(state, lay(BEN, "red-wager")) == ALL_IN_SIGHT


def hand_known():
    """Ana takes every card that Ben discards until all eight in her hand are known: green 2 to 9."""
    state = begun()
    for number in range(2, 10):
        state = after(state, lays(ANA, f"blue-{number}", "green" if number > 2 else "deck"))
        state = after(state, discards(BEN, f"green-{number}"))
    return after(state, lays(ANA, "blue-10", "green"), lays(BEN, "white-2"))


def test_a_card_outside_a_hand_that_is_wholly_known_is_refused():
    why = "All eight cards in Ana’s hand are known, and {} is not one of them."
    state = hand_known()
    assert len(state.round.taken[ANA]) == 8
    assert refused(state, lay(ANA, "red-5")) == ("lost-cities/hand-known", why.format("red 5"))
    assert refused(state, lay(ANA, "red-wager")) == ("lost-cities/hand-known", why.format("a red wager"))


def test_a_card_of_a_hand_that_is_wholly_known_is_accepted():
    assert {move.card.code for move in options(hand_known(), ANA)} == {f"green-{number}" for number in range(2, 10)}


def test_a_hand_wholly_known_is_unknown_again_after_a_draw_from_the_draw_pile():
    state = after(hand_known(), lays(ANA, "green-2"), lays(BEN, "white-3"))
    assert refused(state, lay(ANA, "red-5")) is None


def test_purple_stays_in_the_box_of_a_game_of_five_colours():
    why = ("lost-cities/not-in-the-box", "Purple is not in this game of 5 colours.")
    assert refused(begun(), lay(ANA, "purple-7")) == why
    assert refused(begun(), discard(ANA, "purple-wager")) == why


def test_purple_is_laid_in_the_long_variant():
    assert refused(begun(colours=6), lay(ANA, "purple-7")) is None


def test_the_other_player_waits():
    assert refused(begun(), lay(BEN, "red-7")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")
    assert refused(after(begun(), lays(ANA, "red-7")), lay(BEN, "blue-7")) is None


def test_after_one_card_comes_the_draw():
    state = after(begun(), lay(ANA, "red-7"))
    assert refused(state, lay(ANA, "red-8")) == ("lost-cities/draw-next", "Ana has played a card and must draw now.")
    assert refused(state, lay(BEN, "blue-8")) == ("lost-cities/not-your-turn", "It is Ana’s turn.")


def test_a_new_round_forgets_where_the_cards_were():
    state = after(ended(begun()), Start(ANA))
    assert whereabouts(state, card("yellow-2")) == ()
    assert refused(state, lay(ANA, "yellow-2")) is None


def test_nobody_knows_where_a_card_is_between_rounds():
    assert whereabouts(opened(), card("yellow-2")) == ()


@pytest.mark.parametrize(
    ("refused_move", "number"),
    [("red-5", 1), ("red-wager", 1), ("red-7", 1), ("white-3", 3)],
)
def test_a_refusal_knows_the_one_move_that_stands_in_its_way(refused_move, number):
    turns = [lays(ANA, "red-7"), discards(BEN, "white-3"), lays(ANA, "blue-7"), discards(BEN, "white-7")]
    moves = [Start(ANA), *(move for turn in turns for move in turn)]
    with pytest.raises(Illegal) as error:
        apply(after(opened(), *moves), lay(ANA, refused_move))
    assert [move for move in moves if error.value.stands(move)] == [moves[number]]
