"""Phase 1: a card on every empty tile; and the end, when one cannot be had."""

from __future__ import annotations

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


def test_when_every_tile_has_a_card_the_options_begin():
    state = table(2)
    assert state.phase == "offers"
    assert after(state, *offers(state)).phase == "options"


def test_tile_d_is_refused_with_three_players_and_taken_with_four():
    offer = Offer("D", citizen("c1"))
    assert refused(table(3), offer) == "tiles-in-play"
    assert after(table(4), offer).lot("D").card == offer.card


def test_a_second_card_on_a_tile_is_refused():
    state = after(table(2), Offer("A", citizen("c1")))
    assert refused(state, Offer("A", citizen("c2"))) == "empty-tile"


def test_what_stands_in_the_way_of_a_second_card_is_the_first_one():
    moves = [Offer("B", citizen("c1")), Offer("A", citizen("c2")), Offer("1", card("c3", "mill")), Reveal()]
    with pytest.raises(Illegal) as error:
        after(table(2), *moves[:3], Offer("A", citizen("c9")))
    assert [move for move in moves if error.value.stands(move)] == [moves[1]]


def test_an_offer_during_the_purchases_is_refused_even_on_a_tile_that_was_just_emptied():
    state = after(revealed(table(2), "A 1", "B 1"), Settle("A"))
    assert refused(state, Offer("A", citizen("c9"))) == "offers"


def test_an_offer_waits_until_the_round_is_closed():
    state = settled(revealed(table(2), "A 2", "B 1"))
    assert after(state, Close(), Offer("A", citizen("c9"))).lot("A").card.id == "c9"


@pytest.mark.parametrize(
    ("tile", "offered"),
    [
        ("1", citizen("c1")),
        ("A", card("c1", "mill")),
        ("A", card("c1", "other", deck="location")),
        ("A", card("c1", "citizen", deck="location")),
        ("1", card("c1", "citizen", deck="location")),
    ],
)
def test_a_card_of_the_other_deck_is_refused(tile, offered):
    assert refused(table(2), Offer(tile, offered)) == "deck"


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


def test_a_card_for_more_players_than_are_present_is_refused():
    offer = Offer("A", card("c1", "citizen", min_players=4))
    assert refused(table(3), offer) == "min-players"
    assert after(table(4), offer)


def test_an_offered_card_lies_under_nobody():
    assert refused(table(2), Offer("A", card("c1", "apprentice", attached_to="c2"))) == "apprentice-at-once"


def test_the_forty_first_character_and_the_thirty_fifth_location_are_refused():
    for tile, deck, most in (("A", "character", 40), ("1", "location", 34)):
        state = table(2)
        from dataclasses import replace

        state = replace(state, gone=tuple(card(f"g{at}", "other", deck=deck) for at in range(most - 1)))
        last = after(state, Offer(tile, card("last", "other")))
        assert refused(last, Offer("B" if tile == "A" else "2", card("more", "other"))) == "box-size"


def test_the_end_is_declared_while_a_tile_is_empty_and_then_nobody_acts():
    state = after(table(2), Offer("A", citizen("c1")), End())
    assert state.phase == "over"
    assert to_act(state) == frozenset()


def test_the_end_is_refused_while_every_tile_has_its_card():
    state = table(2)
    assert refused(after(state, *offers(state)), End()) == "end"
    assert refused(revealed(state, "A 1", "B 2"), End()) == "end"


@pytest.mark.parametrize("move", [Offer("A", citizen("c1")), End(), Reveal(), Options(0, ("A", "B"))])
def test_after_the_end_nothing_is_played(move):
    assert refused(after(table(2), End()), move) == "over"


def test_other_moves_wait_for_the_offers():
    for move, clause in [
        (Options(0, ("A", "1")), "options"),
        (Bribe(0, "A", 1), "bribes"),
        (Reveal(), "reveal"),
        (Settle("A"), "purchases"),
        (Close(), "increase"),
    ]:
        assert refused(table(2), move) == clause
