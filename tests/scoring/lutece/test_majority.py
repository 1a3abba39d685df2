"""Majority and minority: 10, 4 or 0 for each resource."""

from __future__ import annotations

import pytest

from scoring.lutece.audit import audit
from scoring.lutece.rule_texts import TALENT_MISSING
from scoring.lutece.score import score
from scoring.lutece.symbols import standing
from tests.scoring.lutece.table import card, citizen, held, position
from web.rendering.i18n import speaking, translate


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
