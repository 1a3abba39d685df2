"""Phase 1: a card on every empty tile; and the end, when one cannot be had."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.core.rule import Illegal
from scoring.lutece.moves import Bribe, Close, End, Offer, Options, Reveal, Settle
from scoring.lutece.rules import to_act
from tests.scoring.lutece.table import after, card, citizen, offers, refused, revealed, settled, table


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
