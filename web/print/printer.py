"""The printer: pages are laid out in processes of their own, and kept a while."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from flask_babel import gettext, ngettext

from printables import Words
from printables.press import get_ready, lay_out, picture
from scoring.core.text import number, signed
from web.rendering.i18n import tag_of, translate
from web.server.worker_pool import WorkerPool


def words_of(language: str) -> Words:
    """The words of a language for `compose`; to be used within `speaking`."""
    return Words(tag_of(language), gettext, ngettext, translate, number, signed)


class Printer(WorkerPool):
    """PDFs and pictures of composed pages. The first process starts when somebody begins to choose what to print."""

    def get_ready(self) -> None:
        """Start a process ahead of the first print, and do not wait for it."""
        self.start(get_ready)

    def pdf(self, html: str, copies: int = 1, again: str = "") -> bytes:
        """The PDF of composed pages; raises `Busy`."""
        more = (copies, again) if copies > 1 else ()
        return self.made(_key("pdf", html, *more), lay_out, html, *more)

    def picture(self, html: str, width: int = 640) -> bytes:
        """The first page as PNG, so many pixels wide; raises `Busy`."""
        return self.made(_key("png", html, width), picture, self.pdf(html), width)


@lru_cache(64)
def _key(kind: str, html: str, *more: object) -> str:
    return hashlib.sha256(repr((kind, html, *more)).encode("utf-8", "surrogatepass")).hexdigest()
