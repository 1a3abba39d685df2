"""Some whole games by chance before both referees: see `second_referee`."""

from __future__ import annotations

import pytest

from scoring import GAMES
from tests.second_referee import Match

SEEDS = range(8)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", GAMES)
def test_both_referees_say_the_same_of_a_game_with_slips_and_corrections(key, seed):
    match = Match(key, seed, most=150)
    tried = match.played()
    assert tried.differences == []
    assert min(tried.legal, tried.refused, tried.undone + tried.corrected + tried.not_corrected) > 0
