"""The libraries that paper needs and Cairn itself does not: where one is not installed, that is said. Templates are
compiled by one thread at a time.
"""

from collections.abc import Mapping, MutableMapping
from functools import cache
from importlib.util import find_spec
from threading import RLock
from typing import Any

from jinja2 import Environment, Template

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


class OneLoads(Environment):
    """Jinja's environment, in which one thread loads and the others wait: Jinja itself lets all who want the same
    template at once compile it.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._loading = RLock()

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        with self._loading:
            return super().get_template(name, parent, globals)
