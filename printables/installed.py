"""The libraries that paper needs and Cairn itself does not: where one is not installed, that is said."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec

from printables.choice import Unprintable
from scoring.core.text import text

PAPER: Mapping[str, str] = {
    "weasyprint": "WeasyPrint",
    "pydyf": "pydyf",
    "fontTools": "fontTools",
    "PIL": "Pillow",
    "pypdfium2": "pypdfium2",
    "zxingcpp": "zxing-cpp",
}
"""By the names under which they are imported, what they are called."""


@cache
def missing() -> str | None:
    """The first of these libraries that is not installed, by its name; None if all are."""
    return next((name for module, name in PAPER.items() if find_spec(module) is None), None)


def check_installed() -> None:
    """Raise `Unprintable` where nothing can be printed."""
    if name := missing():
        raise Unprintable(text("This server cannot print: {library} is not installed on it.", library=name))
