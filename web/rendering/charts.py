"""The places of the marks of a figure: widths in per cent, heights in em, so that letters keep their size."""

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from string import ascii_lowercase

from babel.numbers import format_percent
from flask_babel import get_locale

from scoring.core.figures import Bar, Column, Figure
from scoring.core.statistics import FEW
from scoring.core.text import MINUS, Text, number
from web.rendering.i18n import translate

HEAD, LABEL, THICK, GAP = 1.8, 1.5, 0.85, 0.75
LINES = 16.0
LONGEST, SHORT = 24, 15  # letters of a label, beside numbers of so many
UNKNOWN = "–"
MOST_STEPS = 5
LETTER = 8  # per cent of a curve: 14 px of the narrowest phone


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale, and what stands at it; `at` in per cent of the width (of the height, for lines)."""

    at: float
    said: str
    anchor: str = "middle"
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a row, in per cent; `series` says which column it shows, `dot` where the average of a span is."""

    x: float
    width: float
    y: float
    series: int
    dot: float | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """A row of a chart of bars or spans: the lines of its label with the `y` of each, the `y` of its numbers, and the
    stretches drawn below them.
    """

    y: float
    label: tuple[tuple[float, str], ...]
    said: str
    sign: str
    tint: str
    few: int | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: its path in a square of 1,000, and where its marks stand, in per cent."""

    name: str
    last: str
    path: str
    marks: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on a line of which more is told, in per cent; its `letter` stands above the lines, at `above`."""

    letter: str
    x: float
    y: float
    above: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure laid out. `strips` or `lines`, not both; `height` in em; `stops` stand on the lines."""

    height: float
    ticks: tuple[Tick, ...]
    strips: tuple[Strip, ...] = ()
    lines: tuple[Line, ...] = ()
    along: tuple[Tick, ...] = ()
    stops: tuple[Stop, ...] = ()

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
        """The place of a number, in per cent."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)

    def steps(self) -> Iterator[float]:
        for step in range(round((self.high - self.low) / self.step) + 1):
            yield self.low + step * self.step


def shown(value: float | None, column: Column) -> str:
    """A number of a table as it is read: decimals and per cent as the language writes them."""
    if value is None:
        return UNKNOWN
    if column.share:
        return _percent(round(100 * value), str(get_locale()))
    if not column.places:
        return number(round(value))
    return _decimal(f"{value:.{column.places}f}")


def _decimal(digits: str) -> str:
    """Without a minus before a zero; the comma or point of the language."""
    plain = digits.removeprefix("-") if not float(digits) else digits
    return plain.replace("-", MINUS).replace(".", str(get_locale().number_symbols["latn"]["decimal"]))


@lru_cache(maxsize=500)
def _percent(hundredths: int, language: str) -> str:
    return str(format_percent(hundredths / 100, locale=language)).replace(
        "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
    )


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
        return _drawing((), tuple(_strips(figure, _stacked)))
    whole = not drawn(figure)[0].places and not drawn(figure)[0].share
    spans = figure.kind == "span"
    scale = _up_to(figure.top) if figure.top else _scale([*known, *([] if spans else [0.0])], whole)
    return _drawing(_ticks(scale, drawn(figure)[0]), tuple(_strips(figure, partial(_span if spans else _bars, scale))))


def _drawing(ticks: tuple[Tick, ...], strips: tuple[Strip, ...]) -> Drawing:
    last = strips[-1]
    foot = max((piece.y for piece in last.pieces), default=last.y)
    return Drawing(round(foot + THICK + GAP, 2), ticks, strips)


def _up_to(top: float) -> Scale:
    """A scale from 0 to `top`, in whole steps where possible."""
    parts = next((parts for parts in (4, 3, 5) if top % parts == 0), 4)
    return Scale(0, top, top / parts)


def _scale(values: Iterable[float], whole: bool) -> Scale:
    """At most five round steps that cover every value, so that a phone has room for their labels.

    `whole`: no step is a fraction.
    """
    values = list(values)
    low, high = min(values), max(values)
    if low == high:
        low, high = min(low, 0), max(high, 0, low + 1)
    rough = (high - low) / 4
    size = 10 ** math.floor(math.log10(rough))
    rising = (size * times for times in (1, 2, 5, 10, 20, 50))
    scales = (_stepped(low, high, max(1, step) if whole else step) for step in rising if step >= rough * 0.75)
    return next(scale for scale in scales if round((scale.high - scale.low) / scale.step) <= MOST_STEPS)


def _stepped(low: float, high: float, step: float) -> Scale:
    return Scale(math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step, step)


def _ticks(scale: Scale, column: Column) -> tuple[Tick, ...]:
    finer = Column(column.name, 0 if scale.step == int(scale.step) else 1 if scale.step >= 0.1 else 2, column.share)
    ticks = []
    for value in scale.steps():
        at = scale.at(value)
        anchor = "start" if at < 5 else "end" if at > 95 else "middle"
        ticks.append(Tick(at, shown(float(value), finer), anchor, abs(value) < scale.step / 100))
    return tuple(ticks)


def _strips(figure: Figure, place: Callable[[list[float | None], float], tuple[Piece, ...]]) -> Iterator[Strip]:
    """The rows from top to bottom; `place` lays the pieces of one out."""
    y = HEAD if figure.kind != "parts" else 0.0
    for row in figure.rows:
        values = _values(figure, row)
        said = " · ".join(shown(*pair) for pair in zip(values, drawn(figure), strict=True))
        label = _wrapped(translate(row.of), LONGEST - max(0, len(said) - SHORT))
        foot = y + LABEL * len(label)
        pieces = place(values, foot)
        yield Strip(
            y=round(foot - LABEL + 1.05, 2),
            label=tuple((round(y + LABEL * line + 1.05, 2), part) for line, part in enumerate(label) if part),
            said=said,
            sign=row.sign,
            tint=row.tint,
            few=row.count if row.count is not None and row.count < FEW else None,
            pieces=pieces,
        )
        y = foot + THICK * (len(values) if figure.kind == "bars" else 1) + GAP


def _wrapped(label: str, most: int) -> list[str]:
    """A long label on several lines, each so short that the numbers have room beside the last."""
    return textwrap.wrap(label, most, break_on_hyphens=False) or [label]


def _bars(scale: Scale, values: list[float | None], y: float) -> tuple[Piece, ...]:
    return tuple(
        _piece(scale.at(min(value, 0)), scale.at(max(value, 0)), y + series * THICK, series)
        for series, value in enumerate(values)
        if value is not None
    )


def _span(scale: Scale, values: list[float | None], y: float) -> tuple[Piece, ...]:
    low, mean, high = values
    if low is None or mean is None or high is None:
        return ()
    return (replace(_piece(scale.at(low), scale.at(high), y, 0), dot=scale.at(mean)),)


def _stacked(values: list[float | None], y: float) -> tuple[Piece, ...]:
    ends = list(accumulate([value or 0 for value in values], initial=0))
    return tuple(
        _piece(100 * before / ends[-1], 100 * after / ends[-1], y, series)
        for series, (before, after) in enumerate(pairwise(ends))
        if after > before
    )


def _piece(left: float, right: float, y: float, series: int) -> Piece:
    return Piece(round(left, 2), round(right - left, 2), round(y, 2), series)


def _lines(figure: Figure, known: list[float]) -> Drawing:
    scale = _scale([0.0, *known], whole=True)
    last = max(1, len(figure.rows) - 1)
    lines = []
    for place, column in enumerate(figure.columns):
        values = [row.numbers[place] or 0 for row in figure.rows]
        points = [(100 * at / last, 100 - scale.at(value)) for at, value in enumerate(values)]
        lines.append(Line(translate(column.name), shown(values[-1], column), _path(points), _marks(points)))
    return Drawing(LINES, _ticks(scale, figure.columns[0]), lines=tuple(lines), along=_along(figure))


def _path(points: list[tuple[float, float]]) -> str:
    """A path in steps, because a score stays the same until the next move changes it."""
    (x, y), *rest = [(round(x * 10), round(y * 10)) for x, y in points]
    return f"M{x} {y}" + "".join(f"H{x}V{y}" for x, y in rest)


def _marks(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Some of the points, the last one included: each line has marks of its own shape."""
    every = max(1, len(points) // 6)
    some = points[::-1][::every]
    return tuple((round(x, 1), round(y, 1)) for x, y in some)


def _along(figure: Figure) -> tuple[Tick, ...]:
    last = len(figure.rows) - 1
    places = sorted({0, last // 2, last})
    anchors = {0: "start", last: "end"}
    return tuple(
        Tick(100 * at / max(1, last), translate(figure.rows[at].of), anchors.get(at, "middle")) for at in places
    )


def with_stops(figure: Figure, stops: Iterable[tuple[int, int]], begun: Sequence[tuple[int, Text, int]]) -> Drawing:
    """A figure of lines with stops at these places (row and column), from left to right. Along it stand the names in
    `begun`, by the row where each begins, with the room each takes (in per cent).
    """
    known = [value for row in figure.rows for value in _values(figure, row) if value is not None]
    drawn, scale, last = _lines(figure, known), _scale([0.0, *known], whole=True), max(1, len(figure.rows) - 1)
    on_line = [(round(100 * row / last, 2), 100 - scale.at(figure.rows[row].numbers[of] or 0)) for row, of in stops]
    letters = zip(ascii_lowercase, on_line, _apart([(x, LETTER) for x, _y in on_line], LETTER / 2), strict=False)
    placed = [Stop(letter, x, y, above) for letter, (x, y), above in letters]
    places = _apart([(100 * row / last, room) for row, _said, room in begun])
    along = tuple(Tick(at, translate(said), "start") for at, (_row, said, _room) in zip(places, begun, strict=True))
    return replace(drawn, stops=tuple(placed), along=along or drawn.along)


def _apart(places: Sequence[tuple[float, float]], before: float = 0) -> list[float]:
    """These places, from left to right, moved so far apart that each has its room, `before` per cent of it in front of
    the place.
    """
    part = min(1, 100 / max(1, sum(room for _at, room in places)))
    moved, free = [], 0.0
    for at, room in places:
        moved.append(max(at - part * before, free))
        free = moved[-1] + part * room
    back, free = [], 100.0
    for start, (_at, room) in zip(reversed(moved), reversed(places), strict=True):
        free = min(start, free - part * room)
        back.append(round(free + part * before, 2))
    return back[::-1]


PENS: Mapping[str, Callable[..., object]] = {"draw": draw, "drawn": drawn, "shown": shown}
"""What the templates of figures draw with."""
