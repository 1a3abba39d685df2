"""The faults of a finished sheet: each is a Problem with its rule, its seat and its place in the JSON."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scoring.core.rule import Rule
from scoring.core.sheet import Problem, Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write import rule_texts as clauses
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES, NOT_KNOWN, VASE, Pad
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES, Column, Position, Sheet

Finding = tuple[Rule, str, Text]


def audit(position: Position) -> Sequence[Problem]:
    """Everything impossible about a position, all players at once."""
    own = [
        Problem(rule, why, seat, f"sheets[{seat}].{where}")
        for seat, sheet in enumerate(position.sheets)
        for rule, where, why in findings(sheet, position.pad_of(seat), position.known_at(seat))
    ]
    return [*own, *_unticked(position)]


def findings(sheet: Sheet, pad: Pad, known: Pad | None = None) -> Iterator[Finding]:
    """Everything impossible about one sheet: the rule, the place in the sheet's JSON, the reason; `known` is what was
    known of the pad when it was copied, None: as much as now.
    """
    for colour in COLOURS:
        yield from _column(sheet.column(colour), colour, f"expeditions.{colour}")
    yield from _hatched(sheet)
    yield from _artifacts(sheet, pad)
    yield from _missing(sheet, known or pad)
    yield from _bridges(sheet)


def _column(column: Column, colour: str, where: str) -> Iterator[Finding]:
    name = NAMES[colour]
    yield from _numbers(column, name, f"{where}.numbers")
    if column.level > BOXES:
        place = "numbers" if column.told is None else "level"
        yield (
            clauses.NINE_BOXES,
            f"{where}.{place}",
            text("{colour!c}: {count} numbers, but there are nine boxes.", colour=name, count=column.level),
        )
    if column.double and column.struck:
        yield clauses.DOUBLE_BOX, where, text("{colour!c}: the ×2 box is both ticked and struck out.", colour=name)
    if column.top and column.level < BOXES:
        yield (
            clauses.TOP,
            f"{where}.top",
            plural(
                "{colour!c}: the artefact at the top is ticked over {count} number instead of nine.",
                "{colour!c}: the artefact at the top is ticked over {count} numbers instead of nine.",
                column.level,
                colour=name,
            ),
        )


def _numbers(column: Column, name: Text, where: str) -> Iterator[Finding]:
    for place, number in enumerate(column.numbers):
        if not 1 <= number <= 10:
            yield (
                clauses.ONE_TO_TEN,
                f"{where}[{place}]",
                text("{colour!c}: {number} is not a number from 1 to 10.", colour=name, number=number),
            )
    for place, (below, number) in enumerate(pairwise(column.numbers), start=1):
        if number < below:
            yield (
                clauses.NEVER_FALL,
                f"{where}[{place}]",
                text(
                    "{colour!c}: {number} is above {below}, but numbers never fall.",
                    colour=name,
                    number=number,
                    below=below,
                ),
            )


def _hatched(sheet: Sheet) -> Iterator[Finding]:
    if sheet.artifacts > BOXES:
        yield (
            clauses.NINE_BOXES,
            "artifacts",
            text("{count} artefacts, but there are nine to hatch.", count=sheet.artifacts),
        )
    if sheet.dice > BOXES:
        yield clauses.NINE_BOXES, "dice", text("{count} dice symbols, but there are nine to hatch.", count=sheet.dice)


def _artifacts(sheet: Sheet, pad: Pad) -> Iterator[Finding]:
    if sheet.tops > sheet.artifacts:
        yield (
            clauses.TOPS_HATCH,
            "artifacts",
            text(
                "Artefacts ticked at the top: {tops}; artefacts hatched: only {artifacts}.",
                tops=sheet.tops,
                artifacts=sheet.artifacts,
            ),
        )
    possible = _vases(sheet, pad, VASE, NOT_KNOWN) + sheet.tops
    if sheet.artifacts > possible and not pad.is_blank:
        yield (
            clauses.VASES,
            "artifacts",
            text(
                "Artefacts hatched: {artifacts}; vase boxes filled and artefacts ticked at the top: "
                "at most {possible}.",
                artifacts=sheet.artifacts,
                possible=possible,
            ),
        )


def _missing(sheet: Sheet, known: Pad) -> Iterator[Finding]:
    """The problem of fewer artefacts than vases and tops give for certain, while one of the nine is left."""
    vases = _vases(sheet, known, VASE)
    if sheet.tops <= sheet.artifacts < min(BOXES, vases + sheet.tops):
        yield (
            clauses.VASES,
            "artifacts",
            text(
                "Vase boxes filled: {vases}; artefacts ticked at the top: {tops}; artefacts hatched: only {artifacts}.",
                vases=vases,
                tops=sheet.tops,
                artifacts=sheet.artifacts,
            ),
        )


def _vases(sheet: Sheet, pad: Pad, *kinds: str) -> int:
    """The number of filled boxes of these kinds."""
    return sum(
        pad.kind(colour, box) in kinds
        for colour in COLOURS
        for box in range(1, min(sheet.column(colour).level, BOXES) + 1)
    )


def _bridges(sheet: Sheet) -> Iterator[Finding]:
    for place, of in enumerate(sheet.bridges):
        if of in sheet.bridges[:place]:
            yield clauses.BRIDGE_ONCE, f"bridges[{place}]", text("{bridge!c} is named twice.", bridge=BRIDGES[of])
        if not sheet.has_reached(of):
            yield (
                clauses.BRIDGE_SEVENTH,
                f"bridges[{place}]",
                plural(
                    "{bridge!c} is ticked, but its column has {count} box filled and not seven.",
                    "{bridge!c} is ticked, but its column has {count} boxes filled and not seven.",
                    sheet.level(of),
                    bridge=BRIDGES[of],
                ),
            )


def _unticked(position: Position) -> Iterator[Problem]:
    """The bridges that somebody reached and nobody ticked, laid at the door of the first who reached.

    Whoever has only a total may have been the first at any.
    """
    if any(sheet.total is not None for sheet in position.sheets):
        return
    for of in BRIDGED:
        seats: list[Seat] = [seat for seat, sheet in enumerate(position.sheets) if of in sheet.reached]
        if seats and not any(of in sheet.bridges for sheet in position.sheets):
            why = text("{bridge!c} was crossed, but nobody ticked it.", bridge=BRIDGES[of])
            yield Problem(clauses.BRIDGE_FIRST, why, seats[0], f"sheets[{seats[0]}].bridges")
