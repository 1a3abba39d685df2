"""What is read off a sheet of paper: of all sheets that the rules allow the likeliest, and how sure each fact is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.core.reading import Json
from scoring.core.sheet import Seat
from scoring.core.text import Text

Ink = Mapping[str, float]
"""By the names of places on a sheet: the logarithm of the odds that there is ink; a place not seen is absent."""
Told = Mapping[str, int]
"""By the key of a fact: what a person said who looked."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a sheet says, read as `value`; `other` is what it is else, `margin` how much likelier (natural
    logarithm of the odds) the likeliest sheet is than the likeliest one that says something else here. `places` show
    it; `said` and `other_said` are both in words.
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
    """The sheet as a count in a log has it, and its facts."""

    sheet: Json
    facts: tuple[Fact, ...]


def _count(seat: Seat, sheet: Json) -> Mapping[str, Json]:
    return {"type": "count", "seat": seat, "sheet": sheet}


@dataclass(frozen=True, slots=True)
class Photographed:
    """What a photo of a game's sheet needs.

    `places` are those that count, each with how it is marked: places marked alike look alike. `read` makes a sheet of
    the ink in them and of what was told, which is left out where the rules do not allow it together; `facts` is what a
    sheet in a log says (raises `Malformed`), `count` the event that counts a seat's sheet.
    """

    places: Mapping[str, str]
    read: Callable[[Ink, Told], Likeliest]
    facts: Callable[[object], Mapping[str, int]]
    count: Callable[[Seat, Json], Mapping[str, Json]] = _count
