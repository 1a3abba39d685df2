"""A count of Lost Cities: what it sets, what a phone shows while it is entered, and a total computed by hand."""

import pytest

from scoring.core.game import ViewRequest
from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Count, Draw, Expedition, Start
from scoring.lost_cities.rules import decides_for_all, options, to_act
from scoring.lost_cities.rules import position as position_of
from scoring.lost_cities.score import audit, running_totals, score
from scoring.lost_cities.view.count import breaks_off, counting, explain_claim, given_up, said_given_up, with_counts
from tests.english import english
from tests.scoring.lost_cities.table import (
    ANA,
    BEN,
    after,
    begun,
    count,
    discard,
    discards,
    ended,
    holding,
    lay,
    lays,
    nearly_over,
    opened,
    position,
    refused,
)
from tests.scoring.lost_cities.test_score import IMPOSSIBLE, POSSIBLE

# Counting


def test_a_count_decides_for_both_while_a_round_goes_on_and_only_the_first():
    """Between rounds it is refused, and decides nothing: the refusal needs no phone that has seen the latest."""
    counting = after(begun(), count(ANA, red=[8]))
    between = after(counting, count(BEN, blue=[10]))
    assert [decides_for_all(state, count(BEN, blue=[10])) for state in (begun(), counting, between)] == [
        True,
        False,
        False,
    ]


def test_after_both_counts_the_round_is_over_whoever_counts_first():
    state = after(begun(), count(ANA, red=[8, "wager", 4]))
    assert (len(state.over), to_act(state)) == (0, {BEN})
    state = after(state, count(BEN, blue=[10]))
    assert state.over == (({"red": Expedition(1, (4, 8))}, {"blue": Expedition(0, (10,))}),)
    assert to_act(state) == {ANA, BEN}
    assert after(begun(), count(BEN), count(ANA, red=[2])).over == (({"red": Expedition(0, (2,))}, {}),)


def test_a_game_can_be_counted_from_its_first_round_to_its_last():
    state = opened(rounds=3)
    for starter in (ANA, BEN, ANA):
        state = after(state, Start(starter), count(ANA, red=[10, 9, 8]), count(BEN, red=["wager"]))
    assert state.finished
    assert running_totals(position_of(state)) == (21, -120)


def test_a_count_replaces_what_was_followed():
    state = after(begun(), lays(ANA, "red-7"), lays(BEN, "blue-2"), lay(ANA, "red-9"))
    state = after(state, count(ANA, red=[7], green=[3]), count(BEN, yellow=[4]))
    assert state.over == (
        ({"red": Expedition(0, (7,)), "green": Expedition(0, (3,))}, {"yellow": Expedition(0, (4,))}),
    )


def test_a_card_followed_before_the_other_player_or_in_a_pile_may_be_counted():
    """Where the round lost track only the two counts are held against each other."""
    assert refused(after(begun(), lays(ANA, "red-7")), count(BEN, red=[7])) is None
    assert refused(after(begun(), discards(ANA, "red-7")), count(ANA, red=[7])) is None


def test_a_count_may_come_between_a_card_and_its_draw():
    state = after(begun(), lay(ANA, "red-7"), count(BEN), count(ANA, red=[7]))
    assert len(state.over) == 1


def test_a_player_may_count_again_until_the_other_has_counted():
    state = after(begun(), count(ANA, red=[7]), count(ANA, red=[8]), count(BEN, red=[7]))
    assert state.over == (({"red": Expedition(0, (8,))}, {"red": Expedition(0, (7,))}),)


@pytest.mark.parametrize(("setup", "rule", "mine", "theirs", "_where", "why"), IMPOSSIBLE)
def test_a_count_that_cannot_lie_beside_the_other_is_refused_and_changes_nothing(
    setup, rule, mine, theirs, _where, why
):
    state = after(begun(**setup), count(ANA, **mine))
    assert refused(state, count(BEN, **theirs)) == (f"lost-cities/{rule}", why)
    assert after(state, count(BEN, green=[8])).over == ((holding(**mine), holding(green=[8])),)


@pytest.mark.parametrize(("setup", "mine", "theirs"), POSSIBLE)
def test_a_count_that_can_lie_beside_the_other_passes_the_audit(setup, mine, theirs):
    state = after(begun(**setup), count(ANA, **mine), count(BEN, **theirs))
    assert list(audit(position_of(state))) == []


def test_a_round_just_before_its_end_can_be_counted():
    assert refused(nearly_over(begun()), count(ANA, red=[7])) is None


@pytest.mark.parametrize("move", [lay(BEN, "red-8"), discard(ANA, "red-8"), Draw(ANA, "deck")])
def test_play_is_closed_after_one_count(move):
    state = after(begun(), count(ANA, red=[7]))
    assert refused(state, move) == ("lost-cities/being-counted", "Ana has counted: now the other player counts.")
    assert list(options(state, move.seat)) == []


def test_counts_are_entered_and_never_listed_as_options():
    assert {type(move) for move in options(begun(), ANA)}.isdisjoint(GAME.entered)


def test_of_a_round_of_which_only_the_total_is_known_there_is_one_line():
    state = after(begun(), Count(ANA, (), 45), Count(BEN, (("red", Expedition(0, (9,))),)))
    first, second = score(position_of(state)).players
    assert [(line.code, line.of, line.round, line.points) for line in first.lines] == [("typed", None, 1, 45)]
    assert (len(second.lines), second.total) == (5, -11)


# On the phone


def look(state, seat=ANA, draft=None, claimed=None):
    return counting(state, seat, draft, ViewRequest(claimed=claimed))


def ticked(shown, colour="red"):
    row = next(row for row in shown.every if row.colour == colour)
    return [tick.card.number or "wager" for tick in row.ticks if tick.ticked]


def held(shown, colour="red"):
    """What the other player has counted of a colour, as it is said."""
    row = next(row for row in shown.every if row.colour == colour)
    return [english(tick.said) for tick in row.ticks if tick.held]


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
    assert [english(why) for why in five.problems] == ["Purple is not in this game of 5 colours."]
    assert six.problems == ()


@pytest.mark.parametrize(("seat", "who"), [(ANA, "Ben"), (BEN, "Ana")])
def test_a_card_that_the_other_has_counted_is_a_problem_for_either(seat, who):
    state = after(begun(), count(1 - seat, red=[7]))
    said = [english(why) for why in look(state, seat, count(seat, red=[7])).problems]
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
    assert english(said_given_up(state, left)) == "red wager, red 7"
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
        assert english(breaks_off(state)) == said
        assert breaks_off(after(state, count(ANA))) is None
    taken = after(begun(), discards(ANA, "red-7"), lays(BEN, "blue-2", "red"), lays(ANA, "white-3"))
    assert breaks_off(taken)
    assert breaks_off(ended(begun())) is None


def test_two_counts_on_one_page_lie_before_the_players_possible_or_not():
    state = with_counts(opened(), [count(BEN, red=[7]), count(ANA, red=[7])])
    assert state.round.laid == (holding(red=[7]), holding(red=[7]))
    assert state.round.counted == {ANA, BEN}
    assert with_counts(opened(), [count(BEN, red=[7])]).round.laid == ({}, {"red": Expedition(0, (7,))})


# Totals computed by hand


EIGHT = ["wager", "wager", 2, 3, 5, 7, 8, 10]


def answers(claimed, seat=ANA, **expeditions):
    table = position([holding(**expeditions), {}]) if seat == ANA else position([{}, holding(**expeditions)])
    return [english(sentence) for sentence in explain_claim(table, seat, claimed)]


def test_a_right_total_needs_no_word_and_a_wrong_one_is_answered_with_both_totals():
    assert answers(65, red=EIGHT) == answers(65, seat=BEN, red=EIGHT) == []
    for seat in (ANA, BEN):
        assert answers(64, seat=seat, red=EIGHT) == ["The cards add up to 65, not 64: the difference is 1."]
    assert len(answers(28, red=[8, 9, 10])) == 1, "no slip explains the difference"


@pytest.mark.parametrize(
    ("claimed", "cards", "slip"),
    [
        (27, [8, 9, 10], "In red, the cost of 20 was forgotten."),
        (54, ["wager", 8, 9, 10], "In red, the cost of 20 was forgotten."),
        ((15 + 20) * 3, EIGHT, "In red, the 8-card bonus of 20 was multiplied; it is added last."),
        (-5, ["wager", 7, 8], "In red, the loss was not multiplied by the wagers."),
        (-20, ["wager", "wager", "wager"], "In red, the loss was not multiplied by the wagers."),
        (27 * 2 - 20, ["wager", 8, 9, 10], "In red, the cost of 20 was subtracted after multiplying; it comes first."),
        (
            24 * 3 + 20,
            ["wager", "wager", "wager", 2, 3, 4, 5, 6, 7, 8, 9],
            "The multiplier is one too low in red: one wager means ×2, three mean ×4.",
        ),
        (45, EIGHT, "In red, the wagers were not counted towards the eight cards."),
        (24, [2, 3, 4, 5, 6, 7, 8, 9], "In red, the 8-card bonus of 20 was forgotten."),
    ],
)
def test_the_slip_that_explains_the_difference_is_named(claimed, cards, slip):
    assert slip in answers(claimed, red=cards)[1:]


def test_the_same_slip_in_every_expedition_is_named_once():
    assert answers(27 + 24, red=[8, 9, 10], blue=[7, 8, 9]) == [
        "The cards add up to 11, not 51: the difference is 40.",
        "In blue, red, the cost of 20 was forgotten.",
    ]


def test_a_slip_in_one_of_two_expeditions_is_named_with_its_colour():
    assert answers(65 + 15 + 3, red=EIGHT, blue=[6, 8, 9])[1:] == [
        "The multiplier is one too high in red: one wager means ×2, three mean ×4."
    ]


def test_eight_numbers_earn_the_bonus_without_wagers():
    """So nobody can have left the wagers out: the bonus itself was forgotten."""
    slips = answers(48, red=["wager", 2, 3, 4, 5, 6, 7, 8, 9])[1:]
    assert "In red, the 8-card bonus of 20 was forgotten." in slips
    assert "In red, the wagers were not counted towards the eight cards." not in slips


FORTY = {
    "yellow": ["wager", 2, 3, 4, 5, 6, 9],
    "blue": [2, 3, 4, 5, 6, 7, 8],
    "white": [4, 6, 7, 8, 9, 10],
    "red": ["wager", 2, 4],
}  # 18 + 15 + 24 - 28 = 29; green was never begun


@pytest.mark.parametrize(
    ("error", "slip"),
    [
        (-20, "The cost of 20 was charged for a colour never begun: green."),
        (20, "In yellow or blue, the 8-card bonus of 20 was given for 7 cards."),
        (9, "The multiplier is one too high in yellow: one wager means ×2, three mean ×4."),
        (56, "In red, the loss was counted as a gain."),
        (-24, "The whole expedition was left out: white."),
        (28, "The whole expedition was left out: red."),
        (-18, "One card was left out of the sum: yellow 9."),
    ],
)
def test_the_other_usual_slips_are_named_too(error, slip):
    assert slip in answers(29 + error, **FORTY)[1:]


def test_where_several_slips_explain_it_one_of_them_is_enough():
    assert answers(49, **FORTY)[1:] == [
        "One of these would explain it:",
        "In blue or white, the cost of 20 was forgotten.",
        "In yellow or blue, the 8-card bonus of 20 was given for 7 cards.",
        "In yellow or red, the cost of 20 was subtracted after multiplying; it comes first.",
    ]


def test_a_forgotten_bonus_comes_before_a_multiplier_that_is_too_low():
    slips = answers(80, red=["wager", "wager", "wager", 6, 7, 8, 9, 10])
    bonus = slips.index("In red, the wagers were not counted towards the eight cards.")
    assert bonus < slips.index("The multiplier is one too low in red: one wager means ×2, three mean ×4.")


def test_where_wagers_do_not_count_toward_the_eight_no_bonus_is_missed():
    table = position([holding(red=EIGHT), {}], edition="tilsit-1999", bonus_counts_wagers=False)
    assert explain_claim(table, ANA, 45) == ()
