"""Objects appended to a finished PDF, as PDF provides for what is added later."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from struct import Struct

import pydyf

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
