"""Forms made from moves: an event goes into a form as flat fields and comes back as the same event.

A field's name is the path to its value: `e.seat#` is a number, `e.card` a text, `e.lit!` true or false; `[]`
after a part appends to a list, `[2]` is the third object of one; a name that ends with `{}` or `[]{}` opens an empty
object or list; one that ends with `?` is left out when nothing was typed, one with `??` leaves out its whole event.
A report of several events has them as `e[0].seat#`, `e[1].card`, and so on, with `e[].seat#` in each of them. What a
single control cannot say in one field, a field `sends` holds: more fields, as a query; of radio buttons in one form
each group has its own, as `sends.kind`.
In what such a field holds `[*]` is the next object of a list; `[new]` is the one after those, which several controls
make together. A value `!` of a name that ends with `{}` says that nothing else counts that other controls said of
this object or list.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias
from urllib.parse import parse_qsl, urlencode

from flask import request
from flask_wtf import FlaskForm
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, IntegerField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp

from scoring.core.log import Event
from scoring.core.rule import Malformed
from scoring.core.text import text

SENDS = "sends"
NEXT, NEW = "[*]", "[new]"
WHOLE = "!"
FIELD = re.compile(r"e(?:\[([0-9]?)\])?\.(.*)", re.DOTALL)
EACH = 99  # instead of the number of an event, which is one digit
MOST_FIELDS = 2_000
Said: TypeAlias = Event | Sequence[Event]
"""An event, or several in order."""


class Whole(IntegerField):  # type: ignore[misc]
    """A whole number of at most 20 digits: one of 310 digits could not be compared, because no float holds it."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(["" if len(typed) > 20 else typed for typed in valuelist])


class ReportForm(FlaskForm):  # type: ignore[misc]
    """What every report carries beside its events. Its errors are read by nobody: pages fill these
    fields, not people.
    """

    class Meta:
        csrf = False  # asked of every POST before any form is made

        def get_translations(self, _form: object) -> None:
            return None

    move_id = HiddenField(validators=[InputRequired(), Length(8, 64), Regexp(r"^[\w.-]+$")])
    seen = Whole(validators=[InputRequired(), NumberRange(0, 1_000_000)])
    after = HiddenField(filters=[lambda ids: tuple((ids or "").split())])


class UndoForm(ReportForm):
    """What to undo: one move alone (`only`), or all that came after a move (`back_to`; 0: everything)."""

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


def fields(said: Said, root: str = "e.") -> Iterator[tuple[str, str]]:
    """The form fields of an event, or of several in order, as (name, value)."""
    if isinstance(said, Mapping):
        for key, value in said.items():
            yield from _fields(root + key, value)
        return
    for number, event in enumerate(said):
        yield from fields(event, f"e[{number}].")


def sends(said: Said, root: str = "e.", group: str = "", whole: bool = False) -> Markup:
    """The attributes of a control that reports an event, several in order, or a part of them: what stands under `root`.

    `group` is the group of a radio button. `whole`: this value is all of it, whatever other controls add.
    """
    name = f"{SENDS}.{group}" if group else SENDS
    return Markup('name="{}" value="{}"').format(name, said_as_query(said, root, whole))


def said_as_query(said: Said, root: str = "e.", whole: bool = False) -> str:
    """The query that a field `sends` holds."""
    first = [(root.removesuffix(".") + "{}", WHOLE)] if whole else []
    return urlencode([*first, *fields(said, root)], safe="[]{}#!?,:*")


def _fields(path: str, value: object) -> Iterator[tuple[str, str]]:
    match value:
        case bool():
            yield path + "!", "1" if value else "0"
        case int():
            yield path + "#", str(value)
        case str():
            yield path, value
        case dict():
            yield path + "{}", ""
            for key, inner in value.items():
                yield from _fields(f"{path}.{key}", inner)
        case list() | tuple():
            yield path + "[]{}", ""
            for place, inner in enumerate(value):
                yield from _fields(f"{path}[{place}]" if isinstance(inner, dict) else path + "[]", inner)


def events_from(form: MultiDict[str, str]) -> list[dict[str, object]]:
    """The events in a posted form, at least one; raises `Malformed` when the fields contradict each other."""
    events: list[dict[str, object]] = [{}]
    for at, name, value in _entries(form):
        if len(events) < at < EACH:
            raise _misfit(name)
        events += [{}] if at == len(events) else []
        for event in events if at == EACH else [events[at]]:
            _put(event, name, value)
    return events


def event_from(form: MultiDict[str, str]) -> dict[str, object]:
    """The one event in a posted form; raises `Malformed` when there are several."""
    event, *others = events_from(form)
    if others:
        raise Malformed(text("One event is expected here, and there are {number}.", number=1 + len(others)))
    return event


def _entries(form: MultiDict[str, str]) -> list[tuple[int, str, str]]:
    """For each field that was filled in: the number of its event (or EACH), the path in that event, and the value."""
    found = [(FIELD.fullmatch(name), value) for name, value in _opened(form)]
    entries = [(EACH if name[1] == "" else int(name[1] or 0), name[2], value) for name, value in found if name]
    if len(entries) > MOST_FIELDS:
        raise Malformed(text("This form has too many fields."))
    said = [entry for entry in entries if not entry[1].endswith("?") or entry[2].strip()]
    unsaid = {at for at, path, value in entries if path.endswith("??") and not value.strip()}
    places = (
        {at: place for place, at in enumerate(sorted({at for at, *_said in said} - unsaid - {EACH}))} if unsaid else {}
    )
    return [
        (places.get(at, at), path.rstrip("?"), value)
        for at, path, value in sorted(said, key=itemgetter(0))
        if at not in unsaid
    ]


def _opened(form: MultiDict[str, str]) -> Iterator[tuple[str, str]]:
    """The fields of a form, with each `sends` replaced by the fields it holds, and every object of a list numbered."""
    taken: Counter[str] = Counter()
    controls = []
    for name, value in form.items(multi=True):
        held = _held(name, value)
        start = next((path.partition(NEXT)[0] for path, _value in held if NEXT in path), None)
        if start is not None:
            held = [(path.replace(NEXT, f"[{taken[start]}]"), value) for path, value in held]
            taken[start] += 1
        controls.append(held)
    for path, value in (field for held in sorted(controls, key=_rank) for field in held):
        start, new, end = path.partition(NEW)
        yield (f"{start}[{taken[start]}]{end}" if new else path), value


def _held(name: str, value: str) -> list[tuple[str, str]]:
    if name.partition(".")[0] != SENDS:
        return [(name, value)]
    try:
        return parse_qsl(value, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Malformed(text("This form has too many fields.")) from None


def _rank(held: Sequence[tuple[str, str]]) -> int:
    """The order in which controls are read: one that makes a new object comes after the others of its list, one that
    replaces the whole comes last.
    """
    if any(path.endswith("{}") and value == WHOLE for path, value in held):
        return 2
    return 1 if any(NEW in path for path, _value in held) else 0


def _put(event: dict[str, object], name: str, value: str) -> None:
    *parents, last = name.removesuffix("{}").split(".")
    place = event
    for parent in parents:
        place = _inside(place, parent, name)
    _put_last(place, last, name, value)


def _inside(place: dict[str, object], part: str, name: str) -> dict[str, object]:
    """The object that a part of a path leads to, made if it is missing; a list entry only if it is the next one."""
    key, _, entry = part.removesuffix("]").partition("[")
    if not entry:
        inner = place.setdefault(part, {})
    else:
        entries = place.setdefault(key, [])
        at = int(entry) if entry.isdecimal() and len(entry) < 4 else MOST_FIELDS
        if not isinstance(entries, list) or at > len(entries):
            raise _misfit(name)
        entries += [{}] if at == len(entries) else []
        inner = entries[at]
    if not isinstance(inner, dict):
        raise _misfit(name)
    return inner


def _misfit(name: str) -> Malformed:
    return Malformed(text("The field {name} does not fit the others.", name=name[:80]))


def _put_last(place: dict[str, object], last: str, name: str, value: str) -> None:
    key = last.rstrip("#!").removesuffix("[]")
    if name.endswith("{}"):
        entry = last.endswith("]") and not last.endswith("[]")
        inner = _inside(place, last, name) if entry else place.setdefault(key, [] if last.endswith("[]") else {})
        if value == WHOLE and isinstance(inner, dict | list):
            inner.clear()
    elif "[]" in last:
        entries = place.setdefault(key, [])
        if not isinstance(entries, list):
            raise _misfit(name)
        entries.extend(_value(last, typed) for typed in (value.split() if last.endswith("#") else [value]))
    else:
        place[key] = _value(last, value)


def _value(last: str, value: str) -> object:
    if last.endswith("!"):
        return value == "1"
    if not last.endswith("#"):
        return value
    if not value.removeprefix("-").isdecimal() or len(value) > 9:
        raise Malformed(text("“{value}” is not a whole number.", value=value[:40]))
    return int(value)
