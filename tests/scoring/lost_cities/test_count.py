"""A count sets what lies before a player at the end of a round; the second one ends it."""

import pytest

from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Count, Draw, Expedition, Start
from scoring.lost_cities.rules import options, position, to_act
from scoring.lost_cities.score import audit, running_totals, score
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    discard,
    discards,
    ended,
    lay,
    lays,
    nearly_over,
    opened,
    refused,
)

EVERYTHING = ["wager", "wager", "wager", 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_after_both_counts_the_round_is_over():
    state = after(begun(), count(ANA, red=["wager", 4, 8]))
    assert (len(state.over), to_act(state)) == (0, {BEN})
    state = after(state, count(BEN, blue=[10]))
    assert state.over == (({"red": Expedition(1, (4, 8))}, {"blue": Expedition(0, (10,))}),)
    assert to_act(state) == {ANA, BEN}


def test_ben_may_count_first():
    state = after(begun(), count(BEN), count(ANA, red=[2]))
    assert state.over == (({"red": Expedition(0, (2,))}, {}),)


def test_the_order_of_the_cards_does_not_matter():
    assert count(ANA, red=[8, "wager", 4], blue=[2]) == count(ANA, blue=[2], red=["wager", 4, 8])


def test_a_game_can_be_counted_from_its_first_round_to_its_last():
    state = opened(rounds=3)
    for starter in (ANA, BEN, ANA):
        state = after(state, Start(starter), count(ANA, red=[10, 9, 8]), count(BEN, red=["wager"]))
    assert state.finished
    assert running_totals(position(state)) == (21, -120)


def test_a_count_replaces_what_was_followed():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"), lay(ANA, "red-9"))
    state = after(state, count(ANA, red=[7], green=[3]), count(BEN, yellow=[4]))
    assert state.over == (
        ({"red": Expedition(0, (7,)), "green": Expedition(0, (3,))}, {"yellow": Expedition(0, (4,))}),
    )


def test_a_card_followed_before_the_other_player_may_be_counted():
    """Where the round lost track only the two counts are held against each other."""
    state = after(begun(), lays(ANA, "red-7"))
    assert refused(state, count(BEN, red=[7])) is None


def test_a_card_discarded_in_the_followed_round_may_be_counted():
    state = after(begun(), discards(ANA, "red-7"))
    assert refused(state, count(ANA, red=[7])) is None


def test_a_count_may_come_between_a_card_and_its_draw():
    state = after(begun(), lay(ANA, "red-7"), count(BEN), count(ANA, red=[7]))
    assert len(state.over) == 1


def test_a_player_may_count_again_until_the_other_has_counted():
    state = after(begun(), count(ANA, red=[7]), count(ANA, red=[8]), count(BEN, red=[7]))
    assert state.over == (({"red": Expedition(0, (8,))}, {"red": Expedition(0, (7,))}),)


def test_a_number_has_one_owner_over_both_counts():
    state = after(begun(), count(ANA, red=[4, 7]))
    assert refused(state, count(BEN, red=[7, 9])) == (
        "lost-cities/one-owner",
        "Red 7 is in front of both Ana and Ben: there is only one.",
    )
    assert refused(state, count(BEN, red=[5, 9])) is None


def test_a_number_lies_only_once_before_a_player():
    assert refused(begun(), count(BEN, red=[7, 7])) == ("lost-cities/one-owner", "Red 7 is entered 2 times for Ben.")


def test_a_colour_has_three_wagers_over_both_counts():
    state = after(begun(), count(ANA, red=["wager", "wager"]))
    assert refused(state, count(BEN, red=["wager", "wager"])) == (
        "lost-cities/three-wagers",
        "4 red wagers on the table: there are only three.",
    )
    assert refused(state, count(BEN, red=["wager"])) is None


def test_a_colour_has_three_wagers_before_one_player():
    assert refused(begun(), count(ANA, red=["wager"] * 3)) is None
    assert refused(begun(), count(ANA, red=["wager"] * 4))[0] == "lost-cities/three-wagers"


@pytest.mark.parametrize(
    ("colours", "most", "whole"), [(5, 44, ["yellow", "blue", "white"]), (6, 56, ["yellow", "blue", "white", "green"])]
)
def test_sixteen_cards_are_still_in_the_hands(colours, most, whole):
    before_ana = dict.fromkeys(whole, EVERYTHING)
    state = after(begun(colours=colours), count(ANA, **before_ana))
    assert refused(state, count(BEN, red=EVERYTHING[:8])) is None
    assert refused(state, count(BEN, red=EVERYTHING[:9])) == (
        "lost-cities/cards-on-the-table",
        f"{most + 1} cards on the table: {most} at most, as sixteen are still in hand.",
    )


def test_purple_is_counted_only_in_the_long_variant():
    assert refused(begun(), count(ANA, purple=[7])) == (
        "lost-cities/colour-of-the-box",
        "Purple is not in this game of 5 colours.",
    )
    assert refused(begun(colours=6), count(ANA, purple=[7])) is None


def test_a_count_before_the_round_opens_is_refused():
    why = ("lost-cities/no-round", "Round 1 has not begun: say first who begins.")
    assert refused(opened(), count(ANA)) == why


def test_a_round_that_the_draw_pile_ended_takes_no_count():
    why = ("lost-cities/no-round", "Round 2 has not begun: say first who begins.")
    assert refused(ended(begun()), count(ANA)) == why


def test_a_round_just_before_its_end_can_be_counted():
    assert refused(nearly_over(begun()), count(ANA, red=[7])) is None


@pytest.mark.parametrize("move", [lay(BEN, "red-8"), discard(ANA, "red-8"), Draw(ANA, "deck")])
def test_play_is_closed_after_one_count(move):
    state = after(begun(), count(ANA, red=[7]))
    assert refused(state, move) == (
        "lost-cities/being-counted",
        "Ana has counted: now the other player counts.",
    )
    assert list(options(state, move.seat)) == []


def test_a_refused_count_changes_nothing():
    state = after(begun(), count(ANA, red=[7]))
    assert refused(state, count(BEN, red=[7])) is not None
    assert after(state, count(BEN, red=[8])).over == (({"red": Expedition(0, (7,))}, {"red": Expedition(0, (8,))}),)


def test_a_counted_round_passes_the_audit():
    state = after(begun(), count(ANA, red=EVERYTHING), count(BEN, blue=[2, 3]))
    assert list(audit(position(state))) == []


def test_counts_are_entered_and_never_listed_as_options():
    assert {type(move) for move in options(begun(), ANA)}.isdisjoint(GAME.entered)


def test_of_a_round_of_which_only_the_total_is_known_there_is_one_line():
    state = after(begun(), Count(ANA, (), 45), Count(BEN, (("red", Expedition(0, (9,))),)))
    first, second = score(position(state)).players
    assert [(line.code, line.of, line.round, line.points) for line in first.lines] == [("typed", None, 1, 45)]
    assert (len(second.lines), second.total) == (5, -11)
