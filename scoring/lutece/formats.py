"""The public JSON formats of Lutèce."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from scoring.core import codec
from scoring.core.codec import FLAG, SEAT, Codec, Schema, choice, nested, number, several, typed_total, usually
from scoring.core.game import Formats
from scoring.lutece import moves
from scoring.lutece.cards import DECKS, KINDS, RESOURCES, Card, Holding, Position, Totals
from scoring.lutece.state import Setup

SEATS = range(2, 6)
MOST_CARDS = 200
MOST_SYMBOLS = 99
MOST_TOTAL = 999
MOST = 1_000_000
TILE, ACTION, RESOURCE = choice(moves.TILES), choice(moves.ACTIONS), choice(RESOURCES)
FEW, MANY = number(0, MOST_TOTAL), number(0, MOST)
WORD = codec.Field(lambda value, where, _players: codec.word(value, where))
SYMBOLS = codec.in_order(RESOURCES, usually(number(0, MOST_SYMBOLS), 0))
TALENTS = several(MANY, 0, MOST_CARDS)
HIGHEST_FIRST = replace(
    TALENTS, read=lambda value, where, players: tuple(sorted(TALENTS.read(value, where, players), reverse=True))
)
PRINTED = {
    "label": WORD,
    "cost": MANY,
    "min_players": number(SEATS.start, SEATS.stop - 1),
    "resources": SYMBOLS,
    "talent": MANY,
    "colour": WORD,
    "roman": FLAG,
    "points": MANY,
    "demand": SYMBOLS,
    "deck": choice(DECKS),
    "attached_to": WORD,
    "resource": RESOURCE,
}
CARD_FIELDS = tuple(PRINTED)
"""What may be printed on a card; what is absent is left to its kind."""
CARD = nested(
    Schema(Card, {"id": WORD, "kind": choice(KINDS), **{key: usually(field, None) for key, field in PRINTED.items()}})
)
ADDED_UP = (
    "symbol_points",
    "family_points",
    "roman",
    "statues",
    "markets",
    "legionnaires",
    "points",
    "cards",
)
TOTALS = nested(
    Schema(
        Totals,
        {
            "symbols": usually(SYMBOLS, Totals().symbols),
            "talents": usually(codec.in_order(RESOURCES, usually(HIGHEST_FIRST, ())), Totals().talents),
            **{key: usually(FEW, 0) for key in ADDED_UP},
        },
        lambda *values: None if (read := Totals(*values)) == Totals() else read,
    )
)
HOLDING = codec.or_total(
    nested(Schema(Holding, {"gold": MANY, "cards": several(CARD, 0, MOST_CARDS), "totals": usually(TOTALS, None)})),
    lambda total: Holding(total=total),
    lambda holding: holding.total,
)


def card_from(value: object, where: str = "card") -> Card:
    read: Card = CARD.read(value, where, 0)
    return read


def card_to(card: Card) -> dict[str, codec.Json]:
    """The JSON that `card_from` reads back to the same card: only what is known of it."""
    return cast(dict[str, codec.Json], CARD.write(card))


# Settings and positions


def setup(settings: Mapping[str, object]) -> Setup:
    return Setup(codec.names(codec.shape(settings, "settings", ("players",))["players"], SEATS))


def settings(setup: Setup) -> dict[str, codec.Json]:
    return {"players": list(setup.names)}


def position(value: Mapping[str, object]) -> Position:
    data = codec.shape(value, "position", ("players", "holdings"))
    players = codec.names(data["players"], SEATS)
    holdings = codec.listing(data["holdings"], "holdings", len(players), len(players))
    return Position(players, tuple(HOLDING.read(own, f"holdings[{seat}]", 0) for seat, own in enumerate(holdings)))


def position_to(position: Position) -> dict[str, codec.Json]:
    return {"players": list(position.names), "holdings": [HOLDING.write(holding) for holding in position.holdings]}


# Events: tiles and actions of a larger game can be read; the rules refuse them

MOVES: Codec[moves.Move] = Codec(
    {
        "offer": Schema(moves.Offer, {"tile": TILE, "card": CARD}),
        "options": Schema(moves.Options, {"seat": SEAT, "actions": several(ACTION, 0, len(moves.ACTIONS))}),
        "bribe": Schema(moves.Bribe, {"seat": SEAT, "tile": ACTION, "amount": MANY}),
        "reveal": Schema(moves.Reveal, {}),
        "legionnaire": Schema(moves.Legionnaire, {"seat": SEAT, "tile": TILE, "for": SEAT}),
        "settle": Schema(moves.Settle, {"tile": TILE}),
        "attach": Schema(
            moves.Attach, {"seat": SEAT, "apprentice": WORD, "to": WORD, "resource": usually(RESOURCE, None)}
        ),
        "close": Schema(moves.Close, {}),
        "end": Schema(moves.End, {}),
        "count": (
            typed_total(
                moves.Count,
                lambda seat, total: moves.Count(seat, Holding(total=total)),
                lambda count: count.holding.total,
            ),
            Schema(moves.Count, {"seat": SEAT, "holding": HOLDING}),
        ),
    }
)
FORMATS: Formats[Setup, moves.Move, Position] = Formats(
    setup,
    settings,
    lambda event, setup: MOVES.read(event, len(setup.names)),
    MOVES.write,
    position,
    position_to,
)
