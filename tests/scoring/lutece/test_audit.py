"""What is impossible about a position, all at once, and what is only surprising; and the final count."""

from dataclasses import replace

import pytest

from scoring.core.game import ViewRequest
from scoring.lutece import GAME
from scoring.lutece.audit import audit
from scoring.lutece.cards import Holding, Totals, counts
from scoring.lutece.moves import Bribe, Count, Offer, Options
from scoring.lutece.rules import to_act
from tests.english import english
from tests.scoring.lutece.table import after, card, citizen, held, offers, position, refused, table


def found(*holdings, warnings=False):
    """The clauses of the problems (or of the warnings)."""
    if len(holdings) == 1:
        holdings = (*holdings, held())
    return [problem.rule.clause for problem in audit(position(*holdings)) if problem.warning == warnings]


def test_an_ordinary_table_has_no_problem():
    mine = held(citizen("c1", 3, potion=1), card("a1", "apprentice", attached_to="c1"), gold=9)
    assert audit(position(mine, held(card("m", "market", demand={"potion": 1})))) == []


def test_a_table_has_forty_characters_and_thirty_four_locations_at_most():
    full = held(*(citizen(f"c{at}") for at in range(40)), *(card(f"l{at}", "tavern") for at in range(34)))
    assert found(full) == []
    assert found(full, held(citizen("more"))) == ["box-size"]
    assert found(full, held(card("more", "mill"), citizen("too"))) == ["box-size", "box-size"]


@pytest.mark.parametrize("to", ["nowhere", "theirs", "s1", "a2", "l1", "a1"])
def test_an_apprentice_under_anything_but_an_own_character_is_a_problem(to):
    own = (citizen("c1"), card("s1", "legionnaire"), card("a2", "apprentice", attached_to="c1"), card("l1", "field"))
    mine = held(*own, card("a1", "apprentice", attached_to=to))
    assert found(mine, held(citizen("theirs"))) == ["apprentice-bearer"]


BOTH = card("c1", "citizen", label="Anna", resources={"potion": 1, "bread": 1})


def copying(bearer, resource=None):
    return held(bearer, card("a1", "apprentice", attached_to=bearer.id, resource=resource))


@pytest.mark.parametrize(
    "holdings",
    [
        (held(card("c2", "citizen", min_players=3)), held(), held()),
        (held(card("c1", "citizen", deck="character")),),
        (copying(BOTH, "bread"),),
        (held(gold=40), held(gold=26)),
        (held(card("c1", "citizen", cost=3, resources={"potion": 2}), card("s1", "legionnaire", colour="Red")),),
        (held(card("x", "other", deck="location"), card("a1", "apprentice")),),
        (held(citizen("a", 5, potion=1)), held(citizen("b", 5, bread=1))),
    ],
)
def test_what_is_usual_is_no_surprise(holdings):
    assert found(*holdings) == found(*holdings, warnings=True) == []


def test_all_problems_are_named_at_once_with_their_places_and_the_rest_is_scored():
    bad = held(card("a1", "apprentice", attached_to="x"), card("c2", "citizen", min_players=5), citizen("c1", potion=1))
    problems = audit(position(held(), bad))
    assert [(problem.seat, problem.where) for problem in problems] == [(1, f"holdings[1].cards[{at}]") for at in (0, 1)]
    assert GAME.score(position(held(), bad)).players[1].total == 10


def test_the_gold_on_the_cards_of_the_tiles_is_gold_in_play_too():
    state = after(table(2), *offers(table(2)))
    on_cards = [replace(state.lots[0], coins=coins) for coins in (56, 57)]
    full, more = (GAME.position(replace(state, lots=(lot, *state.lots[1:]))) for lot in on_cards)
    assert audit(full) == []
    assert [(problem.rule.clause, problem.warning, english(problem.why)) for problem in audit(more)] == [
        ("reserve", True, "The players have 10 gold, and 57 more is on the cards; the box holds 66.")
    ]


def said(*holdings):
    """What is said of the problems and the warnings."""
    return [english(problem.why) for problem in audit(position(*holdings, held()))]


@pytest.mark.parametrize(
    ("holding", "clause", "sentence"),
    [
        (held(BOTH, citizen("c1")), "card-once", "The id “c1” is on two cards: Anna and the citizen."),
        (held(*(card(f"l{at}", "tavern") for at in range(35))), "box-size",
         "The locations: 35 cards, but the box has only 34."),
        (held(card("m", "mill", deck="character")), "deck", "The mill comes from the locations."),
        (held(card("c", "citizen", min_players=5)), "min-players",
         "The citizen is for 5 or more players; there are 2."),
        (held(BOTH, card("c2", "citizen", attached_to="c1")), "apprentice-bearer",
         "The citizen is not an apprentice: it goes under nobody."),
        (held(card("a", "apprentice", attached_to="x")), "apprentice-bearer",
         "The apprentice is under “x”, which is nowhere."),
        (held(card("f", "field"), card("a", "apprentice", attached_to="f")), "apprentice-bearer",
         "The apprentice cannot go under the field."),
        (copying(BOTH), "apprentice-resource", "Anna has several resources: say which one the apprentice copies."),
        (copying(BOTH, "sword"), "apprentice-resource", "Anna does not give sword."),
    ],
)  # fmt: skip
def test_a_problem_names_its_cards_and_their_facts(holding, clause, sentence):
    assert (found(holding), found(holding, warnings=True)) == ([clause], [])
    assert said(holding) == [sentence]


@pytest.mark.parametrize(
    ("holding", "clause", "sentence"),
    [
        (held(gold=67), "reserve", "The players have 67 gold; the box holds 66."),
        (held(citizen("a", 5, potion=1), citizen("b", 5, potion=1)), "usual-talent",
         "The talent 5 for potion is on 2 cards."),
        (held(card("c", "citizen", cost=4)), "usual-cost", "The citizen costs 4."),
        (held(citizen("c", potion=3)), "usual-resources", "The potion citizen has 3 resources."),
        (held(card("o", "other")), "usual-fields", "The card: which deck it comes from is not given."),
        (held(card("m", "market")), "usual-fields", "The market asks for nothing: it is not satisfied."),
        (held(card("b", "bakery")), "usual-fields", None),
        (held(card("s", "legionnaire", colour="blue")), "usual-fields", "The legionnaire is not red."),
        (held(citizen("c"), card("a", "apprentice")), "apprentice-at-once",
         "The apprentice waits although there is a character for it."),
        (held(card("s", "statue", points=3)), "usual-fields",
         "The statue scores by its type, not by printed points."),
        (held(card("a", "apprentice", resources={"potion": 1})), "usual-fields",
         "The apprentice copies its character: its own resources do not count."),
        (held(card("c", "citizen", demand={"potion": 1})), "usual-fields",
         "The citizen is not a market: what it asks for does not count."),
        (held(card("a", "apprentice", resource="potion")), "usual-fields",
         "The apprentice is under nobody, so it copies nothing."),
    ],
)  # fmt: skip
def test_what_is_surprising_is_a_warning_and_no_problem(holding, clause, sentence):
    assert (found(holding), found(holding, warnings=True)) == ([], [clause])
    assert sentence in (None, *said(holding))


def test_an_apprentice_under_somebody_elses_character_says_whose():
    (sentence,) = said(held(card("a", "apprentice", attached_to="c1")), held(BOTH))
    assert sentence == "The apprentice is under Anna, which belongs to Ben."


# The final count


def test_the_game_is_over_when_every_seat_has_counted():
    state = after(table(2), Count(1, held(citizen("c1"), gold=4)))
    assert state.phase == "counting"
    assert to_act(state) == {0}
    state = after(state, Count(0, held(gold=7)))
    assert to_act(state) == frozenset()
    assert GAME.position(state) == position(held(gold=7), held(citizen("c1"), gold=4))


def test_a_count_may_come_at_any_time_and_be_corrected_before_the_last():
    state = table(2)
    state = after(state, *offers(state), Options(0, ("A", "1")), Count(0, held(gold=1)), Count(0, held(gold=2)))
    assert GAME.position(state).holdings[0].gold == 2


def test_once_a_seat_has_counted_only_counts_follow_and_after_the_last_the_game_is_over():
    state = after(table(2), Count(0, held()))
    assert refused(state, Offer("A", citizen("c1"))) == refused(state, Bribe(0, "A", 1)) == "counting"
    assert refused(after(state, Count(1, held())), Count(0, held())) == "over"


def test_an_impossible_count_is_refused_with_the_clause_of_the_audit():
    state = after(table(2), Count(0, held(citizen("c1"))))
    assert refused(state, Count(1, held(citizen("c1")))) == "card-once"
    assert refused(state, Count(1, held(card("a1", "apprentice", attached_to="c1")))) == "apprentice-bearer"
    assert refused(table(2), Count(1, held(card("c1", "citizen", min_players=4)))) == "min-players"
    assert after(state, Count(1, held(gold=99)))


# A tie that turns on a talent nobody entered


def of_cervoise(*players):
    """Players with a cervoise for each of these talents (None: not known)."""
    return [
        held(*(citizen(f"{seat}-{at}", talent, cervoise=1) for at, talent in enumerate(talents)))
        for seat, talents in enumerate(players)
    ]


def missing(*holdings):
    return [english(problem.why) for problem in audit(position(*holdings)) if problem.rule.clause == "talent-missing"]


NINE = tuple(range(1, 10))


@pytest.mark.parametrize(
    ("players", "level", "of"),
    [
        ((NINE, [None], [2]), "Ben, Cai are level for fewest", "Ben"),
        ((NINE, [2, None], [2, 5]), "Ben, Cai are level for fewest", "Ben"),
        (([2, None], [2, 5]), "Ana, Ben are level for most", "Ana"),
        (([None], [None], []), "Ana, Ben are level for most", "Ana, Ben"),
        (([7], [5, None], [3, 6]), "Ben, Cai are level for most", "Ben"),
    ],
)
def test_a_tie_that_turns_on_a_talent_nobody_entered_names_who_is_level_and_whose_it_is(players, level, of):
    assert missing(*of_cervoise(*players)) == [
        f"Cervoise: {level}, and a talent is missing ({of}). It ranks below every talent until it is entered."
    ]


@pytest.mark.parametrize(
    "players", [([7, None], [5, 6]), (NINE, [4], [2]), (NINE, [None, None], [2]), ([9, 3], [3, 9]), ([None], [])]
)
def test_a_missing_talent_that_decides_no_tie_is_not_named(players):
    assert missing(*of_cervoise(*players)) == []


def test_a_card_of_two_resources_lacks_no_second_talent_and_an_apprentice_none():
    both, two = held(citizen("a", 2, cervoise=2)), of_cervoise((), (2, 5))[1]
    assert missing(held(*(citizen(f"n{at}", at, cervoise=1) for at in range(9))), both, two) == []
    copied = held(citizen("a", 2, cervoise=1), card("p", "apprentice", attached_to="a"))
    assert missing(copied, two) == []


def test_a_talent_that_is_missing_ranks_below_every_talent():
    sheet = GAME.score(position(*of_cervoise(NINE, [None], [2])))
    assert [player.total for player in sheet.players] == [10, 0, 4]


def test_a_count_without_cards_names_the_tie_that_its_shorter_list_of_talents_decides():
    def own(many, *talents):
        return Holding(totals=Totals(counts({"cervoise": many}), (talents, (), (), ())))

    assert "talent is missing (Ben)" in missing(own(9, *NINE), own(2, 2), own(2, 5, 2))[0]
    assert missing(own(9, *NINE), own(2, 2), own(2, 5, 3)) == []
    assert missing(own(2, 9), own(2, 5)) == []


def test_what_is_unusual_or_open_is_said_while_a_game_is_followed():
    state = table(3)
    state = replace(state, holdings=tuple(of_cervoise(NINE, [None], [2])))
    said = [english(why) for why in GAME.board(state, ViewRequest()).warnings]
    assert said == ["The talent 2 for cervoise is on 2 cards.", *missing(*state.holdings)]
    assert len(said) == 2
