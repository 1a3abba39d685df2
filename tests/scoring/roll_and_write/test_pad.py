import pytest

from scoring.roll_and_write import pad as pads
from scoring.roll_and_write.pad import ARROW, COLOURS, HOUSE, NOT_KNOWN, PLAIN, UNKNOWN, VASE

HOUSE_BOXES = {
    "red": ((3, 6), (5, 8)),
    "orange": ((4, 8), (2, 6)),
    "yellow": ((2, 7), (4, 9)),
    "green": ((5, 8), (3, 7)),
    "blue": ((3, 7), (6, 9)),
    "violet": ((4, 6), (2, 8)),
}


@pytest.mark.parametrize("colour", COLOURS)
def test_the_house_pad_is_the_one_of_the_rules(colour):
    arrows, vases = HOUSE_BOXES[colour]
    for box in range(1, 10):
        assert HOUSE.kind(colour, box) == (ARROW if box in arrows else VASE if box in vases else PLAIN)


def test_the_house_pad_has_twelve_arrows_and_twelve_vases():
    assert (HOUSE.count(ARROW), HOUSE.count(VASE), HOUSE.count(PLAIN), HOUSE.count(NOT_KNOWN)) == (12, 12, 30, 0)


def test_the_unknown_pad_knows_nothing():
    assert UNKNOWN.is_blank
    assert UNKNOWN.count(NOT_KNOWN) == 54


def test_learning_a_box_changes_that_box_only():
    told = UNKNOWN.learn("green", 3, VASE)
    assert told.kind("green", 3) == VASE
    assert told.count(NOT_KNOWN) == 53
    assert UNKNOWN.is_blank


@pytest.mark.parametrize(
    "pad", [HOUSE, UNKNOWN, UNKNOWN.learn("red", 1, ARROW), pads.printed({"red": (1,)}, {}, "ours")]
)
def test_a_pad_goes_through_json_and_back(pad):
    assert pads.pad_from_json(pad.to_json()) == pad


def test_the_two_pads_with_a_name_of_their_own_are_written_short():
    assert HOUSE.to_json() == "house"
    assert UNKNOWN.to_json() is None


def test_a_pad_prints_itself():
    assert str(HOUSE) == "house"
    assert str(UNKNOWN) == "pad with 54 unknown boxes"
