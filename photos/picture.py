"""A photo is opened, safely: known by its content, limited in size, shrunk. Its light is evened out, and a flat sheet
in it is a homography between points of both, by least squares.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import hypot

from PIL import ExifTags, Image, ImageChops, ImageFile, ImageFilter, ImageMath, ImageOps, UnidentifiedImageError

from photos import MOST_BYTES, Unreadable
from scoring.core.text import Text, text

Point = tuple[float, float]
Pair = tuple[Point, Point]  # on the sheet, in the photo


class Flat(ValueError):
    """The points do not determine how the sheet lies: too few, or all on a line."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The eight numbers of a homography from the sheet to the photo, as `Image.transform` takes them."""

    numbers: tuple[float, ...]

    def at(self, point: Point) -> Point:
        """The point of the photo that shows a point of the sheet."""
        a, b, c, d, e, f, g, h = self.numbers
        x, y = point
        w = g * x + h * y + 1
        if w <= 1e-6:
            raise Flat
        return (a * x + b * y + c) / w, (d * x + e * y + f) / w

    def apart(self, pair: Pair) -> float:
        """The distance in the photo, in pixels, between a point and where it should be."""
        x, y = self.at(pair[0])
        return hypot(x - pair[1][0], y - pair[1][1])

    def from_piece(self, corner: Point, scale: float) -> Plane:
        """The same plane for a piece of the sheet, from its own pixels, of which `scale` are one of the sheet."""
        a, b, c, d, e, f, g, h = self.numbers
        x, y = corner
        w = g * x + h * y + 1
        if w <= 1e-6:
            raise Flat
        across, down = (a / scale, b / scale, a * x + b * y + c), (d / scale, e / scale, d * x + e * y + f)
        return Plane(tuple(number / w for number in (*across, *down, g / scale, h / scale)))


def plane_of(pairs: Sequence[Pair]) -> Plane:
    """The plane that fits best; raises `Flat`."""
    rows = [row for pair in pairs for row in _rows(*pair)]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(9)] for i in range(8)]
    return Plane(tuple(solved(normal)))


def _rows(sheet: Point, photo: Point) -> tuple[list[float], list[float]]:
    """Two equations for eight numbers, with their right side."""
    (x, y), (u, v) = sheet, photo
    return [x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]


def solved(rows: list[list[float]]) -> list[float]:
    """The solution of linear equations, by elimination with the largest pivot of rows brought to one scale."""
    size = len(rows)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        if abs(rows[at][at]) < 1e-9:
            raise Flat
        for row in range(size):
            if row != at:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [one - factor * other for one, other in zip(rows[row], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]


# Light

STEPS = (1, 2, 4, 5)  # a window of one pixel laid over itself becomes one of 2, 4, 8 and 13
REACH = sum(STEPS) // 2  # pixels on either side of one
LIGHT, DARK = 255, 0


def closed(picture: Image.Image) -> Image.Image:
    """A picture in shades of grey without what is dark and narrower than 13 pixels: each pixel becomes the lightest in
    the square of that side around it, then the darkest of what came of that."""
    lightest = _over_each_window(ImageChops.lighter, picture, DARK)
    return _over_each_window(ImageChops.darker, lightest, LIGHT)


def _over_each_window(
    pick: Callable[[Image.Image, Image.Image], Image.Image], picture: Image.Image, beyond: int
) -> Image.Image:
    """`beyond` is what is never picked: that there is nothing beyond the rim."""
    picture = ImageOps.expand(picture, REACH, fill=beyond)
    for across, down in ((1, 0), (0, 1)):
        for step in STEPS:
            width, height = picture.size
            one = picture.crop((0, 0, width - step * across, height - step * down))
            other = picture.crop((step * across, step * down, width, height))
            picture = pick(one, other)
    return picture


SOFT = 1.5  # pixels
SMALLER = 4  # so many times: what is narrower than 9 mm on A5 closes


def evened(picture: Image.Image) -> Image.Image:
    """The darkness of each pixel beside the paper around it, in shades of grey. What is narrow counts as on the paper;
    the edge of a shadow stays in place.
    """
    small = closed(picture.reduce(SMALLER).filter(ImageFilter.MedianFilter(3)))
    paper = small.filter(ImageFilter.GaussianBlur(1)).resize(picture.size, Image.Resampling.BILINEAR)
    lit = ImageMath.lambda_eval(
        lambda of: of["min"](of["sheet"] * 255 / of["max"](of["paper"], 1), 255), sheet=picture, paper=paper
    )
    grey: Image.Image = lit.convert("L")
    return grey


def softened(picture: Image.Image) -> Image.Image:
    """The picture softened so that strokes stay and the grain of the photo goes."""
    return picture.filter(ImageFilter.GaussianBlur(SOFT))


# Opening a file

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 64_000_000
LONGEST = 2600  # pixels: more tells no more of a sheet
SHORTEST = 480
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif")
# What brings a photo upright, by the number in its EXIF data.
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def opened(data: bytes) -> Image.Image:
    """The photo upright, in shades of grey, its longer side at most LONGEST; raises `Unreadable`."""
    if len(data) > MOST_BYTES:
        raise Unreadable(text("This photo is larger than {most} MB. Send a smaller one.", most=MOST_BYTES >> 20))
    if data[4:8] == b"ftyp" and data[8:12] in HEIC:
        raise Unreadable(text("Cairn cannot read HEIC photos. Send this one as a JPEG, or a screenshot of it."))
    try:
        with _wary():
            return _grey(data)
    except (UnidentifiedImageError, Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise Unreadable(_no_photo()) from None
    except MemoryError:
        raise Unreadable(text("This photo takes too much memory or time. Send a smaller one.")) from None
    except Unreadable:
        raise
    except Exception:  # whatever a decoder raises at what is no photo any more
        raise Unreadable(text("This photo is damaged or was cut off on its way. Send it again.")) from None


@contextmanager
def _wary() -> Iterator[None]:
    """Make too large or truncated files an error, even where WeasyPrint, once loaded, lets them pass."""
    lenient, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = lenient


def _no_photo() -> Text:
    most = MOST_PIXELS // 1_000_000
    return text(
        "This is not a photo that Cairn can read. Send a JPEG, PNG or WebP of at most {most} megapixels.", most=most
    )


def _grey(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=FORMATS) as photo:
        if photo.width * photo.height > MOST_PIXELS:
            raise Unreadable(_no_photo())
        if max(photo.size) < SHORTEST:
            raise Unreadable(text("This photo is too small. Take it from nearer, or send it in full size."))
        turn = UPRIGHT.get(photo.getexif().get(ExifTags.Base.Orientation, 1))
        photo.draft("L", (LONGEST, LONGEST))
        grey = photo.convert("L")
    grey.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX, reducing_gap=2.0)
    plain = Image.frombytes("L", grey.size, grey.tobytes())  # its pixels and no more
    return plain if turn is None else plain.transpose(turn)
