"""The public JSON formats of Lost Cities."""

from collections.abc import Mapping

from scoring.core import codec
from scoring.core.codec import FLAG, SEAT, TOTAL, Codec, Schema, choice, number, total_of, typed_total, usually
from scoring.core.game import Formats
from scoring.core.rule import Malformed
from scoring.core.text import text
from scoring.lost_cities import moves
from scoring.lost_cities.cards import BY_CODE, COLOURS, EDITION_NAMES, EDITIONS, NUMBERS, Card
from scoring.lost_cities.moves import Expedition, Holding, TypedTotal
from scoring.lost_cities.score import MOST_ROUNDS, Position, Setup

SEATS = range(2, 3)
SETTINGS = ("edition", "colours", "bonus_counts_wagers")
WAGER = "wager"


def read_setup(settings: Mapping[str, object]) -> Setup:
    codec.shape(settings, "settings", ("players",), (*SETTINGS, "rounds"))
    setup = _table(settings)
    rounds = codec.whole(settings.get("rounds", 3), "rounds", 1, MOST_ROUNDS)
    return Setup(setup.players, setup.edition, setup.colours, rounds, setup.bonus_counts_wagers)


def _table(settings: Mapping[str, object]) -> Setup:
    edition = codec.one_of(settings.get("edition", "iello-2018"), "edition", EDITIONS)
    colours = codec.whole(settings.get("colours", 5), "colours", 5, 6)
    if colours not in EDITIONS[edition]:
        raise Malformed(text("{edition} has five colours.", edition=EDITION_NAMES[edition]))
    counts = codec.flag(settings.get("bonus_counts_wagers", True), "bonus_counts_wagers")
    return Setup(codec.names(settings["players"], SEATS), edition, colours, bonus_counts_wagers=counts)


def write_setup(setup: Setup) -> dict[str, codec.Json]:
    settings: dict[str, codec.Json] = {
        "players": list(setup.players),
        "edition": setup.edition,
        "colours": setup.colours,
        "rounds": setup.rounds,
    }
    return settings if setup.bonus_counts_wagers else {**settings, "bonus_counts_wagers": False}


def read_position(data: Mapping[str, object]) -> Position:
    codec.shape(data, "position", ("players", "rounds"), SETTINGS)
    setup = _table(data)
    entries = codec.listing(data["rounds"], "rounds", 0, 99)
    rounds = tuple(_read_round(entry, f"rounds[{number}]", setup) for number, entry in enumerate(entries))
    return Position(setup, rounds)


def _read_round(entry: object, where: str, setup: Setup) -> tuple[Holding, ...]:
    seats = len(setup.players)
    holdings = codec.listing(entry, where, seats, seats)
    return tuple(read_holding(holding, f"{where}[{seat}]") for seat, holding in enumerate(holdings))


def read_holding(data: object, where: str) -> Holding:
    """One player's expeditions of a round: colour → list of 2 … 10 and "wager", in any order; or only their total."""
    total = total_of(data, where)
    if total is not None:
        return TypedTotal(total)
    laid = codec.shape(data, where, (), COLOURS)
    return {
        colour: _read_expedition(laid[colour], f"{where}.{colour}") for colour in COLOURS if laid.get(colour, []) != []
    }


def _read_expedition(data: object, where: str) -> Expedition:
    cards = codec.listing(data, where, 0, 99)
    numbers = [_number(card, f"{where}[{place}]") for place, card in enumerate(cards) if card != WAGER]
    return Expedition(len(cards) - len(numbers), tuple(sorted(numbers)))


def _number(data: object, where: str) -> int:
    if isinstance(data, str):
        raise Malformed(text("{where}: a card is “wager” or a number from 2 to 10.", where=where))
    return codec.whole(data, where, NUMBERS[0], NUMBERS[-1])


def write_position(position: Position) -> dict[str, codec.Json]:
    settings = write_setup(position.setup)
    rounds = [[write_holding(holding) for holding in round] for round in position.rounds]
    return {**settings, "rounds": rounds}


def write_holding(holding: Holding) -> dict[str, codec.Json]:
    if isinstance(holding, TypedTotal):
        return {TOTAL: holding.total}
    return {
        colour: [WAGER] * expedition.wagers + list(expedition.numbers)
        for colour, expedition in holding.items()
        if len(expedition)
    }


def _card(code: object, where: str, _players: int) -> Card:
    written = codec.word(code, where)
    if written not in BY_CODE:
        raise Malformed(text("{card} is not a card: a card is written red-7 or red-wager.", card=written))
    return BY_CODE[written]


CARD = codec.Field(_card, lambda card: card.code)
EXPEDITIONS = codec.Field(
    lambda value, where, _players: tuple(read_holding(value, where).items()),
    lambda holding: write_holding(dict(holding)),
)
MOVES: Codec[moves.Move] = Codec(
    {
        "start": Schema(moves.Start, {"seat": SEAT, "known": usually(FLAG, True)}),
        "lay": Schema(moves.Lay, {"seat": SEAT, "card": CARD}),
        "discard": Schema(moves.Discard, {"seat": SEAT, "card": CARD}),
        "draw": Schema(moves.Draw, {"seat": SEAT, "from": choice((moves.DECK, *COLOURS))}),
        "count": (
            typed_total(moves.Count, lambda seat, total: moves.Count(seat, (), total), lambda count: count.total),
            Schema(moves.Count, {"seat": SEAT, "expeditions": EXPEDITIONS}),
        ),
        "rounds": Schema(moves.Rounds, {"rounds": number(1, MOST_ROUNDS)}),
    }
)
FORMATS: Formats[Setup, moves.Move, Position] = Formats(
    read_setup,
    write_setup,
    lambda event, setup: MOVES.read(event, len(setup.players)),
    MOVES.write,
    read_position,
    write_position,
)
