"""The reading of a sheet of paper: of all sheets that the rules allow the likeliest, and how sure each fact is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.core.codec import Json
from scoring.core.sheet import Seat
from scoring.core.text import Text

Ink = Mapping[str, float]
"""By the names of places on a sheet: the logarithm of the odds that there is ink; a place not seen is absent."""
LINE = "-line"
"""Behind the name of a place: the log-odds that what is drawn there is one level line, as for striking it out; absent
where nothing is drawn."""
CIRCLE = "-circle"
"""Behind the name of a place: the log-odds that what is printed beside it was circled and not struck out; absent where
neither was done."""
Answers = Mapping[str, int]
"""By the key of a fact: what a person said who looked."""
DOUBT = 3.0
"""A fact less sure than that is asked about: a logarithm of the odds."""
Counts = Mapping[Seat, Mapping[str, Json]]
"""By the seat: the event that counts it."""


def place_of(name: str) -> str:
    """The place that a name in `Ink` is about."""
    return name.removesuffix(LINE).removesuffix(CIRCLE)


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a sheet says, read as `value`; `other` is what it is else, `margin` how much likelier (natural
    logarithm of the odds) the likeliest sheet is than the likeliest one that says something else here, or 0 where a
    dark mark says it. `places` show it; `said` and `other_said` are both in words.
    """

    key: str
    value: int
    other: int
    margin: float
    places: tuple[str, ...]
    said: Text
    other_said: Text


@dataclass(frozen=True, slots=True)
class Likeliest:
    """The sheet as a count in a log has it, and its facts; `broken` says which rules it breaks, as far as its layout
    tells.
    """

    sheet: Json
    facts: tuple[Fact, ...]
    broken: tuple[Text, ...] = ()


def settled(facts: Sequence[Fact], told: Answers) -> Answers:
    """The facts that nothing changes any more: those that a person told, and those that were not asked about."""
    return {**{fact.key: fact.value for fact in facts if fact.margin >= DOUBT}, **told}


def _counts(seat: Seat, sheet: Json) -> Counts:
    return {seat: {"type": "count", "seat": seat, "sheet": sheet}}


@dataclass(frozen=True, slots=True)
class Photographed:
    """The knowledge about a game's sheet that reading a photo of it needs.

    `places` are those that count, each with how it is marked: places marked alike look alike. `read` makes the
    likeliest sheet that the rules allow of the ink in them; what was told stands, whatever the rules say, and changes
    nothing that was sure without it. `facts` is what a sheet in a log says (raises `Malformed`), `counts` the events
    that count the sheet of a seat or, where all players are on one (`together`), of everybody.

    Where a sheet has several `rounds`, these are the same for each of them alone, and only one can be counted at a
    time; `counted` is the number of the one that a table's state counts next. `prints` are what is printed in places,
    if each of them is held against those of the sheet with the same print. `settings` are those without which such
    counts cannot be. `laid_out` makes the same for sheets of another layout, an item of the library; `is_another` tells
    whether a sheet of a layout (None: the usual one) cannot be that of a seat, in a state. `advice` is what whoever
    takes the photo needs to know of this sheet.
    """

    places: Mapping[str, str]
    read: Callable[[Ink, Answers], Likeliest]
    facts: Callable[[object], Mapping[str, int]]
    counts: Callable[[Seat, Json], Counts] = _counts
    together: bool = False
    rounds: tuple[Photographed, ...] = ()
    counted: Callable[[Any], int] = lambda _state: 1
    prints: Mapping[str, str] = field(default_factory=dict)
    settings: Callable[[Counts], Mapping[str, Json]] = lambda _counts: {}
    laid_out: Callable[[Any], Photographed] | None = None
    is_another: Callable[[Any, Seat, Any], bool] = lambda _state, _seat, _layout: False
    advice: Text | None = None

    def on(self, layout: object) -> Photographed:
        """Of sheets with this layout; None: the usual one."""
        return self.laid_out(layout) if self.laid_out and layout is not None else self

    def of(self, round: int) -> Photographed:
        """Of this round alone, from 1; of a sheet that has no rounds, or of none of them, all of it."""
        return self.rounds[round - 1] if round in range(1, len(self.rounds) + 1) else self
