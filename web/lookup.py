"""How templates are looked up."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class Templates(Environment):
    """Jinja's environment, whose globals are all there before the first template is.

    Jinja chains them to what a template brings along, and walks that chain anew for each template and each file of
    macros it imports: a twentieth of a tap.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
