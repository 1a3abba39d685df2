"""What a game of Lutèce is worth: the sheet, and the majorities."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.lutece.audit import audit
from scoring.lutece.cards import KINDS, RESOURCES, Card, counts
from scoring.lutece.rule_texts import TALENT_MISSING
from scoring.lutece.score import score
from scoring.lutece.symbols import satisfied, standing
from tests.english import english
from tests.examples import examples
from tests.scoring.lutece.table import card, citizen, held, position
from tests.scoring.work import calls
from web.rendering.i18n import speaking, translate

# The sheet


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
        return [english(note) for note in score(position(*holdings)).notes]

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


# Majorities


def with_potions(*players):
    """Players who have a potion for each of these talents (None: a potion without one)."""
    return [
        held(*(citizen(f"{seat}-{at}", talent, potion=1) for at, talent in enumerate(talents)))
        for seat, talents in enumerate(players)
    ]


CASES = {
    "the most, and fewest of those who have some where everybody has some": [
        (([1, 2, 3], [4], []), [10, 4, 0]),
        (([1, 2, 3], [4, 5], [6]), [10, 4, 0]),
        (([1, 2], [3], [], []), [10, 4, 0, 0]),
        (([1, 2, 3], [1, 2], [9]), [10, 4, 0]),
        (([1, 2, 3], [4, 5], [6], [7, 8]), [10, 4, 0, 4]),
    ],
    "between two there is a majority and nothing else": [
        (([1, 9], [5, 6]), [10, 0]),
        (([1, 2], [3]), [10, 0]),
        (([1], []), [10, 0]),
    ],
    "nobody has any": [(([], []), [0, 0]), (([], [], [], [], []), [0, 0, 0, 0, 0])],
    "whoever has none is the only minority, beside somebody with fewest too": [
        (([1], [], []), [10, 0, 0]),
        (([1, 2], [3], [], [4]), [10, 4, 0, 4]),
    ],
    "most tied goes to the highest talent among those tied, then to the next best": [
        (([2, 3], [1, 8], [9]), [4, 10, 0]),
        (([9, 3], [9, 4], []), [4, 10, 0]),
    ],
    "a majority with all talents equal is shared, by all without a minority": [
        (([9, 3], [3, 9], [1]), [10, 10, 0]),
        (([9], [9]), [10, 10]),
        (([5], [5], [5]), [10, 10, 10]),
    ],
    "fewest tied is settled by the lowest talent, then by the next lowest": [
        (([1, 2, 3], [4], [6]), [10, 0, 4]),
        (([1, 2, 3], [4, 8], [4, 7]), [10, 4, 0]),
        (([1, 2], [4], [4]), [10, 0, 0]),
    ],
    "the holder of the majority is never the minority": [(([1], [2], [9]), [0, 4, 10]), (([1, 9], [2, 3]), [10, 0])],
    "a symbol without talent breaks no tie": [
        (([5, None], [5, 2], []), [4, 10, 0]),
        (([None], [1], []), [4, 10, 0]),
        (([None], [None], []), [10, 10, 0]),
    ],
    "when a list of talents ends first its owner is the minority": [
        (([7, 8, 9], [3, None], [3, 5]), [10, 0, 4]),
        (([7, 8], [None], [5]), [10, 0, 4]),
    ],
    "a talent that nobody entered is compared like any other, below every talent": [
        (([7, 8, 9], [38, 20], [39, None]), [10, 4, 0]),
        (([7, 8, 9], [5, None], [5, 3]), [10, 0, 4]),
        (([7, 8, 9], [38, None], [39, None]), [10, 0, 4]),
        (([7, 8, 9], [38, None], [None, None]), [10, 4, 0]),
        (([39, None], [39, 1], []), [4, 10, 0]),
    ],
}


@pytest.mark.parametrize("cases", CASES.values(), ids=CASES)
def test_most_and_fewest_of_a_resource_are_worth_10_4_or_nothing(cases):
    for players, expected in cases:
        table = standing(with_potions(*players), "potion")
        assert [table.points(seat) for seat in range(len(players))] == expected, players


MISSING_BESIDE_A_KNOWN_ONE = (
    held(citizen("a", 38, potion=2)),
    held(citizen("b", 5, potion=9)),
    held(citizen("c", 39, potion=1), citizen("d", None, potion=1)),
)


def test_a_missing_talent_beside_a_known_one_is_the_lowest_in_points_sentence_and_warning(app):
    there = position(*MISSING_BESIDE_A_KNOWN_ONE)
    sheet = score(there)
    assert [player.total for player in sheet.players] == [4, 10, 0]
    why = next(line.text for line in sheet.players[2].lines if line.of == "potion")
    warning = next(problem.why for problem in audit(there) if problem.rule == TALENT_MISSING)
    with app.test_request_context(), speaking("en"):
        assert translate(why) == "2: fewest, with the lower talents (39 and ?)."
        assert translate(warning).startswith("Potion: Ana and Cai are level for fewest, and a talent is missing (Cai).")
        assert translate(warning).endswith("It ranks below every talent until it is entered.")


@pytest.mark.parametrize("known", [[2, 3], [7, None], [None, None]])
def test_a_missing_talent_decides_as_one_below_all_others_would(known):
    """Each card that gives a resource has a talent, so as many of the lowest stand in for those missing."""
    for others in ([38, 20], [9, None], [None, None]):
        lowest = [[0 if talent is None else talent for talent in own] for own in (known, others)]
        here, there = with_potions([1, 1, 1], known, others), with_potions([1, 1, 1], *lowest)
        assert standing(here, "potion").minority == standing(there, "potion").minority


def test_one_card_of_two_symbols_and_no_talent_is_level_with_two_cards_and_no_talent():
    holdings = [held(citizen("a", None, potion=2)), held(citizen("b", None, potion=1), citizen("c", None, potion=1))]
    assert standing(holdings, "potion").majority == {0, 1}


def test_what_is_shared_is_noted_and_several_who_have_none_are_no_tie():
    for players in (([9], [9], []), ([1, 2], [4], [4])):
        assert len(score(position(*with_potions(*players))).notes) == 1
    assert standing(with_potions([1, 2], [4], [4]), "potion").minority_shared
    assert not standing(with_potions([1], [], []), "potion").minority_shared


def why(*players):
    lines = [player.lines for player in score(position(*with_potions(*players))).players]
    return [line.text for own in lines for line in own if line.of == "potion"]


@pytest.mark.parametrize(("players", "winner"), [(([5], [7]), 1), (([2, 6], [6], [3, 9]), 2), (([5], [4], [6]), 2)])
def test_who_loses_a_majority_by_talents_reads_to_whom(players, winner):
    said = why(*players)[0]
    assert said.message == "{own} each; {names} has the better talents ({better} against {talents})."
    (name,) = said.facts["names"]
    assert name == score(position(*(held() for _seat in players))).players[winner].name
    assert list(said.facts["talents"]) == sorted(players[0], reverse=True)


def spoken(app, language, *players, seat):
    with app.test_request_context(), speaking(language):
        return translate(why(*players)[seat]).replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("players", "seat", "english", "french"),
    [
        (([None], [9]), 0, "1 each, but no talent here; Ben has 9.", "1 chacun, mais aucun talent ici ; Ben a 9."),
        (([9], [9], [None]), 2, "1 each, but no talent here; Ana and Ben have 9.",
         "1 chacun, mais aucun talent ici ; Ana et Ben ont 9."),
        (([1, 2], [None], [4]), 1, "1: fewest, for lack of a talent.", "1 : minorité, faute de talent."),
        (([1, 2], [3], [4]), 1, "1: fewest, with the lower talent (3).",
         "1 : minorité, avec le plus petit talent\xa0(3)."),
        (([1, 2, 3], [4, 5], [6, 7]), 1, "2: fewest, with the lower talents (5 and 4).",
         "2 : minorité, avec les plus petits talents\xa0(5 et 4)."),
        (([9], [4]), 0, "1: most, with the better talent (9).", "1 : majorité, grâce au meilleur talent\xa0(9)."),
        (([9], [8], [9]), 1, "1 each; Ana and Cai have the better talents (9 against 8).",
         "1 chacun ; Ana et Cai l’emportent par leurs talents\xa0(9 contre 8)."),
        (([1, 2, 9], [1, 2, 9], [3, 4], [5]), 2, "2: neither most nor fewest; Ana and Ben share the majority with 3.",
         "2 : ni majorité ni minorité ; Ana et Ben partagent la majorité avec 3."),
    ],
)  # fmt: skip
def test_the_account_of_a_majority_is_a_sentence_where_there_is_one_talent_or_none(app, players, seat, english, french):
    assert spoken(app, "en", *players, seat=seat) == english
    assert spoken(app, "fr", *players, seat=seat) == french


def test_who_shares_a_majority_reads_why_no_talent_parts_them():
    assert [said.message for said in why([9], [9], [])[:2]] == ["{own}: most, shared; all talents are equal."] * 2
    assert [said.message for said in why([None], [None], [])[:2]] == ["{own}: most, shared; no talent decides."] * 2


def test_what_counts_is_symbols_and_not_cards():
    holdings = [held(citizen("a", 1, potion=2)), held(citizen("b", 9, potion=1)), held()]
    table = standing(holdings, "potion")
    assert [table.points(seat) for seat in range(3)] == [10, 4, 0]


def test_locations_and_apprentices_count():
    holdings = [
        held(card("l1", "forest"), citizen("a", 1, potion=1), card("p", "apprentice", attached_to="a")),
        held(citizen("b", 9, potion=2)),
        held(card("w", "apprentice")),
    ]
    assert standing(holdings, "potion").symbols == (3, 2, 0)


def test_a_talent_counts_for_each_resource_of_its_card_only():
    holdings = [
        held(citizen("a", 9, potion=1), citizen("b", 1, sword=1)),
        held(citizen("c", 5, potion=1, sword=1)),
    ]
    assert standing(holdings, "potion").majority == {0}
    assert standing(holdings, "sword").majority == {1}
