"""What a phone shows of a count of Lost Cities that is being entered, and who gives up a card that another has."""

from __future__ import annotations

import pytest

from scoring.core.game import ViewRequest
from scoring.lost_cities.moves import Expedition, Start
from scoring.lost_cities.view.count import breaks_off, counting, given_up, said_given_up, with_counts
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    discards,
    ended,
    holding,
    lay,
    lays,
    opened,
    translate,
)


def look(state, seat=ANA, draft=None, claimed=None):
    return counting(state, seat, draft, ViewRequest(claimed=claimed))


def ticked(shown, colour="red"):
    row = next(row for row in shown.every if row.colour == colour)
    return [tick.card.number or "wager" for tick in row.ticks if tick.ticked]


def held(shown, colour="red"):
    """What the other player has counted of a colour, as it is said."""
    row = next(row for row in shown.every if row.colour == colour)
    return [translate(tick.said) for tick in row.ticks if tick.held]


def test_a_count_begins_with_what_was_followed_and_goes_on_with_its_own_draft_alone():
    state = after(begun(), lays(ANA, "red-wager"), lays(BEN, "red-9"), lays(ANA, "red-7"), lays(BEN, "blue-2"))
    assert ticked(look(state)) == ["wager", 7]
    mine, theirs = count(ANA, red=["wager", "wager", 3]), count(BEN, red=[4])
    assert ticked(look(state, draft=mine)) == ["wager", "wager", 3]
    assert ticked(look(state, draft=theirs)) == ["wager", 7]
    assert look(state, draft=mine).move == mine
    assert (look(state, draft=mine).cards, look(state, draft=mine).total) == (3, -51)


def test_after_the_last_round_a_count_shows_what_lay_there_and_before_the_first_nothing():
    assert ticked(look(opened())) == ticked(look(begun())) == []
    state = after(begun(), count(ANA, red=[5]), count(BEN, blue=[6]))
    assert (ticked(look(state)), ticked(look(state, BEN), "blue")) == ([5], [6])
    assert held(look(state, BEN)) == ["Red 5: Ana has it"]
    assert not look(state).open
    assert look(after(state, Start(BEN))).open


def test_what_the_other_has_counted_is_held_and_the_wagers_from_the_last():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "red-9"))
    assert held(look(state)) == []
    state = after(state, count(BEN, red=["wager", 9]))
    shown = look(state)
    assert held(shown) == ["Red wager: Ben has it", "Red 9: Ben has it"]
    assert [tick.held for tick in shown.every[4].ticks[:4]] == [False, False, True, False]
    assert held(look(state, BEN)) == []


def test_every_colour_is_there_to_be_chosen_and_only_those_of_the_game_count():
    draft = count(ANA, red=[10], purple=[10])
    five, six = look(begun(), draft=draft), look(begun(colours=6), draft=draft)
    assert (len(five.rows), len(five.every), five.total) == (5, 6, -10)
    assert (len(six.rows), len(six.every), six.total) == (6, 6, -20)
    assert [row.colour for row in six.rows if row.begun] == ["red", "purple"]
    assert [translate(why) for why in five.problems] == ["Purple is not in this game of 5 colours."]
    assert six.problems == ()


@pytest.mark.parametrize(("seat", "who"), [(ANA, "Ben"), (BEN, "Ana")])
def test_a_card_that_the_other_has_counted_is_a_problem_for_either(seat, who):
    state = after(begun(), count(1 - seat, red=[7]))
    said = [translate(why) for why in look(state, seat, count(seat, red=[7])).problems]
    assert said == ["Red 7 is in front of both Ana and Ben: there is only one."]
    assert held(look(state, seat)) == [f"Red 7: {who} has it"]


def test_a_claimed_total_is_explained_for_its_own_player():
    for seat in (ANA, BEN):
        draft = count(seat, red=[10])
        assert look(begun(), seat, draft).claim is None
        assert list(look(begun(), seat, draft, -10).claim) == []
        assert list(look(begun(), seat, draft, 10).claim)


def test_two_counts_side_by_side_show_each_card_once_and_the_wagers_from_both_ends():
    mine, theirs = count(ANA, red=["wager", 4]), count(BEN, red=["wager", "wager", 5])
    pairs = list(look(begun(), draft=mine).every[4].beside(look(begun(), BEN, theirs).every[4]))
    assert [(one.ticked, other.ticked) for one, other in pairs[:3]] == [(True, False), (False, True), (False, True)]
    assert [(one.card.number, other.card.number) for one, other in pairs[3:]] == [(n, n) for n in range(2, 11)]


# Cards that two have counted


def test_who_counted_first_gives_up_the_cards_of_the_other_and_no_more():
    state = after(begun(), count(BEN, red=["wager", "wager", 4, 7], blue=[5]))
    mine = count(ANA, red=["wager", "wager", 7])
    left = given_up(state, mine)
    assert left == count(BEN, red=["wager", 4], blue=[5])
    assert translate(said_given_up(state, left)) == "red wager, red 7"
    assert given_up(state, count(ANA, blue=[5])) == count(BEN, red=["wager", "wager", 4, 7])
    assert given_up(state, count(ANA, red=["wager", 8])) is None
    assert given_up(begun(), mine) is given_up(opened(), mine) is given_up(state, lay(ANA, "red-7")) is None
    assert given_up(after(begun(), count(BEN, red=[7]), count(ANA)), mine) is None


# What a count breaks off


def test_a_count_breaks_off_a_round_in_which_a_card_was_played_until_somebody_has_counted():
    assert breaks_off(opened()) is breaks_off(begun()) is None
    for moves in ((lay(ANA, "red-7"),), lays(ANA, "red-7"), discards(ANA, "red-7")):
        state = after(begun(), *moves)
        left = 43 if len(moves) == 2 else 44
        said = f"{left} cards are still in the draw pile: a count ends the round."
        assert translate(breaks_off(state)) == said
        assert breaks_off(after(state, count(ANA))) is None
    taken = after(begun(), discards(ANA, "red-7"), lays(BEN, "blue-2", "red"), lays(ANA, "white-3"))
    assert breaks_off(taken)
    assert breaks_off(ended(begun())) is None


def test_two_counts_on_one_page_lie_before_the_players_possible_or_not():
    state = with_counts(opened(), [count(BEN, red=[7]), count(ANA, red=[7])])
    assert state.round.laid == (holding(red=[7]), holding(red=[7]))
    assert state.round.counted == {ANA, BEN}
    assert with_counts(opened(), [count(BEN, red=[7])]).round.laid == ({}, {"red": Expedition(0, (7,))})
