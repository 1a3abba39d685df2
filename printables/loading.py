"""Templates are compiled by one thread at a time."""

from __future__ import annotations

from collections.abc import MutableMapping
from threading import RLock
from typing import Any

from jinja2 import Environment, Template


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
