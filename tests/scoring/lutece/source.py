"""Lutèce by chance, and its logs read a second time."""

from collections import Counter
from random import Random
from typing import Any

from scoring.lutece.moves import Count
from tests.reading import NAMES, Json, Sheets, boxes
from tests.scoring.lutece.table import universe

__all__ = ["universe"]
COUNTED = frozenset(
    {"round", "card", "gold", "ahead", "symbols", "purchases", "high", "low", "extra", "lacked", "count"}
    | {"incomes", "most", "least", "rest"}
)  # what the sentences of a review count in the log
LAST_TAPS = ("[data-ask]", "#ask button")
AGREED: Json = {}
SHEETS: Sheets = (
    ("lutece-sheet", {"paper": "Letter", "up": 2}),
    ("lutece-sheet", {"paper": "A5", "players": 3, "lines": "notes", "back": "rules", "link": ""}),
    ("rules-lutece", {"paper": "A5"}),
    ("game-record", {"paper": "Letter", "of": "lutece"}),
)
PRINTED: Json = {
    "players": ["Ana", "Benoît", "Cléo"],
    "holdings": [
        {
            "gold": 7,
            "cards": [
                {"id": "c1", "kind": "citizen", "resources": {"potion": 1}, "talent": 5, "colour": "green"},
                {"id": "c2", "kind": "apprentice", "attached_to": "c1"},
                {"id": "c3", "kind": "herbalist", "colour": "green"},
            ],
        },
        {"gold": 0, "cards": [{"id": "d1", "kind": "mill"}, {"id": "d2", "kind": "field"}]},
        {"gold": 2, "cards": []},
    ],
}


def settings(chance: Random) -> Json:
    return {"players": NAMES[: chance.randint(2, 5)]}


def count(state: Any, seat: int) -> Any:
    return Count(seat, state.holdings[seat])


def position(counts: list[Json]) -> Json:
    return {"holdings": [count["holding"] for count in counts]}


def two_counts() -> tuple[Json, Json]:
    return {"holding": {"gold": 3, "cards": []}}, {"holding": {"gold": 7, "cards": []}}


def reading(log: Json, report: Json) -> Json:
    dealings = _dealings(log) if log["events"][-1]["type"] == "end" else {}
    players = []
    for seat, player in enumerate(report["players"]):
        points: Counter[str] = Counter()
        for line in player["lines"]:
            points[line["code"]] += line["points"]
        majorities = {line["of"]: line for line in player["lines"] if line["code"] == "majority"}
        players.append(
            {
                "resources": {of: {"symbols": boxes(line["text"]), "place": _place(line["points"])}
                              for of, line in majorities.items()},
                "points": dict(points),
            }
            | ({"dealings": dealings[seat]} if dealings else {})
        )  # fmt: skip
    return {"players": players}


def _place(points: int) -> str:
    return {10: "most", 4: "between", 0: "fewest"}[points]


def _dealings(log: Json) -> list[Json]:
    sums = [Counter[str](options=0, contests=0, won=0, paid=0, returned=0) for _name in log["players"]]
    coins: dict[tuple[str, int], int] = {}
    swords: Counter[tuple[str, int]] = Counter()
    for event in log["events"]:
        match event:
            case {"type": "options", "seat": seat, "actions": actions}:
                coins |= {(tile, seat): 0 for tile in actions}
            case {"type": "bribe", "seat": seat, "tile": tile, "amount": amount}:
                coins[tile, seat] = amount
            case {"type": "legionnaire", "tile": tile, "for": seat}:
                swords[tile, seat] += 2
            case {"type": "settle", "tile": tile}:
                laid = {seat: coins.pop((tile, seat)) for seat in range(len(sums)) if (tile, seat) in coins}
                strength = {seat: laid[seat] + swords.pop((tile, seat), 0) for seat in laid}
                best = [seat for seat in laid if strength[seat] == max(strength.values())]
                for seat, gold in laid.items():
                    sums[seat]["options"] += 1
                    sums[seat]["contests"] += len(laid) > 1
                    sums[seat]["won"] += len(laid) > 1 and best == [seat]
                    sums[seat]["paid" if best == [seat] else "returned"] += gold
            case {"type": "close"}:
                coins.clear()
    return [dict(own) for own in sums]
