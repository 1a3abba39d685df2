"""The phases of Lutèce: offers, action cards and bribes, purchases, apprentices."""

from dataclasses import replace

import pytest

from scoring.core.rule import Illegal
from scoring.lutece import GAME
from scoring.lutece.moves import Attach, Bribe, Close, End, Legionnaire, Offer, Options, Reveal, Settle
from scoring.lutece.rules import HIDDEN, seen_by, to_act
from tests.scoring.lutece.table import (
    BREWER,
    SMITH,
    after,
    card,
    citizen,
    having,
    held,
    laid,
    money,
    offered,
    offers,
    refused,
    revealed,
    settled,
    table,
)

# Offers


@pytest.mark.parametrize(("players", "tiles"), [(2, "ABC123"), (3, "ABC123"), (4, "ABCD1234"), (5, "ABCDE12345")])
def test_the_tiles_fit_the_number_of_players(players, tiles):
    assert "".join(table(players).tiles) == tiles


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_with_five_gold_out_of_sixty_six(players):
    state = table(players)
    assert [holding.gold for holding in state.holdings] == [5] * players
    assert state.reserve == 66 - 5 * players
    assert (state.phase, after(state, *offers(state)).phase) == ("offers", "options")


@pytest.mark.parametrize(
    ("players", "offer", "clause"),
    [
        (3, Offer("D", citizen("c1")), "tiles-in-play"),
        (3, Offer("A", card("c1", "citizen", min_players=4)), "min-players"),
        (2, Offer("A", card("c1", "apprentice", attached_to="c2")), "apprentice-at-once"),
        (2, Offer("1", citizen("c1")), "deck"),
        (2, Offer("A", card("c1", "mill")), "deck"),
        (2, Offer("A", card("c1", "other", deck="location")), "deck"),
        (2, Offer("A", card("c1", "citizen", deck="location")), "deck"),
        (2, Offer("1", card("c1", "citizen", deck="location")), "deck"),
    ],
)
def test_a_card_that_does_not_fit_its_tile_or_its_players_is_refused(players, offer, clause):
    assert refused(table(players), offer) == clause


def test_tile_d_and_a_card_for_four_are_taken_with_four_players():
    offer = Offer("D", card("c1", "citizen", min_players=4))
    assert after(table(4), offer).lot("D").card == offer.card


def test_a_second_card_on_a_tile_is_refused_and_what_stands_in_its_way_is_the_first_one():
    moves = [Offer("B", citizen("c1")), Offer("A", citizen("c2")), Offer("1", card("c3", "mill")), Reveal()]
    with pytest.raises(Illegal) as error:
        after(table(2), *moves[:3], Offer("A", citizen("c9")))
    assert (error.value.rule.clause, [move for move in moves if error.value.stands(move)]) == ("empty-tile", [moves[1]])


def test_an_offer_waits_until_the_round_is_closed_even_on_a_tile_that_was_just_emptied():
    state = after(revealed(table(2), "A 1", "B 1"), Settle("A"))
    assert refused(state, Offer("A", citizen("c9"))) == "offers"
    state = after(settled(state), Close())
    assert state.phase == "offers"
    assert refused(state, Options(0, ("A", "1"))) == "options"
    assert refused(state, Offer("C", citizen("c7"))) == "empty-tile"
    assert after(state, Offer("A", citizen("c9"))).lot("A").card.id == "c9"


def test_a_card_of_another_kind_takes_the_deck_of_its_tile():
    state = after(table(2), Offer("A", card("c1", "other")), Offer("1", card("c2", "other")))
    assert (state.lot("A").card.deck, state.lot("1").card.deck) == ("character", "location")


def test_a_card_that_was_already_seen_is_refused_wherever_it_is_now():
    offer = Offer("A", citizen("c1"))
    assert refused(after(table(2), offer), Offer("B", citizen("c1"))) == "card-once"
    bought = after(settled(revealed(table(2), "A 1", "B 2", A=citizen("c1"))), Close())
    assert refused(bought, offer) == "card-once"
    gone = after(settled(revealed(table(2), "A 1", "A 2", A=citizen("c1"))), Close())
    assert refused(gone, offer) == "card-once"


def test_the_forty_first_character_and_the_thirty_fifth_location_are_refused():
    for tile, deck, most in (("A", "character", 40), ("1", "location", 34)):
        state = table(2)
        state = replace(state, gone=tuple(card(f"g{at}", "other", deck=deck) for at in range(most - 1)))
        last = after(state, Offer(tile, card("last", "other")))
        assert refused(last, Offer("B" if tile == "A" else "2", card("more", "other"))) == "box-size"


def test_the_end_is_declared_while_a_tile_is_empty_and_then_nobody_acts():
    state = table(2)
    assert refused(after(state, *offers(state)), End()) == refused(revealed(state, "A 1", "B 2"), End()) == "end"
    ended = after(state, Offer("A", citizen("c1")), End())
    assert (ended.phase, to_act(ended)) == ("over", frozenset())


@pytest.mark.parametrize("move", [Offer("A", citizen("c1")), End(), Reveal(), Options(0, ("A", "B"))])
def test_after_the_end_nothing_is_played(move):
    assert refused(after(table(2), End()), move) == "over"


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (Options(0, ("A", "1")), "options"),
        (Bribe(0, "A", 1), "bribes"),
        (Reveal(), "reveal"),
        (Settle("A"), "purchases"),
        (Close(), "increase"),
    ],
)
def test_other_moves_wait_for_the_offers(move, clause):
    assert refused(table(2), move) == clause


# Action cards and bribes


def test_two_different_action_cards_are_laid_in_any_order():
    one = after(offered(), Options(0, ("A", "income-1")))
    assert one == after(offered(), Options(0, ("income-1", "A")))
    assert [bid.action for bid in one.own(0)] == ["A", "income-1"]
    assert after(offered(), Options(0, ("income-1", "income-2")))


@pytest.mark.parametrize("actions", [("A", "A"), ("A",), ("A", "B", "1"), ()])
def test_fewer_more_or_equal_action_cards_are_refused(actions):
    assert refused(offered(), Options(0, actions)) == "two-options"


@pytest.mark.parametrize(("players", "cards"), [(2, 8), (3, 8), (4, 10), (5, 12)])
def test_a_hand_is_as_large_as_the_tiles_say(players, cards):
    assert len(list(GAME.options(offered(players), 0))) == cards * (cards - 1) // 2
    if players < 4:
        assert refused(offered(players), Options(0, ("A", "D"))) == "tiles-in-play"


def test_a_player_lays_options_once_and_bribes_wait_until_all_have_laid():
    state = after(offered(), Options(0, ("A", "1")))
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


# Purchases


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


# Apprentices


def bought(*owned, seat=0):
    """Ana (with what she owns) acquires the apprentice a1 on A; B, 1 and 2 are still to be settled."""
    state = having(table(2), seat, *owned)
    return after(revealed(state, "A 1", "B 2", A=card("a1", "apprentice")), Settle("A"))


BOTH = citizen("c3", potion=1, bread=1)
IDLE = citizen("c4")


def test_an_apprentice_with_one_place_goes_there_by_itself_and_with_more_its_owner_is_asked():
    for only in (SMITH, IDLE):
        assert GAME.forced.move(bought(only)) == Attach(0, "a1", only.id)
    for several in ((BOTH,), (SMITH, BREWER), (IDLE, BOTH)):
        assert GAME.forced.move(bought(*several)) is None


def test_a_new_apprentice_is_attached_before_anything_else():
    state = bought(SMITH)
    assert to_act(state) == {0}
    assert refused(state, Settle("B")) == "apprentice-at-once"
    assert refused(state, Close()) == "apprentice-at-once"
    assert to_act(after(state, Attach(0, "a1", "c1"))) == {0, 1}


def test_an_apprentice_copies_its_character_and_several_can_share_one():
    state = after(bought(SMITH, BREWER), Attach(0, "a1", "c2", "cervoise"))
    assert state.holdings[0].symbols() == (2, 0, 1, 0)
    assert [card.attached_to for card in state.holdings[0].cards] == [None, None, "c2"]
    state = bought(SMITH, card("a0", "apprentice", attached_to="c1"))
    assert after(state, Attach(0, "a1", "c1")).holdings[0].control("sword") == 3


@pytest.mark.parametrize("to", ["s1", "a0", "a1", "l1", "nowhere", "theirs"])
def test_an_apprentice_lies_under_no_other_card_than_an_own_character(to):
    own = (SMITH, card("s1", "legionnaire"), card("a0", "apprentice", attached_to="c1"), card("l1", "field"))
    state = having(bought(*own), 1, citizen("theirs"))
    assert refused(state, Attach(0, "a1", to)) == "apprentice-bearer"


@pytest.mark.parametrize(("bearer", "resource"), [(BOTH, None), (BOTH, "sword"), (SMITH, "bread"), (IDLE, "bread")])
def test_a_resource_that_the_character_does_not_give_or_none_of_several_is_refused(bearer, resource):
    assert refused(bought(bearer), Attach(0, "a1", bearer.id, resource)) == "apprentice-resource"


def test_of_several_resources_the_named_one_is_copied_and_of_none_nothing():
    assert after(bought(BOTH), Attach(0, "a1", "c3", "bread")).holdings[0].symbols() == (0, 1, 0, 2)
    assert after(bought(IDLE), Attach(0, "a1", "c4")).holdings[0].symbols() == (0, 0, 0, 0)
    state = bought(SMITH)  # to name the only one says nothing more
    assert after(state, Attach(0, "a1", "c1", "sword")) == after(state, Attach(0, "a1", "c1"))


def test_only_its_owner_attaches_an_apprentice_and_only_once():
    state = bought(SMITH, BREWER)
    assert refused(state, Attach(1, "a1", "c1")) == refused(state, Attach(0, "c1", "c1")) == "own-apprentice"
    attached = after(state, Attach(0, "a1", "c1"))
    assert [refused(attached, Attach(0, "a1", to)) for to in ("c1", "c2")] == ["apprentice-stays"] * 2
    other = having(state, 1, citizen("c9"), card("a9", "apprentice", attached_to="c9"))
    assert refused(other, Attach(1, "a9", "c9")) == "apprentice-at-once"


def test_an_apprentice_with_no_character_waits_and_yields_nothing():
    state = bought(card("s1", "legionnaire"))
    assert state.due == "B"
    assert after(state, Settle("B"))
    assert state.holdings[0].symbols() == (0, 0, 0, 0)
    assert refused(state, Attach(0, "a1", "s1")) == "apprentice-bearer"


def waited(first, *others):
    """The apprentice a1 (and others) wait; then Ana acquires her first character on B."""
    state = having(table(2), 0, *others)
    state = revealed(state, "A B", "1 2", A=card("a1", "apprentice"), B=first)
    return after(state, Settle("A"), Settle("B"))


def test_all_waiting_apprentices_go_under_the_first_character_by_themselves_and_under_nothing_else():
    assert (waited(SMITH).holdings[0].control("sword"), waited(SMITH).due) == (2, "1")
    assert waited(SMITH, card("a0", "apprentice")).holdings[0].control("sword") == 3
    assert len(waited(card("s1", "legionnaire")).holdings[0].waiting()) == 1
    assert len(waited(card("a2", "apprentice")).holdings[0].waiting()) == 2


def test_an_attachment_that_happened_by_itself_may_be_confirmed_once_in_its_round():
    state = waited(SMITH)
    told = after(state, Attach(0, "a1", "c1", "sword"))
    assert told.holdings[0].control("sword") == 2
    assert refused(told, Attach(0, "a1", "c1", "sword")) == "apprentice-stays"
    assert set(GAME.options(state, 0)) - {Settle("1")} == {Attach(0, "a1", "c1"), Attach(0, "a1", "c1", "sword")}
    assert refused(having(state, 0, BREWER), Attach(0, "a1", "c2")) == "apprentice-stays"
    closed = after(state, Settle("1"), Settle("2"), Close())
    assert refused(closed, Attach(0, "a1", "c1")) == "apprentice-stays"


def test_a_first_character_with_several_resources_asks_what_is_copied():
    state = waited(BOTH)
    assert refused(state, Settle("1")) == "apprentice-at-once"
    assert set(GAME.options(state, 0)) == {Attach(0, "a1", "c3", "potion"), Attach(0, "a1", "c3", "bread")}
    assert after(state, Attach(0, "a1", "c3", "bread")).holdings[0].control("bread") == 2


def test_an_apprentice_has_a_talent_only_when_it_is_printed():
    plain = held(SMITH, card("a1", "apprentice", attached_to="c1"))
    gifted = held(SMITH, card("a1", "apprentice", attached_to="c1", talent=7))
    assert plain.talents("sword") == (4,)
    assert gifted.talents("sword") == (7, 4)
