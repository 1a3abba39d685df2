"""Roll & Write by chance, and its logs read a second time."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from scoring.roll_and_write.moves import Choose, Count, Refuse
from scoring.roll_and_write.pad import COLOURS, HOUSE
from tests.reading import NAMES, Json, Sheets, boxes

# what the sentences of a review count in the log
COUNTED = frozenset({"turn", "turns", "count", "numbers", "arrows", "number", "percent", "symbols", "times"})
LAST_TAPS = (".refusing button",)
AGREED: Json = {}
SHEETS: Sheets = (
    ("roll-and-write-sheet", {"paper": "A5"}),
    ("rules-roll-and-write", {"paper": "A5"}),
    ("game-record", {"paper": "A5", "of": "roll-and-write"}),
)
PRINTED: Json = {
    "players": ["Ana", "Benoît"],
    "pad": "house",
    "sheets": [
        {
            "expeditions": {
                "red": {"double": True, "numbers": [1, 1, 4, 9], "top": False},
                "blue": {"double": False, "numbers": [1, 2, 3, 4, 5, 6, 7, 8, 10], "top": True},
            },
            "artifacts": 5,
            "dice": 9,
            "bridges": ["blue"],
        },
        {"artifacts": 7},
    ],
}


def settings(chance: Random) -> Json:
    pad = chance.choice([{"pad": "house"}, {}])
    options = {"zero_opens": chance.random() < 0.5, "turn_order": chance.random() < 0.3}
    return {"players": NAMES[: chance.randint(2, 5)], **pad, "options": options}


def count(state: Any, seat: int) -> Any:
    return Count(seat, state.sheets[seat])


def universe(state: Any) -> Iterator[Any]:
    """Every choice with up to one acceleration (longer chains: test_properties.py)."""
    accelerations = ((), *((colour,) for colour in COLOURS))
    for seat in state.seats:
        yield Refuse(seat)
        for number, colour, chain in product(range(10), COLOURS, accelerations):
            yield Choose(seat, number, colour, chain)


def position(counts: list[Json]) -> Json:
    return {"sheets": [count["sheet"] for count in counts]}


def two_counts() -> tuple[Json, Json]:
    return {"sheet": {}}, {"sheet": {"dice": 3}}


def reading(log: Json, report: Json) -> Json:
    """The sentences of the sums tell how far each column got, the pad and what was learnt which vases lie below."""
    kinds = {(colour, box): HOUSE.kind(colour, box) for colour in COLOURS for box in range(1, 10)}
    printed = kinds if log.get("pad") == "house" else {}
    printed |= {(event["colour"], event["box"]): event["kind"] for event in log["events"] if event["type"] == "learn"}
    acted = Counter((event["seat"], event["type"]) for event in log["events"] if "seat" in event)
    players = []
    for seat, player in enumerate(report["players"]):
        lines = [line for line in player["lines"] if line["code"] != "bridge"]
        filled = {line["of"]: boxes(line["text"]) for line in lines}
        sheet: Json = {
            "columns": {
                line["of"]: {"boxes": filled[line["of"]], "points": line["points"], "double": "x2" in line["text"]}
                | _vases([printed.get((line["of"], box)) for box in range(1, filled[line["of"]] + 1)])
                for line in lines
                if line["code"] == "expedition"
            },
            "artifacts": filled["artifacts"],
            "dice": filled["dice"],
            "bridges": [line["of"] for line in player["lines"] if line["code"] == "bridge"],
        }
        if not acted[seat, "count"] and acted[seat, "choose"] + acted[seat, "refuse"]:
            sheet |= {"throws": acted[seat, "choose"] + acted[seat, "refuse"], "refused": acted[seat, "refuse"]}
        players.append(sheet)
    return {"players": players}


def _vases(below: list[str | None]) -> Json:
    return {} if None in below else {"vases": below.count("vase")}
