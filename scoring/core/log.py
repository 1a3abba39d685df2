"""A log in the public format: the table's settings at its top, then its events; undo and corrections among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from scoring.core.codec import listing, shape, whole
from scoring.core.game import AnyGame, B, C, Game, GameOf, M, P, S, U, V
from scoring.core.rule import Illegal, Malformed, Rule
from scoring.core.text import Text, _, text


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move that still stands."""


@dataclass(frozen=True, slots=True)
class Change(Generic[M]):
    """One change of a correction, at the event `number` of the log (from 1).

    `moves` replace that event (none: it is struck); with `before` they are inserted before it, and it stays. The number
    of a correction means the moves that it had inserted, all of them.
    """

    number: int
    moves: tuple[M, ...] = ()
    before: bool = False


@dataclass(frozen=True, slots=True)
class Amend(Generic[M]):
    """A correction: all its changes hold together. Everything after them is judged again; the log keeps both."""

    changes: tuple[Change[M], ...]

    def put_in(self, number: int) -> tuple[M, ...]:
        """The moves inserted before the event of that number."""
        return next((change.moves for change in self.changes if change.before and change.number == number), ())

    def instead(self, number: int) -> tuple[M, ...] | None:
        """The moves in the place of the event of that number; None: it is unchanged."""
        return next((change.moves for change in self.changes if not change.before and change.number == number), None)


NOTHING_TO_UNDO = Rule(
    "cairn/nothing-to-undo",
    _("Cairn"),
    _("Only a move that nobody has undone yet can be undone."),
)


AMEND_WHAT_STANDS = Rule(
    "cairn/amend-what-stands",
    _("Cairn"),
    _("Only a move that a player made and nobody undid can be corrected."),
)


AMEND_IN_SIGHT = Rule(
    "cairn/amend-in-sight",
    _("Cairn"),
    _("Face-down cards cannot be corrected or deleted before the reveal."),
)


class NoLongerHolds(Illegal):
    """A correction after which later moves would be against the rules: `broken` are all of them, in order."""

    def __init__(self, broken: Sequence[Broken]) -> None:
        first = broken[0]
        facts = {"number": first.number, "said": first.said[0], "why": first.illegal.why}
        why = text("Then move {number} would be against the rules. {said} {why}", **facts)
        super().__init__(first.illegal.rule, why)
        self.broken = tuple(broken)


@dataclass(frozen=True, slots=True)
class Broken:
    """A move that would be against the rules after a correction: its number, what it says, and why."""

    number: int
    said: Sequence[Text]
    illegal: Illegal


# Reading a log

UNDO = "undo"
AMEND = "amend"
MAX_EVENTS = 5_000
MOST_PUT_IN = 100
Event: TypeAlias = Mapping[str, object]
"""One event of a log, as JSON; not to be trusted before it is read."""


def read_event(game: GameOf[U, S, M], event: object, setup: U) -> M | Amend[M] | Undo:
    """The move that an event describes, or `Undo`, or `Amend`; raises `Malformed`."""
    if not isinstance(event, Mapping):
        raise Malformed(text("{where}: an object is expected.", where="event"))
    if event.get("type") == UNDO:
        shape(event, UNDO, ("type",))
        return Undo()
    if event.get("type") == AMEND:
        return _read_amend(game, event, setup)
    return game.formats.move(event, setup)


def _read_amend(game: GameOf[U, S, M], event: Mapping[str, object], setup: U) -> Amend[M]:
    """A correction: one change, or several in `changes`."""
    if "changes" not in event:
        shape(event, AMEND, ("type", "at", "event"))
        return Amend((_read_change(game, {"at": event["at"], "event": event["event"]}, setup, AMEND),))
    shape(event, AMEND, ("type", "changes"))
    entries = enumerate(listing(event["changes"], "amend.changes", 1, MAX_EVENTS))
    changes = tuple(_read_change(game, change, setup, f"amend.changes[{number}]") for number, change in entries)
    if len({(change.number, change.before) for change in changes}) < len(changes):
        raise Malformed(text("{where}: one of them is there twice.", where="amend.changes"))
    return Amend(changes)


def _read_change(game: GameOf[U, S, M], change: object, setup: U, where: str) -> Change[M]:
    """`at` is an index in the log, from 0: `event` replaces the event there, null strikes it;
    `insert` goes before it.
    """
    puts_in = isinstance(change, dict) and "insert" in change
    data = shape(change, where, ("at", "insert" if puts_in else "event"))
    number = whole(data["at"], f"{where}.at", 0, MAX_EVENTS) + 1
    if not puts_in:
        event = data["event"]
        return Change(number, () if event is None else (_read_move(game, event, setup, f"{where}.event"),))
    events = listing(data["insert"], f"{where}.insert", 1, MOST_PUT_IN)
    places = enumerate(events)
    moves = tuple(_read_move(game, event, setup, f"{where}.insert[{place}]") for place, event in places)
    return Change(number, moves, before=True)


def _read_move(game: GameOf[U, S, M], event: object, setup: U, where: str) -> M:
    if not isinstance(event, Mapping):
        raise Malformed(text("{where}: an object is expected.", where=where))
    try:
        return game.formats.move(event, setup)
    except Malformed as malformed:
        raise Malformed(text("{where}: {why}", where=where, why=malformed.why)) from malformed


def read_log(game: GameOf[U, S, M], data: object) -> tuple[U, list[M | Amend[M] | Undo]]:
    """The setup and the moves of a whole log; raises `Malformed` and names the event."""
    if not isinstance(data, dict):
        raise Malformed(text("{where}: an object is expected.", where="log"))
    settings = {key: value for key, value in data.items() if key not in ("game", "events")}
    check_game(game, data)
    if "events" not in data:
        raise Malformed(text("{where}: the key “{key}” is missing.", where="log", key="events"))
    setup = game.formats.setup(settings)
    events = listing(data["events"], "events", 0, MAX_EVENTS)
    return setup, [_read_at(game, event, setup, index) for index, event in enumerate(events)]


def _read_at(game: GameOf[U, S, M], event: object, setup: U, index: int) -> M | Amend[M] | Undo:
    try:
        return read_event(game, event, setup)
    except Malformed as malformed:
        raise Malformed(text("Event {index}: {why}", index=index, why=malformed.why)) from malformed


def read_position(game: Game[U, S, M, P, B, C, V], data: object) -> P:
    """The position in a file for `score`; raises `Malformed`."""
    if not isinstance(data, dict):
        raise Malformed(text("{where}: an object is expected.", where="position"))
    check_game(game, data)
    return game.formats.position({key: value for key, value in data.items() if key != "game"})


def check_game(game: AnyGame, data: Mapping[str, object]) -> None:
    """Raise `Malformed` if a file names another game than this one."""
    named = data.get("game", game.key)
    if named != game.key:
        said = named[:40] if isinstance(named, str) else "?"
        raise Malformed(text("This is for the game {named}, not {key}.", named=said, key=game.key))
