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
COUNTED = (
    *TURN,
    {"type": "count", "seat": 0, "expeditions": {"yellow": ["wager", 2, 3, 4, 5, 6, 7, 8, 9, 10], "purple": [4]}},
    {"type": "count", "seat": 1, "expeditions": {"blue": ["wager", "wager", "wager"], "red": [2, 10]}},
)
COLOURS = ("yellow", "blue", "white", "green", "red", "purple")
DISCARDS = tuple(
    event
    for at, colour in enumerate(COLOURS)
    for event in (
        {"type": "discard", "seat": at % 2, "card": f"{colour}-10"},
        {"type": "draw", "seat": at % 2, "from": "deck"},
    )
)
LOOKS = {
    "who-begins": (2, {}, (), ()),
    "card-chosen": (2, {"colours": "1"}, TURN, ("[value=purple-9]",)),
    "six-piles": (2, {"colours": "1"}, PILES, ("[value=red-4]",)),
    "refused": (
        2,
        {"colours": "1"},
        TURN,
        (("[value=purple-9]", "purple-2"), "[data-way=lay] button.main", "#refusal"),
    ),
    "round-over": (2, {}, (START, *COUNTS), ()),
    "card-refused": (2, {"colours": "1"}, TURN, ("[value=purple-2]",)),
    "draws": (2, {"colours": "1"}, TURN[:2], ()),
    "between-rounds": (2, {"colours": "1"}, COUNTED, ()),
    "six-piles": (2, {"colours": "1"}, (START, *DISCARDS), ("[value=purple-9]",)),
    "six-piles-to-draw": (2, {"colours": "1"}, (START, *DISCARDS, {"type": "lay", "seat": 0, "card": "blue-3"}), ()),
}
