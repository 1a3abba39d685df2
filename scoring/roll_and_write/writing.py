"""The marks that one choice writes on one sheet; it knows nothing of turns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product, repeat, takewhile

from scoring.core.rule import Illegal
from scoring.core.sheet import replaced
from scoring.core.text import text
from scoring.roll_and_write.moves import Choose
from scoring.roll_and_write.pad import ARROW, BOXES, COLOURS, NAMES, NOT_KNOWN, VASE, Pad
from scoring.roll_and_write.rule_texts import ARROW as ARROW_RULE
from scoring.roll_and_write.rule_texts import NEVER_FALL, TOP, UNKNOWN_BOX, ZERO_OPENS
from scoring.roll_and_write.sheets import Column, Sheet

Chain = tuple[str, ...]  # the columns that arrows lead to, in order
Ahead = tuple[tuple[bool, ...], ...]  # for each colour the marks that arrows may make: whether each is one again
FEW_ARROWS = 6
MANY = 1_000


@dataclass(frozen=True, slots=True)
class Step:
    """One mark in a column: a number in a box, or the double box (`box` 0), or the artefact on top (`box` 10).

    `kind` is what the pad prints in the box ("" for the double box and the top), `hatched` whether an
    artefact came with it, `sheet` what the sheet is afterwards. `number` is None where none is known.
    """

    colour: str
    box: int
    kind: str
    number: int | None
    hatched: bool
    sheet: Sheet

    @property
    def is_double(self) -> bool:
        return self.box == 0

    @property
    def is_top(self) -> bool:
        return self.box > BOXES

    @property
    def opens_arrow(self) -> bool:
        """An acceleration may follow."""
        return self.kind == ARROW


def steps(sheet: Sheet, pad: Pad, choose: Choose, zero_opens: bool = False) -> tuple[Step, ...]:
    """Everything that a choice marks, in order; raises Illegal when the sheet cannot take it."""
    marks = [first_step(sheet, pad, choose, zero_opens)]
    for colour in choose.accelerate:
        _check_arrow(marks[-1], colour)
        marks.append(accelerated(marks[-1].sheet, pad, colour))
    return tuple(marks)


def first_step(sheet: Sheet, pad: Pad, choose: Choose, zero_opens: bool = False) -> Step:
    """The mark that the two dice make; raises Illegal."""
    column = sheet.column(choose.colour)
    ticks_double = choose.number == 0 and column.level == 0 and not (column.double or column.struck)
    if choose.double:
        _check_double(choose, ticks_double)
    if ticks_double and (choose.double or not zero_opens):
        ticked = sheet.with_column(choose.colour, replace(column, double=True))
        return Step(choose.colour, 0, "", None, False, ticked)
    number = choose.number or 10
    _check_never_falls(column, choose, number)
    return fill(sheet, pad, choose.colour, number)


def accelerated(sheet: Sheet, pad: Pad, colour: str) -> Step:
    """The mark that an arrow makes in a column: the number below once more, or a 1; raises Illegal."""
    column = sheet.column(colour)
    return fill(sheet, pad, colour, column.last if column.level else 1)


def fill(sheet: Sheet, pad: Pad, colour: str, number: int | None) -> Step:
    """The lowest free box takes the number; over nine numbers it is the artefact on top; raises Illegal."""
    column = sheet.column(colour)
    box = column.level + 1
    if box > BOXES:
        _check_top(sheet, column, colour)
        return Step(colour, box, "", None, True, sheet.with_column(colour, replace(column, top=True)).hatch())
    kind = pad.kind(colour, box)
    written = sheet.with_column(colour, column.write(number))
    hatched = kind == VASE and sheet.can_hatch
    return Step(colour, box, kind, number, hatched, written.hatch() if hatched else written)


def can_accelerate(sheet: Sheet, colour: str) -> bool:
    """True if an arrow may go to this column."""
    column = sheet.column(colour)
    return column.level < BOXES or (not column.top and sheet.can_hatch)


def accelerations(pad: Pad, marks: Sequence[tuple[Choose, Step]]) -> Iterator[Choose]:
    """Choices in one column, given with their first marks, and every chain that may follow each: a chain depends on the
    box that was filled, not on its number.
    """
    arrows = [(choose, mark) for choose, mark in marks if mark.opens_arrow]
    if not arrows:
        return
    followed = chains(pad, arrows[0][1])
    while some := tuple(islice(followed, MANY)):
        for choose, _mark in arrows:
            fields = product((choose.seat,), (choose.number,), (choose.colour,), some, (choose.double,))
            yield from map(tuple.__new__, repeat(Choose), fields)  # as `Choose._make`, without looking at the length


def chains(pad: Pad, step: Step) -> Iterator[Chain]:
    """Every chain of accelerations that may follow a mark, one column or more; each beginning of one is one."""
    if not step.opens_arrow:
        return iter(())
    return _chains(tuple(_ahead(step.sheet, pad, colour) for colour in COLOURS), {})


def _ahead(sheet: Sheet, pad: Pad, colour: str) -> tuple[bool, ...]:
    """For each mark that accelerations would make in a column: True if it is an arrow, up to the first that is none."""
    column = sheet.column(colour)
    kinds = [pad.kind(colour, box) for box in range(column.level + 1, BOXES + 1)]
    arrows = tuple(takewhile(lambda arrow: arrow, (kind == ARROW for kind in kinds)))
    ends = len(arrows) < len(kinds) or (not column.top and sheet.can_hatch)
    return (*arrows, False) if ends else arrows


def _chains(ahead: Ahead, known: dict[Ahead, list[Chain]]) -> Iterator[Chain]:
    """The chains along these marks, lazily while there may be many.

    Only the last mark of a chain may be a vase or a top, so what lies ahead tells all; and where few are left, many
    orders of the same columns lead to the same marks, whose chains are made once.
    """
    few = sum(map(sum, ahead)) <= FEW_ARROWS
    return iter(_few_chains(ahead, known)) if few else _many_chains(ahead, known)


def _many_chains(ahead: Ahead, known: dict[Ahead, list[Chain]]) -> Iterator[Chain]:
    for first, after in _marks(ahead):
        yield first
        for rest in _chains(after, known) if after else ():
            yield first + rest


def _few_chains(ahead: Ahead, known: dict[Ahead, list[Chain]]) -> list[Chain]:
    if ahead not in known:
        found = known[ahead] = []
        for first, after in _marks(ahead):
            found.append(first)
            if after:
                found += [first + rest for rest in _few_chains(after, known)]
    return known[ahead]


def _marks(ahead: Ahead) -> Iterator[tuple[Chain, Ahead | None]]:
    """The marks that an arrow may make, with what lies ahead of each that is an arrow again."""
    for place, marks in enumerate(ahead):
        if marks:
            after = replaced(ahead, place, marks[1:]) if marks[0] else None
            yield (COLOURS[place],), after


def _check_double(choose: Choose, ticks_double: bool) -> None:
    if not ticks_double:
        raise Illegal(
            ZERO_OPENS,
            text(
                "Only a 0 can tick the ×2 box of an untouched column.",
                colour=NAMES[choose.colour],
                number=choose.number,
            ),
        )


def _check_never_falls(column: Column, choose: Choose, number: int) -> None:
    colour = choose.colour
    if column.last is not None and number < column.last:
        raise Illegal(
            NEVER_FALL,
            text(
                "{number} cannot go in {colour}: the last number there is {last}, and numbers never fall.",
                colour=NAMES[colour],
                number=number,
                last=column.last,
            ),
            lambda move: (
                isinstance(move, Choose) and move.seat == choose.seat and colour in (move.colour, *move.accelerate)
            ),
        )


def _check_top(sheet: Sheet, column: Column, colour: str) -> None:
    if column.top:
        raise Illegal(
            TOP,
            text(
                "{colour!c}: all nine boxes are filled and the artefact at the top is already ticked.",
                colour=NAMES[colour],
            ),
        )
    if not sheet.can_hatch:
        raise Illegal(
            TOP,
            text(
                "{colour!c}: the artefact at the top can no longer be ticked, all nine artefacts are hatched.",
                colour=NAMES[colour],
            ),
        )


def _check_arrow(step: Step, colour: str) -> None:
    if step.opens_arrow:
        return
    if step.kind == NOT_KNOWN:
        raise Illegal(
            UNKNOWN_BOX,
            text(
                "{colour!c}, box {box}: say first what is printed there, then accelerate.",
                colour=NAMES[step.colour],
                box=step.box,
            ),
        )
    raise Illegal(
        ARROW_RULE,
        text("No arrow that was reached leads into {colour}.", colour=NAMES[colour]),
    )
