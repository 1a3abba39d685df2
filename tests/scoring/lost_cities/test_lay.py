"""A card is laid on the player's own expedition of its colour: numbers rise, and wagers come first."""

import pytest

from scoring.core.rule import Illegal
from scoring.lost_cities.moves import Expedition, Start
from scoring.lost_cities.rules import apply
from tests.scoring.lost_cities.table import ANA, BEN, after, begun, discard, discards, lay, lays, opened, refused


def test_a_number_opens_an_expedition_and_a_higher_one_follows():
    state = after(begun(), lay(ANA, "red-5"))
    assert state.round.laid == ({"red": Expedition(0, (5,))}, {})
    state = after(begun(), lays(ANA, "red-5"), lays(BEN, "blue-2"), lay(ANA, "red-7"))
    assert state.round.expedition(ANA, "red").numbers == (5, 7)


def test_a_lower_number_is_refused_and_may_be_discarded_or_laid_by_the_other_player():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"))
    why = "Red 5 cannot follow red 7: numbers must rise."
    assert refused(state, lay(ANA, "red-5")) == ("lost-cities/not-rising", why)
    assert refused(state, discard(ANA, "red-5")) is None
    assert refused(after(state, lays(ANA, "blue-3")), lay(BEN, "red-5")) is None


def test_three_wagers_open_an_expedition():
    state = begun()
    for other in ("blue-2", "blue-3", "blue-4"):
        state = after(state, lays(ANA, "red-wager"), lays(BEN, other))
    state = after(state, lay(ANA, "red-2"))
    assert state.round.expedition(ANA, "red") == Expedition(3, (2,))


def test_a_wager_after_a_number_is_refused_and_may_be_discarded_or_laid_in_another_colour():
    state = after(begun(), lays(ANA, "red-2"), lays(BEN, "blue-2"))
    why = "A red wager cannot follow red 2: wagers come first."
    assert refused(state, lay(ANA, "red-wager")) == ("lost-cities/wager-first", why)
    assert refused(state, lay(ANA, "blue-wager")) is refused(state, discard(ANA, "red-wager")) is None


@pytest.mark.parametrize(("refused_move", "number"), [("red-5", 1), ("red-wager", 1), ("red-7", 1), ("white-3", 3)])
def test_a_refusal_knows_the_one_move_that_stands_in_its_way(refused_move, number):
    turns = [lays(ANA, "red-7"), discards(BEN, "white-3"), lays(ANA, "blue-7"), discards(BEN, "white-7")]
    moves = [Start(ANA), *(move for turn in turns for move in turn)]
    with pytest.raises(Illegal) as error:
        apply(after(opened(), *moves), lay(ANA, refused_move))
    assert [move for move in moves if error.value.stands(move)] == [moves[number]]
