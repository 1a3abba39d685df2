"""The public JSON formats of Acorns."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.core.game import Formats
from scoring.core.reading import Json, flag, listing, names, one_of, shape, whole
from tests.fourth_game.acorns.moves import Count, Move, Take
from tests.fourth_game.acorns.score import Holding, Position, Setup

SEATS = range(2, 3)
HEAPS = (12, 20)
MANY = 99  # what can be read; the rules say what can be


def read_setup(settings: Mapping[str, object]) -> Setup:
    shape(settings, "settings", ("players",), ("heap",))
    return Setup(names(settings["players"], SEATS), whole(settings.get("heap", HEAPS[0]), "heap", 1, MANY))


def write_setup(setup: Setup) -> dict[str, Json]:
    return {"players": list(setup.players), "heap": setup.heap}


def read_move(event: Mapping[str, object], setup: Setup) -> Move:
    kind = one_of(event.get("type"), "type", ("take", "count"))
    shape(event, kind, ("type", "seat", "acorns"), ("last",) * (kind == "count"))
    seat = whole(event["seat"], "seat", 0, len(setup.players) - 1)
    acorns = whole(event["acorns"], "acorns", 0, MANY)
    return Take(seat, acorns) if kind == "take" else Count(seat, acorns, flag(event.get("last", False), "last"))


def write_move(move: Move) -> dict[str, Json]:
    match move:
        case Take(seat, acorns):
            return {"type": "take", "seat": seat, "acorns": acorns}
        case Count(seat, acorns, last):
            return {"type": "count", "seat": seat, "acorns": acorns, "last": last}


def read_position(data: Mapping[str, object]) -> Position:
    shape(data, "position", ("players", "held"), ("heap",))
    setup = read_setup({key: value for key, value in data.items() if key != "held"})
    entries = listing(data["held"], "held", len(setup.players), len(setup.players))
    return Position(setup, tuple(_holding(entry, f"held[{seat}]") for seat, entry in enumerate(entries)))


def _holding(entry: object, where: str) -> Holding:
    entries = shape(entry, where, ("acorns",), ("last",))
    return Holding(whole(entries["acorns"], f"{where}.acorns", 0, MANY), flag(entries.get("last", False), where))


def write_position(position: Position) -> dict[str, Json]:
    held = [{"acorns": holding.acorns, "last": holding.last} for holding in position.held]
    return {**write_setup(position.setup), "held": held}


FORMATS: Formats[Setup, Move, Position] = Formats(
    read_setup, write_setup, read_move, write_move, read_position, write_position
)
