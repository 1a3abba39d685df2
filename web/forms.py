"""Forms made from moves: an event goes into a form as flat fields and comes back as the same event.

A field's name is the path to its value: `e.seat#` is a number, `e.card` a text, `e.lit!` true or false; `[]`
after a part appends to a list, `[2]` is the third object of one; a name that ends with `{}` or `[]{}` opens an empty
object or list.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, IntegerField
from wtforms.validators import InputRequired, Length, NumberRange, Regexp

from scoring.core.rule import Malformed
from scoring.core.text import text

ROOT = "e."
MOST_FIELDS = 500


class ReportForm(FlaskForm):  # type: ignore[misc]
    """What every report carries beside its event. Nobody reads what is wrong with it: a page makes it, no hand."""

    class Meta:
        csrf = False  # asked of every POST before any form is made

        def get_translations(self, _form: object) -> None:
            return None

    move_id = HiddenField(validators=[InputRequired(), Length(8, 64), Regexp(r"^[\w.-]+$")])
    seen = IntegerField(validators=[InputRequired(), NumberRange(0, 1_000_000)])


def new_move_id() -> str:
    return secrets.token_urlsafe(6)


def fields(event: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The form fields of an event, as (name, value)."""
    for key, value in event.items():
        yield from _fields(ROOT + key, value)


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


def alternatives(events: Sequence[Mapping[str, object]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The fields that all of these events share, and the one in which each of them differs: what its button sends.

    Raises ValueError when one of them differs in more or less than one field.
    """
    of_each = [list(fields(event)) for event in events]
    shared = [field for field in of_each[0] if all(field in others for others in of_each)]
    own = [[field for field in each if field not in shared] for each in of_each]
    if len(of_each) == 1:
        return shared[:-1], shared[-1:]
    if any(len(field) != 1 for field in own):
        raise ValueError("a button sends one field")
    return shared, [field for (field,) in own]


def event_from(form: MultiDict[str, str]) -> dict[str, object]:
    """The event in a posted form; raises `Malformed` when the fields contradict each other."""
    event: dict[str, object] = {}
    entries = [(name[len(ROOT) :], value) for name, value in form.items(multi=True) if name.startswith(ROOT)]
    if len(entries) > MOST_FIELDS:
        raise Malformed(text("This form has too many fields."))
    for name, value in entries:
        _put(event, name, value)
    return event


def _put(event: dict[str, object], name: str, value: str) -> None:
    *parents, last = name.removesuffix("{}").split(".")
    place = event
    for parent in parents:
        place = _inside(place, parent, name)
    _put_last(place, last, name, value)


def _inside(place: dict[str, object], part: str, name: str) -> dict[str, object]:
    """The object that a part of a path leads to, made if it is missing; an entry of a list only if it is the next."""
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
    if name.endswith("]{}") and not last.endswith("[]"):
        _inside(place, last, name)
    elif name.endswith("{}"):
        place.setdefault(key, [] if last.endswith("[]") else {})
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
