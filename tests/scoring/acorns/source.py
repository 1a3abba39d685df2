"""Acorns by chance, and its logs read a second time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.fourth_game.acorns.moves import Count, Take
from tests.reading import Json


def settings(chance: Random) -> Json:
    return {"players": ["Ana", "Ben"], "heap": chance.choice([12, 20])}


def count(state: Any, seat: int) -> Count:
    return Count(seat, state.held[seat].acorns, state.held[seat].last)


def universe(_state: Any) -> Iterator[Take]:
    return (Take(seat, acorns) for seat in (0, 1) for acorns in range(5))


def reading(log: Json, _report: Json) -> Json:
    if any(event["type"] == "count" for event in log["events"]):
        return {"players": [{}, {}]}
    takes = [[event["acorns"] for event in log["events"] if event["seat"] == seat] for seat in (0, 1)]
    return {"players": [{"takes": own} for own in takes]}
