"""Corrections as the public formats write them, and what stands of a log."""

from typing import Any

from scoring import GAMES
from scoring.core.log import read_log
from scoring.core.play import AnyPlay
from scoring.core.running import Replay, replay

Event = dict[str, Any]


def amend(at: int, event: Event | None) -> Event:
    return {"type": "amend", "at": at, "event": event}


def changes(*changes: Event) -> Event:
    return {"type": "amend", "changes": list(changes)}


def replayed(
    *events: Event, game: str = "lost-cities", players: tuple[str, ...] = ("Ana", "Ben"), **settings: Any
) -> Replay[Any, Any]:
    """A log that may still go on."""
    setup, moves = read_log(GAMES[game], {"players": list(players), **settings, "events": list(events)})
    return replay(GAMES[game], setup, moves)


def totals(play: AnyPlay) -> list[int]:
    return [player.total for player in play.game.score(play.game.position(play.state)).players]
