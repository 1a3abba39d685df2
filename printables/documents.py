"""All documents: each is a folder with a `sheet.html`.

The codes on a sheet tell a camera where it lies and what it is: Data Matrix, 10 × 10 modules, six digits.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from markupsafe import Markup

from printables.choice import INKS, Choice, Document, Unprintable
from printables.options import LINES
from scoring.core.text import text


def _documents() -> dict[str, Document]:
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/sheet.html"))
    documents = [import_module(f"printables.{folder}").DOCUMENT for folder in folders]
    return {document.name: document for document in documents}


DOCUMENTS: dict[str, Document] = _documents()


def document_of(name: str) -> Document:
    """The document of that name; raises `Unprintable`."""
    if name not in DOCUMENTS:
        raise Unprintable(text("Cairn has no document called “{document}”.", document=name[:40]))
    return DOCUMENTS[name]


# Codes

# How large a sheet is in proportion to its parts, in the order of their digits; with lines to write on, as many more.
LAYOUTS = (("A5", 1), ("A4", 1), ("A4", 2), ("Letter", 1), ("Letter", 2))
SIDE = 10  # modules


@dataclass(frozen=True, slots=True)
class Code:
    """The place of a code on the sheet, and the kind of sheet it is: each a digit. `pad` is what the document makes of
    it.
    """

    place: int
    kind: int
    version: int
    layout: int
    ink: int
    pad: int

    @property
    def sheet(self) -> tuple[int, ...]:
        """The part that all codes of a sheet have in common."""
        return astuple(self)[1:]

    @property
    def digits(self) -> str:
        return "".join(map(str, astuple(self)))


def read(said: str) -> Code | None:
    """The meaning of a code; None where it is not one of ours."""
    if len(said) != 6 or not (said.isascii() and said.isdecimal()):
        return None
    code = Code(*map(int, said))
    return code if code.kind and code.layout < 2 * len(LAYOUTS) and code.ink < len(INKS) else None


def choice_of(code: Code, document: str, known: Sequence[object] = ()) -> Choice:
    """The print job that the sheet of a code came from, as far as it decides where everything stands; it may be printed
    with one of these items of the library.

    Raises `Unprintable` for an unknown document; what a misread digit says is judged when the sheet is composed.
    """
    lined, at = divmod(code.layout, len(LAYOUTS))
    paper, up = LAYOUTS[at]
    options = {**document_of(document).coded_options(code.pad, known), **({LINES.key: "notes"} if lined else {})}
    return Choice(document, paper, up, ink=list(INKS)[code.ink], options=options)


def code(place: int, kind: int, version: int, pad: int, choice: Choice, up: int) -> Markup:
    """The drawing of a code on a sheet of this print job, as SVG; empty where no camera is expected, or
    nothing draws it: in a browser.
    """
    if (choice.paper, up) not in LAYOUTS or find_spec("zxingcpp") is None:
        return Markup()
    lined = choice.chosen(LINES) == "notes"
    layout = LAYOUTS.index((choice.paper, up)) + len(LAYOUTS) * lined
    return _drawn(Code(place, kind, version, layout, list(INKS).index(choice.ink), pad).digits)


@cache
def _drawn(digits: str) -> Markup:
    """A square of modules without the white around it, one path."""
    import zxingcpp  # not with the server: what it keeps from being collected, this library calls a leak at the end

    made = zxingcpp.create_barcode(digits, zxingcpp.BarcodeFormat.DataMatrix)
    picture: Any = zxingcpp.write_barcode_to_image(made, scale=1, add_quiet_zones=False)
    dots = memoryview(picture)
    rows = [[dots[y, x] == 0 for x in range(SIDE)] for y in range(SIDE)]
    path = "".join(f"M{x} {y}h{length}v1h-{length}z" for y, row in enumerate(rows) for x, length in _runs(row))
    return Markup(f'<path d="{path}" />')  # noqa: S704


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """The beginnings of the dark modules of a row, and how many follow one another."""
    starts = [x for x in range(SIDE) if row[x] and not (x and row[x - 1])]
    return [(x, next((end for end in range(x, SIDE) if not row[end]), SIDE) - x) for x in starts]
