"""A whole game as people might play it who know what they do; nobody is told what to play by this.

Each looks at what a column may still come to, likes what is near a bridge that nobody has crossed, follows arrows to
where they seem to bring most, and sometimes errs. What is printed in an unknown box is found out when it is written in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.core.game import Chance
from scoring.core.sheet import Seat
from scoring.roll_and_write.demo.chance import thrown
from scoring.roll_and_write.moves import Choose, Learn, Move, Refuse
from scoring.roll_and_write.pad import BOXES, HOUSE, NOT_KNOWN
from scoring.roll_and_write.rules import Setup, State, apply, combinations, next_columns, start, to_act, written
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_AT,
    BRIDGE_POINTS,
    BRIDGED,
    DICE,
    DICE_SCALE,
    EXPEDITION_SCALE,
    ONLY_DOUBLE,
    Column,
    Sheet,
)

LASTS = 22  # turns that a game may take
A_TURN = 0.33  # boxes that a column may gain in a turn while everything still fits
HATCHED_A_TURN, REFUSED_A_TURN = 0.2, 0.12
ERRS = 9.0  # points by which a choice may be misjudged


def sensible(setup: Setup, random: Chance) -> Iterator[Move]:
    """The moves of a game from its beginning to its end."""
    state, turn = start(setup), 0
    while seats := sorted(to_act(state)):
        if not state.pending:
            turn += 1
            moves: Sequence[Move] = (thrown(random, seats[0]),)
        else:
            moves = _answer(state, seats[0], max(2, LASTS - turn), random)
        for move in moves:
            yield move
            state = apply(state, move)


def _answer(state: State, seat: Seat, left: int, random: Chance) -> Sequence[Move]:
    """What seems worth most, after what there was to learn for it."""
    worth: dict[Sequence[Move], float] = {}
    for choose in combinations(state, seat):
        moves = _followed(state, choose, left)
        worth[moves] = ERRS * random.random() + _promise(state, seat, _sheet(state, moves, seat), left)
    refused = state.sheets[seat].refuse()
    worth[(Refuse(seat),)] = ERRS * random.random() + _promise(state, seat, refused, left)
    return max(worth, key=lambda moves: worth[moves])


def _sheet(state: State, moves: Sequence[Move], seat: Seat) -> Sheet:
    for move in moves:
        state = apply(state, move)
    return state.sheets[seat]


def _followed(state: State, choose: Choose, left: int) -> tuple[Move, ...]:
    """A choice with the arrows that it meets followed to where they seem to bring most."""
    learnt: list[Move] = []
    while True:
        step = written(state, choose)[-1]
        if step.kind == NOT_KNOWN:
            learn = Learn(step.colour, step.box, HOUSE.kind(step.colour, step.box))
            learnt.append(learn)
            state = apply(state, learn)
            continue
        seat, number, colour, met, double = choose
        further = [Choose(seat, number, colour, (*met, to), double) for to in next_columns(state, choose)]
        if not further:
            return (*learnt, choose)
        promised = {each: _promise(state, each.seat, written(state, each)[-1].sheet, left) for each in further}
        best = max(further, key=lambda each: promised[each])
        if promised[best] < _promise(state, choose.seat, step.sheet, left):
            return (*learnt, choose)
        choose = best


def _promise(state: State, seat: Seat, sheet: Sheet, left: int) -> float:
    """What a sheet may come to in the turns that are left."""
    columns = sum(_hoped(column, left) for column in sheet.expeditions)
    artifacts = _between(ARTIFACT_SCALE, sheet.artifacts + HATCHED_A_TURN * left) if sheet.artifacts else 0
    refused = min(8.0, sheet.dice + REFUSED_A_TURN * left) if sheet.dice < BOXES else float(BOXES)
    dice = _between(DICE_SCALE, refused) if sheet.dice else 0
    return columns + artifacts + dice + sum(_bridge(state, seat, sheet, of, left) for of in BRIDGED)


def _hoped(column: Column, left: int) -> float:
    times = 2 if column.double else 1
    if not column.level:
        return times * max(ONLY_DOUBLE, _between(EXPEDITION_SCALE, A_TURN * left)) if column.double else 0
    return times * _between(EXPEDITION_SCALE, column.level + _coming(column, left))


def _coming(column: Column, left: int) -> float:
    """How many boxes may still be filled: the higher the last number, the fewer."""
    return A_TURN * left * (11 - (column.last or 1)) / 10


def _bridge(state: State, seat: Seat, sheet: Sheet, of: str, left: int) -> float:
    """What a bridge that nobody else has crossed may bring."""
    if any(other.has_reached(of) for place, other in enumerate(state.sheets) if place != seat):
        return BRIDGE_POINTS * (of in sheet.bridges)
    if sheet.has_reached(of):
        return BRIDGE_POINTS
    speed = {ARTIFACTS: HATCHED_A_TURN, DICE: REFUSED_A_TURN}.get(of) or _coming(sheet.column(of), 1)
    likely = (sheet.level(of) + speed * left - 3) / (BRIDGE_AT - 3)
    return BRIDGE_POINTS * 0.7 * min(1.0, max(0.0, likely)) ** 2


def _between(scale: Sequence[int], boxes: float) -> float:
    """The points of a scale, between whole boxes too."""
    below = min(int(boxes), len(scale) - 2)
    return scale[below] + (scale[below + 1] - scale[below]) * (min(boxes, len(scale) - 1) - below)
