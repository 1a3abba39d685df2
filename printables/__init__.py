"""Paper: pads, sheets, records and reminders. A folder is a document; choices go in, pages come out.

`compose` writes the pages as HTML and is quick: the caller gives the words of its language. `printables.press`
lays HTML out as PDF, slowly, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
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
    area_of,
    check,
    check_record,
)
from printables.codes import code
from printables.inks import palette, styled
from printables.symbols import outline, symbol
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
    "pages_of",
    "paper_of",
]

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Words:
    """The language of a print job: its tag (en-GB), and the functions that translate, as the web has them."""

    language: str
    gettext: Callable[..., str]
    ngettext: Callable[..., str]
    translate: Say
    number: Callable[[int], str]
    signed: Callable[[int], str]


def _documents() -> dict[str, Document]:
    folders = sorted(path.parent.name for path in HERE.glob("*/sheet.html"))
    documents = [import_module(f"printables.{folder}").DOCUMENT for folder in folders]
    return {document.name: document for document in documents}


DOCUMENTS: Mapping[str, Document] = _documents()

_templates = Environment(
    loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
)
_templates.globals.update(symbol=symbol, outline=outline, code=code)


def document_of(name: str) -> Document:
    """The document of that name; raises `Unprintable`."""
    if name not in DOCUMENTS:
        raise Unprintable(text("Cairn has no document called “{document}”.", document=name[:40]))
    return DOCUMENTS[name]


def has_record(game: str) -> bool:
    """Whether a finished game can be printed: it can when one of its documents shows it."""
    return any(document.game == game and document.told for document in DOCUMENTS.values())


def course_of(play: Played[Any], game: str) -> object:
    """What the record of a game keeps of its moves; raises `Unprintable` for a game without one."""
    return _paper_of(game).course(play)


def compose(choice: Choice, words: Words) -> str:
    """The pages of one copy as HTML for `printables.press`; raises `Unprintable`."""
    document = document_of(choice.document)
    if choice.record is not None:
        choice = _as_usual(choice, choice.record)
    check(document, choice)
    area = area_of(document, choice)
    frames = _frames(document, choice, area, words)
    folders = frozenset(frame.folder for frame in frames)
    page = _templates.get_template("page.html")
    return page.render(
        document=document,
        choice=choice,
        area=area,
        pages=_dealt(frames, area.up),
        style=Markup(_style(folders, choice.ink, choice.fillable)),  # noqa: S704
        folders=sorted(folders),
        foot=document if choice.record is None else _paper_of(choice.record.game),
        qr=_qr(choice.link),
        ink=palette(choice.ink),
        _=words.gettext,
        ngettext=words.ngettext,
        translate=words.translate,
        number=words.number,
        signed=words.signed,
        language=words.language,
    )


def paper_of(choice: Choice) -> tuple[float, float]:
    """Width and height of a record's pages in millimetres; raises `Unprintable`."""
    document = document_of(choice.document)
    return area_of(document, _as_usual(choice, choice.record) if choice.record else choice).page


def _as_usual(choice: Choice, record: Record) -> Choice:
    """As many sheets on a page as the game's own document has, unless chosen."""
    usual = 1 if choice.paper == "A5" else _paper_of(record.game).usual_up
    return replace(choice, up=usual if choice.up is None else choice.up)


def pages_of(html: str) -> int:
    """How many pages one copy has, for whoever tells it before it is laid out."""
    return html.count('<div class="page')


@cache
def _style(folders: frozenset[str], ink: str, fillable: bool) -> str:
    sheets = [HERE / "page.css", *(HERE / folder / "sheet.css" for folder in sorted(folders))]
    sheets += [HERE / "fill.css"] * fillable
    return styled("\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets), ink)


def _frames(document: Document, choice: Choice, area: Area, words: Words) -> list[Frame]:
    if document.blank is not None:
        views = _filled_up(document.blank, choice, area.up)
        return [Frame(document.folder, view) for view in views]
    if choice.record is None:
        raise Unprintable(text("Only a finished game has a summary."))
    return _record(document, choice, choice.record, words)


def _filled_up(blank: Callable[[Choice], Sequence[object]], choice: Choice, up: int) -> list[object]:
    """The sheets of one copy, as many as fill the pages: one alone is repeated, after several come nameless ones."""
    views = list(blank(choice))
    others = views if len(views) == 1 else list(blank(replace(choice, names=())))
    return views + others[:1] * (-len(views) % up)


def _record(document: Document, choice: Choice, record: Record, words: Words) -> list[Frame]:
    """What the game was first, then the sheets that it left, from the template of the empty one."""
    check_record(record)
    paper = _paper_of(record.game)
    if document.filled is None:
        raise Unprintable(text("Only a finished game has a summary."))
    record = replace(record, parts=tuple(paper.told(record, words.translate)) if paper.told else ())
    frames = [Frame(document.folder, view) for view in document.filled(choice, record, words.translate)]
    if paper.filled:
        frames += [Frame(paper.folder, view) for view in paper.filled(choice, record, words.translate)]
    return frames


def _paper_of(game: str) -> Document:
    """The document that says what a record of this game tells; raises `Unprintable`."""
    found = next((document for document in DOCUMENTS.values() if document.game == game and document.told), None)
    if found is None:
        raise Unprintable(text("Cairn prints no summary of this game."))
    return found


def _dealt(frames: Sequence[Frame], up: int) -> list[Sequence[Frame]]:
    return [frames[at : at + up] for at in range(0, len(frames), up)]


def _qr(link: str) -> Markup:
    """The QR code as SVG, its title the address itself."""
    if not link:
        return Markup("")
    code = segno.make(link, error="l", micro=False)
    return Markup(code.svg_inline(scale=1, border=1, omitsize=True, svgclass="qr", lineclass=None, title=link))  # noqa: S704
