"""Photos of sheets filled in as the box's booklet says, where a ×2 that was lost is struck out and a bridge is circled:
neither is taken for a tick, or for none, without a question."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from bench.photos.blanks import blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.hand import SCALE, filled
from photos.ink import Stroke, stroke_of
from photos.sheets import read
from printables import Choice
from scoring.roll_and_write.pad import COLOURS
from tests.photos.test_photos import SHEET, refused, values, wrong_and_not_asked

pytestmark = pytest.mark.xdist_group("photos")  # the blank sheets stay in their process
LEVELS = {"red": 8, "orange": 7, "yellow": 4, "green": 7, "blue": 5, "violet": 3, "artifacts": 8, "dice": 3}
REACHED = ("red", "orange", "green", "artifacts")
DOUBLES = [f"double-{colour}" for colour in COLOURS]
SHAPES = {
    "dash": [(0.0, 0.55, 1.0, 0.45)],
    "stroke": [(0.1, 0.95, 0.9, 0.05)],
    "cross": [(0.1, 0.1, 0.9, 0.9), (0.1, 0.9, 0.9, 0.1)],
    "tick": [(0.05, 0.5, 0.35, 0.9), (0.35, 0.9, 1.0, 0.0)],
}


class Paper:
    """A sheet with its numbers, and nothing ticked yet."""

    def __init__(self, paper: str = "A5", up: int = 1) -> None:
        self.blank = blank_for(Choice(SHEET, paper, up))
        self.told = dict.fromkeys([*DOUBLES, *(f"top-{one}" for one in COLOURS), *(f"bridge-{of}" for of in LEVELS)], 0)
        self.told |= {f"level-{of}": level for of, level in LEVELS.items()}
        numbers = {colour: tuple(range(1, LEVELS[colour] + 1)) for colour in COLOURS}
        self.page = filled(Random(11), self.blank, self.told, numbers)
        self.pen = ImageDraw.Draw(self.page)

    def mark(self, place: str, shape: str) -> None:
        left, top, right, bottom = (side * SCALE for side in self.blank.places[place])
        wide, high, width = right - left, bottom - top, round(0.5 * self.blank.unit * SCALE)
        if shape == "ring":
            self.pen.ellipse((left, top, right, bottom), outline=40, width=width)
        for a, b, c, d in SHAPES.get(shape, ()):
            self.pen.line((left + a * wide, top + b * high, left + c * wide, top + d * high), fill=40, width=width)

    def circle(self, of: str, across: float, down: float) -> None:
        """The printed 20 of a bridge, by a circle of so many millimetres."""
        left, top, right, bottom = self.blank.places[f"bridge-{of}"]
        unit = self.blank.unit
        x, y = (left + right) / 2 - 7 * unit, (top + bottom) / 2 + 2.5 * unit
        ring = (x - across / 2 * unit, y - down / 2 * unit, x + across / 2 * unit, y + down / 2 * unit)
        self.pen.ellipse([side * SCALE for side in ring], outline=40, width=round(0.5 * unit * SCALE))

    def read(self, strength: int = 0):
        return read(photographed(Random(4), self.page, strength), blanks)


def asked(reading) -> set[str]:
    return {question.fact.key for question in reading.questions}


@pytest.mark.parametrize(("paper", "up", "strength"), [("A5", 1, 0), ("A5", 1, 2), ("A4", 2, 1)])
def test_free_double_boxes_that_a_level_line_strikes_out_are_not_ticked(paper, up, strength):
    sheet = Paper(paper, up)
    for colour in COLOURS:
        sheet.mark(f"{colour}-double", "dash")
    reading = sheet.read(strength)
    assert values(reading) == sheet.told
    assert not asked(reading) & set(DOUBLES)


@pytest.mark.parametrize("shape", ["stroke", "cross", "ring"])
def test_free_double_boxes_that_are_struck_out_as_others_are_ticked_are_asked_about(shape):
    sheet = Paper()
    for colour in COLOURS:
        sheet.mark(f"{colour}-double", shape)
    reading = sheet.read()
    assert wrong_and_not_asked(reading, sheet.told) == set()
    assert shape == "ring" or asked(reading) >= set(DOUBLES)


def test_six_double_boxes_ticked_of_six_are_asked_about():
    sheet = Paper()
    for colour in COLOURS:
        sheet.mark(f"{colour}-double", "tick")
    assert asked(sheet.read()) >= set(DOUBLES)


@pytest.mark.parametrize("shape", ["stroke", "cross", "tick"])
def test_two_double_boxes_ticked_of_six_are_not_asked_about(shape):
    sheet = Paper()
    for colour in ("red", "blue"):
        sheet.mark(f"{colour}-double", shape)
    reading = sheet.read()
    assert values(reading) == sheet.told | {"double-red": 1, "double-blue": 1}
    assert not asked(reading) & set(DOUBLES)


def test_a_single_level_line_may_be_either():
    sheet = Paper()
    sheet.mark("red-double", "dash")
    assert asked(sheet.read()) & set(DOUBLES) == {"double-red"}


@pytest.mark.parametrize("size", [(6, 4.2), (7, 5)])
def test_a_circled_bridge_was_crossed_first(size):
    sheet = Paper()
    for of in ("red", "green", "artifacts"):
        sheet.circle(of, *size)
    reading = sheet.read()
    circled = ("bridge-red", "bridge-green", "bridge-artifacts")
    assert wrong_and_not_asked(reading, sheet.told | dict.fromkeys(circled, 1)) == set()
    found = {f"bridge-{of}" for of in REACHED if values(reading)[f"bridge-{of}"]}
    assert found | (asked(reading) & {f"bridge-{of}" for of in REACHED}) == {*circled}


def test_a_level_line_in_the_box_of_a_bridge_and_a_tick_where_another_is_circled_are_asked_about():
    sheet = Paper()
    sheet.circle("red", 6, 4.2)
    sheet.mark("bridge-green", "cross")
    assert "bridge-green" in asked(sheet.read())
    sheet = Paper()
    sheet.mark("bridge-red", "dash")
    assert "bridge-red" in asked(sheet.read())


def test_a_sheet_with_nothing_on_it_is_refused_as_that():
    blank = blank_for(Choice(SHEET, "A5", 1)).picture
    page = blank.resize((blank.width * SCALE, blank.height * SCALE))
    assert refused(photographed(Random(0), page, 0)).startswith("Nothing on this sheet is clearly filled in.")


def drawn(*lines: tuple[int, int, int, int], ring: bool = False) -> Stroke:
    picture = Image.new("L", (50, 50))
    pen = ImageDraw.Draw(picture)
    for line in lines:
        pen.line(line, fill=200, width=4)
    if ring:
        pen.ellipse((5, 8, 45, 42), outline=200, width=4)
    return stroke_of(picture, 20)


def test_a_level_line_is_told_from_other_lines_and_from_what_goes_around():
    assert drawn((5, 24, 45, 28)).level_line > 3
    assert drawn((5, 33, 45, 15)).level_line > 1, "25 degrees, as some strike"
    for other in (drawn((5, 45, 45, 5)), drawn((5, 5, 45, 45), (5, 45, 45, 5)), drawn(ring=True)):
        assert other.level_line < -3
    assert drawn(ring=True).circle > 3
    for through in (drawn((5, 24, 45, 28)), drawn((5, 5, 45, 45), (5, 45, 45, 5))):
        assert through.circle < 0


def test_no_ink_has_no_shape():
    assert drawn() == Stroke()
