"""Games to look at: one played by chance, one under way to learn on. The rules know nothing of this."""

from dataclasses import replace

from scoring.core.codec import Json
from scoring.core.game import Chance, Practice
from scoring.core.text import text
from scoring.lutece.bidding import deck_of
from scoring.lutece.cards import KINDS, RESOURCES, Card, Counts, counts
from scoring.lutece.moves import Close, End, Move, Offer, Reveal, Settle
from scoring.lutece.rules import options, to_act
from scoring.lutece.state import State

ROUNDS = 6
DECK = 34


def chance(random: Chance, state: State) -> Move:
    """Cards made up on the spot, for six rounds; then a tile stays empty."""
    if state.phase != "offers":
        return random.choice(plausible(random, state))
    tile = random.choice([tile for tile in state.tiles if state.lot(tile) is None])
    deck, there = deck_of(tile), everything(state)
    if state.round > ROUNDS or sum(card.drawn_from == deck for card in there) >= DECK:
        return End()
    return Offer(tile, random_card(random, f"c{len(there) + 1}", deck))


def plausible(random: Chance, state: State) -> list[Move]:
    """Options of a seat to act; the reveal and a settling come up often enough."""
    moves = list(options(state, random.choice(sorted(to_act(state)))))
    bound: list[Move] = [move for move in moves if isinstance(move, Reveal | Settle | Close)]
    return bound if bound and random.random() < 0.4 else moves


def everything(state: State) -> list[Card]:
    """Every card in every place, as often as it is there."""
    held = [card for holding in state.holdings for card in holding.cards]
    return held + [lot.card for lot in state.lots if lot] + list(state.gone)


def random_card(random: Chance, key: str, deck: str | None = None) -> Card:
    """A card of any kind that can come from this deck; the commonest kinds most often."""
    kinds = [name for name, kind in KINDS.items() if deck is None or kind.deck in (None, deck)]
    kind = random.choice([*kinds, *(("apprentice", "legionnaire", "citizen") if deck == "character" else ())])
    card = Card(key, kind, cost=random.randint(0, 3), colour=random.choice([None, "green", "blue"]))
    if kind == "citizen":
        return replace(card, resources=random_counts(random), talent=random.choice([None, *range(1, 10)]))
    if kind == "market":
        return replace(card, demand=random_counts(random, 3))
    if kind == "other":
        return replace(card, deck=deck or random.choice(["character", "location"]), points=random.randint(0, 3))
    return replace(card, colour=None) if kind == "legionnaire" else card


def random_counts(random: Chance, most: int = 2) -> Counts:
    many = dict.fromkeys(RESOURCES, 0)
    for _ in range(random.randint(0, most)):
        many[random.choice(RESOURCES)] += 1
    return counts(many)


def _offer(tile: str, key: str, kind: str, **card: Json) -> dict[str, Json]:
    return {"type": "offer", "tile": tile, "card": {"id": key, "kind": kind, **card}}


def _lays(seat: int, *actions: str) -> dict[str, Json]:
    return {"type": "options", "seat": seat, "actions": list(actions)}


def _bribe(seat: int, tile: str, amount: int) -> dict[str, Json]:
    return {"type": "bribe", "seat": seat, "tile": tile, "amount": amount}


def _settle(tile: str) -> dict[str, Json]:
    return {"type": "settle", "tile": tile}


EVENTS: list[dict[str, Json]] = [
    _offer("A", "p1", "citizen", cost=1, resources={"bread": 1}, talent=4, colour="yellow"),
    _offer("B", "p2", "citizen", cost=2, resources={"potion": 2}, talent=7, colour="green"),
    _offer("C", "p3", "legionnaire", cost=1),
    _offer("1", "p4", "field", cost=0, colour="yellow"),
    _offer("2", "p5", "tavern", cost=1),
    _offer("3", "p6", "market", cost=2, demand={"bread": 1, "potion": 1}),
    _lays(0, "A", "1"),
    _lays(1, "A", "2"),
    _bribe(0, "A", 1),
    _bribe(1, "A", 2),
    {"type": "reveal"},
    _settle("A"),
    _settle("1"),
    _settle("2"),
    {"type": "close"},
    _offer("A", "p7", "citizen", cost=1, resources={"sword": 1}, talent=6, colour="blue"),
    _offer("1", "p8", "mill", cost=2, colour="yellow"),
    _offer("2", "p9", "statue", cost=2),
]

PRACTICE = Practice(
    {"players": ["Ana", "Ben"], "events": EVENTS},
    (
        text("Lay two action cards for Ana, then two for Ben; add a bribe, and reveal."),
        text("When both want the same tile, the higher bribe acquires the card, and Cairn counts every coin."),
    ),
)
