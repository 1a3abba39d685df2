"""Compares places with the same print on one sheet: print, light and blur are alike, ink is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import median, quantiles

from PIL import Image, ImageChops

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
