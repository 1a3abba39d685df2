"""Photos of sheets filled in as the box's booklet says, where a ×2 that was lost is struck out and a bridge is circled:
neither is taken for a tick, or for none, without a question."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from bench.photos.blanks import blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.hand import SCALE, filled
from photos.boxes import Shown
from photos.ink import EMPTY, TICKED, Inked, Stroke, away_from_kinds, beside_the_pen, inked, stroke_of
from photos.reader import BY_KIND, FROM_AMOUNT, MOST_SURE, gone_around, ink_of, not_taken_back
from photos.sheets import read
from photos.weights import WEIGHTS
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


# Ticks, told from print and from what was taken back by other places of the same sheet


EMPTY_BOX = Inked(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def piece(sign: str, *, struck: bool = False, grey: int = 220) -> Image.Image:
    """A box with its number, on paper that is lit like this."""
    picture = Image.new("L", (36, 32), grey)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((4, 4, 31, 27), outline=60)
    draw.text((14, 10), sign, fill=90)
    if struck:
        draw.line((8, 24, 28, 8), fill=30, width=3)
    return picture


def test_only_ink_is_darker_than_the_same_print():
    pieces = {str(at): piece("7", struck=at == 2) for at in range(6)}
    found = inked(pieces, dict.fromkeys(pieces, "7"))
    assert {name for name, one in found.items() if one.darkest} == {"2"}
    assert found["0"] == EMPTY_BOX
    assert 0 < found["2"].whole < found["2"].inside < found["2"].darkest <= 1


def test_places_with_another_print_are_no_measure():
    pieces = {"7": piece("7"), "8": piece("8", grey=120)}
    assert set(inked(pieces, {"7": "7", "8": "8"}).values()) == {EMPTY_BOX}


def test_half_of_the_places_with_a_print_may_be_ticked():
    pieces = {str(at): piece("4", struck=at % 2 == 0) for at in range(12)}
    found = inked(pieces, dict.fromkeys(pieces, "4"))
    assert {name for name, one in found.items() if one.darkest} == {str(at) for at in range(0, 12, 2)}


def test_a_faint_pen_is_measured_by_itself():
    strong, faint = (
        beside_the_pen(
            {str(at): Inked(*[ink * (at > 15)] * 6) for at in range(20)}, dict.fromkeys(map(str, range(20)), "box")
        )
        for ink in (0.8, 0.2)
    )
    assert strong["19"][6] == pytest.approx(faint["19"][6])
    assert strong["0"][6] == faint["0"][6] == 0


def test_what_is_usual_of_a_sheet_tells_its_kinds_apart():
    *empty, ticked = away_from_kinds([-9.0, -9.2, -8.9, -9.1, -8.8, -9.0, -2.0])
    assert all(abs(beside) < 1 for _odds, beside, _other in empty)
    assert ticked[1] == 12.0


def test_few_places_say_nothing_of_their_sheet():
    ((_odds, beside_empty, beside_ticked),) = away_from_kinds([-5.0])
    assert (beside_empty, beside_ticked) == (0.0, (EMPTY.usual - TICKED.usual) / TICKED.spread)


def test_nothing_is_further_than_far():
    assert away_from_kinds([-500.0] * 9 + [500.0] * 9)[0][0] == -20.0


def shown(**whole: float) -> Shown:
    """Places of which those with ink are surely ticked, by their names, and how much they are inked."""
    numbers = {name: (1.0 if ink else -1.0,) for name, ink in whole.items()}
    return Shown(numbers, {}, {name: Inked(ink, ink, ink, ink, ink, ink) for name, ink in whole.items()})


@pytest.fixture
def sure(monkeypatch):
    """Weights that believe the one number of `shown`."""
    for mark in ("box", "circle"):
        monkeypatch.setitem(WEIGHTS, mark, (0.0, 9.0))
        monkeypatch.setitem(WEIGHTS, mark + BY_KIND, (0.0, 1.0, 0.0, 0.0))


def test_far_more_ink_than_in_other_boxes_is_a_tick_taken_back(sure):
    boxes = {f"b{at}": 0.2 for at in range(9)}
    ink = dict(ink_of(shown(**boxes, much=0.6), dict.fromkeys([*boxes, "much"], "box")))
    assert ink["much"] == -FROM_AMOUNT
    assert {ink[name] for name in boxes} == {MOST_SURE}


def test_a_circle_filled_in_by_who_strikes_boxes_is_asked_about_only(sure):
    boxes = {f"b{at}": 0.2 for at in range(9)}
    ink = dict(ink_of(shown(**boxes, filled=0.6), {**dict.fromkeys(boxes, "box"), "filled": "circle"}))
    assert ink["filled"] == FROM_AMOUNT


def test_of_few_ticks_none_is_more_than_usual(sure):
    ink = dict(ink_of(shown(one=0.1, two=0.1, much=0.6), dict.fromkeys(("one", "two", "much"), "box")))
    assert ink["much"] == MOST_SURE


@pytest.mark.parametrize(("times", "sign"), [(1.0, 1), (1.4, 1), (2.0, -1), (4.0, -1)])
def test_more_ink_is_likelier_taken_back(times, sign):
    assert not_taken_back(times) * sign > 0


def test_a_box_darker_all_around_is_circled():
    assert gone_around(0.04) < -3 < 3 < gone_around(0.09)
