"""The places of one sheet fall into two kinds, empty and ticked: how far each is from what is usual of either.

One hand ticked the whole sheet and one camera saw it, so the two kinds of one sheet lie apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

Numbers = tuple[float, ...]
MOST = 20.0  # as a logarithm of the odds: beyond that nothing is more usual
TIMES = 4  # that places are told apart again
SPREAD = 1.5  # as far as one in three lies, where half lie so far as the median
LEAST = 0.5  # as far are they spread
FAR, NEAR = 12.0, 3.0  # so many times as far, at most; on the side away from the other kind


@dataclass(frozen=True, slots=True)
class Kind:
    """The usual value of the places of a kind, and their spread."""

    usual: float
    spread: float

    def of(self, many: Sequence[float], enough: int) -> Kind:
        """The kind as these places show it; unchanged if they are too few."""
        if len(many) < enough:
            return self
        usual = median(many)
        return Kind(usual, max(SPREAD * median(abs(one - usual) for one in many), LEAST))

    def away(self, one: float) -> float:
        return (one - self.usual) / self.spread


EMPTY, TICKED = Kind(-5.0, 2.0), Kind(5.0, 2.0)
ENOUGH = 6, 3


def away_from_kinds(odds: Sequence[float]) -> list[Numbers]:
    """For the log-odds of the places of a sheet that are marked alike: these, and their distances from the empty and
    from the ticked ones, in spreads.
    """
    bounded = [max(-MOST, min(MOST, one)) for one in odds]
    empty, ticked = _kinds(bounded)
    return [(one, max(-NEAR, min(FAR, empty.away(one))), max(-FAR, min(NEAR, ticked.away(one)))) for one in bounded]


def _kinds(odds: Sequence[float]) -> tuple[Kind, Kind]:
    empty, ticked, between = EMPTY, TICKED, 0.0
    for _time in range(TIMES):
        empty = empty.of([one for one in odds if one < between], ENOUGH[0])
        ticked = ticked.of([one for one in odds if one >= between], ENOUGH[1])
        between = (empty.usual * ticked.spread + ticked.usual * empty.spread) / (empty.spread + ticked.spread)
    return empty, ticked
