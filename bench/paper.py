"""Paper against plain WeasyPrint: the first print of a sheet, the same again, and a hundred copies.

Each function gives pairs (what, ours, theirs) to be called in turn. Ours goes the whole way from a choice to a PDF:
composed, handed to the printer's process, laid out there, made ready, handed back. Theirs is WeasyPrint on the same
pages, with the same tags and a kept `FontConfiguration`, in a process of its own that gives way as the printer's do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from flask import Flask
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from printables import Choice
from printables.press import FOLDER
from scoring import GAMES
from tests.sources import played
from web.pages import printing as paper
from web.pages import records
from web.printer import Printer
from web.worker_pool import process

Pairs = Iterator[tuple[str, Callable[[], object], Callable[[], object]]]
DOCUMENTS = (
    "roll-and-write-sheet",
    "lost-cities-pad",
    "lutece-sheet",
    "rules-lost-cities",
    "rules-roll-and-write",
    "rules-lutece",
)


class Desk:
    """A printer with one warm process, and a process beside it where plain WeasyPrint is as warm."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.printer = Printer()
        self.plain = process()

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.printer.close()
        self.plain.shutdown()

    def print(self, choice: Choice) -> bytes:
        """As the print page does it."""
        with self.app.test_request_context():
            html, again = paper.composed(choice, "en")
            return self.printer.pdf(html, choice.copies, again)

    def print_anew(self, choice: Choice) -> bytes:
        """As if nobody had asked for it before."""
        paper._composed.cache_clear()
        self.printer._kept.clear()
        return self.print(choice)

    def plainly(self, choice: Choice) -> Callable[[], object]:
        with self.app.test_request_context():
            html, _again = paper.composed(choice, "en")
        return lambda: self.plain.submit(weasyprint, html).result()


def weasyprint(html: str) -> int:
    """Plain WeasyPrint, the options as ours."""
    document = HTML(string=html, base_url=FOLDER).render(font_config=_fonts(), pdf_forms=True, pdf_tags=True)
    return len(document.write_pdf(pdf_variant="pdf/ua-1", pdf_forms=True))


@cache
def _fonts() -> Any:
    return FontConfiguration()


def choices() -> Iterator[tuple[str, Choice]]:
    """One page of each document, as it usually is; a sheet to fill in; the record of a game of each kind."""
    for name in DOCUMENTS:
        yield name, Choice(name)
    yield "lost-cities-pad, fillable", Choice("lost-cities-pad", fillable=True)
    for key, game in GAMES.items():
        record = records.record_of(game, played(key, 3).states[-1], "21 November 2026")
        yield f"game-record, {key}", Choice("game-record", record=record)


def first(desk: Desk) -> Pairs:
    """Each document for the first time; goal: at most 1.15 times WeasyPrint."""
    for name, choice in choices():
        yield name, partial(desk.print_anew, choice), desk.plainly(choice)


def again(desk: Desk) -> Pairs:
    """Each document when it has been printed before; goal: at most 1/500 of WeasyPrint."""
    for name, choice in choices():
        desk.print(choice)
        yield f"{name}, again", partial(desk.print, choice), desk.plainly(choice)


def copies(desk: Desk) -> Pairs:
    """A hundred sheets against one, both for the first time; goal: at most twice."""
    for name in ("roll-and-write-sheet", "lost-cities-pad", "lutece-sheet"):
        for fillable in (False, True):
            one, hundred = (Choice(name, copies=many, fillable=fillable) for many in (1, 100))
            kind = f"100 × {name}{', fillable' if fillable else ''}"
            yield kind, partial(desk.print_anew, hundred), partial(desk.print_anew, one)
