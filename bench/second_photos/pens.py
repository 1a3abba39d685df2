"""Pens and pencils: what a line leaves on paper. Lengths are in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bench.second_photos.glyphs import Point

Colour = tuple[int, int, int]
FINER = 3  # a line is drawn so many times larger, and made smaller again
STEP = 0.18
BLUE, BLACK, RED, GREEN, LEAD = (28, 48, 138), (26, 26, 32), (176, 26, 34), (16, 104, 62), (62, 62, 68)


@dataclass(frozen=True)
class Pen:
    """`width` of a line at rest, `dark` from 0 to 1 how much it covers; `uneven` how much both change, `grain` how much
    of the paper's tooth shows, `bleed` how far ink creeps."""

    colour: Colour
    width: float
    dark: float
    uneven: float = 0.1
    grain: float = 0.0
    bleed: float = 0.0


def _ballpoint(random: Random) -> Pen:
    colour = random.choices((BLUE, BLACK, RED, GREEN), (10, 8, 1, 1))[0]
    return Pen(colour, random.uniform(0.28, 0.48), random.uniform(0.72, 0.95), 0.2, random.uniform(0, 0.25))


def _gel(random: Random) -> Pen:
    colour = random.choices((BLUE, BLACK, (84, 34, 120), RED), (5, 6, 1, 1))[0]
    return Pen(colour, random.uniform(0.4, 0.7), random.uniform(0.9, 1), 0.08, 0, 0.02)


def _felt(random: Random) -> Pen:
    colour = random.choices((BLACK, BLUE, RED, GREEN), (6, 4, 1, 1))[0]
    return Pen(colour, random.uniform(0.6, 1.25), random.uniform(0.8, 0.98), 0.15, 0, random.uniform(0.03, 0.09))


def _pencil(random: Random) -> Pen:
    """From hard and faint to soft."""
    soft = random.random()
    return Pen(LEAD, 0.3 + 0.45 * soft + random.uniform(-0.05, 0.1), 0.38 + 0.42 * soft, 0.2, random.uniform(0.3, 0.6))


def any_pen(random: Random) -> Pen:
    """What lies beside the game: mostly a ballpoint or a pencil."""
    return random.choices((_ballpoint, _gel, _felt, _pencil), (9, 4, 3, 6))[0](random)


def is_lead(pen: Pen) -> bool:
    return pen.colour == LEAD


class Layer:
    """What one pen left on a page, as a mask of how much is covered; `scale` is pixels in a millimetre."""

    def __init__(self, pen: Pen, size: tuple[int, int], scale: float, random: Random) -> None:
        self.pen, self.scale, self.random = pen, scale, random
        self.mask = Image.new("L", size)
        self.faint = Image.new("L", size)

    def draw(self, lines: Sequence[Sequence[Point]], press: float = 1.0) -> None:
        """Lines of the hand, densely dotted points each, with more or less pressure."""
        for line in lines:
            if line:
                self._draw_one(self._dots(line, press))

    def erase(self, lines: Sequence[Sequence[Point]]) -> None:
        """Lines that were drawn and rubbed out: what is left of them."""
        kept, self.mask = self.mask, Image.new("L", self.mask.size)
        self.draw(lines)
        left = self.mask.point(lambda dark: round(dark * 0.16)).filter(ImageFilter.GaussianBlur(0.15 * self.scale))
        self.faint, self.mask = ImageChops.lighter(self.faint, left), kept

    def smudge(self, at: Point, size: float) -> None:
        """A wet or soft line that a hand went over."""
        left, top, right, bottom = (round(self.scale * one) for one in (*_around(at, size), *_around(at, -size)))
        box = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
        piece = self.mask.crop(box)
        for turn in range(4):
            moved = ImageChops.offset(piece, round(0.35 * turn * self.scale), round(0.1 * turn * self.scale))
            piece = ImageChops.lighter(piece, moved.point(lambda dark: round(dark * 0.16)))
        self.mask.paste(piece.filter(ImageFilter.GaussianBlur(0.08 * self.scale)), box)

    def on(self, page: Image.Image, tooth: Image.Image) -> Image.Image:
        """The page with what was drawn on it; `tooth` is the roughness of its paper, as large as the page."""
        mask = self.mask
        if self.pen.bleed:
            mask = mask.filter(ImageFilter.GaussianBlur(self.pen.bleed * self.scale))
        if self.pen.grain:
            least = round(255 * (1 - self.pen.grain))
            mask = ImageChops.multiply(mask, tooth.point(lambda high: least + high * (255 - least) // 255))
        mask = ImageChops.lighter(mask, self.faint)
        return Image.composite(ImageChops.multiply(page, Image.new("RGB", page.size, self.pen.colour)), page, mask)

    def _dots(self, line: Sequence[Point], press: float) -> list[tuple[float, float, float, float]]:
        """Where the pen is, with its width and its darkness there."""
        uneven, width, dark = self.pen.uneven, self.pen.width, self.pen.dark
        dots = []
        wide = deep = 0.0
        for x, y in line:
            wide = 0.9 * wide + self.random.gauss(0, 0.1)
            deep = 0.85 * deep + self.random.gauss(0, 0.16)
            shade = dark * min(1.25, press) * (1 + uneven * deep)
            dots.append((x, y, width * press**0.5 * (1 + uneven * wide), min(1.0, max(0.05, shade))))
        return dots

    def _draw_one(self, dots: Sequence[tuple[float, float, float, float]]) -> None:
        edge = self.pen.width
        left, top = min(dot[0] for dot in dots) - edge, min(dot[1] for dot in dots) - edge
        right, bottom = max(dot[0] for dot in dots) + edge, max(dot[1] for dot in dots) + edge
        corner = round(left * self.scale), round(top * self.scale)
        size = ceil((right - left) * self.scale) + 1, ceil((bottom - top) * self.scale) + 1
        patch = self._patch(dots, corner, size)
        box = (*corner, corner[0] + size[0], corner[1] + size[1])
        self.mask.paste(ImageChops.lighter(self.mask.crop(box), patch), box)

    def _patch(
        self, dots: Sequence[tuple[float, float, float, float]], corner: tuple[int, int], size: tuple[int, int]
    ) -> Image.Image:
        patch = Image.new("L", (size[0] * FINER, size[1] * FINER))
        pencil = ImageDraw.Draw(patch)
        scale = self.scale * FINER
        before = None
        for x, y, width, dark in dots:
            at = x * scale - corner[0] * FINER, y * scale - corner[1] * FINER
            half, shade = width * scale / 2, round(255 * dark)
            pencil.ellipse((at[0] - half, at[1] - half, at[0] + half, at[1] + half), shade)
            if before:
                pencil.line((*before, *at), shade, round(2 * half))
            before = at
        return patch.reduce(FINER)


def _around(at: Point, size: float) -> Point:
    return at[0] - size / 2, at[1] - size / 2


def dotted(line: Sequence[Point]) -> list[Point]:
    """A line of straight pieces, with points at every step."""
    dots = list(line[:1])
    for (x, y), (to_x, to_y) in pairwise(line):
        steps = max(1, round(hypot(to_x - x, to_y - y) / STEP))
        dots += [(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(1, steps + 1)]
    return dots


def rough(random: Random, size: tuple[int, int], blur: float = 0.8) -> Image.Image:
    """Noise about the middle of the scale, each spot on its own but for `blur`."""
    noise = Image.frombytes("L", size, random.randbytes(size[0] * size[1]))
    return noise.filter(ImageFilter.GaussianBlur(blur)) if blur else noise
