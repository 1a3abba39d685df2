"""A move is declared once: its class, and the fields of its event. From such rows a codec reads events and writes them.

    MOVES = Codec({"lay": Row(Lay, {"seat": SEAT, "card": CARD}), "end": Row(End, {})})

The fields stand in the order of the class's own. What cannot be read is `Malformed`, with the words of `reading`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar

from scoring.core.counting import MOST_TOTAL, TOTAL, total_of
from scoring.core.reading import Json, flag, listing, one_of, shape, whole
from scoring.core.rule import Malformed
from scoring.core.text import text

M = TypeVar("M")
REQUIRED: Any = object()


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
    """A whole number from `least` to `most`."""
    return Field(lambda value, where, _players: whole(value, where, least, most))


def choice(words: Collection[str]) -> Field:
    """One of some words."""
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
class Row(Generic[M]):
    """One kind of move: its class, and the fields of its event in the order of the class's own.

    Of two rows with one name each needs its own last key, by which it is known. `make` makes the move of the values
    instead of the class; `parts` are the values of a move, None where another row writes it.
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
        """The fields of an event without what is usual; None where another row writes it."""
        values = self.parts(move) if self.parts else tuple(getattr(move, name) for name in self._names)
        if values is None:
            return None
        pairs = zip(self.fields.items(), values, strict=True)
        return {key: field.write(value) for (key, field), value in pairs if field.written or value != field.usual}


def record(row: Row[Any]) -> Field:
    """An object with the fields of a row."""
    return Field(
        lambda value, where, players: row.read(value, where, players, within=f"{where}."),
        row.write,
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


def typed_total(kind: type[M], make: Callable[[int, int], M], total: Callable[[M], int | None]) -> Row[M]:
    """The row of a count of which a total alone is known."""
    fields = {"seat": SEAT, TOTAL: number(-MOST_TOTAL, MOST_TOTAL)}

    def parts(move: Any) -> tuple[int, int] | None:
        known = total(move)
        return None if known is None else (move.seat, known)

    return Row(kind, fields, make, parts)


class Codec(Generic[M]):
    """Reads and writes the events of a game's moves: for each `type` its row, or several of which the last is known by
    none of the others' keys.
    """

    def __init__(self, rows: Mapping[str, Row[Any] | tuple[Row[Any], ...]]) -> None:
        self._rows = {kind: row if isinstance(row, tuple) else (row,) for kind, row in rows.items()}
        self._kinds: dict[type[Any], str] = {row.kind: kind for kind, rows in self._rows.items() for row in rows}

    def read(self, event: object, players: int) -> M:
        """The move of an event; raises `Malformed`."""
        if not isinstance(event, Mapping):
            raise Malformed(text("{where}: an object is expected.", where="event"))
        kind = one_of(event.get("type"), "type", self._rows)
        row: Row[M] = self._row(kind, event)
        return row.read(event, kind, players, ("type",))

    def _row(self, kind: str, event: Mapping[str, object]) -> Row[Any]:
        *others, last = self._rows[kind]
        return next((other for other in others if list(other.fields)[-1] in event), last)

    def write(self, move: M) -> dict[str, Json]:
        """The event of a move."""
        kind = self._kinds[type(move)]
        written = (row.write(move) for row in self._rows[kind])
        return {"type": kind, **next(fields for fields in written if fields is not None)}
