"""What of a table is sent: parts that the phone shows already come back empty, parts drawn before are not drawn again.

With each request a phone names the parts it shows (the header `Shown`); live.js fills in those that came back empty.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from flask import g, request
from flask_htmx import HTMX
from markupsafe import Markup

from web.i18n import language

htmx = HTMX()  # whether htmx asks, and for the history, holds with htmx 4; what triggered it and a prompt do not
SAME = Markup('<div id="%s" data-same></div>')
DRAWN = Markup('<div id="%s" class="%s" data-is="%s">%s</div>')
Made = TypeVar("Made")
KEPT = 1_000  # parts, of 0.2 to 4 KB each


class Part(NamedTuple):
    """A hash of what is in a part, the part as it is drawn, and its place for a phone that shows it already."""

    sign: str
    drawn: Markup
    empty: Markup


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
    sight = _sight()
    if drawn_from:
        part = _once(name, classes, *drawn_from, draw=lambda: _part(name, classes, caller()))
    else:
        part = _part(name, classes, caller())
    return part.empty if part.sign in sight.shown else part.drawn


def drawn_once(name: str, *drawn_from: object, caller: Callable[[], Markup]) -> Markup:
    """Something small that many tables show, within a part or beside one: `{% call drawn_once(…) %}` draws it.

    `name` says what it is, `drawn_from` what it depends on (see `cached_fragment`).
    """
    return _once(name, *drawn_from, draw=caller)


def _once(*drawn_from: object, draw: Callable[[], Made]) -> Made:
    """What `draw` made the first time for this language and root path."""
    sight = _sight()
    kept: list[Made] = _kept(sight.language, sight.root, *drawn_from)
    if not kept:
        kept.append(draw())
    return kept[0]


@lru_cache(KEPT)
def _kept(*_drawn_from: object) -> list[Any]:
    """Where something is kept once it is drawn; empty until then."""
    return []


def _part(name: str, classes: str, inside: Markup) -> Part:
    sign = blake2b(f"{name} {classes} {inside}".encode(), digest_size=4).hexdigest()
    return Part(sign, DRAWN % (name, classes, sign, inside), SAME % name)


def _sight() -> Sight:
    sight: Sight | None = g.get("sight")
    if sight is None:
        sight = g.sight = Sight(frozenset(request.headers.get("Shown", "").split()), language(), request.script_root)
    return sight
