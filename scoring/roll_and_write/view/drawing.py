"""A sheet as it is drawn: eight columns from the bottom up, with what is being written there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.score import lines
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_AT,
    DICE,
    DICE_SCALE,
    EXPEDITION_SCALE,
    ONLY_DOUBLE,
    Column,
    Sheet,
)
from scoring.roll_and_write.writing import Step

SHAPES: Mapping[str, str] = {
    "red": "rw-heart",
    "orange": "rw-circle",
    "yellow": "rw-square",
    "green": "rw-triangle",
    "blue": "rw-cross",
    "violet": "rw-star",
    ARTIFACTS: "rw-vase",
    DICE: "rw-die",
}
Lit = Mapping[tuple[str, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One box. `state`: free, filled, or new (by the choice being made); `lit` when something may go there now.

    `number` stands there (None when only the level is known), `kind` is printed there, `fits` may be written there.
    """

    box: int
    kind: str
    state: str
    number: int | None = None
    lit: bool = False
    fits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnColumn:
    """A column, boxes from the bottom. `double` and `top` are None in the artifacts and the dice.

    `bridge`: free, first (circled in this turn), circled, struck (crossed too late), or gone (closed by others).
    `lit`: something may be written here now; `fresh`: the choice being made marks something here.
    """

    of: str
    shape: str
    said: Text
    worth: Text
    cells: tuple[Cell, ...]
    double: Cell | None
    top: Cell | None
    bridge: str
    points: int
    lit: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """A whole sheet; `scale` are the points beside the boxes of an expedition, from the bottom.

    `lone_double` are those of a double box with nothing above it.
    """

    columns: tuple[DrawnColumn, ...]
    scale: tuple[int, ...] = EXPEDITION_SCALE[1:]
    lone_double: int = ONLY_DOUBLE


def drawn(state: State, seat: Seat, marks: tuple[Step, ...] = (), lit: Lit | None = None) -> Drawn:
    """The sheet of a seat, with the marks of a choice being made and the boxes where something may go."""
    before, own = state.sheets[seat], marks[-1].sheet if marks else state.sheets[seat]
    new = {(mark.colour, mark.box) for mark in marks}
    points = {line.of: line.points for line in lines(own) if line.code != "bridge"}
    columns = [_column(state, seat, own, colour, new, lit or {}, points[colour]) for colour in COLOURS]
    hatchings = [_hatching(state, seat, own, before, of, points[of]) for of in (ARTIFACTS, DICE)]
    return Drawn((*columns, *hatchings))


def _column(
    state: State, seat: Seat, own: Sheet, colour: str, new: set[tuple[str, int]], lit: Lit, points: int
) -> DrawnColumn:
    column = own.column(colour)
    is_lit = any(of == colour for of, _box in lit)
    return DrawnColumn(
        of=colour,
        shape=SHAPES[colour],
        said=_said(column, colour, lit),
        worth=_worth(points),
        cells=tuple(_box(state, column, colour, box, new, lit) for box in range(1, BOXES + 1)),
        double=_double(column, colour, new, lit),
        top=Cell(BOXES + 1, "", _state(column.top, (colour, BOXES + 1) in new), lit=(colour, BOXES + 1) in lit),
        bridge=_bridge(state, seat, own, colour),
        points=points,
        lit=is_lit,
        fresh=any(of == colour for of, _box in new),
    )


def _state(filled: bool, new: bool) -> str:
    return "new" if new else "filled" if filled else "free"


def _box(state: State, column: Column, colour: str, box: int, new: set[tuple[str, int]], lit: Lit) -> Cell:
    return Cell(
        box,
        state.pad.kind(colour, box),
        _state(box <= column.level, (colour, box) in new),
        column.numbers[box - 1] if box <= len(column.numbers) else None,
        (colour, box) in lit,
        lit.get((colour, box), ()),
    )


def _double(column: Column, colour: str, new: set[tuple[str, int]], lit: Lit) -> Cell:
    state = "struck" if column.double_is_lost else _state(column.double, (colour, 0) in new)
    return Cell(0, "double", state, lit=(colour, 0) in lit, fits=lit.get((colour, 0), ()))


def _hatching(state: State, seat: Seat, own: Sheet, before: Sheet, of: str, points: int) -> DrawnColumn:
    level, old = own.level(of), before.level(of)
    scale = ARTIFACT_SCALE if of == ARTIFACTS else DICE_SCALE
    cells = tuple(Cell(box, "", _state(box <= level, old < box <= level), scale[box]) for box in range(1, BOXES + 1))
    said = (
        plural("{count} artifact", "{count} artifacts", level)
        if of == ARTIFACTS
        else plural("{count} dice symbol", "{count} dice symbols", level)
    )
    return DrawnColumn(
        of,
        SHAPES[of],
        said,
        _worth(points),
        cells,
        None,
        None,
        _bridge(state, seat, own, of),
        points,
        False,
        level > old,
    )


def _bridge(state: State, seat: Seat, own: Sheet, of: str) -> str:
    reached = own.level(of) >= BRIDGE_AT
    if reached and of in own.bridges:
        return "first" if (seat, of) in state.crossing else "circled"
    if reached and of not in state.crossed:
        return "first"
    if reached:
        return "struck"
    return "gone" if of in state.crossed else "free"


def _said(column: Column, colour: str, lit: Lit) -> Text:
    fits = tuple(number for (of, _box), numbers in lit.items() if of == colour for number in numbers)
    facts = {"colour": NAMES[colour], "last": column.last if column.last is not None else "–"}
    if fits:
        return plural(
            "{colour!c}, stands at {last}; {fits} fits",
            "{colour!c}, stands at {last}; {fits} fit",
            len(fits),
            fits=fits,
            **facts,
        )
    return text("{colour!c}, stands at {last}", **facts)


def _worth(points: int) -> Text:
    return plural("{points} point", "{points} points", abs(points), points=points)
