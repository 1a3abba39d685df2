"""A game by chance: what a table might turn over, bid and buy next."""

from __future__ import annotations

from dataclasses import replace

from scoring.core.game import Chance
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
