"""What there is to say of a finished game: sentences, each with the game as it would have been, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from scoring.core.sheet import Seat
from scoring.core.text import Text

S = TypeVar("S")  # one frozen state of a game


class Measure(Enum):
    """What a number is in the game as it would have been: a total, or how far that is from the real one."""

    TOTAL = "total"
    MORE = "more"
    FEWER = "fewer"


@dataclass(frozen=True, slots=True)
class Claim:
    """A number that a sentence says of a seat in the game as it would have been."""

    measure: Measure
    seat: Seat

    def value(self, really: Sequence[int], then: Sequence[int]) -> int:
        """The number, from the totals by seat of the real game and of the one that would have been."""
        if self.measure is Measure.TOTAL:
            return then[self.seat]
        more = then[self.seat] - really[self.seat]
        return more if self.measure is Measure.MORE else -more


@dataclass(frozen=True, slots=True)
class Kind:
    """What findings are about: their heading, and what all of them take for granted, None where that is nothing."""

    title: Text
    assumes: Text | None = None


@dataclass(frozen=True, slots=True)
class Finding(Generic[S]):
    """One thing that mattered in a finished game.

    `key` is its own in this game, in small letters, digits and dashes: an address holds it. `says` is one sentence.
    `instead` is the finished game as it would have been, a state whose position is possible; None where chance is told.
    `claims` are the facts of `says` that are points, by their names; every other whole number in it was counted in the
    log. `move` is the number in the log of the move that it speaks of. Of two findings about the same (`about`; empty:
    the like of it is nowhere) only the weightier can be among the first; one that is `plain` stands on the sheet
    already and is never among them.
    """

    key: str
    kind: Kind
    says: Text
    instead: S | None
    claims: Mapping[str, Claim] = field(default_factory=dict)
    move: int | None = None
    about: str = ""
    plain: bool = False
