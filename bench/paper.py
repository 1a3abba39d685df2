"""Paper against plain WeasyPrint: the first print of a sheet, the same again, and a hundred copies.

Ours goes the whole way from a choice to a PDF: composed, handed to the printer's process, laid out there, made ready,
handed back. Theirs is WeasyPrint on the same pages, with the same tags and a kept `FontConfiguration`, in a process of
its own that gives way as the printer's do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from typing import Any

from flask import Flask
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration

from bench.pairs import in_turn
from bench.table import Tapper
from printables import Choice
from printables.press import FOLDER
from scoring import GAMES
from tests.sources import played
from web.print import page as printing
from web.print import record as records
from web.print.page import Printer

SHEETS = ("roll-and-write-sheet", "lost-cities-pad", "lutece-sheet")
PLAIN = "WeasyPrint on the same HTML"
PATIENCE = 600.0  # seconds: a machine that is busy with other work takes long


def paper() -> Iterator[str]:
    """The rows of all prints."""
    with Desk(Tapper().app) as desk:
        for name, choice in choices():
            yield in_turn(name, PLAIN, partial(desk.print_anew, choice), desk.plainly(choice), 1.15, 1).row()
        for name, choice in list(choices())[-2:]:
            desk.print(choice)
            again = partial(desk.print, choice)
            yield in_turn(f"{name}, again", PLAIN, again, desk.plainly(choice), 1 / 500, 1).row()
        for name in SHEETS:
            one, many = (partial(desk.print_anew, Choice(name, copies=copies, fillable=True)) for copies in (1, 100))
            yield in_turn(f"100 × {name}, fillable", "one sheet", many, one, 2, 1).row()


def choices() -> Iterator[tuple[str, Choice]]:
    """A sheet of each game as it usually is, one to fill in, the rules of a game, and the record of each game."""
    for name in (*SHEETS, "rules-roll-and-write"):
        yield name, Choice(name)
    yield "lost-cities-pad, fillable", Choice("lost-cities-pad", fillable=True)
    for key, game in GAMES.items():
        record = records.record_of(game, played(key, 3).states[-1], "21 November 2026")
        yield f"game-record, {key}", Choice("game-record", record=record)


class Desk:
    """A printer with one warm process, and a process beside it where plain WeasyPrint is as warm."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.printer = Printer(patience=PATIENCE)
        self.plain = ProcessPoolExecutor(1, get_context("spawn"), os.nice, (5,))

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.printer.close()
        self.plain.shutdown()

    def print(self, choice: Choice) -> bytes:
        """As the print page does it."""
        with self.app.test_request_context():
            html, again = printing.composed(choice, "en")
            return self.printer.pdf(html, choice.copies, again)

    def print_anew(self, choice: Choice) -> bytes:
        """As if nobody had asked for it before."""
        printing._composed.cache_clear()
        self.printer._kept.clear()
        return self.print(choice)

    def plainly(self, choice: Choice) -> Callable[[], object]:
        with self.app.test_request_context():
            html, _again = printing.composed(choice, "en")
        return lambda: self.plain.submit(weasyprint, html).result()


def weasyprint(html: str) -> int:
    """Plain WeasyPrint, the options as ours."""
    document = HTML(string=html, base_url=FOLDER).render(font_config=_fonts(), pdf_forms=True, pdf_tags=True)
    return len(document.write_pdf(pdf_variant="pdf/ua-1", pdf_forms=True))


@cache
def _fonts() -> Any:
    return FontConfiguration()
