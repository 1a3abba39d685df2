"""Acorns by chance, and its logs read a second time: see `tests/sources.py`."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.fourth_game.acorns.moves import Count, Take
from tests.reading import NAMES, Json, Sheets

LAST_TAPS = ("#take button:nth-of-type(2)",)
AGREED: Json = {"heap": 20}
SHEETS: Sheets = (
    ("acorns-sheet", {"paper": "A5", "up": 2}),
    ("acorns-sheet", {"up": 4, "lines": "notes"}),
    ("game-record", {"paper": "A5", "of": "acorns"}),
)
PRINTED: Json = {
    "heap": 40,
    "players": ["Ana", "Benoît", "Cléo"],
    "held": [{"acorns": 12}, {"acorns": 9, "last": True}, {"acorns": 0}],
}


def settings(chance: Random) -> Json:
    return {"players": NAMES[: chance.randint(2, 5)], "heap": chance.choice([12, 20, 40])}


def count(state: Any, seat: int) -> Count:
    return Count(seat, state.held[seat].acorns, state.held[seat].last)


def universe(state: Any) -> Iterator[Take]:
    return (Take(seat, acorns) for seat in range(len(state.held)) for acorns in range(5))


def position(counts: list[Json]) -> Json:
    return {"held": [{"acorns": count["acorns"], "last": count["last"]} for count in counts]}


def two_counts() -> tuple[Json, Json]:
    return {"acorns": 3}, {"acorns": 4}


def reading(log: Json, _report: Json) -> Json:
    if any(event["type"] == "count" for event in log["events"]):
        return {"players": [{} for _name in log["players"]]}
    seats = range(len(log["players"]))
    takes = [[event["acorns"] for event in log["events"] if event["seat"] == seat] for seat in seats]
    return {"players": [{"takes": own} for own in takes]}
