"""Ticked, struck out or circled: the box's booklet strikes out a ×2 that was lost and circles a bridge; Cairn's sheet
has one ticked and leaves the other empty. How many are marked, and how, tells which a sheet was filled in by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, prod

from scoring.core.likeliest import CIRCLE, LINE, Ink
from scoring.roll_and_write.sheets import BRIDGED

TICKED = 0.25  # of the ×2 boxes of columns with numbers
LEVEL_TICK = 0.03  # of the ticks are level lines
IN_DOUBT = 1.0  # so sure is a mark that may be a tick or a strike
CLEAR = 0.5  # more surely than that one is circled on a sheet where bridges are circled
LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit of marking: how `usual` it is; and of the ×2 boxes of columns with numbers the share that is `struck`
    out, and of these that by a level line.
    """

    usual: float
    struck: float
    level: float

    def of(self, line: float) -> float:
        """The likelihood that a box is struck out so that it looks like this; `line` is how likely that is a level
        line.
        """
        return self.struck * (self.level * line + (1 - self.level) * (1 - line))


HABITS = (Habit(0.7, 0.015, 0.5), Habit(0.15, 0.6, 0.95), Habit(0.15, 0.6, 0.05))


def doubles(ink: Ink, begun: Mapping[str, bool]) -> dict[str, float]:
    """The log-odds that the ×2 box of each column is ticked; `begun` are the columns with numbers, where one that is
    not ticked may be struck out.
    """
    seen = {colour: ink.get(f"{colour}-double", 0.0) for colour in begun}
    lines = {colour: ink[f"{colour}-double{LINE}"] for colour in begun if f"{colour}-double{LINE}" in ink}
    marked = [colour for colour in lines if seen[colour] > 0]
    empty = sum(begun[colour] and seen[colour] <= 0 and colour not in lines for colour in begun)
    ticked = _ticked([_likely(lines[colour]) for colour in marked], empty)
    return seen | {colour: min(seen[colour], odds) for colour, odds in zip(marked, ticked, strict=True)}


def _ticked(lines: Sequence[float], empty: int) -> list[float]:
    """For each marked box, of which it is so likely that the mark is a level line, the log-odds that it is a tick."""
    ticks = [TICKED * (LEVEL_TICK * line + (1 - LEVEL_TICK) * (1 - line)) for line in lines]
    usual = [
        habit.usual
        * prod(tick + habit.of(line) for tick, line in zip(ticks, lines, strict=True))
        * (1 - TICKED - habit.struck) ** empty
        for habit in HABITS
    ]
    return [
        _odds(sum(part * tick / (tick + habit.of(line)) for part, habit in zip(usual, HABITS, strict=True)), sum(usual))
        for tick, line in zip(ticks, lines, strict=True)
    ]


def _likely(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _odds(part: float, whole: float) -> float:
    return log(max(part, LEAST * whole) / max(whole - part, LEAST * whole))


def bridges(ink: Ink) -> dict[str, float]:
    """The log-odds that each bridge was crossed first: its box is ticked, or it is circled. A tick is in doubt where
    the bridge is struck out, where it is a level line, and on a sheet on which others are circled instead.
    """
    seen = {of: ink.get(f"bridge-{of}", 0.0) for of in BRIDGED}
    circled = {of: ink[f"bridge-{of}{CIRCLE}"] for of in BRIDGED if f"bridge-{of}{CIRCLE}" in ink}
    instead = any(odds > CLEAR and seen[of] < 0 for of, odds in circled.items())
    return {of: _bridge(seen[of], circled.get(of), ink.get(f"bridge-{of}{LINE}", 0.0), instead) for of in BRIDGED}


def _bridge(seen: float, circled: float | None, line: float, instead: bool) -> float:
    if seen > 0 and line > 0:
        return -IN_DOUBT
    if circled is None:
        return min(seen, IN_DOUBT) if instead else seen
    if circled > 0 or seen < 0:
        return max(seen, circled)
    return min(seen, IN_DOUBT)
