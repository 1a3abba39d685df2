"""What tells ticks from print and from what was taken back: other places of the same sheet."""

import pytest
from PIL import Image, ImageDraw

from photos.boxes import Shown
from photos.ink import EMPTY, TICKED, Inked, away_from_kinds, beside_the_pen, inked
from photos.reader import BY_KIND, FROM_AMOUNT, MOST_SURE, gone_around, ink_of, not_taken_back
from photos.weights import WEIGHTS

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
