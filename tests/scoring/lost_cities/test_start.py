"""A round opens when the table says who begins."""

import pytest

from scoring.core.game import ViewRequest
from scoring.lost_cities.moves import Start
from scoring.lost_cities.rules import options, to_act
from scoring.lost_cities.view.board import board, proposed_starter
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    discard,
    ended,
    holding,
    lays,
    nearly_over,
    opened,
    refused,
)


def test_either_player_may_begin():
    state = opened()
    assert to_act(state) == {ANA, BEN}
    assert [*options(state, ANA), *options(state, BEN)] == [Start(ANA), Start(BEN)]
    for seat in (ANA, BEN):
        begun_by = after(state, Start(seat))
        assert (begun_by.round.to_play, to_act(begun_by)) == (seat, {seat})


@pytest.mark.parametrize(("colours", "deck"), [(5, 44), (6, 56)])
def test_the_draw_pile_is_what_two_hands_of_eight_leave(colours, deck):
    assert begun(colours=colours).round.deck == deck


def test_a_round_cannot_open_while_another_is_under_way_or_waits_for_a_count():
    for state in (begun(), after(begun(), count(ANA))):
        assert refused(state, Start(BEN)) == ("lost-cities/round-under-way", "Round 1 is still under way.")


def test_the_next_round_opens_with_nothing_on_the_table():
    state = after(ended(begun()), Start(BEN))
    assert (state.round.laid, state.round.piles, state.round.taken) == (({}, {}), {}, ((), ()))
    assert (state.round.deck, state.starters) == (44, (ANA, BEN))


@pytest.mark.parametrize(
    ("rounds", "why"), [(1, "The game is over after 1 round."), (9, "The game is over after 9 rounds.")]
)
def test_a_game_has_as_many_rounds_as_the_table_chose_and_nothing_is_played_after_the_last(rounds, why):
    state = opened(rounds=rounds)
    for played in range(rounds):
        assert not state.finished, played
        state = after(state, Start(played % 2), count(ANA), count(BEN))
    assert (state.finished, to_act(state)) == (True, set())
    for move in (Start(ANA), discard(ANA, "red-7"), count(ANA)):
        assert refused(state, move) == ("lost-cities/game-over", why)


def test_nothing_is_played_between_rounds():
    for state, number in ((opened(), 1), (ended(begun()), 2)):
        why = f"Round {number} has not begun: say first who begins."
        assert refused(state, discard(ANA, "red-7")) == refused(state, count(ANA)) == ("lost-cities/no-round", why)


def test_the_higher_running_total_is_proposed_to_begin_and_the_edition_decides_at_first():
    """Ben leads by 44 after two rounds although Ana won the second."""
    first = (Start(ANA), count(ANA, red=[2]), count(BEN, red=[6, 7, 8, 9, 10]))
    second = (Start(BEN), count(ANA, red=[10, 9, 5]), count(BEN, blue=[2, 3, 4, 5, 6]))
    assert proposed_starter(opened()) is None
    assert proposed_starter(after(opened(), *first)) == BEN
    assert proposed_starter(after(opened(), *first, *second)) == BEN
    mirrored = (Start(ANA), count(BEN, red=[2]), count(ANA, red=[6, 7, 8, 9, 10]))
    assert proposed_starter(after(opened(), *mirrored)) == ANA
    assert refused(after(opened(), *mirrored), Start(BEN)) is None, "the table may choose the other"


@pytest.mark.parametrize(("starter", "proposed"), [(ANA, BEN), (BEN, ANA)])
def test_on_a_tie_the_player_who_did_not_begin_the_last_round_is_proposed(starter, proposed):
    state = after(opened(), Start(starter), count(ANA), count(BEN))
    assert proposed_starter(state) == board(state, ViewRequest()).proposed == proposed


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
    assert state.over == ((holding(red=[9]), holding(red=[10])),)
