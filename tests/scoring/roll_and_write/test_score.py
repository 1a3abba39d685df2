"""What a sheet is worth, and who has won."""

import pytest

from scoring.roll_and_write.moves import Refuse
from scoring.roll_and_write.rules import apply
from scoring.roll_and_write.score import lines, position, score
from scoring.roll_and_write.sheets import Column, Position, Sheet
from tests.english import english
from tests.scoring.roll_and_write.table import sheet, table, thrown

SCALES = [
    # filled, expedition, artefacts, dice
    (1, -20, -40, -40),
    (2, -15, -30, -30),
    (3, -10, -20, -20),
    (4, 5, 10, 10),
    (5, 10, 20, 20),
    (6, 15, 30, 30),
    (7, 30, 60, 60),
    (8, 35, 70, 70),
    (9, 50, 100, 0),
]


def of(own, code, column):
    (line,) = (line for line in lines(own) if (line.code, line.of) == (code, column))
    return line.points, english(line.text)


def line(own, column):
    return of(own, column if column in ("artifacts", "dice") else "expedition", column)


def ana(own):
    return Position(("Ana", "Ben"), (own, Sheet()))


def total(own):
    return score(ana(own)).players[0].total


@pytest.mark.parametrize(("filled", "expedition", "artifacts", "dice"), SCALES)
def test_every_row_of_the_scales(filled, expedition, artifacts, dice):
    own = sheet(red=[1] * filled, artifacts=artifacts and filled, dice=filled)
    assert [line(own, column)[0] for column in ("red", "artifacts", "dice")] == [expedition, artifacts, dice]


@pytest.mark.parametrize(("filled", "expedition", "artifacts", "dice"), SCALES)
def test_a_ticked_double_box_doubles_gain_and_loss(filled, expedition, artifacts, dice):
    assert line(sheet(red=Column(double=True, numbers=(1,) * filled)), "red")[0] == expedition * 2
    assert line(sheet(red=Column(double=True, told=filled)), "red")[0] == expedition * 2


def test_an_untouched_sheet_is_worth_nothing():
    assert total(Sheet()) == 0
    assert [line.code for line in lines(Sheet())] == ["expedition"] * 6 + ["artifacts", "dice"]


def test_the_lines_show_their_sums():
    own = sheet(red=[1] * 8, blue=Column(double=True, numbers=(1,)), artifacts=1, dice=3, bridges=("red",))
    assert line(own, "red") == (35, "8 boxes: 35")
    assert line(own, "blue") == (-40, "1 box: −20, ×2 = −40")
    assert line(own, "green") == (0, "untouched: 0")
    assert line(sheet(red=Column(double=True)), "red") == (-100, "only the ×2 box: −50, ×2 = −100")
    assert line(sheet(dice=8), "dice") == (70, "8 dice symbols: 70")
    assert line(sheet(dice=9), "dice") == (0, "all nine dice symbols, exhausted: 0")
    assert line(own, "artifacts") == (-40, "1 artefact: −40")
    assert line(own, "dice") == (-20, "3 dice symbols: −20")
    assert of(own, "bridge", "red") == (20, "the red bridge, crossed first: 20")
    assert total(own) == 35 - 40 - 40 - 20 + 20


@pytest.mark.parametrize(
    ("own", "worth"),
    [
        (sheet(red=Column(numbers=(1,) * 9, top=True), artifacts=1), 50 - 40),  # a top adds only its artefact
        (sheet(dice=9, bridges=("dice", "red")), 40),  # who is exhausted keeps bridges
        (sheet(red=[11] * 10, artifacts=12, dice=10, bridges=("red", "red")), 50 + 100 + 0 + 20),  # as if full
    ],
)
def test_the_total_of_a_top_of_an_exhausted_player_and_of_what_is_impossible(own, worth):
    assert total(own) == worth


def test_the_highest_total_wins_and_a_tie_is_shared():
    sheets = (sheet(red=[1] * 9), sheet(dice=4), sheet(blue=[1] * 9))
    scored = score(Position(("Ana", "Ben", "Cai"), sheets))
    assert scored.winners == (0, 2)
    assert [player.rank for player in scored.players] == [1, 3, 1]


def test_the_position_of_a_game_is_its_sheets_at_any_time():
    state = apply(thrown(table()), Refuse(0))
    assert position(state) == Position(("Ana", "Ben"), (sheet(dice=1), Sheet()), state.pad)
