"""The public JSON formats of Acorns."""

from collections.abc import Mapping

from scoring.core.codec import FLAG, SEAT, Codec, Json, Schema, flag, listing, names, number, shape, usually, whole
from scoring.core.game import Formats
from tests.fourth_game.acorns.moves import Count, Move, Take
from tests.fourth_game.acorns.score import Holding, Position, Setup

SEATS = range(2, 6)
HEAPS = (12, 20, 40)
MANY = 99  # what can be read; the rules say what can be


def read_setup(settings: Mapping[str, object]) -> Setup:
    shape(settings, "settings", ("players",), ("heap",))
    return Setup(names(settings["players"], SEATS), whole(settings.get("heap", HEAPS[0]), "heap", 1, MANY))


def write_setup(setup: Setup) -> dict[str, Json]:
    return {"players": list(setup.players), "heap": setup.heap}


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


HELD = number(0, MANY)
MOVES: Codec[Move] = Codec(
    {
        "take": Schema(Take, {"seat": SEAT, "acorns": HELD}),
        "count": Schema(Count, {"seat": SEAT, "acorns": HELD, "last": usually(FLAG, False, written=True)}),
    }
)
FORMATS: Formats[Setup, Move, Position] = Formats(
    read_setup,
    write_setup,
    lambda event, setup: MOVES.read(event, len(setup.players)),
    MOVES.write,
    read_position,
    write_position,
)
