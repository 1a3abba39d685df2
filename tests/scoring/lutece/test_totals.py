"""What a player has, added up without cards: it is worth what the cards are worth, and says what it leaves open."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.rule import Malformed
from scoring.lutece import GAME
from scoring.lutece.audit import asked, totals_of
from scoring.lutece.cards import RESOURCES, Holding, Position, Totals, counts
from scoring.lutece.moves import Count
from tests.examples import examples
from tests.scoring.lutece.table import after, card, citizen, held, position, random_game, refused, shown, table


def short(gold: int = 0, talents: dict[str, tuple[int, ...]] | None = None, **said: object) -> Holding:
    """A holding of totals alone: `short(bread=3, markets=1)`."""
    symbols = counts({resource: said.pop(resource, 0) for resource in RESOURCES})
    own = tuple((talents or {}).get(resource, ()) for resource in RESOURCES)
    return Holding(gold, totals=Totals(symbols, own, **said))


def summed(position: Position) -> Position:
    """The same position, its cards forgotten."""
    own = [Holding(held.gold, (), totals_of(position, seat)) for seat, held in enumerate(position.holdings)]
    return replace(position, holdings=tuple(own))


def lines(*holdings: Holding) -> dict[tuple[str, str | None], int]:
    return {(line.code, line.of): line.points for line in GAME.score(position(*holdings)).players[0].lines}


def warned(*holdings: Holding) -> list[tuple[str, int | None]]:
    return [(found.rule.clause, found.seat) for found in GAME.audit(position(*holdings)) if found.warning]


@settings(max_examples=examples(25))
@given(st.integers(0, 10**9), st.integers(2, 5), st.booleans())
def test_the_same_position_with_cards_and_with_totals_has_the_same_sheet(seed, players, mixed):
    *_rest, (state, _move) = random_game(Random(seed), players)
    cards = GAME.position(state)
    totals = summed(cards)
    if mixed:
        totals = replace(totals, holdings=(cards.holdings[0], *totals.holdings[1:]))
    totals = GAME.formats.position(json.loads(json.dumps(GAME.formats.holding(totals))))
    one, other = GAME.score(cards), GAME.score(totals)
    for by_card, by_total in zip(one.players, other.players, strict=True):
        assert (by_card.total, by_card.rank) == (by_total.total, by_total.rank)
        for code in {line.code for line in (*by_card.lines, *by_total.lines)}:
            assert sum(line.points for line in by_card.lines if line.code == code) == sum(
                line.points for line in by_total.lines if line.code == code
            )
    assert one.notes == other.notes
    assert not [found for found in GAME.audit(totals) if not found.warning]


def test_a_total_has_a_line_with_its_sum():
    own = short(7, symbol_points=4, family_points=5, roman=3, statues=2, markets=2, legionnaires=3, points=1, bread=2)
    assert lines(own, short()) == {
        **{("majority", resource): 10 if resource == "bread" else 0 for resource in RESOURCES},
        ("prestige", "symbols"): 4,
        ("prestige", "family"): 5,
        ("market", None): 12,
        ("statue", None): 12,
        ("legionnaire", None): 6,
        ("points", None): 1,
        ("fortune", None): 2,
    }


def test_a_legionnaire_with_another_number_is_among_the_printed_points():
    own = held(card("l1", "legionnaire"), card("l2", "legionnaire", points=5))
    totals = totals_of(position(own, held()), 0)
    assert (totals.legionnaires, totals.points, totals.cards) == (1, 5, 2)


def test_a_tie_asks_for_the_talents_of_those_who_are_tied_and_of_nobody_else():
    three = (short(bread=3), short(1, bread=3), short(bread=1))
    assert [asked(position(*three), seat) for seat in range(3)] == [{"bread"}, {"bread"}, frozenset()]
    assert warned(*three) == [("totals-decide", 0), ("totals-decide", 1)]
    said = [found.why.facts for found in GAME.audit(position(*three)) if found.warning]
    assert [facts["names"] for facts in said] == [("Ben",), ("Ana",)]
    decided = (short(bread=3, talents={"bread": (4,)}), short(bread=3, talents={"bread": (9, 2)}), three[2])
    assert warned(*decided) == []
    assert [player.total for player in GAME.score(position(*decided)).players] == [4, 10, 0]


def test_a_tie_for_fewest_asks_for_talents_and_the_lowest_loses():
    fewest = [short(potion=2, talents={"potion": talents}) for talents in ((9, 2), (7, 3))]
    assert asked(position(short(potion=4), *fewest), 1) == {"potion"}
    assert [player.total for player in GAME.score(position(short(potion=4), *fewest)).players] == [10, 0, 4]


def test_nobody_is_asked_who_has_none_of_it():
    assert warned(short(bread=3), short(gold=1), short(gold=2)) == []


def test_equal_points_and_gold_ask_for_the_number_of_cards():
    two = (short(markets=1, bread=2, sword=1), short(markets=1, sword=2, bread=1))
    assert warned(*two) == [("totals-decide", 0), ("totals-decide", 1)]
    more = (short(markets=1, bread=2, sword=1, cards=7), short(markets=1, sword=2, bread=1, cards=8))
    assert [player.rank for player in GAME.score(position(*more)).players] == [2, 1]


def test_a_market_cannot_be_satisfied_without_a_resource_of_its_own():
    assert refused(table(2), Count(0, short(markets=3, bread=1, potion=1))) == "resource-spent"
    assert after(table(2), Count(0, short(markets=2, bread=1, potion=1)))


def test_cards_once_named_are_counted_and_compared_with_the_totals():
    both = replace(short(bread=3, markets=1), cards=(citizen("c1", bread=2), card("m1", "market", demand={"bread": 1})))
    assert lines(both, held())["majority", "bread"] == 10
    assert warned(both, held()) == [("totals-differ", 0)]
    [found] = GAME.audit(position(both, held()))
    assert str(found.why.facts["before"]) + str(found.why.facts["now"]) == "32"


def test_each_total_that_the_cards_do_not_come_to_is_named():
    wrong = {"symbol_points": 1, "family_points": 2, "markets": 3, "statues": 4, "legionnaires": 5, "points": 6}
    own = replace(short(**wrong), cards=(citizen("c1"),))
    said = [shown(found.why) for found in GAME.audit(position(own, held())) if found.warning]
    assert said == [
        "Laboratories, forges, mills: 1 without cards, 0 with them.",
        "Herbalists, armouries, bakeries: 2 without cards, 0 with them.",
        "Markets satisfied: 3 without cards, 0 with them.",
        "Statues: 4 without cards, 0 with them.",
        "Legionnaires: 5 without cards, 0 with them.",
        "Points printed on cards: 6 without cards, 0 with them.",
    ]


def read(totals: object) -> Position:
    holding = {"gold": 1, "cards": [], "totals": totals}
    return GAME.formats.position({"players": ["Ana", "Ben"], "holdings": [holding] * 2})


def test_totals_of_nothing_are_none_and_others_are_read_back():
    assert read({}) == read({"symbols": {"bread": 0}, "markets": 0}) == position(held(gold=1), held(gold=1))
    said = {"symbols": {"bread": 3}, "talents": {"bread": [9, 2]}, "roman": 2, "cards": 9}
    assert GAME.formats.holding(read(said))["holdings"][0]["totals"] == said


@pytest.mark.parametrize(
    "totals", [{"gold": 1}, {"symbols": {"beer": 1}}, {"talents": [1]}, {"talents": {"bread": [-1]}}, {"markets": 1e3}]
)
def test_totals_that_are_none_cannot_be_read(totals):
    with pytest.raises(Malformed):
        read(totals)


def test_whoever_has_none_is_the_minority_whatever_talents_were_entered():
    position_ = position(short(bread=2), short(talents={"bread": (5,)}), short(), short(bread=1))
    sheet = GAME.score(position_)
    assert [player.total for player in sheet.players] == [10, 0, 0, 4]
    assert sheet.notes == ()


def test_a_total_alone_is_counted_for_all_players_or_for_none():
    state = after(table(2), Count(0, Holding(total=45)))
    assert refused(state, Count(1, Holding(3))) == "only-totals"
    over = GAME.position(after(state, Count(1, Holding(total=30))))
    assert [[line.code for line in player.lines] for player in GAME.score(over).players] == [["typed"], ["typed"]]
    assert [player.total for player in GAME.score(over).players] == [45, 30]
    assert GAME.audit(over) == []
