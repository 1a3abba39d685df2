"""The symbols, drawn once for screen and paper: what `static/shapes.svg` holds is put into the pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup

DRAWINGS = Path(__file__).parent.parent / "static" / "shapes.svg"
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)
OUTLINE = re.compile(r'<path [^>]*?d="([^"z]*z)')


def symbol(name: str, colour: str) -> Markup:
    """What is drawn in a square of 24; where the drawing asks for the colour around it, it gets this one."""
    return Markup(_symbols()[name].replace("currentColor", colour))  # noqa: S704


@cache
def outline(name: str) -> str:
    """The first closed line of a drawing, as the data of a path: what is written in stands inside it."""
    found = OUTLINE.match(_symbols()[name])
    if found is None:
        raise ValueError(f"{name} does not begin with a closed path")
    return found[1]


@cache
def _symbols() -> Mapping[str, str]:
    return dict(SYMBOL.findall(DRAWINGS.read_text(encoding="utf-8")))
