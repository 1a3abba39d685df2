"""Blank sheets as printed, and where their places are: from a folder, or composed and laid out here."""

from __future__ import annotations

import functools
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter
from pypdf import PdfReader

from bench.second_photos.hands import Box
from bench.second_photos.pens import rough
from tests.printables.press import MM, pdf

PAPERS = (("A5", 1), ("A4", 2), ("A4", 1), ("Letter", 1), ("Letter", 2))
LANGUAGES = ("en", "fr")
OTHERS = ("lost-cities-pad", "lutece-sheet", "rules-roll-and-write", "rules-lost-cities")
FIRST = "s1-"


@dataclass(frozen=True)
class Blank:
    """A printed page of `up` sheets: `scale` is pixels in a millimetre, `places` are in millimetres."""

    page: Image.Image
    scale: float
    places: Mapping[str, Box]
    up: int = 1

    @property
    def size(self) -> tuple[float, float]:
        """In millimetres."""
        return self.page.width / self.scale, self.page.height / self.scale


@dataclass(frozen=True)
class Kit:
    """Where blank pages come from; without a folder they are made here, and take a while. A folder holds a page as
    PAPER-UP-INK-LANGUAGE.pdf and its places as PAPER-UP.json, with the options of a document behind its UP."""

    folder: Path | None = None

    def blank(self, document: str, paper: str, up: int, ink: str, language: str, **options: int) -> Blank:
        """A page with nothing written on it, and the places of its first sheet."""
        scale = 12.0 if paper == "A5" or up == 2 else 9.0
        if self.folder:
            size = "-".join(map(str, (paper, up, *options.values())))
            made, places = (self.folder / f"{size}-{ink}-{language}.pdf").read_bytes(), self._told(size)
        else:
            made = pdf(document, language, paper=paper, up=up, ink=ink, **options)
            places = _fields(document, paper, up, **options)
        return Blank(_drawn(made, scale), scale, places, up)

    def _told(self, size: str) -> Mapping[str, Box]:
        assert self.folder
        told = json.loads((self.folder / f"{size}.json").read_text())["places"]
        return {name.removeprefix(FIRST): tuple(place) for name, place in told.items()}


def other(name: str, paper: str) -> Blank:
    """A page of another document."""
    return Blank(_drawn(pdf(name, paper=paper), 8.0), 8.0, {})


@functools.cache
def _fields(document: str, paper: str, up: int, **options: int) -> Mapping[str, Box]:
    """Where the fields of the fillable sheet are: there people write, too."""
    made = pdf(document, paper=paper, up=up, fillable=True, **options)
    page = PdfReader(io.BytesIO(made)).pages[0]
    high = float(page.mediabox.height)
    fields = [field.get_object() for field in page["/Annots"]]
    placed = {str(field.get("/T")): [float(one) for one in field["/Rect"]] for field in fields}
    return {
        name.removeprefix(FIRST): (left / MM, (high - top) / MM, right / MM, (high - foot) / MM)
        for name, (left, foot, right, top) in placed.items()
        if name.startswith(FIRST)
    }


@functools.lru_cache(40)
def _drawn(made: bytes, scale: float) -> Image.Image:
    opened = pypdfium2.PdfDocument(made)
    try:
        return opened[0].render(scale=scale / MM).to_pil().convert("RGB")
    finally:
        opened.close()


def printed(random: Random, blank: Blank) -> Blank:
    """The page as a printer at home makes it: its colours, its dust, and seldom quite where it should be."""
    page = blank.page
    if random.random() < 0.12:
        page = page.convert("L").convert("RGB")
    page = ImageEnhance.Color(page).enhance(random.uniform(0.75, 1.1))
    page = _weak(random, page) if random.random() < 0.3 else page
    page = page.filter(ImageFilter.GaussianBlur(random.uniform(0.02, 0.07) * blank.scale))
    return Blank(page, blank.scale, blank.places, blank.up)


def _weak(random: Random, page: Image.Image) -> Image.Image:
    """Little ink or toner left: greyer all over, or in stripes down the page."""
    light = random.randint(20, 70)
    stripes = Image.new("L", (24, 1))
    stripes.putdata([light + random.randint(0, 50) * (random.random() < 0.2) for _ in range(24)])
    veil = stripes.resize(page.size, Image.Resampling.BICUBIC)
    return ImageChops.lighter(page, Image.merge("RGB", (veil,) * 3))


def on_paper(random: Random, blank: Blank) -> Blank:
    """Some printers make a page a little smaller, shift it or feed it askew."""
    shrunk = random.uniform(0.94, 0.98) if random.random() < 0.3 else 1.0
    turn, shift = random.gauss(0, 0.004), (random.gauss(0, 0.7), random.gauss(0, 0.7))
    wide, high = blank.size
    to = functools.partial(_fed, (wide / 2, high / 2), shrunk, turn, shift)
    places = {name: _around(box, to) for name, box in blank.places.items()}
    (a, b), (c, d), (e, f) = (_unfed((wide / 2, high / 2), shrunk, turn, shift, at) for at in ((0, 0), (1, 0), (0, 1)))
    scale = blank.scale
    data = (c - a, e - a, a * scale, d - b, f - b, b * scale)
    page = blank.page.transform(
        blank.page.size, Image.Transform.AFFINE, data, Image.Resampling.BICUBIC, fillcolor="white"
    )
    return Blank(page, scale, places, blank.up)


def _fed(
    middle: tuple[float, float], shrunk: float, turn: float, shift: tuple[float, float], at: tuple[float, float]
) -> tuple[float, float]:
    x, y = at[0] - middle[0], at[1] - middle[1]
    return (
        middle[0] + shift[0] + shrunk * (x - turn * y),
        middle[1] + shift[1] + shrunk * (y + turn * x),
    )


def _unfed(
    middle: tuple[float, float], shrunk: float, turn: float, shift: tuple[float, float], at: tuple[float, float]
) -> tuple[float, float]:
    x, y = (at[0] - middle[0] - shift[0]) / shrunk, (at[1] - middle[1] - shift[1]) / shrunk
    whole = 1 + turn * turn
    return middle[0] + (x + turn * y) / whole, middle[1] + (y - turn * x) / whole


def _around(box: Box, to: functools.partial[tuple[float, float]]) -> Box:
    left, top, right, bottom = box
    corners = [to((x, y)) for x in (left, right) for y in (top, bottom)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def of_second(blank: Blank) -> Blank:
    """The page with the places of its second sheet, which is made as the first."""
    right = blank.size[0] / 2
    places = {name: (one[0] + right, one[1], one[2] + right, one[3]) for name, one in blank.places.items()}
    return Blank(blank.page, blank.scale, places, blank.up)


def half(random: Random, blank: Blank, first: bool) -> Blank:
    """One of two sheets, cut with scissors: seldom quite in the middle, seldom quite straight."""
    wide, high = blank.page.size
    cut = [round(wide / 2 + random.gauss(0, 0.6) * blank.scale) for _ in range(2)]
    keep, side = Image.new("L", blank.page.size, 0), 0 if first else wide
    ImageDraw.Draw(keep).polygon([(side, 0), (cut[0], 0), (cut[1], high), (side, high)], 255)
    page = blank.page.copy()
    page.putalpha(keep)
    left, right = (0, max(cut)) if first else (min(cut), wide)
    gone = left / blank.scale
    places = {name: (one[0] - gone, one[1], one[2] - gone, one[3]) for name, one in blank.places.items()}
    return Blank(page.crop((left, 0, right, high)), blank.scale, places)


def paper(random: Random, size: tuple[int, int]) -> tuple[Image.Image, Image.Image]:
    """What a sheet is printed on: its colour with its grain, and its tooth for pencils."""
    tooth = rough(random, size, 1.0)
    tint = random.choice(((255, 255, 255), (254, 253, 248), (250, 252, 255), (250, 247, 238), (240, 238, 232)))
    grain = tooth.point([max(0, min(255, 250 + (high - 128) // 14)) for high in range(256)])
    return ImageChops.multiply(Image.new("RGB", size, tint), Image.merge("RGB", (grain,) * 3)), tooth
