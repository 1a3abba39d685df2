"""Paper: score sheets, game summaries ("records") and rules summaries ("reminders"). A folder is a document.

`compose` writes the pages as HTML and is quick; the caller gives the words of its language. `printables.press` lays
HTML out as PDF, slowly, in a process of its own.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from jinja2 import BaseLoader, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from printables.choice import (
    INKS,
    MOST_COPIES,
    PAPERS,
    Area,
    Choice,
    Document,
    Frame,
    Option,
    Record,
    Say,
    Unprintable,
    check,
    check_words,
)
from printables.documents import DOCUMENTS, code, document_of
from printables.drawing import outline, palette, styled, symbol
from printables.letters import in_a_form
from printables.loading import OneLoads
from printables.options import BACK, LINES, area_of, ups_of, usual_up
from scoring.core.game import Played
from scoring.core.text import text

__all__ = [
    "DOCUMENTS",
    "INKS",
    "MOST_COPIES",
    "PAPERS",
    "Choice",
    "Document",
    "Option",
    "Record",
    "Unprintable",
    "Words",
    "compose",
    "course_of",
    "document_of",
    "has_record",
    "page_size_of",
    "pages_of",
    "sheet_of",
]

HERE = Path(__file__).parent
SPACES = re.compile(r"\s*\n\s*")  # between the lines of a template: a tenth of what is read to lay it out


@dataclass(frozen=True, slots=True)
class Words:
    """The language of a print job: its tag (en-GB), and the functions that translate, as the web has them."""

    language: str
    gettext: Callable[..., str]
    ngettext: Callable[..., str]
    translate: Say
    number: Callable[[int], str]
    signed: Callable[[int], str]


templates = OneLoads(
    loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)
templates.globals.update(symbol=symbol, outline=outline, code=code, in_a_form=in_a_form)


def has_record(game: str) -> bool:
    """True if a finished game can be printed: it can when one of its documents shows it."""
    return sheet_of(game) is not None


def sheet_of(game: str) -> Document | None:
    """The document that is filled in at a game, and shows it when it is finished; None for a game without one."""
    return next((document for document in DOCUMENTS.values() if document.game == game and document.summary), None)


def course_of(play: Played[Any], game: str) -> object:
    """The part of a game's moves that its record keeps; raises `Unprintable` for a game without one."""
    return _document_for(game).course(play)


def compose(choice: Choice, words: Words) -> str:
    """The pages of one copy as HTML for `printables.press`; raises `Unprintable`."""
    document = document_of(choice.document)
    check(document, choice)
    if choice.record is not None:
        choice = _as_usual(choice, choice.record)
    area = area_of(document, choice)
    frames = _frames(document, choice, area, words)
    pages = _both_sides(document, choice, [frames[at : at + area.up] for at in range(0, len(frames), area.up)])
    folders = frozenset(frame.folder for page in pages for frame in page)
    page = templates.get_template("page.html")
    drawn = page.render(
        document=document,
        choice=choice,
        area=area,
        pages=pages,
        lines=choice.chosen(LINES) == "notes",
        flips=_flips(choice, area),
        marked=next((frame for page in pages for frame in page if frame.grid), None),
        stencilled=_stencilled(pages, area),
        style=Markup(_style(folders, choice.ink, choice.fillable)),  # noqa: S704
        folders=sorted(folders),
        recorded=_document_for(choice.record.game) if choice.record else None,
        qr=_qr(choice.link),
        ink=palette(choice.ink),
        _=words.gettext,
        ngettext=words.ngettext,
        translate=words.translate,
        number=words.number,
        signed=words.signed,
        language=words.language,
    )
    return SPACES.sub("\n", drawn)


def page_size_of(choice: Choice) -> tuple[float, float]:
    """Width and height of a record's pages in millimetres; raises `Unprintable`."""
    document = document_of(choice.document)
    return area_of(document, _as_usual(choice, choice.record) if choice.record else choice).page


def _as_usual(choice: Choice, record: Record) -> Choice:
    return choice if choice.up is not None else replace(choice, up=usual_sheets_a_page(record.game, choice.paper))


def usual_sheets_a_page(game: str, paper: str) -> int:
    """How many summaries of a game share a page unless chosen: as many as the sheets of the game, if it can be read."""
    return min(usual_up(_document_for(game), paper), ups_of(DOCUMENTS["game-record"], paper)[-1])


def pages_of(html: str) -> int:
    """The number of pages of one copy, known before it is laid out."""
    return html.count('<div class="page')


@cache
def _style(folders: frozenset[str], ink: str, fillable: bool) -> str:
    taught = any(document.folder in folders for document in DOCUMENTS.values() if document.teaches)
    sheets = ["page.css", *["reminder.css"] * taught, *["fill.css"] * fillable]
    sheets += [f"{folder}/sheet.css" for folder in sorted(folders)]
    return styled("\n".join(map(_read, sheets)), ink)


def _read(name: str) -> str:
    """A file beside the templates."""
    read, _file, _changed = cast(BaseLoader, templates.loader).get_source(templates, name)
    return read


def _frames(document: Document, choice: Choice, area: Area, words: Words) -> list[Frame]:
    if document.blank is not None:
        views = _filled_up(document.blank, choice, area.up)
        return [Frame(document, view) for view in views]
    if choice.record is None:
        raise Unprintable(text("Only a finished game has a summary."))
    return _record(document, choice.record, area, words)


def _filled_up(blank: Callable[[Choice], Sequence[object]], choice: Choice, up: int) -> list[object]:
    """The sheets of one copy, as many as fill the pages: one alone is repeated, after several come nameless ones."""
    views = list(blank(choice))
    others = views if len(views) == 1 else list(blank(replace(choice, names=())))
    return views + others[:1] * (-len(views) % up)


def _record(document: Document, record: Record, area: Area, words: Words) -> list[Frame]:
    """The page that says what the game was, then the sheets that it left, from the template of the empty one; without
    such sheets, the page fills the paper.
    """
    check_words(record.place, record.note)
    own = _document_for(record.game)
    if document.filled is None:
        raise Unprintable(text("Only a finished game has a summary."))
    parts = tuple(own.summary(record, words.translate)) if own.summary else ()
    page = Frame(document, document.filled(replace(record, parts=parts), words.translate))
    if own.marked is None:
        return [page] * area.up
    return [page, *(Frame(own, one.view, one.template, one.grid, one.places) for one in own.marked(record, area))]


def _document_for(game: str) -> Document:
    """The document that says what a record of this game tells; raises `Unprintable`."""
    found = sheet_of(game)
    if found is None:
        raise Unprintable(text("Cairn prints no summary of this game."))
    return found


def _both_sides(document: Document, choice: Choice, pages: list[Sequence[Frame]]) -> list[Sequence[Frame]]:
    """Each page, and behind it the page that teaches the game, if that was chosen."""
    if choice.chosen(BACK) != "rules":
        return pages
    teacher = next(one for one in DOCUMENTS.values() if one.teaches and one.game == document.game and one.blank)
    most = ups_of(teacher, choice.paper)[-1]
    if len(pages[0]) > most:
        raise Unprintable(
            text("The rules summary has no room on the back of so small a sheet: at most {most} to a page.", most=most)
        )
    (view,) = teacher.blank(choice)  # type: ignore[misc]
    return [side for page in pages for side in (page, [Frame(teacher, view)] * len(page))]


def _flips(choice: Choice, area: Area) -> str:
    """The edge over which a printer turns the paper, so that both sides stand upright; empty for one side."""
    if choice.chosen(BACK) != "rules":
        return ""
    return "DuplexFlipShortEdge" if area.page[0] > area.page[1] else "DuplexFlipLongEdge"


def _stencilled(pages: Sequence[Sequence[Frame]], area: Area) -> str:
    """For each page, where the sheet that is printed once lies: how far from its own place, in millimetres, as JSON."""
    left, top = area.corners[0]
    marked = [
        [(x - left, y - top + down) for frame, (x, y) in zip(page, area.corners, strict=False) for down in frame.places]
        for page in pages
    ]
    return json.dumps(marked) if any(marked) else ""


def _qr(link: str) -> Markup:
    """The QR code as SVG, its title the address itself."""
    if not link:
        return Markup("")
    import segno

    code = segno.make(link, error="l", micro=False)
    return Markup(code.svg_inline(scale=1, border=1, omitsize=True, svgclass="qr", lineclass=None, title=link))  # noqa: S704
