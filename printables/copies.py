"""One layout, many pages: the repeated pages of a PDF point to the content of the first ones.

A reader hears the first copy in full. Every later page is one element that says which copy it is: repeating
hundreds of tags a page would cost more than the layout. Form fields are another matter: each copy is another
sheet to fill in, so its fields have names of their own ("copy-2.total").
"""

from __future__ import annotations

from typing import Any

import pydyf


def repeat(pdf: Any, copies: int, again: str) -> None:
    """Append the pages of a finished pydyf document `copies - 1` times; `again` tells one, with {copy} in it."""
    if copies < 2:
        return
    tags = _Tags(pdf)
    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    contents = [_shared(pdf, page) for page in pages]
    for copy in range(2, copies + 1):
        fields = _fields_of(pdf, copy) if any("Annots" in page for page in pages) else None
        for page, content in zip(pages, contents, strict=True):
            fresh = pydyf.Dictionary({**page, "Contents": content})
            pdf.add_page(fresh)
            tags.tell(fresh, again.replace("{copy}", str(copy)))
            if fields is not None and "Annots" in page:
                _repeat_widgets(pdf, page, fresh, fields, tags)


class _Tags:
    """The structure tree, to which pages and fields are added."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.root = _at(pdf, pdf.catalog["StructTreeRoot"])
        self.document = _at(pdf, self.root["K"][0])
        self.parents = _at(pdf, self.root["ParentTree"])["Nums"]
        self.next: int = max(self.parents[::2]) + 1

    def tell(self, page: Any, alternative: str) -> None:
        """The whole page as one element, its content marked 0."""
        box = pydyf.Dictionary({"O": "/Layout", "BBox": page["MediaBox"]})
        element = self._element("/Figure", page, [0])
        element["Alt"] = pydyf.String(alternative)
        element["A"] = box
        page["StructParents"] = self._map(pydyf.Array([element.reference]))

    def tell_widget(self, page: Any, widget: Any) -> None:
        """A form field of a page."""
        child = pydyf.Dictionary({"Type": "/OBJR", "Obj": widget.reference, "Pg": page.reference})
        element = self._element("/Form", page, [child])
        widget["StructParent"] = self._map(element.reference)

    def _element(self, tag: str, page: Any, children: list[Any]) -> Any:
        element = pydyf.Dictionary(
            {
                "Type": "/StructElem",
                "S": tag,
                "K": pydyf.Array(children),
                "Pg": page.reference,
                "P": self.document.reference,
            }
        )
        self.pdf.add_object(element)
        self.document["K"].append(element.reference)
        return element

    def _map(self, to: Any) -> int:
        key = self.next
        self.parents.extend((key, to))
        self.next += 1
        return key


def _shared(pdf: Any, page: Any) -> bytes:
    """The content of a page as one marked piece, without the marks inside: any number of pages may point to it."""
    original = _at(pdf, page["Contents"])
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


def _fields_of(pdf: Any, copy: int) -> Any:
    """The parent of all fields of a copy: its name makes theirs different."""
    group = pydyf.Dictionary({"T": pydyf.String(f"copy-{copy}"), "Kids": pydyf.Array()})
    pdf.add_object(group)
    pdf.catalog["AcroForm"]["Fields"].append(group.reference)
    return group


def _repeat_widgets(pdf: Any, page: Any, fresh: Any, fields: Any, tags: _Tags) -> None:
    fresh["Annots"] = pydyf.Array()
    for reference in page["Annots"]:
        widget = pydyf.Dictionary({**_at(pdf, reference), "P": fresh.reference, "Parent": fields.reference})
        pdf.add_object(widget)
        fields["Kids"].append(widget.reference)
        fresh["Annots"].append(widget.reference)
        tags.tell_widget(fresh, widget)


def _at(pdf: Any, reference: Any) -> Any:
    """The object behind a reference like b"12 0 R"."""
    return pdf.objects[int(bytes(reference).split()[0])]
