"""Hands: how one person writes digits and marks. Lengths are in millimetres, boxes (left, top, right, bottom)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from bench.second_photos.glyphs import DIGITS, LETTERS, Glyph, Point, Stroke, oval
from bench.second_photos.pens import dotted

Box = tuple[float, float, float, float]
Lines = list[list[Point]]
Shape = Callable[[Random, float], Glyph]
TICKS = ("tick", "cross", "dot", "circle", "filled")
HATCHES = ("lines", "cross", "scribble", "stroke", "filled")


@dataclass(frozen=True)
class Hand:
    """`size` is the height of a digit as a part of its box, `wide` its width by its height, `slant` how far it leans,
    `loose` how far points stray (parts of a digit), `strays` how far digits stray from the middle (of a box)."""

    random: Random
    size: float
    wide: float
    slant: float
    loose: float
    strays: float
    overshoot: float
    minds_symbols: bool
    strikes_out: bool
    slips: float
    shapes: Mapping[str, int]
    marks: Mapping[str, str]

    def number(self, number: int, box: Box, size: float = 1.0) -> Lines:
        """A whole number in a box."""
        left, top, right, bottom = box
        high = min(self.size * size * (bottom - top) * self.random.gauss(1, 0.07), 1.2 * (bottom - top))
        middle = (left + right) / 2 + self._stray(right - left), (top + bottom) / 2 + self._stray(bottom - top)
        return self.written(str(number), middle, high, right - left)

    def written(self, text: str, middle: Point, high: float, room: float = 1e3) -> Lines:
        """Digits and letters in a row about a point; they get narrower where there is little room."""
        wide = high * self.wide
        widths = [wide * (0.45 if sign in "1.Iil/" else 1) for sign in text]
        gap = high * self.random.uniform(0.12, 0.3)
        whole = sum(widths) + gap * (len(text) - 1)
        squeeze = min(1.0, 1.08 * room / whole)
        x, lean = middle[0] - whole * squeeze / 2, self.random.gauss(0, 0.05)
        lines: Lines = []
        for sign, one in zip(text, widths, strict=True):
            bump = self.random.gauss(0, 0.03) * high
            lines += self._sign(sign, (x, middle[1] - high / 2 + bump, x + one * squeeze, middle[1] + high / 2 + bump))
            x += (one + gap) * squeeze
        return [_leaning(line, middle, lean) for line in lines]

    def tick(self, of: str, box: Box) -> Lines:
        """A mark in a box or on a symbol; what is ticked alike (`of`) mostly gets the same kind of mark."""
        kind = self.marks[of] if self.random.random() < 0.93 else self.random.choice(TICKS)
        return self.mark(_TICKS[kind], box)

    def hatch(self, box: Box) -> Lines:
        """A symbol that is done with."""
        kind = self.marks["hatch"] if self.random.random() < 0.94 else self.random.choice(HATCHES)
        return self.mark(_HATCHES[kind], box)

    def mark(self, shape: Shape, box: Box, care: float = 0.0) -> Lines:
        """A mark about a box; `care` from 0 to 1 is how much less than usual it leaves it."""
        strays = self._stray(box[2] - box[0]) * 0.8, self._stray(box[3] - box[1]) * 0.8
        return self._made(shape(self.random, self.overshoot * (1 - care)), _moved(box, *strays))

    def strike(self, box: Box, times: int = 1) -> Lines:
        """Lines through something, from one side to the other."""
        lines = [[(-0.1, 0.75 - 0.25 * time), (1.1, 0.3 + 0.2 * time)] for time in range(times)]
        return self._made(lines, box)

    def scribble(self, box: Box) -> Lines:
        """So many lines over something that it is gone."""
        return self._made(_zigzag(self.random, 9, 0.05), box)

    def _stray(self, room: float) -> float:
        return max(-0.4, min(0.4, self.random.gauss(0, self.strays))) * room

    def _sign(self, sign: str, box: Box) -> Lines:
        if sign in DIGITS:
            usual = self.shapes[sign] if self.random.random() < 0.95 else self.random.randrange(9)
            return self._made(DIGITS[sign][usual % len(DIGITS[sign])], box, self.slant)
        return self._made(LETTERS[sign], box, self.slant)

    def _made(self, glyph: Glyph, box: Box, slant: float = 0.0) -> Lines:
        left, top, right, bottom = box
        wide, high = right - left, bottom - top
        lines: Lines = []
        for stroke in glyph:
            points = _strayed(self.random, stroke, self.loose)
            placed = [(left + wide * x + slant * high * (0.5 - y), top + high * y) for x, y in points]
            lines.append(_shaky(self.random, dotted(_rounded(placed))))
        return lines


def any_hand(random: Random) -> Hand:
    """Somebody, neat or not."""
    neat = random.random()
    return Hand(
        random=random,
        size=random.triangular(0.42, 1.0, 0.68),
        wide=random.uniform(0.42, 0.75),
        slant=random.gauss(0.08, 0.14),
        loose=0.02 + 0.06 * (1 - neat),
        strays=0.03 + 0.09 * (1 - neat),
        overshoot=random.uniform(0, 0.2 + 0.3 * (1 - neat)),
        minds_symbols=random.random() < 0.6,
        strikes_out=random.random() < 0.25,
        slips=random.choice((0, 0.01, 0.02, 0.04)),
        shapes={digit: random.randrange(9) for digit in DIGITS},
        marks=_usual_marks(random),
    )


def _usual_marks(random: Random) -> Mapping[str, str]:
    """Many tick everything alike."""
    usual = random.choices(TICKS, (5, 6, 1, 2, 2))[0]
    kinds = {of: usual if random.random() < 0.7 else random.choice(TICKS) for of in ("double", "top", "bridge")}
    return {**kinds, "hatch": random.choices(HATCHES, (4, 4, 3, 3, 2))[0]}


def _tick(random: Random, over: float) -> Glyph:
    bend = random.uniform(0.25, 0.45), random.uniform(0.8, 1.0)
    end = 0.85 + over * random.uniform(0.3, 1.6), 0.12 - over * random.uniform(0, 1.6)
    return [[(0.02 - over * random.random(), random.uniform(0.4, 0.65)), bend, bend, end]]


def _cross(random: Random, over: float) -> Glyph:
    ends = [random.uniform(-over * 0.7, 0.15) for _ in range(4)]
    return [[(ends[0], ends[0]), (1 - ends[1], 1 - ends[1])], [(1 - ends[2], ends[2]), (ends[3], 1 - ends[3])]]


def _dot(random: Random, _over: float) -> Glyph:
    size = random.uniform(0.1, 0.25)
    return [oval(0.5, 0.5, size * part, size * part, random.random(), 1.1) for part in (1, 0.6, 0.25)]


def _circle(random: Random, over: float) -> Glyph:
    size = random.uniform(0.36, 0.55) + over * 0.3
    return [oval(0.5, 0.5, size, size * random.uniform(0.85, 1.1), -0.3, -random.uniform(0.92, 1.15))]


def _filled(random: Random, over: float) -> Glyph:
    return _zigzag(random, random.randint(9, 14), 0.1 - over * 0.3)


def _lines(random: Random, over: float) -> Glyph:
    """Parallel lines, leaning one way."""
    count, lean = random.randint(3, 6), random.uniform(0.08, 0.3) * (-1 if random.random() < 0.1 else 1)
    middles = [0.5 + (place - (count - 1) / 2) * 0.9 / count for place in range(count)]
    ends = [(-over * random.uniform(-0.2, 0.35), 1 + over * random.uniform(-0.2, 0.35)) for _ in middles]
    return [[(x + lean, top), (x - lean, foot)] for x, (top, foot) in zip(middles, ends, strict=True)]


def _scribble(random: Random, over: float) -> Glyph:
    return _zigzag(random, random.randint(4, 7), 0.05 - over * 0.3)


def _stroke(random: Random, over: float) -> Glyph:
    foot, head = random.uniform(0.7, 1), random.uniform(0, 0.3)
    ends = [(-over * 0.7, foot), (1 + over * 0.7, head)]
    return [ends if random.random() < 0.8 else [(x, 1 - y) for x, y in ends]]


def _zigzag(random: Random, turns: int, edge: float) -> Glyph:
    """To and fro without lifting the pen, upright or leaning."""
    lean, room = random.uniform(-0.25, 0.25), 1 - 2 * edge
    points = []
    for turn in range(turns + 1):
        x, y = edge + room * turn / turns, edge if turn % 2 else 1 - edge
        points += [(x + lean * (y - 0.5), y)] * 2
    return [points if random.random() < 0.5 else [(y, x) for x, y in points]]


_TICKS = {"tick": _tick, "cross": _cross, "dot": _dot, "circle": _circle, "filled": _filled}
_HATCHES = {"lines": _lines, "cross": _cross, "scribble": _scribble, "stroke": _stroke, "filled": _filled}
SHAPES: Mapping[str, Shape] = {**_TICKS, **_HATCHES}


def _moved(box: Box, right: float, down: float) -> Box:
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def _strayed(random: Random, stroke: Stroke, loose: float) -> list[Point]:
    """Each point a little elsewhere; the two of a corner together."""
    strayed: list[Point] = []
    loose *= min(1.0, 7 / len(stroke))
    for place, point in enumerate(stroke):
        same = place and stroke[place - 1] == point
        strayed.append(strayed[-1] if same else (point[0] + random.gauss(0, loose), point[1] + random.gauss(0, loose)))
    return strayed


def _rounded(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A curve through the points (Catmull and Rom)."""
    if len(points) < 3:
        return list(points)
    around = [points[0], *points, points[-1]]
    curve = [points[0]]
    for place in range(len(points) - 1):
        curve += [_between(around[place : place + 4], step / steps) for step in range(1, steps + 1)]
    return curve


def _between(four: Sequence[Point], at: float) -> Point:
    weights = (-at + 2 * at**2 - at**3, 2 - 5 * at**2 + 3 * at**3, at + 4 * at**2 - 3 * at**3, at**3 - at**2)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, four, strict=True)) / 2 for axis in (0, 1))
    return x, y


def _shaky(random: Random, line: Sequence[Point]) -> list[Point]:
    """A hand is never quite steady: a slow wave across and along."""
    size, phase, pace = abs(random.gauss(0, 0.06)), random.uniform(0, 2 * pi), random.uniform(0.04, 0.22)
    return [(x + size * sin(phase + pace * at), y + size * cos(1.3 * pace * at)) for at, (x, y) in enumerate(line)]


def _leaning(line: Sequence[Point], about: Point, turn: float) -> list[Point]:
    return [
        (x * cos(turn) - y * sin(turn) + about[0], x * sin(turn) + y * cos(turn) + about[1])
        for x, y in ((x - about[0], y - about[1]) for x, y in line)
    ]
