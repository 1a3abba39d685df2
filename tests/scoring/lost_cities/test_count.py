"""A count sets what lies before a player at the end of a round; the second one ends it."""

import pytest

from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Count, Draw, Expedition, Start
from scoring.lost_cities.rules import decides_for_all, options, position, to_act
from scoring.lost_cities.score import audit, running_totals, score
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    discard,
    discards,
    holding,
    lay,
    lays,
    nearly_over,
    opened,
    refused,
)
from tests.scoring.lost_cities.test_score import IMPOSSIBLE, POSSIBLE


def test_a_count_decides_for_both_while_a_round_goes_on_and_only_the_first():
    """Between rounds it is refused, and decides nothing: the refusal needs no phone that has seen the latest."""
    counting = after(begun(), count(ANA, red=[8]))
    between = after(counting, count(BEN, blue=[10]))
    assert [decides_for_all(state, count(BEN, blue=[10])) for state in (begun(), counting, between)] == [
        True,
        False,
        False,
    ]


def test_after_both_counts_the_round_is_over_whoever_counts_first():
    state = after(begun(), count(ANA, red=[8, "wager", 4]))
    assert (len(state.over), to_act(state)) == (0, {BEN})
    state = after(state, count(BEN, blue=[10]))
    assert state.over == (({"red": Expedition(1, (4, 8))}, {"blue": Expedition(0, (10,))}),)
    assert to_act(state) == {ANA, BEN}
    assert after(begun(), count(BEN), count(ANA, red=[2])).over == (({"red": Expedition(0, (2,))}, {}),)


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


def test_a_card_followed_before_the_other_player_or_in_a_pile_may_be_counted():
    """Where the round lost track only the two counts are held against each other."""
    assert refused(after(begun(), lays(ANA, "red-7")), count(BEN, red=[7])) is None
    assert refused(after(begun(), discards(ANA, "red-7")), count(ANA, red=[7])) is None


def test_a_count_may_come_between_a_card_and_its_draw():
    state = after(begun(), lay(ANA, "red-7"), count(BEN), count(ANA, red=[7]))
    assert len(state.over) == 1


def test_a_player_may_count_again_until_the_other_has_counted():
    state = after(begun(), count(ANA, red=[7]), count(ANA, red=[8]), count(BEN, red=[7]))
    assert state.over == (({"red": Expedition(0, (8,))}, {"red": Expedition(0, (7,))}),)


@pytest.mark.parametrize(("setup", "rule", "mine", "theirs", "_where", "why"), IMPOSSIBLE)
def test_a_count_that_cannot_lie_beside_the_other_is_refused_and_changes_nothing(
    setup, rule, mine, theirs, _where, why
):
    state = after(begun(**setup), count(ANA, **mine))
    assert refused(state, count(BEN, **theirs)) == (f"lost-cities/{rule}", why)
    assert after(state, count(BEN, green=[8])).over == ((holding(**mine), holding(green=[8])),)


@pytest.mark.parametrize(("setup", "mine", "theirs"), POSSIBLE)
def test_a_count_that_can_lie_beside_the_other_passes_the_audit(setup, mine, theirs):
    state = after(begun(**setup), count(ANA, **mine), count(BEN, **theirs))
    assert list(audit(position(state))) == []


def test_a_round_just_before_its_end_can_be_counted():
    assert refused(nearly_over(begun()), count(ANA, red=[7])) is None


@pytest.mark.parametrize("move", [lay(BEN, "red-8"), discard(ANA, "red-8"), Draw(ANA, "deck")])
def test_play_is_closed_after_one_count(move):
    state = after(begun(), count(ANA, red=[7]))
    assert refused(state, move) == ("lost-cities/being-counted", "Ana has counted: now the other player counts.")
    assert list(options(state, move.seat)) == []


def test_counts_are_entered_and_never_listed_as_options():
    assert {type(move) for move in options(begun(), ANA)}.isdisjoint(GAME.entered)


def test_of_a_round_of_which_only_the_total_is_known_there_is_one_line():
    state = after(begun(), Count(ANA, (), 45), Count(BEN, (("red", Expedition(0, (9,))),)))
    first, second = score(position(state)).players
    assert [(line.code, line.of, line.round, line.points) for line in first.lines] == [("typed", None, 1, 45)]
    assert (len(second.lines), second.total) == (5, -11)
