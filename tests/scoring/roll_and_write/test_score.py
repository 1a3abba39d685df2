import pytest

from scoring.roll_and_write.moves import Refuse
from scoring.roll_and_write.rules import apply
from scoring.roll_and_write.score import lines, position, score
from scoring.roll_and_write.sheets import Column, Position, Sheet
from scoring.roll_and_write.view.claim import explain_claim
from tests.scoring.roll_and_write.table import read, sheet, table, thrown

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
    return line.points, read(line.text)


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


def test_only_the_double_box_costs_a_hundred():
    assert line(sheet(red=Column(double=True)), "red") == (-100, "only the ×2 box: −50, ×2 = −100")


def test_the_ninth_dice_symbol_empties_the_column():
    assert line(sheet(dice=8), "dice") == (70, "8 dice symbols: 70")
    assert line(sheet(dice=9), "dice") == (0, "all nine dice symbols, exhausted: 0")


def test_the_lines_show_their_sums():
    own = sheet(red=[1] * 8, blue=Column(double=True, numbers=(1,)), artifacts=1, dice=3, bridges=("red",))
    assert line(own, "red") == (35, "8 boxes: 35")
    assert line(own, "blue") == (-40, "1 box: −20, ×2 = −40")
    assert line(own, "green") == (0, "untouched: 0")
    assert line(own, "artifacts") == (-40, "1 artefact: −40")
    assert line(own, "dice") == (-20, "3 dice symbols: −20")
    assert of(own, "bridge", "red") == (20, "the red bridge, crossed first: 20")
    assert total(own) == 35 - 40 - 40 - 20 + 20


def test_a_top_adds_only_its_artifact():
    topped = sheet(red=Column(numbers=(1,) * 9, top=True), artifacts=1)
    assert total(topped) == 50 - 40


def test_an_exhausted_player_keeps_bridges():
    assert total(sheet(dice=9, bridges=("dice", "red"))) == 40


def test_an_impossible_column_is_scored_as_a_full_one():
    own = sheet(red=[11] * 10, artifacts=12, dice=10, bridges=("red", "red"))
    assert total(own) == 50 + 100 + 0 + 20


def test_the_highest_total_wins_and_a_tie_is_shared():
    sheets = (sheet(red=[1] * 9), sheet(dice=4), sheet(blue=[1] * 9))
    scored = score(Position(("Ana", "Ben", "Cai"), sheets))
    assert scored.winners == (0, 2)
    assert [player.rank for player in scored.players] == [1, 3, 1]


def test_the_position_of_a_game_is_its_sheets_at_any_time():
    state = apply(thrown(table()), Refuse(0))
    assert position(state) == Position(("Ana", "Ben"), (sheet(dice=1), Sheet()), state.pad)


def slips(own, error):
    return [read(said) for said in explain_claim(ana(own), 0, total(own) + error)]


def test_a_right_claim_needs_no_explanation():
    assert explain_claim(ana(sheet(red=[1])), 0, -20) == ()


DOUBLED = sheet(red=Column(double=True, numbers=(1,) * 8), bridges=("red",))


@pytest.mark.parametrize(
    ("own", "error", "why"),
    [
        (DOUBLED, -35, "Red: the column is doubled, 70 and not 35."),
        (DOUBLED, 20, "The red bridge was doubled, but a bridge never is."),
        (DOUBLED, -20, "1 bridge was forgotten: 20."),
        (DOUBLED, -70, "Red: the column was forgotten, it is worth 70."),
        (sheet(red=[1] * 9), 50, "Red: the column is not doubled, 50 and not 100."),
        (sheet(red=Column(double=True)), 50, "Red: the column is doubled, −100 and not −50."),
        (sheet(red=[1]), -50, "An untouched column is worth 0 and not −50."),
        (sheet(dice=9), 70, "A full column of dice symbols is worth 0 and not 70."),
        (sheet(dice=9), 100, "A full column of dice symbols is worth 0 and not 100."),
        (sheet(artifacts=8), -70, "The artefacts were forgotten: 70."),
        (sheet(dice=8), -70, "The dice symbols were forgotten: 70."),
        (sheet(red=[1] * 7, dice=7, bridges=("red", "dice")), -40, "2 bridges were forgotten: 40."),
        (sheet(red=[1] * 7), 20, "The red bridge was counted, but it is not ticked."),
        (sheet(red=[1, 1]), 30, "Red: −15 was counted as 15."),
        (sheet(artifacts=2), 60, "Artefacts: −30 was counted as 30."),
        (sheet(dice=2), 60, "Dice symbols: −30 was counted as 30."),
    ],
)
def test_a_plausible_slip_is_named(own, error, why):
    assert why in slips(own, error)


def test_every_slip_that_explains_the_difference_is_named():
    twice = sheet(red=Column(double=True, numbers=(1,) * 9), blue=Column(double=True, numbers=(1,) * 9))
    assert slips(twice, -50) == [
        "Red: the column is doubled, 100 and not 50.",
        "Blue: the column is doubled, 100 and not 50.",
        "An untouched column is worth 0 and not −50.",
    ]


def test_a_difference_without_a_plausible_slip_gives_both_totals():
    assert slips(sheet(red=[1]), 3) == ["Ana claims −17; the sheet makes −20."]
