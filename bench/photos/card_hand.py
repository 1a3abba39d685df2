"""The hands that tick the cards on simulated sheets, each in its own way, and take back what they ticked wrongly."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from random import Random

from bench.photos.hand import SCALE, STROKES, Pen, Stroke
from printables.blank import Box

TICKS: Mapping[str, list[Stroke]] = {
    **{name: STROKES[name] for name in ("tick", "cross", "stroke", "scribble", "filled", "dot", "circle")},
    "back stroke": [[(0.1, 0.15), (0.9, 0.85)]],
    "dash": [[(0.05, 0.5), (0.95, 0.5)]],
    "down": [[(0.5, 0.05), (0.5, 0.95)]],
    "two": [[(0.1, 0.75), (0.7, 0.1)], [(0.35, 0.9), (0.95, 0.25)]],
    "plus": [[(0.5, 0.05), (0.5, 0.95)], [(0.05, 0.5), (0.95, 0.5)]],
    "low tick": [[(0.25, 0.5), (0.45, 0.75), (1.0, 0.1)]],
    "curl": [[(0.9, 0.2), (0.5, 0.05), (0.1, 0.4), (0.3, 0.9), (0.75, 0.85), (0.75, 0.4), (0.4, 0.4), (0.5, 0.65)]],
}
COMMON = ("tick", "tick", "tick", "cross", "cross", "stroke", "stroke", "dot", "scribble", "filled", "circle", "circle")
PALEST = 150  # so grey is a pen at most: people see what they tick


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody marks a box: how large beside it and how evenly so, how far from its middle, how much as wide as the
    box, and how far turned, in degrees."""

    sign: str
    size: float
    uneven: float
    off: tuple[float, float]
    as_wide: float
    turned: float


def any_habit(chance: Random) -> Habit:
    sign = chance.choice(COMMON) if chance.random() < 0.8 else chance.choice(list(TICKS))
    size = chance.uniform(0.55, 1.1) if chance.random() < 0.7 else chance.uniform(0.9, 1.6)
    off = chance.gauss(0, 0.08), chance.gauss(-0.03, 0.08)
    return Habit(sign, size, chance.uniform(0.03, 0.16), off, chance.random(), chance.uniform(2, 14))


class Ticker:
    """Somebody who ticks boxes with a pen."""

    def __init__(self, pen: Pen) -> None:
        self.pen, self.chance, self.habit = pen, pen.chance, any_habit(pen.chance)
        pen.grey = min(pen.grey, PALEST)
        self.uneven = self.chance.uniform(0, 25)  # greys, as hard as the pen is pressed

    def tick(self, box: Box) -> None:
        habit, size = self.habit, self.chance.gauss(self.habit.size, self.habit.uneven)
        off = tuple(self.chance.gauss(by, 0.06) for by in habit.off)
        self._draw(box, TICKS[habit.sign], max(0.35, size), (off[0], off[1]), self.chance.gauss(0, habit.turned))

    def take_back(self, box: Box) -> None:
        """A wrong tick made unreadable, or struck out."""
        self.tick(box)
        size = max(self.chance.uniform(0.9, 1.5), self.habit.size * self.chance.uniform(1.0, 1.3))
        turned = self.chance.choice((0, 0, 45, 90, 135)) + self.chance.gauss(0, 12)
        for _time in range(self.chance.choice((1, 1, 2))):
            self._draw(box, self._over(), size, (self.chance.gauss(0, 0.06), self.chance.gauss(0, 0.06)), turned)

    def rub_out(self, box: Box) -> None:
        grey, self.pen.grey = self.pen.grey, self.chance.randint(215, 240)
        self.tick(box)
        self.pen.grey = grey

    def _over(self) -> list[Stroke]:
        """A few lines through it, or a stroke to and fro, from loose to nearly black."""
        if self.chance.random() < 0.3:
            heights = [self.chance.gauss(0.5, 0.15) for _line in range(self.chance.choice((2, 2, 3)))]
            return [[(0.0, high), (1.0, high + self.chance.gauss(0, 0.1))] for high in heights]
        steps = 2 * self.chance.choice((2, 3, 4, 6, 8, 10, 13))
        return [[(0.05 + 0.9 * at / steps, self.chance.gauss(0.1 + 0.8 * (at % 2), 0.06)) for at in range(steps + 1)]]

    def _draw(self, box: Box, sign: list[Stroke], size: float, off: tuple[float, float], turned: float) -> None:
        left, top, right, bottom = (side * SCALE for side in box)
        wide, high = right - left, bottom - top
        side = min(wide, high)
        across = size * (side + (wide - side) * self.habit.as_wide)
        x, y = (left + right) / 2 + off[0] * wide, (top + bottom) / 2 + off[1] * high
        turn, grey = radians(turned), self.pen.grey
        self.pen.grey = round(min(200, max(0, self.chance.gauss(grey, self.uneven))))
        for stroke in sign:
            points = [((a - 0.5) * across, (b - 0.5) * size * side) for a, b in stroke]
            self.pen.line([(x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in points])
        self.pen.grey = grey
