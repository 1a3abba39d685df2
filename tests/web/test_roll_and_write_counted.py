"""Followed, then counted: what a finger says of a box stands in the place of what was followed."""

import pytest

from scoring.roll_and_write.formats import sheet
from scoring.roll_and_write.sheets import EMPTY, Column
from tests.visitor import report
from tests.web.test_roll_and_write import choose, happened, refuse, roll, scribe

__all__ = ["scribe"]
TWO_IN_YELLOW = (roll(0, (2, 4, 7), "yellow", "red", "blue"), choose(0, 2, "yellow"), refuse(1), refuse(2))


@pytest.fixture
def followed(scribe):
    """Ana has written 2 in yellow."""
    return happened(scribe, *TWO_IN_YELLOW)


def counted(scribe, *ticks, **typed):
    """Ana’s sheet with these boxes tapped, recorded."""
    at = scribe.at
    scribe.go(f"{at}/count/0")
    scribe.press("Record", *ticks, **typed)
    scribe.answer()
    return sheet(scribe.client.get(f"{at}/log.json").json["events"][-1]["sheet"], "sheet")


@pytest.mark.parametrize(
    ("tapped", "of", "stands"),
    [
        ("red 2", "yellow", Column(numbers=(2,))),
        ("red 2", "red", Column(told=2)),
        ("yellow 3", "yellow", Column(told=3)),
        ("yellow 0", "yellow", EMPTY),
    ],
)
def test_a_box_that_is_tapped_says_that_the_numbers_of_its_column_are_known_no_more(followed, tapped, of, stands):
    assert counted(followed, tapped).column(of) == stands


def test_numbers_that_are_typed_stand_in_the_place_of_those_that_were_followed(followed):
    page = followed.client.get(f"{followed.at}/count/0").text
    assert 'placeholder="2"' in page
    field = "numbers.0.sheet.expeditions.yellow.numbers"
    assert counted(followed, **{field: "1 3"}).column("yellow") == Column(numbers=(1, 3))


def test_one_number_too_few_is_one_number(scribe):
    page = report(
        scribe, {"type": "count", "seat": 0, "sheet": {"expeditions": {"yellow": {"level": 3, "numbers": [2]}}}}
    )
    assert "Yellow: boxes filled: 3, but 1 number is given." in page.text
