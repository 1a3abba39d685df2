"""What is read off a sheet of paper: of all sheets that the rules allow the likeliest, and how sure each fact is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.core.reading import Json
from scoring.core.sheet import Seat
from scoring.core.text import Text

Ink = Mapping[str, float]
"""By the names of places on a sheet: the logarithm of the odds that there is ink; a place not seen is absent."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a sheet says, read as `value`; `other` is what it is else, `margin` how much likelier (natural
    logarithm of the odds) the likeliest sheet is than the likeliest one that says something else here. `places` show
    it, `said` is it in words.
    """

    key: str
    value: int
    other: int
    margin: float
    places: tuple[str, ...]
    said: Text


@dataclass(frozen=True, slots=True)
class Likeliest:
    """The sheet as a count in a log has it, and its facts."""

    sheet: Json
    facts: tuple[Fact, ...]


def _count(seat: Seat, sheet: Json) -> Mapping[str, Json]:
    return {"type": "count", "seat": seat, "sheet": sheet}


@dataclass(frozen=True, slots=True)
class Photographed:
    """What a photo of a game's sheet needs: the `places` that count, `read`, which makes a sheet of the ink in them,
    and `facts`, what a sheet in a log says (raises `Malformed`). `count` is the event that counts it."""

    places: tuple[str, ...]
    read: Callable[[Ink], Likeliest]
    facts: Callable[[object], Mapping[str, int]]
    count: Callable[[Seat, Json], Mapping[str, Json]] = _count
