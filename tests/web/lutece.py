"""A table of Lutèce in the web: three people, the events of a round, cards as a table would report them."""

from collections.abc import Callable
from typing import Any

from tests.conftest import open_table
from tests.visitor import Visitor, record

Event = dict[str, Any]
CARDS: dict[str, Event] = {
    "A": {"id": "bard", "kind": "citizen", "label": "Le Barde", "cost": 1, "resources": {"cervoise": 1}, "talent": 4},
    "B": {"id": "legion", "kind": "legionnaire", "cost": 0},
    "C": {
        "id": "druid",
        "kind": "citizen",
        "label": "La Druidesse",
        "cost": 3,
        "resources": {"potion": 2},
        "talent": 9,
    },
    "1": {"id": "tavern", "kind": "tavern", "cost": 1},
    "2": {"id": "market", "kind": "market", "demand": {"potion": 2}, "cost": 3},
    "3": {"id": "field", "kind": "field", "cost": 0, "talent": 6},
}


def offer(tile: str, **card: Any) -> Event:
    return {"type": "offer", "tile": tile, "card": {**CARDS[tile], **card}}


def options(seat: int, *actions: str) -> Event:
    return {"type": "options", "seat": seat, "actions": list(actions)}


def bribe(seat: int, tile: str, amount: int) -> Event:
    return {"type": "bribe", "seat": seat, "tile": tile, "amount": amount}


REVEAL: Event = {"type": "reveal"}
UNDO: Event = {"type": "undo"}
CLOSE: Event = {"type": "close"}
OFFERS = [offer(tile) for tile in CARDS]
MORE_OFFERS = tuple(
    {"type": "offer", "tile": tile, "card": {"id": f"more-{tile}", **card}}
    for tile, card in {
        "D": {"kind": "citizen", "label": "Le Porteur de statue", "cost": 2, "resources": {"sword": 1}, "talent": 5},
        "4": {"kind": "herbalist", "cost": 2, "colour": "green"},
        "E": {"kind": "apprentice", "cost": 1, "colour": "blue"},
        "5": {"kind": "market", "demand": {"bread": 2}, "cost": 3},
    }.items()
)


def three(visitor: Callable[..., Visitor], language: str = "en") -> Visitor:
    """Ana, Ben and Cai are about to play; this visitor keeps score for all."""
    return open_table(visitor(language), "lutece", name2="Cai")


def phone_of(visitor: Callable[..., Visitor], scribe: Visitor, name: str, language: str = "en") -> Visitor:
    """Somebody sits down at the same table with an own phone."""
    guest = visitor(language)
    guest.go(scribe.at.split("?")[0])
    guest.press(name)
    return guest


def play(visitor: Visitor, *events: Event) -> None:
    """These events are reported and recorded, whatever is asked."""
    for event in events:
        record(visitor, event)
    visitor.go(visitor.at.rsplit("/", 1)[0] if visitor.at.endswith("/report") else visitor.at)
