"""What a phone shows: it offers exactly what the rules accept, and the totals it announces come true."""

from __future__ import annotations

import random

import pytest

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.roll_and_write.moves import Choose, Count, Refuse, Roll
from scoring.roll_and_write.pad import COLOURS, HOUSE, NOT_KNOWN, UNKNOWN
from scoring.roll_and_write.rules import apply, combinations, next_columns, to_act
from scoring.roll_and_write.score import position, score
from scoring.roll_and_write.sheets import Column, Sheet
from scoring.roll_and_write.view import board as views
from scoring.roll_and_write.view.count import counting
from scoring.roll_and_write.view.selection import LETTERS, Asked, read_asked
from scoring.roll_and_write.view.shared_pad import PAD
from tests.scoring.roll_and_write.table import alone, random_game, read, sheet, table, thrown


def board(state, selection):
    """The board of a page with this query."""
    return views.board(state, ViewRequest(selection))


def choosing(seed, pad=HOUSE):
    """The states of a random game in which somebody chooses."""
    return [state for state in random_game(seed, 3, pad)[2] if state.pending]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("pad", [HOUSE, None])
def test_the_lit_columns_are_those_that_the_dice_fit(seed, pad):
    for state in choosing(seed, pad)[::7]:
        for seat in state.seats:
            shown = board(state, {"sheet": str(seat)}).shown({seat})
            fitting = {choose.colour for choose in combinations(state, seat)}
            assert {column.of for column in shown.sheet.columns if column.lit} == fitting
            assert shown.fits == bool(fitting)


@pytest.mark.parametrize("seed", range(6))
def test_the_total_before_a_choice_is_confirmed_is_the_total_after_it(seed):
    rng = random.Random(seed)
    for state in choosing(seed)[::5]:
        seat = rng.choice(sorted(to_act(state)))
        for choose in combinations(state, seat):
            asked = {"acting": str(seat), "number": str(choose.number), "colour": choose.colour}
            while columns := next_columns(state, choose):
                choose = Choose(seat, choose.number, choose.colour, (*choose.accelerate, rng.choice(columns)))
            chain = "".join(LETTERS[colour] for colour in choose.accelerate)
            draft = board(state, {**asked, "chain": chain}).shown({seat}).draft
            assert draft is not None
            assert draft.choice.move == choose
            assert draft.choice.after == score(position(apply(state, choose))).players[seat].total


@pytest.mark.parametrize("seed", range(4))
def test_a_column_that_is_not_lit_has_a_reason(seed):
    for state in choosing(seed)[::7]:
        seat = min(to_act(state))
        for column in board(state, {}).shown({seat}).sheet.columns[: len(COLOURS)]:
            shown = board(state, {"acting": str(seat), "colour": column.of}).shown({seat})
            assert bool(shown.why) != column.lit
            assert bool(shown.rules) == bool(shown.why)


def test_a_mark_being_made_is_drawn_new_and_the_box_after_an_arrow_is_lit():
    state = alone(sheet(yellow=[3]), (5, "yellow"))
    shown = board(state, {"acting": "0", "number": "5", "colour": "yellow"}).shown({0})
    yellow = shown.sheet.columns[COLOURS.index("yellow")]
    assert [cell.state for cell in yellow.cells[:3]] == ["filled", "new", "free"]
    assert (yellow.cells[2].lit, yellow.cells[2].fits) == (True, (5,))
    assert {column.of for column in shown.sheet.columns if column.lit} == set(COLOURS)


def test_an_unknown_box_is_asked_about():
    shown = board(alone(Sheet(), (4, "red"), pad=UNKNOWN), {"acting": "0", "number": "4", "colour": "red"}).shown({0})
    assert shown.draft is not None
    assert shown.draft.telling is not None
    assert (shown.draft.telling.colour, shown.draft.telling.box) == ("red", 1)
    assert not any(column.lit for column in shown.sheet.columns)


@pytest.mark.parametrize(
    ("own", "crossed", "bridge"),
    [
        (sheet(red=[1] * 6), (), "free"),
        (sheet(red=[1] * 6), ("red",), "gone"),
        (sheet(red=[1] * 7, bridges=("red",)), ("red",), "circled"),
        (sheet(red=[1] * 7), ("red",), "struck"),
    ],
)
def test_a_bridge_is_drawn_as_it_stands(own, crossed, bridge):
    shown = board(table(own, Sheet(), crossed=frozenset(crossed)), {}).shown({0})
    assert shown.sheet.columns[0].bridge == bridge


def test_a_bridge_crossed_in_this_turn_is_first_so_far():
    state = apply(alone(sheet(dice=6), (4, "red")), Refuse(0))
    shown = board(state, {})
    assert shown.shown({0}).sheet.columns[-1].bridge == "first"
    assert [read(said) for said in shown.crossings] == ["The refusal bridge, first so far: Ana."]
    assert shown.bridges_left == 7


def test_a_sheet_told_by_its_levels_is_drawn_without_numbers():
    shown = board(table(sheet(red=Column(told=3)), Sheet()), {}).shown({0})
    assert [(cell.state, cell.number) for cell in shown.sheet.columns[0].cells[:4]] == [
        ("filled", None),
        ("filled", None),
        ("filled", None),
        ("free", None),
    ]


def test_whose_sheet_is_shown():
    state = apply(thrown(table(Sheet(), Sheet(), Sheet())), Refuse(0))
    assert board(state, {}).seat({0, 1, 2}) == 1
    assert board(state, {}).seat({2}) == 2
    assert board(state, {}).seat({0}) == 0
    assert board(state, {}).seat(()) == 1
    assert board(state, {"sheet": "0"}).seat({2}) == 0
    assert board(state, {"acting": "2"}).seat({0, 1, 2}) == 2
    assert board(state, {"acting": "0"}).seat({0, 1, 2}) == 1


def test_the_dice_of_a_throw_that_is_made_are_forgotten():
    state = table(Sheet(), Sheet())
    assert board(state, {"dice": "047rrb", "by": "0"}).entry({0}).move == Roll(0, (0, 4, 7), ("red", "red", "blue"))
    state = apply(apply(thrown(state), Refuse(0)), Refuse(1))
    assert board(state, {"dice": "047rrb", "by": "0"}).entry({0, 1}).numbers == ()
    assert board(state, {"dice": "04", "by": "1"}).entry({0, 1}).move is None
    assert board(state, {}).entry({0}) is None


@pytest.mark.parametrize("typed", ["", "x", "²", "-1", "10", "5"])
def test_a_seat_that_is_none_is_not_asked(typed):
    assert read_asked({"sheet": typed, "acting": typed, "by": typed}, 5) == Asked()


def test_a_query_is_read_back_as_it_was_written():
    asked = Asked(acting=1, number=0, colour="violet", double=True, chain=("red", "green"))
    pairs = dict(pair.split("=") for pair in asked.query[1:].split("&"))
    assert read_asked(pairs, 3) == asked


def test_a_count_names_what_is_impossible_and_what_must_wait():
    state = table(Sheet(), Sheet())
    found = counting(state, 0, Count(0, sheet(red=Column(told=7), dice=9)), ViewRequest())
    assert [read(why) for why in found.waiting] == [
        "The red bridge was crossed, but nobody circled it. Still to count: Ben.",
        "The refusal bridge was crossed, but nobody circled it. Still to count: Ben.",
    ]
    assert found.problems == ()
    state = apply(state, Count(1, Sheet()))
    found = counting(state, 0, Count(0, sheet(red=Column(told=7))), ViewRequest(claimed=50))
    assert [read(why) for why in found.among] == ["Ana: The red bridge was crossed, but nobody circled it."]
    assert found.total == 30
    assert found.claim


def test_a_count_that_is_refused_has_a_problem():
    state = table(Sheet(), Sheet())
    wrong = Count(0, sheet(bridges=("red",)))
    assert counting(state, 0, wrong, ViewRequest()).problems
    with pytest.raises(Illegal):
        apply(state, wrong)


def test_a_pad_grows_with_what_a_table_has_told_once_the_turn_is_complete():
    told = UNKNOWN.learn("red", 1, "arrow")
    state = table(Sheet(), Sheet(), pad=told)
    assert PAD.grown(UNKNOWN, state).kind("red", 1) == "arrow"
    assert PAD.grown(UNKNOWN, thrown(state)) == UNKNOWN
    assert PAD.grown(UNKNOWN.learn("red", 1, "vase"), state).kind("red", 1) == "vase"


def test_four_taps_go_round():
    pad = UNKNOWN
    for _ in range(4):
        pad = PAD.change(pad, {"box": "green-9"})
    assert pad.kind("green", 9) == NOT_KNOWN
