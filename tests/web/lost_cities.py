"""A table of Lost Cities somewhere in its game: events written straight into the ledger, and every refusal."""

from __future__ import annotations

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


ALL = ["wager"] * 3 + list(range(2, 11))
OVER = [event for _ in range(3) for event in (START, count(0), count(1))]
TURN = [START, lay(0, "red-5"), draw(0)]

# For each rule: what has happened, what is reported, and what the referee says.
REFUSALS: dict[str, tuple[list[Event], Event, str, str]] = {
    "not-rising": (
        [*TURN, lay(1, "blue-4"), draw(1)],
        lay(0, "red-3"),
        "Red 3 cannot follow red 5: numbers must rise.",
        "Each number must be higher than the last one in its expedition.",
    ),
    "wager-first": (
        [*TURN, lay(1, "blue-4"), draw(1)],
        lay(0, "red-wager"),
        "A red wager cannot follow red 5: wagers come first.",
        "You can lay a wager only while its expedition has no number.",
    ),
    "already-laid": (
        TURN,
        discard(1, "red-5"),
        "Red 5 is already in front of Ana.",
        "A card on the table cannot be in anyone’s hand.",
    ),
    "in-a-pile": (
        [START, discard(0, "red-5"), draw(0)],
        lay(1, "red-5"),
        "Red 5 is in the discard pile.",
        "A card in a discard pile cannot be in anyone’s hand.",
    ),
    "in-the-other-hand": (
        [START, discard(0, "red-5"), draw(0), discard(1, "blue-2"), draw(1, "red")],
        lay(0, "red-5"),
        "Ben",
        "A card that a player took from a discard pile and still holds cannot be played by the other.",
    ),
    "wagers-in-sight": (
        [START, lay(0, "red-wager"), draw(0), discard(1, "red-wager"), draw(1), lay(0, "red-wager"), draw(0)],
        lay(1, "red-wager"),
        "All three red wagers are already visible.",
        "A colour has three wagers: no more can be visible at once.",
    ),
    "hand-known": (
        known_hand(),
        lay(0, "yellow-5"),
        "All eight cards in Ana’s hand are known, and yellow 5 is not one of them.",
        "A hand is eight cards: when all eight are known, no other can be played from it.",
    ),
    "not-in-the-box": (
        [START],
        lay(0, "purple-5"),
        "Purple is not in this game of 5 colours.",
        "Only the colours chosen for this game are played; the others stay in the box.",
    ),
    "not-your-turn": ([START], lay(1, "red-5"), "It is Ana’s turn.", "The players take turns."),
    "card-first": (
        [START],
        draw(0),
        "Ana must first lay or discard a card, then draw.",
        "On your turn, first lay or discard a card, then draw one.",
    ),
    "draw-next": (
        [START, lay(0, "red-5")],
        lay(0, "red-6"),
        "Ana has played a card and must draw now.",
        "Play a card, then draw one: neither can be skipped.",
    ),
    "pile-empty": (
        [START, lay(0, "red-5")],
        draw(0, "red"),
        "The red discard pile is empty.",
        "You can draw only from a discard pile that has a card.",
    ),
    "pile-closed": (
        [START, discard(0, "red-5")],
        draw(0, "red"),
        "Red 5 has just been discarded: this pile is closed until the next turn.",
        "The card just discarded cannot be taken back in the same turn.",
    ),
    "no-round": (
        [],
        lay(0, "red-5"),
        "Round 1 has not begun: say first who begins.",
        "A round starts once you have said who begins.",
    ),
    "round-under-way": (
        [START],
        {"type": "start", "seat": 1},
        "Round 1 is still under way.",
        "A round ends when the last card of the draw pile is drawn, or once both players have counted.",
    ),
    "game-over": (OVER, START, "The game is over after 3 rounds.", "The game is over after its last round."),
    "rounds-played": (
        [START, count(0), count(1), START],
        {"type": "rounds", "rounds": 1},
        "2 rounds have already begun.",
        "You can change the number of rounds at any time, but never to fewer than have begun.",
    ),
    "being-counted": (
        [START, count(1)],
        lay(0, "red-5"),
        "Ben has counted: now the other player counts.",
        "Once one player has counted, only the other’s count is missing.",
    ),
    "one-owner": (
        [START, count(0, red=[5])],
        count(1, red=[5]),
        "Red 5 is in front of both Ana and Ben: there is only one.",
        "A number card is in front of only one player, and only once.",
    ),
    "three-wagers": (
        [START],
        count(0, red=["wager"] * 9),
        "9 red wagers on the table: there are only three.",
        "A colour has three wagers in all, for both players together.",
    ),
    "cards-on-the-table": (
        [START],
        count(0, red=ALL, blue=ALL, white=ALL, green=ALL, yellow=ALL),
        "60 cards on the table: 44 at most, as sixteen are still in hand.",
        "At the end sixteen cards are still in hand; only the others can be on the table.",
    ),
    "colour-of-the-box": (
        [START],
        count(0, purple=[5]),
        "Purple is not in this game of 5 colours.",
        "Only the colours chosen for this game can be on the table.",
    ),
}
