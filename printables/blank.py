"""An empty sheet as the printer makes it, and where everything to be filled in is on it.

Both come from the sheet with form fields, whose names and places are those of its template: nothing is measured twice.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from printables import Choice, Words, compose, document_of
from printables.options import area_of
from printables.press import lay_out

if TYPE_CHECKING:
    from PIL import Image

DOTS = 150  # an inch of a sheet on A5; a larger one is drawn smaller, so that all have as many
Box = tuple[float, float, float, float]  # left, top, right, bottom
# A finger may have more room than a pen, or less: here each field is its place.
EXACT = "input { left: 0 !important; top: 0 !important; width: 100% !important; height: 100% !important }</style>"


@dataclass(frozen=True, slots=True)
class Blank:
    """A sheet in shades of grey; `places` are boxes in its pixels by the names of their fields, without the number
    of the sheet; `unit` is how many pixels a millimetre of a sheet on A5 has."""

    picture: Image.Image
    places: Mapping[str, Box]
    unit: float = DOTS / 25.4


@dataclass(frozen=True, slots=True)
class Composed:
    """The page of a blank sheet before it is laid out; `width` of the sheet in millimetres, `unit` of which are one of
    a sheet on A5."""

    html: str
    width: float
    unit: float


def blank_of(choice: Choice, words: Words) -> Blank:
    """The first sheet of a page, to its edges; takes seconds, and is only for processes of their own."""
    return laid_out(composed(choice, words))


def composed(choice: Choice, words: Words) -> Composed:
    choice = replace(choice, fillable=True, names=(), link="")
    area = area_of(document_of(choice.document), choice)
    html = compose(choice, words).replace("</style>", EXACT, 1)
    return Composed(html, area.page[0] / min(area.up, 2), area.unit)


def laid_out(blank: Composed) -> Blank:
    from pypdfium2 import PdfDocument

    document = PdfDocument(lay_out(blank.html))
    try:
        page = document[0]
        scale = DOTS / 72 / blank.unit
        drawn = page.render(scale=scale, may_draw_forms=False, draw_annots=False).to_pil().convert("L")
        places = dict(_fields(page, scale))
    finally:
        document.close()
    right = round(blank.width / 25.4 * DOTS / blank.unit)
    return Blank(drawn.crop((0, 0, right, drawn.height)), places)


def _fields(page: Any, scale: float) -> Iterator[tuple[str, Box]]:
    """The fields of the first sheet: their names without `s1-`, their boxes in pixels from the top."""
    from pypdfium2 import raw

    height = page.get_height()
    for at in range(raw.FPDFPage_GetAnnotCount(page)):
        field = raw.FPDFPage_GetAnnot(page, at)
        name, rect = _name(raw, field), raw.FS_RECTF()
        if name.startswith("s1-") and raw.FPDFAnnot_GetRect(field, rect):
            top, bottom = height - max(rect.top, rect.bottom), height - min(rect.top, rect.bottom)
            yield name[3:], (rect.left * scale, top * scale, rect.right * scale, bottom * scale)
        raw.FPDFPage_CloseAnnot(field)


def _name(raw: Any, field: Any) -> str:
    letters = ctypes.create_string_buffer(256)
    length = raw.FPDFAnnot_GetStringValue(field, b"T", ctypes.cast(letters, ctypes.POINTER(raw.FPDF_WCHAR)), 256)
    return letters.raw[: max(length - 2, 0)].decode("utf-16-le")
