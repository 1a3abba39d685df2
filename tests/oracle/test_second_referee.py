"""Some whole games by chance before both referees: see `second_referee`."""

from dataclasses import astuple
from functools import cache

import pytest

from scoring import GAMES
from tests.examples import examples
from tests.oracle.second_referee import Match, Tried

SEEDS = range(examples(3))


@cache
def match(key: str, seed: int) -> Tried:
    return Match(key, seed, most=150).played()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", GAMES)
def test_both_referees_say_the_same_of_a_game_with_slips_and_corrections(key, seed):
    assert match(key, seed).differences == []


def matches(key: str) -> list[Tried]:
    """The games of the seeds; of a game that is short, as many as have 800 events together."""
    some: list[Tried] = []
    while len(some) < len(SEEDS) or sum(sum(astuple(tried)[:5]) for tried in some) < 800:
        some.append(match(key, len(some)))
    return some


@pytest.mark.parametrize("key", GAMES)
def test_in_these_games_much_is_refused_taken_back_and_corrected(key):
    *counted, _differences = zip(*map(astuple, matches(key)), strict=True)
    assert all(sum(many) > 5 for many in counted)
