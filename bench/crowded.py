"""A Roll & Write sheet on which as much as possible may be chosen."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from scoring import GAMES
from scoring.roll_and_write.moves import Roll
from scoring.roll_and_write.pad import ARROW, BOXES, COLOURS
from scoring.roll_and_write.sheets import Column, Sheet

GAME = GAMES["roll-and-write"]
TRIED = 150


def crowded() -> Any:
    """The state with the most choices among some whose next boxes are arrows, where every number fits."""
    start = GAME.start(GAME.formats.setup({"players": ["Ana", "Ben"], "pad": "house"}))
    throw = Roll(0, (4, 5, 6), tuple(COLOURS[:3]))
    chance = Random(1)
    states = []
    for _ in range(TRIED):
        columns = tuple(
            Column(double=True, told=chance.choice(_before_arrows(start.pad, colour))) for colour in COLOURS
        )
        states.append(GAME.apply(replace(start, sheets=(Sheet(columns), *start.sheets[1:])), throw))
    return max(states, key=lambda state: sum(1 for _ in GAME.options(state, 0)))


def _before_arrows(pad: Any, colour: str) -> list[int]:
    return [level for level in range(BOXES) if pad.kind(colour, level + 1) == ARROW] or [0]
