"""The words of a correction: the dice of a throw that are others now, and the hatches and circles on each sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from scoring.core.sheet import Amount, Belongings, fields_unlike
from scoring.core.text import Text, plural, text
from scoring.roll_and_write.moves import Move, Roll
from scoring.roll_and_write.pad import NAMES
from scoring.roll_and_write.rules import State
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGES, DICE, Sheet

T = TypeVar("T")


def tell_correction(state: State, was: Move, now: Move) -> Text | None:
    """The dice of a throw in the place of others; None: both moves are told."""
    if not isinstance(was, Roll) or not isinstance(now, Roll) or was.seat != now.seat:
        return None
    numbers, colours = _others(was.numbers, now.numbers), _others(was.colours, now.colours)
    before, after = (tuple(NAMES[colour] for colour in those) for those in colours)
    changes = fields_unlike([(None, *numbers), (None, before, after)])
    return text("{name}’s throw: {changes}.", name=state.name(now.seat), changes=changes) if changes else None


def belongings(state: State) -> Sequence[Belongings]:
    """The artefacts, the dice symbols and the bridges of each sheet."""
    return [_belongings(state.name(seat), state.sheets[seat]) for seat in state.seats]


def _belongings(name: str, sheet: Sheet) -> Belongings:
    amounts = {
        ARTIFACTS: Amount(sheet.artifacts, plural("{count} artefact", "{count} artefacts", sheet.artifacts)),
        DICE: Amount(sheet.dice, plural("{count} dice symbol", "{count} dice symbols", sheet.dice)),
    }
    return Belongings(name, amounts, {of: BRIDGES[of] for of in sheet.bridges})


def _others(was: tuple[T, ...], now: tuple[T, ...]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """The dice that only one of two throws has."""
    before, after = Counter(was), Counter(now)
    return tuple((before - after).elements()), tuple((after - before).elements())
