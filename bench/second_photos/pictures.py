"""One photograph: a sheet on a table in a room, seen by a phone. Or one of what no reader should read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, hypot, pi, sin
from random import Random
from typing import Any

from PIL import Image, ImageChops

from bench.second_photos import kit, light, room, writing
from bench.second_photos.camera import Camera, Height, aim, corners, shifted, taken
from bench.second_photos.glyphs import Point
from bench.second_photos.hands import Box
from bench.second_photos.kit import Blank, Kit
from bench.second_photos.writing import Form

UNSEEN = ("table", "paper", "other game", "two sheets", "half")
CURLED = (0.8, 4.0, 12.0, 18.0)  # millimetres, at most, by strength
FOLDED = (0.05, 0.12, 0.25, 0.35)
THUMBS = (0.03, 0.1, 0.22, 0.3)
CORNERS = (0, 0.03, 0.12, 0.45)


@dataclass(frozen=True)
class Wanted:
    """What is to be photographed; `unseen` is one of UNSEEN, or nothing."""

    form: Form[Any]
    strength: int
    paper: str
    up: int
    ink: str
    language: str
    unseen: str = ""


def photograph(random: Random, blanks: Kit, wanted: Wanted) -> tuple[bytes, Mapping[str, Any]]:
    """The JPEG and what is true of it."""
    said: dict[str, Any] = {"document": wanted.form.document, "strength": wanted.strength, "seen": not wanted.unseen}
    if wanted.unseen:
        said |= wanted.form.asked
    if wanted.unseen in ("table", "paper", "other game"):
        page = _without_sheet(random, wanted)
        return _shot(random, wanted.strength, page, []), said
    games = wanted.form.left(random)
    left = random.choice(games)
    page = _written(random, blanks, wanted, left)
    if wanted.unseen == "two sheets":
        page = _beside(random, page, _written(random, blanks, wanted, games[games[0] is left]))
    if wanted.unseen:
        return _shot(random, wanted.strength, page, [], wanted.unseen == "half"), said
    boxes = wanted.form.counting(page.places)
    return _shot(random, wanted.strength, page, boxes), {**said, **wanted.form.truth(random, left)}


def _written(random: Random, blanks: Kit, wanted: Wanted, left: object) -> Blank:
    form = wanted.form
    blank = blanks.blank(form.document, wanted.paper, wanted.up, wanted.ink, wanted.language, **form.options(left))
    first = wanted.up == 1 or random.random() < 0.5
    page = kit.on_paper(random, kit.printed(random, blank if first else kit.of_second(blank)))
    return writing.filled(random, kit.half(random, page, first) if wanted.up == 2 else page, form, left)


def _without_sheet(random: Random, wanted: Wanted) -> Blank:
    """Nothing (a clear page), a note of somebody's, or a sheet of another game."""
    if wanted.unseen == "table":
        return Blank(Image.new("RGBA", (1200, 1700)), 8.0, {})
    if wanted.unseen == "other game":
        return writing.empty(random, kit.other(random.choice(kit.OTHERS), random.choice(("A4", "A5"))))
    wide, high = random.choice(((148, 210), (210, 297), (105, 148)))
    note = room.note(random, wide * 2, high * 2).resize((wide * 8, high * 8), Image.Resampling.LANCZOS)
    return writing.scrawled(random, Blank(note, 8.0, {}))


def _beside(random: Random, one: Blank, other: Blank) -> Blank:
    """Two sheets on one table, not far from each other."""
    gap, lower = round(random.uniform(1, 12) * one.scale), round(random.uniform(0, 15) * one.scale)
    page = Image.new("RGBA", (one.page.width + gap + other.page.width, one.page.height + lower))
    page.paste(one.page, (0, 0))
    page.paste(other.page, (one.page.width + gap, lower))
    return Blank(page, one.scale, {})


def _shot(random: Random, strength: int, page: Blank, boxes: Sequence[Box], halved: bool = False) -> bytes:
    """The page photographed so that all `boxes` (millimetres on it) are in the picture."""
    sheet = page.size
    needed = [_on_table(sheet, box) for box in boxes]
    camera = _aimed(random, strength, sheet, needed, halved)
    height = _shape(random, strength, sheet)
    lamp = light.any_light(random, strength, camera, sheet)
    picture = _laid(random, camera, page, height, lamp)
    if strength and random.random() < 0.35:
        room.lay_dice(random, picture, camera, sheet, random.randint(1, 6))
    _handled(random, strength, picture, camera, sheet, needed)
    picture = ImageChops.multiply(picture, light.falling(random, lamp, camera, strength))
    if lamp.glare:
        picture = light.glared(random, picture, camera, lamp.glare)
    return light.as_jpeg(random, light.developed(random, picture, strength, camera), strength)


def _on_table(sheet: tuple[float, float], box: Box) -> Box:
    x, y = sheet[0] / 2, sheet[1] / 2
    return box[0] - x, box[1] - y, box[2] - x, box[3] - y


def _aimed(random: Random, strength: int, sheet: tuple[float, float], needed: Sequence[Box], halved: bool) -> Camera:
    camera = aim(random, strength, sheet)
    if halved:
        return _past(random, camera, sheet)
    for _ in range(12 if random.random() < CORNERS[strength] / 2 else 0):
        moved = shifted(camera, random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2))
        if needed and _all_in(moved, needed) and not moved.sees(corners(sheet)):
            return moved
    return camera


def _past(random: Random, camera: Camera, sheet: tuple[float, float]) -> Camera:
    """About half of the sheet is outside."""
    way = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
    cut = random.uniform(0.4, 0.6)
    across, down = zip(*(camera.project(*corner) for corner in corners(sheet)), strict=True)
    right = camera.size[0] - min(across) if way[0] > 0 else max(across)
    below = camera.size[1] - min(down) if way[1] > 0 else max(down)
    wide, high = max(across) - min(across), max(down) - min(down)
    return shifted(
        camera, way[0] * (right - cut * wide) / camera.size[0], way[1] * (below - cut * high) / camera.size[1]
    )


def _all_in(camera: Camera, boxes: Sequence[Box]) -> bool:
    return all(
        camera.sees([(left, top), (right, top), (right, foot), (left, foot)]) for left, top, right, foot in boxes
    )


def _shape(random: Random, strength: int, sheet: tuple[float, float]) -> Height:
    """How a sheet lies: bent by a roll or a pocket, a corner up, folded once or twice and opened again."""
    most = CURLED[strength]
    bend, turn = random.uniform(0, most) * random.random(), random.choice((0, pi / 2, random.uniform(0, pi)))
    reach, upward = max(sheet) / 2, random.random() < 0.7
    lift, corner = random.uniform(0, most) * (random.random() < 0.5), random.choice(corners(sheet))
    fold = random.uniform(0.02, 0.07) if random.random() < FOLDED[strength] else 0.0
    ways = random.choice(((0, 1), (1, 0), (1, 1)))
    ridge = random.choice((-1, 1))

    def height(x: float, y: float) -> float:
        along = (x * cos(turn) + y * sin(turn)) / reach
        curled = bend * (along**2 if upward else 1 - along**2)
        near = 1 - hypot(x - corner[0], y - corner[1]) / (0.45 * reach)
        curled += lift * max(0.0, near) ** 2
        creased = fold * (ways[0] * _crease(abs(x), sheet[0], ridge) + ways[1] * _crease(abs(y), sheet[1], ridge))
        return max(0.0, curled + creased)

    return height


def _crease(away: float, side: float, ridge: int) -> float:
    return side / 2 - away if ridge > 0 else away


def _laid(random: Random, camera: Camera, page: Blank, height: Height, lamp: light.Light) -> Image.Image:
    """The table with the page on it, in even light but for what the shape of the page does."""
    picture = _table(random, camera)
    sheet = page.size
    edge = _edge(sheet)
    left, top, right, bottom = _bounds(camera, [(x, y, height(x, y)) for x, y in edge])
    if right - left < 8 or bottom - top < 8:
        return picture
    if page.page.getbbox():
        picture = light.shadow_of(lamp, camera, [(x, y, height(x, y) + 0.4) for x, y in edge], picture)
    scale = min(page.scale, 1.3 * camera.density())
    texture = light.shaded(lamp, page.page, sheet, height).convert("RGBA")
    if page.page.mode == "RGBA":
        texture.putalpha(page.page.getchannel("A"))
    small = round(sheet[0] * scale), round(sheet[1] * scale)
    texture = texture.resize(small, Image.Resampling.LANCZOS) if scale < page.scale else texture
    framed = Image.new("RGBA", (texture.width + 6, texture.height + 6))
    framed.paste(texture, (3, 3))
    per_mm = texture.width / sheet[0]

    def to_texture(point: Point) -> Point:
        return (point[0] + sheet[0] / 2) * per_mm + 3, (point[1] + sheet[1] / 2) * per_mm + 3

    seen = taken(camera, framed, to_texture, height, (left, top, right, bottom))
    picture.paste(seen, (left, top), seen)
    return picture


def _table(random: Random, camera: Camera) -> Image.Image:
    top, turn = room.table(random), random.uniform(0, 2 * pi)
    middle = room.SIDE * room.DENSE / 2

    def to_texture(point: Point) -> Point:
        x, y = point[0] * cos(turn) - point[1] * sin(turn), point[0] * sin(turn) + point[1] * cos(turn)
        return middle + x * room.DENSE, middle + y * room.DENSE

    return taken(camera, top, to_texture, beyond=room.FLOOR)


def _edge(sheet: tuple[float, float]) -> list[Point]:
    """Points all around a sheet."""
    around = corners(sheet)
    ends = zip(around, [*around[1:], around[0]], strict=True)
    return [(x + (to_x - x) * k / 12, y + (to_y - y) * k / 12) for (x, y), (to_x, to_y) in ends for k in range(12)]


def _bounds(camera: Camera, points: Sequence[tuple[float, float, float]]) -> tuple[int, int, int, int]:
    across, down = zip(*(camera.project(*point) for point in points), strict=True)
    return (
        max(0, floor(min(across)) - 4),
        max(0, floor(min(down)) - 4),
        min(camera.size[0], ceil(max(across)) + 4),
        min(camera.size[1], ceil(max(down)) + 4),
    )


def _handled(
    random: Random,
    strength: int,
    picture: Image.Image,
    camera: Camera,
    sheet: tuple[float, float],
    needed: Sequence[Box],
) -> None:
    """A thumb over an edge, or something over a corner: nothing over what is needed."""
    if random.random() < THUMBS[strength]:
        for _ in range(8):
            come, tip, half = room.thumb(random, sheet, random.uniform(-2, 14))
            if not any(_touches(box, come, tip, half) for box in needed):
                room.draw_thumb(random, picture, camera, come, tip, half)
                break
    if random.random() < CORNERS[strength] / 2:
        _cover_corner(random, picture, camera, sheet, needed)


def _touches(box: Box, come: Point, tip: Point, half: float) -> bool:
    return any(_near(box, room.towards(tip, come, part / 20)) < half + 6 for part in range(21))


def _near(box: Box, point: Point) -> float:
    """Millimetres from a box, 0 within it."""
    left, top, right, bottom = box
    return hypot(max(left - point[0], 0, point[0] - right), max(top - point[1], 0, point[1] - bottom))


def _cover_corner(
    random: Random, picture: Image.Image, camera: Camera, sheet: tuple[float, float], needed: Sequence[Box]
) -> None:
    for _ in range(10):
        corner, deep = random.choice(corners(sheet)), random.uniform(8, 40)
        turn = random.uniform(0, pi / 2)
        away = 75 - deep
        out = corner[0] / abs(corner[0]), corner[1] / abs(corner[1])
        middle = corner[0] + out[0] * away * 0.7, corner[1] + out[1] * away * 0.7
        outline = [(middle[0] + 75 * cos(turn + k * pi / 2), middle[1] + 75 * sin(turn + k * pi / 2)) for k in range(4)]
        if all(_near(box, middle) > 84 for box in needed):
            room.cover(random, picture, camera, outline)
            return
