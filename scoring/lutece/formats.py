"""The public JSON formats of Lutèce."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from scoring.core.codec import SEAT, Codec, Field, Row, choice, number, several, typed_total, usually
from scoring.core.counting import TOTAL, total_of
from scoring.core.game import Formats
from scoring.core.reading import Json, flag, listing, names, one_of, shape, whole, word
from scoring.lutece.cards import DECKS, KINDS, RESOURCES, Card, Counts, Holding, Position, Totals, counts
from scoring.lutece.moves import (
    ACTIONS,
    TILES,
    Attach,
    Bribe,
    Close,
    Count,
    End,
    Legionnaire,
    Move,
    Offer,
    Options,
    Reveal,
    Settle,
)
from scoring.lutece.state import Setup

T = TypeVar("T")
SEATS = range(2, 6)
MOST_CARDS = 200
MOST_SYMBOLS = 99
MOST_TOTAL = 999
MOST_GOLD = 1_000_000
NUMBERS = (
    "symbol_points",
    "family_points",
    "roman",
    "statues",
    "markets",
    "legionnaires",
    "points",
    "cards",
)
CARD_FIELDS = (
    "label",
    "cost",
    "min_players",
    "resources",
    "talent",
    "colour",
    "roman",
    "points",
    "demand",
    "deck",
    "attached_to",
    "resource",
)


# Cards and holdings


def card_from(value: object, where: str = "card") -> Card:
    """One card; what is absent is left to its kind."""
    data = shape(value, where, ("id", "kind"), CARD_FIELDS)

    def given(key: str, read: Callable[[object, str], T]) -> T | None:
        return read(data[key], f"{where}.{key}") if key in data else None

    return Card(
        word(data["id"], f"{where}.id"),
        one_of(data["kind"], f"{where}.kind", KINDS),
        label=given("label", word),
        cost=given("cost", whole),
        min_players=given("min_players", lambda value, where: whole(value, where, SEATS.start, SEATS.stop - 1)),
        resources=given("resources", _symbols),
        talent=given("talent", whole),
        colour=given("colour", word),
        roman=given("roman", flag),
        points=given("points", whole),
        demand=given("demand", _symbols),
        deck=given("deck", lambda value, where: one_of(value, where, DECKS)),
        attached_to=given("attached_to", word),
        resource=given("resource", lambda value, where: one_of(value, where, RESOURCES)),
    )


def _symbols(value: object, where: str) -> Counts:
    data = shape(value, where, (), RESOURCES)
    return counts({key: whole(many, f"{where}.{key}", 0, MOST_SYMBOLS) for key, many in data.items()})


def card_to(card: Card) -> dict[str, Json]:
    """What `card_from` reads back to the same card: only what is known of it."""
    fields = {key: getattr(card, key) for key in CARD_FIELDS}
    known = {key: value for key, value in fields.items() if value is not None}
    for key in ("resources", "demand"):
        if key in known:
            known[key] = {name: many for name, many in zip(RESOURCES, known[key], strict=True) if many}
    return {"id": card.id, "kind": card.kind, **known}


def holding_from(value: object, where: str = "holding") -> Holding:
    """What a player has, or only what it makes; totals of nothing are none."""
    total = total_of(value, where)
    if total is not None:
        return Holding(total=total)
    data = shape(value, where, ("gold", "cards"), ("totals",))
    cards = listing(data["cards"], f"{where}.cards", 0, MOST_CARDS)
    read = tuple(card_from(card, f"{where}.cards[{at}]") for at, card in enumerate(cards))
    said = _totals_from(data["totals"], f"{where}.totals") if "totals" in data else Totals()
    return Holding(whole(data["gold"], f"{where}.gold"), read, None if said == Totals() else said)


def holding_to(holding: Holding) -> dict[str, Json]:
    if holding.total is not None:
        return {TOTAL: holding.total}
    said = {"totals": _totals_to(holding.totals)} if holding.totals else {}
    return {"gold": holding.gold, "cards": [card_to(card) for card in holding.cards], **said}


def _totals_from(value: object, where: str) -> Totals:
    data = shape(value, where, (), ("symbols", "talents", *NUMBERS))
    many = {key: whole(data[key], f"{where}.{key}", 0, MOST_TOTAL) for key in NUMBERS if key in data}
    talents = shape(data.get("talents", {}), f"{where}.talents", (), RESOURCES)
    return Totals(
        _symbols(data.get("symbols", {}), f"{where}.symbols"),
        tuple(_talents(talents.get(resource, []), f"{where}.talents.{resource}") for resource in RESOURCES),
        **many,
    )


def _talents(value: object, where: str) -> tuple[int, ...]:
    read = (whole(talent, f"{where}[{at}]") for at, talent in enumerate(listing(value, where, 0, MOST_CARDS)))
    return tuple(sorted(read, reverse=True))


def _totals_to(own: Totals) -> dict[str, Json]:
    symbols = {resource: many for resource, many in zip(RESOURCES, own.symbols, strict=True) if many}
    talents = {resource: list(all_) for resource, all_ in zip(RESOURCES, own.talents, strict=True) if all_}
    lists: dict[str, Json] = {"symbols": symbols, "talents": talents}
    return {key: value for key, value in {**lists, **{key: getattr(own, key) for key in NUMBERS}}.items() if value}


# Settings and positions


def setup(settings: Mapping[str, object]) -> Setup:
    return Setup(names(shape(settings, "settings", ("players",))["players"], SEATS))


def settings(setup: Setup) -> dict[str, Json]:
    return {"players": list(setup.names)}


def position(value: Mapping[str, object]) -> Position:
    data = shape(value, "position", ("players", "holdings"))
    players = names(data["players"], SEATS)
    holdings = listing(data["holdings"], "holdings", len(players), len(players))
    return Position(players, tuple(holding_from(own, f"holdings[{seat}]") for seat, own in enumerate(holdings)))


def position_to(position: Position) -> dict[str, Json]:
    return {"players": list(position.names), "holdings": [holding_to(holding) for holding in position.holdings]}


# Events: tiles and actions of a larger game can be read; the rules refuse them

TILE, ACTION = choice(TILES), choice(ACTIONS)
WORD = Field(lambda value, where, _players: word(value, where))
CARD = Field(lambda value, where, _players: card_from(value, where), card_to)
HOLDING = Field(lambda value, where, _players: holding_from(value, where), holding_to)
MOVES: Codec[Move] = Codec(
    {
        "offer": Row(Offer, {"tile": TILE, "card": CARD}),
        "options": Row(Options, {"seat": SEAT, "actions": several(ACTION, 0, len(ACTIONS))}),
        "bribe": Row(Bribe, {"seat": SEAT, "tile": ACTION, "amount": number(0, MOST_GOLD)}),
        "reveal": Row(Reveal, {}),
        "legionnaire": Row(Legionnaire, {"seat": SEAT, "tile": TILE, "for": SEAT}),
        "settle": Row(Settle, {"tile": TILE}),
        "attach": Row(
            Attach, {"seat": SEAT, "apprentice": WORD, "to": WORD, "resource": usually(choice(RESOURCES), None)}
        ),
        "close": Row(Close, {}),
        "end": Row(End, {}),
        "count": (
            typed_total(
                Count, lambda seat, total: Count(seat, Holding(total=total)), lambda count: count.holding.total
            ),
            Row(Count, {"seat": SEAT, "holding": HOLDING}),
        ),
    }
)
FORMATS: Formats[Setup, Move, Position] = Formats(
    setup, settings, lambda event, setup: MOVES.read(event, len(setup.names)), MOVES.write, position, position_to
)
