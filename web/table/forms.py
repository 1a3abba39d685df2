"""Forms made from moves: an event goes into a form as flat fields of text and comes back as the same event.

A field's name is the path to its value: `e.card`, `e.sheet.artifacts`. `[]` at its end appends to a list, `[2]` is the
third object of one. What is a number, a flag or a list the game's codec knows, and of what may be missing that nothing
typed is missing; a text without a letter is also an empty list or object. A name that ends with `??` leaves out its
whole event where nothing was typed. A report of several events has them as `e[0].seat`, `e[1].card`, and so on, with
`e[].seat` in each of them.

What a single control cannot say in one field, a field `sends` holds: more fields, as a query; of radio buttons in one
form each group has its own, as `sends.kind`. In what such a field holds `[*]` is the next object of a list; `[new]` is
the one after those, which several controls make together. A field `instead` names an object or list of which nothing
else counts that other controls said.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qsl, urlencode

from flask import request
from flask_wtf import FlaskForm
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, IntegerField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp

from scoring.core.log import Event
from scoring.core.reading import listing, parse
from scoring.core.rule import Malformed
from scoring.core.text import text

REPORT = "report"
"""The field that holds a whole report: the list of its events, as the public log has them."""
MOST_EVENTS = 100
DEEP = 12
SENDS, INSTEAD = "sends", "instead"
NEXT, NEW = "[*]", "[new]"
EVENT = re.compile(r"e(?:\[([0-9]?)\])?\.(.*)", re.DOTALL)
PART = re.compile(r"\[[^\]]*\]?|[^.\[]+")
NAMED_BEFORE = re.compile(r"(e[.\[].*?)(\[\]\{\}|\{\}|[#!]?)(\?{0,2})", re.DOTALL)
MOST_FIELDS = 2_000
Field: TypeAlias = tuple[str, str | None]
"""The name of a field and what was typed; None: nothing counts that others said there."""
Said: TypeAlias = Event | Sequence[Event]
"""An event, or several in order."""
FromText: TypeAlias = Callable[[Event], Event]
"""How a game makes an event of the texts that were typed for it."""


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
    first = [(INSTEAD, root.removesuffix("."))] if whole else []
    return urlencode([*first, *fields(said, root)], safe="[]?,:*")


def _fields(path: str, value: object) -> Iterator[tuple[str, str]]:
    match value:
        case Mapping() if value:
            for key, inner in value.items():
                yield from _fields(f"{path}.{key}", inner)
        case list() | tuple() if value:
            for place, inner in enumerate(value):
                yield from _fields(f"{path}[{place}]" if isinstance(inner, dict) else path + "[]", inner)
        case bool():
            yield path, "1" if value else "0"
        case int() | str():
            yield path, str(value)
        case dict() | list() | tuple():
            yield path, ""


def as_texts(typed: Event) -> Event:
    """For an event that is read in texts."""
    return typed


def events_from(form: MultiDict[str, str], from_text: FromText = as_texts) -> list[Event]:
    """The events in a posted form, at least one, as the game makes them `from_text`.

    Raises `Malformed` when the fields contradict each other, or a value is not what it should be.
    """
    if REPORT in form:
        return _reported(form[REPORT])
    return [from_text(_event(fields)) for fields in _by_event(form)]


def event_from(form: MultiDict[str, str], from_text: FromText = as_texts) -> Event:
    """The one event in a posted form; raises `Malformed` also when there are several."""
    event, *others = events_from(form, from_text)
    if others:
        raise Malformed(text("One event is expected here, and there are {number}.", number=1 + len(others)))
    return event


def as_json(said: Said) -> str:
    """What a field `report` holds to report an event, or several in order."""
    return json.dumps([said] if isinstance(said, Mapping) else said, separators=(",", ":"), ensure_ascii=False)


def _reported(said: str) -> list[Event]:
    events = parse(said)
    if not _is_shallow(events, DEEP):
        raise Malformed(text("This is nested too deep."))
    for event in listing(events, REPORT, 1, MOST_EVENTS):
        if not isinstance(event, dict):
            raise Malformed(text("{where}: an object is expected.", where="event"))
    return cast(list[Event], events)


def _is_shallow(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_is_shallow(each, levels - 1) for each in inner)


def _by_event(form: MultiDict[str, str]) -> list[list[Field]]:
    """The fields of each event that is reported, named by their paths in it."""
    found: dict[str, list[Field]] = {}
    for field, value in _opened(form):
        if name := EVENT.fullmatch(field):
            found.setdefault("0" if name[1] is None else name[1], []).append((name[2], value))
    if sum(map(len, found.values())) > MOST_FIELDS:
        raise Malformed(text("This form has too many fields."))
    each = found.pop("", [])
    for number, place in enumerate(sorted(found)):
        if place != str(number):
            raise _misfit(found[place][0][0])
    reported = [own for _place, own in sorted(found.items()) if not any(map(_leaves_out, own))]
    return [[*own, *each] for own in reported or [[]]]


def _leaves_out(field: Field) -> bool:
    path, value = field
    return path.endswith("??") and not (value or "").strip()


def _opened(form: MultiDict[str, str]) -> Iterator[Field]:
    """The fields of a form, with each `sends` replaced by the fields it holds, and every object of a list numbered."""
    taken: Counter[str] = Counter()
    controls = []
    for name, value in form.items(multi=True):
        held = _held(name, value)
        start = next((path.partition(NEXT)[0] for path, _value in held if NEXT in path), None)
        if start is not None:
            held = [(path.replace(NEXT, f"[{taken[start]}]"), typed) for path, typed in held]
            taken[start] += 1
        controls.append(held)
    for path, typed in (field for held in sorted(controls, key=_rank) for field in held):
        start, new, end = path.partition(NEW)
        yield (f"{start}[{taken[start]}]{end}" if new else path), typed


def _held(name: str, value: str) -> Sequence[Field]:
    """The fields that a control stands for."""
    if name.partition(".")[0] != SENDS:
        return [_as_named_now(name, value)]
    try:
        return [_as_named_now(*each) for each in parse_qsl(value, keep_blank_values=True, max_num_fields=MOST_FIELDS)]
    except ValueError:
        raise Malformed(text("This form has too many fields.")) from None


def _as_named_now(name: str, value: str) -> Field:
    """A field, also of a report that has waited in a phone since names had signs for what their values are: `e.seat#`,
    `e.lit!`, `e.card{}`, `e.cards[]{}`, and `?` where it was left out when nothing was typed.
    """
    if name == INSTEAD:
        return value, None
    before = NAMED_BEFORE.fullmatch(name)
    if before is None:
        return name, value
    path, sign, blank = before.groups()
    instead = sign.endswith("{}") and value == "!"
    return path + (blank if blank == "??" else ""), None if instead else value


def _rank(held: Sequence[Field]) -> int:
    """The order in which controls are read: one that makes a new object comes after the others of its list, one that
    stands instead of others comes last.
    """
    if any(value is None for _path, value in held):
        return 2
    return 1 if any(NEW in path for path, _value in held) else 0


def _event(fields: Sequence[Field]) -> dict[str, object]:
    event: dict[str, object] = {}
    for path, value in fields:
        try:
            _put(event, PART.findall(path.removesuffix("??")), value)
        except ValueError:
            raise _misfit(path) from None
    return event


def _put(place: Any, path: Sequence[str], value: str | None) -> None:
    """Put what was typed in its place; where something stands, nothing typed changes nothing. Raises `ValueError`."""
    *parts, last = path
    for part, inner in zip(parts, path[1:], strict=True):
        place = _inside(place, part, [] if inner.startswith("[") else {})
    if isinstance(place, list) and last == "[]":
        place.append(value)
        return
    there = _there(place, last)
    if value is None:
        if isinstance(there, dict | list):
            there.clear()
    elif isinstance(place, list):
        _inside(place, last, {} if value == "" else value)
    elif there is None or (value.strip() and not isinstance(there, dict | list)):
        place[last] = value


def _inside(place: Any, part: str, new: Any) -> Any:
    """The object that a part of a path leads to, made if it is missing; raises `ValueError` if it is anything else
    there.
    """
    inner = _there(place, part)
    if inner in (None, ""):
        inner = new
        if isinstance(place, list):
            place.append(inner)
        else:
            place[part] = inner
    if type(inner) is not type(new):
        raise ValueError
    return inner


def _there(place: Any, part: str) -> Any:
    """The value at a part of a path, None if there is none; raises `ValueError` unless it can be there: an object of a
    list is the next.
    """
    if isinstance(place, dict) and not part.startswith("["):
        return place.get(part)
    number = int(part[1:-1])
    if not isinstance(place, list) or not 0 <= number <= len(place):
        raise ValueError
    return place[number] if number < len(place) else None


def _misfit(name: str) -> Malformed:
    return Malformed(text("The field {name} does not fit the others.", name=name[:80]))
