"""What of a table is sent: of each part only what the phone does not have; and no part is drawn twice.

With each request a phone names the parts that it has (the header `Shown`). One of them comes back as an empty place,
which live.js fills.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from flask import g, request
from flask_htmx import HTMX
from markupsafe import Markup

from web.rendering.i18n import language

htmx = HTMX()  # whether htmx asks, and for the history, holds with htmx 4; what triggered it and a prompt do not
Made = TypeVar("Made")
KEPT = 1_000  # parts, of 0.2 to 4 KB each


@dataclass(frozen=True, eq=False)
class Part:
    """A part as it is drawn, with the hash of what is in it, by which phones name it."""

    name: str
    classes: str
    sign: str
    inside: str

    def drawn(self, sight: Sight) -> str:
        """All of it, or its place for a phone that has it."""
        if self.sign in sight.signs:
            return f'<wbr id="{self.name}">'
        return f'<div id="{self.name}" class="{self.classes}" data-is="{self.sign}">{self.inside}</div>'


class Sight(NamedTuple):
    """The hashes of the parts that a phone has, the language it reads, and the root path of the application for it."""

    signs: frozenset[str]
    language: str
    root: str


def is_fragment() -> bool:
    """True if htmx asks for the fragment; for a page restored from its history it wants the whole page."""
    return bool(htmx) and not htmx.history_restore_request


def instead_of_the_page() -> dict[str, str]:
    """The headers of an answer that takes the place of all that a phone shows, whatever fragment it asked for."""
    return {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "HX-Reselect": "body > *"} if is_fragment() else {}


def cached_fragment(name: str, classes: str, *drawn_from: object, caller: Callable[[], Markup]) -> Markup:
    """One part of a table, with an id of its own; `{% call cached_fragment(…) %}` draws what is in it.

    `drawn_from`, if given, is everything that the drawing depends on beside the language: hashable values that are
    equal only if the drawing is the same.
    """

    def draw() -> Part:
        return _part(name, classes, str(caller()))

    part = _once(name, classes, *drawn_from, draw=draw) if drawn_from else draw()
    return Markup(part.drawn(_sight()))  # noqa: S704  made of what our templates drew


def drawn_once(name: str, *drawn_from: object, caller: Callable[[], Markup]) -> Markup:
    """Something small that many tables show, within a part or beside one: `{% call drawn_once(…) %}` draws it.

    `name` says what it is, `drawn_from` what it depends on (see `cached_fragment`).
    """
    return _once(name, *drawn_from, draw=caller)


def _once(*drawn_from: object, draw: Callable[[], Made]) -> Made:
    """The markup that `draw` made the first time for this language and root path."""
    sight = _sight()
    kept: list[Made] = _kept(sight.language, sight.root, *drawn_from)
    if not kept:
        kept.append(draw())
    return kept[0]


@lru_cache(KEPT)
def _kept(*_drawn_from: object) -> list[Any]:
    """The place where something is kept once it is drawn; empty until then."""
    return []


@lru_cache(KEPT)
def _part(name: str, classes: str, inside: str) -> Part:
    sign = blake2b(f"{name} {classes} {inside}".encode(), digest_size=4).hexdigest()
    return Part(name, classes, sign, inside)


def _sight() -> Sight:
    sight: Sight | None = g.get("sight")
    if sight is None:
        shown = frozenset(request.headers.get("Shown", "").split())
        sight = g.sight = Sight(shown, language(), request.script_root)
    return sight
