"""One layout, many pages: the repeated pages of a PDF point to the content of the first ones.

A reader hears the first copy in full. Every later page is one element that says which copy it is: repeating
hundreds of tags a page would cost more than the layout. Form fields are another matter: each copy is another
sheet to fill in, so its fields have names of their own ("copy-2.total"), and all they have in common is shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pydyf

from printables.fields import behind

OWN = ("Type", "P", "StructParent")  # what a field does not share with its copies


def repeat(pdf: Any, copies: int, again: str) -> None:
    """Append the pages of a finished pydyf document `copies - 1` times; `again` tells one, with {copy} in it."""
    if copies < 2:
        return
    tags = _Tags(pdf)
    known = [_known(pdf, behind(pdf, page)) for page in pdf.page_references]
    for copy in range(2, copies + 1):
        fields = _fields_of(pdf, copy) if any(page.widgets for page in known) else None
        for page in known:
            fresh = pydyf.Dictionary({**page.entries, "StructParents": tags.next})
            pdf.add_page(fresh)
            widgets = _repeat_widgets(pdf, page, fresh, fields, tags.next + 1) if fields else ()
            tags.tell(fresh, again.replace("{copy}", str(copy)), widgets)


class _Written(pydyf.Object):  # type: ignore[misc]
    """An object that is bytes already: thousands of fields are written this way in the time of a few."""

    data, offset, generation, free, compressible = b"", 0, 0, "n", True

    def __init__(self, data: bytes) -> None:
        self.data = data


@dataclass(frozen=True, slots=True)
class _Known:
    """What all copies of a page have in common: the page's entries, and each of its fields, unfinished."""

    entries: dict[str, Any]
    widgets: tuple[bytes, ...]


def _known(pdf: Any, page: Any) -> _Known:
    entries = {**page, "Contents": _shared(pdf, page)}
    widgets = tuple(_unfinished(pdf, behind(pdf, widget)) for widget in entries.pop("Annots", ()))
    return _Known(entries, widgets)


class _Tags:
    """The structure tree, to which pages and their fields are added."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        root = behind(pdf, pdf.catalog["StructTreeRoot"])
        self.document = behind(pdf, root["K"][0])
        self.parents = behind(pdf, root["ParentTree"])["Nums"]
        self.next: int = max(self.parents[::2]) + 1

    def tell(self, page: Any, alternative: str, widgets: Sequence[int]) -> None:
        """A part of the document: the whole page as one element, its content marked 0; then its fields."""
        part = len(self.pdf.objects)
        figure, forms = part + 1, range(part + 2, part + 2 + len(widgets))
        self._element("/Part", self.document.number, page, _list(_reference(kid) for kid in (figure, *forms)))
        told = b"/Alt %b/A <</O /Layout/BBox %b>>" % (pydyf.String(alternative).data, page["MediaBox"].data)
        self._element("/Figure", part, page, b"[0]", told)
        for widget in widgets:
            self._element("/Form", part, page, b"<</Type /OBJR/Obj %d 0 R>>" % widget)
        self.document["K"].append(_reference(part))
        self._map(figure, forms)

    def _element(self, tag: str, parent: int, page: Any, kids: bytes, more: bytes = b"") -> None:
        written = b"<</S %b/P %d 0 R/Pg %d 0 R/K %b%b>>"
        self.pdf.add_object(_Written(written % (tag.encode(), parent, page.number, kids, more)))

    def _map(self, figure: int, forms: Sequence[int]) -> None:
        """The page's marked content leads to the figure, each of its fields to its form."""
        pairs = (b"%d %d 0 R" % (key, form) for key, form in enumerate(forms, self.next + 1))
        self.parents.append(b" ".join((b"%d [%d 0 R]" % (self.next, figure), *pairs)))
        self.next += 1 + len(forms)


def _shared(pdf: Any, page: Any) -> bytes:
    """The content of a page as one marked piece, without the marks inside: any number of pages may point to it."""
    original = behind(pdf, page["Contents"])
    items: list[Any] = ["/Figure", pydyf.Dictionary({"MCID": 0}), b"BDC"]
    for item in original.stream:
        if isinstance(item, pydyf.Dictionary) and "MCID" in item:
            continue
        if item == b"BDC":
            item = b"BMC"
        items.append("/Span" if item in ("/Artifact", "/Figure") else item)
    shared = pydyf.Stream([*items, b"EMC"], dict(original.extra), original.compress)
    pdf.add_object(shared)
    return bytes(shared.reference)


def _unfinished(pdf: Any, widget: Any) -> bytes:
    """A field without its own entries and its end; its lists and what is said of it stand elsewhere, once."""
    entries = b""
    for key, value in widget.items():
        if key in OWN:
            continue
        if isinstance(value, pydyf.Object) and key != "T":
            pdf.add_object(value)
            value = value.reference
        entries += b"/%b %b" % (key.encode(), _bytes(value))
    return b"<<" + entries


def _fields_of(pdf: Any, copy: int) -> Any:
    """The parent of all fields of a copy: its name makes theirs different."""
    group = pydyf.Dictionary({"T": pydyf.String(f"copy-{copy}"), "Kids": pydyf.Array()})
    pdf.add_object(group)
    pdf.catalog["AcroForm"]["Fields"].append(group.reference)
    return group


def _repeat_widgets(pdf: Any, page: _Known, fresh: Any, fields: Any, key: int) -> Sequence[int]:
    """The fields of a copy of a page; the first is `key` in the map of tags. Gives their numbers."""
    first = len(pdf.objects)
    for at, widget in enumerate(page.widgets):
        own = b"/P %d 0 R/Parent %d 0 R/StructParent %d>>" % (fresh.number, fields.number, key + at)
        pdf.add_object(_Written(widget + own))
    numbers = range(first, len(pdf.objects))
    fresh["Annots"] = _list(map(_reference, numbers))
    fields["Kids"].extend(map(_reference, numbers))
    return numbers


def _bytes(value: Any) -> bytes:
    if isinstance(value, pydyf.Object):
        return bytes(value.data)
    return value if isinstance(value, bytes) else str(value).encode()


def _reference(number: int) -> bytes:
    return b"%d 0 R" % number


def _list(items: Iterable[bytes]) -> bytes:
    return b"[" + b" ".join(items) + b"]"
