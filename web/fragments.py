"""What of a table is sent: parts that the phone shows already come back empty, parts drawn before are not drawn again.

With each request a phone names the parts it shows (the header `Shown`); live.js fills in those that came back empty.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

from flask import g, request
from flask_htmx import HTMX
from jinja2.utils import LRUCache
from markupsafe import Markup

from web.i18n import language

htmx = HTMX()  # whether htmx asks, and for the history, holds with htmx 4; what triggered it and a prompt do not
SAME = Markup('<div id="%s" data-same></div>')
DRAWN = Markup('<div id="%s" class="%s" data-is="%s">%s</div>')
KEPT = 1_000  # parts, of some 2 KB each

_drawn = LRUCache(KEPT)


class Sight(NamedTuple):
    """The hashes of the parts that a phone shows, the language it reads, and the root path of the
    application for it.
    """

    shown: frozenset[str]
    language: str
    root: str


def is_fragment() -> bool:
    """Whether htmx asks for the fragment; for a page restored from its history it wants the whole page."""
    return bool(htmx) and not htmx.history_restore_request


def instead_of_the_page() -> dict[str, str]:
    """The headers of an answer that takes the place of all that a phone shows, whatever fragment it asked for."""
    return {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "HX-Reselect": "body > *"} if is_fragment() else {}


def cached_fragment(name: str, classes: str, *drawn_from: object, caller: Callable[[], Markup]) -> Markup:
    """One part of a table, with an id of its own; `{% call cached_fragment(…) %}` draws what is in it.

    `drawn_from`, if given, is everything that the drawing depends on beside the language: hashable values that are
    equal only if the drawing is the same.
    """
    inside, sign = _picture(name, classes, drawn_from, caller)
    if sign in _sight().shown:
        return SAME % name
    return DRAWN % (name, classes, sign, inside)


def _picture(
    name: str, classes: str, drawn_from: tuple[object, ...], caller: Callable[[], Markup]
) -> tuple[Markup, str]:
    """What is in the part, and a hash of it."""
    if not drawn_from:
        return _signed(name, classes, caller())
    sight = _sight()
    key = (name, classes, sight.language, sight.root, *drawn_from)
    kept: tuple[Markup, str] | None = _drawn.get(key)
    if kept is None:
        kept = _drawn[key] = _signed(name, classes, caller())
    return kept


def _signed(name: str, classes: str, inside: Markup) -> tuple[Markup, str]:
    return inside, blake2b(f"{name} {classes} {inside}".encode(), digest_size=4).hexdigest()


def _sight() -> Sight:
    sight: Sight | None = g.get("sight")
    if sight is None:
        sight = g.sight = Sight(frozenset(request.headers.get("Shown", "").split()), language(), request.script_root)
    return sight
