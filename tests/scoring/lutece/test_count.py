"""A count of Lutèce: what a phone shows while it is entered, and what is added up without cards."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.game import ViewRequest
from scoring.core.rule import Malformed
from scoring.lutece import GAME
from scoring.lutece.audit import asked, totals_of
from scoring.lutece.cards import RESOURCES, Holding, Position, Totals, counts
from scoring.lutece.moves import Close, Count, End
from scoring.lutece.rule_texts import AGREE, BOX_SIZE, RESERVE
from scoring.lutece.view.box import Box
from scoring.lutece.view.count import breaks_off, counting, given_up, said_given_up, with_counts
from tests.english import english
from tests.examples import examples
from tests.scoring.lutece.table import (
    BREWER,
    SMITH,
    after,
    card,
    citizen,
    having,
    held,
    offers,
    position,
    random_game,
    refused,
    revealed,
    table,
)

# On the phone


def look(state, seat=0, draft=None, box=None, claimed=None):
    return counting(state, seat, draft, ViewRequest(shared=box, claimed=claimed))


def ids(faces):
    return [own.card.id for own in faces]


def test_a_count_begins_with_what_was_followed_and_goes_on_with_its_own_draft_alone():
    state = having(table(2), 0, SMITH, gold=7)
    assert look(state).move == Count(0, held(SMITH, gold=7))
    mine, theirs = Count(0, held(BREWER)), Count(1, held(BREWER))
    assert (look(state, draft=mine).move, look(state, draft=theirs).move) == (mine, Count(0, held(SMITH, gold=7)))


def test_a_known_card_can_be_added_while_no_player_has_it_and_a_new_one_has_a_number_of_its_own():
    box = Box((SMITH, BREWER, card("field-7", "field")))
    shown_now = look(having(table(2), 1, SMITH), draft=Count(0, held(citizen("new-41"))), box=box)
    assert [own.card.id for _kind, group in shown_now.entry.known for own, _keys in group] == ["c2", "field-7"]
    assert shown_now.new == 42
    assert look(table(2), box=box).new == 8
    assert look(table(2), box=Box((SMITH, card("x-123456789", "field")))).new == 1


def test_each_row_of_the_totals_says_what_it_makes():
    own = Totals(counts({"potion": 1}), symbol_points=2, family_points=3, markets=1, legionnaires=1, points=4)
    points = look(table(2), draft=Count(0, Holding(7, (), own))).points
    made = {"potion": 10, "symbols": 2, "family": 3, "market": 6, "legionnaire": 2, "points": 4, "fortune": 2}
    assert points == {"cervoise": 0, "sword": 0, "bread": 0, "statue": 0, **made}
    assert look(table(2), draft=Count(0, Holding(7, (), own))).totals == own


def test_a_count_says_what_is_impossible_and_what_only_surprises_its_own_player():
    state = after(table(2), Count(1, held(card("m", "market", demand={}), gold=60)))
    impossible = look(state, draft=Count(0, held(card("m", "mill"))))
    assert [english(why) for why in impossible.problems] == ["The id “m” is on two cards: the mill and the market."]
    assert not impossible.open
    possible = look(state, draft=Count(0, held(citizen("c1", potion=4), gold=7)))
    assert possible.open
    assert possible.problems == ()
    assert [english(why) for why in possible.warnings] == [
        "The players have 67 gold; the box holds 66.",
        "The potion citizen has 4 resources.",
    ]


def test_a_count_reckons_with_the_gold_on_the_cards_of_the_tiles():
    state = revealed(table(2), "income-1 income-2", "income-1 income-2")
    full, more = (look(after(state, Close()), draft=Count(0, held(gold=gold))).warnings for gold in (49, 50))
    assert full == ()
    assert [english(why) for why in more] == ["The players have 61 gold, and 6 more is on the cards; the box holds 66."]


def test_a_tie_that_only_talents_decide_asks_for_them_and_is_no_warning():
    mine, theirs = (Count(seat, Holding(3 + seat, (), Totals(counts({"bread": 3})))) for seat in (0, 1))
    tied = look(after(table(3), theirs), draft=mine)
    assert tied.asked == {"bread"}
    assert ([seat for seat, _why in tied.undecided], tied.warnings) == ([0, 1], ())
    assert look(table(3), draft=mine).undecided == ()


def test_a_count_asks_for_the_families_that_a_shop_counts_and_for_what_a_market_asks():
    own = held(SMITH, card("b", "bakery", colour="green"), card("m", "market"))
    assert [english(why) for why in look(table(2), draft=Count(0, own)).doubts] == [
        "Ana has a shop that counts its family. Not entered: that of the sword citizen.",
        "The market: what it asks for is not known, so it is not satisfied.",
    ]
    known = held(citizen("c1", 4, "green", sword=1), card("b", "bakery", colour="green"))
    assert look(table(2), draft=Count(0, known)).doubts == ()


def test_a_claimed_total_says_by_how_much_it_differs():
    draft = Count(0, held(SMITH, gold=7))
    assert look(table(2), draft=draft).claim is None
    said = [[english(why) for why in look(table(2), draft=draft, claimed=claimed).claim] for claimed in (12, 14, 9)]
    assert said == [[], ["Your total differs by +2."], ["Your total differs by −3."]]


def test_a_count_breaks_off_a_round_that_was_begun_until_the_first_count():
    state = table(2)
    assert breaks_off(state) is None
    first = after(state, next(offers(state)))
    assert english(breaks_off(first)) == "Round 1 is under way: a count ends the game."
    assert breaks_off(after(first, Count(0, held(gold=5)))) is None
    ended = revealed(state, *["income-1 income-2"] * 2)
    assert breaks_off(after(first, End())) is None
    second = replace(after(ended, Close()), lots=(None,) * 6)
    assert english(breaks_off(second)) == "Round 2 is under way: a count ends the game."


def test_whoever_has_not_counted_has_nothing():
    mine = Count(1, held(SMITH, gold=4))
    assert with_counts(having(table(3), 0, BREWER), [mine]).counted == (Holding(0), mine.holding, Holding(0))


# Cards that two have counted


def test_the_cards_that_others_have_counted_are_shown_each_with_its_player():
    state = after(table(3), Count(1, held(SMITH, gold=4)), Count(2, held(gold=4)))
    assert [(seat, ids(own)) for seat, own in look(state).theirs] == [(1, ["c1"])]
    assert look(state, seat=1).theirs == ()
    assert (look(state).counted, look(table(2)).counted) == ({1, 2}, frozenset())


def test_whoever_counted_a_card_first_gives_it_up_and_no_other():
    theirs = held(SMITH, BREWER, card("a1", "apprentice", attached_to="c1"), gold=4)
    state = after(table(3), Count(1, theirs))
    mine = Count(0, held(SMITH, citizen("c8")))
    left = given_up(state, mine)
    assert left == Count(1, held(BREWER, card("a1", "apprentice"), gold=4))
    assert english(said_given_up(state, left)) == "sword citizen (1 × sword)"
    assert given_up(state, Count(0, held(citizen("c8")))) is None
    assert given_up(state, Count(1, theirs)) is None
    assert english(said_given_up(after(table(2), Count(1, held(card("m", "mill")))), Count(1, held()))) == "mill"


def test_a_tie_that_is_open_is_asked_about_once_the_last_player_counts_and_looks_open():
    level = [Holding(gold, totals=Totals(symbols=counts({"cervoise": 2}))) for gold in range(2)]
    state = table(2)
    first = look(state, 0, Count(0, level[0]))
    assert first.doubts == ()
    last = look(after(state, Count(0, level[0])), 1, Count(1, level[1]))
    assert [doubt.message for doubt in last.doubts] == [
        "{resource!c}: {name} has as many as {names}. Say all the talents {name} has for it, if any."
    ] * 2
    assert last.unsettled == {"cervoise"}
    told = replace(level[1], totals=Totals(counts({"cervoise": 2}), ((9, 4), (), (), ())))
    own = replace(level[0], totals=Totals(counts({"cervoise": 2}), ((5, 3), (), (), ())))
    settled = look(after(state, Count(0, own)), 1, Count(1, told))
    assert (settled.doubts, settled.unsettled) == ((), frozenset())


def test_a_table_that_hides_its_scores_gives_no_open_tie_away():
    level = [Count(seat, Holding(totals=Totals(symbols=counts({"cervoise": 2})))) for seat in range(2)]
    assert counting(after(table(2), level[0]), 1, level[1], ViewRequest(hidden=True)).doubts == ()


# Totals without cards


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
    found = GAME.audit(totals)
    assert not [problem for problem in found if not problem.warning or problem.rule in (AGREE, BOX_SIZE)]


def contradictions(*holdings: Holding) -> list[str]:
    found = GAME.audit(position(*holdings))
    return [english(problem.why) for problem in found if problem.rule in (AGREE, BOX_SIZE, RESERVE) and problem.warning]


MILLS = "Laboratories, forges, mills: {} cannot come from these resources."
ROMAN = "Roman locations: {}, but their points need at least {}."
BOX = "{}: what was counted needs {} cards, but the box has only {}."


@pytest.mark.parametrize(
    ("own", "says"),
    [
        (short(family_points=6, statues=1), [ROMAN.format(0, 1)]),
        (short(family_points=6, statues=1, roman=1), []),
        (
            short(family_points=2, roman=1),
            ["Herbalists, armouries, bakeries: 2, but each makes at least 3."],
        ),
        (short(symbol_points=2, bread=2, statues=1), [ROMAN.format(0, 1)]),
        (short(symbol_points=2, bread=2), []),
        (short(symbol_points=5, bread=2, sword=3, roman=1), [ROMAN.format(1, 2)]),
        (short(symbol_points=5, bread=2, sword=3, roman=2), []),
        (short(symbol_points=3, bread=3, family_points=3, roman=1), [ROMAN.format(1, 2)]),
        (short(symbol_points=5, bread=2, potion=2, roman=9), [MILLS.format(5)]),
        (short(symbol_points=2, cervoise=2, roman=9), [MILLS.format(2)]),
        (short(symbol_points=30, bread=1, roman=4), [ROMAN.format(4, 30)]),
        (short(statues=20, roman=40), [BOX.format("The locations", 40, 34)]),
        (short(statues=20, markets=11, bread=11, symbol_points=44, roman=4), [BOX.format("The locations", 35, 34)]),
        (short(statues=20, markets=10, bread=10, symbol_points=40, roman=4), []),
        (short(legionnaires=41), [BOX.format("The characters", 41, 40)]),
        (short(bread=90), ["Bread: 90, but the box has only 74 cards."]),
        (short(67), ["The players have 67 gold; the box holds 66."]),
    ],
)
def test_totals_that_cannot_be_beside_each_other_or_in_the_box_are_named_and_asked_about(own, says):
    assert contradictions(own, short()) == says
    assert [english(why) for why in look(table(2), 0, Count(0, own)).contradictions] == [
        said if "box" in said else f"Ana: {said}" for said in says
    ]
    assert after(table(2), Count(0, own))


def test_the_box_bounds_what_all_players_have_together_cards_too():
    legions = held(*(card(f"l{number}", "legionnaire") for number in range(20)))
    assert contradictions(legions, short(legionnaires=20)) == []
    assert contradictions(legions, short(legionnaires=21)) == [BOX.format("The characters", 41, 40)]
    assert contradictions(short(bread=40), short(bread=35), held()) == ["Bread: 75, but the box has only 74 cards."]


def test_what_others_have_too_much_of_is_asked_of_nobody_who_adds_nothing_to_it():
    state = after(table(3), Count(0, short(bread=80)), Count(1, short(40)))
    assert look(state, 2, Count(2, short(sword=1))).contradictions == ()
    asked_of = [english(why) for why in look(state, 2, Count(2, short(30, bread=1))).contradictions]
    assert asked_of == ["The players have 70 gold; the box holds 66.", "Bread: 81, but the box has only 74 cards."]
    hidden = counting(state, 2, Count(2, short(30, family_points=1, roman=1)), ViewRequest(hidden=True))
    assert [english(why) for why in hidden.contradictions] == [
        "Cai: Herbalists, armouries, bakeries: 1, but each makes at least 3."
    ]


def test_nothing_is_asked_about_gold_beside_cards():
    assert look(table(2), 0, Count(0, held(SMITH, gold=67))).contradictions == ()


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
    said = [english(found.why) for found in GAME.audit(position(own, held())) if found.warning]
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
