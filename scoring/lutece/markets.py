"""The choice of markets to satisfy: the most that the resources allow, each resource spent once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from scoring.lutece.cards import Counts

Supply = tuple[int, ...]


def satisfied(demands: Sequence[Counts], supply: Counts) -> frozenset[int]:
    """The places in `demands` of a largest set that `supply` pays for. Exact; a demand of nothing never counts.

    A search that takes or leaves one market after the other, smallest demands first, and turns back where
    even the rosiest rest cannot beat what was found.
    """
    wanted = sorted((place for place, demand in enumerate(demands) if any(demand)), key=lambda at: sum(demands[at]))
    search = _Search([demands[place] for place in wanted])
    # What no set of demands could use up does not matter: capping it makes more cases alike.
    search.visit(0, tuple(min(have, sum(need)) for have, need in zip(supply, _columns(demands), strict=True)), ())
    return frozenset(wanted[at] for at in search.best)


def _columns(demands: Sequence[Counts]) -> list[list[int]]:
    return [[demand[at] for demand in demands] for at in range(4)]


class _Search:
    """A depth-first search over `demands`, with the best set found so far and what was already tried."""

    def __init__(self, demands: Sequence[Counts]) -> None:
        self.demands = demands
        self.best: tuple[int, ...] = ()
        self.tried: dict[tuple[int, Supply], int] = {}

    def visit(self, at: int, supply: Supply, taken: tuple[int, ...]) -> None:
        if len(taken) > len(self.best):
            self.best = taken
        if len(taken) + self._hope(at, supply) <= len(self.best):
            return
        if self.tried.get((at, supply), -1) >= len(taken):
            return
        self.tried[at, supply] = len(taken)
        left = tuple(have - need for have, need in zip(supply, self.demands[at], strict=True))
        if min(left) >= 0:
            self.visit(at + 1, left, (*taken, at))
        self.visit(at + 1, supply, taken)

    def _hope(self, at: int, supply: Supply) -> int:
        """The number of the rest that could be paid for at most: by each resource alone, and by all together."""
        rest = self.demands[at:]
        alone = (_fill([demand[column] for demand in rest], supply[column]) for column in range(4))
        return min(_fill([sum(demand) for demand in rest], sum(supply)), *alone)


def _fill(needs: list[int], have: int) -> int:
    """The number of needs that fit into `have`, the smallest first."""
    return sum(together <= have for together in accumulate(sorted(needs)))
