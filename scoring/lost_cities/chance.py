"""A game by chance: what two players at a real table might do next."""

from __future__ import annotations

from scoring.game import Chance
from scoring.lost_cities.cards import COLOURS
from scoring.lost_cities.moves import Count, Discard, Draw, Expedition, Lay, Move
from scoring.lost_cities.rules import State, options, to_act


def chance(random: Chance, state: State) -> Move:
    """Small steps rather than large ones, mostly from the draw pile; now and then the end of a round is counted."""
    seat = random.choice(sorted(to_act(state)))
    if state.round and (state.round.counted or random.random() < 0.004):
        return _count(random, state, seat)
    moves = list(options(state, seat))
    deck = Draw(seat, "deck")
    if deck in moves and random.random() < 0.7:
        return deck
    steps = [move for move in moves if isinstance(move, Lay) and _step(state, move) <= 3]
    if steps and random.random() < 0.6:
        return random.choice(steps)
    discards = [move for move in moves if isinstance(move, Discard)]
    return random.choice(discards if discards and random.random() < 0.8 else moves)


def _step(state: State, move: Lay) -> int:
    """How far the card is above what lies there; to begin anew is a step as well."""
    laid = state.round.laid[move.seat].get(move.card.colour, Expedition()) if state.round else Expedition()
    return move.card.number - (laid.numbers[-1] if laid.numbers else 2)


def _count(random: Chance, state: State, seat: int) -> Count:
    """A count that fits what the other has counted."""
    other: dict[str, Expedition] = dict(state.round.laid[1 - seat]) if state.round and state.round.counted else {}
    holding: dict[str, Expedition] = {}
    for colour in random.sample(state.colours, random.randint(0, 5)):
        there = other.get(colour, Expedition())
        numbers = [number for number in range(2, 11) if number not in there.numbers and random.random() < 0.3]
        expedition = Expedition(random.randint(0, 3 - there.wagers), tuple(numbers))
        if len(expedition):
            holding[colour] = expedition
    return Count(seat, tuple((colour, holding[colour]) for colour in COLOURS if colour in holding))
