"""What is drawn of Lost Cities beside what is drawn of every game: see `tests/looks/states.py`."""

from __future__ import annotations

START = {"type": "start", "seat": 0}
TURN = (
    START,
    {"type": "lay", "seat": 0, "card": "purple-4"},
    {"type": "draw", "seat": 0, "from": "deck"},
    {"type": "discard", "seat": 1, "card": "green-9"},
    {"type": "draw", "seat": 1, "from": "deck"},
)
LOOKS = {
    "who-begins": (2, {}, (), ()),
    "card-chosen": (2, {"colours": "1"}, TURN, ("[value=purple-9]",)),
    "card-refused": (2, {"colours": "1"}, TURN, ("[value=purple-2]",)),
}
