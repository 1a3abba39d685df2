"""A sheet as it is drawn: eight columns from the bottom up."""

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.pad import ARROW, BOXES, COLOURS, NAMES, PLACE, VASE
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_AT,
    BRIDGE_POINTS,
    BRIDGED,
    DICE,
    DICE_SCALE,
    EXPEDITION_SCALE,
    ONLY_DOUBLE,
    Column,
    Sheet,
)

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
BOX = re.compile(r"(?P<seat>[0-9])-(?P<of>[a-z]+)-(?P<box>[0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Cell:
    """One box: what is printed there, whether it is free, filled or struck, and its number (None: only the level)."""

    box: int
    kind: str
    state: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnColumn:
    """A column, boxes from the bottom. `double` is its ×2 box, `top` the artefact above the numbers; None in the
    artefacts and the dice.

    `bridge`: free, first (circled in this turn), circled, struck (crossed too late), or gone (closed by others). It
    lies over the box `bridge_over`.
    `sign` is all that its picture depends on, quicker to compare than the picture.
    """

    sign: Hashable
    of: str
    shape: str
    said: Text
    worth: Text
    cells: tuple[Cell, ...]
    double: Cell | None
    top: Cell | None
    bridge: str
    points: int
    bridge_over: int = BRIDGE_AT - 1
    bridge_points: int = BRIDGE_POINTS

    @property
    def boxes(self) -> tuple[Cell, ...]:
        """All that can be filled, from the double box up."""
        return tuple(cell for cell in (self.double, *self.cells, self.top) if cell)

    @property
    def begun(self) -> bool:
        return any(cell.state == "filled" for cell in self.boxes)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A whole sheet; `scale` are the points beside the boxes of an expedition, from the bottom.

    `lone_double` are those of a double box with nothing above it, `bridges` those of the bridges circled: with those of
    the columns they make the total.
    """

    columns: tuple[DrawnColumn, ...]
    bridges: int = 0
    scale: tuple[int, ...] = EXPEDITION_SCALE[1:]
    lone_double: int = ONLY_DOUBLE
    bridge_over: int = BRIDGE_AT - 1


def drawn(state: State, seat: Seat) -> Drawn:
    sheet, bridges = state.sheets[seat], _bridges(state, seat)
    pad = state.pad_of(seat)
    columns = (_column(colour, sheet.column(colour), pad.columns[PLACE[colour]], bridges[colour]) for colour in COLOURS)
    hatchings = (_hatching(of, sheet.level(of), bridges[of]) for of in (ARTIFACTS, DICE))
    return Drawn((*columns, *hatchings), BRIDGE_POINTS * len(sheet.bridges))


def filled(state: State, what: str) -> bool:
    """True if a box is filled: "0-red-3" is the third from the bottom of that column of seat 0; 0 is its double box."""
    found = BOX.fullmatch(what)
    if found is None or int(found["seat"]) not in state.seats:
        return False
    columns = drawn(state, int(found["seat"])).columns
    cells = (cell for column in columns if column.of == found["of"] for cell in column.boxes)
    return any(cell.box == int(found["box"]) and cell.state == "filled" for cell in cells)


@lru_cache(maxsize=4_000)
def _column(colour: str, column: Column, kinds: tuple[str, ...], bridge: str) -> DrawnColumn:
    double = "struck" if column.double_is_lost else _state(column.double)
    return DrawnColumn(
        sign=(colour, column, kinds, bridge),
        of=colour,
        shape=SHAPES[colour],
        said=text("{colour!c}: {holds}", colour=NAMES[colour], holds=tuple(_holds(column, kinds))),
        worth=_worth(column.points),
        cells=tuple(_box(column, kinds, box) for box in range(1, BOXES + 1)),
        double=Cell(0, "double", double),
        top=Cell(BOXES + 1, "", _state(column.top)),
        bridge=bridge,
        points=column.points,
    )


def _state(filled: bool) -> str:
    return "filled" if filled else "free"


def _box(column: Column, kinds: tuple[str, ...], box: int) -> Cell:
    number = column.numbers[box - 1] if box <= len(column.numbers) else None
    return Cell(box, kinds[box - 1], _state(box <= column.level), number)


@lru_cache(maxsize=1_000)
def _hatching(of: str, level: int, bridge: str) -> DrawnColumn:
    scale = ARTIFACT_SCALE if of == ARTIFACTS else DICE_SCALE
    points = scale[min(level, BOXES)]
    said = (
        plural("{count} artefact", "{count} artefacts", level)
        if of == ARTIFACTS
        else plural("{count} dice symbol", "{count} dice symbols", level)
    )
    cells = tuple(Cell(box, "", _state(box <= level), scale[box]) for box in range(1, BOXES + 1))
    return DrawnColumn((of, level, bridge), of, SHAPES[of], said, _worth(points), cells, None, None, bridge, points)


def _bridges(state: State, seat: Seat) -> Mapping[str, str]:
    """The state of the bridge of each column on the sheet of a seat."""
    sheet, crossed = state.sheets[seat], state.crossed
    crossing = frozenset(of for crosser, of in state.crossing if crosser == seat)
    return {of: _bridge(sheet, of, crossed, crossing) for of in BRIDGED}


def _bridge(own: Sheet, of: str, crossed: frozenset[str], crossing: frozenset[str]) -> str:
    if not own.has_reached(of):
        return "gone" if of in crossed else "free"
    if of in own.bridges:
        return "first" if of in crossing else "circled"
    return "struck" if of in crossed else "first"


def _holds(column: Column, kinds: tuple[str, ...]) -> Iterator[Text | int]:
    """A column in few words: its numbers, its double box, its top, and the arrows and vases to come."""
    yield from column.numbers
    if not column.level:
        yield text("no number yet")
    elif not column.numbers:
        yield plural("{count} box filled", "{count} boxes filled", column.level)
    if column.double:
        yield text("×2 box ticked")
    elif column.double_is_lost:
        yield text("×2 box not ticked")
    for kind, said in ((ARROW, text("arrow")), (VASE, text("vase"))):
        boxes = tuple(box for box in range(column.level + 1, BOXES + 1) if kinds[box - 1] == kind)
        if boxes:
            yield plural("{kind} in box {boxes}", "{kind} in boxes {boxes}", len(boxes), kind=said, boxes=boxes)
    if column.top:
        yield text("artefact at the top ticked")


def _worth(points: int) -> Text:
    return plural("{points} point", "{points} points", abs(points), points=points)
