"""What a phone shows of a count of Lutèce that is being entered, and who gives up a card that another has."""

from __future__ import annotations

from dataclasses import replace

from scoring.core.game import ViewRequest
from scoring.lutece.cards import Holding, Totals, counts
from scoring.lutece.moves import Close, Count, End
from scoring.lutece.view.box import Box
from scoring.lutece.view.count import breaks_off, counting, given_up, said_given_up, with_counts
from tests.scoring.lutece.table import after, card, citizen, having, held, offers, revealed, shown, table

SMITH = citizen("c1", 4, sword=1)
BREWER = citizen("c2", 3, cervoise=1)


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
    assert [shown(why) for why in impossible.problems] == ["The id “m” is on two cards: the mill and the market."]
    assert not impossible.open
    possible = look(state, draft=Count(0, held(citizen("c1", potion=4), gold=7)))
    assert possible.open
    assert possible.problems == ()
    assert [shown(why) for why in possible.warnings] == [
        "The players have 67 gold; the box holds 66.",
        "the potion citizen has 4 resources.",
    ]


def test_a_count_reckons_with_the_gold_on_the_cards_of_the_tiles():
    state = revealed(table(2), "income-1 income-2", "income-1 income-2")
    full, more = (look(after(state, Close()), draft=Count(0, held(gold=gold))).warnings for gold in (49, 50))
    assert full == ()
    assert [shown(why) for why in more] == ["The players have 61 gold, and 6 more is on the cards; the box holds 66."]


def test_a_tie_that_only_talents_decide_asks_for_them_and_is_no_warning():
    mine, theirs = (Count(seat, Holding(3 + seat, (), Totals(counts({"bread": 3})))) for seat in (0, 1))
    tied = look(after(table(3), theirs), draft=mine)
    assert tied.asked == {"bread"}
    assert ([seat for seat, _why in tied.undecided], tied.warnings) == ([0, 1], ())
    assert look(table(3), draft=mine).undecided == ()


def test_a_claimed_total_says_by_how_much_it_differs():
    draft = Count(0, held(SMITH, gold=7))
    assert look(table(2), draft=draft).claim is None
    said = [[shown(why) for why in look(table(2), draft=draft, claimed=claimed).claim] for claimed in (12, 14, 9)]
    assert said == [[], ["Your total differs by +2."], ["Your total differs by -3."]]


def test_a_count_breaks_off_a_round_that_was_begun_until_the_first_count():
    state = table(2)
    assert breaks_off(state) is None
    first = after(state, next(offers(state)))
    assert shown(breaks_off(first)) == "Round 1 is under way: a count ends the game."
    assert breaks_off(after(first, Count(0, held(gold=5)))) is None
    ended = revealed(state, *["income-1 income-2"] * 2)
    assert breaks_off(after(first, End())) is None
    second = replace(after(ended, Close()), lots=(None,) * 6)
    assert shown(breaks_off(second)) == "Round 2 is under way: a count ends the game."


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
    assert shown(said_given_up(state, left)) == "sword citizen (1 × sword)"
    assert given_up(state, Count(0, held(citizen("c8")))) is None
    assert given_up(state, Count(1, theirs)) is None
    assert shown(said_given_up(after(table(2), Count(1, held(card("m", "mill")))), Count(1, held()))) == "mill"


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
