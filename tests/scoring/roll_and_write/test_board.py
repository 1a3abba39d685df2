"""What a phone shows of a table of Roll & Write, and what is said after a move."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

import pytest

from scoring.core.game import Opens, ViewRequest
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import ARROW, COLOURS, HOUSE, UNKNOWN, VASE
from scoring.roll_and_write.rule_texts import ACTIVE_FIRST, DICE_LEFT, NEVER_FALL, THROW_FIRST
from scoring.roll_and_write.rules import apply, combinations, dice_left, next_columns, options, to_act, written
from scoring.roll_and_write.score import position, score
from scoring.roll_and_write.sheets import Column, Sheet
from scoring.roll_and_write.view import board as views
from scoring.roll_and_write.view.board import selection
from scoring.roll_and_write.view.shared_pad import PAD
from scoring.roll_and_write.view.words import tell
from tests.english import english
from tests.scoring.roll_and_write.table import alone, random_game, sheet, table, thrown

# The board


def board(state, selection=None, seat=None, own=()):
    """The board of a page."""
    return views.board(state, ViewRequest(selection or {}, seat, seats=frozenset(own)))


def choosing(seed, pad=HOUSE):
    """The states of a random game in which somebody chooses."""
    return [state for state in random_game(seed, 3, pad)[2] if state.pending]


def offered(state, seat):
    """Every choice that a page makes of the data of a sheet and the dice left: a number, a colour, a chain."""
    numbers, colours = dice_left(state)
    reaches = dict(zip(COLOURS, board(state).reaches(seat), strict=True))
    for colour, number in sorted({*product(colours, numbers)}):
        reach = reaches[colour]
        for fit in reach.fits:
            if fit.digit == number:
                chains = chained(reaches, colour) if fit.box else [()]
                yield from (Choose(seat, number, colour, chain, fit.double) for chain in chains)


def chained(reaches, colour):
    """The chains after a number in this column, the empty one first: an arrow leads on, whatever else ends it."""
    ahead = {of: reach.ahead for of, reach in reaches.items()}

    def after(ahead, of):
        yield ()
        if ahead[of][0] == "a":
            rest = {**ahead, of: ahead[of][1:]}
            for column in (column for column in COLOURS if rest[column]):
                yield from ((column, *more) for more in after(rest, column))

    return after(ahead, colour)


FEW = 3_000


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("pad", "zero_opens"), [(HOUSE, False), (None, False), (HOUSE, True)])
def test_dice_and_the_data_of_a_sheet_make_exactly_what_the_rules_accept(seed, pad, zero_opens):
    compared = 0
    for state in choosing(seed, pad)[::5]:
        state = replace(state, setup=replace(state.setup, zero_opens=zero_opens))
        for seat in to_act(state):
            accepted = [move for move in islice(options(state, seat), FEW) if isinstance(move, Choose)]
            found = list(islice(offered(state, seat), FEW))
            if len(accepted) < FEW - 1:
                compared += 1
                assert sorted(found) == sorted(accepted)
    assert compared > 5


@pytest.mark.parametrize("seed", range(4))
def test_what_an_arrow_writes_is_what_the_page_shows(seed):
    for state in choosing(seed)[::7]:
        seat = min(to_act(state))
        reaches = dict(zip(COLOURS, board(state).reaches(seat), strict=True))
        for choose in combinations(state, seat):
            for colour in next_columns(state, choose):
                mark = written(state, Choose(*choose[:3], (colour,), choose.double))[-1]
                step = colour == choose.colour
                assert mark.box == reaches[colour].box + step
                if not mark.is_top:
                    assert str(mark.number) == (str(choose.number or 10) if step else reaches[colour].again)


def lit(state, seat):
    """The choices in lit boxes, each with the control that says it."""
    for colour, reach in zip(COLOURS, board(state).reaches(seat), strict=True):
        for fit in reach.fits:
            if {str(fit.digit), colour} <= set(board(state).choosing(seat).dice):
                yield Choose(seat, fit.digit, colour, (), fit.double), fit


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("pad", [HOUSE, None])
def test_the_numbers_in_lit_boxes_are_the_combinations_that_fit(seed, pad):
    for state in choosing(seed, pad)[::7]:
        for seat in state.seats:
            choosing_now = board(state).choosing(seat)
            assert (choosing_now is not None) == (seat in to_act(state))
            if choosing_now is None:
                continue
            choices = dict(lit(state, seat))
            assert sorted(choices) == sorted(combinations(state, seat))
            assert choosing_now.fits == bool(choices)
            assert all(fit.box == written(state, move)[0].box for move, fit in choices.items())


@pytest.mark.parametrize("seed", range(6))
def test_the_total_before_a_choice_is_said_is_the_total_after_it(seed):
    for state in choosing(seed)[::5]:
        for seat in to_act(state):
            choosing_now = board(state).choosing(seat)
            assert choosing_now.total == score(position(state)).players[seat].total
            for move, after in [
                *((move, choosing_now.total + fit.change) for move, fit in lit(state, seat)),
                (Refuse(seat), choosing_now.after),
            ]:
                assert after == score(position(apply(state, move))).players[seat].total


def test_nobody_is_offered_a_choice_between_throws_or_before_the_active_player_has_chosen():
    for state, seat in ((table(), 0), (thrown(table()), 1)):
        assert [*options(state, seat)] == [*combinations(state, seat)] == []


def test_a_column_says_in_one_sentence_a_rule_why_the_dice_do_not_go_there():
    def why(state, seat, colour):
        return [(rule, english(said)) for rule, said in dict(board(state).why_not(seat))[colour]]

    assert why(table(), 0, "red") == [(THROW_FIRST, "Nobody has thrown the dice yet.")]
    state = thrown(table(sheet(red=[5]), sheet(red=[9], blue=[8])), (0, 4, 7), ("red", "red", "blue"))
    assert why(state, 0, "blue") == []
    assert why(state, 0, "green") == [(DICE_LEFT, "None of the dice shows green.")]
    falls = "4 cannot go in red: the last number there is 5, and numbers never fall."
    assert why(state, 0, "red") == [(NEVER_FALL, falls)]  # 7 fits, and 0 counts as 10
    assert why(state, 1, "red") == [(ACTIVE_FIRST, "Ana threw, and chooses or refuses first.")]
    state = apply(state, Choose(0, 0, "blue"))
    falls = "4, 7 cannot go in red: the last number there is 9, and numbers never fall."
    assert why(state, 1, "red") == [(NEVER_FALL, falls)]
    assert why(state, 1, "blue") == [(DICE_LEFT, "None of the dice left shows blue.")]


def test_an_unknown_box_may_lead_on_once_it_is_told():
    state = alone(Sheet(), (4, "red"), pad=UNKNOWN.learn("red", 2, "vase"))
    assert board(state).reaches(0)[0].ahead == "uv"
    assert board(state).reaches(0)[1].ahead == "u" * 9 + "t"


def test_a_column_says_what_it_holds():
    state = table(sheet(red=Column(double=True, numbers=(3, 4)), blue=[5]), Sheet())
    said = [english(column.said) for column in board(state).sheet(0).columns]
    assert said[0] == "Red: 3, 4, ×2 box ticked, arrow in boxes 3, 6, vase in boxes 5, 8"
    assert said[4] == "Blue: 5, ×2 box not ticked, arrow in boxes 3, 7, vase in boxes 6, 9"
    assert said[5] == "Violet: no number yet, arrow in boxes 4, 6, vase in boxes 2, 8"


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
    shown = board(table(own, Sheet(), crossed=frozenset(crossed))).sheet(0)
    assert shown.columns[0].bridge == bridge


def test_a_bridge_crossed_in_this_turn_is_first_so_far():
    state = apply(alone(sheet(dice=6), (4, "red")), Refuse(0))
    shown = board(state)
    assert shown.sheet(0).columns[-1].bridge == "first"
    assert [english(said) for said in shown.crossings] == ["The dice-symbol bridge, first so far: Ana."]
    assert shown.bridges_left == 7


def test_a_sheet_told_by_its_levels_is_drawn_without_numbers():
    shown = board(table(sheet(red=Column(told=3)), Sheet())).sheet(0)
    cells = [(cell.state, cell.number) for cell in shown.columns[0].cells[:4]]
    assert cells == [("filled", None)] * 3 + [("free", None)]


def test_whose_sheet_is_shown_first():
    state = apply(thrown(table(Sheet(), Sheet(), Sheet())), Refuse(0))
    assert board(state, own={0, 1, 2}).shown == 1
    assert board(state, own={2}).shown == 2
    assert board(state, own={0}).shown == 0
    assert board(state).shown == 1
    assert board(state, seat=2, own={0, 1, 2}).shown == 2
    assert board(state, seat=0, own={0, 1, 2}).shown == 1


def test_the_dice_that_the_active_player_took_are_marked():
    state = apply(alone(Sheet(), (4, "red"), (4, "blue"), (7, "red")), Choose(0, 4, "red"))
    assert [die.taken for die in board(state).dice] == [True, False, False, True, False, False]


def test_a_throw_to_be_said_otherwise_is_composed_already():
    state = table(Sheet(), Sheet())
    assert board(state).composed == ("",) * 6
    wrong = Roll(1, (0, 4, 7), ("red", "red", "blue"))
    said = board(state, selection(wrong))
    assert (said.said["thrower"], said.composed) == ("1", ("0", "4", "7", "red", "red", "blue"))
    assert board(thrown(state)).composed == ("0", "4", "7", "red", "red", "blue")


def test_a_choice_to_be_said_otherwise_names_its_control():
    chosen = Choose(0, 4, "red", ("blue",))
    said = [views.chosen(move.number, move.colour, move.double) for move, _fit in lit(alone(Sheet(), (4, "red")), 0)]
    assert selection(chosen)["choice"] in said


def test_a_pad_grows_with_what_a_table_has_told_once_the_turn_is_complete():
    told = UNKNOWN.learn("red", 1, "arrow")
    state = table(Sheet(), Sheet(), pad=told)
    assert PAD.grown(UNKNOWN, state).kind("red", 1) == "arrow"
    assert PAD.grown(UNKNOWN, thrown(state)) == UNKNOWN
    assert PAD.grown(UNKNOWN.learn("red", 1, "vase"), state).kind("red", 1) == "vase"


TOLD = apply(table(pad=UNKNOWN), Learn("red", 1, ARROW))


@pytest.mark.parametrize("after", [table(pad=UNKNOWN), apply(table(pad=UNKNOWN), Learn("red", 1, VASE))])
def test_what_a_table_has_told_and_says_otherwise_is_mended_on_the_pad_it_shares(after):
    shared = PAD.grown(UNKNOWN, TOLD)
    assert PAD.mended(shared, TOLD, after).kind("red", 1) == after.pad.kind("red", 1)
    assert PAD.mended(shared, TOLD, TOLD) == shared


def test_what_others_have_told_of_a_pad_stays():
    after = table(pad=UNKNOWN)
    assert PAD.mended(UNKNOWN.learn("red", 1, VASE), TOLD, after).kind("red", 1) == VASE
    known = table(pad=UNKNOWN.learn("red", 1, ARROW))
    assert PAD.mended(known.pad, known, after).kind("red", 1) == ARROW


# What is said


FULL = Column(numbers=(1,) * 9)


def told(state, move):
    return [english(said) for said in tell(state, move)]


@pytest.mark.parametrize(
    ("own", "choose", "sentences"),
    [
        (sheet(green=[5]), Choose(0, 5, "green"), ["Ana writes 5 in green."]),
        (sheet(green=[5]), Choose(0, 0, "green"), ["Ana writes 10 in green."]),
        (Sheet(), Choose(0, 0, "red"), ["Ana ticks the red ×2 box."]),
        (sheet(red=[1, 2], blue=[3]), Choose(0, 3, "red", ("blue",)),
         ["Ana writes 3 in red.", "Ana follows the arrow: 3 in blue."]),
        (sheet(red=[1, 2], blue=Column(told=1)), Choose(0, 3, "red", ("blue",)),
         ["Ana writes 3 in red.", "Ana follows the arrow into blue."]),
        (sheet(green=[1, 1], artifacts=3), Choose(0, 1, "green"),
         ["Ana writes 1 in green.", "Ana hatches an artefact: 4 artefacts."]),
        (sheet(green=FULL), Choose(0, 1, "green"),
         ["Ana ticks the artefact at the top of the green column.", "Ana hatches an artefact: 1 artefact."]),
        (sheet(red=[1] * 6), Choose(0, 1, "red"),
         ["Ana writes 1 in red.", "Ana crosses the red bridge: first so far."]),
    ],
)  # fmt: skip
def test_a_choice_is_told_mark_by_mark(own, choose, sentences):
    assert told(alone(own, (choose.number, choose.colour)), choose) == sentences


def test_a_bridge_crossed_too_late_is_told():
    state = thrown(table(sheet(red=[1] * 6), Sheet(), crossed=frozenset({"red"})))
    assert told(state, Choose(0, 4, "red"))[1:] == ["Ana crosses the red bridge too late: it stays empty."]


def test_refusals_are_told():
    def refusal(dice):
        return told(thrown(table(sheet(dice=dice), Sheet())), Refuse(0))

    assert refusal(0) == ["Ana refuses: 1 dice symbol."]
    assert refusal(2) == ["Ana refuses: 3 dice symbols."]
    assert refusal(6) == ["Ana refuses: 7 dice symbols.", "Ana crosses the dice-symbol bridge: first so far."]
    assert refusal(8) == ["Ana refuses for the ninth time and is exhausted: the dice-symbol column is worth 0."]
    assert refusal(9) == ["Ana refuses; all nine dice symbols are already hatched."]


def test_what_is_learnt_is_told_with_the_artifacts_that_it_brings():
    state = apply(thrown(table(pad=UNKNOWN)), Choose(0, 4, "red"))
    assert told(state, Learn("red", 1, "plain")) == ["Red, box 1: nothing is printed there."]
    assert told(state, Learn("red", 1, "arrow")) == ["Red, box 1: an arrow is printed there."]
    assert told(state, Learn("red", 1, "vase")) == [
        "Red, box 1: a vase is printed there.",
        "Ana hatches an artefact: 1 artefact.",
    ]


def test_a_throw_a_wish_for_turn_order_and_a_count_are_told():
    assert told(table(), Roll(1, (0, 4, 7), ("red", "red", "blue"))) == ["Ben throws 0, 4, 7; red, red, blue."]
    assert told(table(), Count(1, sheet(red=[1], bridges=()))) == ["Ben has counted their sheet."]
    assert told(table(), TurnOrder(1)) == ["Ben asks that everybody choose in turn order, for one throw."]
    assert told(table(), TurnOrder(0, lasting=True)) == ["Ana asks that everybody choose in turn order from now on."]


def test_a_turn_begins_with_its_throw_and_a_count_outside_one_is_a_turn_of_its_own():
    state = thrown(table())
    assert GAME.turns.opens(table(), Roll(0, (0, 4, 7), ("red", "red", "blue"))) is Opens.TURN
    for move in (Choose(0, 4, "red"), Refuse(0), Learn("red", 1, "plain"), TurnOrder(0), Count(0, Sheet())):
        assert GAME.turns.opens(state, move) is Opens.NOTHING
    assert GAME.turns.opens(table(), Count(0, Sheet())) is Opens.TURN


def test_the_end_is_told_with_its_reason():
    state = apply(table(), Count(0, Sheet()))
    assert told(state, Count(1, Sheet()))[-1] == "The game is over: everybody has counted."
    state = apply(thrown(table(sheet(dice=9), sheet(dice=8))), Refuse(0))
    assert told(state, Refuse(1))[-1] == "The game is over: all players are exhausted."


def test_values_print_themselves():
    assert str(Choose(0, 4, "red", ("blue", "blue"))) == "chooses red 4, then blue, then blue"
    assert str(Choose(0, 0, "red", double=True)) == "chooses red 0 for the double box"
    assert repr(Refuse(1)) == "Refuse(seat=1)"
    assert str(Roll(0, (0, 4, 7), ("red", "red", "blue"))) == "throws 0 4 7 red red blue"
    assert str(Learn("red", 1, "vase")) == "red box 1 is vase"
    assert str(Column(double=True, numbers=(1, 4), top=True)) == "x2 1 4 top"
    assert str(Count(0, sheet(red=[4], blue=Column(told=3)))).startswith("counts red 4, blue 3 boxes; 0 artefacts")
