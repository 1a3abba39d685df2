"""What the tests print: each choice is laid out once; the PDF is read by pypdf, drawn by PDFium, checked by qpdf."""

import functools
import io
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pypdfium2
from babel.messages.mofile import write_mo
from babel.support import NullTranslations, Translations
from page import validate_pdf_bytes
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream

from printables import DOCUMENTS, Choice, Record, Words, compose, has_record
from printables.options import LINES
from printables.press import laid_out, lay_out, read
from scoring import GAMES
from scoring.core.log import read_position
from scoring.core.play import Play
from scoring.core.review import review
from scoring.core.running import replay
from scoring.core.text import Text, number, signed, text
from tests.catalogues import TRANSLATED, whole_catalogue
from tests.printables.kept import kept
from tests.sources import SOURCES, sensible
from web.print.record import mattered, played_record_of
from web.rendering.i18n import CAPITAL, tag_of

MM = 72 / 25.4
LINK = "https://cairn.example.org/c/lost-cities"
OPTIONS = {option.key for document in DOCUMENTS.values() for option in document.options}
PRINTED = [key for key in GAMES if has_record(key)]
WRITTEN = [name for name, document in DOCUMENTS.items() if document.blank and not document.teaches]
LINED = [name for name in WRITTEN if LINES in DOCUMENTS[name].options]
Colour = tuple[float, float, float]
PLAIN = (1.0, 0.0, 0.0, 1.0)
LONGEST = ("de", "fr")  # what fits in these languages fits in English
AGAIN = "Copy {copy}: the same sheet again"


def record(key: str, data: dict[str, Any] | None = None) -> Record:
    """The record of a game that ended in this position, or in the one that its `source.py` has for paper."""
    game = GAMES[key]
    position = read_position(game, data or SOURCES[key].PRINTED)
    return Record(key, game.title, "21 November 2026", position, game.score(position))


@functools.cache
def played(key: str) -> Play[Any, Any]:
    """A game that was played by chance to its end, at a full table with rules of its own."""
    game, random = GAMES[key], Random(7)
    players = [f"Anne-Charlotte {letter}" for letter in "ABCDE"[: game.seats[-1]]]
    play = Play(game, game.start(game.formats.setup({"players": players, **SOURCES[key].AGREED})))
    while game.to_act(play.state):
        play = play.after(game.forced.move(play.state) or game.chance(random, play.state), play.index + 1)
    return play


def followed(key: str) -> Record:
    """The record of that game, with all that can be said of it."""
    told = played_record_of(played(key), SOURCES[key].AGREED, "21 November 2026")
    return replace(told, lasted=text("{minutes} min", minutes=47), place="Chez Léa", note="It rained. " * 20)


def sensibly(key: str, players: Sequence[str], seed: int = 7, **settings: int) -> Record:
    """The record of a game that was played sensibly, with what decided it."""
    return _sensibly(key, tuple(players), seed, **settings)


@functools.cache
def _sensibly(key: str, players: tuple[str, ...], seed: int, **settings: int) -> Record:
    game = GAMES[key]
    pad = {"pad": "house"} if key == "roll-and-write" else {}
    setup = game.formats.setup({"players": list(players), **pad, **settings})
    play = replay(game, setup, sensible(game, setup, Random(seed))).play
    told = played_record_of(play, {}, "21 November 2026")
    return replace(told, mattered=tuple(map(mattered, review(setup, play).first)))


@functools.cache
def catalogue(language: str) -> NullTranslations:
    """The words of a language as they stand in the sources, and the fourth game's; English has none."""
    if language not in TRANSLATED:
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, whole_catalogue(language))
    compiled.seek(0)
    return Translations(compiled)


def words(language: str = "en") -> Words:
    """The words of a language, from the catalogue, without an app."""
    own = catalogue(language)

    def gettext(message: str, **facts: Any) -> str:
        said = own.ugettext(message)
        return said % facts if facts else said

    def ngettext(one: str, many: str, count: int, **facts: Any) -> str:
        return own.ungettext(one, many, count) % {"num": count, **facts}

    def translate(said: Text | str) -> str:
        if isinstance(said, str):
            return gettext(said)
        message = own.ungettext(said.message, said.plural, said.count) if said.plural else gettext(said.message)
        facts = {name: show(fact) for name, fact in said.facts.items()}
        return CAPITAL.sub(r"{\1}", message).format(**facts) if facts else message

    def show(fact: Any) -> str:
        if isinstance(fact, tuple):
            return ", ".join(map(show, fact))
        if isinstance(fact, int):
            return number(fact)
        return translate(fact) if isinstance(fact, Text) else str(fact)

    return Words(tag_of(language), gettext, ngettext, translate, number, signed)


def html(document: str, language: str = "en", **chosen: Any) -> str:
    """The composed pages; `of` names the game of a record."""
    return _html(document, language, **chosen)


@functools.cache
def _html(document: str, language: str, of: str = "", **chosen: Any) -> str:
    return compose(choice(document, **chosen, record=record(of) if of else None), words(language))


def choice(document: str, **chosen: Any) -> Choice:
    """A print job; what one document alone lets choose is given plainly."""
    own = {key: chosen.pop(key) for key in OPTIONS & chosen.keys()}
    return Choice(document, options=own, **chosen)


def pdf(document: str, language: str = "en", copies: int = 1, **chosen: Any) -> bytes:
    """Laid out once for all tests."""
    return _pdf(html(document, language, **chosen), copies)


@kept
def _pdf(html: str, copies: int) -> bytes:
    return lay_out(html, copies, AGAIN)


def printed(html: str) -> PdfReader:
    """Composed pages as they are printed."""
    return PdfReader(io.BytesIO(_pdf(html, 1)))


def reader(document: str, *given: Any, **chosen: Any) -> PdfReader:
    return PdfReader(io.BytesIO(pdf(document, *given, **chosen)))


def text_of(document: str, *given: Any, **chosen: Any) -> str:
    """All the words, one space between them; a narrow space is told as any other."""
    return _text_of(pdf(document, *given, **chosen))


@kept
def _text_of(made: bytes) -> str:
    said = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
    return " ".join(said.replace("\u202f", " ").split())


def drawn(document: str, dpi: int = 60, page: int = 0, **chosen: Any) -> Image.Image:
    """A page as a picture."""
    opened = pypdfium2.PdfDocument(pdf(document, **chosen))
    try:
        return opened[page].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        opened.close()


def complaints(made: bytes, folder: Path) -> str:
    """What qpdf finds wrong; empty when nothing."""
    file = folder / "made.pdf"
    file.write_bytes(made)
    checked = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True)
    return "" if checked.returncode == 0 else checked.stdout + checked.stderr


def barriers(made: bytes) -> list[str]:
    """What a validator of PDF/UA-1 finds in the way of whoever does not see the page."""
    return [f"{found.rule_id}: {found.message}" for found in validate_pdf_bytes(made, profile="ua1").failures]


def elements(reader: PdfReader) -> Iterator[Any]:
    """Every element of the structure tree, in reading order."""

    def below(element: Any) -> Iterator[Any]:
        element = element.get_object()
        if isinstance(element, dict) and element.get("/S"):
            yield element
        children = element.get("/K", []) if isinstance(element, dict) else []
        for child in children if isinstance(children, list) else [children]:
            if not isinstance(child, int):
                yield from below(child)

    return below(reader.trailer["/Root"]["/StructTreeRoot"])


def alternatives(reader: PdfReader) -> list[str]:
    """What a reader is told of each picture."""
    return [str(element["/Alt"]) for element in elements(reader) if "/Alt" in element]


def fields(reader: PdfReader) -> dict[str, Any]:
    return reader.get_fields() or {}


def scripts(reader: PdfReader) -> tuple[str, list[tuple[str, str]]]:
    """What the fields of a file call, and what each of them calls, by its whole name, in the order of the form."""
    root = reader.trailer["/Root"]
    assert "/CO" in root["/AcroForm"], "a fillable sheet adds itself up: some `fill` says what it `adds`"
    called = [field.get_object() for field in root["/AcroForm"]["/CO"]]
    return root["/Names"]["/JavaScript"]["/Names"][1]["/JS"], [(_name(one), one["/AA"]["/C"]["/JS"]) for one in called]


def _name(field: Any) -> str:
    return f"{_name(field['/Parent'])}.{field['/T']}" if "/Parent" in field else str(field["/T"])


def boxes(document: str, name: str, **chosen: Any) -> list[tuple[float, ...]]:
    """Left, top, width and height in millimetres of every laid out element of a class, as WeasyPrint placed it."""
    return _boxes(html(document, **chosen), name)


@kept
def _boxes(html: str, name: str) -> list[tuple[float, ...]]:
    found: dict[Any, tuple[float, ...]] = {}
    for page in _pages(html):
        for box in _below(page._page_box):
            if box.element is not None and name in (box.element.get("class") or "").split():
                place = (box.position_x, box.position_y, box.border_width(), box.border_height())
                found.setdefault(box.element, tuple(side * 25.4 / 96 for side in place))
    return list(found.values())


@kept
def fits(html: str) -> bool:
    """Whether composed pages have room for all they tell: on no more pages, and over the foot of each sheet."""
    pages = _pages(html)
    sheets = [box for page in pages for box in _below(page._page_box) if box.element_tag == "main"]
    return len(pages) == html.count('page">') and all(map(_is_over_its_foot, sheets))


def _is_over_its_foot(sheet: Any) -> bool:
    within = list(_below(sheet))
    foot = next(box for box in within if _says(box, "class", "foot"))
    over = [box for box in within if _says(box, "id", "summary") or _says(box, "class", "pen")]
    return all(box.position_y + box.height < foot.position_y for box in over)


@kept
def shown(html: str) -> str:
    """The first page as it is laid out at last: the classes of its root."""
    tree, _ = _laid_out(html)
    return str(tree.get("class"))


def _says(box: Any, key: str, value: str) -> bool:
    return box.element is not None and box.element.get(key) == value


@functools.lru_cache(maxsize=4)
def _laid_out(html: str) -> Any:
    """The tree as it is laid out at last, and its pages."""
    tree = read(html)
    return tree, laid_out(tree).pages


def _pages(html: str) -> Any:
    return _laid_out(html)[1]


def _below(box: Any) -> Iterator[Any]:
    """A box and all in it; what is placed absolutely stands behind a placeholder."""
    box = getattr(box, "_box", box)
    if hasattr(box, "border_width"):
        yield box
    for child in getattr(box, "children", ()):
        yield from _below(child)


def line_widths(page: Any, reader: PdfReader) -> Iterator[float]:
    """How wide, in points, each line of a page is drawn, whatever it was scaled by."""
    return (size for kind, size, _colour in _drawn(page, page.get_contents(), reader) if kind == "line")


def letter_sizes(page: Any, reader: PdfReader) -> Iterator[float]:
    """How large, in points, each piece of text of a page is, whatever it was scaled by."""
    return (size for kind, size, _colour in _drawn(page, page.get_contents(), reader) if kind == "text")


def colours(page: Any, reader: PdfReader) -> set[tuple[str, Colour]]:
    """What colours the lines and the texts of a page have: red, green and blue from 0 to 1."""
    return {(kind, colour) for kind, _size, colour in _drawn(page, page.get_contents(), reader)}


def _drawn(owner: Any, contents: Any, reader: PdfReader, matrix: Any = PLAIN) -> Iterator[tuple[str, float, Colour]]:
    """What is drawn, how large and in which colour, in the forms that a content calls for too."""
    width, size, text, kept = 1.0, 1.0, PLAIN, []
    stroke = fill = (0.0, 0.0, 0.0)
    for operands, operator in ContentStream(contents, reader).operations:
        match operator:
            case b"q":
                kept.append((matrix, width, stroke, fill))
            case b"Q":
                matrix, width, stroke, fill = kept.pop()
            case b"RG":
                stroke = _colour(operands)
            case b"rg":
                fill = _colour(operands)
            case b"cm":
                matrix = _times([float(part) for part in operands[:4]], matrix)
            case b"w":
                width = float(operands[0])
            case b"Tf":
                size = float(operands[1])
            case b"BT":
                text = PLAIN
            case b"Tm":
                text = [float(part) for part in operands[:4]]
            case b"Tj" | b"TJ":
                yield "text", size * _scale(_times(text, matrix)), fill
            case b"S" | b"s" | b"B" | b"b" | b"B*" | b"b*":
                yield "line", width * _scale(matrix), stroke
            case b"Do":
                called = owner["/Resources"]["/XObject"][operands[0]].get_object()
                if called["/Subtype"] == "/Form":
                    inner = [float(part) for part in called.get("/Matrix", (*PLAIN, 0, 0))[:4]]
                    yield from _drawn(called, called, reader, _times(inner, matrix))


def _colour(operands: Any) -> Colour:
    red, green, blue = map(float, operands)
    return red, green, blue


def _scale(matrix: Any) -> float:
    a, b, c, d = matrix
    return float(abs(a * d - b * c) ** 0.5)


def _times(one: Any, other: Any) -> tuple[float, float, float, float]:
    a, b, c, d = one
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h
