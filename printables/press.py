"""The press: HTML becomes PDF, and a PDF's first page a picture. Slow, so it runs in a process of its own.

WeasyPrint corrupts memory when threads share a `FontConfiguration`: one is kept for a process, and a process lays
out one thing at a time.
"""

from __future__ import annotations

import ctypes.util
import gc
import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from printables.pdf.adding import sums_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    import pydyf
    from weasyprint import Document, URLFetcher
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse

FOLDER = __file__.rpartition("/")[0] + "/"
ENDLESS = re.compile(r"<(br|col|input|meta)\b([^>]*)>")  # elements that HTML ends by itself
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # unknown to XML, and seen by nobody


def lay_out(html: str, copies: int = 1, again: str = "") -> bytes:
    """The PDF of composed pages, repeated `copies` times; `again` names a repeated page, "{copy}" its number.

    Tagged, titled, in the language of its root, with its fonts inside. The repeated pages share their content.
    """
    from printables.pdf.copies import repeat

    with _undisturbed():
        load()
        made, pdf = _written(html)
        return repeat(made, pdf, copies, again)


def _written(html: str) -> tuple[bytes, pydyf.PDF]:
    """The PDF, and the objects that it was made of."""
    from printables.pdf.fields import rewrite_fields
    from printables.pdf.stencil import lay_under

    rewritten: list[pydyf.PDF] = []

    def finish(document: Document, pdf: pydyf.PDF) -> None:
        rewrite_fields(pdf, sums_of(tree))
        if stencil := document.metadata.custom.get("stencil"):
            lay_under(pdf, stencil)
        _turn(pdf, document.metadata.custom.get("duplex"))
        rewritten.append(pdf)

    tree = read(html)
    return laid_out(tree).write_pdf(finisher=finish, pdf_variant="pdf/ua-1", pdf_forms=True), rewritten[0]


def laid_out(tree: Element) -> Document:
    """The pages of a document.

    If its root names classes in `data-layouts`, the first page gets the first of them with which the element
    `#summary` ends above the element `#below`.
    """
    if "data-layouts" not in tree.attrib:
        return _rendered(tree)
    body = tree[-1]
    first, *others = body
    body[:] = [first]
    document = _first_that_fits(tree, tree.attrib.pop("data-layouts").split(","))
    if not others:
        return document
    body[:] = others
    return document.copy([*document.pages, *_rendered(tree).pages])


def _first_that_fits(tree: Element, layouts: Sequence[str]) -> Document:
    """The tree with the first of these classes with which it fits, or else with the last."""
    for layout in layouts:
        tree.set("class", layout)
        document = _rendered(tree)
        places = document.pages[0].anchors
        if "below" in places and places["summary"][3] <= places["below"][1]:
            break
    return document


def _rendered(tree: Element) -> Document:
    from cssselect2 import ElementWrapper  # type: ignore[import-untyped]
    from weasyprint import HTML

    class Pages(HTML):  # type: ignore[misc]
        def __init__(self) -> None:
            self.base_url, self.url_fetcher, self.media_type = FOLDER, fetcher(), "print"
            self.wrapper_element = ElementWrapper.from_html_root(tree, content_language=None)
            self.etree_element = tree

    return Pages().render(font_config=fonts(), pdf_forms=True, pdf_tags=True)


def read(html: str) -> Element:
    """Composed pages as a tree. They are well formed, so the XML parser, which is in C, can read them.

    WeasyPrint's own parser reads any HTML, in Python: a tenth of the time of a long print (0007).
    """
    from xml.etree import ElementTree

    drawn = html.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    return ElementTree.fromstring(ENDLESS.sub(r"<\1\2/>", UNSEEN.sub("", drawn)))  # noqa: S314 - ours, without entities


def _turn(pdf: pydyf.PDF, flips: str | None) -> None:
    """Propose to print both sides, and over which edge the paper turns."""
    if flips:
        pdf.catalog["ViewerPreferences"]["Duplex"] = f"/{flips}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without garbage collection, which would look through the million objects of a page again and again: a quarter of
    the time.
    """
    watched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if watched:
            gc.enable()


@cache
def load() -> None:
    """Load WeasyPrint.

    It asks for each of its libraries by several names, and for each name that does not exist Python runs three compiler
    tools. On Linux the libraries are found without that.
    """
    found = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005
    try:
        import weasyprint  # noqa: F401
    finally:
        ctypes.util.find_library = found


def get_ready() -> None:
    """Load in this process what printing needs."""
    from pypdfium2 import PdfDocument

    PdfDocument(lay_out('<html lang="en"><body>Cairn</body></html>')).close()


def picture(pdf: bytes, width: int = 640) -> bytes:
    """The first page as PNG, so many pixels wide."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    try:
        document.init_forms()
        page = document[0]
        drawn = page.render(scale=width / page.get_width(), may_draw_forms=True).to_pil()
    finally:
        document.close()
    output = io.BytesIO()
    drawn.quantize(64).save(output, "PNG", optimize=True)
    return output.getvalue()


@cache
def fonts() -> FontConfiguration:
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def fetcher() -> URLFetcher:
    """Reads our own folder and nothing else."""
    from weasyprint import URLFetcher

    class Shelf(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
            asked = urlsplit(url)
            place = Path(unquote(asked.path)).resolve()
            if asked.scheme != "file" or not place.is_relative_to(Path(FOLDER).resolve()):
                raise ValueError("a sheet brings all it needs with it")
            return super().fetch(url, headers)

    return Shelf(allowed_protocols=("file",))
