"""Somebody who knows the forms wanders about, presses and types what comes: nothing breaks. Each run is the same."""

from random import Random

import pytest

from tests.wandering import Walker


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_pressed_and_typed_is_answered(app, seed):
    walker = Walker(app, Random(seed))
    walker.walk(200)
    assert walker.wrong == {}
    assert {200, 303, 422} <= walker.statuses.keys()
