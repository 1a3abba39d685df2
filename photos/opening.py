"""Opens a file that is sent as a photo, safely: known by its content, limited in size, shrunk."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import ExifTags, Image, ImageFile, UnidentifiedImageError

from photos.unreadable import MOST_BYTES, Unreadable
from scoring.core.text import Text, text

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
