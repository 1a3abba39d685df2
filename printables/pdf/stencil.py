"""A sheet that is printed once: the last page of a layout becomes a drawing that the others point to.

What it shows is the same on all of them, so nobody is read it; what was written over it is.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

import pydyf

from printables.pdf.fields import dereferenced

POINTS = 72 / 25.4  # in a millimetre
MARKS = (b"BMC", b"BDC", b"EMC")


def lay_under(pdf: pydyf.PDF, told: str) -> None:
    """Take the last page away, and lay its drawing under the others: `told` are the millimetres, page by page."""
    places: Sequence[Sequence[tuple[float, float]]] = json.loads(told)
    last = dereferenced(pdf, pdf.page_references[-1])
    drawing = pydyf.Stream(
        list(_unmarked(dereferenced(pdf, last["Contents"]).stream)),
        {"Type": "/XObject", "Subtype": "/Form", "BBox": last["MediaBox"], "Resources": last["Resources"]},
        compress=True,
    )
    pdf.add_object(drawing)
    dereferenced(pdf, last["Resources"])["XObject"]["Stencil"] = drawing.reference
    for page, here in zip(pdf.page_references, places, strict=False):
        stream = dereferenced(pdf, dereferenced(pdf, page)["Contents"]).stream
        stream[:0] = [part for place in here for part in _call(*place)]
    _take_away(pdf, len(pdf.page_references) - 1, last)


def _call(right: float, down: float) -> Iterable[bytes]:
    moved = b"1 0 0 1 %.3f %.3f cm" % (right * POINTS, -down * POINTS)
    return b"/Artifact BMC", b"q", moved, b"/Stencil Do", b"Q", b"EMC"


def _unmarked(stream: Sequence[object]) -> Iterator[object]:
    """Without what marks its pieces for whoever is read the page."""
    ends = {at for at, item in enumerate(stream) if item in (b"BMC", b"BDC")}
    marked = {before for at in ends for before in range(at - (2 if stream[at] == b"BDC" else 1), at)}
    return (item for at, item in enumerate(stream) if at not in marked and item not in MARKS)


def _take_away(pdf: pydyf.PDF, at: int, page: pydyf.Dictionary) -> None:
    """A page, with its part of the structure tree."""
    del pdf.pages["Kids"][3 * at :]
    pdf.pages["Count"] -= 1
    root = dereferenced(pdf, pdf.catalog["StructTreeRoot"])
    document = dereferenced(pdf, root["K"][0])
    document["K"] = pydyf.Array(kid for kid in document["K"] if page.reference not in _pages(pdf, kid))
    numbers = dereferenced(pdf, root["ParentTree"])["Nums"]
    place = numbers[::2].index(at) * 2
    del numbers[place : place + 2]


def _pages(pdf: pydyf.PDF, element: bytes) -> Iterator[bytes]:
    """The pages that an element of the structure tree and all below it stand on."""
    found = dereferenced(pdf, element)
    if "Pg" in found:
        yield found["Pg"]
    for kid in found.get("K", ()):
        if isinstance(kid, bytes):
            yield from _pages(pdf, kid)
