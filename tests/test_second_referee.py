"""Some whole games by chance before both referees: see `second_referee`."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache

import pytest

from tests.homes import SOLD
from tests.second_referee import Match, Tried

SEEDS = range(8)


@cache
def match(key: str, seed: int) -> Tried:
    return Match(key, seed, most=150).played()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", SOLD)
def test_both_referees_say_the_same_of_a_game_with_slips_and_corrections(key, seed):
    assert match(key, seed).differences == []


@pytest.mark.parametrize("key", SOLD)
def test_in_these_games_much_is_refused_taken_back_and_corrected(key):
    *counted, _differences = zip(*(astuple(match(key, seed)) for seed in SEEDS), strict=True)
    assert all(sum(many) > 5 for many in counted)
