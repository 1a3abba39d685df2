"""Two things timed side by side: short rounds in turn, medians compared, the spread beside it."""

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
    limit: float

    @property
    def ratios(self) -> list[float]:
        return sorted(own / other for own, other in zip(self.ours, self.theirs, strict=True))

    @property
    def ratio(self) -> float:
        return statistics.median(self.ours) / statistics.median(self.theirs)

    def row(self) -> str:
        low, high = self.ratios[len(self.ratios) // 10], self.ratios[-1 - len(self.ratios) // 10]
        both = f"{micro(statistics.median(self.ours))} / {micro(statistics.median(self.theirs))}"
        ratio = f"**{shown(self.ratio)}** ({shown(low)} – {shown(high)})"
        return row(self.what, both, f"≤ {shown(self.limit)}", self.ratio <= self.limit, self.against, ratio)


def row(what: str, figure: str, limit: str, reached: bool, against: str = "–", ratio: str = "") -> str:
    """A row of the table of results."""
    return f"| {what} | {against} | {figure} | {ratio} | {limit} | {'yes' if reached else '**no**'} |"


def shown(ratio: float) -> str:
    """A ratio as a reader wants it: 1.43, or 1/740."""
    return f"{ratio:.2f}" if ratio >= 0.01 else f"1/{1 / ratio:,.0f}"


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.01 else milli(seconds)


def milli(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms"


def in_turn(
    what: str, against: str, ours: Callable[[], object], theirs: Callable[[], object], limit: float, calls: int = 20
) -> Pair:
    """Time `calls` of each in turn, ROUNDS times after one that does not count; who goes first alternates."""
    timed: dict[bool, list[float]] = {True: [], False: []}
    for round_number in range(ROUNDS + 1):
        for mine in (True, False) if round_number % 2 else (False, True):
            took = seconds_a_call(ours if mine else theirs, calls)
            if round_number:
                timed[mine].append(took)
    return Pair(what, against, timed[True], timed[False], limit)


def seconds_a_call(call: Callable[[], object], calls: int) -> float:
    began = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - began) / calls
