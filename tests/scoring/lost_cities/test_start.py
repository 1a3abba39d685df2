"""A round opens when the table says who begins."""

import pytest

from scoring.lost_cities.moves import Start
from scoring.lost_cities.rules import options, to_act
from scoring.lost_cities.view.board import proposed_starter
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    discard,
    ended,
    lays,
    nearly_over,
    opened,
    refused,
)


@pytest.mark.parametrize("seat", [ANA, BEN])
def test_either_player_may_begin(seat):
    state = after(opened(), Start(seat))
    assert state.round.to_play == seat
    assert to_act(state) == {seat}


def test_before_the_first_round_each_player_is_offered_to_begin():
    state = opened()
    assert to_act(state) == {ANA, BEN}
    assert [*options(state, ANA), *options(state, BEN)] == [Start(ANA), Start(BEN)]


@pytest.mark.parametrize(("colours", "deck"), [(5, 44), (6, 56)])
def test_the_draw_pile_is_what_two_hands_of_eight_leave(colours, deck):
    assert begun(colours=colours).round.deck == deck


def test_a_round_cannot_open_while_another_is_under_way():
    assert refused(begun(), Start(BEN)) == ("lost-cities/round-under-way", "Round 1 is still under way.")


def test_a_round_that_waits_for_a_count_is_still_under_way():
    state = after(begun(), count(ANA))
    assert refused(state, Start(BEN)) == ("lost-cities/round-under-way", "Round 1 is still under way.")


def test_the_next_round_opens_with_nothing_on_the_table():
    state = after(ended(begun()), Start(BEN))
    assert (state.round.laid, state.round.piles, state.round.taken) == (({}, {}), {}, ((), ()))
    assert (state.round.deck, state.starters) == (44, (ANA, BEN))


@pytest.mark.parametrize(
    ("rounds", "why"), [(1, "The game is over after 1 round."), (3, "The game is over after 3 rounds.")]
)
def test_no_round_opens_after_the_last(rounds, why):
    state = opened(rounds=rounds)
    for _ in range(rounds):
        state = after(state, Start(ANA), count(ANA), count(BEN))
    assert state.finished
    assert to_act(state) == set()
    assert refused(state, Start(ANA)) == ("lost-cities/game-over", why)


def test_nothing_is_played_after_the_last_round():
    state = ended(begun(rounds=1))
    assert refused(state, discard(ANA, "red-7")) == ("lost-cities/game-over", "The game is over after 1 round.")
    assert refused(state, count(ANA)) == ("lost-cities/game-over", "The game is over after 1 round.")


def test_nothing_is_played_before_a_round_opens():
    why = ("lost-cities/no-round", "Round 1 has not begun: say first who begins.")
    assert refused(opened(), discard(ANA, "red-7")) == why
    why = ("lost-cities/no-round", "Round 2 has not begun: say first who begins.")
    assert refused(ended(begun()), discard(ANA, "red-7")) == why


def test_the_edition_decides_who_begins_the_game():
    assert proposed_starter(opened()) is None


def test_the_higher_running_total_is_proposed_to_begin():
    """Ben leads by 44 after two rounds although Ana won the second."""
    first = (Start(ANA), count(ANA, red=[2]), count(BEN, red=[6, 7, 8, 9, 10]))
    second = (Start(BEN), count(ANA, red=[10, 9, 5]), count(BEN, blue=[2, 3, 4, 5, 6]))
    assert proposed_starter(after(opened(), *first)) == BEN
    assert proposed_starter(after(opened(), *first, *second)) == BEN
    mirrored = (Start(ANA), count(BEN, red=[2]), count(ANA, red=[6, 7, 8, 9, 10]))
    assert proposed_starter(after(opened(), *mirrored)) == ANA


@pytest.mark.parametrize(("starter", "proposed"), [(ANA, BEN), (BEN, ANA)])
def test_on_a_tie_the_player_who_did_not_begin_the_last_round_is_proposed(starter, proposed):
    assert proposed_starter(after(opened(), Start(starter), count(ANA), count(BEN))) == proposed


def test_the_table_may_choose_the_other_player_to_begin():
    state = after(opened(), Start(ANA), count(ANA, red=[2, 3]), count(BEN))
    assert proposed_starter(state) == BEN
    assert refused(state, Start(ANA)) is None


@pytest.mark.parametrize("colours", [5, 6])
def test_the_round_ends_with_the_last_card_of_the_draw_pile(colours):
    state = nearly_over(begun(colours=colours))
    assert state.round.deck == 1
    assert len(state.over) == 0
    state = ended(begun(colours=colours))
    assert state.round is None
    assert len(state.over) == 1
    assert to_act(state) == {ANA, BEN}


def test_what_was_laid_stays_in_the_finished_round():
    state = after(nearly_over(begun(), left=2), lays(ANA, "red-9"), lays(BEN, "red-10"))
    assert [dict(holding) for holding in state.over[0]] == [
        {"red": state.over[0][ANA]["red"]},
        {"red": state.over[0][BEN]["red"]},
    ]
    assert state.over[0][ANA]["red"].numbers == (9,)
    assert state.over[0][BEN]["red"].numbers == (10,)


@pytest.mark.parametrize("rounds", [1, 9])
def test_a_game_has_as_many_rounds_as_the_table_chose(rounds):
    state = opened(rounds=rounds)
    for played in range(rounds):
        assert not state.finished, played
        state = after(state, Start(played % 2), count(ANA), count(BEN))
    assert state.finished
