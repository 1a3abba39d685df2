import pytest

from scoring.core.game import Opens
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import UNKNOWN
from scoring.roll_and_write.rules import apply
from scoring.roll_and_write.sheets import Column, Sheet
from scoring.roll_and_write.view.words import tell
from tests.scoring.roll_and_write.table import alone, read, sheet, table, thrown

FULL = Column(numbers=(1,) * 9)


def told(state, move):
    return [read(said) for said in tell(state, move)]


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
