"""Where the marks of a figure stand: widths in per cent, heights in em, so that letters keep their size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from flask_babel import get_locale

from scoring.game import Bar, Column, Figure, Text
from scoring.tally import FEW
from web.words import MINUS, number, say

HEAD, LABEL, THICK, GAP = 1.8, 1.5, 0.85, 0.75
LINES = 16.0
LONGEST = 24
UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale, and what stands at it; `at` in per cent of the width (of the height, for lines)."""

    at: float
    said: str
    anchor: str = "middle"
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a row, in per cent; `series` says which column it shows."""

    x: float
    width: float
    y: float
    series: int


@dataclass(frozen=True, slots=True)
class Strip:
    """A row: its label and its numbers on one line, its pieces below; `dot` is the average of a span."""

    y: float
    label: str
    said: str
    sign: str
    tint: str
    few: int | None
    pieces: tuple[Piece, ...]
    dot: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: its path in a square of 1,000, and where its marks stand, in per cent."""

    name: str
    last: str
    path: str
    marks: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure laid out. `strips` or `lines`, not both; `height` in em."""

    height: float
    ticks: tuple[Tick, ...]
    strips: tuple[Strip, ...] = ()
    lines: tuple[Line, ...] = ()
    along: tuple[Tick, ...] = ()

    @property
    def few(self) -> bool:
        return any(strip.few is not None for strip in self.strips)


@dataclass(frozen=True, slots=True)
class Scale:
    """From the lowest to the highest number drawn, in round steps."""

    low: float
    high: float
    step: float

    def at(self, value: float) -> float:
        """Where a number stands, in per cent."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)

    def steps(self) -> Iterator[float]:
        for step in range(round((self.high - self.low) / self.step) + 1):
            yield self.low + step * self.step


def shown(value: float | None, column: Column) -> str:
    """A number of a table as it is read: decimals and per cent as the language writes them."""
    if value is None:
        return UNKNOWN
    if column.share:
        return _percent(value)
    if not column.places:
        return number(round(value))
    return _decimal(f"{value:.{column.places}f}")


def _decimal(digits: str) -> str:
    """Without a minus before a zero; the comma or point of the language."""
    plain = digits.removeprefix("-") if not float(digits) else digits
    return plain.replace("-", MINUS).replace(".", str(get_locale().number_symbols["latn"]["decimal"]))


def _percent(value: float) -> str:
    space = "\N{NARROW NO-BREAK SPACE}" if get_locale().language == "fr" else ""
    return f"{round(100 * value)}{space}%"


def drawn(figure: Figure) -> list[Column]:
    """The columns that the picture shows."""
    return [figure.columns[place] for place in _places(figure)]


def _places(figure: Figure) -> tuple[int, ...]:
    return figure.drawn or tuple(range(len(figure.columns)))


def _values(figure: Figure, row: Bar) -> list[float | None]:
    return [row.numbers[place] for place in _places(figure)]


def draw(figure: Figure) -> Drawing | None:
    """The figure laid out; None where there is nothing to draw."""
    known = [value for row in figure.rows for value in _values(figure, row) if value is not None]
    if not known or figure.kind == "none":
        return None
    if figure.kind == "line":
        return _lines(figure, known)
    if figure.kind == "parts":
        return _parts(figure)
    scale = _up_to(figure.top) if figure.top else _scale([*known, *([0.0] if figure.kind == "bars" else [])])
    strips = tuple(_strips(figure, scale))
    return Drawing(_height(strips), _ticks(scale, drawn(figure)[0]), strips)


def _up_to(top: float) -> Scale:
    """From 0 to where the numbers must end, in whole steps where that is possible."""
    parts = next((parts for parts in (4, 3, 5) if top % parts == 0), 4)
    return Scale(0, top, top / parts)


def _scale(values: Iterable[float]) -> Scale:
    """Round steps, four or so, that take in every value."""
    values = list(values)
    low, high = min(values), max(values)
    if low == high:
        low, high = min(low, 0), max(high, 0, low + 1)
    rough = (high - low) / 4
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * times for times in (1, 2, 5, 10) if size * times >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return Scale(first * step, last * step, step)


def _ticks(scale: Scale, column: Column) -> tuple[Tick, ...]:
    finer = Column(column.name, 0 if scale.step == int(scale.step) else 1 if scale.step >= 0.1 else 2, column.share)
    ticks = []
    for value in scale.steps():
        at = scale.at(value)
        anchor = "start" if at < 5 else "end" if at > 95 else "middle"
        ticks.append(Tick(at, shown(float(value), finer), anchor, abs(value) < scale.step / 100))
    return tuple(ticks)


def _height(strips: tuple[Strip, ...]) -> float:
    last = strips[-1]
    lowest = max((piece.y for piece in last.pieces), default=last.y)
    return round(lowest + THICK + GAP, 2)


def _strips(figure: Figure, scale: Scale) -> Iterator[Strip]:
    y = HEAD
    for row in figure.rows:
        values = _values(figure, row)
        if figure.kind == "span":
            yield _strip(figure, row, y, _span(values, scale, y + LABEL), _dot(values, scale))
            y += LABEL + THICK + GAP
        else:
            pieces = tuple(_bars(values, scale, y + LABEL))
            yield _strip(figure, row, y, pieces)
            y += LABEL + THICK * len(values) + GAP


def _strip(figure: Figure, row: Bar, y: float, pieces: tuple[Piece, ...], dot: float | None = None) -> Strip:
    values = zip(_values(figure, row), drawn(figure), strict=True)
    said = " · ".join(shown(value, column) for value, column in values)
    few = row.count if row.count is not None and row.count < FEW else None
    return Strip(round(y + 1.05, 2), say(_short(row.of)), said, row.sign, row.tint, few, pieces, dot)


def _short(label: Text) -> Text:
    """Long names cut, so that they do not run into the numbers: the table has them whole."""
    names = [fact for fact in label.facts.values() if isinstance(fact, str)]
    longest = LONGEST // max(1, len(names))
    facts = {key: _cut(fact, longest) if isinstance(fact, str) else fact for key, fact in label.facts.items()}
    return replace(label, facts=facts)


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def _bars(values: list[float | None], scale: Scale, y: float) -> Iterator[Piece]:
    for series, value in enumerate(values):
        if value is not None:
            low, high = scale.at(min(value, 0)), scale.at(max(value, 0))
            yield Piece(low, round(high - low, 2), round(y + series * THICK, 2), series)


def _span(values: list[float | None], scale: Scale, y: float) -> tuple[Piece, ...]:
    low, _mean, high = values
    if low is None or high is None:
        return ()
    return (Piece(scale.at(low), round(scale.at(high) - scale.at(low), 2), round(y, 2), 0),)


def _dot(values: list[float | None], scale: Scale) -> float | None:
    return None if values[1] is None else scale.at(values[1])


def _parts(figure: Figure) -> Drawing:
    strips = []
    for place, row in enumerate(figure.rows):
        y = place * (LABEL + THICK + GAP)
        strips.append(_strip(figure, row, y, tuple(_stacked(_values(figure, row), y + LABEL))))
    return Drawing(_height(tuple(strips)), (), tuple(strips))


def _stacked(values: list[float | None], y: float) -> Iterator[Piece]:
    whole, before = sum(value or 0 for value in values), 0.0
    for series, value in enumerate(values):
        if value:
            yield Piece(round(100 * before / whole, 2), round(100 * value / whole, 2), round(y, 2), series)
            before += value


def _lines(figure: Figure, known: list[float]) -> Drawing:
    scale = _scale([0.0, *known])
    last = max(1, len(figure.rows) - 1)
    lines = []
    for place, column in enumerate(figure.columns):
        values = [row.numbers[place] or 0 for row in figure.rows]
        points = [(100 * at / last, 100 - scale.at(value)) for at, value in enumerate(values)]
        lines.append(Line(say(column.name), shown(values[-1], column), _path(points), _marks(points)))
    return Drawing(LINES, _ticks(scale, figure.columns[0]), lines=tuple(lines), along=_along(figure))


def _path(points: list[tuple[float, float]]) -> str:
    """In steps: a score stays until the next move changes it."""
    (x, y), *rest = [(round(x * 10), round(y * 10)) for x, y in points]
    return f"M{x} {y}" + "".join(f"H{x}V{y}" for x, y in rest)


def _marks(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Some of the points, the last among them: each line has a mark of its own shape."""
    every = max(1, len(points) // 6)
    some = points[::-1][::every]
    return tuple((round(x, 1), round(y, 1)) for x, y in some)


def _along(figure: Figure) -> tuple[Tick, ...]:
    last = len(figure.rows) - 1
    places = sorted({0, last // 2, last})
    anchors = {0: "start", last: "end"}
    return tuple(Tick(100 * at / max(1, last), say(figure.rows[at].of), anchors.get(at, "middle")) for at in places)
