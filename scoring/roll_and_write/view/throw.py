"""A throw being entered: one tap a die, the sixth reports it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring.core.sheet import Seat
from scoring.roll_and_write.moves import Roll
from scoring.roll_and_write.pad import COLOURS
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.view.selection import LETTERS, OF_A_KIND, SPELLED, Asked


@dataclass(frozen=True, slots=True)
class Tapped:
    """A die entered already; `query` takes it away again."""

    value: int | str
    query: str


@dataclass(frozen=True, slots=True)
class Key:
    """A die to tap: it leads to `query`, or, as the sixth, reports `move`. Neither: there are three of its kind."""

    value: int | str
    query: str | None
    move: Roll | None


@dataclass(frozen=True, slots=True)
class Entry:
    """The dice so far, the keys to tap, and the whole throw once six are there. `others` may throw first instead."""

    by: Seat
    others: tuple[tuple[Seat, str], ...]
    numbers: tuple[Tapped, ...]
    colours: tuple[Tapped, ...]
    number_keys: tuple[Key, ...]
    colour_keys: tuple[Key, ...]
    move: Roll | None


def entry(state: State, own: Collection[Seat], asked: Asked) -> Entry | None:
    """The entry on a device that sits at `own`; None where somebody else throws and nobody asked for it here."""
    by = state.next_to_throw
    first = by is None
    if by is None:
        by = asked.by if asked.by is not None else min(own, default=0)
    if by not in own and not asked.enter and not first:
        return None
    others = tuple((seat, asked.but(by=seat)) for seat in state.seats) if first else ()
    asked = replace(asked, by=by)
    tapped = [
        (_value(die), asked.but(dice=asked.dice[:at] + asked.dice[at + 1 :])) for at, die in enumerate(asked.dice)
    ]
    return Entry(
        by=by,
        others=others,
        numbers=tuple(Tapped(value, query) for value, query in tapped if isinstance(value, int)),
        colours=tuple(Tapped(value, query) for value, query in tapped if isinstance(value, str)),
        number_keys=tuple(_key(by, asked, number, str(number)) for number in range(10)),
        colour_keys=tuple(_key(by, asked, colour, LETTERS[colour]) for colour in COLOURS),
        move=_roll(by, asked.numbers_thrown, asked.colours_thrown),
    )


def _value(die: str) -> int | str:
    return int(die) if die.isdecimal() else SPELLED[die]


def _key(by: Seat, asked: Asked, value: int | str, die: str) -> Key:
    numbers, colours = asked.numbers_thrown, asked.colours_thrown
    if isinstance(value, int):
        numbers = (*numbers, value)
    else:
        colours = (*colours, value)
    if max(len(numbers), len(colours)) > OF_A_KIND:
        return Key(value, None, None)
    return Key(value, asked.but(dice=asked.dice + die), _roll(by, numbers, colours))


def _roll(by: Seat, numbers: tuple[int, ...], colours: tuple[str, ...]) -> Roll | None:
    return Roll(by, numbers, colours) if len(numbers) == len(colours) == OF_A_KIND else None
