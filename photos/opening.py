"""A file that somebody sends as a photo, opened as far as it is safe: known by what is in it, bounded, shrunk."""

from __future__ import annotations

import io
import warnings

from PIL import Image, UnidentifiedImageError

from scoring.core.text import Text, text

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 16 * 1024 * 1024
MOST_PIXELS = 50_000_000
LONGEST = 2600  # pixels: more tells no more of a sheet
SHORTEST = 480


class Unreadable(Exception):
    """No sheet can be read: `why` says the reason, and what to do."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


def opened(data: bytes) -> Image.Image:
    """The photo in shades of grey, its longer side at most LONGEST; raises `Unreadable`."""
    if len(data) > MOST_BYTES:
        raise Unreadable(text("This photo has more than {most} MB. Take it smaller.", most=MOST_BYTES >> 20))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _grey(data)
    except (UnidentifiedImageError, Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise Unreadable(_no_photo()) from None
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError):
        raise Unreadable(text("This photo is damaged or was cut off on its way. Send it again.")) from None


def _no_photo() -> Text:
    return text("This is no photo that Cairn can read. Send a JPEG, PNG or WebP of at most 50 megapixels.")


def _grey(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=FORMATS) as photo:
        if photo.width * photo.height > MOST_PIXELS:
            raise Unreadable(_no_photo())
        if max(photo.size) < SHORTEST:
            raise Unreadable(text("This photo is too small. Take it from nearer, or send it in full size."))
        photo.draft("L", (LONGEST, LONGEST))
        grey = photo.convert("L")
    grey.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX, reducing_gap=2.0)
    return Image.frombytes("L", grey.size, grey.tobytes())  # its pixels and no more
