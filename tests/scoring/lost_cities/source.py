"""Lost Cities by chance, and its logs read a second time."""

from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.lost_cities.cards import COLOURS, cards_of
from scoring.lost_cities.moves import Count, Discard, Draw, Lay, Start
from tests.reading import Json, Sheets

# what the sentences of a review count in the log
COUNTED = frozenset({"round", "left", "expeditions", "count", "last", "drawn", "unseen", "percent", "number"})
LAST_TAPS = (".asking .way button",)
AGREED: Json = {"edition": "tilsit-1999", "bonus_counts_wagers": False}
SHEETS: Sheets = (
    ("lost-cities-pad", {"paper": "A5", "colours": 6}),
    ("lost-cities-cards", {"paper": "A5", "colours": 6}),
    ("lost-cities-season", {"up": 4}),
    ("rules-lost-cities", {"paper": "A5"}),
    ("game-record", {"up": 2, "of": "lost-cities"}),
)
PRINTED: Json = {
    "edition": "iello-2018",
    "colours": 5,
    "players": ["Ana", "Benoît"],
    "rounds": [
        [{"red": ["wager", "wager", 2, 3, 5, 7, 8, 10], "white": ["wager"]}, {"blue": [4, 6]}],
        [{"yellow": [5, 6, 7, 8]}, {"red": ["wager", 9]}],
        [{}, {"yellow": [2, 3, 4, 5, 6, 7, 8, 9]}],
    ],
}


def settings(chance: Random) -> Json:
    return {"players": ["Ana", "Ben"], "colours": chance.choice([5, 6]), "rounds": chance.choice([1, 2, 3])}


def count(state: Any, seat: int) -> Count:
    laid = state.round.laid[seat] if state.round else state.over[-1][seat] if state.over else {}
    return Count(seat, tuple((colour, laid[colour]) for colour in COLOURS if len(laid.get(colour, ()))))


def universe(_state: Any) -> Iterator[Any]:
    for seat in (0, 1):
        yield Start(seat)
        yield from (Draw(seat, source) for source in ("deck", *COLOURS))
        for card in (card for colour in COLOURS for card in cards_of(colour)):
            yield from (Lay(seat, card), Discard(seat, card))


def position(counts: list[Json]) -> Json:
    return {"rounds": [[count["expeditions"] for count in counts]]}


def two_counts() -> tuple[Json, Json]:
    return {"expeditions": {}}, {"expeditions": {"red": [5, 6]}}


def reading(log: Json, report: Json) -> Json:
    """Rounds begin with `start`; what lies at the end of each is what was laid, or what was counted instead.

    Of a round that was not counted it is known with how many cards left in the draw pile a colour was begun.
    """
    rounds: list[list[dict[str, list[Any]]]] = []
    begun_with: dict[tuple[int, int, str], int] = {}
    left = 0
    for event in log["events"]:
        if event["type"] == "start":
            rounds.append([{}, {}])
            left = 12 * log["colours"] - 16
        elif event["type"] == "draw":
            left -= event["from"] == "deck"
        elif event["type"] == "lay":
            colour, _, card = event["card"].partition("-")
            rounds[-1][event["seat"]].setdefault(colour, []).append(card)
            begun_with.setdefault((len(rounds), event["seat"], colour), left)
        elif event["type"] == "count":
            begun_with = {where: left for where, left in begun_with.items() if where[0] != len(rounds)}
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
                late = {"left": with_left} if (with_left := begun_with.get((number, seat, colour))) is not None else {}
                begun.setdefault(colour, []).append(
                    {"round": number, "cards": len(cards), "wagers": cards.count("wager"), "alone": alone}
                    | {"points": points[colour, number], **late}
                )
        players.append(begun)
    palette = ["yellow", "blue", "white", "green", "red", "purple"][: log["colours"]]
    return {"colours": palette, "rounds": len(rounds), "players": players}
