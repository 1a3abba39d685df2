"""The second round of Lutèce, to learn on; its cards are invented."""

from __future__ import annotations

from scoring.core.codec import Json
from scoring.core.game import Practice
from scoring.core.text import text


def _offer(tile: str, key: str, kind: str, **card: Json) -> dict[str, Json]:
    return {"type": "offer", "tile": tile, "card": {"id": key, "kind": kind, **card}}


def _lays(seat: int, *actions: str) -> dict[str, Json]:
    return {"type": "options", "seat": seat, "actions": list(actions)}


def _bribe(seat: int, tile: str, amount: int) -> dict[str, Json]:
    return {"type": "bribe", "seat": seat, "tile": tile, "amount": amount}


def _settle(tile: str) -> dict[str, Json]:
    return {"type": "settle", "tile": tile}


EVENTS = [
    _offer("A", "p1", "citizen", cost=1, resources={"bread": 1}, talent=4, colour="yellow"),
    _offer("B", "p2", "citizen", cost=2, resources={"potion": 2}, talent=7, colour="green"),
    _offer("C", "p3", "legionnaire", cost=1),
    _offer("1", "p4", "field", cost=0, colour="yellow"),
    _offer("2", "p5", "tavern", cost=1),
    _offer("3", "p6", "market", cost=2, demand={"bread": 1, "potion": 1}),
    _lays(0, "A", "1"),
    _lays(1, "A", "2"),
    _bribe(0, "A", 1),
    _bribe(1, "A", 2),
    {"type": "reveal"},
    _settle("A"),
    _settle("1"),
    _settle("2"),
    {"type": "close"},
    _offer("A", "p7", "citizen", cost=1, resources={"sword": 1}, talent=6, colour="blue"),
    _offer("1", "p8", "mill", cost=2, colour="yellow"),
    _offer("2", "p9", "statue", cost=2),
]

PRACTICE = Practice(
    {"players": ["Ana", "Ben"], "events": EVENTS},
    (
        text("Lay two action cards for Ana, then two for Ben; add a bribe, and reveal."),
        text("When both want the same tile, the higher bribe acquires the card, and Cairn counts every coin."),
    ),
)
