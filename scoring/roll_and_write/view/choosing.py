"""The marks that may be written on a sheet: now, with the dice on the table, and whatever dice may still come."""

from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.roll_and_write.moves import DIGITS, Choose, Refuse
from scoring.roll_and_write.pad import ARROW, COLOURS, NAMES, NOT_KNOWN, PLAIN, VASE, Pad
from scoring.roll_and_write.rule_texts import DICE_LEFT, NEVER_FALL
from scoring.roll_and_write.rules import State, apply, circled, combinations, dice_left, written
from scoring.roll_and_write.score import total
from scoring.roll_and_write.sheets import Column, Sheet
from scoring.roll_and_write.writing import Step, accelerated, can_accelerate, first_step

Reasons = tuple[tuple[Rule, Text], ...]
RISING = (*DIGITS[1:], 0)  # in a box of its own a 0 is a 10
READY = "ready"
AFTER = {PLAIN: READY, ARROW: "arrow", VASE: READY, NOT_KNOWN: "tell", "": READY}
"""What comes after a mark, by what is printed in its box: an arrow leads on, what is not known may be told."""
TOLD = tuple((kind, AFTER[kind]) for kind in (PLAIN, ARROW, VASE))
"""What may be told of a box, and what comes after its mark then."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The mark of a die with this digit: as a control says it, as it is seen in the box, and with its change of the
    total.

    `double` is said only where the same digit may be written as a number instead.
    """

    digit: int
    double: bool
    box: int
    label: Text
    change: int

    @property
    def shows(self) -> str:
        return str(self.digit or 10) if self.box else "×2"


@dataclass(frozen=True, slots=True)
class Reach:
    """The marks that may go into a column, whatever the dice show.

    `fits` go into `box` (10: the artefact on top), or into the double box. `again` is the number that an arrow writes.
    `ahead` has what comes after each of the marks that arrows make one after the other, from `box` up (as in `AFTER`):
    up to the first that can be no arrow, which ends a chain. An unknown one ends it too until somebody tells that it is
    an arrow. `sign` is all that this depends on, quicker to compare.
    """

    sign: Hashable
    of: str
    box: int
    fits: tuple[Fit, ...]
    again: str
    ahead: tuple[str, ...]

    def after(self, box: int) -> str:
        """What comes after the mark in this box; empty where none may be made."""
        place = box - self.box
        return self.ahead[place] if 0 <= place < len(self.ahead) else ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """One player's choice: the dice to choose among, whether any fit, and the change of the total by refusing them."""

    dice: tuple[str, ...]
    fits: bool
    change: int


def chosen(number: int, colour: str, double: bool) -> str:
    """The dice that are chosen, and whether for the double box: they tell one control from another."""
    return f"{number} {colour}{' double' if double else ''}"


def choosing(state: State, seat: Seat) -> Choosing:
    """The choice of a seat that is to act."""
    numbers, colours = dice_left(state)
    return Choosing(
        dice=(*map(str, numbers), *colours),
        fits=any(combinations(state, seat)),
        change=total(apply(state, Refuse(seat)).sheets[seat]) - total(state.sheets[seat]),
    )


def why_not(state: State, seat: Seat, colour: str) -> Reasons:
    """The reasons why a seat may not choose this colour now, or not each number for it; one says all that is alike."""
    alike: dict[Rule, list[Text]] = {}
    for number in sorted(set(dice_left(state)[0])) or [0]:
        try:
            written(state, Choose(seat, number, colour))
        except Illegal as illegal:
            alike.setdefault(illegal.rule, []).append(illegal.why)
    return tuple((rule, _joined(state, rule, whys)) for rule, whys in alike.items())


def _joined(state: State, rule: Rule, whys: list[Text]) -> Text:
    facts = whys[0].facts
    if rule == DICE_LEFT and state.taken is None:
        return text("None of the dice shows {colour}.", **facts)
    if rule == NEVER_FALL and len(whys) > 1:
        numbers = tuple(why.facts["number"] for why in whys)
        return text(
            "{numbers} cannot go in {colour}: the last number there is {last}, and numbers never fall.",
            numbers=numbers,
            **facts,
        )
    return whys[0]


def reaches(state: State, seat: Seat) -> tuple[Reach, ...]:
    """The marks that may go into each column of a sheet, in the order of COLOURS."""
    return _reaches(state.sheets[seat], state.pad_of(seat), state.crossed, state.setup.zero_opens)


@lru_cache(maxsize=4_000)
def _reaches(sheet: Sheet, pad: Pad, crossed: frozenset[str], opens: bool) -> tuple[Reach, ...]:
    return tuple(_reach(sheet, pad, crossed, colour, opens) for colour in COLOURS)


def _reach(sheet: Sheet, pad: Pad, crossed: frozenset[str], colour: str, opens: bool) -> Reach:
    column = sheet.column(colour)
    fits = tuple(_fits(sheet, pad, crossed, colour, opens))
    ahead = tuple(_ahead(sheet, pad, colour))
    changes = tuple(sorted({(fit.box, fit.change) for fit in fits}))
    sign = (colour, column, ahead, changes, opens)
    return Reach(sign, colour, column.level + 1, fits, _again(column), ahead)


def _fits(sheet: Sheet, pad: Pad, crossed: frozenset[str], colour: str, opens: bool) -> Iterator[Fit]:
    now = total(sheet)
    for digit in RISING:
        for mark in _marks(sheet, pad, colour, digit, opens):
            change = total(circled(sheet, mark.sheet, crossed)) - now
            yield Fit(digit, mark.is_double and opens, mark.box, _label(mark), change)


def _marks(sheet: Sheet, pad: Pad, colour: str, digit: int, opens: bool) -> Iterator[Step]:
    for double in (False, True) if opens else (False,):
        with suppress(Illegal):
            yield first_step(sheet, pad, Choose(0, digit, colour, (), double), opens)


def _label(mark: Step) -> Text:
    colour = NAMES[mark.colour]
    if mark.is_double:
        return text("Tick the {colour} ×2 box", colour=colour)
    if mark.is_top:
        return text("Tick the artefact at the top of the {colour} column", colour=colour)
    return text("Write {number} in {colour}", number=mark.number, colour=colour)


def _again(column: Column) -> str:
    if column.level == 0:
        return "1"
    return "" if column.last is None else str(column.last)


def _ahead(sheet: Sheet, pad: Pad, colour: str) -> Iterator[str]:
    while can_accelerate(sheet, colour):
        mark = accelerated(sheet, pad, colour)
        yield AFTER[mark.kind]
        if not (mark.opens_arrow or mark.kind == NOT_KNOWN):
            return
        sheet = mark.sheet
