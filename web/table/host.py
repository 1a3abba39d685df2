"""What whoever opened a table may do: free a seat, close joining, hand the table over, delete it, and change what is
known about the game at any time. One thing everybody may do at their own seat: be the only phone there.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from flask_wtf import FlaskForm
from wtforms import Field, StringField
from wtforms.validators import ValidationError

from ledger.entries import About, NameTaken
from printables.choice import Unprintable, check_words
from referee import Exchange
from referee import exchange as write_exchange
from scoring.core.sheet import Seat
from web.group.names import SAME, one_line
from web.rendering.i18n import date_of, translate
from web.server.streams import BESIDE, GONE, hub
from web.table.access import (
    TableAccess,
    device,
    forget_on_device,
    ledger,
    live_of,
    mend_remembered,
    referee,
    table_or_404,
)
from web.table.forms import sent
from web.table.lobby import seat_field

host = Blueprint("host", __name__)
EXCHANGE, NAMES, PLACES = "exchange", "names", "places"
"""The field of the answer where names were exchanged, and its values."""


def hosted(code: str) -> TableAccess:
    """The table behind the link; 403 for anyone but its host."""
    here = table_or_404(code)
    if here.table.opener != device():
        abort(403)
    return here


def _seat(here: TableAccess) -> Seat:
    """The seat that the form names; 400 if there is none."""
    named = request.form.get("seat", "")
    if not named.isdecimal() or len(named) > 2 or int(named) >= len(here.table.names):
        abort(400)
    return int(named)


def _back(here: TableAccess) -> ResponseReturnValue:
    return redirect(url_for("table.share", code=here.table.code), 303)


@host.post("/t/<code>/free")
def free(code: str) -> ResponseReturnValue:
    """Free a seat of every device."""
    here = hosted(code)
    if live_of(here).face_down:
        flash(gettext("Cards are face down: seats can be freed after the reveal."))
    else:
        ledger().seats.free(here.table.id, _seat(here))
        hub().notify(here.table.id, BESIDE)
    return _back(here)


@host.post("/t/<code>/alone")
def alone(code: str) -> ResponseReturnValue:
    """Free this device's seat of all other phones."""
    here = table_or_404(code)
    seat = _seat(here)
    if here.seats != {seat}:
        abort(403)
    if live_of(here).face_down:
        flash(gettext("Cards are face down: seats can be freed after the reveal."))
    else:
        ledger().seats.leave_alone(here.table.id, seat, device())
        hub().notify(here.table.id, BESIDE)
    return _back(here)


@host.post("/t/<code>/joining")
def joining(code: str) -> ResponseReturnValue:
    """Close or open the table to new devices; those with a seat keep it."""
    here = hosted(code)
    ledger().tables.set_joining(here.table.id, request.form.get("joining") == "open")
    return _back(here)


@host.post("/t/<code>/lock")
def lock(code: str) -> ResponseReturnValue:
    """Close a finished game to every change, or open it again."""
    here = hosted(code)
    wanted = request.form.get("locked") == "yes"
    if wanted and not live_of(here).finished:
        flash(gettext("A game is locked when it is over."))
        return _back(here)
    ledger().tables.set_locked(here.table.id, wanted)
    flash(gettext("The table is locked: nothing can be recorded.") if wanted else gettext("The table is unlocked."))
    return _back(here)


@host.post("/t/<code>/hand-over")
def hand_over(code: str) -> ResponseReturnValue:
    """Make a device at this seat the host; nothing changes if no other device has it."""
    here = hosted(code)
    others = ledger().seats.sittings(here.table.id).get(_seat(here), frozenset()) - {device()}
    if not others:
        flash(gettext("Nobody else has this seat."))
        return _back(here)
    ledger().tables.hand_over(here.table.id, min(others))
    flash(gettext("The table has been handed over."))
    return _back(here)


@host.post("/t/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """Delete the table and everything in it."""
    here = hosted(code)
    if here.table.locked:
        flash(gettext("This table is locked: unlock it first."))
        return _back(here)
    ledger().tables.delete(here.table.id)
    referee().forget(here.table)
    hub().notify(here.table.id, GONE)
    forget_on_device(here.table)
    flash(gettext("The table has been deleted."))
    return redirect(url_for("lobby.home"), 303)


class AboutForm(FlaskForm):  # type: ignore[misc]
    """Where and when; the field of each seat comes before it."""

    place = StringField(_("Place"), filters=[lambda typed: one_line(typed or "")])
    day = StringField(_("Day"))
    note = StringField(_("Note"), filters=[lambda typed: one_line(typed or "")])

    def validate_day(self, field: Field) -> None:
        if field.data and _past(field.data) is None:
            raise ValidationError(gettext("Choose a day that has come, not later than today."))

    def validate_note(self, field: Field) -> None:
        try:
            check_words(self.place.data, field.data)
        except Unprintable as unprintable:
            raise ValidationError(translate(unprintable.why)) from unprintable


@host.route("/t/<code>/about", methods=["GET", "POST"])
def about(code: str) -> ResponseReturnValue:
    """The names, the place, the day and the note of a game; a POST changes them."""
    here = hosted(code)
    if here.table.locked:
        flash(gettext("This table is locked: unlock it first."))
        return redirect(url_for("table.share", code=code), 303)
    form = _form(here)
    if form.validate_on_submit():
        exchange = _exchange(here, form)
        if exchange and request.form.get(EXCHANGE) not in (NAMES, PLACES):
            return _asked(here, exchange)
        try:
            return _changed(here, form, exchange)
        except NameTaken:
            form.form_errors.append(translate(SAME))
    shown = render_template(
        "table/about.html", here=here, form=form, today=_today(), url=url_for("table.page", code=code)
    )
    return shown, 422 if form.is_submitted() else 200


def _form(here: TableAccess) -> AboutForm:
    """The form with what is known of the game, the day included on which it was recorded."""
    table = here.table
    seats = {f"name{seat}": seat_field(seat, needed=True) for seat in range(len(table.names))}
    known = {f"name{seat}": name for seat, name in enumerate(table.names)}
    known |= {"place": table.place, "note": table.note, "day": date_of(table.played).isoformat()}
    form: AboutForm = type("AboutThisTable", (AboutForm,), seats)(data=known)
    return form


def _exchange(here: TableAccess, form: AboutForm) -> dict[Seat, Seat]:
    """Where names were only exchanged after the game had begun: for each seat the one that had its name; else empty."""
    names = list(here.table.names)
    typed = _typed(here, form)
    if not here.seq or sorted(typed.values()) != sorted(names):
        return {}
    return {seat: names.index(name) for seat, name in typed.items() if name != names[seat]}


def _typed(here: TableAccess, form: AboutForm) -> dict[Seat, str]:
    return {seat: form[f"name{seat}"].data for seat in range(len(here.table.names))}


def _asked(here: TableAccess, exchange: Mapping[Seat, Seat]) -> ResponseReturnValue:
    """The question to whom the points belong, with what each answer records."""
    live, names = live_of(here), here.table.names
    totals = [None if live.scores_hidden else player.total for player in live.sheet.players]
    swapped = [(names[owner], totals[seat]) for seat, owner in exchange.items()]
    kept = [(names[seat], totals[seat]) for seat in exchange]
    return render_template("table/exchanged.html", here=here, swapped=swapped, stays=kept, **sent()), 422


def _exchanged(here: TableAccess, exchange: Mapping[Seat, Seat], *, places: bool) -> None:
    """Write it down, and lead each phone to its new seat where players have changed places."""
    by = here.only_seat
    if places:
        ledger().seats.exchange(here.table.id, exchange)
        by = by if by is None else exchange.get(by, by)
    live = write_exchange(referee(), here.table, Exchange(tuple(sorted(exchange)), places, by))
    hub().notify(here.table.id, live.seq)


def _changed(here: TableAccess, form: AboutForm, exchange: Mapping[Seat, Seat]) -> ResponseReturnValue:
    """Write it down; a day on which the game was recorded anyway goes without saying."""
    table, day = here.table, _past(form.day.data)
    places = bool(exchange) and request.form[EXCHANGE] == PLACES
    if places and live_of(here).face_down:
        flash(gettext("Cards are face down here: wait for the reveal to change seats."))
        return redirect(url_for("host.about", code=table.code), 303)
    recorded = date_of(table.finished_at or table.opened_at)
    typed = {} if places else _typed(here, form)
    mended = {seat: name for seat, name in typed.items() if name != table.names[seat]}
    words = About(form.place.data, form.note.data, None if day == recorded else day)
    ledger().tables.set_about(table.id, words, mended)
    mend_remembered({table.names[seat]: name for seat, name in mended.items()})
    if exchange:
        _exchanged(here, exchange, places=places)
    hub().notify(table.id, BESIDE)
    flash(gettext("Changed."))
    if table.finished_at:
        return redirect(url_for("table.result", code=table.watch), 303)
    return redirect(url_for("table.share", code=table.code), 303)


def _today() -> date:
    return date_of(datetime.now(UTC))


def _past(typed: str) -> date | None:
    """The day that was typed, up to today; None for anything else."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return None
    return day if date(1900, 1, 1) <= day <= _today() else None
