"""A Lutèce table for tests: cards by hand, rounds by the line, and random games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scoring.core.rule import Illegal
from scoring.lutece import GAME
from scoring.lutece.bidding import deck_of
from scoring.lutece.cards import RESOURCES, Card, Holding, Position, counts
from scoring.lutece.demo import everything
from scoring.lutece.moves import Attach, Bribe, Close, End, Legionnaire, Move, Offer, Options, Reveal, Settle
from scoring.lutece.rules import apply, options, to_act
from scoring.lutece.state import Setup, State, hand_for

NAMES = ("Ana", "Ben", "Cai", "Dee", "Eva")


def card(key: str, kind: str, **fields: Any) -> Card:
    for name in ("resources", "demand"):
        if name in fields:
            fields[name] = counts(fields[name])
    return Card(key, kind, **fields)


def citizen(key: str, talent: int | None = None, colour: str | None = None, **resources: int) -> Card:
    return card(key, "citizen", resources=resources, talent=talent, colour=colour)


SMITH, BREWER = citizen("c1", 4, sword=1), citizen("c2", 3, cervoise=1)


def table(players: int) -> State:
    return GAME.start(Setup(NAMES[:players]))


def after(state: State, *moves: Move) -> State:
    for move in moves:
        state = apply(state, move)
    return state


def refused(state: State, move: Move) -> str:
    """The clause that refuses the move."""
    with pytest.raises(Illegal) as caught:
        apply(state, move)
    return caught.value.rule.clause


def offers(state: State, **cards: Card) -> Iterator[Offer]:
    """Every empty tile gets its card of `cards` (tile "1" is written t1), else a free one with nothing on it."""
    for tile in state.tiles:
        if state.lot(tile) is None:
            plain = card(f"r{state.round}-{tile}", "other", deck=deck_of(tile))
            yield Offer(tile, cards.get(tile, cards.get(f"t{tile}", plain)))


def offered(players: int = 2, **cards: Card) -> State:
    """A table on which every tile has its card."""
    state = table(players)
    return after(state, *offers(state, **cards))


def laid(*pairs: str, **cards: Card) -> State:
    """A first round in which everybody has laid two action cards: a pair for each seat, like "A 1" or "B income-1"."""
    return _laid(offered(len(pairs), **cards), *pairs)


def _laid(state: State, *pairs: str) -> State:
    return after(state, *(Options(seat, tuple(pair.split())) for seat, pair in enumerate(pairs)))


def revealed(state: State, *laid: str, bribes: tuple[tuple[int, str, int], ...] = (), **cards: Card) -> State:
    """A round up to the reveal: `laid` holds a pair of actions for each seat."""
    return after(_laid(after(state, *offers(state, **cards)), *laid), *(Bribe(*bribe) for bribe in bribes), Reveal())


def settled(state: State) -> State:
    """Every tile is settled; an apprentice goes to the first possible place."""
    while state.due is not None or state.unattached:
        state = apply(state, next(quiet(state)))
    return state


def quiet(state: State) -> Iterator[Move]:
    for seat in sorted(to_act(state)):
        yield from (move for move in options(state, seat) if not isinstance(move, Legionnaire))


def having(state: State, seat: int, *cards: Card, gold: int | None = None) -> State:
    """The table where a player already has these cards (and this gold, the reserve knowing about it)."""
    from dataclasses import replace

    old = state.holdings[seat]
    held = Holding(old.gold if gold is None else gold, (*old.cards, *cards))
    holdings = (*state.holdings[:seat], held, *state.holdings[seat + 1 :])
    return replace(state, holdings=holdings, reserve=state.reserve + old.gold - held.gold)


def money(state: State) -> int:
    """All the gold there is."""
    purses = sum(holding.gold for holding in state.holdings)
    return purses + state.reserve + sum(bid.coins for bid in state.bids) + sum(lot.coins for lot in state.lots if lot)


def position(*holdings: Holding) -> Position:
    return Position(NAMES[: len(holdings)], holdings)


def held(*cards: Card, gold: int = 0) -> Holding:
    return Holding(gold, cards)


# Random games


def random_game(chance: Random, players: int, rounds: int = 6) -> Iterator[tuple[State, Move]]:
    """The moves of a legal game that ends, each with the state before it."""
    state = table(players)
    while to_act(state):
        enough = state.phase == "offers" and state.round > rounds
        move: Move = End() if enough else GAME.chance(chance, state)
        yield state, move
        state = apply(state, move)


def universe(state: State) -> Iterator[Move]:
    """Moves that a table of this size could report, sensible or not."""
    from scoring.lutece.moves import ACTIONS, TILES

    seats = range(len(state.names))
    cards = [card.id for card in everything(state)]
    bearers = [card for holding in state.holdings for card in holding.cards]
    apprentices = [card.id for card in bearers if card.kind == "apprentice"] or cards[:1]
    for seat in seats:
        for at, first in enumerate(ACTIONS):
            yield from (Options(seat, (first, second)) for second in ACTIONS[at:])
        most = state.holdings[seat].gold + 2
        for action in ACTIONS:
            yield from (Bribe(seat, action, amount) for amount in (0, 1, 2, 3, most - 2, most - 1, most, most + 3))
        yield from (Legionnaire(seat, tile, other) for tile in TILES for other in seats)
        for key in apprentices:
            yield from (Attach(seat, key, to.id, what) for to in bearers for what in (None, *RESOURCES))
    yield from (Settle(tile) for tile in TILES)
    yield from (Reveal(), Close())


def hand(state: State) -> tuple[str, ...]:
    return hand_for(len(state.names))
