"""What the reader learns of a place: how likely there is ink, from a dozen numbers."""

import math
from collections.abc import Sequence
from operator import mul
from statistics import mean, pstdev

from photos.ink import Numbers
from photos.picture import solved

Example = tuple[Numbers, bool]  # what a place shows, and whether there is ink in it
HELD = 0.00003  # how small weights are held
LEAST = 0.02  # as how far a number is taken to spread that hardly does: it tells little


def trained(found: list[Example], rounds: int = 12) -> tuple[float, ...]:
    """The weights of a logistic, by Newton's method, each number brought to its usual spread; held small."""
    columns = list(zip(*(numbers for numbers, _ink in found), strict=True))
    means = [mean(column) for column in columns]
    spreads = [max(pstdev(column), LEAST) for column in columns]
    rows = [
        ((1.0, *((x - m) / s for x, m, s in zip(numbers, means, spreads, strict=True))), ink) for numbers, ink in found
    ]
    weights = [0.0] * (len(means) + 1)
    for _round in range(rounds):
        weights = [w + by for w, by in zip(weights, _step(rows, weights), strict=True)]
    plain = [w / s for w, s in zip(weights[1:], spreads, strict=True)]
    return (weights[0] - sum(map(mul, plain, means)), *plain)


def _step(rows: Sequence[Example], weights: Sequence[float]) -> list[float]:
    """Towards the likeliest weights, from where the slope and its bend say that they are."""
    size, held = len(weights), [0.0] + [HELD * len(rows)] * (len(weights) - 1)
    slope = [-hold * w for hold, w in zip(held, weights, strict=True)]
    bends = [[held[i] * (i == j) for j in range(size)] for i in range(size)]
    for row, ink in rows:
        likely = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(map(mul, weights, row))))))
        slope = [s + (ink - likely) * x for s, x in zip(slope, row, strict=True)]
        for bend, x in zip(bends, row, strict=True):
            bend[:] = [b + likely * (1 - likely) * x * y for b, y in zip(bend, row, strict=True)]
    return solved([[*bend, s] for bend, s in zip(bends, slope, strict=True)])
