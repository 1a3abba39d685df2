"""What a finished game came to, read a second time: from the events of its log and from what `flask referee` prints.

Nothing here knows how `scoring` counts, only what is printed on a pad.
A new game adds its reading; a test fails as long as it has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from scoring.roll_and_write.pad import COLOURS, HOUSE

Json = dict[str, Any]


def lost_cities(log: Json, report: Json) -> Json:
    """Rounds begin with `start`; what lies at the end of each is what was laid, or what was counted instead."""
    rounds: list[list[dict[str, list[Any]]]] = []
    for event in log["events"]:
        if event["type"] == "start":
            rounds.append([{}, {}])
        elif event["type"] == "lay":
            colour, _, card = event["card"].partition("-")
            rounds[-1][event["seat"]].setdefault(colour, []).append(card)
        elif event["type"] == "count":
            rounds[-1][event["seat"]] = {
                colour: list(map(str, cards)) for colour, cards in event["expeditions"].items()
            }
    players = []
    for seat, player in enumerate(report["players"]):
        points = {(line["of"], line["round"]): line["points"] for line in player["lines"]}
        begun: dict[str, list[Json]] = {}
        for number, round in enumerate(rounds, 1):
            for colour, cards in round[seat].items():
                numbers = [int(card) for card in cards if card != "wager"]
                alone = sum(numbers) - 20 + 20 * (len(numbers) > 7) if numbers else 0
                begun.setdefault(colour, []).append(
                    {"round": number, "cards": len(cards), "wagers": cards.count("wager"), "alone": alone}
                    | {"points": points[colour, number]}
                )
        players.append(begun)
    palette = ["yellow", "blue", "white", "green", "red", "purple"][: log["colours"]]
    return {"colours": palette, "rounds": len(rounds), "players": players}


def roll_and_write(log: Json, report: Json) -> Json:
    """The sentences of the sums tell how far each column got, the pad and what was learnt which vases lie below."""
    kinds = {(colour, box): HOUSE.kind(colour, box) for colour in COLOURS for box in range(1, 10)}
    printed = kinds if log.get("pad") == "house" else {}
    printed |= {(event["colour"], event["box"]): event["kind"] for event in log["events"] if event["type"] == "learn"}
    acted = Counter((event["seat"], event["type"]) for event in log["events"] if "seat" in event)
    players = []
    for seat, player in enumerate(report["players"]):
        lines = [line for line in player["lines"] if line["code"] != "bridge"]
        filled = {line["of"]: _boxes(line["text"]) for line in lines}
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


def _boxes(said: str) -> int:
    if said.startswith("all nine"):
        return 9
    number = re.match(r"\d+", said)
    return int(number[0]) if number else 0


def lutece(log: Json, report: Json) -> Json:
    dealings = _dealings(log) if log["events"][-1]["type"] == "end" else {}
    players = []
    for seat, player in enumerate(report["players"]):
        points: Counter[str] = Counter()
        for line in player["lines"]:
            points[line["code"]] += line["points"]
        majorities = {line["of"]: line for line in player["lines"] if line["code"] == "majority"}
        players.append(
            {
                "resources": {of: {"symbols": _boxes(line["text"]), "place": _place(line["points"])}
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


READINGS: Mapping[str, Callable[[Json, Json], Json]] = {
    "lost-cities": lost_cities,
    "roll-and-write": roll_and_write,
    "lutece": lutece,
}


def told_twice(facts: Any, read: Any) -> bool:
    """Whether the facts say what was read; of what a reading does not know, they may say anything."""
    if isinstance(read, dict):
        return isinstance(facts, dict) and all(key in facts and told_twice(facts[key], read[key]) for key in read)
    if isinstance(read, list):
        return len(facts) == len(read) and all(told_twice(*pair) for pair in zip(facts, read, strict=True))
    return bool(facts == read)
