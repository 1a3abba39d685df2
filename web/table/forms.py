"""How a report travels in a form: its events are JSON, as the public log has them.

A field `report` holds all of them, as a list. Where several controls compose a report, each says a part of it, at the
place that its name leads to: `report.0.card` is the card of the first event. The first word of a name says what the
value is: of `report` it is JSON; of `number`, `numbers` and `text` what was typed; of `with` JSON that goes along where
another field says something at that place. An empty value says nothing.

The parts are merged as a JSON Merge Patch is (RFC 7396: an object key by key, and null takes away), except that a list
appends, and that the keys of an object are places in a list. Deeper parts come first, so that whoever says a whole
thing at once has the last word; then comes what was typed, a list of numbers in the place of all that was there.

What could not be recorded is kept by a page that sends it again.
"""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from flask import flash, render_template, request, session
from flask_babel import gettext
from flask_wtf import FlaskForm
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, IntegerField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp

from referee import Asks, Report, asks_nothing
from scoring.core.codec import parse, typed_number
from scoring.core.log import Event
from scoring.core.rule import Malformed
from scoring.core.text import text
from web.rendering.fragments import instead_of_the_page
from web.table.access import TableAccess

REPORT, WITH = "report", "with"
READ: Mapping[str, Callable[[str], object]] = {
    REPORT: parse,
    "number": typed_number,
    "numbers": lambda typed: [typed_number(each) for each in typed.split()],
    "text": str.strip,
    WITH: parse,
}
MOST_FIELDS = 2_000
MOST_EVENTS = 100
DEEP = 12
Said: TypeAlias = Event | Sequence[Event]
"""An event, or several in order."""
Kept: TypeAlias = tuple[str, int, dict[str, str]]  # a page that keeps what was typed, its status and its headers


class Whole(IntegerField):  # type: ignore[misc]
    """A whole number of at most 20 digits: one of 310 digits could not be compared, because no float holds it."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(["" if len(typed) > 20 else typed for typed in valuelist])


class ReportForm(FlaskForm):  # type: ignore[misc]
    """The fields of every report beside its events. Its errors are read by nobody: pages fill these
    fields, not people.
    """

    class Meta:
        csrf = False  # asked of every POST before any form is made

        def get_translations(self, _form: object) -> None:
            return None

    move_id = HiddenField(validators=[InputRequired(), Length(8, 64), Regexp(r"^[\w.-]+$")])
    seen = Whole(validators=[InputRequired(), NumberRange(0, 1_000_000)])
    after = HiddenField(filters=[lambda ids: tuple((ids or "").split())])

    def report(self, here: TableAccess, *events: Event, asks: Asks = asks_nothing) -> Report:
        """The report of this device; a seat made it only where the device sits at that one alone."""
        return Report(self.move_id.data, self.seen.data, events, here.only_seat, here.seats, self.after.data, asks)


class UndoForm(ReportForm):
    """An undo: of one move alone (`only`), or all that came after a move (`back_to`; 0: everything)."""

    only = Whole(validators=[Optional(), NumberRange(1, 1_000_000)])
    back_to = Whole(validators=[Optional(), NumberRange(0, 1_000_000)])

    def validate(self, extra_validators: Mapping[str, Sequence[object]] | None = None) -> bool:
        valid: bool = super().validate(extra_validators)
        return valid and (self.only.data is None) != (self.back_to.data is None)


def whole(typed: str) -> int | None:
    """A whole number typed with any kind of minus, or a plus; None where it is not one."""
    plain = typed.strip().replace("−", "-").removeprefix("+")
    return int(plain) if plain.removeprefix("-").isdecimal() and len(plain) < 8 else None


def new_move_id() -> str:
    return secrets.token_urlsafe(6)


def room_for_a_file(most: int, text: int | None = None) -> None:
    """Allow a request of so many bytes, with so many of text beside the files, if it is in parts as files are sent.

    To be called before anything reads the request. Any other form is read at once into as many fields as it says, and
    Werkzeug bounds those by its size alone, so it keeps the limit of all forms.
    """
    if request.mimetype == "multipart/form-data":
        request.max_content_length = most
        request.max_form_memory_size = text or request.max_form_memory_size


def as_json(value: object) -> str:
    """JSON for the value of a field."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def fields(said: Said) -> list[tuple[str, str]]:
    """The field of a form that reports an event, or several in order."""
    return [(REPORT, as_json([said] if isinstance(said, Mapping) else said))]


def sends(part: object, path: object = None, kind: str = REPORT) -> Markup:
    """The attributes of a control that says a part of a report; without a `path` a list of events, or an object that
    has them by their places.
    """
    value = escape(as_json(part)).replace(Markup("&#34;"), Markup('"'))
    return Markup("name=\"{}\" value='{}'").format(kind if path is None else f"{kind}.{path}", value)


class Part(NamedTuple):
    """What one field says, and at which place of the report."""

    kind: str
    path: Sequence[str]
    value: object

    @property
    def turn(self) -> tuple[bool, bool, int]:
        """When it is merged."""
        return self.kind == WITH, self.kind != REPORT, -len(self.path)


class Places(dict[int, Any]):
    """A list that is being put together: the entries that have a place, and those `appended` around them."""

    def __init__(self, entries: Mapping[str, Any] | None = None) -> None:
        super().__init__({int(place): entry for place, entry in (entries or {}).items()})
        self.appended: list[Any] = []


def events_from(form: MultiDict[str, str]) -> list[Event]:
    """The events in a posted form, at least one.

    Raises `Malformed` when the fields contradict each other, a value is not what it should be, or no event is there: so
    looks what has waited in a phone since before an update.
    """
    report = Places()
    for part in sorted(_parts(form), key=lambda part: part.turn):
        _put(report, part)
    events: list[Event] = _made(report)
    if not events:
        raise Malformed(text("Cairn cannot read this, perhaps because it was updated meanwhile: say it again."))
    if len(events) > MOST_EVENTS:
        raise Malformed(text("This form has too many fields."))
    if not all(isinstance(event, dict) for event in events):
        raise Malformed(text("{where}: an object is expected.", where="event"))
    return events


def event_from(form: MultiDict[str, str]) -> Event:
    """The one event in a posted form; raises `Malformed` also when there are several."""
    event, *others = events_from(form)
    if others:
        raise Malformed(text("One event is expected here, and there are {number}.", number=1 + len(others)))
    return event


def _parts(form: MultiDict[str, str]) -> list[Part]:
    """What the fields say of a report; raises `Malformed`."""
    named = [(name.split("."), value) for name, value in form.items(multi=True) if value.strip()]
    said = [(kind, path, value) for (kind, *path), value in named if kind == REPORT or (path and kind in READ)]
    if len(said) > MOST_FIELDS:
        raise Malformed(text("This form has too many fields."))
    parts = [Part(kind, path, READ[kind](value)) for kind, path, value in said]
    if not all(len(part.path) < DEEP and _is_shallow(part.value, DEEP) for part in parts):
        raise Malformed(text("This is nested too deep."))
    return parts


def _is_shallow(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_is_shallow(each, levels - 1) for each in inner)


def _put(report: Places, part: Part) -> None:
    """Merge a part into the report; raises `Malformed`."""
    try:
        if part.kind == "numbers":
            _merged(report, _at(part.path, None))
        if part.kind != WITH or _is_said(report, part.path):
            _merged(report, _at(part.path, part.value))
    except ValueError:
        raise Malformed(text("The field {name} does not fit the others.", name=".".join(part.path)[:80])) from None


def _at(path: Sequence[str], value: object) -> object:
    for key in reversed(path):
        value = {key: value}
    return value


def _is_said(place: Any, path: Sequence[str]) -> bool:
    for key in path:
        place = place.get(_key(place, key)) if isinstance(place, dict) else None
    return place is not None


def _merged(there: Any, part: Any) -> Any:
    """What is there, with a part of it merged in; raises `ValueError` where that is of another kind."""
    if isinstance(part, list):
        place = there if isinstance(there, Places) else Places(_object(there))
        place.appended += part
        return place
    if not isinstance(part, dict):
        if isinstance(there, dict):
            raise ValueError
        return part
    place = _object(there)
    for key, inner in part.items():
        own = _key(place, key)
        if inner is None:
            place.pop(own, None)
        else:
            place[own] = _merged(place.get(own), inner)
    return place


def _object(there: Any) -> Any:
    if there is not None and not isinstance(there, dict):
        raise ValueError
    return {} if there is None else there


def _key(place: Any, key: str) -> int | str:
    return int(key) if isinstance(place, Places) else key


def _made(value: Any) -> Any:
    """The JSON that was put together."""
    if not isinstance(value, Places):
        return {key: _made(inner) for key, inner in value.items()} if isinstance(value, dict) else value
    entries = [*value.appended]
    for place in sorted(value):
        entries.insert(min(place, len(entries)), _made(value[place]))
    return entries


def send_again(status: int, why: str, here: TableAccess | None = None, **instead: object) -> Kept:
    """An error that keeps what was typed: the same fields, ready to be sent again; `instead` of some, others."""
    body = render_template("not_recorded.html", why=why, here=here, **sent(**instead))
    return body, status, instead_of_the_page()


def sent(**instead: object) -> dict[str, object]:
    """The fields that this request brought, but for the signature, and where to: for a page that sends them again."""
    kept = [(name, instead.get(name, value)) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return {"kept": kept, "action": f"{request.script_root}{request.full_path}".rstrip("?")}


def ahead_of(here: TableAccess, seen: int) -> Kept | None:
    """The answer to a report from a phone that has seen more than there is: it keeps what was entered."""
    return send_again(409, _set_back(), here, seen=here.seq) if seen > (here.seq or 0) else None


def tell_set_back() -> None:
    """The next page says that an older copy of the ledger was put back."""
    if ("message", _set_back()) not in session.get("_flashes", []):
        flash(_set_back())


def _set_back() -> str:
    return str(
        gettext(
            "Cairn was set back to an older copy: what this table had recorded after it is gone. "
            "Look at the table, and record what is missing again."
        )
    )
