"""The sheet: prestige, influence, fortune, ranks."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.lutece.cards import KINDS, RESOURCES, Card, counts
from scoring.lutece.score import score
from scoring.lutece.symbols import satisfied
from tests.examples import examples
from tests.scoring.lutece.table import card, citizen, held, position, shown
from tests.scoring.work import calls
from web.rendering.i18n import speaking, translate


def lines(*cards, gold=0, code=None):
    """The lines of one player's cards, as (code, of) → points."""
    own = score(position(held(*cards, gold=gold), held())).players[0].lines
    return {(line.code, line.of): line.points for line in own if code in (None, line.code)}


def test_every_sheet_has_four_majorities_and_a_fortune():
    assert lines() == {**{("majority", resource): 0 for resource in RESOURCES}, ("fortune", None): 0}


@pytest.mark.parametrize(("kind", "resource"), [("mill", "bread"), ("laboratory", "potion"), ("forge", "sword")])
def test_a_mill_a_laboratory_and_a_forge_give_one_for_each_symbol(kind, resource):
    cards = (card("l1", kind), citizen("c1", **{resource: 2}), card("a1", "apprentice", attached_to="c1"))
    assert lines(*cards, citizen("c2", cervoise=2), code="prestige") == {("prestige", "l1"): 3}
    assert lines(card("l1", kind), code="prestige") == {("prestige", "l1"): 0}
    assert lines(card("l1", "mill"), card("l2", "field"), code="prestige") == {("prestige", "l1"): 1}


@pytest.mark.parametrize("kind", ["bakery", "herbalist", "armoury"])
def test_a_bakery_an_herbalist_and_an_armoury_give_two_and_their_family(kind):
    cards = (card("l1", kind, colour="green"), citizen("c1", colour="green"), citizen("c2", colour="blue"))
    assert lines(*cards, code="prestige") == {("prestige", "l1"): 4}
    assert lines(card("l1", kind, colour="green"), code="prestige") == {("prestige", "l1"): 3}
    assert lines(card("l1", kind), citizen("c1"), code="prestige") == {("prestige", "l1"): 3}


def test_an_apprentice_takes_the_resource_and_not_the_colour():
    cards = (
        card("l1", "herbalist", colour="green"),
        citizen("c1", colour="green", potion=1),
        card("a1", "apprentice", attached_to="c1"),
    )
    assert lines(*cards, code="prestige") == {("prestige", "l1"): 4}
    assert lines(*cards)["majority", "potion"] == 10


@pytest.mark.parametrize("kind", KINDS)
def test_the_roman_locations_are_six_kinds(kind):
    roman = kind in ("mill", "laboratory", "forge", "bakery", "herbalist", "armoury")
    others = [card("s", "statue"), card("k", kind)] if kind != "statue" else [card("s", "statue")]
    assert lines(*others, code="statue") == {("statue", "s"): 3 + roman}


@pytest.mark.parametrize("kind", KINDS)
def test_printed_points_count_on_the_kinds_that_reckon_none_of_their_own(kind):
    printed = kind in ("citizen", "apprentice", "field", "forest", "mine", "tavern", "other")
    assert lines(card("k", kind, points=3), code="points") == ({("points", "k"): 3} if printed else {})
    assert lines(card("k", kind, points=0), code="points") == {}


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((), 3),
        ((card("m", "mill"), card("h", "herbalist"), card("f", "field")), 5),
        ((card("m", "mill", roman=False), card("f", "tavern", roman=True)), 4),  # the card in hand decides
        ((citizen("c1"), card("c", "citizen", roman=True)), 3),  # no location
    ],
)
def test_a_statue_gives_three_and_one_for_each_roman_location(cards, points):
    assert lines(card("s", "statue"), *cards, code="statue") == {("statue", "s"): points}
    assert lines(card("s", "statue", roman=True), *cards, code="statue") == {("statue", "s"): points + 1}


def test_a_legionnaire_gives_two_and_its_printed_points_do_not_come_twice():
    soldiers = (card("s1", "legionnaire"), card("s2", "legionnaire", points=2), card("s3", "legionnaire", points=0))
    assert sum(lines(*soldiers).values()) == 6


@pytest.mark.parametrize(("gold", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_every_full_three_gold_give_a_point(gold, points):
    assert lines(gold=gold, code="fortune") == {("fortune", None): points}


@pytest.mark.parametrize(
    ("cards", "gold", "code", "english", "french"),
    [
        ([], 0, "fortune", "No gold.", "Pas d’or."),
        ([], 1, "fortune", "1 gold: a point takes 3.", "1 pièce d’or : il en faut 3 pour 1 point."),
        ([], 3, "fortune", "3 gold: 1 for every full 3.", "3 pièces d’or : 1 par lot complet de 3."),
        ([card("m", "mill")], 0, "prestige", "The mill: 1 for each bread, and there is none.",
         "Le moulin : 1 par pain, et il n’y en a pas."),
        ([card("h", "herbalist", colour="red")], 0, "prestige",
         "The herbalist’s shop: 2 + 1, as the only card of its colour.",
         "L’herboristerie : 2 + 1, seule carte de sa couleur."),
        ([card("h", "herbalist")], 0, "prestige",
         "The herbalist’s shop: colour unknown: 2 + 1.", "L’herboristerie, couleur inconnue : 2 + 1."),
        ([card("s", "statue")], 0, "statue", "The statue: 3, without a Roman location.",
         "La statue : 3, sans lieu romain."),
    ],
)  # fmt: skip
def test_an_account_of_nothing_or_of_one_is_a_sentence(app, cards, gold, code, english, french):
    (line,) = (line for line in score(position(held(*cards, gold=gold), held())).players[0].lines if line.code == code)
    for language, said in (("en", english), ("fr", french)):
        with app.test_request_context(), speaking(language):
            assert translate(line.text).replace("\N{NARROW NO-BREAK SPACE}", " ") == said


# Markets


def market(key, **demand):
    return card(key, "market", demand=demand)


@pytest.mark.parametrize(
    ("symbols", "markets", "satisfied"),
    [
        ({"potion": 1, "bread": 1}, [{"potion": 1, "bread": 1}, {"sword": 1}], [True, False]),
        ({"potion": 1}, [{"potion": 1}, {"potion": 1}], [True, False]),  # a resource serves one only
        ({"potion": 1}, [{"potion": 2}], [False]),
        ({"potion": 2}, [{"potion": 2}], [True]),
        ({"potion": 2}, [None], [False]),  # its demand is not known
        # the first come would fail, and so would the smallest first
        ({"potion": 1, "bread": 1}, [{"potion": 1, "bread": 1}, {"potion": 1}, {"bread": 1}], [False, True, True]),
        (
            {"cervoise": 1, "potion": 1, "sword": 1, "bread": 1},
            [{"potion": 1, "sword": 1}, {"potion": 1, "bread": 1}, {"sword": 1, "cervoise": 1}],
            [False, True, True],
        ),
    ],
)
def test_a_market_that_is_satisfied_gives_six_and_as_many_as_can_be_are(symbols, markets, satisfied):
    cards = [card(str(at), "market", demand=demand) if demand else card(str(at), "market")
             for at, demand in enumerate(markets)]  # fmt: skip
    found = lines(citizen("c1", **symbols), *cards, code="market")
    assert [*found.values()] == [6 * one for one in satisfied]


def test_spending_changes_nothing_else():
    cards = (citizen("c1", potion=1), market("m1", potion=1), card("l1", "laboratory"))
    found = lines(*cards)
    assert found["majority", "potion"] == 10
    assert found["prestige", "l1"] == 1
    assert found["market", "m1"] == 6


def test_a_market_says_what_it_was_satisfied_with_and_another_that_its_demand_is_not_known():
    own = held(citizen("c1", potion=1), market("m1", potion=1), card("m2", "market"))
    said = {line.of: line.text.message for line in score(position(own, held())).players[0].lines}
    assert said["m1"] == "{card!c}: satisfied with {resources}."
    assert said["m2"] == "{card!c}: what it asks for is not known, so it is not satisfied."


demands = st.lists(st.tuples(*[st.integers(0, 2)] * 4), max_size=8)


@settings(max_examples=examples(25))
@given(demands, st.tuples(*[st.integers(0, 5)] * 4))
def test_the_best_assignment_equals_brute_force(wanted, supply):
    found = satisfied(wanted, supply)
    assert pays(supply, [wanted[at] for at in found])
    assert all(any(wanted[at]) for at in found)
    real = [demand for demand in wanted if any(demand)]
    best = max(many for many in range(len(real) + 1) if any(pays(supply, some) for some in combinations(real, many)))
    assert len(found) == best


def pays(supply, some):
    return all(have >= sum(demand[at] for demand in some) for at, have in enumerate(supply))


def test_ten_markets_and_even_thirty_four_are_assigned_at_once():
    pairs = [counts({one: 1, other: 1}) for one, other in combinations(RESOURCES, 2)]
    threes = [counts({one: 2, other: 1}) for one in RESOURCES for other in RESOURCES if one != other]
    for many, supply in ((10, (3, 4, 2, 3)), (34, (9, 11, 10, 13)), (34, (3, 20, 1, 17))):
        assert calls(satisfied, (pairs + threes + pairs + threes)[:many], supply) < 1_000_000


# Ranks


def ranks(*holdings):
    return [player.rank for player in score(position(*holdings)).players]


def test_a_tie_goes_to_more_gold_then_to_more_cards_and_is_shared_else():
    blank = card("o1", "other"), card("o2", "other"), card("o3", "other")
    assert ranks(held(gold=4), held(gold=5)) == ranks(held(*blank[:2], gold=3), held(gold=5)) == [2, 1]
    assert ranks(held(blank[0], gold=4), held(*blank[1:], gold=4)) == [2, 1]
    assert ranks(held(blank[0], gold=4), held(blank[1], gold=4), held()) == [1, 1, 3]


def test_a_tie_that_gold_or_cards_part_says_so():
    def said(*holdings):
        return [shown(note) for note in score(position(*holdings)).notes]

    assert said(held(gold=4), held(gold=5)) == ["Ben and Ana have 1 point; Ben has more gold: 5 against 4."]
    assert said(held(gold=12), held(gold=13)) == ["Ben and Ana have 4 points; Ben has more gold: 13 against 12."]
    by_cards = "Ana and Ben have 4 points and 12 gold; Ana has more cards: 1 against 0."
    assert said(held(card("o1", "other"), gold=12), held(gold=12)) == [by_cards]
    without_gold = "Ana and Ben have 0 points and no gold; Ana has more cards: 1 against 0."
    assert said(held(card("o1", "other")), held()) == [without_gold]
    assert said(held(gold=4), held(gold=4)) == said(held(gold=4), held(gold=7)) == []


def test_the_lines_say_how_they_came_about():
    sheet = score(position(held(citizen("c1", 5, potion=1), market("m", potion=1), gold=7), held()))
    for line in sheet.players[0].lines:
        assert line.text.message
    assert sheet.players[0].total == 10 + 6 + 2


def test_the_example_of_the_formats():
    cards = (
        card("c1", "citizen", resources={"potion": 1}, talent=5, colour="green", points=0),
        card("c2", "apprentice", attached_to="c1"),
        card("c3", "herbalist", colour="green", roman=True),
        card("c4", "market", demand={"potion": 1, "bread": 1}),
    )
    sheet = score(position(held(*cards, gold=7), held(), held(gold=2)))
    assert [player.total for player in sheet.players] == [10 + 4 + 0 + 2, 0, 0]
    assert sheet.winners == (0,)


@settings(max_examples=examples(15))
@given(st.lists(st.sampled_from(["mill", "field", "statue", "citizen", "market", "bakery"]), max_size=8), st.booleans())
def test_totals_equal_the_sum_of_the_lines(kinds, roman):
    cards = tuple(Card(str(at), kind, roman=roman, colour="blue") for at, kind in enumerate(kinds))
    for player in score(position(held(*cards, gold=len(kinds)), held())).players:
        assert player.total == sum(line.points for line in player.lines)
