"""Phases 2 and 3: two action cards each, then gold on them."""

from __future__ import annotations

import pytest

from scoring.lutece import GAME
from scoring.lutece.moves import Bribe, Legionnaire, Options, Reveal, Settle
from scoring.lutece.rules import HIDDEN, seen_by, to_act
from tests.scoring.lutece.table import after, money, offers, refused, revealed, table


def open_table(players=2):
    state = table(players)
    return after(state, *offers(state))


def laid(*pairs):
    state = open_table(len(pairs))
    return after(state, *(Options(seat, tuple(pair.split())) for seat, pair in enumerate(pairs)))


def test_two_different_action_cards_are_laid_in_any_order():
    one = after(open_table(), Options(0, ("A", "income-1")))
    assert one == after(open_table(), Options(0, ("income-1", "A")))
    assert [bid.action for bid in one.own(0)] == ["A", "income-1"]
    assert after(open_table(), Options(0, ("income-1", "income-2")))


@pytest.mark.parametrize("actions", [("A", "A"), ("A",), ("A", "B", "1"), ()])
def test_fewer_more_or_equal_action_cards_are_refused(actions):
    assert refused(open_table(), Options(0, actions)) == "two-options"


@pytest.mark.parametrize(("players", "cards"), [(2, 8), (3, 8), (4, 10), (5, 12)])
def test_a_hand_is_as_large_as_the_tiles_say(players, cards):
    assert len(list(GAME.options(open_table(players), 0))) == cards * (cards - 1) // 2
    if players < 4:
        assert refused(open_table(players), Options(0, ("A", "D"))) == "tiles-in-play"


def test_a_player_lays_options_once_and_bribes_wait_until_all_have_laid():
    state = after(open_table(), Options(0, ("A", "1")))
    assert to_act(state) == {1}
    assert refused(state, Options(0, ("B", "1"))) == "options-once"
    assert refused(state, Bribe(0, "A", 1)) == "bribes"
    assert refused(state, Reveal()) == "reveal"
    assert refused(after(state, Options(1, ("A", "1"))), Options(1, ("B", "1"))) == "options-once"


def test_a_bribe_leaves_the_purse_and_lies_on_the_option():
    state = after(laid("A 1", "A 2"), Bribe(0, "A", 2), Bribe(1, "2", 1), Bribe(0, "A", 3))
    assert [holding.gold for holding in state.holdings] == [2, 4]
    assert [bid.coins for bid in state.bids] == [3, 0, 0, 1]
    assert money(state) == 66
    assert [holding.gold for holding in GAME.position(state).holdings] == [5, 5]


@pytest.mark.parametrize("amount", [0, 1, 2])
def test_a_bribe_that_does_not_grow_is_refused(amount):
    assert refused(after(laid("A 1", "B 2"), Bribe(0, "A", 2)), Bribe(0, "A", amount)) == "bribe-only-grows"
    assert refused(laid("A 1", "B 2"), Bribe(0, "A", 0)) == "bribe-only-grows"


def test_the_bribes_of_a_player_together_stay_within_the_gold_held():
    state = after(laid("A 1", "B 2"), Bribe(0, "A", 3))
    assert refused(state, Bribe(0, "1", 3)) == refused(state, Bribe(0, "A", 6)) == "bribe-within-gold"
    assert after(state, Bribe(0, "1", 2)).holdings[0].gold == after(state, Bribe(0, "A", 5)).holdings[0].gold == 0


@pytest.mark.parametrize("tile", ["B", "2", "C", "E"])
def test_a_bribe_on_an_income_or_anything_but_an_own_option_is_refused(tile):
    assert refused(laid("A 1", "B 2"), Bribe(0, tile, 1)) == "bribe-on-own-option"
    assert refused(laid("A income-1", "B 2"), Bribe(0, "income-1", 1)) == "no-bribe-on-income"


@pytest.mark.parametrize(
    ("move", "clause"), [(Options(0, ("A", "1")), "options"), (Bribe(0, "A", 1), "bribes"), (Reveal(), "reveal")]
)
def test_after_the_reveal_nothing_is_laid_raised_or_revealed_again(move, clause):
    assert refused(revealed(table(2), "A 1", "B 2"), move) == clause


def test_before_the_reveal_nothing_is_purchased():
    state = laid("A 1", "A 2")
    assert refused(state, Settle("A")) == "purchases"
    assert refused(state, Legionnaire(0, "A", 0)) == "purchases"


def test_each_income_pays_three_at_the_reveal():
    state = revealed(table(3), "A income-2", "income-1 income-2", "B 1", bribes=((0, "A", 5),))
    assert [holding.gold for holding in state.holdings] == [3, 11, 5]
    assert money(state) == 66


def test_until_the_reveal_a_seat_sees_its_own_options_only():
    state = after(laid("A 1", "B 2"), Bribe(1, "B", 2))
    assert [bid.action for bid in seen_by(state, {0}).bids] == ["A", "1", HIDDEN, HIDDEN]
    assert [bid.action for bid in seen_by(state, ()).bids] == [HIDDEN] * 4
    assert [bid.coins for bid in seen_by(state, {0}).bids] == [0, 0, 2, 0]
    assert seen_by(state, {0}).phase == "bribes"
    assert seen_by(after(state, Reveal()), {0}) == after(state, Reveal())
