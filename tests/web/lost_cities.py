"""A table of Lost Cities somewhere in its game: events written straight into the ledger."""

from collections.abc import Iterable
from typing import Any

from ledger import Ledger, NewMove, Table

Event = dict[str, Any]
START: Event = {"type": "start", "seat": 0}


def lay(seat: int, card: str) -> Event:
    return {"type": "lay", "seat": seat, "card": card}


def discard(seat: int, card: str) -> Event:
    return {"type": "discard", "seat": seat, "card": card}


def draw(seat: int, source: str = "deck") -> Event:
    return {"type": "draw", "seat": seat, "from": source}


def count(seat: int, **expeditions: list[Any]) -> Event:
    return {"type": "count", "seat": seat, "expeditions": expeditions}


def happened(book: Ledger, table: Table, events: Iterable[Event]) -> None:
    """These events have been recorded already."""
    first = book.moves.last_seq(table.id) + 1
    moves = [NewMove(f"before-{seq}", event.get("seat"), None, event) for seq, event in enumerate(events, first)]
    book.moves.append_all(table.id, first, moves)


def known_hand() -> list[Event]:
    """Ana holds eight cards that everybody has seen her take."""
    events = [START, discard(0, "white-2"), draw(0)]
    for number in range(2, 10):
        events += [discard(1, f"red-{number}"), draw(1), discard(0, f"blue-{number}"), draw(0, "red")]
    return [*events, discard(1, "green-2"), draw(1)]


OVER = [event for _ in range(3) for event in (START, count(0), count(1))]
TURN = [START, lay(0, "red-5"), draw(0)]

# For each rule: what has happened, what is reported, and what the referee says.
