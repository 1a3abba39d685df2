"""A round of Lost Cities under way, to learn on."""

from __future__ import annotations

from scoring.core.codec import Json
from scoring.core.game import Practice
from scoring.core.text import text
from scoring.lost_cities.moves import DECK

TURNS = (
    ("lay", "red-wager", DECK),
    ("lay", "blue-4", DECK),
    ("lay", "red-3", DECK),
    ("discard", "white-9", DECK),
    ("discard", "green-5", "white"),
    ("lay", "blue-7", DECK),
    ("lay", "yellow-2", DECK),
    ("lay", "green-6", DECK),
    ("lay", "red-6", DECK),
    ("discard", "yellow-4", DECK),
    ("lay", "white-wager", DECK),
    ("lay", "blue-8", DECK),
)


def _events() -> list[dict[str, Json]]:
    events: list[dict[str, Json]] = [{"type": "start", "seat": 0}]
    for turn, (done, card, source) in enumerate(TURNS):
        events += [{"type": done, "seat": turn % 2, "card": card}, {"type": "draw", "seat": turn % 2, "from": source}]
    return events


PRACTICE = Practice(
    {"players": ["Ana", "Ben"], "rounds": 1, "events": _events()},
    (
        text("It is Ana’s turn: tap white 9, lay it, and say where the new card comes from."),
        text("Then tap blue 5 for Ben: it cannot follow blue 8, and Cairn says why."),
    ),
)
