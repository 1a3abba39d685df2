"""A small table for the tests: Ana, Ben and Cai, sheets in one line, and random games."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scoring.core.rule import Illegal, Rule
from scoring.core.text import Text
from scoring.roll_and_write import GAME
from scoring.roll_and_write.moves import Choose, Roll
from scoring.roll_and_write.pad import BOXES, COLOURS, HOUSE, NOT_KNOWN, PRINTED, Pad
from scoring.roll_and_write.rules import Setup, State, apply, start, to_act
from scoring.roll_and_write.sheets import BRIDGED, Column, Sheet

NAMES = ("Ana", "Ben", "Cai", "Dora", "Eli")


def sheet(artifacts: int = 0, dice: int = 0, bridges: tuple[str, ...] = (), **columns: Any) -> Sheet:
    """`red=[1, 4]` writes numbers; a Column stands for itself."""
    drawn = Sheet(artifacts=artifacts, dice=dice, bridges=bridges)
    for colour, column in columns.items():
        drawn = drawn.with_column(colour, column if isinstance(column, Column) else Column(numbers=tuple(column)))
    return drawn


def table(*sheets: Sheet, pad: Pad = HOUSE, crossed: frozenset[str] = frozenset(), **settings: Any) -> State:
    """A game between turns with these sheets (two untouched ones if none); nobody has thrown.

    The bridges that were `crossed` by none of them have been by the last player.
    """
    *others, last = sheets or (Sheet(), Sheet())
    drawn = (*others, crossing(last, [of for of in BRIDGED if of in crossed and of not in reached(*others, last)]))
    state = start(Setup(NAMES[: len(drawn)], pad, **settings))
    return State(state.setup, pad, drawn, reached=tuple(own.reached for own in drawn))


def reached(*sheets: Sheet) -> frozenset[str]:
    return frozenset().union(*(own.reached for own in sheets))


def crossing(own: Sheet, bridges: list[str]) -> Sheet:
    """The sheet after it was the first to cross these bridges."""
    for of in bridges:
        own = own.with_column(of, Column(numbers=(1,) * 7)) if of in COLOURS else replace(own, **{of: 7})
    return replace(own, bridges=(*own.bridges, *bridges))


def thrown(
    state: State, numbers: tuple[int, ...] = (0, 4, 7), colours: tuple[str, ...] = ("red", "red", "blue")
) -> State:
    """The next player (Ana, before the first throw) has thrown."""
    return apply(state, Roll(state.next_to_throw or 0, numbers, colours))


def alone(own: Sheet, *choices: tuple[int, str], pad: Pad = HOUSE, **settings: bool) -> State:
    """Ana, with this sheet, has thrown dice that show these numbers and colours."""
    numbers = tuple(number for number, _ in choices) + (0,) * (3 - len(choices))
    colours = tuple(colour for _, colour in choices) + (choices[0][1],) * (3 - len(choices))
    return thrown(table(own, Sheet(), pad=pad, **settings), numbers, colours)


def after(own: Sheet, number: int, colour: str, *accelerate: str, pad: Pad = HOUSE, **settings: bool) -> Sheet:
    """Ana's sheet after she chose this combination."""
    state = alone(own, (number, colour), pad=pad, **settings)
    return apply(state, Choose(0, number, colour, accelerate)).sheets[0]


def refused(state: State, move: Any, rule: Rule) -> Text:
    """The move is refused by this rule; gives the reason."""
    with pytest.raises(Illegal) as caught:
        apply(state, move)
    assert caught.value.rule is rule
    return caught.value.why


def random_pad(rng: random.Random, kinds: tuple[str, ...] = (*PRINTED, NOT_KNOWN)) -> Pad:
    return Pad(tuple(tuple(rng.choices(kinds, (6, 2, 2, 2)[: len(kinds)], k=BOXES)) for _ in COLOURS))


def random_game(seed: int, seats: int = 3, pad: Pad | None = HOUSE) -> tuple[Setup, list[Any], list[State]]:
    """A whole random game: its setup, its moves, its states (one more than moves). Without a pad some play on a printed
    one that is not wholly known, and others on Cairn's.
    """
    rng = random.Random(seed)
    pads = tuple(None if pad else rng.choice((HOUSE, None)) for _seat in range(seats))
    setup = Setup(NAMES[:seats], pad or random_pad(rng), pads=pads if any(pads) else ())
    states, moves = [start(setup)], []
    while to_act(states[-1]):
        moves.append(GAME.chance(rng, states[-1]))
        states.append(apply(states[-1], moves[-1]))
        assert len(moves) < 5_000
    return setup, moves, states
