"""Marks in boxes that stand close: how somebody ticks them, and takes a wrong tick back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from bench.second_photos.hands import SHAPES, Box, Hand, Lines
from bench.second_photos.pens import Layer, is_lead

USUAL = {"cross": 7, "tick": 6, "stroke": 3, "scribble": 2, "filled": 2, "dot": 1, "circle": 0.4}
SOMETIMES = ("cross", "tick", "stroke")  # what a hand makes instead, seldom: none of them looks struck out
FULL = ("scribble", "filled")  # nobody can see that such a mark was gone over
CROSSED = ("cross", "stroke")  # nor that some more lines are across these
CARE = 0.5  # there is little room between the boxes


@dataclass(frozen=True)
class Marker:
    """One person with a pen: `kinds` are the usual marks in boxes and in circles, `size` how much of a box they take,
    `steady` how seldom they are of another kind, `slips` how often one is in the wrong place at first."""

    random: Random
    hand: Hand
    layer: Layer
    kinds: Mapping[str, str]
    size: float
    steady: float
    slips: float

    def mark(self, of: str, box: Box) -> None:
        """What belongs there; at times the pen goes over it once more."""
        lines, press = self._made(of, box), max(0.7, min(1.25, self.random.gauss(1, 0.1)))
        for _ in range(2 if self.random.random() < 0.015 else 1):
            self.layer.draw(lines, press)

    def slip(self, of: str, box: Box) -> None:
        """What does not belong there, and is rubbed out or struck out as soon as it is seen."""
        lines = self._made(of, box, self.kinds[of])
        if self._rubs():
            self.layer.erase(lines)
            return
        self.layer.draw(lines)
        gone = self.kinds[of] in CROSSED or self.random.random() < 0.5
        self.layer.draw(self.hand.scribble(_grown(box, 0.12)) if gone else self._struck(box), 1.1)

    def slips_in(self, of: str) -> bool:
        """Whether a mark goes wrong at first; not what nobody could take back so that others see it."""
        clear = self.kinds[of] not in FULL or is_lead(self.layer.pen)
        return clear and self.random.random() < self.slips

    def _rubs(self) -> bool:
        full = any(kind in FULL for kind in self.kinds.values())
        return is_lead(self.layer.pen) and (full or self.random.random() < 0.6)

    def _struck(self, box: Box) -> Lines:
        """Two or three lines, far out at both sides."""
        return self.hand.strike(_grown(box, 0.2), self.random.choice((2, 2, 3)))

    def _made(self, of: str, box: Box, kind: str = "") -> Lines:
        usual = self.kinds[of] if self.random.random() < self.steady else self.random.choice(SOMETIMES)
        part = (self.size * self.random.gauss(1, 0.08) - 1) / 2
        return self.hand.mark(SHAPES[kind or usual], _grown(box, part), CARE)


def any_marker(random: Random, hand: Hand, layer: Layer) -> Marker:
    """Somebody: most tick circles as they tick boxes; who draws a ring around a number does not draw one in a ring."""
    numbers = random.choices(tuple(USUAL), tuple(USUAL.values()))[0]
    alike = numbers != "circle" and random.random() < 0.8
    wagers = numbers if alike else random.choice(("cross", "tick", "filled", "dot"))
    return Marker(
        random=random,
        hand=hand,
        layer=layer,
        kinds={"box": numbers, "circle": wagers},
        size=random.uniform(0.72, 1.12),
        steady=random.choice((1, 0.99, 0.95)),
        slips=hand.slips / 2,
    )


def _grown(box: Box, part: float) -> Box:
    """Larger by a part of it at each side; smaller where that is negative."""
    left, top, right, bottom = box
    more_x, more_y = part * (right - left), part * (bottom - top)
    return left - more_x, top - more_y, right + more_x, bottom + more_y
