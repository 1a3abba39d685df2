"""A game by chance: what a table might throw and choose next."""

from __future__ import annotations

from scoring.core.game import Chance
from scoring.core.sheet import Seat
from scoring.roll_and_write.moves import DICE_OF_A_KIND, DIGITS, Learn, Move, Roll, TurnOrder
from scoring.roll_and_write.pad import BOXES, COLOURS, NOT_KNOWN, PRINTED
from scoring.roll_and_write.rules import State, options, to_act


def chance(random: Chance, state: State) -> Move:
    """Mostly a combination; now and then a refusal, a box told, or the wish for turn order."""
    if not state.in_turn_order and random.random() < 0.02:
        return TurnOrder(random.choice(state.seats), random.random() < 0.2)
    if state.pending:
        moves = list(options(state, random.choice(sorted(to_act(state)))))
        return random.choice(moves[1:]) if len(moves) > 1 and random.random() < 0.9 else moves[0]
    places = [(colour, box) for colour in COLOURS for box in range(1, BOXES + 1)]
    unknown = [place for place in places if state.pad.kind(*place) == NOT_KNOWN]
    if unknown and random.random() < 0.3:
        colour, box = random.choice(unknown)
        return Learn(colour, box, random.choice(PRINTED))
    seat = random.choice(sorted(to_act(state)))
    return thrown(random, seat)


def thrown(random: Chance, seat: Seat) -> Roll:
    """Six dice by chance."""
    numbers = random.choices(DIGITS, k=DICE_OF_A_KIND)
    return Roll(seat, tuple(numbers), tuple(random.choices(COLOURS, k=DICE_OF_A_KIND)))
