"""An undo retracts the last move that still stands."""

import pytest

from scoring.core.log import Undo
from scoring.core.play import Play
from scoring.core.rule import Illegal
from scoring.core.running import replay
from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Draw, Start
from scoring.lost_cities.score import Setup
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    PLAYERS,
    begun,
    count,
    discard,
    ended,
    lay,
    lays,
    nearly_over,
    opened,
    translate,
)

TURN = [Start(ANA), *lays(ANA, "red-7")]


def reached(*events):
    return replay(GAME, Setup(PLAYERS), events)


@pytest.mark.parametrize(("length", "undone"), [(1, 1), (2, 1), (3, 1), (3, 2)])
def test_undos_return_to_the_state_before_the_last_moves_and_the_game_goes_on(length, undone):
    taken_back = reached(*TURN[:length], *[Undo()] * undone)
    assert taken_back.play.state == reached(*TURN[: length - undone]).play.state
    again = reached(*TURN[:length], *[Undo()] * undone, *TURN[length - undone :])
    assert (again.refusals, again.play.state) == ((), reached(*TURN).play.state)


def test_an_undo_skips_what_was_refused():
    replayed = reached(*TURN[:2], lay(BEN, "blue-2"), Undo())
    assert [refusal.index for refusal in replayed.refusals] == [2]
    assert replayed.play.state == reached(Start(ANA)).play.state


def test_the_closed_pile_is_closed_again_when_its_draw_is_taken_back():
    replayed = reached(Start(ANA), discard(ANA, "red-7"), Draw(ANA, "deck"), Undo(), Draw(ANA, "red"))
    assert [refusal.illegal.rule.code for refusal in replayed.refusals] == ["lost-cities/pile-closed"]


def test_an_undo_opens_the_round_that_the_last_draw_had_ended():
    state = nearly_over(begun())
    last = Play(GAME, state).after(discard(state.round.to_play, "red-wager"), 0)
    over = last.after(Draw(state.round.to_play, "deck"), 1)
    assert over.state.round is None
    assert over.state == ended(begun())
    assert over.after(Undo(), 2).state == last.state


def test_an_undo_takes_back_a_count_and_one_that_ended_the_round():
    assert reached(*TURN, count(ANA), Undo(), lay(BEN, "blue-2")).refusals == ()
    one = reached(*TURN, count(ANA, red=[7]))
    assert reached(*TURN, count(ANA, red=[7]), count(BEN), Undo()).play.state == one.play.state


def test_there_is_nothing_to_undo_before_the_first_move():
    with pytest.raises(Illegal) as refused:
        Play(GAME, opened()).after(Undo(), 0)
    assert refused.value.rule.code == "cairn/nothing-to-undo"
    assert translate(refused.value.why) == "There is nothing to undo."
    assert reached(*TURN[:1], Undo(), Undo()).applied == 2
