"""A sheet as a phone draws it, what may be written in its boxes, and who has come first across a bridge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.core.game import ViewRequest
from scoring.core.rule import Malformed
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, TurnOrder
from scoring.roll_and_write.pad import HOUSE, NOT_KNOWN, PLAIN, UNKNOWN
from scoring.roll_and_write.rules import apply
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, Column, Sheet
from scoring.roll_and_write.view.board import board as board_of
from scoring.roll_and_write.view.board import selection
from scoring.roll_and_write.view.shared_pad import PAD
from tests.english import english
from tests.scoring.roll_and_write.table import alone, sheet, table, thrown

SIX = [1] * 6


def board(state, said=None, own=()):
    return board_of(state, ViewRequest(said or {}, seats=frozenset(own)))


def column(own, of, **settings):
    columns = board(table(own, Sheet(), **settings)).sheet(0).columns
    return next(column for column in columns if column.of == of)


# A sheet


def test_every_column_has_a_shape_of_its_own():
    columns = board(table()).sheet(0).columns
    assert [drawn.of for drawn in columns] == [*BRIDGED]
    symbols = "rw-heart rw-circle rw-square rw-triangle rw-cross rw-star rw-vase rw-die"
    assert [drawn.shape for drawn in columns] == symbols.split()
    assert board(table()).sheet(0).scale == (-20, -15, -10, 5, 10, 15, 30, 35, 50)


def test_a_column_is_drawn_box_by_box_with_its_double_box_and_its_top():
    drawn = column(sheet(red=Column(double=True, numbers=(3, 4), top=True)), "red")
    cells = [(cell.box, cell.state, cell.number) for cell in drawn.cells[:3]]
    assert cells == [(1, "filled", 3), (2, "filled", 4), (3, "free", None)]
    assert (drawn.double.box, drawn.double.state, drawn.top.box, drawn.top.state) == (0, "filled", 10, "filled")
    assert [cell.kind for cell in drawn.cells] == [*HOUSE.columns[0]]
    assert (drawn.points, english(drawn.worth)) == (-30, "−30 points")
    assert column(sheet(red=[3]), "red").double.state == "struck"
    assert english(column(sheet(red=Column(told=1)), "red").said).startswith("Red: 1 box filled, ×2 box not ticked")
    topped = column(sheet(red=Column(numbers=(1,) * 9, top=True)), "red")
    assert english(topped.said).endswith("artefact at the top ticked")


def test_the_columns_and_the_bridges_add_up_to_the_total():
    own = sheet(artifacts=3, bridges=("red", "blue"), red=[1] * 8, blue=[2] * 7, green=Column(double=True))
    shown = board(table(own, Sheet()))
    drawn = shown.sheet(0)
    assert drawn.bridges == 40
    assert sum(column.points for column in drawn.columns) + drawn.bridges == shown.players[0].total
    assert shown.sheet(1).bridges == 0


def test_only_a_column_in_which_something_is_filled_is_begun():
    begun = [column(own, "red").begun for own in (Sheet(), sheet(red=[3]), sheet(red=Column(double=True)))]
    assert begun == [False, True, True]


def test_artefacts_and_dice_symbols_are_drawn_with_the_points_beside_their_boxes():
    artefacts, dice = (column(sheet(artifacts=4, dice=1), of) for of in (ARTIFACTS, DICE))
    assert [cell.number for cell in artefacts.cells] == [-40, -30, -20, 10, 20, 30, 60, 70, 100]
    assert [cell.number for cell in dice.cells] == [-40, -30, -20, 10, 20, 30, 60, 70, 0]
    assert [cell.state for cell in artefacts.cells[2:6]] == ["filled", "filled", "free", "free"]
    assert (artefacts.points, dice.points) == (10, -40)
    assert (english(artefacts.said), english(dice.said)) == ("4 artefacts", "1 dice symbol")


def test_a_box_is_there_once_it_is_filled():
    state = table(sheet(red=Column(double=True, numbers=(3,))), sheet(dice=2))
    there = ("0-red-0", "0-red-1", "1-dice-2")
    absent = ("0-red-2", "0-blue-1", "1-dice-3", "1-red-1", "2-red-1", "0-pink-1", "red-1", "")
    assert all(GAME.corrections.present(state, what) for what in there)
    assert not any(GAME.corrections.present(state, what) for what in absent)


def test_an_arrow_into_a_column_writes_its_last_number_again_and_an_arrow_there_leads_on():
    reaches = [board(table(sheet(red=[4] * level), Sheet())).reaches(0)[0] for level in (0, 1, 2, 4, 9)]
    assert [reach.again for reach in reaches] == ["1", "4", "4", "4", "4"]
    assert [reach.ahead for reach in reaches] == ["p", "p", "ap", "v", "t"]
    assert [reach.box for reach in reaches] == [1, 2, 3, 5, 10]
    assert board(table(sheet(red=Column(told=2)), Sheet())).reaches(0)[0].again == ""


def fits(own, **settings):
    """Of the red column: what each digit writes there, as it is said."""
    red = board(table(own, Sheet(), **settings)).reaches(0)[0]
    return {(fit.digit, fit.double): (fit.shows, english(fit.label), fit.change) for fit in red.fits}


def test_each_digit_says_what_it_writes_and_what_that_changes():
    empty = fits(Sheet())
    assert empty[0, False] == ("×2", "Tick the red ×2 box", -100)
    assert empty[4, False] == ("4", "Write 4 in red", -20)
    later = fits(sheet(red=[8]))
    assert [*later] == [(0, False), (8, False), (9, False)]
    assert later[0, False] == ("10", "Write 10 in red", 5)
    assert [digit for digit, _double in fits(sheet(red=Column(told=1)))] == [*range(10)]
    top = fits(sheet(red=[1] * 9))
    assert top[4, False][1] == "Tick the artefact at the top of the red column"
    both = fits(Sheet(), zero_opens=True)
    assert (both[0, False][:2], both[0, True][:2]) == (("10", "Write 10 in red"), ("×2", "Tick the red ×2 box"))


# The table


def players(state):
    return [(player.acting, player.owes) for player in board(state).players]


def test_who_threw_and_who_is_to_choose_is_marked_and_before_the_first_throw_nobody():
    assert (board(table()).thrower, players(table())) == (None, [(False, False)] * 2)
    state = thrown(table(Sheet(), Sheet(), Sheet()))
    assert (board(state).thrower, players(state)) == (0, [(True, True), (False, True), (False, True)])
    assert players(apply(state, Refuse(0))) == [(False, False), (True, True), (True, True)]
    assert board(apply(apply(apply(state, Refuse(0)), Refuse(1)), Refuse(2))).thrower == 1


def test_the_seats_of_a_device_go_clockwise_from_the_thrower():
    state = apply(thrown(table(Sheet(), Sheet(), Sheet())), Refuse(0))
    state = thrown(apply(apply(state, Refuse(1)), Refuse(2)))
    assert board(state, own={0, 2}).near == (2, 0)
    assert board(state).near == (1, 2, 0)
    assert board(table(Sheet(), Sheet(), Sheet())).near == (0, 1, 2)


def test_once_the_game_is_over_what_is_impossible_about_its_sheets_is_named():
    state = apply(table(), Count(0, sheet(red=[1] * 7, artifacts=1)))
    assert board(state).problems == ()
    over = board(apply(state, Count(1, Sheet())))
    assert [english(problem.why) for problem in over.problems] == ["The red bridge was crossed, but nobody ticked it."]


def test_a_wish_for_turn_order_is_offered_as_long_as_it_would_change_something():
    one, lasting = TurnOrder(1), TurnOrder(1, lasting=True)
    assert board(table()).wishes(1) == (one, lasting)
    assert board(apply(table(), TurnOrder(0))).wishes(1) == (lasting,)
    assert board(apply(table(), TurnOrder(0, lasting=True))).wishes(1) == ()
    assert board(table(turn_order=True)).wishes(1) == ()


def test_a_choice_follows_as_many_arrows_as_are_free_and_a_few_that_may_yet_be_told():
    assert board(table()).arrows(0) == 12
    assert board(table(sheet(red=[1] * 3), Sheet())).arrows(0) == 11
    assert board(table(pad=UNKNOWN)).arrows(0) == 6


def across(before, after):
    return [english(said) for said in board(after).across(before)]


def test_a_crossing_is_announced_once_and_again_when_somebody_joins():
    start = thrown(table(sheet(red=SIX), sheet(red=SIX), Sheet()))
    first = apply(start, Choose(0, 4, "red"))
    both = apply(first, Choose(1, 7, "red"))
    done = apply(both, Refuse(2))
    assert across(start, first) == ["The red bridge: Ana first across!"]
    assert across(first, both) == across(start, done) == ["The red bridge: Ana, Ben first across!"]
    assert across(both, done) == across(start, start) == across(done, thrown(done)) == []


def test_a_move_that_is_said_otherwise_is_selected():
    assert selection(Choose(0, 4, "red", ("blue", "green"))) == {"choice": "4 red", "to": "blue green"}
    assert selection(Choose(0, 0, "red", (), True)) == {"choice": "0 red double", "to": ""}
    assert selection(Learn("red", 3, PLAIN)) == {"learn": "red 3"}
    assert selection(TurnOrder(0)) == {"wish": "1"}
    assert selection(Refuse(0)) == {}
    double = selection(Choose(0, 0, "red", (), True))
    assert board(table(), double).said["choice"] == "0 red"
    assert board(table(zero_opens=True), double).said["choice"] == "0 red double"
    three = {"numbers": "047", "colours": "red red"}
    assert board(table(), three).composed == ("",) * 6


def test_a_box_that_was_filled_unread_is_asked_for_and_one_that_is_told_otherwise():
    state = apply(alone(Sheet(), (4, "red"), pad=UNKNOWN), Choose(0, 4, "red"))
    told = [(asked.colour, asked.box, [move.kind for move in asked.moves]) for asked in board(state).untold]
    assert told == [("red", 1, ["plain", "arrow", "vase"])]
    for box in (1, 9):
        again = board(table(), selection(Learn("blue", box, PLAIN))).untold
        assert [(asked.colour, asked.box) for asked in again] == [("blue", box)]
    for strange in ("blue", "blue 0", "blue 10", "pink 3", "blue x", ""):
        assert board(table(), {"learn": strange}).untold == ()


def test_the_dice_lie_there_during_the_turn_only():
    state = thrown(table())
    assert [die.value for die in board(state).dice] == [0, 4, 7, "red", "red", "blue"]
    assert [die.taken for die in board(state).dice] == [False] * 6
    over = apply(apply(state, Refuse(0)), Refuse(1))
    assert board(over).dice == board(table()).dice == ()
    phases = [board(shown).phase for shown in (table(), state, apply(state, Refuse(0)), over)]
    assert phases == ["dice", "active", "others", "dice"]
    assert board(apply(thrown(over), Refuse(1))).state.next_to_throw == 0


# A shared pad


def test_a_pad_is_written_and_read_without_a_name_and_says_how_much_of_it_is_known():
    assert PAD.read(PAD.write(HOUSE)) == replace(HOUSE, name="")
    assert PAD.read({**PAD.write(HOUSE), "name": "Ours"}).name == ""
    pad = UNKNOWN.learn("red", 1, "arrow").learn("red", 2, "vase")
    assert english(PAD.known(pad)) == "2 of 54 boxes known"
    red = PAD.view(pad)[0]
    assert (red.colour, english(red.name), red.arrows, red.vases, red.unknown) == ("red", "red", 1, 1, 7)


def test_the_rest_of_a_pad_is_told_plain_and_a_tap_goes_from_the_likeliest_on():
    pad = UNKNOWN.learn("red", 1, "arrow")
    rest, _ = PAD.change(pad, {"boxes": ["rest"]})
    assert (rest.kind("red", 1), rest.count(PLAIN), rest.count(NOT_KNOWN)) == ("arrow", 53, 0)
    kinds = []
    for _ in range(4):
        green = PAD.view(pad)[3]
        pad, _ = PAD.change(pad, {"boxes": [f"green-9-{green.next[pad.kind('green', 9)]}"]})
        kinds.append(pad.kind("green", 9))
    assert kinds == ["arrow", "vase", "plain", "unknown"]
    vase, left = PAD.change(pad, {"boxes": ["red-2-vase", "red-3-plain"]})
    assert (vase.kind("red", 2), vase.kind("red", 3), len(left)) == ("vase", "unknown", 1)
    for strange in ("pink-3-vase", "red-10-vase", "red-0-vase", "red-1", "red", "", 7):
        with pytest.raises(Malformed):
            PAD.change(pad, {"boxes": [strange]})


def test_a_tap_on_what_another_phone_has_changed_meanwhile_leaves_it_and_says_so():
    pad, left = PAD.change(UNKNOWN.learn("red", 3, "vase"), {"boxes": ["red-3-arrow", "red-4-arrow", "red-4-vase"]})
    assert (pad.kind("red", 3), pad.kind("red", 4)) == ("vase", "vase")
    assert [english(why) for why in left] == [
        "Red, box 3 was changed on another phone meanwhile. It stays as it is there."
    ]


@pytest.mark.parametrize(
    "taps",
    [["red-3-arrow"], ["red-3-arrow", "red-3-vase"], ["red-3-arrow", "rest"], ["rest", "red-3-unknown"]],
)
def test_taps_that_are_sent_again_change_nothing_more_and_are_all_there(taps):
    once, _ = PAD.change(UNKNOWN, {"boxes": taps})
    assert PAD.change(once, {"boxes": taps}) == (once, [])
