"""A game of Acorns by chance, and one under way to learn on."""

from scoring.core.game import Chance, Practice
from scoring.core.text import text
from tests.fourth_game.acorns.moves import Count, Move
from tests.fourth_game.acorns.rules import State, options, to_act


def chance(random: Chance, state: State) -> Move:
    """Any take; now and then somebody gives up following and counts. Raises `IndexError` once the game is over."""
    seat = random.choice(sorted(to_act(state)))
    if state.counted or random.random() < 0.02:
        return Count(seat, random.randint(0, state.heap))
    return random.choice(list(options(state, seat)))


PRACTICE = Practice(
    {"players": ["Ana", "Ben"], "heap": 12, "events": [{"type": "take", "seat": 0, "acorns": 2}]},
    (text("Try to take two acorns, as Ana has just done: Cairn says why not."),),
)
