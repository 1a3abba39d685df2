"""Phases 4 and 5: tiles settled in order, contests, legionnaires, gold effects, the increase."""

from __future__ import annotations

import pytest

from scoring.lutece import GAME
from scoring.lutece.moves import Bribe, Close, Legionnaire, Options, Reveal, Settle
from tests.scoring.lutece.table import after, card, citizen, having, money, offers, refused, revealed, settled, table


def gold(state):
    return [holding.gold for holding in state.holdings]


def ids(state, seat):
    return [card.id for card in state.holdings[seat].cards]


def gone(state):
    return [card.id for card in state.gone]


def test_tiles_with_an_option_are_settled_once_from_a_and_then_from_one():
    state = revealed(table(2), "B 1", "A 2")
    assert refused(state, Settle("B")) == refused(state, Settle("1")) == "purchase-order"
    assert refused(state, Settle("C")) == refused(after(state, Settle("A")), Settle("A")) == "option-needed"
    assert refused(state, Settle("D")) == "tiles-in-play"
    assert refused(after(state, Settle("A"), Settle("B")), Settle("2")) == "purchase-order"
    assert after(state, Settle("A"), Settle("B"), Settle("1"), Settle("2")).due is None


@pytest.mark.parametrize(
    ("bribes", "cost", "purses", "bought"),
    [
        (((0, "A", 2),), 3, [0, 5], ["c1"]),
        (((0, "A", 3),), 3, [2, 5], []),
        (((0, "1", 4),), 2, [1, 5], []),  # the bribe on a later tile cannot pay an earlier cost
    ],
)
def test_one_option_pays_the_bribe_and_the_cost_or_loses_the_bribe_and_the_card_leaves_the_game(
    bribes, cost, purses, bought
):
    state = revealed(table(2), "A 1", "B 2", bribes=bribes, A=card("c1", "citizen", cost=cost))
    state = after(state, Settle("A"))
    assert (gold(state), ids(state, 0), gone(state)) == (purses, bought, [] if bought else ["c1"])
    assert (state.lot("A"), money(state)) == (None, 66)


def grown(coins, **cards):
    """Rounds of incomes: coins lie on every card."""
    state = table(2)
    for _ in range(coins):
        state = after(revealed(state, "income-1 income-2", "income-1 income-2", **cards), Close())
    return state


def test_the_coins_on_a_card_go_to_who_acquires_it_after_the_cost_and_else_to_the_reserve():
    state = grown(2, A=card("c1", "citizen", cost=3))
    rich = after(revealed(having(state, 0, gold=3), "A income-1", "B 2"), Settle("A"))
    assert gold(rich)[0] == 3 + 3 - 3 + 2
    before = revealed(having(state, 0, gold=2), "A 1", "B 2")
    poor = after(before, Settle("A"))
    assert (gold(poor)[0], gone(poor), poor.reserve) == (2, ["c1"], before.reserve + 2)


def test_gold_won_earlier_in_the_phase_pays_for_later_tiles():
    state = having(grown(2, t1=card("c1", "other", cost=3)), 0, gold=1)
    state = after(revealed(state, "A 1", "B 2"), Settle("A"), Settle("B"), Settle("1"))
    assert ids(state, 0)[-1] == "c1"
    assert gold(state)[0] == 1 + 2 - 3 + 2


@pytest.mark.parametrize(("kind", "resource"), [("field", "bread"), ("forest", "potion"), ("mine", "sword")])
def test_a_field_a_forest_and_a_mine_pay_for_each_resource_their_own_included(kind, resource):
    state = having(
        table(2),
        0,
        citizen("c1", **{resource: 2}),
        card("c2", "apprentice", attached_to="c1"),
        citizen("c3", cervoise=1),
    )
    state = after(revealed(state, "A 1", "B 2", t1=card("l1", kind)), Settle("A"), Settle("B"), Settle("1"))
    assert gold(state)[0] == 5 + 4


def test_a_tavern_pays_five_and_one_for_each_cervoise():
    state = having(table(2), 0, citizen("c1", cervoise=2))
    state = after(revealed(state, "A 1", "B 2", t1=card("l1", "tavern", cost=3)), Settle("A"), Settle("B"), Settle("1"))
    assert gold(state)[0] == 5 - 3 + 7


# Contests


@pytest.mark.parametrize(
    ("laid", "cost", "purses", "bought"),
    [
        ((3, 2, 0), 1, [1, 6, 6], ["c1"]),  # the others get theirs back and one
        ((3, 3, 1), 0, [6, 6, 6], []),  # the highest is shared, and a lower bid does not win
        ((0, 0, 0), 0, [6, 6, 6], []),
        ((4, 1, 0), 2, [1, 6, 6], []),  # who cannot pay loses the bribe, and nobody inherits
    ],
)
def test_of_a_contest_only_the_single_highest_bribe_acquires(laid, cost, purses, bought):
    bribes = tuple((seat, "A", coins) for seat, coins in enumerate(laid) if coins)
    state = revealed(table(3), "A 1", "A 2", "A 3", bribes=bribes, A=card("c1", "citizen", cost=cost))
    state = after(state, Settle("A"))
    assert (gold(state), ids(state, 0), gone(state), money(state)) == (purses, bought, [] if bought else ["c1"], 66)


def soldier(key="s1"):
    return card(key, "legionnaire")


@pytest.mark.parametrize(
    ("seat", "bribes", "spent", "bidder", "purses", "bought"),
    [
        (0, ((1, "A", 1),), 1, 0, [5, 6, 5], ["c1"]),  # two more than nothing
        (0, ((0, "A", 1), (1, "A", 4)), 2, 0, [4, 6, 5], ["c1"]),  # only the own coins are paid
        (0, ((1, "A", 2),), 1, 0, [6, 6, 5], []),  # a tie
        (2, ((0, "A", 1),), 1, 1, [6, 5, 5], []),  # who does not bid helps another
    ],
)
def test_a_legionnaire_adds_two_to_the_bribe_of_anybody_and_leaves_the_game(
    seat, bribes, spent, bidder, purses, bought
):
    own = [soldier(f"s{at}") for at in range(spent)]
    state = revealed(having(table(3), seat, *own), "A 1", "A 2", "B 3", bribes=bribes, A=citizen("c1"))
    state = after(state, *[Legionnaire(seat, "A", bidder)] * spent, Settle("A"))
    assert (gold(state), ids(state, 0)) == (purses, bought)
    assert gone(state)[:spent] == [one.id for one in own]


@pytest.mark.parametrize(
    ("laid", "legionnaire", "clause"),
    [
        (("A 1", "B 1", "C 2"), Legionnaire(0, "A", 0), "legionnaire-contested"),
        (("A 1", "A 1", "C 2"), Legionnaire(0, "1", 0), "legionnaire-contested"),  # not its turn
        (("A 1", "A 2", "B 1"), Legionnaire(0, "A", 2), "legionnaire-for-bidder"),
        (("A 1", "A 2", "B 1"), Legionnaire(1, "A", 1), "own-legionnaire"),
    ],
)
def test_a_legionnaire_is_given_by_its_owner_for_a_bidder_on_the_contested_tile_of_the_moment(
    laid, legionnaire, clause
):
    assert refused(revealed(having(table(3), 0, soldier()), *laid), legionnaire) == clause


def test_a_legionnaire_is_spent_once_and_not_on_a_tile_that_is_settled():
    state = revealed(having(table(2), 0, soldier()), "A 1", "A 1")
    assert refused(after(state, Legionnaire(0, "A", 0)), Legionnaire(0, "A", 0)) == "own-legionnaire"
    assert refused(after(state, Settle("A")), Legionnaire(0, "A", 0)) == "legionnaire-contested"
    assert after(state, Settle("A"), Legionnaire(0, "1", 0))


def test_a_legionnaire_bought_earlier_in_the_phase_can_be_spent():
    state = after(revealed(table(2), "A 1", "B 1", A=soldier()), Settle("A"), Settle("B"))
    state = after(state, Legionnaire(0, "1", 0), Settle("1"))
    assert ids(state, 0) == ["r1-1"]


def test_a_tile_is_settled_by_itself_unless_somebody_can_still_raise_on_it():
    assert GAME.forced.move(revealed(table(2), "A 1", "A 2")) == Settle("A")
    contested = revealed(having(table(3), 2, soldier()), "A 1", "A 2", "B 3")
    assert GAME.forced.move(contested) is None
    assert GAME.forced.move(after(contested, Legionnaire(2, "A", 1))) == Settle("A")
    assert GAME.forced.move(after(contested, Settle("A"))) == Settle("B")


# The increase


def test_a_round_closes_only_when_every_option_is_settled():
    state = revealed(table(2), "A 1", "B 2")
    assert refused(state, Close()) == "increase"
    assert after(settled(state), Close()).round == 2


def test_the_increase_lays_one_gold_on_every_card_left():
    state = after(settled(revealed(table(2), "A 1", "A 2")), Close())
    assert [lot.coins if lot else None for lot in state.lots] == [None, 1, 1, None, None, 1]
    assert money(state) == 66
    again = after(settled(revealed(state, "B income-1", "income-1 income-2")), Close())
    assert again.lot("C").coins == 2


def test_without_any_option_the_round_closes_at_once_and_the_options_follow():
    state = after(revealed(table(2), "income-1 income-2", "income-1 income-2"), Close())
    assert state.phase == "options"
    assert state.bids == ()


def test_the_reserve_is_unlimited():
    state = grown(6)
    assert state.reserve < 0
    assert money(state) == 66


def test_a_round_of_three_with_two_contests_a_tie_and_a_player_who_cannot_pay():
    state = table(3)
    state = after(
        state,
        *offers(
            state,
            A=card("smith", "citizen", cost=1, resources={"sword": 1}),
            B=card("guard", "legionnaire", cost=0),
            t1=card("mine", "mine", cost=2),
            t2=card("mill", "mill", cost=3),
        ),
        Options(0, ("A", "1")),
        Options(1, ("A", "2")),
        Options(2, ("B", "1")),
        Bribe(0, "A", 2),
        Bribe(1, "A", 1),
        Bribe(1, "2", 2),
        Bribe(0, "1", 2),
        Reveal(),
    )
    state = after(state, Settle("A"))  # Ana 1 + cost 1; Ben takes back 1 and 1 more
    assert gold(state) == [0, 4, 5]
    state = after(state, Settle("B"), Legionnaire(2, "1", 2))  # Cai's fresh legionnaire ties with Ana
    state = after(state, Settle("1"))
    assert gold(state) == [3, 4, 6]
    state = after(state, Settle("2"))  # Ben pays 2 as a bribe, and 3 of the 4
    assert gold(state) == [3, 1, 6]
    assert gone(state) == ["guard", "mine"]
    assert [ids(state, seat) for seat in range(3)] == [["smith"], ["mill"], []]
    state = after(state, Close())
    assert state.lot("C").coins == 1
    assert state.lot("3").coins == 1
    poor = card("poor", "citizen", cost=3)
    state = revealed(state, "B 3", "A income-1", "A income-1", bribes=((1, "A", 1),), A=poor, B=citizen("c8"))
    assert gold(state) == [3, 3, 9]
    state = having(state, 1, gold=2)
    state = after(state, Settle("A"))  # Ben wins with 1 and cannot pay 3; Cai gets 1
    assert gold(state) == [3, 2, 10]
    assert state.gone[-1].id == "poor"
    assert money(state) == 66
