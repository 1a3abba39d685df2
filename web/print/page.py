"""The print page: choose, look at the first page, download; and the printer, whose pages are laid out in processes of
their own, and kept a while.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar, cast

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext, ngettext
from flask_babel import lazy_gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, IntegerField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.widgets import NumberInput

from ledger import LibraryItem
from printables import DOCUMENTS, INKS, MOST_COPIES, PAPERS, Choice, Document, Option, Unprintable, Words, compose
from printables import document_of as _document_of
from printables.choice import whole
from printables.loading import check_installed
from printables.options import area_of, ups_of
from printables.press import get_ready, lay_out, picture
from scoring import GAMES
from scoring.core.game import AnyGame, Setting
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import number, signed, text
from web.group.item import called
from web.group.library import best_known, items, keep
from web.group.names import one_line
from web.http.limits import limit_prints, one_guess_too_many
from web.rendering.fragments import is_fragment
from web.rendering.i18n import LANGUAGES, own_name, speaking, tag_of, translate
from web.server.worker_pool import Busy, WorkerPool
from web.table.access import ledger
from web.table.lobby import IN_LIBRARY

printing = Blueprint("printing", __name__)
V = TypeVar("V")
USUAL = {"paper": "A4", "copies": "1", "ink": "colour"}
FIRST = next(document.name for document in DOCUMENTS.values() if document.shown_first)
SHOWS = "; object-src 'self'"  # for the policy: a picture, and words in its place where it does not come
# The policy of composed pages, which bring their styles.
ON_PAPER = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; "
ON_PAPER += "base-uri 'self'"
KINDS: Mapping[str, str] = {"pdf": "application/pdf", "png": "image/png", "html": "text/html", "place": "text/html"}


class Unknown(Unprintable):
    """A print was asked for that does not exist."""


# -- the desk --------------------------------------------------------------------------------------------------


class PaperForm(Form):  # type: ignore[misc]
    """The choices of everything that is printed; composing says what is wrong with them."""

    paper = SelectField(_("Paper"), choices=[SelectChoice(value=name, label=name) for name in PAPERS])
    up = SelectField(_("Sheets per page"))
    copies = IntegerField(_("Number of pages"), widget=NumberInput(min=1, max=MOST_COPIES), default=1)
    ink = SelectField(_("Ink"))
    lang = SelectField(_("Language"))


class PrintForm(PaperForm):
    """The choices of all documents."""

    document = SelectField(_("What to print"))
    names = StringField(_("Names, separated by commas"))
    day = StringField(_("Date"))
    fillable = BooleanField(_("Fillable PDF"))


@printing.get("/print")
def desk() -> ResponseReturnValue:
    """The choices beside a picture of the first page. The address holds the choice."""
    g.policy = SHOWS
    asked, said = asked_for(), ""
    try:
        composed(choice_of(asked), asked["lang"])
        if not current_app.testing and not current_app.config["POCKET"]:  # a test that prints nothing needs no process
            printer().get_ready()
    except Unprintable as wrong:
        said = translate(wrong.why)
    status = 422 if said else 200
    document = DOCUMENTS.get(asked["document"], DOCUMENTS[FIRST])
    template = "print/desk.html" if is_fragment() else "print/page.html"
    page = render_template(
        template,
        form=_form(asked, document),
        document=document,
        address=_address(document, asked),
        shape=_shape(document, asked),
        said=said,
    )
    return page, status


def desk_for(names: Iterable[str], game: str = "") -> str:
    """The address of the print page with these names filled in, and a sheet of the game chosen."""
    sheet = next((one.name for one in DOCUMENTS.values() if one.game == game and "names" in one.choices), None)
    return url_for("printing.desk", document=sheet, names=", ".join(names))


def asked_for() -> dict[str, str]:
    """The choices in the address, and the usual ones where it names none. How many sheets go on a page is the usual
    number again once another document is chosen, or a paper that does not hold so many.
    """
    usual = {"document": FIRST, **USUAL, "lang": get_locale().language}
    asked = {**usual, **{name: value for name, value in request.args.items() if value}}
    if asked.get("was", asked["document"]) != asked["document"] or not _holds(asked):
        asked.pop("up", None)
    return asked


def _holds(asked: Mapping[str, str]) -> bool:
    """True if what is asked for fits the small paper; what fits nowhere is refused in words."""
    document = DOCUMENTS.get(asked["document"])
    return asked["paper"] != "A5" or document is None or asked.get("up", "") in map(str, ups_of(document, "A5"))


def _form(asked: Mapping[str, str], document: Document) -> PrintForm:
    form = _form_of(document)(MultiDict({**asked, "up": asked.get("up", str(document.usual_up))}))
    printable = [found for found in DOCUMENTS.values() if found.blank]
    form.document.choices = [SelectChoice(value=found.name, label=translate(found.title)) for found in printable]
    offer(form, document, asked["paper"])
    for option in document.options:
        form[option.key].choices = _values(document, option, asked.get(option.key, ""))
    return form


def offer(form: PaperForm, document: Document, paper: str) -> None:
    """The numbers of sheets that this paper holds, the inks, and the languages, put into the form."""
    ups = {1: gettext("one"), 2: gettext("two, to cut apart"), 4: gettext("four, to cut apart")}
    fits = ups_of(document, paper if paper in PAPERS else "A4")
    form.up.choices = [SelectChoice(value=str(up), label=ups[up]) for up in fits]
    form.ink.choices = [SelectChoice(value=ink, label=translate(label)) for ink, label in INKS.items()]
    form.lang.choices = [SelectChoice(value=language, label=own_name(language)) for language in LANGUAGES]


def _form_of(document: Document) -> type[PrintForm]:
    """The form with the fields that the document has of its own."""
    own = {option.key: SelectField(translate(option.label)) for option in document.options}
    return type("OwnPrintForm", (PrintForm,), own)


def _values(document: Document, option: Option[object], chosen: str) -> list[SelectChoice]:
    """The values to choose from: those with a name, those this device keeps, and the chosen one even if it is kept
    elsewhere.
    """
    values = {word: translate(label) for word, label in option.named}
    library = GAMES[document.game].library
    if option.read is None and library:
        values |= {kept.key: called(kept) for kept in items(library.kind)}
        if chosen and chosen not in values and (found := _named(chosen)):
            values[found.key] = called(found)
    return [SelectChoice(value=value, label=label) for value, label in values.items()]


def _address(document: Document, asked: Mapping[str, str]) -> dict[str, Any]:
    """The choice as a link has it: usual values are left out, the language never."""
    usual = USUAL | {option.key: option.usual_word for option in document.options}
    names = ("lang", "up", "names", "day", "fillable", *usual)
    return {name: asked[name] for name in names if name in asked and asked[name] != usual.get(name)}


def _shape(document: Document, asked: Mapping[str, str]) -> tuple[int, int]:
    """Width and height of the picture, so that nothing moves when it arrives."""
    try:
        width, height = area_of(document, replace(plain(asked), document=document.name)).page
    except (Unprintable, KeyError):
        width, height = PAPERS["A4"]
    return 640, round(640 * height / width)


# -- from an address to a choice -------------------------------------------------------------------------------


def plain(asked: Mapping[str, str]) -> Choice:
    up = asked.get("up")
    return Choice("", paper=asked["paper"], up=whole(up) if up else None)


def choice_of(asked: Mapping[str, str]) -> Choice:
    """The choice that an address asks to print; raises `Unprintable`, and `Unknown` for what does not exist."""
    document = document_of(asked["document"])
    if document.blank is None:
        raise Unprintable(text("Only a finished game has a summary."))
    names = tuple(filter(None, map(one_line, asked.get("names", "").split(","))))
    unusual = {option: asked[option.key] for option in document.options if _is_unusual(option, asked)}
    return replace(
        plain(asked),
        document=document.name,
        copies=whole(asked["copies"]),
        ink=asked["ink"],
        names=names if "names" in document.choices else (),
        day=asked.get("day", "").strip() if "names" in document.choices else "",
        fillable=bool(asked.get("fillable")) and "fillable" in document.choices,
        options={option.key: _value(document, option, word, asked["lang"]) for option, word in unusual.items()},
        link=_link(document, {option.key: word for option, word in unusual.items()}),
    )


def _is_unusual(option: Option[object], asked: Mapping[str, str]) -> bool:
    return (asked.get(option.key) or option.usual_word) != option.usual_word


def document_of(name: str) -> Document:
    """The document of that name; raises `Unknown`."""
    try:
        return _document_of(name)
    except Unprintable as wrong:
        raise Unknown(wrong.why) from wrong


def _value(document: Document, option: Option[V], word: str, language: str) -> V:
    """The value of a word in the address: read from it, or a library item with its name there."""
    if option.read:
        return option.read(word)
    library = GAMES[document.game].library
    found = _named(word)
    if found is None or library is None or found.kind != library.kind:
        raise Unknown(text(option.missing))
    try:
        with speaking(language if language in LANGUAGES else LANGUAGES[0]):
            return cast(V, replace(library.read(found.body), name=called(found)))
    except (Malformed, Illegal) as wrong:
        raise Unprintable(wrong.why) from wrong


def _named(key: str) -> LibraryItem | None:
    """The library item that an address names; one that leads nowhere counts as a guess."""
    found = ledger().library.by_key(key) if len(key) < 80 else None
    if found is None and one_guess_too_many():
        abort(429)
    return found


def _link(document: Document, settings: Mapping[str, str]) -> str:
    """The address that the QR code at the foot opens; empty when this instance does not know its own."""
    public = current_app.config["PUBLIC_URL"].rstrip("/")
    if not public or not document.game:
        return ""
    opens = "printing.count" if "fillable" in document.choices else "lobby.new"
    place = current_app.url_map.bind("").build(opens, {"key": document.game, **_to_read(document, settings)})
    return f"{public}{place}"


def _to_read(document: Document, settings: Mapping[str, str]) -> dict[str, str]:
    """The same with the key to read, for a library item: whoever finds a sheet must not be able to change it."""
    kept = {option.key for option in document.options if option.read is None}
    found = {key: ledger().library.by_key(word) for key, word in settings.items() if key in kept}
    return {**settings, **{key: item.reading for key, item in found.items() if item}}


def composed(choice: Choice, language: str) -> tuple[str, str]:
    """The pages as HTML, and what a repeated page is called; raises `Unprintable`."""
    if not current_app.config["POCKET"]:
        check_installed()
    if language not in LANGUAGES:
        raise Unprintable(text("Cairn does not print in {language}.", language=language[:20]))
    return _composed(_Asked(pickle.dumps(choice), choice), language)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A choice compared by its bytes, because a record holds what cannot be hashed."""

    same: bytes
    choice: Choice = field(compare=False)


@lru_cache(64)
def _composed(asked: _Asked, language: str) -> tuple[str, str]:
    with speaking(language):
        return compose(asked.choice, words_of(language)), gettext("Copy {copy}: the same sheet again")


# -- what is printed -------------------------------------------------------------------------------------------


@printing.get("/print/<name>.<kind>")
@limit_prints
def printed(name: str, kind: str) -> ResponseReturnValue:
    """A document as PDF, its first page as PNG, or the place of its PDF among what waits to be laid out."""
    if kind not in KINDS or (kind == "html" and not current_app.config["POCKET"]):
        abort(404)
    asked = asked_for() | {"document": name} | ({"up": request.args["up"]} if request.args.get("up") else {})
    return answered(lambda: choice_of(asked), asked["lang"], kind, f"cairn-{name}-{asked['lang']}")


@printing.get("/print/<name>/laying-out")
def laying_out(name: str) -> ResponseReturnValue:
    """A page shown while many pages are laid out: it asks for them itself, and stays until they come."""
    document = DOCUMENTS.get(name) or abort(404)
    address = _address(document, asked_for())
    pdf, place = (url_for("printing.printed", name=name, kind=kind, **address) for kind in ("pdf", "place"))
    return render_template("print/laying_out.html", document=document, pdf=pdf, place=place)


def answered(chosen: Callable[[], Choice], language: str, kind: str, name: str) -> ResponseReturnValue:
    """The print; or, in words, why there is none."""
    try:
        choice = chosen()
        html, again = composed(choice, language)
        if current_app.config["POCKET"]:
            return _for_the_browser(html, kind)
        if kind == "place":
            return render_template("print/place.html", place=printer().place(pdf_key(html, choice.copies, again)))
        body = _print(html, choice.copies, again, kind)
    except Unknown as wrong:
        return render_template("error.html", said=translate(wrong.why), code=404), 404
    except Unprintable as wrong:
        return render_template("error.html", said=translate(wrong.why), code=422), 422
    except Busy:
        return busy()
    answer = Response(body, mimetype=KINDS[kind])
    answer.headers["Content-Disposition"] = (
        f'{"attachment" if request.args.get("download") else "inline"}; filename="{name}.{kind}"'
    )
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.set_etag(sha256(body).hexdigest()[:32])
    return answer.make_conditional(request)


def _print(html: str, copies: int, again: str, kind: str) -> bytes:
    if kind == "png":
        return from_printer(lambda printer: printer.picture(html))
    return from_printer(lambda printer: printer.pdf(html, copies, again))


def _for_the_browser(html: str, kind: str) -> Response:
    """Composed pages that the browser itself prints; raises `Unprintable` for what only the press can make."""
    if kind != "html":
        raise Unprintable(text("In the pocket, Cairn makes no PDF: the browser prints the page, or keeps it as one."))
    root = request.script_root
    head = f'<head><base href="{root}/print/"><script src="{root}/pocket/paper.js"></script>'
    return Response(html.replace("<head>", head, 1), headers={"Content-Security-Policy": ON_PAPER})


def from_printer(make: Callable[[Printer], bytes]) -> bytes:
    """The bytes that the printer makes; whether they were laid out for this request counts in `limit_prints`."""
    before = printer().started
    try:
        return make(printer())
    finally:
        g.laid_out = printer().started > before


def printer() -> Printer:
    return cast(Printer, current_app.extensions["printer"])


def busy() -> ResponseReturnValue:
    said = gettext("Cairn is busy preparing other pages. Wait a moment, then try again.")
    return render_template("error.html", said=said, code=503), 503, {"Retry-After": "10"}


# -- from paper back to the phone ------------------------------------------------------------------------------


@printing.get("/c/<key>")
def count(key: str) -> ResponseReturnValue:
    """The way in from the QR code of a sheet: a new table of its game, set up for what the sheet was printed for."""
    game = GAMES.get(key) or abort(404)
    said: dict[str, Any] = {
        setting.key: request.args[setting.key] for setting in game.settings if setting.key in request.args
    }
    said |= {setting.key: _in_hand(game, setting) for setting in game.settings if setting.library}
    return redirect(url_for("lobby.new", key=key, count=1, **said), 303)


def _in_hand(game: AnyGame, setting: Setting) -> str:
    """The setting a sheet was printed for: a library item if its address names one, else the usual."""
    word = request.args.get(setting.key, "")
    found = _named(word) if word not in ("", *(str(value) for value, _ in setting.values)) else None
    if not (found and game.library and found.kind == game.library.kind):
        return str(setting.usual)
    keep(found.key)
    return f"{IN_LIBRARY}{best_known(found.key)}"


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
        return self.made(pdf_key(html, copies, again), lay_out, html, *_more(copies, again))

    def picture(self, html: str, width: int = 640) -> bytes:
        """The first page as PNG, so many pixels wide; raises `Busy`."""
        return self.made(_key("png", html, width), picture, self.pdf(html), width)


def pdf_key(html: str, copies: int, again: str) -> str:
    """The key under which a PDF is laid out and kept."""
    return _key("pdf", html, *_more(copies, again))


def _more(copies: int, again: str) -> tuple[int, str] | tuple[()]:
    return (copies, again) if copies > 1 else ()


@lru_cache(64)
def _key(kind: str, html: str, *more: object) -> str:
    return hashlib.sha256(repr((kind, html, *more)).encode("utf-8", "surrogatepass")).hexdigest()
