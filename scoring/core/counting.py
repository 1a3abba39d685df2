"""The questions before a count is recorded: where it is not what was followed, nor what somebody had added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.claims import Slip, explained
from scoring.core.reading import whole
from scoring.core.rule import Rule
from scoring.core.sheet import TYPED, Line, Problem, Score
from scoring.core.text import Text, _, text

TOTAL = "total"
"""The key that stands alone in the place of what a player has, where only a total is known."""
MOST_TOTAL = 9_999
"""The most that can be read; what a game can make it says itself."""
POSSIBLE_TOTAL = Rule(
    "cairn/possible-total", _("Cairn"), _("A total that is entered without its sum is one that the game can make.")
)
ONLY_A_TOTAL = text("only a total")
NO_LONGER_ONLY_A_TOTAL = text("no longer only a total")
THE_TOTAL = text("the total")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The `least` and the `most` that a count can make (None: no end); `below` and `above` say what cannot be."""

    least: int
    most: int | None
    below: str
    above: str = ""

    def beyond(self, total: int) -> Text | None:
        """Why a total cannot be; None where it can."""
        if self.most is not None and total > self.most:
            return text(self.above, total=total, bound=self.most)
        return text(self.below, total=total, bound=self.least) if total < self.least else None

    def problems(self, totals: Iterable[int | None]) -> list[Problem]:
        """What is wrong with totals that were typed, by seat; None: none was."""
        typed = [(seat, total) for seat, total in enumerate(totals) if total is not None]
        return [Problem(POSSIBLE_TOTAL, why, seat) for seat, total in typed if (why := self.beyond(total))]


@dataclass(frozen=True, slots=True)
class Compared:
    """A player's count beside what stood there: the `differences`, each with its own words for more and less, and both
    totals.

    `recorded`: what stood there was counted, or the round is over; else it was followed.
    """

    name: str
    differences: tuple[Text, ...]
    recorded: bool
    before: int
    after: int

    def doubts(self, *, hidden: bool) -> tuple[Text, ...]:
        """The doubts in words, without the totals where scores are `hidden`; empty where nothing differs."""
        if not self.differences:
            return ()
        facts = {"differences": self.differences}
        if self.recorded:
            unlike = text("This is not what was recorded before: {differences}.", **facts)
        else:
            unlike = text("The count is not what was followed: {differences}.", **facts)
        if hidden or self.before == self.after:
            return (unlike,)
        return unlike, text("It makes {after} instead of {before}.", after=self.after, before=self.before)

    def told(self) -> tuple[Text, ...]:
        """The sentences that the log adds to that of the count: no total, because a table may hide them."""
        if not self.differences:
            return ()
        facts = {"differences": self.differences}
        if self.recorded:
            return (text("Before, it was counted otherwise: {differences}.", **facts),)
        return (text("That is not what was followed: {differences}.", **facts),)

    def told_again(self) -> Text:
        """The sentence of the log for a count in the place of another: no total, because a table may hide them."""
        if not self.differences:
            return text("{name} counted again: nothing is different.", name=self.name)
        return text("{name} counted again: {differences}.", name=self.name, differences=self.differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftCount:
    """A player's final count while it is entered: the `move`, its `lines` and its `total`.

    `problems` are what is impossible about it. `open`: it can be recorded, not only added up. `claim` is what is wrong
    with the total that was worked out by hand, None where none was. `doubts` are what it leaves open, and is asked.
    """

    move: Any
    lines: tuple[Line, ...]
    total: int
    problems: tuple[Text, ...]
    open: bool
    claim: Sequence[Text] | None
    doubts: tuple[Text, ...] = ()


def draft_of(
    move: Any, own: Score, problems: Iterable[Problem], claimed: int | None, slips: Iterable[Slip] = (), *, open: bool
) -> DraftCount:
    """The draft in which `move` makes the score `own` and has these problems; `slips` explain a total `claimed` for
    it, None where none was.
    """
    wrong = text("That makes {total}, not {claimed}.", total=own.total, claimed=claimed)
    return DraftCount(
        move=move,
        lines=own.lines,
        total=own.total,
        problems=tuple(problem.why for problem in problems),
        open=open,
        claim=None if claimed is None else explained(own.total, claimed, slips) or (wrong,) * (claimed != own.total),
    )


def totals_unlike(before: int | None, after: int | None) -> tuple[Text, ...]:
    """How what is only a total, before or after (None: it is more), is unlike the other; empty where it is the same."""
    if before is None or after is None:
        return () if before is after else (ONLY_A_TOTAL,) if before is None else (NO_LONGER_ONLY_A_TOTAL,)
    return () if before == after else (THE_TOTAL,)


def total_of(value: object, where: str) -> int | None:
    """The total that stands in the place of what a player has, from -9,999 to 9,999; None where anything else stands
    there. Raises `Malformed`.
    """
    if not isinstance(value, Mapping) or value.keys() != {TOTAL}:
        return None
    return whole(value[TOTAL], f"{where}.{TOTAL}", -MOST_TOTAL, MOST_TOTAL)


def typed_line(total: int, round: int | None = None) -> Line:
    """The one line of a total that somebody typed: nothing can be checked of it."""
    return Line(TYPED, None, total, text("typed, not checked"), round, text("total"))


def changed(differences: Sequence[tuple[int, int, Text]]) -> tuple[Text, ...]:
    """The quantities that are others now, each with what was there before: "gold: 4 instead of 3"."""
    return tuple(
        text("{what}: {after} instead of {before}", what=what, before=before, after=after)
        for before, after, what in differences
        if before != after
    )
