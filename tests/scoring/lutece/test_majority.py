"""Majority and minority: 10, 4 or 0 for each resource."""

from __future__ import annotations

import pytest

from scoring.lutece.majority import standing
from scoring.lutece.score import score
from tests.scoring.lutece.table import card, citizen, held, position
from web.i18n import speaking, translate


def points(*players):
    """Points for potions of players who have cards of these talents (None: a potion without talent)."""
    holdings = [
        held(*(citizen(f"{seat}-{at}", talent, potion=1) for at, talent in enumerate(talents)))
        for seat, talents in enumerate(players)
    ]
    table = standing(holdings, "potion")
    return [table.points(seat) for seat in range(len(players))], table


def of(*players):
    return points(*players)[0]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (([1, 2, 3], [4], []), [10, 4, 0]),
        (([1, 2, 3], [4, 5], [6]), [10, 4, 0]),
        (([1, 2], [3], [], []), [10, 4, 0, 0]),
        (([1, 9], [5, 6]), [10, 0]),
        (([], []), [0, 0]),
        (([], [], [], [], []), [0, 0, 0, 0, 0]),
        (([1], []), [10, 0]),
        (([1], [], []), [10, 0, 0]),
        (([1, 2], [3]), [10, 0]),
    ],
)
def test_the_golden_cases_of_the_majorities(players, expected):
    assert of(*players) == expected


def test_most_tied_goes_to_the_highest_talent_among_those_tied():
    assert of([2, 3], [1, 8], [9]) == [4, 10, 0]


def test_equal_talents_compare_the_next_best():
    assert of([9, 3], [9, 4], []) == [4, 10, 0]


def test_a_majority_with_all_talents_equal_is_shared_and_noted():
    assert of([9, 3], [3, 9], [1]) == [10, 10, 0]
    assert of([9], [9]) == [10, 10]
    sheet = score(position(held(citizen("a", 9, potion=1)), held(citizen("b", 9, potion=1))))
    assert len(sheet.notes) == 1


def why(*players):
    holdings = [
        held(*(citizen(f"{seat}-{at}", talent, potion=1) for at, talent in enumerate(talents)))
        for seat, talents in enumerate(players)
    ]
    lines = [player.lines for player in score(position(*holdings)).players]
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


def test_a_majority_shared_by_all_has_no_minority():
    assert of([5], [5], [5]) == [10, 10, 10]


def test_fewest_is_the_minority_when_everyone_has_some():
    assert of([1, 2, 3], [1, 2], [9]) == [10, 4, 0]
    assert of([1, 2, 3], [4, 5], [6], [7, 8]) == [10, 4, 0, 4]


def test_fewest_tied_is_settled_by_the_lowest_talent():
    assert of([1, 2, 3], [4], [6]) == [10, 0, 4]


def test_equal_lowest_talents_compare_the_next_lowest():
    assert of([1, 2, 3], [4, 8], [4, 7]) == [10, 4, 0]


def test_a_minority_with_all_talents_equal_is_shared_and_noted():
    marks, table = points([1, 2], [4], [4])
    assert marks == [10, 0, 0]
    assert table.minority_shared
    cards = [citizen(str(at), 4, potion=1) for at in range(4)]
    assert len(score(position(held(*cards[:2]), held(cards[2]), held(cards[3]))).notes) == 1


def test_the_holder_of_the_majority_is_never_the_minority():
    assert of([1], [2], [9]) == [0, 4, 10]
    assert of([1, 9], [2, 3]) == [10, 0]


def test_who_has_none_is_the_only_minority_even_beside_somebody_with_fewest():
    assert of([1, 2], [3], [], [4]) == [10, 4, 0, 4]


def test_several_who_have_none_are_no_tie_to_note():
    assert not points([1], [], [])[1].minority_shared


def test_a_symbol_without_talent_breaks_no_tie():
    assert of([5, None], [5, 2], []) == [4, 10, 0]
    assert of([None], [1], []) == [4, 10, 0]
    assert of([None], [None], []) == [10, 10, 0]
    assert of([7, 8, 9], [5, None], [5, 3]) == [10, 4, 0]


def test_when_a_list_of_talents_ends_first_its_owner_is_the_minority():
    assert of([7, 8, 9], [3, None], [3, 5]) == [10, 0, 4]
    assert of([7, 8], [None], [5]) == [10, 0, 4]


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
