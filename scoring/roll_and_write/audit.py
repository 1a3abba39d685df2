"""The faults of finished sheets, and what shows that they are of two games: each a Problem with its rule, its seat and
its place in the JSON.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf

from scoring.core.rule import Rule
from scoring.core.sheet import Problem, Seat
from scoring.core.text import Text, plural, text
from scoring.roll_and_write import rule_texts as clauses
from scoring.roll_and_write.pad import ARROW, BOXES, COLOURS, NAMES, NOT_KNOWN, VASE, Pad
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES, Column, Position, Sheet

Finding = tuple[Rule, str, Text]


def audit(position: Position) -> Sequence[Problem]:
    """Everything impossible about a position, all players at once; where each sheet alone is possible, warnings too."""
    own = [
        Problem(rule, why, seat, f"sheets[{seat}].{where}")
        for seat, sheet in enumerate(position.sheets)
        for rule, where, why in findings(sheet, position.pad_of(seat), position.known_at(seat))
    ]
    together = () if own else of_two_games(position)
    return [*own, *_unticked(position), *(problem for _seats, problem in together)]


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
    possible = _filled(sheet, pad, VASE, NOT_KNOWN) + sheet.tops
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
    vases = _filled(sheet, known, VASE)
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


def _filled(sheet: Sheet, pad: Pad, *kinds: str) -> int:
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
            names = tuple(position.players[seat] for seat in seats)
            why = text("{bridge!c} was crossed by {names}, but nobody ticked it.", bridge=BRIDGES[of], names=names)
            yield Problem(clauses.BRIDGE_FIRST, why, seats[0], f"sheets[{seats[0]}].bridges")


def of_two_games(position: Position) -> Iterator[tuple[Collection[Seat], Problem]]:
    """What shows that sheets are not of one game, as warnings, each with the seats of these sheets.

    An untouched sheet may not be copied yet: it shows nothing, and neither does a total.
    """
    sheets = {
        seat: sheet
        for seat, sheet in enumerate(position.sheets)
        if position.counted is None or seat in position.counted
        if sheet.total is None and sheet != Sheet()
    }
    for seats in _alike(sheets):
        names = tuple(position.players[seat] for seat in seats)
        why = text("{names} have the very same sheet.", names=names)
        yield seats, Problem(clauses.OWN_SHEET, why, where="sheets", warning=True)
    if len(sheets) > 1:
        yield from _throws_apart(position, sheets)


def _alike(sheets: Mapping[Seat, Sheet]) -> Iterator[Sequence[Seat]]:
    """The seats with the same marks on their sheets, several at a time."""
    marks = {seat: (own.expeditions, own.artifacts, own.dice, frozenset(own.bridges)) for seat, own in sheets.items()}
    for seat in marks:
        alike = [other for other in marks if marks[other] == marks[seat]]
        if len(alike) > 1 and alike[0] == seat:
            yield alike


def _throws_apart(position: Position, sheets: Mapping[Seat, Sheet]) -> Iterator[tuple[Collection[Seat], Problem]]:
    throws = {seat: throws_of(sheet, position.pad_of(seat)) for seat, sheet in sheets.items()}
    most_of = min(throws, key=lambda seat: throws[seat][1])
    least_of = max(throws, key=lambda seat: throws[seat][0])
    least, most = throws[least_of][0], throws[most_of][1]
    if least > most:
        facts = {"name": position.players[least_of], "other": position.players[most_of], "least": least, "most": most}
        why = text(
            "Everybody writes or hatches at every throw: "
            "{name}’s sheet takes at least {least} throws, {other}’s at most {most}.",
            **facts,
        )
        yield (least_of, most_of), Problem(clauses.ONE_CHOICE, why, where="sheets", warning=True)


def throws_of(sheet: Sheet, pad: Pad) -> tuple[int, float]:
    """The least and the most throws after which a possible sheet can look like this.

    Every throw hatches one dice symbol, until nine are, or makes one mark, and further ones by arrows: each follows on
    an arrow box of its own, and repeats the number below it (a 1 where there is none) or is a top.
    """
    marks = sum(column.level + column.double + column.top for column in sheet.expeditions)
    arrows, repeats = _filled(sheet, pad, ARROW, NOT_KNOWN), sum(map(_repeats, sheet.expeditions))
    further = min(arrows, repeats, max(marks - 1, 0))
    return sheet.dice + marks - further, inf if sheet.is_exhausted else sheet.dice + marks


def _repeats(column: Column) -> int:
    """The number of marks in a column that arrows may have made."""
    repeated = sum(number == below for below, number in pairwise((1, *column.numbers)))
    return column.top + (repeated if column.told is None else column.told)
