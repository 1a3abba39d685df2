"""What is drawn of Lost Cities beside what is drawn of every game: see `tests/looks/states.py`."""

START = {"type": "start", "seat": 0}
TURN = (
    START,
    {"type": "lay", "seat": 0, "card": "purple-4"},
    {"type": "draw", "seat": 0, "from": "deck"},
    {"type": "discard", "seat": 1, "card": "green-9"},
    {"type": "draw", "seat": 1, "from": "deck"},
)
PILES = (
    START,
    *(
        event
        for turn, colour in enumerate(("yellow", "blue", "white", "green", "red", "purple"))
        for event in (
            {"type": "discard", "seat": turn % 2, "card": f"{colour}-wager"},
            {"type": "draw", "seat": turn % 2, "from": "deck"},
        )
    ),
)
COLOURS = ("yellow", "blue", "white", "green", "red")
LAST = (
    START,
    *(
        event
        for turn in range(43)
        for event in (
            {"type": "discard", "seat": turn % 2, "card": f"{COLOURS[turn % 5]}-{2 + turn // 5}"},
            {"type": "draw", "seat": turn % 2, "from": "deck"},
        )
    ),
)
FOLLOWED = (
    START,
    *(
        event
        for turn in range(44)
        for event in (
            {
                "type": "discard" if turn % 5 == 4 else "lay",
                "seat": turn % 2,
                "card": f"{COLOURS[turn % 5]}-{2 + turn // 5}",
            },
            {"type": "draw", "seat": turn % 2, "from": "deck"},
        )
    ),
)
COUNTS = (
    {"type": "count", "seat": 0, "expeditions": {"yellow": ["wager", 2, 10]}},
    {"type": "count", "seat": 1, "expeditions": {"red": [3, 4, 10]}},
)
LOOKS = {
    "who-begins": (2, {}, (), ()),
    "card-chosen": (2, {"colours": "1"}, TURN, ("[value*=purple-9]",)),
    "six-piles": (2, {"colours": "1"}, PILES, ("[value*=red-4]",)),
    "refused": (
        2,
        {"colours": "1"},
        TURN,
        (("[value*=purple-9]", '"purple-2"'), "[data-way=lay] button.main", "#refusal"),
    ),
    "round-over": (2, {}, (START, *COUNTS), ()),
    "round-followed": (2, {}, FOLLOWED, ()),
    "round-followed-hidden": (2, {"hidden": "y"}, FOLLOWED, ()),
    "game-followed": (2, {"rounds": "0"}, FOLLOWED, ()),
    "last-card": (2, {}, LAST, ("[value*=red-10]",)),
    "card-refused": (2, {"colours": "1"}, TURN, ("[value*=purple-2]",)),
}
