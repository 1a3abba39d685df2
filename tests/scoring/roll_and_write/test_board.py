"""What a phone shows of a table of Roll & Write: the board, what is said after a move, each sheet as it is drawn."""

from dataclasses import replace
from itertools import islice, product

import pytest

from scoring.core.game import Opens, ViewRequest
from scoring.core.rule import Malformed
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import ARROW, COLOURS, HOUSE, NOT_KNOWN, PLAIN, UNKNOWN, VASE
from scoring.roll_and_write.rule_texts import ACTIVE_FIRST, DICE_LEFT, NEVER_FALL, THROW_FIRST
from scoring.roll_and_write.rules import apply, combinations, dice_left, next_columns, options, to_act, written
from scoring.roll_and_write.score import position, score
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, Column, Sheet
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
        if ahead[of][0] == "arrow":
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
def test_the_change_that_each_choice_says_is_that_of_the_total(seed):
    for state in choosing(seed)[::5]:
        for seat in to_act(state):
            choosing_now = board(state).choosing(seat)
            now = score(position(state)).players[seat].total
            changes = [*((move, fit.change) for move, fit in lit(state, seat)), (Refuse(seat), choosing_now.change)]
            for move, change in changes:
                assert now + change == score(position(apply(state, move))).players[seat].total


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
    assert board(state).reaches(0)[0].ahead == ("tell", "ready")
    assert board(state).reaches(0)[1].ahead == (*["tell"] * 9, "ready")
    assert board(state).told == (("plain", "ready"), ("arrow", "arrow"), ("vase", "ready"))


def test_each_box_says_what_comes_after_its_mark_where_one_may_be_made():
    red = board(table(sheet(red=[4, 4]), Sheet())).reaches(0)[0]
    assert [red.after(box) for box in range(11)] == ["", "", "", "arrow", "ready", *[""] * 6]


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


SIX = [1] * 6


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
    assert [reach.ahead for reach in reaches] == [*[("ready",)] * 2, ("arrow", "ready"), *[("ready",)] * 2]
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
    assert [*later] == [(8, False), (9, False), (0, False)], "they rise, and a 0 is a 10"
    assert later[0, False] == ("10", "Write 10 in red", 5)
    assert [digit for digit, _double in fits(sheet(red=Column(told=1)))] == [*range(1, 10), 0]
    top = fits(sheet(red=[1] * 9))
    assert top[4, False][1] == "Tick the artefact at the top of the red column"
    both = fits(Sheet(), zero_opens=True)
    assert (both[0, False][:2], both[0, True][:2]) == (("10", "Write 10 in red"), ("×2", "Tick the red ×2 box"))


# Whose turn it is


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
    assert [english(problem.why) for problem in over.problems] == [
        "The red bridge was crossed by Ana, but nobody ticked it."
    ]


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
