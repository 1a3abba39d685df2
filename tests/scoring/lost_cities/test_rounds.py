"""How many rounds: a setting that the table may change while it plays."""

from __future__ import annotations

import pytest

from scoring.core.rule import Illegal
from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Count, Rounds, Start
from scoring.lost_cities.rules import State, apply, other_rounds, start, to_act
from scoring.lost_cities.score import Setup


def after(rounds: int, *moves: object) -> State:
    state = start(Setup(("Ana", "Ben"), rounds=rounds))
    for move in moves:
        state = apply(state, move)
    return state


ROUND = (Start(0), Count(0, ()), Count(1, ()))


def test_a_game_ends_between_two_rounds_where_the_table_says_so_or_goes_on_with_one_more_round() -> None:
    assert to_act(after(3, *ROUND, Rounds(1))) == frozenset()
    assert after(3, *ROUND, Rounds(1)).finished
    assert len(apply(after(1, *ROUND, Rounds(2)), Start(1)).starters) == 2
    assert after(2, *ROUND, Start(0), Rounds(3), Rounds(2), Count(0, ()), Count(1, ())).finished


def test_rounds_that_were_begun_are_not_taken_away() -> None:
    with pytest.raises(Illegal) as refused:
        after(3, *ROUND, Start(0), Rounds(1))
    assert refused.value.rule.code == "lost-cities/rounds-played"


def test_the_setting_offers_what_is_left_and_marks_what_is() -> None:
    state = after(3, *ROUND, Start(0))
    assert [*other_rounds(after(3))] == [*other_rounds(after(3, Start(0)))] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert list(other_rounds(state)) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert other_rounds(state)[3] is None
    rounds = next(setting for setting in GAME.settings if setting.key == "rounds")
    assert rounds.later(state)[4] == Rounds(4)
