"""The worth of a position, line by line."""

from collections.abc import Iterator, Sequence

from scoring.core.sheet import Bounds, Line, Problem, ranked, typed_line
from scoring.core.sheet import Sheet as Scored
from scoring.core.text import Text, _, plural, text
from scoring.roll_and_write.pad import BOXES, COLOURS
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_POINTS,
    BRIDGED,
    BRIDGES,
    COLUMNS,
    DICE,
    DICE_SCALE,
    EXPEDITION_SCALE,
    ONLY_DOUBLE,
    Column,
    Position,
    Sheet,
)

BRIDGE = text("bridges")
# No artefact makes the least less: it is hatched in a column that is filled, which loses less.
BOUNDS = Bounds(
    len(COLOURS) * 2 * ONLY_DOUBLE + min(DICE_SCALE),
    len(COLOURS) * 2 * max(EXPEDITION_SCALE) + max(ARTIFACT_SCALE) + max(DICE_SCALE) + len(BRIDGED) * BRIDGE_POINTS,
    _("{total} cannot be: at least {bound} on one sheet."),
    _("{total} cannot be: at most {bound} on one sheet."),
)


def position(state: State) -> Position:
    """The position to be scored, at any time."""
    return Position(state.setup.players, state.sheets, state.pad, state.copied, state.setup.pads, state.counted)


def score(position: Position) -> Scored:
    """The scored sheets; an impossible position is scored as far as its columns can be read."""
    return ranked(position.players, [lines(sheet) for sheet in position.sheets])


def total(sheet: Sheet) -> int:
    """The worth of one sheet, without the sentences."""
    if sheet.total is not None:
        return sheet.total
    columns = sum(column.points for column in sheet.expeditions)
    hatched = ARTIFACT_SCALE[min(sheet.artifacts, BOXES)] + DICE_SCALE[min(sheet.dice, BOXES)]
    return columns + hatched + BRIDGE_POINTS * len(set(sheet.bridges).intersection(BRIDGED))


def out_of_bounds(position: Position) -> Sequence[Problem]:
    """The totals that no sheet makes, of those that were typed."""
    return BOUNDS.problems(sheet.total for sheet in position.sheets)


def lines(sheet: Sheet) -> tuple[Line, ...]:
    """One line for each expedition, the artefacts, the dice symbols, and each bridge circled; or that of a total."""
    if sheet.total is not None:
        return (typed_line(sheet.total),)
    expeditions = (_line("expedition", of, sheet.column(of).points, _sum(sheet.column(of))) for of in COLOURS)
    return (*expeditions, _artifacts(sheet.artifacts), _dice(sheet.dice), *_bridges(sheet))


def _line(code: str, of: str, points: int, why: Text) -> Line:
    return Line(code, of, points, why, label=COLUMNS[of])


def _sum(column: Column) -> Text:
    if column.level == 0:
        return _sum_without_numbers(column)
    count = min(column.level, BOXES)
    if column.double:
        return plural(
            "{count} box: {base}, ×2 = {points}",
            "{count} boxes: {base}, ×2 = {points}",
            count,
            base=column.base,
            points=column.points,
        )
    return plural("{count} box: {points}", "{count} boxes: {points}", count, points=column.points)


def _sum_without_numbers(column: Column) -> Text:
    if column.double:
        return text("only the ×2 box: {base}, ×2 = {points}", base=column.base, points=column.points)
    return text("untouched: {points}", points=0)


def _artifacts(count: int) -> Line:
    points = ARTIFACT_SCALE[min(count, BOXES)]
    why = plural("{count} artefact: {points}", "{count} artefacts: {points}", count, points=points)
    return _line("artifacts", ARTIFACTS, points, why)


def _dice(count: int) -> Line:
    points = DICE_SCALE[min(count, BOXES)]
    if count >= BOXES:
        return _line("dice", DICE, points, text("all nine dice symbols, exhausted: {points}", points=points))
    why = plural("{count} dice symbol: {points}", "{count} dice symbols: {points}", count, points=points)
    return _line("dice", DICE, points, why)


def _bridges(sheet: Sheet) -> Iterator[Line]:
    for of in BRIDGED:
        if of in sheet.bridges:
            why = text("{bridge}, crossed first: {points}", bridge=BRIDGES[of], points=BRIDGE_POINTS)
            yield Line("bridge", of, BRIDGE_POINTS, why, label=BRIDGE)
