"""What a card on a tile would change for a player who had it: who leads, the gold it gives, the points."""

from __future__ import annotations

import pytest

from scoring.lutece.cards import Card
from scoring.lutece.state import Lot
from scoring.lutece.view.bids import would_change
from tests.scoring.lutece.table import card, citizen, having, shown, table

BREAD = citizen("b", 4, bread=1)
CERVOISE = citizen("c", 5, cervoise=1)
POTION = citizen("p", 3, potion=1)


def change(offered: Card, *own: Card, ben: tuple[Card, ...] = (), coins: int = 0) -> tuple[list[str], int]:
    """The sentences, filled in, and the points, for Ana beside Ben and Cai."""
    state = having(having(table(3), 0, *own), 1, *ben)
    [found, none] = would_change(state, 0, (Lot(offered, coins), None))
    assert none is None
    return [shown(one) for one in found.said], found.points


@pytest.mark.parametrize(
    ("offered", "own", "ben", "said", "points"),
    [
        (citizen("n", 9, cervoise=1), (CERVOISE,), (citizen("o", 6, cervoise=1),), "lead 2 to 1", 6),
        (citizen("n", 1, cervoise=1), (), (citizen("o", 6, cervoise=2),), "1 against 2", 4),
        (citizen("n", 6, cervoise=1), (), (citizen("o", 6, cervoise=1),), "1 each, shared", 10),
        (card("n", "apprentice"), (CERVOISE,), (), "lead 2 to 0", 0),
    ],
)
def test_who_would_lead_is_said_of_each_resource_that_the_card_gives(offered, own, ben, said, points):
    assert change(offered, *own, ben=ben) == ([f"cervoise: {said}"], points)


def test_an_apprentice_with_a_choice_or_without_a_bearer_promises_nothing():
    assert change(card("n", "apprentice")) == ([], 0)
    assert change(card("n", "apprentice"), CERVOISE, BREAD) == ([], 0)


def test_gold_is_what_the_card_gives_with_the_coins_on_it():
    assert change(card("t", "tavern"), CERVOISE, coins=2)[0] == ["gives 8 gold"]


def test_points_are_those_of_all_own_cards_with_the_new_one():
    assert change(card("m", "market", demand={"potion": 1}), POTION) == ([], 6)
    assert change(card("s", "statue"), card("l", "mill")) == ([], 3 + 1)
