"""A total computed by hand, compared: which single slip explains the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.core.sheet import Score, Seat, Slip, explained
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES
from scoring.roll_and_write.score import BOUNDS, score
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    BRIDGE_POINTS,
    BRIDGED,
    BRIDGES,
    COLUMNS,
    DICE_SCALE,
    EMPTY,
    ONLY_DOUBLE,
    Column,
    Position,
    Sheet,
)


def explain_claim(position: Position, seat: Seat, claimed: int) -> Sequence[Text]:
    """Nothing when the claim is right; else each single slip that makes exactly this difference, or both totals."""
    own = score(position).players[seat]
    if claimed == own.total:
        return ()
    if why := BOUNDS.beyond(claimed):
        return (why,)
    both = text("{name} claims {claimed}; the sheet makes {total}.", name=own.name, claimed=claimed, total=own.total)
    return explained(own.total, claimed, _slips(position.sheets[seat], own)) or (both,)


def _slips(sheet: Sheet, own: Score) -> Iterator[Slip]:
    for colour in COLOURS:
        yield from _expedition_slips(sheet.column(colour), NAMES[colour])
    if EMPTY in sheet.expeditions:
        yield ONLY_DOUBLE, text("An untouched column is worth 0 and not {counted}.", counted=ONLY_DOUBLE)
    yield from _hatching_slips(sheet)
    yield from _bridge_slips(sheet)
    for line in own.lines:
        if line.points < 0:
            facts = {"column": COLUMNS[line.of or ""], "points": line.points, "counted": -line.points}
            yield -2 * line.points, text("{column!c}: {points} was counted as {counted}.", **facts)


def _expedition_slips(column: Column, colour: Text) -> Iterator[Slip]:
    base, points = column.base, column.points
    facts = {"colour": colour, "points": points}
    if column.double:
        yield -base, text("{colour!c}: the column is doubled, {points} and not {counted}.", counted=base, **facts)
    else:
        why = text("{colour!c}: the column is not doubled, {points} and not {counted}.", counted=base * 2, **facts)
        yield base, why
    yield -points, text("{colour!c}: the column was forgotten, it is worth {points}.", **facts)


def _hatching_slips(sheet: Sheet) -> Iterator[Slip]:
    artifacts = ARTIFACT_SCALE[min(sheet.artifacts, BOXES)]
    dice = DICE_SCALE[min(sheet.dice, BOXES)]
    yield -artifacts, text("The artefacts were forgotten: {points}.", points=artifacts)
    yield -dice, text("The dice symbols were forgotten: {points}.", points=dice)
    if sheet.is_exhausted:
        for counted in (ARTIFACT_SCALE[BOXES], DICE_SCALE[BOXES - 1]):
            yield counted, text("A full column of dice symbols is worth 0 and not {counted}.", counted=counted)


def _bridge_slips(sheet: Sheet) -> Iterator[Slip]:
    circled = [of for of in BRIDGED if of in sheet.bridges]
    for forgotten in range(1, len(circled) + 1):
        points = BRIDGE_POINTS * forgotten
        why = plural(
            "{count} bridge was forgotten: {points}.",
            "{count} bridges were forgotten: {points}.",
            forgotten,
            points=points,
        )
        yield -points, why
    for of in circled:
        if of in COLOURS and sheet.column(of).double:
            yield BRIDGE_POINTS, text("{bridge!c} was doubled, but a bridge never is.", bridge=BRIDGES[of])
    for of in BRIDGED:
        if of in sheet.struck_bridges:
            yield BRIDGE_POINTS, text("{bridge!c} was counted, but it is not ticked.", bridge=BRIDGES[of])
