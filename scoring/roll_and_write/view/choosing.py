"""What may be written on a sheet: now, with the dice on the table, and whatever dice may still come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.core.rule import Illegal
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.roll_and_write.moves import Choose, Refuse
from scoring.roll_and_write.pad import ARROW, COLOURS, NAMES, NOT_KNOWN, PLACE, PLAIN, UNKNOWN, VASE, Pad
from scoring.roll_and_write.rules import State, apply, combinations, written
from scoring.roll_and_write.score import total
from scoring.roll_and_write.sheets import Column, Sheet
from scoring.roll_and_write.writing import Step, accelerated, can_accelerate, first_step

LETTERS = {PLAIN: "p", ARROW: "a", VASE: "v", NOT_KNOWN: "u", "": "t"}
DIGITS = range(10)


@dataclass(frozen=True, slots=True)
class Choice:
    """A number that may be written now: the die, what is seen in the box, and the total that it would make."""

    move: Choose
    box: int
    shows: str
    label: Text
    after: int

    @property
    def said(self) -> str:
        """The choice as `chosen` writes it."""
        return chosen(self.move)


@dataclass(frozen=True, slots=True)
class Reach:
    """What may go into a column, whatever the dice show.

    `digits` of a die go into `box` (10: the artifact on top), those in `doubles` tick the double box instead.
    `again` is the number that an arrow writes. `ahead` are the boxes that arrows lead to one after the other, from
    `box` up, a letter each (plain, arrow, vase, unknown, top): up to the first that can be no arrow, which ends a
    chain. An unknown one ends it too until somebody tells that it is an arrow.
    """

    box: int
    digits: str
    doubles: str
    again: str
    ahead: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """One player's choice: what fits in each column now, and the total after refusing it all."""

    seat: Seat
    total: int
    choices: tuple[tuple[Choice, ...], ...]
    after: int

    @property
    def fits(self) -> bool:
        """Something may be written."""
        return any(self.choices)


def chosen(choose: Choose) -> str:
    """Which dice are chosen, and whether for the double box: what tells one control from another."""
    return f"{choose.number} {choose.colour}{' double' if choose.double else ''}"


def choosing(state: State, seat: Seat) -> Choosing:
    """The choice of a seat that is to act."""
    fitting = [_choice(state, choose) for choose in combinations(state, seat)]
    return Choosing(
        seat,
        total(state.sheets[seat]),
        tuple(tuple(choice for choice in fitting if choice.move.colour == colour) for colour in COLOURS),
        total(apply(state, Refuse(seat)).sheets[seat]),
    )


def _choice(state: State, choose: Choose) -> Choice:
    mark = written(state, choose)[0]
    shows = "×2" if mark.is_double else str(choose.number or 10)
    return Choice(choose, mark.box, shows, _label(mark), total(apply(state, choose).sheets[choose.seat]))


def _label(mark: Step) -> Text:
    colour = NAMES[mark.colour]
    if mark.is_double:
        return text("Tick the double box of {colour}", colour=colour)
    if mark.is_top:
        return text("Tick the artifact on top of {colour}", colour=colour)
    if mark.number is None:
        return text("Fill the next box of {colour}", colour=colour)
    return text("Write {number} in {colour}", number=mark.number, colour=colour)


def reaches(state: State, seat: Seat) -> tuple[Reach, ...]:
    """What may go into each column of a sheet, in the order of COLOURS."""
    sheet, opens = state.sheets[seat], state.setup.zero_opens
    return tuple(
        _reach(colour, sheet.column(colour), state.pad.columns[PLACE[colour]], sheet.can_hatch, opens)
        for colour in COLOURS
    )


@lru_cache(maxsize=4_000)
def _reach(colour: str, column: Column, kinds: tuple[str, ...], can_hatch: bool, opens: bool) -> Reach:
    """What may go into a column does not depend on the other columns, nor on how many artifacts are hatched but all."""
    sheet = Sheet(artifacts=0 if can_hatch else 9).with_column(colour, column)
    pad = replace(UNKNOWN, columns=tuple(kinds if c == colour else UNKNOWN.columns[0] for c in COLOURS))
    marks = [(digit, mark) for digit in DIGITS for mark in _marks(sheet, pad, colour, digit, opens)]
    return Reach(
        box=column.level + 1,
        digits="".join(str(digit) for digit, mark in marks if not mark.is_double),
        doubles="".join(str(digit) for digit, mark in marks if mark.is_double),
        again=_again(column),
        ahead="".join(_ahead(sheet, pad, colour)),
    )


def _marks(sheet: Sheet, pad: Pad, colour: str, digit: int, opens: bool) -> Iterator[Step]:
    for double in (False, True) if opens else (False,):
        try:
            yield first_step(sheet, pad, Choose(0, digit, colour, (), double), opens)
        except Illegal:
            continue


def _again(column: Column) -> str:
    if column.level == 0:
        return "1"
    return "" if column.last is None else str(column.last)


def _ahead(sheet: Sheet, pad: Pad, colour: str) -> Iterator[str]:
    while can_accelerate(sheet, colour):
        mark = accelerated(sheet, pad, colour)
        yield LETTERS[mark.kind]
        if not (mark.opens_arrow or mark.kind == NOT_KNOWN):
            return
        sheet = mark.sheet
