"""Which marks are ticks: how many there are, and how they run, tells."""

from __future__ import annotations

import pytest

from scoring.core.likeliest import CIRCLE, LINE
from scoring.roll_and_write.likeliest import crossed_bridges, likeliest, ticked_doubles
from scoring.roll_and_write.pad import COLOURS
from tests.scoring.roll_and_write.test_likeliest import column, fact, ink

DOUBT = 3.0
ALL = dict.fromkeys(COLOURS, True)


def marked(*lines: float, begun: int = 6) -> list[float]:
    """The log-odds for the first boxes, each with such odds of a level line; the others are empty."""
    seen = {f"{colour}-double": 5.0 if at < len(lines) else -5.0 for at, colour in enumerate(COLOURS)}
    seen |= {f"{colour}-double{LINE}": line for colour, line in zip(COLOURS, lines, strict=False)}
    found = ticked_doubles(seen, {colour: at < begun for at, colour in enumerate(COLOURS)})
    assert all(found[colour] == -5.0 for colour in COLOURS[len(lines) :])
    return [found[colour] for colour in COLOURS[: len(lines)]]


@pytest.mark.parametrize(("marks", "begun"), [(1, 6), (2, 6), (1, 4), (2, 5)])
def test_few_marks_beside_empty_boxes_are_ticks(marks, begun):
    assert min(marked(*[-5.0] * marks, begun=begun)) > DOUBT


@pytest.mark.parametrize(("marks", "begun"), [(6, 6), (5, 6), (4, 6), (3, 6), (2, 2), (1, 1), (1, 0)])
def test_many_marks_may_be_strikes(marks, begun):
    assert max(map(abs, marked(*[-5.0] * marks, begun=begun))) < DOUBT


@pytest.mark.parametrize("lines", [3, 4, 5, 6])
def test_level_lines_in_half_of_the_boxes_are_strikes(lines):
    assert max(marked(*[5.0] * lines)) < -DOUBT


def test_one_level_line_may_be_either():
    assert abs(marked(5.0)[0]) < DOUBT


def test_a_mark_that_is_no_level_line_among_such_may_be_a_tick():
    *struck, other = marked(5.0, 5.0, 5.0, 5.0, 5.0, -5.0)
    assert max(struck) < -DOUBT
    assert abs(other) < DOUBT


def test_a_box_that_a_line_goes_around_is_neither_empty_nor_ticked():
    two = {f"{colour}-double": 5.0 if colour in ("red", "blue") else -5.0 for colour in COLOURS}
    drawn = {f"{colour}-double{LINE}": -5.0 for colour in COLOURS}
    alone = {key: odds for key, odds in drawn.items() if two[key.removesuffix(LINE)] > 0}
    assert ticked_doubles(two | drawn, ALL)["red"] < DOUBT < ticked_doubles(two | alone, ALL)["red"]


def bridge(seen: float, **more: float) -> float:
    return crossed_bridges({"bridge-red": seen, **{f"bridge-red-{key}": odds for key, odds in more.items()}})["red"]


def test_a_bridge_is_ticked_or_circled():
    assert bridge(5.0) == 5.0
    assert bridge(-5.0, circle=4.0) == 4.0
    assert bridge(5.0, circle=4.0) == 5.0
    assert bridge(-5.0) == bridge(-5.0, circle=-6.0) == -5.0


@pytest.mark.parametrize("more", [{"circle": -5.0}, {"line": 4.0}, {"line": 4.0, "circle": -5.0}])
def test_a_tick_that_may_be_a_strike_is_in_doubt(more):
    assert abs(bridge(5.0, **more)) < DOUBT


def test_a_tick_beside_circled_bridges_is_in_doubt():
    seen = {"bridge-red": 5.0, "bridge-blue": -5.0, f"bridge-blue{CIRCLE}": 4.0}
    assert 0 < crossed_bridges(seen)["red"] < DOUBT


def test_what_a_person_said_of_a_struck_box_counts():
    seen = ink(*column("red", 3), *column("blue", 2), "red-double", "blue-double")
    read = likeliest(seen, {"double-red": 0, "double-blue": 1})
    assert (fact(read, "double-red").value, fact(read, "double-blue").value) == (0, 1)
