"""What finished games say, as data: figures of many, and findings about one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from scoring.core.sheet import Seat
from scoring.core.text import Text, plural


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game for the figures, all by seat; `facts` as its game kept them, `seats` are those asked about;
    `month` is when it was played, as in "2026-11".
    """

    names: tuple[str, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    facts: Mapping[str, object]
    seats: frozenset[Seat]
    month: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers; a `share` is a part of 1, shown in per cent; `places` is the number of decimals."""

    name: Text
    places: int = 0
    share: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a figure: a number for each column, None if it is not known.

    `sign` is the name of its symbol, `tint` its colour in app.css. `count` is how many games (or expeditions, contests:
    `Figure.counted`) its numbers rest on; None if that says nothing.
    """

    of: Text
    numbers: tuple[float | None, ...]
    sign: str = ""
    tint: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and the table of its numbers, as data: one template draws those of every game.

    `kind` says how the columns in `drawn` (all when empty) are drawn. "bars": a bar for each row, from zero both
    ways. "parts": the columns are the parts of a whole. "span": lowest, average and highest of each row. "line": the
    rows follow each other, with a line for each column. "none": the numbers are enough. `says` is what there is to
    see, in a sentence; `unit` what is measured; `counted` what `Bar.count` counts; `top` where the scale ends when
    that is known; `rest` how many rows more there would be.
    """

    key: str
    title: Text
    says: Text
    of: Text
    columns: tuple[Column, ...]
    rows: tuple[Bar, ...]
    kind: str = "bars"
    drawn: tuple[int, ...] = ()
    unit: Text | None = None
    counted: Text | None = None
    top: float | None = None
    rest: int = 0


# Findings

S = TypeVar("S")  # one frozen state of a game


class Measure(Enum):
    """The kind of a number in the game as it would have been: a total, or its difference from the real one."""

    TOTAL = "total"
    MORE = "more"
    FEWER = "fewer"


@dataclass(frozen=True, slots=True)
class Claim:
    """A number that a sentence gives for a seat in the game as it would have been."""

    measure: Measure
    seat: Seat

    def value(self, really: Sequence[int], then: Sequence[int]) -> int:
        """The number, from the totals by seat of the real game and of the game as it would have been."""
        if self.measure is Measure.TOTAL:
            return then[self.seat]
        more = then[self.seat] - really[self.seat]
        return more if self.measure is Measure.MORE else -more


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A kind of findings: its heading, and what all of them assume (None: nothing)."""

    title: Text
    assumes: Text | None = None


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """Figures of one game that are read as tables, one below the other under their heading."""

    kind: FindingKind
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Finding(Generic[S]):
    """One thing that mattered in a finished game.

    `key` is unique in this game, in small letters, digits and dashes, because an address holds it. `says` is one
    sentence. `instead` is the finished game as it would have been, a state whose position is possible; None for a
    statement about chance. `claims` are the facts of `says` that are points, by name; every other whole number in it
    was counted in the log. `move` is the number in the log of the move in question. Of two findings about the same
    thing (`about`; empty: there is no other) only the weightier can be among the first. One that is `plain` can be read
    off the sheet and is never among them.
    """

    key: str
    kind: FindingKind
    says: Text
    instead: S | None
    claims: Mapping[str, Claim] = field(default_factory=dict)
    move: int | None = None
    about: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A fact that is points: its `words` (a number, or a text that counts it), and the claim on it."""

    words: Text | int
    claim: Claim


def effect(seat: Seat, points: int) -> Points:
    """So many points that a seat made with something or, below 0, lost: "made 3 points", behind the player's name."""
    if points < 0:
        return Points(plural("lost {count} point", "lost {count} points", -points), Claim(Measure.MORE, seat))
    return Points(plural("made {count} point", "made {count} points", points), Claim(Measure.FEWER, seat))


def more(seat: Seat, points: int) -> Points:
    """So many points that a seat has more in the game as it would have been."""
    return Points(points_of(points), Claim(Measure.MORE, seat))


def fewer(seat: Seat, points: int) -> Points:
    """So many points that a seat has fewer in the game as it would have been."""
    return Points(points_of(points), Claim(Measure.FEWER, seat))


def change(seat: Seat, points: int) -> Points:
    """So many points more or, below 0, fewer: "3 points more"."""
    if points < 0:
        return Points(plural("{count} point fewer", "{count} points fewer", -points), Claim(Measure.FEWER, seat))
    return Points(plural("{count} point more", "{count} points more", points), Claim(Measure.MORE, seat))


def points_of(count: int) -> Text:
    """So many points."""
    return plural("{count} point", "{count} points", count)


def finding(
    key: str,
    kind: FindingKind,
    says: Text,
    instead: S | None,
    *,
    move: int | None = None,
    about: str = "",
    plain: bool = False,
    **facts: object,
) -> Finding[S]:
    """The finding whose sentence has these facts too; those that are `Points` are its claims."""
    words = {name: fact.words if isinstance(fact, Points) else fact for name, fact in facts.items()}
    claims = {name: fact.claim for name, fact in facts.items() if isinstance(fact, Points)}
    return Finding(key, kind, says.filled(**words), instead, claims, move, about, plain)
