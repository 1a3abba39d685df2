"""Undo and correction: moves that take others back or stand in their place, and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from scoring.core.game import M
from scoring.core.rule import Illegal, Rule
from scoring.core.text import Text, _, text


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move that still stands."""


@dataclass(frozen=True, slots=True)
class Change(Generic[M]):
    """One change of a correction, at the event `number` of the log (from 1).

    `moves` replace that event (none: it is struck); with `before` they are inserted before it, and it stays. The number
    of a correction means the moves that it had inserted, all of them.
    """

    number: int
    moves: tuple[M, ...] = ()
    before: bool = False


@dataclass(frozen=True, slots=True)
class Amend(Generic[M]):
    """A correction: all its changes hold together. Everything after them is judged again; the log keeps both."""

    changes: tuple[Change[M], ...]

    def put_in(self, number: int) -> tuple[M, ...]:
        """The moves inserted before the event of that number."""
        return next((change.moves for change in self.changes if change.before and change.number == number), ())

    def instead(self, number: int) -> tuple[M, ...] | None:
        """The moves in the place of the event of that number; None: it is unchanged."""
        return next((change.moves for change in self.changes if not change.before and change.number == number), None)


NOTHING_TO_UNDO = Rule(
    "cairn/nothing-to-undo",
    _("Cairn"),
    _("Only a move that nobody has undone yet can be undone."),
)


AMEND_WHAT_STANDS = Rule(
    "cairn/amend-what-stands",
    _("Cairn"),
    _("Only a move that a player made and nobody undid can be corrected."),
)


AMEND_IN_SIGHT = Rule(
    "cairn/amend-in-sight",
    _("Cairn"),
    _("Face-down cards cannot be corrected or deleted before the reveal."),
)


class NoLongerHolds(Illegal):
    """A correction after which later moves would be against the rules: `broken` are all of them, in order."""

    def __init__(self, broken: Sequence[Broken]) -> None:
        first = broken[0]
        facts = {"number": first.number, "said": first.said[0], "why": first.illegal.why}
        why = text("Then move {number} would be against the rules. {said} {why}", **facts)
        super().__init__(first.illegal.rule, why)
        self.broken = tuple(broken)


@dataclass(frozen=True, slots=True)
class Broken:
    """A move that would be against the rules after a correction: its number, what it says, and why."""

    number: int
    said: Sequence[Text]
    illegal: Illegal
