"""One layout, many pages: the repeated pages of a PDF point to the content of the first ones.

A reader hears the first copy in full. Every later page is one element that says which copy it is: repeating hundreds of
tags a page would cost more than the layout. Form fields are another matter: each copy is another sheet to fill in, so
its fields have names of their own ("copy-2.total"), and all they have in common is shared.

The copies are appended to the file of the first, as PDF provides for what is added later: forty thousand objects are
soon written when each is bytes at once.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from struct import Struct

import pydyf

from printables.pdf.fields import dereferenced

PLACE = Struct(">BII")  # where an object is: 1, its offset, 0; or 2, the number of its pack, its place in there
QUICKLY = 4  # zlib's level: its best would take as long as the layout and spare a twentieth


def append(
    made: bytes,
    pdf: pydyf.PDF,
    streams: Sequence[pydyf.Stream],
    objects: Sequence[bytes],
    changed: Sequence[pydyf.Object],
) -> bytes:
    """The file `made` of a pydyf document, then an index of what comes between.

    These are `streams`, the last that the document was given; `objects`, numbered after them, packed into one stream;
    and objects of the document that have `changed`.
    """
    before = [one.number for one in changed]
    packed = [*before, *range(len(pdf.objects), len(pdf.objects) + len(objects))]
    pack = _packed(packed, [*(one.data for one in changed), *objects])
    pack.number = len(pdf.objects) + len(objects)
    places = {number: PLACE.pack(2, pack.number, at) for at, number in enumerate(packed)}
    written = bytearray(made)
    for stream in (*streams, pack):
        places[stream.number] = PLACE.pack(1, len(written), 0)
        written += stream.indirect + b"\n"
    start = len(written)
    places[pack.number + 1] = PLACE.pack(1, start, 0)
    written += _index(pdf, places, before).indirect
    return bytes(written + b"\nstartxref\n%d\n%%%%EOF\n" % start)


def _packed(numbers: Iterable[int], objects: Sequence[bytes]) -> pydyf.Stream:
    offsets = accumulate((len(one) + 1 for one in objects[:-1]), initial=0)
    heads = b" ".join(b"%d %d" % head for head in zip(numbers, offsets, strict=True))
    entries = {"Type": "/ObjStm", "N": len(objects), "First": len(heads) + 1}
    return _compressed(b"\n".join((heads, *objects)), entries)


def _index(pdf: pydyf.PDF, places: Mapping[int, bytes], before: Sequence[int]) -> pydyf.Stream:
    """The index of the objects: those that had a number `before` are listed one by one, the rest in one go up to the
    index itself.
    """
    since = sorted(places.keys() - set(before))
    sections = [*((number, 1) for number in before), (since[0], len(since))]
    entries = {
        "Type": "/XRef",
        "W": "[1 4 4]",
        "Index": pydyf.Array(part for section in sections for part in section),
        "Size": since[-1] + 1,
        "Prev": pdf.xref_position,
        "Root": pdf.catalog.reference,
        "Info": pdf.info.reference,
    }
    index = _compressed(b"".join(places[number] for number in (*before, *since)), entries)
    index.number = since[-1]
    return index


def _compressed(data: bytes, entries: Mapping[str, object]) -> pydyf.Stream:
    return pydyf.Stream([zlib.compress(data, QUICKLY)], {**entries, "Filter": "/FlateDecode"})


# Copies

PAGE_OWN = ("StructParents", "Annots")  # what a page does not share with its copies
FIELD_OWN = ("Type", "P", "StructParent")  # and a field


def repeat(made: bytes, pdf: pydyf.PDF, copies: int, again: str) -> bytes:
    """The file `made` of a pydyf document with each page `copies` times; `again` names a repeated page, with {copy} for
    its number.
    """
    if copies < 2:
        return made
    more = _More(pdf)
    for copy in range(2, copies + 1):
        more.add_copy(copy, again.replace("{copy}", str(copy)))
    changed = (pdf.pages, pdf.catalog, more.tags.document, more.tags.map)
    return append(made, pdf, more.drawings, more.objects, changed)


@dataclass(frozen=True, slots=True)
class _Known:
    """The part that all copies of a page share: its box, its entries and those of its fields, both unfinished."""

    box: bytes
    entries: bytes
    fields: tuple[bytes, ...]


class _More:
    """The objects that the copies need: the `drawings` that all share, and `objects` that are numbered after these."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self.pdf = pdf
        self.tags = _Tags(pdf)
        self.objects: list[bytes] = []
        pages = [dereferenced(pdf, page) for page in pdf.page_references]
        self.drawings = [_drawing(pdf, page) for page in pages]
        for drawing in self.drawings:
            pdf.add_object(drawing)
        self.pages = [self._known(page, drawing) for page, drawing in zip(pages, self.drawings, strict=True)]
        self.sums = _places(pdf, [one for page in pages for one in page.get("Annots", ())])

    @property
    def next(self) -> int:
        """The number of the next object."""
        return len(self.pdf.objects) + len(self.objects)

    def _known(self, page: pydyf.Dictionary, drawing: pydyf.Stream) -> _Known:
        values: dict[bytes, int] = {}
        fields = [_shared(dereferenced(self.pdf, field), values, self.next) for field in page.get("Annots", ())]
        self.objects += values
        entries = _unfinished({**page, "Contents": drawing.reference}, PAGE_OWN)
        return _Known(page["MediaBox"].data, entries, tuple(fields))

    def add_copy(self, copy: int, again: str) -> None:
        """Its pages, each with its fields and its tags; then the parent of all its fields, which gives them a name."""
        parent = self.next + sum(3 + 2 * len(page.fields) for page in self.pages)
        fields: list[int] = []
        for page in self.pages:
            number = self.next
            own = range(number + 1, number + 1 + len(page.fields))
            self.objects += _page(page, own, parent, self.tags.next)
            self.objects += self.tags.tell(page.box, number, own, again)
            self.pdf.pages["Kids"] += [number, 0, "R"]
            fields += own
        self.pdf.pages["Count"] += len(self.pages)
        if fields:
            self.objects.append(b"<</T (copy-%d)/Kids %b>>" % (copy, _references(fields)))
            self.pdf.catalog["AcroForm"]["Fields"].append(_reference(parent))
        for at in self.sums:
            self.pdf.catalog["AcroForm"]["CO"].append(_reference(fields[at]))


def _places(pdf: pydyf.PDF, fields: Sequence[bytes]) -> Sequence[int]:
    """The fields that add themselves up, in the order in which they do."""
    places = {bytes(field): at for at, field in enumerate(fields)}
    return [places[bytes(field)] for field in pdf.catalog.get("AcroForm", {}).get("CO", ())]


def _drawing(pdf: pydyf.PDF, page: pydyf.Dictionary) -> pydyf.Stream:
    """The content of a page as one marked piece, without the marks inside: any number of pages may point to it."""
    original = dereferenced(pdf, page["Contents"])
    items: list[object] = ["/Figure", pydyf.Dictionary({"MCID": 0}), b"BDC"]
    for item in original.stream:
        if isinstance(item, pydyf.Dictionary) and "MCID" in item:
            continue
        if item == b"BDC":
            item = b"BMC"
        items.append("/Span" if item in ("/Artifact", "/Figure") else item)
    return pydyf.Stream([*items, b"EMC"], dict(original.extra), original.compress)


def _shared(field: pydyf.Dictionary, values: dict[bytes, int], first: int) -> bytes:
    """A field, unfinished; its lists and what is said of it are `values` once for all, numbered from `first`."""
    shared = {
        key: _reference(values.setdefault(value.data, first + len(values)))
        for key, value in field.items()
        if isinstance(value, pydyf.Object) and key != "T"
    }
    return _unfinished({**field, **shared}, FIELD_OWN)


def _unfinished(entries: Mapping[str, object], own: Sequence[str]) -> bytes:
    """A dictionary without its own entries and its end."""
    shared = pydyf.Dictionary({key: value for key, value in entries.items() if key not in own})
    return bytes(shared.data.removesuffix(b">>"))


def _page(page: _Known, fields: range, parent: int, key: int) -> Iterable[bytes]:
    """A page and its fields, whose numbers follow its own, as theirs in the map of tags follow its `key`."""
    annotations = b"/Annots %b" % _references(fields) if fields else b""
    own = b"/P %d 0 R/Parent %d 0 R/StructParent %%d>>" % (fields.start - 1, parent)
    yield b"%b/StructParents %d%b>>" % (page.entries, key, annotations)
    for at, field in enumerate(page.fields, key + 1):
        yield field + own % at


class _Tags:
    """The structure tree, to which pages and their fields are added."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        root = dereferenced(pdf, pdf.catalog["StructTreeRoot"])
        self.document = dereferenced(pdf, root["K"][0])
        self.map = dereferenced(pdf, root["ParentTree"])
        self.next: int = max(self.map["Nums"][::2]) + 1

    def tell(self, box: bytes, page: int, fields: range, alternative: str) -> Iterable[bytes]:
        """A part of the document, numbered after the fields: the whole page, its content marked 0; then they."""
        part = fields.stop
        figure, forms = part + 1, range(part + 2, part + 2 + len(fields))
        self.document["K"].append(_reference(part))
        self._map(figure, forms)
        attributes = b"/Alt %b/A <</O /Layout/BBox %b>>" % (pydyf.String(alternative).data, box)
        kids = _references((figure, *forms))
        yield b"<</S /Part/P %d 0 R/Pg %d 0 R/K %b>>" % (self.document.number, page, kids)
        yield b"<</S /Figure/P %d 0 R/Pg %d 0 R/K [0]%b>>" % (part, page, attributes)
        for field in fields:
            yield b"<</S /Form/P %d 0 R/Pg %d 0 R/K <</Type /OBJR/Obj %d 0 R>>>>" % (part, page, field)

    def _map(self, figure: int, forms: range) -> None:
        """The page's marked content leads to the figure, each of its fields to its form."""
        pairs = (b"%d %d 0 R" % pair for pair in enumerate(forms, self.next + 1))
        self.map["Nums"].append(b" ".join((b"%d [%d 0 R]" % (self.next, figure), *pairs)))
        self.next += 1 + len(forms)


def _references(numbers: Iterable[int]) -> bytes:
    return b"[" + b" ".join(map(_reference, numbers)) + b"]"


def _reference(number: int) -> bytes:
    return b"%d 0 R" % number
