"""A flat sheet in a photo: the homography between points of both, by least squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

Point = tuple[float, float]
Pair = tuple[Point, Point]  # on the sheet, in the photo


class Flat(ValueError):
    """The points do not determine how the sheet lies: too few, or all on a line."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The eight numbers of a homography from the sheet to the photo, as `Image.transform` takes them."""

    numbers: tuple[float, ...]

    def at(self, point: Point) -> Point:
        """The point of the photo that shows a point of the sheet."""
        a, b, c, d, e, f, g, h = self.numbers
        x, y = point
        w = g * x + h * y + 1
        if w <= 1e-6:
            raise Flat
        return (a * x + b * y + c) / w, (d * x + e * y + f) / w

    def apart(self, pair: Pair) -> float:
        """The distance in the photo, in pixels, between a point and where it should be."""
        x, y = self.at(pair[0])
        return hypot(x - pair[1][0], y - pair[1][1])

    def from_piece(self, corner: Point, scale: float) -> Plane:
        """The same plane for a piece of the sheet, from its own pixels, of which `scale` are one of the sheet."""
        a, b, c, d, e, f, g, h = self.numbers
        x, y = corner
        w = g * x + h * y + 1
        if w <= 1e-6:
            raise Flat
        across, down = (a / scale, b / scale, a * x + b * y + c), (d / scale, e / scale, d * x + e * y + f)
        return Plane(tuple(number / w for number in (*across, *down, g / scale, h / scale)))


def plane_of(pairs: Sequence[Pair]) -> Plane:
    """The plane that fits best; raises `Flat`."""
    rows = [row for pair in pairs for row in _rows(*pair)]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(9)] for i in range(8)]
    return Plane(tuple(solved(normal)))


def _rows(sheet: Point, photo: Point) -> tuple[list[float], list[float]]:
    """Two equations for eight numbers, with their right side."""
    (x, y), (u, v) = sheet, photo
    return [x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]


def solved(rows: list[list[float]]) -> list[float]:
    """The solution of linear equations, by elimination with the largest pivot of rows brought to one scale."""
    size = len(rows)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        if abs(rows[at][at]) < 1e-9:
            raise Flat
        for row in range(size):
            if row != at:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [one - factor * other for one, other in zip(rows[row], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]
