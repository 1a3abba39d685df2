"""The direction of the ink about a place, by which what was struck out or circled is told from what was ticked."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees, hypot, sqrt

from PIL import Image

from photos.light import SOFT

CORE = 0.5  # of how far from its middle ink usually lies: what goes around something leaves that out
FEWEST = 4  # dots
THIN, LEVEL = 0.32, 24.0  # as likely a line as not, level as not
NO_LINE, FREE = 0.18, 0.2  # as likely no line as one, around something as not
UPRIGHT = 65.0  # degrees: a line so steep is rather a side of what goes around
THROUGH = -2.0  # at most that sure is it that what is no line does not go around something: much of it may be hidden


@dataclass(frozen=True, slots=True)
class Stroke:
    """The ink about a place: its `amount`, in pixels of the darkest ink; how `wide` it is beside its length, from 0 to
    1; its `slope`, in degrees from level; and the share of it that lies in its `core`.
    """

    amount: float = 0.0
    wide: float = 1.0
    slope: float = 90.0
    core: float = 1.0

    @property
    def level_line(self) -> float:
        """The log-odds that it is one level line, as whoever strikes something out draws it."""
        return min(30 * (THIN - self.wide), 0.4 * (LEVEL - self.slope))

    @property
    def circle(self) -> float:
        """The log-odds that it goes around something, and not through it."""
        around = max(40 * (FREE - self.core), THROUGH)
        return around if self.slope > UPRIGHT else min(around, 60 * (self.wide - NO_LINE))


def stroke_of(ink: Image.Image, least: float) -> Stroke:
    """The ink in a picture in which paper and print are 0; what is fainter than `least` is none."""
    dots = [(at % ink.width, at // ink.width, grey) for at, grey in enumerate(ink.tobytes()) if grey > least]
    if len(dots) < FEWEST:
        return Stroke()
    whole = sum(grey for _x, _y, grey in dots)
    left, top = sum(x * grey for x, _y, grey in dots) / whole, sum(y * grey for _x, y, grey in dots) / whole
    from_middle = [(x - left, y - top, grey / whole) for x, y, grey in dots]
    across, down = sum(x * x * part for x, _y, part in from_middle), sum(y * y * part for _x, y, part in from_middle)
    aslant = sum(x * y * part for x, y, part in from_middle)
    bent = hypot((across - down) / 2, aslant)
    long, wide = ((across + down) / 2 + by - SOFT**2 for by in (bent, -bent))
    core = sum(part for x, y, part in from_middle if hypot(x, y) <= CORE * sqrt(across + down))
    return Stroke(
        whole / 255, sqrt(max(wide, 0.0) / max(long, 1.0)), abs(degrees(atan2(2 * aslant, across - down) / 2)), core
    )
