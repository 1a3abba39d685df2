"""A sheet is found in a photo by its codes; what else is in the picture is not looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import zxingcpp
from PIL import Image, ImageFilter, ImageStat

from photos.opening import Unreadable
from photos.plane import Flat, Pair, Plane, Point, plane_of
from printables.blank import Blank
from printables.codes import Code, read
from scoring.core.text import Text, text

Corners = tuple[Point, Point, Point, Point]
ENOUGH = 3  # codes, so that a sheet lies as it seems
DARK = 50
KIND = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.DataMatrix])
ASTRAY = 0.12  # of the side of a code: how far its corners may lie from where the others say


@dataclass(frozen=True, slots=True)
class Found:
    """A code with its corners in the picture, from the top left clockwise as it is printed."""

    code: Code
    corners: Corners

    @property
    def middle(self) -> Point:
        return sum(x for x, _y in self.corners) / 4, sum(y for _x, y in self.corners) / 4

    @property
    def side(self) -> float:
        (x, y), (z, w) = self.corners[0], self.corners[2]
        return float(((x - z) ** 2 + (y - w) ** 2) ** 0.5 / 2**0.5)


def codes_in(picture: Image.Image, sizes: Iterable[float] = (1.0, 1.6)) -> list[Found]:
    """Our codes in a picture, looked for at several sizes, each once."""
    found: list[Found] = []
    for scale in sizes:
        found += [one for one in _codes(picture, scale) if not _known(one, found)]
    return found


def _codes(picture: Image.Image, scale: float) -> list[Found]:
    size = round(picture.width * scale), round(picture.height * scale)
    look = picture if scale == 1 else picture.resize(size, Image.Resampling.BICUBIC)
    seen = zxingcpp.read_barcodes(look, formats=KIND, try_invert=False)
    return [Found(code, _corners(one.position, scale)) for one in seen if (code := read(one.text))]


def _corners(position: zxingcpp.Position, scale: float) -> Corners:
    points = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    one, two, three, four = ((point.x / scale, point.y / scale) for point in points)
    return one, two, three, four


def _known(one: Found, others: Sequence[Found]) -> bool:
    """Whether it is one of the others, and not the same code of another sheet."""
    (x, y) = one.middle
    return any(
        one.code == other.code and abs(x - other.middle[0]) + abs(y - other.middle[1]) < other.side for other in others
    )


def sheet_in(photo: Image.Image) -> list[Found]:
    """The codes of the one sheet in a photo; raises `Unreadable`."""
    found = codes_in(photo)
    if len(found) < ENOUGH:
        found = codes_in(photo.filter(ImageFilter.GaussianBlur(1.2)), (1.0, 2.0)) + found
        found = [one for at, one in enumerate(found) if not _known(one, found[:at])]
    if not found:
        raise Unreadable(_nothing(photo))
    kinds = {one.code.sheet for one in found}
    places = [one.code.place for one in found]
    if len(kinds) > 1 or len(set(places)) < len(places):
        raise Unreadable(text("Two sheets are in the picture. Photograph each of them alone."))
    if len(found) < ENOUGH:
        raise Unreadable(
            text("Too few of the square codes along the columns can be seen. Take the whole sheet, flat and sharp.")
        )
    return found


def _nothing(photo: Image.Image) -> Text:
    if ImageStat.Stat(photo).mean[0] < DARK:
        return text("The photo is too dark. Turn on a light, or use the flash.")
    return text("No sheet with Cairn’s square codes is in the picture. Take the whole sheet, flat and sharp.")


def lying(found: Sequence[Found], blank: Blank) -> Plane:
    """How the sheet lies, from where its codes are on the blank one; raises `Unreadable`."""
    printed: Mapping[int, Found] = {one.code.place: one for one in codes_in(blank.picture, (1.0,))}
    pairs = [pair for one in found for pair in zip(printed[one.code.place].corners, one.corners, strict=True)]
    try:
        return _checked(plane_of(pairs), pairs, median(one.side for one in found))
    except Flat:
        raise Unreadable(text("The square codes that can be seen are all on one side. Take the whole sheet.")) from None


def _checked(plane: Plane, pairs: Sequence[Pair], side: float) -> Plane:
    """A sheet that is bent by a little goes; codes of two sheets do not."""
    if median(map(plane.apart, pairs)) > ASTRAY * side:
        raise Unreadable(text("The sheet is bent, or there are two. Lay one sheet flat and photograph it again."))
    return plane
