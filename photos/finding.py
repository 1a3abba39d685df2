"""Finds the sheets in a photo by their codes, with their corners; nothing else in the picture is looked at. A blank
sheet is prepared for laying photos on it: what is the same for every photo is computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from PIL import Image, ImageFilter, ImageStat

from photos import MOST_SHEETS, Unreadable, too_many
from photos.picture import Flat, Pair, Plane, Point, evened, opened, plane_of, softened
from printables import DOCUMENTS, Document
from printables.blank import Blank, Box
from printables.choice import Choice, Unprintable, check
from printables.documents import Code, choice_of, read
from scoring import GAMES
from scoring.core.text import Text, text

if TYPE_CHECKING:
    from zxingcpp import Position


Corners = tuple[Point, Point, Point, Point]
NEAR = 0.8  # of its side: how far around its place a code is looked for
CODE_ACROSS = 100  # pixels of a code that is looked for


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
    size = round(CODE_ACROSS * (1 + 2 * NEAR)), round(CODE_ACROSS * (1 + 2 * NEAR))
    try:
        piece = plane.from_piece((left - NEAR * side, top - NEAR * side), CODE_ACROSS / side)
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


# Blank sheets


@dataclass(frozen=True, slots=True)
class Printed:
    """`picture` is the sheet evenly lit, in shades of grey; `dark` the same, softer, each dark spot a little larger:
    what is darker than that is not printed. `places` and the corners of its `codes`, by their number, are in its
    pixels; `unit` of them are a millimetre of a sheet on A5."""

    picture: Image.Image
    dark: Image.Image
    places: Mapping[str, Box]
    codes: Mapping[int, Corners]
    unit: float


def printed(blank: Blank) -> Printed:
    picture = evened(blank.picture.filter(ImageFilter.GaussianBlur(1.0)))
    codes = {one.code.place: one.corners for one in codes_in(blank.picture, (1.0,))}
    return Printed(picture, softened(picture).filter(ImageFilter.MinFilter(5)), blank.places, codes, blank.unit)


# Sheets in a photo

ENOUGH = 3  # codes, so that a sheet lies as it seems
FILLED = 0.25  # of a photo lies between the codes of a sheet that is alone in it
FIRST = 2  # codes that say where the others have to be
DARK = 50
ACROSS = 0.4  # of a sheet's width lie between its codes, else what is beyond them is guessed
ASTRAY = 0.12  # of the side of a code: how far its corners may lie from where the others say


@dataclass(frozen=True, slots=True)
class Look:
    """A photo before it is known where its sheets lie: its shades of grey, the codes of one kind of sheet in it, those
    of one sheet alone, and the print job that such sheets come from.
    """

    size: tuple[int, int]
    greys: bytes
    found: tuple[Found, ...]
    choice: Choice

    @property
    def picture(self) -> Image.Image:
        return Image.frombytes("L", self.size, self.greys)


def look(photo: bytes, layouts: Sequence[object] = ()) -> tuple[Look, ...]:
    """Open a file that is said to be a photo, and find the sheets in it, each kind alone; raises `Unreadable`. They may
    be printed with one of these layouts.
    """
    picture = opened(photo)
    found = codes_of(picture)
    kinds = {one.code.sheet: [other for other in found if other.code.sheet == one.code.sheet] for one in found}
    greys = picture.tobytes()
    return tuple(Look(picture.size, greys, tuple(kind), _choice(kind[0], layouts)) for kind in kinds.values())


def codes_of(photo: Image.Image) -> list[Found]:
    """The codes of all sheets in a photo; raises `Unreadable`."""
    found = codes_in(photo, (1.0,))
    if len(found) <= ENOUGH or not _fill(found, photo) or sheets_at_least(found) > 1:
        found += known_once(codes_in(photo, (1.6,)), found)
    if sheets_at_least(found) > 1:
        found += known_once(codes_in(photo, (2.2, 3.0)), found)
    if len(found) < ENOUGH:
        found += known_once(codes_in(photo.filter(ImageFilter.GaussianBlur(1.2)), (1.0, 2.0)), found)
    if not found:
        raise Unreadable(_nothing(photo))
    if sheets_at_least(found) > MOST_SHEETS:
        raise Unreadable(too_many(MOST_SHEETS))
    if len(found) < FIRST:
        raise Unreadable(_too_few())
    return found


def _fill(found: Sequence[Found], photo: Image.Image) -> bool:
    """True if the codes lie as if one sheet had been photographed alone: beside a smaller one there may be others that
    are not found at once.
    """
    across, down = [one.middle[0] for one in found], [one.middle[1] for one in found]
    return (max(across) - min(across)) * (max(down) - min(down)) > FILLED * photo.width * photo.height


def sheets_at_least(found: Sequence[Found]) -> int:
    """The fewest sheets that these codes need: no sheet has the same code twice, and all codes of a sheet are of its
    kind.
    """
    most: dict[tuple[int, ...], int] = {}
    for code, many in Counter(one.code for one in found).items():
        most[code.sheet] = max(many, most.get(code.sheet, 0))
    return sum(most.values())


def _too_few() -> Text:
    return text("Too few of the square codes on the sheet can be seen. Photograph the whole sheet, flat and sharp.")


def _nothing(photo: Image.Image) -> Text:
    if ImageStat.Stat(photo).mean[0] < DARK:
        return text("The photo is too dark. Turn on a light, or use the flash.")
    return text("No sheet with Cairn’s square codes is in the picture. Photograph the whole sheet, flat and sharp.")


def _choice(found: Found, layouts: Sequence[object]) -> Choice:
    """The print job that a sheet of such codes came from; raises `Unreadable`."""
    document = _document(found, layouts)
    choice = choice_of(found.code, document.name, layouts)
    try:
        check(document, choice)
    except Unprintable:
        raise Unreadable(_another_version()) from None
    return choice


def _another_version() -> Text:
    return text("This sheet was printed by another version of Cairn. Count it by hand.")


def _document(found: Found, layouts: Sequence[object]) -> Document:
    """The document that carries such codes; raises `Unreadable`."""
    code = found.code
    document = next((one for one in DOCUMENTS.values() if one.coded == code.kind), None)
    if document is None or document.version != str(code.version):
        raise Unreadable(_another_version())
    if GAMES[document.game].photographed is None:
        raise Unreadable(text("Cairn does not read photos of this sheet. Count it by hand."))
    if code.pad and not document.coded_options(code.pad, layouts):
        raise Unreadable(
            text(
                "The arrows and vases on this sheet are neither Cairn’s own nor those of a layout that is known here. "
                "Count it by hand."
            )
        )
    return document


def sought(seen: Look, blank: Printed) -> list[Found]:
    """The codes that were found, and those that are found only where the others say they must be."""
    found, photo = list(seen.found), seen.picture
    while more := [one for one in _missing(photo, found, blank) if one.code.sheet == found[0].code.sheet]:
        found += more
    return found


def _missing(photo: Image.Image, found: Sequence[Found], blank: Printed) -> list[Found]:
    pairs, known = pairs_of(found, blank), {one.code.place for one in found}
    plane = seen_whole(pairs, blank.picture.size)
    if plane is None:
        return []
    near = (code_near(photo, plane, place, corners) for place, corners in blank.codes.items() if place not in known)
    return [one for one in near if one]


def pairs_of(found: Sequence[Found], blank: Printed) -> list[Pair]:
    """The corners of these codes, on the blank sheet and in the photo."""
    seen = [one for one in found if one.code.place in blank.codes]
    return [pair for one in seen for pair in zip(blank.codes[one.code.place], one.corners, strict=True)]


def lying(found: Sequence[Found], blank: Printed) -> Plane:
    """The plane in which the sheet lies, from the places of its codes on the blank one; raises `Unreadable`."""
    if len(found) < ENOUGH:
        raise Unreadable(_too_few())
    pairs = pairs_of(found, blank)
    across = [x for (x, _y), _seen in pairs]
    if max(across, default=0.0) - min(across, default=0.0) < ACROSS * blank.picture.width:
        raise Unreadable(text("The square codes that can be seen are all on one side. Photograph the whole sheet."))
    plane = lying_flat(found, blank)
    if plane is None:
        raise Unreadable(text("The sheet is bent, or there are two. Lay one sheet flat and photograph it again."))
    return plane


def lying_flat(found: Sequence[Found], blank: Printed) -> Plane | None:
    """The plane in which a sheet with these codes lies; it may be slightly bent. None if they are not the codes of one
    sheet.
    """
    pairs = pairs_of(found, blank)
    plane = seen_whole(pairs, blank.picture.size)
    if plane is None or median(map(plane.apart, pairs)) > ASTRAY * median(one.side for one in found):
        return None
    return plane


def seen_whole(pairs: Sequence[Pair], size: tuple[int, int]) -> Plane | None:
    """The best-fitting plane of the sheet; None if a part of it would be behind the camera."""
    width, height = size
    try:
        plane = plane_of(pairs)
        for corner in ((0, 0), (width, 0), (width, height), (0, height)):
            plane.at(corner)
    except Flat:
        return None
    return plane
