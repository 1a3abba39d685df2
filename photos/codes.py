"""Our codes in a picture, with their corners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from photos.picture import Flat, Plane, Point
from printables.documents import Code, read

if TYPE_CHECKING:
    from zxingcpp import Position

Corners = tuple[Point, Point, Point, Point]
NEAR = 0.8  # of its side: how far around its place a code is looked for
ACROSS = 100  # pixels of a code that is looked for


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


def codes_in(picture: Image.Image, sizes: Iterable[float]) -> list[Found]:
    """The codes in a picture, looked for at several sizes; each is returned once."""
    found: list[Found] = []
    for scale in sizes:
        found += known_once(_codes(picture, scale), found)
    return found


def known_once(more: Iterable[Found], found: Sequence[Found]) -> list[Found]:
    """Those that were not found before."""
    return [one for one in more if not _known(one, found)]


def code_near(picture: Image.Image, plane: Plane, place: int, corners: Corners) -> Found | None:
    """The code that should be at this place of a sheet lying like this, looked for in the photo seen from straight
    above.
    """
    (left, top), (right, _bottom) = corners[0], corners[2]
    side = right - left
    size = round(ACROSS * (1 + 2 * NEAR)), round(ACROSS * (1 + 2 * NEAR))
    try:
        piece = plane.from_piece((left - NEAR * side, top - NEAR * side), ACROSS / side)
        seen = picture.transform(size, Image.Transform.PERSPECTIVE, piece.numbers, Image.Resampling.BICUBIC)
        found = [one for one in _codes(seen, 1) if one.code.place == place]
        return Found(found[0].code, _moved(found[0].corners, piece)) if found else None
    except Flat:
        return None


def _moved(corners: Corners, plane: Plane) -> Corners:
    one, two, three, four = map(plane.at, corners)
    return one, two, three, four


def _codes(picture: Image.Image, scale: float) -> list[Found]:
    import zxingcpp

    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.DataMatrix])
    size = round(picture.width * scale), round(picture.height * scale)
    look = picture if scale == 1 else picture.resize(size, Image.Resampling.BILINEAR)
    seen = zxingcpp.read_barcodes(look, formats=formats, try_invert=False)
    return [Found(code, _corners(one.position, scale)) for one in seen if (code := read(one.text))]


def _corners(position: Position, scale: float) -> Corners:
    points = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    one, two, three, four = ((point.x / scale, point.y / scale) for point in points)
    return one, two, three, four


def _known(one: Found, others: Sequence[Found]) -> bool:
    """True if it is one of the others, and not the same code on another sheet."""
    (x, y) = one.middle
    return any(
        one.code == other.code and abs(x - other.middle[0]) + abs(y - other.middle[1]) < other.side for other in others
    )
