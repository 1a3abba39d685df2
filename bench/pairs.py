"""Two things timed side by side: short rounds in turn, medians compared, the spread beside it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 15


@dataclass(frozen=True, slots=True)
class Pair:
    """What was measured, against what: seconds a call in each round, and the ratio that is wanted at most."""

    what: str
    against: str
    ours: list[float]
    theirs: list[float]
    goal: float

    @property
    def ratios(self) -> list[float]:
        return sorted(own / other for own, other in zip(self.ours, self.theirs, strict=True))

    @property
    def ratio(self) -> float:
        return statistics.median(self.ours) / statistics.median(self.theirs)

    def row(self) -> str:
        low, high = self.ratios[len(self.ratios) // 10], self.ratios[-1 - len(self.ratios) // 10]
        reached = "yes" if self.ratio <= self.goal else "**no**"
        ours, theirs = micro(statistics.median(self.ours)), micro(statistics.median(self.theirs))
        ratio = f"**{said(self.ratio)}** ({said(low)} – {said(high)})"
        return f"| {self.what} | {self.against} | {ours} / {theirs} | {ratio} | ≤ {said(self.goal)} | {reached} |"


def said(ratio: float) -> str:
    """A ratio as a reader wants it: 1.43, or 1/740."""
    return f"{ratio:.2f}" if ratio >= 0.01 else f"1/{1 / ratio:,.0f}"


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.01 else milli(seconds)


def milli(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms"


def in_turn(
    what: str, against: str, ours: Callable[[], object], theirs: Callable[[], object], goal: float, calls: int = 20
) -> Pair:
    """Time `calls` of each in turn, ROUNDS times after one that does not count; who goes first alternates."""
    timed: dict[bool, list[float]] = {True: [], False: []}
    for round_number in range(ROUNDS + 1):
        for mine in (True, False) if round_number % 2 else (False, True):
            took = seconds_a_call(ours if mine else theirs, calls)
            if round_number:
                timed[mine].append(took)
    return Pair(what, against, timed[True], timed[False], goal)


def seconds_a_call(call: Callable[[], object], calls: int) -> float:
    began = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - began) / calls
