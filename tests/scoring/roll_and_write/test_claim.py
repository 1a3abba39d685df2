"""A total computed by hand is compared with the sheet, and the usual slip is named."""

from __future__ import annotations

import pytest

from scoring.roll_and_write.sheets import Column, Position, Sheet
from scoring.roll_and_write.view.count import explain_claim
from tests.scoring.roll_and_write.table import read, sheet

EIGHT, NINE = [1] * 8, [1] * 9
DOUBLED = sheet(red=Column(double=True, numbers=(1,) * 7), bridges=("red",))
TWO_BRIDGES = sheet(red=EIGHT, blue=NINE, bridges=("red", "blue"))


def answers(claimed, own, seat=0):
    sheets = (own, Sheet()) if seat == 0 else (Sheet(), own)
    return [read(said) for said in explain_claim(Position(("Ana", "Ben"), sheets), seat, claimed)]


def test_a_right_total_needs_no_word_and_a_wrong_one_without_a_usual_slip_both_totals():
    assert answers(125, TWO_BRIDGES) == answers(125, TWO_BRIDGES, seat=1) == []
    assert answers(65, TWO_BRIDGES) == ["Ana claims 65; the sheet makes 125."]
    assert answers(0, TWO_BRIDGES, seat=1) == ["Ben claims 0; the sheet makes 125."]


@pytest.mark.parametrize(
    ("own", "claimed", "said"),
    [
        (DOUBLED, 50, "Red: the column is doubled, 60 and not 30."),
        (DOUBLED, 100, "The red bridge was doubled, but a bridge never is."),
        (DOUBLED, 60, "1 bridge was forgotten: 20."),
        (DOUBLED, 20, "Red: the column was forgotten, it is worth 60."),
        (sheet(red=Column(double=True)), -50, "Red: the column is doubled, −100 and not −50."),
        (sheet(red=EIGHT), 70, "Red: the column is not doubled, 35 and not 70."),
        (sheet(red=EIGHT, blue=NINE), 50, "Red: the column was forgotten, it is worth 35."),
        (sheet(red=EIGHT), -15, "An untouched column is worth 0 and not −50."),
        (sheet(red=EIGHT, artifacts=4), 35, "The artefacts were forgotten: 10."),
        (sheet(red=EIGHT, dice=4), 35, "The dice symbols were forgotten: 10."),
        (sheet(dice=9), 70, "A full column of dice symbols is worth 0 and not 70."),
        (sheet(dice=9), 100, "A full column of dice symbols is worth 0 and not 100."),
        (TWO_BRIDGES, 105, "1 bridge was forgotten: 20."),
        (TWO_BRIDGES, 85, "2 bridges were forgotten: 40."),
        (sheet(red=[1] * 7), 50, "The red bridge was counted, but it is not ticked."),
        (sheet(red=[1]), 20, "Red: −20 was counted as 20."),
        (sheet(artifacts=1), 40, "Artefacts: −40 was counted as 40."),
        (sheet(dice=2), 30, "Dice symbols: −30 was counted as 30."),
    ],
)
def test_a_usual_slip_is_named(own, claimed, said):
    assert answers(claimed, own) == [said]


def test_every_slip_that_explains_the_difference_is_named():
    full = Column(double=True, numbers=(1,) * 9)
    assert answers(150, sheet(red=full, blue=full)) == [
        "Red: the column is doubled, 100 and not 50.",
        "Blue: the column is doubled, 100 and not 50.",
        "An untouched column is worth 0 and not −50.",
    ]
