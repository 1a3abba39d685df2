"""Form fields as PDF readers want them.

WeasyPrint gives each field a font by glyph numbers, which readers can show but hardly write with; it starts every text
at the left, and asks each reader to draw all fields again. Here fields use an embedded plain Latin font, numbers are
centred, and what is filled in already is drawn: PDFium would take the œ, the Ž and the apostrophe of a name from other
fonts, and shrink by steps.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pydyf

from printables.letters import FIRST
from printables.pdf.adding import Sum, add_up

HAND = Path(__file__).parents[1] / "fonts" / "atkinson-hand.ttf"
LAST = 255  # the last letter of the encoding of Windows
LONG = 40  # letters that a name or a date may have; a number has fewer
PEN = re.compile(rb"([\d.]+ [\d.]+ [\d.]+ rg) \S+ ([\d.]+) Tf")
NONSYMBOLIC = 1 << 5
MANY_LINES = 1 << 12
MARGIN = 2.0  # points that readers keep from the edge of a field
RISE, LINE = 0.35, 1.1  # how far a line's middle is over its letters' feet, and how high it is, in sizes
PIECE = re.compile(r"[^\s-]+-?\s*|-\s*")  # a word, or a part of it that ends with a hyphen
SHRINK = 0.8  # how far a text shrinks before a word is broken
FLAT = 8  # times as wide as high: a field for one line


def rewrite_fields(pdf: pydyf.PDF, sums: Mapping[str, Sum]) -> None:
    """Rewrite the fields of a finished pydyf document, if it has any, and let them add themselves up."""
    form = pdf.catalog.get("AcroForm")
    if form is None:
        return
    fields = [dereferenced(pdf, reference) for reference in form["Fields"]]
    form["DR"] = pydyf.Dictionary({"Font": _fonts(pdf, form)})
    for field in fields:
        if field["FT"] == "/Tx":
            _rewrite_text(pdf, field, form["DR"])
        else:
            _rewrite_tick(pdf, field)
    _leave_empty(pdf, [field for field in fields if field["FT"] != "/Tx"])
    del form["NeedAppearances"]
    _say_once(form, fields)
    add_up(pdf, fields, sums)


def _rewrite_text(pdf: pydyf.PDF, field: pydyf.Dictionary, resources: pydyf.Dictionary) -> None:
    """Centre a number. Let a name shrink to fit its line, or continue on the next line if its box is high enough."""
    colour, size = PEN.search(field["DA"].data).groups()  # type: ignore[union-attr]
    left, bottom, right, top = field["Rect"]
    room, said = (abs(right - left), abs(top - bottom)), field["V"].string
    fitted = _fitted(said, float(size), room)
    if int(field["MaxLen"]) < LONG:
        field["Q"] = 1
    elif room[1] * 2.5 > room[0]:
        field["Ff"] = MANY_LINES
        size = b"%.2f" % fitted[0]
    else:
        size = b"0"
    field["DA"] = pydyf.String(b"%b /Hand %b Tf" % (colour, size))
    if said == "":
        del field["V"]
    else:
        _draw(pdf, field, room, fitted, colour, resources)


def _fitted(said: str, size: float, room: tuple[float, float]) -> tuple[float, Sequence[str]]:
    """The largest size at which a text fits a field, and its lines."""
    width, height = room[0] - 2 * MARGIN, room[1]
    longest, whole = max(map(_wide, PIECE.findall(said)), default=0.0), size * SHRINK
    while True:
        lines = _lines(said, width / size) if room[0] < FLAT * height else [said]
        wide = max(map(_wide, lines), default=0.0) * size
        if len(lines) * LINE * size <= height and wide <= width and (longest * size <= width or size <= whole):
            return size, lines
        size *= 0.96


def _lines(said: str, width: float) -> Sequence[str]:
    """A text on lines so wide at size 1: it breaks between words, behind hyphens, and inside what is wider."""
    lines = [""]
    for piece in PIECE.findall(said):
        if _wide(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        for letter in piece:
            if lines[-1] and letter != " " and _wide(lines[-1] + letter) > width:
                lines.append("")
            lines[-1] += letter
    return [line.rstrip() for line in lines if line]


def _wide(said: str) -> float:
    return sum(_widths()[code - FIRST] for code in said.encode("cp1252")) / 1000


def _draw(
    pdf: pydyf.PDF,
    field: pydyf.Dictionary,
    room: tuple[float, float],
    text: tuple[float, Sequence[str]],
    colour: bytes,
    resources: pydyf.Dictionary,
) -> None:
    """The look of a field until somebody writes in it."""
    size, lines = text
    first = room[1] / 2 + ((len(lines) - 1) / 2 * LINE - RISE) * size
    shown = [b"<%b> Tj 0 %.3f Td" % (line.encode("cp1252").hex().encode(), -LINE * size) for line in lines]
    start = b"%b /Hand %.3f Tf %.3f %.3f Td" % (colour, size, MARGIN, first)
    extra = {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array([0, 0, *room]), "Resources": resources}
    look = pydyf.Stream([b"/Tx BMC q BT", start, *shown, b"ET Q EMC"], extra)
    pdf.add_object(look)
    field["AP"] = pydyf.Dictionary({"N": look.reference})


def _rewrite_tick(pdf: pydyf.PDF, field: pydyf.Dictionary) -> None:
    """A cross, open in the middle, where most ticks have points to be read."""
    drawn = dereferenced(pdf, field["AP"]["N"]["on"])
    colour = next(item for item in drawn.stream if item.endswith(b" rg")).upper()
    _left, _bottom, width, height = drawn.extra["BBox"]
    x, y, arm = width / 2, height / 2, min(width, height) * 0.33
    near = arm * 0.42
    strokes = (
        f"{x + right * arm:.2f} {y + up * arm:.2f} m {x + right * near:.2f} {y + up * near:.2f} l"
        for right in (1, -1)
        for up in (1, -1)
    )
    drawn.stream = [colour, b"%.2f w" % (arm / 4), *strokes, b"S"]
    field["DA"] = pydyf.String("0 g /ZaDb 0 Tf")
    field.pop("MK")


def _leave_empty(pdf: pydyf.PDF, ticks: list[pydyf.Dictionary]) -> None:
    """Give an unset tick an empty look: without one PDFium draws a grey frame."""
    nothing = pydyf.Stream(extra={"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array([0, 0, 1, 1])})
    if ticks:
        pdf.add_object(nothing)
    for tick in ticks:
        tick["AP"]["N"]["Off"] = nothing.reference


def _say_once(form: pydyf.Dictionary, fields: list[pydyf.Dictionary]) -> None:
    """Set once for the whole form how most fields are written."""
    usual, _many = Counter(field["DA"].data for field in fields).most_common(1)[0]
    for field in fields:
        if field["DA"].data == usual:
            form["DA"] = field.pop("DA")


def _fonts(pdf: pydyf.PDF, form: pydyf.Dictionary) -> pydyf.Dictionary:
    """The font that fields are written with, made from what WeasyPrint took from its file; and the usual ticks."""
    fonts = dereferenced(pdf, dereferenced(pdf, form["DR"])["Font"])
    name = next(name for name, reference in fonts.items() if b"+Hand" in dereferenced(pdf, reference)["BaseFont"])
    hand = dereferenced(pdf, fonts.pop(name))
    below = dereferenced(pdf, hand["DescendantFonts"][0])
    descriptor = dereferenced(pdf, below["FontDescriptor"])
    descriptor["Flags"] = NONSYMBOLIC
    dereferenced(pdf, hand["ToUnicode"]).stream.clear()
    below.clear()
    plain = {
        "Type": "/Font",
        "Subtype": "/TrueType",
        "BaseFont": hand["BaseFont"],
        "Encoding": "/WinAnsiEncoding",
        "FirstChar": FIRST,
        "LastChar": LAST,
        "Widths": pydyf.Array(_widths()),
        "FontDescriptor": descriptor.reference,
    }
    hand.clear()
    hand.update(plain)
    ticks = pydyf.Dictionary({"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/ZapfDingbats"})
    return pydyf.Dictionary({"Hand": hand.reference, "ZaDb": ticks})


@cache
def _widths() -> tuple[int, ...]:
    """The width of each letter, in thousandths of its size."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    font = TTFont(HAND)
    glyphs, advances, whole = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    letters = bytes(range(FIRST, LAST + 1)).decode("cp1252", "replace")
    return tuple(round(advances[glyphs.get(ord(letter), ".notdef")][0] * 1000 / whole) for letter in letters)


def dereferenced(pdf: pydyf.PDF, reference: bytes) -> pydyf.Object:
    """The object behind a reference like b"12 0 R"."""
    return pdf.objects[int(bytes(reference).split()[0])]
