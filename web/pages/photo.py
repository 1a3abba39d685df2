"""A photo of a sheet becomes its count: read, asked about where it is uncertain, then shown as if it had been ticked.

The photo is not kept, and nothing is recorded: what else was entered travels along in the forms.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from photos.opening import MOST_BYTES, Unreadable
from photos.reader import Reading
from printables import DOCUMENTS, Document
from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.likeliest import Counts, Photographed
from scoring.core.reading import parse
from scoring.core.rule import Malformed
from scoring.core.sheet import Seat
from scoring.core.text import text
from web.access import live_of, table_or_404
from web.drafts import OF_ITS_PAGE
from web.forms import whole
from web.i18n import translate
from web.limits import asker, limit_taps, may_work, worked
from web.names import one_line
from web.pages.count_now import game_or_404, show_with
from web.pages.table import show_count
from web.photo_reader import read_photo
from web.printer import Busy

photo = Blueprint("photo", __name__)
LARGEST = 2 * MOST_BYTES  # of a request: a photo that is too large for the reader is refused with what was entered
TOLD = "told."  # begins the name of what somebody said of a fact
INK = "ink"
ROUND = "photo.round"
SUREST = 99.0  # a logarithm of odds beyond which nothing is said


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose sheet is to be photographed, and which `round` of it (0: it has none); `back` is the page of the count,
    which `show` shows with what was read."""

    game: AnyGame
    seat: Seat
    name: str
    round: int
    back: str
    show: Callable[[Counts], ResponseReturnValue]

    @property
    def sheet(self) -> Document:
        return next(one for one in DOCUMENTS.values() if one.game == self.game.key and one.coded)

    @property
    def rounds(self) -> int:
        return len(_reads(self.game).rounds)

    @property
    def reads(self) -> Photographed:
        return _reads(self.game).of(self.round)


@photo.url_value_preprocessor
def _room_for_a_photo(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    """This comes before anything reads the request."""
    request.max_content_length = LARGEST


@photo.get("/count/<key>/photo/<int:seat>")
def landed_on_paper(key: str, seat: int) -> ResponseReturnValue:
    """Where these pages lead that answer a form, when they are asked for again: back to the count."""
    return redirect(url_for("count_now.page", key=key, draft=1, _anchor=f"paper{seat}"), 303)


@photo.get("/t/<code>/count/<int:seat>/photo")
def landed_at_seat(code: str, seat: int) -> ResponseReturnValue:
    table_or_404(code)
    return redirect(url_for("table.count", code=code, seat=seat), 303)


@photo.post("/count/<key>/photo/<int:seat>")
def of_paper(key: str, seat: int) -> ResponseReturnValue:
    """The sheet of a player of Count now: what is on the paper comes along, and stays."""
    game = game_or_404(key)
    reads = _reads(game)
    if seat not in range(1 if reads.together else game.seats.stop - 1):
        abort(404)
    name = one_line(request.form.get(f"name{seat}", "")) or gettext("Player %(number)d", number=seat + 1)
    called = game.title if reads.together else name
    back = url_for("count_now.add_up", key=key, _anchor=f"paper{seat}")
    return _answer(Wanted(game, seat, called, _round(reads, 1), back, lambda counts: show_with(game, counts)))


@photo.post("/t/<code>/count/<int:seat>/photo")
@limit_taps
def of_seat(code: str, seat: int) -> ResponseReturnValue:
    """The sheet of a player at a table."""
    here = table_or_404(code)
    if not here.may_write:
        abort(403)
    if seat >= len(here.table.names):
        abort(404)
    live = live_of(here)
    reads = _reads(live.game)
    back = url_for("table.count", code=code, seat=seat)
    name, round = here.table.names[seat], _round(reads, reads.counted(live.state))
    return _answer(Wanted(live.game, seat, name, round, back, lambda counts: show_count(here, seat, counts[seat])))


def _reads(game: AnyGame) -> Photographed:
    return game.photographed or abort(404)


def _round(reads: Photographed, usual: int) -> int:
    """The round of the sheet that was chosen, else the usual one; 0 where it has none."""
    if not reads.rounds:
        return 0
    chosen = whole(request.form.get(ROUND, "")) or 0
    return chosen if chosen in range(1, len(reads.rounds) + 1) else usual


def _answer(wanted: Wanted) -> ResponseReturnValue:
    """The page that asks for a photo, the one that asks about it, or the count."""
    reads = wanted.reads
    try:
        if INK in request.form:
            return _counted(wanted, _ink(reads), _told())
        return _read(wanted) if "photo" in request.files else _page(wanted)
    except (Unreadable, Malformed) as wrong:
        return _page(wanted, 422, translate(wrong.why))
    except Busy:
        said = gettext("Cairn is busy with other photos. Wait a moment, then send yours again.")
        return *_page(wanted, 503, said), {"Retry-After": "10"}


def _read(wanted: Wanted) -> ResponseReturnValue:
    if not may_work():
        said = gettext("Your photos and files have kept Cairn busy for a minute. The next one is taken in ten minutes.")
        return *_page(wanted, 429, said), {"Retry-After": "600"}
    reading = _reading(_sent(), wanted.round)
    if reading.game != wanted.game.key:
        raise Unreadable(text("This is a sheet of another game: {title}.", title=GAMES[reading.game].title))
    return _asked(wanted, reading) if reading.questions else _counted(wanted, reading.ink, {})


def _sent() -> bytes:
    """What was chosen with the camera or among the pictures; raises `Unreadable`."""
    chosen = next((file for file in request.files.getlist("photo") if file.filename), None)
    if chosen is None:
        raise Unreadable(text("No photo was chosen: take one, or choose a picture."))
    sent: bytes = chosen.read()
    return sent


def _reading(sent: bytes, round: int) -> Reading:
    """What is read; how long it took is counted, whatever came of it. Raises `Unreadable` and `Busy`."""
    began = monotonic()
    try:
        return read_photo(sent, round)
    finally:
        worked(asker(), monotonic() - began)


def _asked(wanted: Wanted, reading: Reading) -> ResponseReturnValue:
    pictures = [f"data:image/jpeg;base64,{b64encode(one.picture).decode()}" for one in reading.questions]
    asked = zip(reading.questions, pictures, strict=True)
    page = _render("photo/questions.html", wanted, asked=asked, ink=dict(reading.ink))
    return page, {"Cache-Control": "no-store"}  # pieces of the photo are kept nowhere


def _counted(wanted: Wanted, ink: Mapping[str, float], told: Mapping[str, int]) -> ResponseReturnValue:
    """The count of the likeliest sheet with this ink on it, of which somebody said what some facts are."""
    sheet = wanted.reads.read(ink, told).sheet
    return wanted.show(wanted.reads.counts(wanted.seat, sheet))


def _ink(reads: Photographed) -> dict[str, float]:
    """What the form of the questions holds of the reading; raises `Malformed`."""
    said = parse(request.form[INK])
    found = {place: said[place] for place in reads.places if place in said} if isinstance(said, dict) else {}
    if not found or not all(isinstance(odds, float | int) and abs(odds) < SUREST for odds in found.values()):
        raise Malformed(text("What was read of the photo is lost: send it again."))
    return {place: float(odds) for place, odds in found.items()}


def _told() -> dict[str, int]:
    said = {name.removeprefix(TOLD): whole(value) for name, value in request.form.items() if name.startswith(TOLD)}
    return {fact: value for fact, value in said.items() if value is not None}


def _page(wanted: Wanted, status: int = 200, said: str = "") -> tuple[str, int]:
    return _render("photo/page.html", wanted, said=said), status


def _render(template: str, wanted: Wanted, **more: Any) -> str:
    own = (*OF_ITS_PAGE, INK, ROUND)
    fields = [(name, value) for name, value in request.form.items(multi=True)]
    kept = [(name, value) for name, value in fields if name not in own and not name.startswith(TOLD)]
    return render_template(template, wanted=wanted, kept=kept, **more)
