"""The record of a finished game: chosen like every print, with a place and a note; and its file."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, current_app, g, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField

from ledger import Table
from printables import (
    DOCUMENTS,
    PAPERS,
    Choice,
    Record,
    Unprintable,
    course_of,
    has_record,
    page_size_of,
    pages_of,
    usual_sheets_a_page,
)
from printables.choice import whole
from referee import LiveTable
from scoring.core.game import AnyGame
from scoring.core.play import AnyPlay
from scoring.core.review import Weighed
from scoring.core.running import leads, told_leads
from scoring.core.text import Text, text
from web.group.names import one_line, plain_letters
from web.group.statistics import agreed
from web.http.address import absolute
from web.http.limits import limit_prints
from web.print.page import KINDS, SHOWS, USUAL, PaperForm, answered, asked_for, composed, offer, plain
from web.rendering.fragments import is_fragment
from web.rendering.i18n import LANGUAGES, date_of, day_of, speaking, translate
from web.table.access import TableAccess, live_of, table_or_404, watched_or_404
from web.table.review import review_of

records = Blueprint("records", __name__)
CHOICES = ("lang", "paper", "up", "copies", "ink", "place", "note")
SHORTEST, LONGEST = 3, 12 * 60  # minutes that a game may have taken


class RecordForm(PaperForm):
    """The choices of a record, and what would otherwise be written by hand."""

    place = StringField(_("Place"))
    note = StringField(_("Note"))


@records.get("/t/<code>/record.<kind>")
@limit_prints
def record(code: str, kind: str) -> ResponseReturnValue:
    """The record of a finished game, for whoever plays."""
    return _record(table_or_404(code), kind)


@records.get("/r/<code>/record.<kind>")
@limit_prints
def watched_record(code: str, kind: str) -> ResponseReturnValue:
    """The record of a finished game, for whoever has the link of its result."""
    return _record(watched_or_404(code), kind)


@records.get("/r/<code>/record")
def desk(code: str) -> ResponseReturnValue:
    """The choices for the record of a finished game, beside a picture of its first page."""
    here = watched_or_404(code)
    g.policy = SHOWS
    asked, said, shape, pages = _asked(here), "", PAPERS["A4"], 0
    live = live_of(here)
    try:
        choice = _recorded(here, live, asked)
        pages = pages_of(composed(choice, asked["lang"])[0])
        shape = page_size_of(choice)
    except Unprintable as wrong:
        said = translate(wrong.why)
    page = render_template(
        "print/record_desk.html" if is_fragment() else "print/record.html",
        form=_record_form(asked, live.game.key),
        code=code,
        game=live.game,
        names=here.table.names,
        address={name: asked[name] for name in CHOICES if name in asked and asked[name] != USUAL.get(name)},
        shape=(640, round(640 * shape[1] / shape[0])),
        pages=pages,
        said=said,
    )
    return page, 422 if said else 200


def _asked(here: TableAccess) -> dict[str, str]:
    """The choices of the address; the place and the note are those of the game as long as it has no others."""
    known = {"place": here.table.place, "note": here.table.note}
    return asked_for() | {name: request.args.get(name, value) for name, value in known.items()}


def _record_form(asked: Mapping[str, str], game: str) -> RecordForm:
    paper = asked["paper"] if asked["paper"] in PAPERS else "A4"
    usual = {"up": str(usual_sheets_a_page(game, paper))} if has_record(game) else {}
    form = RecordForm(MultiDict({**usual, **asked}))
    offer(form, DOCUMENTS["game-record"], paper)
    return form


def _record(here: TableAccess, kind: str) -> ResponseReturnValue:
    if kind not in KINDS or (kind == "html" and not current_app.config["POCKET"]):
        abort(404)
    asked = _asked(here)
    live = live_of(here)
    return answered(lambda: _recorded(here, live, asked), asked["lang"], kind, _file_of(here))


def _file_of(here: TableAccess) -> str:
    """The name of the file: the game, the day and the players, in plain letters for every system."""
    day = date_of(here.table.played)
    return f"{here.table.game}-{day:%Y-%m-%d}-{plain_letters(' '.join(here.table.names))}".rstrip("-")


def _recorded(here: TableAccess, live: LiveTable, asked: Mapping[str, str]) -> Choice:
    if not live.finished:
        raise Unprintable(text("This game is still being played: it is printed when it is over."))
    if live.scores_hidden:
        raise Unprintable(text("The scores have not been revealed yet."))
    with speaking(asked["lang"] if asked["lang"] in LANGUAGES else "en"):
        day = day_of(here.table.played)
    decided = review_of(live).first if live.has_review else ()
    choice = replace(plain(asked), document="game-record", copies=whole(asked["copies"]), ink=asked["ink"])
    record = replace(
        played_record_of(live.play, here.table.settings, day),
        mattered=tuple(map(mattered, decided)),
        lasted=lasted(here.table),
        place=one_line(asked.get("place", "")),
        note=one_line(asked.get("note", "")),
    )
    return replace(choice, record=record, link=absolute("table.result", code=here.table.watch))


def mattered(one: Weighed[Any]) -> Text:
    """The finding, and how the game would have ended otherwise."""
    return text("{found} Otherwise: {ending}.", found=one.finding.says, ending=one.ending)


def lasted(table: Table) -> Text | None:
    """The duration of the game, if that is known: not for a game that was only counted, nor for one left overnight."""
    minutes = round(((table.finished_at or table.opened_at) - table.opened_at).total_seconds() / 60)
    if not SHORTEST <= minutes <= LONGEST:
        return None
    if minutes < 60:
        return text("{minutes} min", minutes=minutes)
    return text("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def record_of(game: AnyGame, state: Any, day: str) -> Record:
    """The record of a finished game, ready to be printed."""
    position = game.position(state)
    return Record(game.key, game.title, day, position, game.score(position))


def played_record_of(play: AnyPlay, settings: Mapping[str, object], day: str) -> Record:
    """The same with how it went and what had been agreed."""
    record = record_of(play.game, play.state, day)
    went = told_leads(record.names, *leads(play))
    return replace(
        record, course=course_of(play, record.game), agreed=agreed(play.game, settings, play.state), went=went
    )
