"""The worth of a position, line by line, and what is impossible about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeVar

from scoring.core.rule import Rule
from scoring.core.text import Text, plural, text

Seat = int
T = TypeVar("T")
TYPED = "typed"
"""The code of the line of a total that somebody typed, of which nothing can be checked."""


def replaced(values: Sequence[T], place: int, value: T) -> tuple[T, ...]:
    """The same values, with another one at this place, from 0: a seat where they are by seat."""
    return (*values[:place], value, *values[place + 1 :])


@dataclass(frozen=True, slots=True)
class Problem:
    """Something impossible about a position (or, with `warning`, only surprising)."""

    rule: Rule
    why: Text
    seat: Seat | None = None
    where: str | None = None
    warning: bool = False

    def named(self, names: Sequence[str]) -> Text:
        """The reason, after the player's name where there are several players and it does not name this one."""
        if self.seat is None or len(names) == 1 or names[self.seat] in self.why.facts.values():
            return self.why
        return text("{name}: {why}", name=names[self.seat], why=self.why)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: `points` for `of`, and the sum that made them; `label` says what they are for,
    where the sum does not."""

    code: str
    of: str | None
    points: int
    text: Text
    round: int | None = None
    label: Text | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Score:
    """One player's sheet: `total` is the sum of the lines; rank 1 is best, ties share a rank."""

    name: str
    lines: tuple[Line, ...]
    rank: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole scored position; `notes` says what a reader should know (a shared majority)."""

    players: tuple[Score, ...]
    notes: tuple[Text, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, score in enumerate(self.players) if score.rank == 1)

    @property
    def won(self) -> Text:
        """The sentence that names the winners."""
        names = tuple(self.players[seat].name for seat in self.winners)
        if len(names) > 1:
            return text("A shared victory: {names}", names=names)
        first, second, *_rest = sorted((player.total for player in self.players), reverse=True)
        if first == second:
            return text("{name} wins on the tie-break", name=names[0])
        margin = first - second
        return plural("{name} wins by {count} point", "{name} wins by {count} points", margin, name=names[0])

    @property
    def decided(self) -> Text | None:
        """The round or line in which the winner gained most on the next; None if nobody won alone or there is one."""
        first, *others = (score for rank in reversed(self.from_last) for score in rank)
        if not others or others[0].rank == 1:
            return None
        gap, what = _gap(first.lines, others[0].lines)
        if gap <= 0:
            return None
        return text("Most points gained on {name}: {what} ({points}).", name=others[0].name, what=what, points=gap)

    @property
    def from_last(self) -> tuple[tuple[Score, ...], ...]:
        """The players in the order of a reveal: last first; those who share a rank together."""
        ranks = sorted({score.rank for score in self.players}, reverse=True)
        return tuple(tuple(score for score in self.players if score.rank == rank) for rank in ranks)


def _gap(own: Sequence[Line], other: Sequence[Line]) -> tuple[int, Text]:
    """The greatest lead of the first in one round (without rounds: in one line), and the name of that round or line; 0
    where a total was typed in the place of the lines.
    """
    if any(line.code == TYPED and line.round is None for line in (*own, *other)):
        return 0, Text("")
    gaps, names = Counter[object](), dict[object, Text]()
    for lines, sign in ((own, 1), (other, -1)):
        for line in lines:
            place = (line.code, line.of) if line.round is None else line.round
            gaps[place] += sign * line.points
            if name := line.label if line.round is None else text("round {round}", round=line.round):
                names[place] = name
    found = [(gap, names[place]) for place, gap in gaps.items() if place in names and len(gaps) > 1]
    return max(found, default=(0, Text("")), key=itemgetter(0))


def ranked(
    names: Sequence[str],
    lines: Sequence[Sequence[Line]],
    tie_breaks: Sequence[tuple[int, ...]] | None = None,
    notes: tuple[Text, ...] = (),
) -> Sheet:
    """Build the sheet: highest total first, then `tie_breaks` (higher is better), then a shared rank."""
    breaks = tie_breaks or [()] * len(names)
    keys = [(sum(line.points for line in own), *tie) for own, tie in zip(lines, breaks, strict=True)]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    players = tuple(Score(name, tuple(own), rank) for name, own, rank in zip(names, lines, ranks, strict=True))
    return Sheet(players, notes)
