"""A phone over a table: where it is, what it sees, and how what lies there comes into its picture.

The table is a plane in millimetres, x to the right, y downwards as on a page, z up to the camera; the sheet lies with
its middle at 0, 0. Pictures are in pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, hypot, pi, radians, sin, sqrt
from random import Random

from PIL import Image

from bench.second_photos.glyphs import Point

Point3 = tuple[float, float, float]
Height = Callable[[float, float], float]
TILT = ((0, 3), (4, 14), (8, 25), (22, 40))  # degrees from straight down, by strength
ASKEW = (1.5, 6.0, 180.0, 180.0)  # degrees of turn, most or usual, by strength
SHARE = ((0.8, 0.96), (0.74, 0.95), (0.68, 0.96), (0.62, 0.98))  # of the picture, along its tighter side, by strength
MEGAPIXELS = ((3, 8), (3, 10), (3, 12), (2.5, 8))
FOCAL = 0.75  # of the long side: a phone's main camera


@dataclass(frozen=True)
class Camera:
    """`at` is where it is, `ahead` where it looks; `right` and `down` are those of its picture; `bulge` is what the
    lens bends at the corners."""

    at: Point3
    right: Point3
    down: Point3
    ahead: Point3
    focal: float
    middle: Point
    size: tuple[int, int]
    bulge: float

    def project(self, x: float, y: float, z: float = 0.0) -> Point:
        """Where a point is in the picture."""
        to = (x - self.at[0], y - self.at[1], z - self.at[2])
        deep = max(1e-6, _dot(to, self.ahead))
        across, along = _dot(to, self.right) / deep, _dot(to, self.down) / deep
        bend = 1 + self.bulge * (across**2 + along**2)
        return self.middle[0] + self.focal * across * bend, self.middle[1] + self.focal * along * bend

    def find(self, pixel: Point, z: float = 0.0) -> Point | None:
        """What lies there at a height; nothing above the horizon."""
        across, along = (pixel[0] - self.middle[0]) / self.focal, (pixel[1] - self.middle[1]) / self.focal
        bent_x, bent_y = across, along
        for _ in range(2):
            bend = 1 + self.bulge * (across**2 + along**2)
            across, along = bent_x / bend, bent_y / bend
        ray = [a + across * r + along * d for a, r, d in zip(self.ahead, self.right, self.down, strict=True)]
        if ray[2] > -0.05:
            return None
        far = (z - self.at[2]) / ray[2]
        return self.at[0] + far * ray[0], self.at[1] + far * ray[1]

    def density(self) -> float:
        """Pixels in a millimetre in the middle of the sheet."""
        here, there = self.project(-5, 0), self.project(5, 0)
        up, low = self.project(0, -5), self.project(0, 5)
        return max(hypot(there[0] - here[0], there[1] - here[1]), hypot(low[0] - up[0], low[1] - up[1])) / 10

    def depth(self, point: Point) -> float:
        """How far a point of the table is along what it looks at."""
        return _dot((point[0] - self.at[0], point[1] - self.at[1], -self.at[2]), self.ahead)

    def sees(self, points: Sequence[Point]) -> bool:
        """Whether all these points of the table are well inside the picture."""
        pixels = [self.project(*point) for point in points]
        return all(3 < x < self.size[0] - 3 and 3 < y < self.size[1] - 3 for x, y in pixels)


def aim(random: Random, strength: int, sheet: tuple[float, float]) -> Camera:
    """A camera that has the whole of a sheet in its picture."""
    tilt, around = radians(random.uniform(*TILT[strength])), random.uniform(0, 2 * pi)
    turn = radians(_turn(random, strength))
    ahead = (-sin(tilt) * cos(around), -sin(tilt) * sin(around), -cos(tilt))
    right = _unit(_without((cos(turn), sin(turn), 0), ahead))
    size = _size(random, strength, sheet, turn)
    camera = Camera(
        _behind(ahead, 500),
        right,
        _cross(right, ahead),
        ahead,
        FOCAL * max(size),
        (size[0] / 2, size[1] / 2),
        size,
        random.uniform(-0.03, 0.03),
    )
    return _centred(random, _near(camera, sheet, random.uniform(*SHARE[strength])), sheet)


def shifted(camera: Camera, right: float, down: float) -> Camera:
    """The same, with what it sees moved by parts of the picture."""
    middle = camera.middle[0] + right * camera.size[0], camera.middle[1] + down * camera.size[1]
    return replace(camera, middle=middle)


def corners(sheet: tuple[float, float]) -> list[Point]:
    """Of a sheet of a width and a height on the table."""
    x, y = sheet[0] / 2, sheet[1] / 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


def taken(
    camera: Camera,
    texture: Image.Image,
    to_texture: Callable[[Point], Point],
    height: Height | None = None,
    box: tuple[int, int, int, int] | None = None,
    beyond: tuple[int, int, int] | None = None,
) -> Image.Image:
    """What the camera makes of a texture, in a part of the picture: clear or the colour `beyond` where there is none.
    `to_texture` says where a point of the table is in the texture, `height` how far the texture is above it."""
    left, top, right, bottom = box or (0, 0, *camera.size)
    step = 36 if height else 64
    across, down = _stops(left, right, step), _stops(top, bottom, step)
    grid = [[_found(camera, (x, y), to_texture, height) for x in across] for y in down]
    mesh = []
    for row, (y, to_y) in enumerate(pairwise(down)):
        for place, (x, to_x) in enumerate(pairwise(across)):
            quad = (grid[row][place], grid[row + 1][place], grid[row + 1][place + 1], grid[row][place + 1])
            ends = [one for point in quad if point for one in point]
            if len(ends) == 8:
                mesh.append(((x - left, y - top, to_x - left, to_y - top), tuple(ends)))
    way = Image.Resampling.BICUBIC if height else Image.Resampling.BILINEAR
    return texture.transform((right - left, bottom - top), Image.Transform.MESH, mesh, way, fillcolor=beyond)


def _found(camera: Camera, pixel: Point, to_texture: Callable[[Point], Point], height: Height | None) -> Point | None:
    point = camera.find(pixel)
    for _ in range(4):
        if height and point:
            point = camera.find(pixel, height(*point)) or point
    return None if point is None else to_texture(point)


def _stops(first: int, last: int, step: int) -> list[int]:
    return [*range(first, last, step), last]


def _turn(random: Random, strength: int) -> float:
    """Degrees: who photographs one sheet at leisure holds the phone straight, but perhaps on its side."""
    if strength > 1:
        return random.uniform(-180, 180)
    sides = 90 * random.choice((1, 2, 3)) if random.random() < 0.2 + 0.1 * strength else 0
    return sides + max(-20.0, min(20.0, random.gauss(0, ASKEW[strength])))


def _size(random: Random, strength: int, sheet: tuple[float, float], turn: float) -> tuple[int, int]:
    """3 by 4 or 9 by 16, the longer side mostly along that of the sheet."""
    pixels, shape = random.uniform(*MEGAPIXELS[strength]) * 1e6, random.choice((4 / 3, 4 / 3, 16 / 9))
    short = sqrt(pixels / shape)
    across = (abs(cos(turn)) > abs(sin(turn))) == (sheet[0] > sheet[1])
    size = round(short * shape / 8) * 8, round(short / 8) * 8
    return size if across == (random.random() < 0.92) else (size[1], size[0])


def _near(camera: Camera, sheet: tuple[float, float], share: float) -> Camera:
    """So far away that the sheet has its share of the picture."""
    far = 500.0
    for _ in range(6):
        wide, high = _extent(camera, sheet)[2:]
        far *= max(wide / camera.size[0], high / camera.size[1]) / share
        camera = replace(camera, at=_behind(camera.ahead, far))
    return camera


def _centred(random: Random, camera: Camera, sheet: tuple[float, float]) -> Camera:
    """With the sheet about in the middle: wherever there is room."""
    left, top, wide, high = _extent(camera, sheet)
    free = camera.size[0] - wide, camera.size[1] - high
    to = free[0] * random.uniform(0.25, 0.75), free[1] * random.uniform(0.25, 0.75)
    return replace(camera, middle=(camera.middle[0] + to[0] - left, camera.middle[1] + to[1] - top))


def _extent(camera: Camera, sheet: tuple[float, float]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a sheet in the picture."""
    across, down = zip(*(camera.project(*corner) for corner in corners(sheet)), strict=True)
    return min(across), min(down), max(across) - min(across), max(down) - min(down)


def _behind(ahead: Point3, far: float) -> Point3:
    return -far * ahead[0], -far * ahead[1], -far * ahead[2]


def _dot(one: Point3, other: Point3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _cross(one: Point3, other: Point3) -> Point3:
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x


def _without(one: Point3, along: Point3) -> Point3:
    part = _dot(one, along)
    return one[0] - part * along[0], one[1] - part * along[1], one[2] - part * along[2]


def _unit(one: Point3) -> Point3:
    length = sqrt(_dot(one, one))
    return one[0] / length, one[1] / length, one[2] / length
