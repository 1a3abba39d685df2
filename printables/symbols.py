"""The symbols, drawn once for screen and paper: a game's own in `static/<game>.svg`, the others in `shapes.svg` there.

A page of paper is given the drawing itself, a page on the screen its address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup

STATIC = Path(__file__).parent.parent / "static"
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="[\d ]+">(.*?)</symbol>', re.DOTALL)
OUTLINE = re.compile(r'<path [^>]*?d="([^"z]*z)')


def symbol(name: str, colour: str) -> Markup:
    """The drawing of a symbol in a square of 24; where it asks for the colour around it, it gets this one."""
    _, drawing = _symbols()[name]
    return Markup(drawing.replace("currentColor", colour))  # noqa: S704


@cache
def outline(name: str) -> str:
    """The first closed line of a drawing, as the data of a path: what is written in stands inside it."""
    _, drawing = _symbols()[name]
    found = OUTLINE.match(drawing)
    if found is None:
        raise ValueError(f"{name} does not begin with a closed path")
    return found[1]


def address(name: str) -> str:
    """The address of a symbol in the static folder, as in `shapes.svg#deck`."""
    file, _ = _symbols()[name]
    return f"{file}#{name}"


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    """By its name, the file that a symbol stands in, and its drawing."""
    return {
        name: (path.name, drawing)
        for path in STATIC.glob("*.svg")
        for name, drawing in SYMBOL.findall(path.read_text(encoding="utf-8"))
    }
