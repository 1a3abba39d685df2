"""What of a drawing is as it was: only what has changed needs to be sent to who shows the drawing before it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

PLACE = "<wbr>"  # for an element that is as it was; nothing else uses this tag, which may stand in a paragraph
WHOLE = ("select", "svg", "table")  # in these it may not stand: they are sent whole
VOID = ("br", "hr", "img", "input")
KEPT = 200  # drawings, of 0.2 to 4 KB each
_TAG = re.compile(r"<(/?)([\w-]+)[^>]*?(/?)>")


class Element(NamedTuple):
    """An element of a drawing: where it begins and ends there, and the elements right inside it."""

    name: str
    begins: int
    ends: int
    inside: tuple[Element, ...]


@lru_cache(KEPT)
def unlike(before: str, now: str) -> str:
    """`now`, with a `PLACE` for each element that is as it was `before` in the same place among those around it.

    Both are HTML as our templates write it: every element is ended, and no attribute has a `>`.
    """
    return _unlike(before, now, read(before), read(now))


@lru_cache(KEPT)
def read(drawing: str) -> Element:
    """The whole of a drawing as an element without a name."""
    around: list[tuple[str, int, list[Element]]] = [("", 0, [])]
    for tag in _TAG.finditer(drawing):
        ends, name, ended = tag.groups()
        if not ends:
            around.append((name, tag.start(), []))
        if ends or ended or name in VOID:
            name, begins, inside = around.pop()
            around[-1][2].append(Element(name, begins, tag.end(), tuple(inside)))
    return Element("", 0, len(drawing), tuple(around[0][2]))


def _unlike(before: str, now: str, old: Element, new: Element) -> str:
    written = now[new.begins : new.ends]
    if new.name and written == before[old.begins : old.ends]:
        return PLACE
    if new.name != old.name or new.name in WHOLE:
        return written
    at = new.begins
    parts: list[str] = []
    for was, one in zip(old.inside, new.inside, strict=False):
        parts += now[at : one.begins], _unlike(before, now, was, one)
        at = one.ends
    return "".join([*parts, now[at : new.ends]])
