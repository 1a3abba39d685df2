"""The figures of finished games, as data: one template draws those of every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.core.text import Text


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game for the figures, all by seat; `facts` as its game kept them, `seats` are those asked about."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    facts: Mapping[str, object]
    seats: frozenset[Seat]


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
