"""JSON from outside is read by guards, and a move is declared once: its class, and the fields of its event.

What cannot be read is `Malformed`, and nothing is guessed. Malformed is not illegal: malformed input is not a move or a
position at all, so no rule is asked. From the schemas of its moves a codec reads events and writes them:

    MOVES = Codec({"lay": Schema(Lay, {"seat": SEAT, "card": CARD}), "end": Schema(End, {})})

The fields stand in the order of the class's own.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import signature
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar
from unicodedata import category

from scoring.core.rule import Malformed
from scoring.core.text import Text, text

MAX_LIST = 5_000
MOST_DIGITS = 4_000
DEEPEST = 300
STRING = r'"(?:[^"\\]|\\.)*"'
TOKEN = re.compile(rf"(?P<key>{STRING})(?=\s*:)|{STRING}|-?[\w.+-]+|[{{}}\[\]]", re.DOTALL)
NO_JSON = text("This is not JSON: line {line}, column {column}.")
TOO_DEEP = text("This is nested too deep: line {line}, column {column}.")
HALF = text("A text has half of a character (\\ud800 to \\udfff stand in pairs): line {line}, column {column}.")
NO_NUMBER = text("{name} is not a number here: line {line}, column {column}.")
TOO_LONG = text("The number {digits}… is too long: line {line}, column {column}.")
TWICE = text("The key “{key}” appears twice in one object: line {line}, column {column}.")
JOINER = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # Unicode counts them as letters and marks
Json: TypeAlias = "str | float | Sequence[Json] | Mapping[str, Json] | None"
"""What the public formats are written in. What is read comes as `object`, and is looked at before it is believed."""


def parse(source: str) -> object:
    """Read one JSON document, with or without a byte order mark; what is none is `Malformed`, with line and column.

    So is a repeated key, NaN, bottomless nesting, half a surrogate pair or a number of thousands of digits.
    """
    source = source.removeprefix("\ufeff")
    try:
        value: object = json.loads(
            source, object_pairs_hook=_without_repeats, parse_constant=_no_number, parse_int=_whole_number
        )
        if "\\ud" in source.lower():
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except json.JSONDecodeError as error:
        raise Malformed(_placed(NO_JSON, source, error.pos)) from error
    except (ValueError, RecursionError) as error:
        raise Malformed(_first_fault(source)) from error


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(seen := dict(pairs)) < len(pairs):
        raise ValueError
    return seen


def _no_number(_name: str) -> NoReturn:
    raise ValueError


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def _placed(why: Text, source: str, at: int) -> Text:
    """The sentence with its line and column, from 1."""
    before = source[:at]
    return Text(why.message, {**why.facts, "line": before.count("\n") + 1, "column": at - before.rfind("\n")})


def _first_fault(source: str) -> Text:
    """The sentence about the first token that no document has, with its place: the parser of Python names none."""
    keys: list[set[str]] = []  # of every object and list that is open
    for token in TOKEN.finditer(source):
        word = token[0]
        if word in "{[":
            keys.append(set())
        elif word in "}]":
            keys[-1:] = []
        fault = TOO_DEEP if len(keys) > DEEPEST else _fault(word, token["key"], keys)
        if fault:
            return _placed(fault, source, token.start())
    return _placed(NO_JSON, source, len(source))


def _fault(word: str, key: str | None, keys: Sequence[set[str]]) -> Text | None:
    if word[0] == '"' and any("\ud800" <= sign <= "\udfff" for sign in json.loads(word, strict=False)):
        return HALF
    if word in ("NaN", "Infinity", "-Infinity"):
        return text(NO_NUMBER.message, name=word)
    if word.removeprefix("-").isdecimal() and len(word) > MOST_DIGITS:
        return text(TOO_LONG.message, digits=word[:20])
    if key is None or not keys:
        return None
    twice = (name := json.loads(key, strict=False)) in keys[-1]
    keys[-1].add(name)
    return text(TWICE.message, key=name[:80]) if twice else None


def shape(
    value: object, where: str, required: Collection[str] = (), optional: Collection[str] = ()
) -> Mapping[str, object]:
    """An object with all required keys and no unknown key."""
    if not isinstance(value, dict):
        raise Malformed(text("{where}: an object is expected.", where=where))
    for key in value:
        if key not in required and key not in optional:
            raise Malformed(text("{where}: the key “{key}” is unknown.", where=where, key=key[:80]))
    for key in required:
        if key not in value:
            raise Malformed(text("{where}: the key “{key}” is missing.", where=where, key=key))
    return value


def listing(value: object, where: str, least: int = 0, most: int = MAX_LIST) -> Sequence[object]:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Malformed(
            text("{where}: a list of {least} to {most} entries is expected.", where=where, least=least, most=most)
        )
    return value


def whole(value: object, where: str, least: int = 0, most: int = 1_000_000) -> int:
    """A whole number from `least` to `most`; true and 3.0 are not whole numbers."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Malformed(
            text(
                "{where}: a whole number from {least} to {most} is expected.",
                where=where,
                least=least,
                most=most,
            )
        )
    return value


def typed_number(typed: object) -> object:
    """The whole number of at most nine digits that a text says; anything else is `Malformed`. What is no text stays."""
    if not isinstance(typed, str):
        return typed
    if not typed.removeprefix("-").isdecimal() or len(typed) > 9:
        raise Malformed(text("“{value}” is not a whole number.", value=typed[:40]))
    return int(typed)


def flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(text("{where}: true or false is expected.", where=where))
    return value


def shows(sign: str) -> bool:
    """True for a character that is seen or leaves a space: none that controls a line or its direction."""
    return sign.isprintable() or category(sign) == "Zs"


def legible(said: str) -> bool:
    """True for a text whose every character shows, or joins two others as in Persian words and families of emoji."""
    return all(map(shows, JOINER.sub("", said))) and BLANK.isdisjoint(said)


def word(value: object, where: str, most: int = 80) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise Malformed(text("{where}: a text of 1 to {most} characters is expected.", where=where, most=most))
    if not legible(value):
        raise Malformed(text("{where}: this text has a character that cannot be shown.", where=where))
    return value


def one_of(value: object, where: str, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise Malformed(
            text("{where}: one of {choices} is expected.", where=where, choices=", ".join(map(str, choices)))
        )
    return value


def names(value: object, seats: range) -> tuple[str, ...]:
    """The players' names, as many as the game has seats for."""
    entries = listing(value, "players", seats.start, seats.stop - 1)
    return tuple(word(entry, f"players[{seat}]") for seat, entry in enumerate(entries))


# Moves and their events

M = TypeVar("M")
REQUIRED: Any = object()
TOTAL = "total"
"""The key that stands alone in the place of what a player has, where only a total is known."""
MOST_TOTAL = 9_999
"""The most that can be read; what a game can make it says itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """The value under a key of an event: `read` makes it of JSON, given where it stands and how many play; `write` is
    the way back. A field that is `usual` may be missing, and unless it is `written` it is left out.
    """

    read: Callable[[object, str, int], Any]
    write: Callable[[Any], Json] = lambda value: value
    usual: Any = REQUIRED
    written: bool = False


def number(least: int, most: int) -> Field:
    return Field(lambda value, where, _players: whole(value, where, least, most))


def choice(words: Collection[str]) -> Field:
    return Field(lambda value, where, _players: one_of(value, where, words))


def several(of: Field, least: int, most: int) -> Field:
    """A list of `least` to `most` values of one kind, as a tuple."""

    def read(value: object, where: str, players: int) -> tuple[Any, ...]:
        entries = enumerate(listing(value, where, least, most))
        return tuple(of.read(entry, f"{where}[{place}]", players) for place, entry in entries)

    return Field(read, lambda values: [of.write(value) for value in values])


def usually(of: Field, usual: Any, *, written: bool = False) -> Field:
    """The same field, which may be missing: then it is `usual`."""
    return replace(of, usual=usual, written=written)


SEAT = Field(lambda value, where, players: whole(value, where, 0, players - 1))
FLAG = Field(lambda value, where, _players: flag(value, where))


@dataclass(frozen=True)
class Schema(Generic[M]):
    """One kind of move: its class, and the fields of its event in the order of the class's own.

    Of two schemas with one name each needs its own last key, by which it is known. `make` makes the move of the values
    instead of the class; `parts` are the values of a move, None where another schema writes it.
    """

    kind: type[M]
    fields: Mapping[str, Field]
    make: Callable[..., M] | None = None
    parts: Callable[[M], tuple[Any, ...] | None] | None = None

    @cached_property
    def _required(self) -> tuple[str, ...]:
        return tuple(key for key, field in self.fields.items() if field.usual is REQUIRED)

    @cached_property
    def _names(self) -> list[str]:
        return list(signature(self.kind).parameters)[: len(self.fields)]

    def read(self, data: object, where: str, players: int, also: tuple[str, ...] = (), within: str = "") -> M:
        """The value of an object that has these fields, and the keys `also`; its fields stand `within` a place."""
        own = shape(data, where, (*also, *self._required), self.fields.keys())
        values = [
            field.read(own[key], f"{within}{key}", players) if key in own else field.usual
            for key, field in self.fields.items()
        ]
        return (self.make or self.kind)(*values)

    def write(self, move: M) -> dict[str, Json] | None:
        """The fields of an event without what is usual; None where another schema writes it."""
        values = self.parts(move) if self.parts else tuple(getattr(move, name) for name in self._names)
        if values is None:
            return None
        pairs = zip(self.fields.items(), values, strict=True)
        return {key: field.write(value) for (key, field), value in pairs if field.written or value != field.usual}


def nested(schema: Schema[Any]) -> Field:
    return Field(
        lambda value, where, players: schema.read(value, where, players, within=f"{where}."),
        schema.write,
    )


def in_order(keys: Sequence[str], of: Field) -> Field:
    """An object with a usual value under each of some keys, as a tuple in their order."""

    def read(value: object, where: str, players: int) -> tuple[Any, ...]:
        own = shape(value, where, (), keys)
        return tuple(of.read(own[key], f"{where}.{key}", players) if key in own else of.usual for key in keys)

    def write(values: Any) -> Json:
        return {key: of.write(one) for key, one in zip(keys, values, strict=True) if one != of.usual}

    return Field(read, write)


def or_total(of: Field, make: Callable[[int], Any], total: Callable[[Any], int | None]) -> Field:
    """The things that a player owns, or the total alone that they make: `make` a value of it, or tell the `total` of a
    value.
    """

    def read(value: object, where: str, players: int) -> Any:
        known = total_of(value, where)
        return of.read(value, where, players) if known is None else make(known)

    def write(value: Any) -> Json:
        known = total(value)
        return of.write(value) if known is None else {TOTAL: known}

    return Field(read, write)


def total_of(value: object, where: str) -> int | None:
    """The total that stands in the place of what a player has, from -9,999 to 9,999; None where anything else stands
    there. Raises `Malformed`.
    """
    if not isinstance(value, Mapping) or value.keys() != {TOTAL}:
        return None
    return whole(value[TOTAL], f"{where}.{TOTAL}", -MOST_TOTAL, MOST_TOTAL)


def typed_total(kind: type[M], make: Callable[[int, int], M], total: Callable[[M], int | None]) -> Schema[M]:
    """The schema of a count of which a total alone is known."""
    fields = {"seat": SEAT, TOTAL: number(-MOST_TOTAL, MOST_TOTAL)}

    def parts(move: Any) -> tuple[int, int] | None:
        known = total(move)
        return None if known is None else (move.seat, known)

    return Schema(kind, fields, make, parts)


class Codec(Generic[M]):
    """Reads and writes the events of a game's moves: for each `type` its schema, or several of which the last is known
    by none of the others' keys.
    """

    def __init__(self, schemas: Mapping[str, Schema[Any] | tuple[Schema[Any], ...]]) -> None:
        self._schemas = {kind: schema if isinstance(schema, tuple) else (schema,) for kind, schema in schemas.items()}
        self._kinds: dict[type[Any], str] = {
            schema.kind: kind for kind, schemas in self._schemas.items() for schema in schemas
        }

    def read(self, event: object, players: int) -> M:
        """The move of an event; raises `Malformed`."""
        if not isinstance(event, Mapping):
            raise Malformed(text("{where}: an object is expected.", where="event"))
        kind = one_of(event.get("type"), "type", self._schemas)
        schema: Schema[M] = self._schema(kind, event)
        return schema.read(event, kind, players, ("type",))

    def _schema(self, kind: str, event: Mapping[str, object]) -> Schema[Any]:
        *others, last = self._schemas[kind]
        return next((other for other in others if list(other.fields)[-1] in event), last)

    def write(self, move: M) -> dict[str, Json]:
        kind = self._kinds[type(move)]
        written = (schema.write(move) for schema in self._schemas[kind])
        return {"type": kind, **next(fields for fields in written if fields is not None)}
