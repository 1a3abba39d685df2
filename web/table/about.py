"""About a game: the names of who plays, where it was played, on which day, and a note. Whoever opened the table changes
them at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
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
from web.server.streams import BESIDE, hub
from web.table.access import TableAccess, ledger, live_of, mend_remembered, referee
from web.table.host import hosted
from web.table.lobby import seat_field
from web.table.resending import sent

about = Blueprint("about", __name__)
EXCHANGE, NAMES, PLACES = "exchange", "names", "places"
"""The field of the answer where names were exchanged, and its values."""


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


@about.route("/t/<code>/about", methods=["GET", "POST"])
def page(code: str) -> ResponseReturnValue:
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
        return redirect(url_for("about.page", code=table.code), 303)
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
