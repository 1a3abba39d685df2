"""A photo of a sheet becomes its count: read, asked about where it is uncertain, then shown as if it had been ticked. A
photo of several sheets becomes the counts of several players, or of the one that is chosen.

Photos are read in processes of their own, so that no tap ever waits for one. None is kept, and nothing is recorded:
what was entered before travels along in the forms.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from photos import MOST_BYTES, MOST_SHEETS, Unreadable, check_installed, too_many
from printables import DOCUMENTS, Document
from printables.blank import Composed, composed
from printables.choice import Choice
from scoring import GAMES
from scoring.core.codec import Json, parse
from scoring.core.game import AnyGame
from scoring.core.likeliest import Counts, Ink, Photographed, place_of
from scoring.core.rule import Malformed
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from web.count.at_table import show_event
from web.count.entered import OF_ITS_PAGE
from web.count.now import game_or_404, players_in, reported_on_paper, show_with
from web.group.library import layouts_known
from web.group.names import one_line
from web.http.limits import asker, limit_taps, may_work, worked
from web.print.page import words_of
from web.rendering.i18n import speaking, translate
from web.server.worker_pool import Busy, Worked, WorkerPool
from web.table.access import live_of, table_or_404
from web.table.forms import room_for_a_file, whole
from web.table.question import Reported, reported_at
from web.table.view import counting

if TYPE_CHECKING:
    from photos.sheets import PhotographedSheet

photo = Blueprint("photo", __name__)
LARGEST = 2 * MOST_BYTES  # of a request: a photo that is too large for the reader is refused with what was entered
OWN = "photo."  # begins the names of what these pages hold beside what was entered before
ROUND = "photo.round"
WHOSE = "photo.whose"
KEPT_NOWHERE = {"Cache-Control": "no-store"}  # pages with pieces of the photo
Broken = Mapping[Seat, Sequence[Text]]
SUREST = 99.0  # a logarithm of odds beyond which nothing is said


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose sheet is to be photographed, and which `round` of it (0: it has none); `places` are those whose sheets can
    be counted with it. `back` is the page of the count, which `show` shows with what was read and the rules that this
    breaks. Sheets may be printed with one of the `layouts`. `address` is this page for another seat, `reported` what
    the count has of everybody.
    """

    game: AnyGame
    seat: Seat
    places: range
    name: str
    round: int
    back: str
    show: Callable[[Counts, Broken], ResponseReturnValue]
    layouts: Sequence[object]
    address: Callable[[Seat], str]
    reported: Callable[[], Reported]

    @property
    def at_once(self) -> int:
        """The number of sheets of a photo that may be counted."""
        return min(MOST_SHEETS, len(self.places))

    @property
    def sheet(self) -> Document:
        return next(one for one in DOCUMENTS.values() if one.game == self.game.key and one.coded)

    @property
    def rounds(self) -> int:
        return len(_reads(self.game).rounds)

    @property
    def reads(self) -> Photographed:
        return _reads(self.game).of(self.round)

    def reads_coded(self, coded: int) -> Photographed:
        """The same for sheets with this digit in their codes."""
        return self.reads.on(self.layout(coded))

    def layout(self, coded: int) -> object:
        """The layout of sheets with this digit in their codes; None: the usual one."""
        return self.sheet.layout(self.sheet.coded_options(coded, self.layouts))


@photo.url_value_preprocessor
def _room_for_a_photo(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Allow a large request; this runs before anything reads it."""
    room_for_a_file(LARGEST)


@photo.get("/count/<key>/photo/<int:seat>")
def landed_on_paper(key: str, seat: int) -> ResponseReturnValue:
    """Lead a reload of these pages, which answer a form, back to the count."""
    return redirect(url_for("count_now.page", key=key, draft=1, _anchor=f"paper{seat}"), 303)


@photo.get("/t/<code>/count/<int:seat>/photo")
def landed_at_seat(code: str, seat: int) -> ResponseReturnValue:
    table_or_404(code)
    return redirect(url_for("count.page", code=code, seat=seat), 303)


@photo.post("/count/<key>/photo/<int:seat>")
def of_paper(key: str, seat: int) -> ResponseReturnValue:
    """The sheet of a player of *Count now*: what was entered comes along, and stays."""
    game = game_or_404(key)
    reads = _reads(game)
    places = range(1 if reads.together else game.seats.stop - 1)
    if seat not in places:
        abort(404)
    name = one_line(request.form.get(f"name{seat}", "")) or gettext("Player %(number)d", number=seat + 1)
    called = game.title if reads.together else name
    back = url_for("count_now.add_up", key=key, _anchor=f"paper{seat}")
    round = _round(reads, 1)

    def shown(counts: Counts, broken: Broken) -> ResponseReturnValue:
        return show_with(game, counts, reads.settings(counts), broken)

    def address(of: Seat) -> str:
        return url_for("photo.of_paper", key=key, seat=of, _anchor=f"paper{of}")

    reported = partial(reported_on_paper, game)
    return _answer(Wanted(game, seat, places, called, round, back, shown, layouts_known(game), address, reported))


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
    back = url_for("count.page", code=code, seat=seat)
    name, round, places = here.table.names[seat], _round(reads, reads.counted(live.state)), range(seat, seat + 1)

    def shown(counts: Counts, _broken: Broken) -> ResponseReturnValue:
        return show_event(here, seat, counts[seat])

    def address(of: Seat) -> str:
        return url_for("photo.of_seat", code=code, seat=of)

    def reported() -> Reported:
        return reported_at(here, live, [counting(here, live, of, None).move for of in range(len(here.table.names))])

    layouts = layouts_known(live.game, here, seat)
    return _answer(Wanted(live.game, seat, places, name, round, back, shown, layouts, address, reported))


def _reads(game: AnyGame) -> Photographed:
    return game.photographed or abort(404)


def _round(reads: Photographed, usual: int) -> int:
    """The round of the sheet that was chosen, else the usual one; 0 if it has none."""
    if not reads.rounds:
        return 0
    chosen = whole(request.form.get(ROUND, "")) or 0
    return chosen if chosen in range(1, len(reads.rounds) + 1) else usual


def _answer(wanted: Wanted) -> ResponseReturnValue:
    """The page that asks for a photo, the one that asks about it, or the count."""
    reads = wanted.reads
    try:
        read = [seat for seat in wanted.places if _of(seat, "ink") in request.form]
        if read:
            return _counted(wanted, {seat: (_ink(reads, seat), _coded(seat)) for seat in read})
        check_installed(current_app.config["POCKET"])
        return _read(wanted) if "photo" in request.files else _page(wanted)
    except (Unreadable, Malformed) as wrong:
        return _page(wanted, 422, translate(wrong.why))
    except Busy:
        why = gettext("Cairn is busy with other photos. Wait a moment, then send yours again.")
        return *_page(wanted, 503, why), {"Retry-After": "10"}


def _read(wanted: Wanted) -> ResponseReturnValue:
    if not may_work():
        why = gettext("Your photos and files have kept Cairn busy for a minute. The next one is taken in ten minutes.")
        return *_page(wanted, 429, why), {"Retry-After": "600"}
    sheets = read_photo(_sent(), wanted.round, partial(worked, asker()), wanted.layouts)
    if other := next((sheet.game for sheet in sheets if sheet.game != wanted.game.key), None):
        raise Unreadable(text("This is a sheet of another game: {title}.", title=GAMES[other].title))
    if len(sheets) > 1 and not wanted.reads.together:
        return _several(wanted, sheets)
    from photos.sheets import only

    reading = only(sheets)
    return (
        _questions(wanted, sheets)
        if reading.questions
        else _counted(wanted, {wanted.seat: (reading.ink, reading.coded)})
    )


def _sent() -> bytes:
    """The photo that was taken or chosen; raises `Unreadable`."""
    chosen = next((file for file in request.files.getlist("photo") if file.filename), None)
    if chosen is None:
        raise Unreadable(text("No photo was chosen: take one, or choose a picture."))
    sent: bytes = chosen.read()
    return sent


def _several(wanted: Wanted, sheets: Sequence[PhotographedSheet]) -> ResponseReturnValue:
    """The page that asks whose each sheet is or, where one is wanted, which; raises `Unreadable`."""
    if not any(sheet.reading for sheet in sheets):
        raise Unreadable(next(sheet.refused for sheet in sheets if sheet.refused))
    return _questions(wanted, sheets) if len(wanted.places) == 1 else _named(wanted, sheets)


def _questions(wanted: Wanted, sheets: Sequence[PhotographedSheet]) -> ResponseReturnValue:
    return _render("photo/questions.html", wanted, sheets=sheets), KEPT_NOWHERE


def _named(wanted: Wanted, sheets: Sequence[PhotographedSheet]) -> ResponseReturnValue:
    """The players of the sheets, in their order: from this player on if so many play, else the last ones or, if the
    sheets are more than the players, more players.
    """
    if len(sheets) > wanted.at_once:
        raise Unreadable(too_many(wanted.at_once))
    players = max(players_in(wanted.game, request.form), wanted.seat + 1, len(sheets))
    first = min(wanted.seat, players - len(sheets))
    known = session.get("names", [])
    seats = range(first, first + len(sheets))
    names = [f"name{seat}" for seat in seats]
    page = _render("photo/sheets.html", wanted, sheets=sheets, seats=seats, names=names, players=players, known=known)
    return page, KEPT_NOWHERE


def _counted(wanted: Wanted, inks: Mapping[Seat, tuple[Ink, int]]) -> ResponseReturnValue:
    """The counts of the likeliest sheets with this ink and this digit in their codes, given the facts that somebody
    answered.
    """
    read = {seat: wanted.reads_coded(coded).read(ink, _answers(seat)) for seat, (ink, coded) in inks.items()}
    counts: dict[Seat, Mapping[str, Json]] = {}
    for seat, likeliest in read.items():
        counts |= wanted.reads.counts(seat, likeliest.sheet)
    reported = wanted.reported()
    if WHOSE not in request.form and (doubts := list(_doubts(wanted, reported, counts, inks))):
        return _whose(wanted, reported, doubts, inks)
    return wanted.show(counts, {seat: likeliest.broken for seat, likeliest in read.items()})


def _doubts(wanted: Wanted, reported: Reported, counts: Counts, inks: Mapping[Seat, tuple[Ink, int]]) -> Iterator[Text]:
    """What speaks against these sheets being those of their players."""
    names = {**dict.fromkeys(inks, wanted.name), **_names(wanted, reported)}
    for seat, (_ink, coded) in inks.items():
        if wanted.reads.is_another(reported.state, seat, wanted.layout(coded)):
            yield text("By its square codes, this sheet has another layout than {name}’s.", name=names[seat])
    entered = [move for move in reported.counts if not reported.is_nothing(move)]
    others = {**{move.seat: reported.game.formats.event(move) for move in entered}, **counts}
    for (seat, own), (other, same) in product(counts.items(), others.items()):
        if not wanted.reads.together and (other < seat or other not in counts) and {**same, "seat": seat} == own:
            yield text("{name} and {other} would have the very same sheet.", name=names[seat], other=names[other])


def _names(wanted: Wanted, reported: Reported) -> Mapping[Seat, str]:
    return dict(enumerate(reported.names)) | {wanted.seat: wanted.name}


def _whose(
    wanted: Wanted, reported: Reported, doubts: Sequence[Text], inks: Mapping[Seat, tuple[Ink, int]]
) -> ResponseReturnValue:
    """The page that asks whose a sheet is, or whether several are right, whatever speaks against it."""
    names = _names(wanted, reported) if len(inks) == 1 else {wanted.seat: ""}
    told = {seat: _answers(seat) for seat in inks}
    return _render("photo/whose.html", wanted, doubts=doubts, inks=inks, told=told, names=names), KEPT_NOWHERE


def _of(seat: Seat, what: str) -> str:
    """The name of a field about the sheet of this seat."""
    return f"{OWN}{seat}.{what}"


def _ink(reads: Photographed, seat: Seat) -> dict[str, float]:
    """The ink seen on a sheet, as the form of the questions carries it; raises `Malformed`."""
    ink = parse(request.form[_of(seat, "ink")])
    found = {name: ink[name] for name in ink if place_of(name) in reads.places} if isinstance(ink, dict) else {}
    if not found or not all(isinstance(odds, float | int) and abs(odds) < SUREST for odds in found.values()):
        raise Malformed(text("What was read from the photo is lost: send it again."))
    return {place: float(odds) for place, odds in found.items()}


def _coded(seat: Seat) -> int:
    """The digit of the codes of a sheet, as the form of the questions carries it."""
    return whole(request.form.get(_of(seat, "coded"), "")) or 0


def _answers(seat: Seat) -> dict[str, int]:
    own = _of(seat, "told.")
    values = {name.removeprefix(own): whole(value) for name, value in request.form.items() if name.startswith(own)}
    return {fact: value for fact, value in values.items() if value is not None}


def _page(wanted: Wanted, status: int = 200, why: str = "") -> tuple[str, int]:
    return _render("photo/page.html", wanted, why=why), status


def _render(template: str, wanted: Wanted, **more: Any) -> str:
    fields = [(name, value) for name, value in request.form.items(multi=True)]
    kept = [(name, value) for name, value in fields if name not in OF_ITS_PAGE and not name.startswith(OWN)]
    return render_template(template, wanted=wanted, kept=kept, of=_of, as_data=_as_data, **more)


def _as_data(jpeg: bytes) -> str:
    """A picture as a `data:` address."""
    return f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"


def read_photo(
    photo: bytes, of_round: int = 0, worked: Worked | None = None, layouts: Sequence[object] = ()
) -> tuple[PhotographedSheet, ...]:
    """Read the sheets in a file that is said to be a photo, or of sheets with rounds one of them; raises `Unreadable`,
    and `Busy` where too many are sent at once. They may be printed with one of the `layouts`. `worked` is told the
    processor time of each step, in seconds.
    """
    from photos.sheets import look_apart, read_apart

    reader = cast(WorkerPool, current_app.extensions["reader"])
    seen = reader.awaited(reader.begin(look_apart, photo, layouts, worked=worked))
    kinds = [(kind, blank_of(kind.choice)) for kind in seen]
    return reader.awaited(reader.begin(read_apart, kinds, of_round, worked=worked))


def blank_of(choice: Choice) -> Composed:
    """The blank sheet, in English: where it is filled in is the same in every language."""
    return _blank_of(_Asked(repr(choice), choice))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A print job under a key, for its options cannot be looked up by."""

    key: str
    choice: Choice = field(compare=False)


@lru_cache(30)
def _blank_of(asked: _Asked) -> Composed:
    with speaking("en"):
        return composed(asked.choice, words_of("en"))
