"""Tells ink from print. Places with the same print on one sheet are compared: print, light and blur are alike, ink is
not. The direction of the ink about a place tells what was struck out or circled from what was ticked.

The places of one sheet fall into two kinds, empty and ticked: one hand ticked the whole sheet and one camera saw it, so
the two kinds lie apart, and each place is so far from what is usual of either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, log, sqrt
from statistics import median, quantiles

from PIL import Image, ImageChops

from photos.picture import SOFT

INK_ALONG = 4  # pixels beside a frame: what goes along it is there
FRAME = 3  # pixels inside it that it darkens
CLEAR = 4  # one in so many is darker than this, of places that are empty: at most half are not
PARTS = (0.03, 0.2, 0.1)  # shares of what is in a box, of that again, and of all with its frame
MIDDLE = 4  # a middle leaves out so much of each side, as its part
HEART = 0.05  # share of the middle
PEN = 0.07  # share of the places that the pen of a sheet filled, at least
PALE = 0.03  # at least as dark is a pen
GRAINS = 0.02  # so dark is paper
Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Inked:
    """The darkness of a place above those with the same print: of what is in its frame the darkest part, a larger one
    and all on average, the middle, and with the frame and what is along it the darkest part and all on average.
    """

    darkest: float
    darker: float
    inside: float
    middle: float
    along: float
    whole: float

    @property
    def numbers(self) -> Numbers:
        return self.darkest, self.darker, self.inside, self.middle, self.along, self.whole


def inked(pieces: Mapping[str, Image.Image], prints: Mapping[str, str]) -> dict[str, Inked]:
    """The ink of each of these places. For each: its piece of the sheet, up to INK_ALONG beyond its frame, and the
    print there.
    """
    return {
        name: one
        for sign in {prints[name] for name in pieces}
        for name, one in _inked_alike({name: pieces[name] for name in pieces if prints[name] == sign})
    }


def _inked_alike(pieces: Mapping[str, Image.Image]) -> Iterator[tuple[str, Inked]]:
    size = min(piece.width for piece in pieces.values()), min(piece.height for piece in pieces.values())
    cut = {name: piece.crop((0, 0, *size)) for name, piece in pieces.items()}
    empty = _empty([piece.tobytes() for piece in cut.values()], size)
    for name, piece in cut.items():
        yield name, _of(ImageChops.subtract(empty, piece))


def _empty(pieces: Sequence[bytes], size: tuple[int, int]) -> Image.Image:
    """The look of such a place without ink: each pixel as light as in the lightest of the pieces."""
    at = len(pieces) - 1 - len(pieces) // CLEAR
    return Image.frombytes("L", size, bytes(sorted(greys)[at] for greys in zip(*pieces, strict=True)))


def _of(darker: Image.Image) -> Inked:
    inner = _within(darker, INK_ALONG + FRAME, INK_ALONG + FRAME)
    inside, whole = inner.histogram(), darker.histogram()
    middle = _within(inner, inner.width // MIDDLE, inner.height // MIDDLE).histogram()
    return Inked(reached(inside, PARTS[0]) / 255, reached(inside, PARTS[1]) / 255, _mean(inside),
                 reached(middle, HEART) / 255, reached(whole, PARTS[2]) / 255, _mean(whole))  # fmt: skip


def _within(picture: Image.Image, across: int, down: int) -> Image.Image:
    return picture.crop((across, down, picture.width - across, picture.height - down))


def reached(counts: Sequence[int], share: float) -> int:
    """The value that this share of the histogram reaches or exceeds."""
    left = sum(counts) * share
    for height in range(len(counts) - 1, -1, -1):
        left -= counts[height]
        if left < 0:
            return height
    return 0


def _mean(counts: Sequence[int]) -> float:
    return sum(grey * count for grey, count in enumerate(counts)) / (255 * sum(counts))


def beside_the_pen(inked: Mapping[str, Inked], marks: Mapping[str, str]) -> dict[str, Numbers]:
    """The features of each place, and its darkest part and all of it compared with the sheet's pen and with the usual
    empty places that are marked alike.
    """
    darkest = _beside({name: one.darkest for name, one in inked.items()}, marks)
    whole = _beside({name: one.whole for name, one in inked.items()}, marks)
    return {name: (*one.numbers, *darkest[name], *whole[name][:2]) for name, one in inked.items()}


def _beside(dark: Mapping[str, float], marks: Mapping[str, str]) -> dict[str, Numbers]:
    pen = max(quantiles(dark.values(), n=round(1 / PEN))[-1], PALE)
    usual = {mark: _usual([dark[name] for name in dark if marks[name] == mark]) for mark in set(marks.values())}
    return {
        name: (
            (one - usual[marks[name]]) / pen,
            log((one + GRAINS) / (usual[marks[name]] + GRAINS)),
            log(pen),
        )
        for name, one in dark.items()
    }


def _usual(many: Sequence[float]) -> float:
    """The median of the lower half, in which hardly any place is ticked."""
    return median(sorted(many)[: len(many) // 2 or 1] or [0.0])


# Strokes

CORE = 0.5  # of how far from its middle ink usually lies: what goes around something leaves that out
FEWEST = 4  # dots
THIN, LEVEL = 0.32, 30.0  # as likely a line as not, level as not: ticks are steeper
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


# Two kinds of places

MOST = 20.0  # as a logarithm of the odds: beyond that nothing is more usual
TIMES = 4  # that places are told apart again
SPREAD = 1.5  # as far as one in three lies, where half lie so far as the median
LEAST = 0.5  # as far are they spread
FAR, NEAR = 12.0, 3.0  # so many times as far, at most; on the side away from the other kind


@dataclass(frozen=True, slots=True)
class Kind:
    """The usual value of the places of a kind, and their spread."""

    usual: float
    spread: float

    def of(self, many: Sequence[float], enough: int) -> Kind:
        """The kind as these places show it; unchanged if they are too few."""
        if len(many) < enough:
            return self
        usual = median(many)
        return Kind(usual, max(SPREAD * median(abs(one - usual) for one in many), LEAST))

    def away(self, one: float) -> float:
        return (one - self.usual) / self.spread


EMPTY, TICKED = Kind(-5.0, 2.0), Kind(5.0, 2.0)
ENOUGH = 6, 3


def away_from_kinds(odds: Sequence[float]) -> list[Numbers]:
    """For the log-odds of the places of a sheet that are marked alike: these, and their distances from the empty and
    from the ticked ones, in spreads.
    """
    bounded = [max(-MOST, min(MOST, one)) for one in odds]
    empty, ticked = _kinds(bounded)
    return [(one, max(-NEAR, min(FAR, empty.away(one))), max(-FAR, min(NEAR, ticked.away(one)))) for one in bounded]


def _kinds(odds: Sequence[float]) -> tuple[Kind, Kind]:
    empty, ticked, between = EMPTY, TICKED, 0.0
    for _time in range(TIMES):
        empty = empty.of([one for one in odds if one < between], ENOUGH[0])
        ticked = ticked.of([one for one in odds if one >= between], ENOUGH[1])
        between = (empty.usual * ticked.spread + ticked.usual * empty.spread) / (empty.spread + ticked.spread)
    return empty, ticked
