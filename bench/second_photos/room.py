"""The table and what lies on it beside the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from bench.second_photos.camera import Camera
from bench.second_photos.glyphs import Point
from bench.second_photos.pens import Colour, rough

DENSE = 2.0  # pixels in a millimetre of table
SIDE = 1000  # millimetres
FLOOR = (46, 42, 40)
WOODS = (
    ((92, 60, 36), (150, 104, 66)),
    ((58, 38, 26), (104, 70, 46)),
    ((176, 138, 96), (222, 188, 146)),
    ((198, 176, 148), (232, 216, 192)),
    ((120, 74, 44), (188, 128, 82)),
)
CLOTHS = ((170, 40, 44), (38, 66, 110), (232, 228, 216), (70, 104, 76), (214, 186, 120), (120, 116, 112), (30, 30, 34))
PLAINS = ((240, 240, 238), (228, 222, 210), (34, 34, 36), (60, 62, 66), (24, 74, 52), (150, 148, 144), (86, 48, 38))
DICE = ((236, 232, 222), (190, 40, 44), (40, 84, 150), (238, 200, 60), (60, 130, 80), (30, 30, 32))
PIPS = (((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (1, -1), (-1, 1), (1, 1)))
SKINS = ((224, 172, 140), (198, 140, 106), (238, 196, 170), (142, 92, 66), (96, 62, 46))


def table(random: Random) -> Image.Image:
    """A table top seen from above."""
    top = random.choices((_wood, _cloth, _plain), (6, 4, 3))[0](random)
    for _ in range(random.choice((0, 0, 1, 2))):
        top = _with_paper(random, top)
    if random.random() < 0.3:
        _lay_pen(random, top)
    return top.filter(ImageFilter.GaussianBlur(0.7))


def _pixels() -> tuple[int, int]:
    return round(SIDE * DENSE), round(SIDE * DENSE)


def _wood(random: Random) -> Image.Image:
    long = rough(random, (12, 500), 0).resize(_pixels(), Image.Resampling.BICUBIC)
    fine = rough(random, (60, 1400), 0.5).resize(_pixels(), Image.Resampling.BICUBIC)
    grain = Image.blend(long, fine, random.uniform(0.3, 0.6)).filter(ImageFilter.GaussianBlur(0.8))
    dark, light = random.choice(WOODS)
    top = ImageOps.colorize(ImageOps.autocontrast(grain), dark, light)
    if random.random() < 0.6:
        _joints(random, top, dark)
    return top.rotate(random.uniform(-15, 15) + random.choice((0, 90)), Image.Resampling.BILINEAR, fillcolor=dark)


def _joints(random: Random, top: Image.Image, dark: Colour) -> None:
    """Between the boards."""
    pencil, high = ImageDraw.Draw(top), round(random.uniform(60, 160) * DENSE)
    for y in range(high // 2, top.height, high):
        pencil.line((0, y, top.width, y), _darker(dark, 0.5), round(1.2 * DENSE))


def _cloth(random: Random) -> Image.Image:
    colour = random.choice(CLOTHS)
    top = Image.new("RGB", _pixels(), colour)
    if random.random() < 0.5:
        _checks(random, top, colour)
    weave = rough(random, _pixels(), 0.6).point([200 + high * 55 // 255 for high in range(256)])
    folds = rough(random, (7, 7), 0).resize(_pixels(), Image.Resampling.BICUBIC)
    folds = folds.point([215 + high * 40 // 255 for high in range(256)])
    return _shaded(top, ImageChops.multiply(weave, folds))


def _checks(random: Random, top: Image.Image, colour: Colour) -> None:
    """Stripes both ways, or one way."""
    other = tuple(min(255, one + 60) if sum(colour) < 380 else one - 60 for one in colour)
    step, both = round(random.uniform(12, 50) * DENSE), random.random() < 0.6
    veil, pencil = Image.new("L", top.size), None
    for way in range(1 + both):
        band = Image.new("L", top.size)
        pencil = ImageDraw.Draw(band)
        for at in range(0, top.width, 2 * step):
            pencil.rectangle((at, 0, at + step, top.height) if way else (0, at, top.width, at + step), 110)
        veil = ImageChops.add(veil, band)
    top.paste(Image.new("RGB", top.size, other), (0, 0), veil)


def _plain(random: Random) -> Image.Image:
    top = Image.new("RGB", _pixels(), random.choice(PLAINS))
    depth = random.choice((4, 10, 30))
    specks = rough(random, _pixels(), 0.7).point([255 - depth + high * depth // 255 for high in range(256)])
    clouds = rough(random, (9, 9), 0).resize(_pixels(), Image.Resampling.BICUBIC)
    return _shaded(top, ImageChops.multiply(specks, clouds.point([235 + high * 20 // 255 for high in range(256)])))


def _shaded(top: Image.Image, shade: Image.Image) -> Image.Image:
    return ImageChops.multiply(top, Image.merge("RGB", (shade,) * 3))


def _with_paper(random: Random, top: Image.Image) -> Image.Image:
    """Another paper, as may lie around: a note, a letter, a page of rules."""
    wide, high = (round(side * DENSE) for side in random.choice(((105, 148), (210, 297), (74, 105), (148, 148))))
    laid = note(random, wide, high).convert("RGBA").rotate(random.uniform(0, 360), Image.Resampling.BILINEAR, True)
    around, far = random.uniform(0, 2 * pi), random.uniform(130, 330) * DENSE
    at = (
        round(top.width / 2 + far * cos(around) - laid.width / 2),
        round(top.height / 2 + far * sin(around) - laid.height / 2),
    )
    shadow = laid.getchannel("A").filter(ImageFilter.GaussianBlur(3)).point([one * 2 // 5 for one in range(256)])
    top.paste((0, 0, 0), (at[0] + 2, at[1] + 3), shadow)
    top.paste(laid, at, laid)
    return top


def note(random: Random, wide: int, high: int) -> Image.Image:
    note = Image.new("RGB", (wide, high), random.choice(((250, 250, 248), (252, 240, 150), (236, 230, 214))))
    pencil, step = ImageDraw.Draw(note), round(random.uniform(5, 9) * DENSE)
    kind = random.choice(("ruled", "printed", "plain"))
    for y in range(3 * step, high - 2 * step, step):
        if kind == "ruled":
            pencil.line((0, y, wide, y), (150, 170, 210))
        elif kind == "printed":
            _words(random, pencil, y, wide)
    return note


def _words(random: Random, pencil: ImageDraw.ImageDraw, y: int, wide: int) -> None:
    x, last = 0.1 * wide, wide * random.uniform(0.5, 0.92)
    while x < last:
        word = random.uniform(6, 24)
        pencil.rectangle((x, y, x + word, y + 2), (70, 70, 74))
        x += word + 4


def _lay_pen(random: Random, top: Image.Image) -> None:
    turn, far = random.uniform(0, 2 * pi), random.uniform(110, 200) * DENSE
    about = random.uniform(0, 2 * pi)
    x, y = top.width / 2 + far * cos(about), top.height / 2 + far * sin(about)
    ends = [(x + way * 70 * DENSE * cos(turn), y + way * 70 * DENSE * sin(turn)) for way in (-1, 1)]
    pencil = ImageDraw.Draw(top)
    pencil.line([(one + 4, two + 5) for one, two in ends], (30, 28, 26), round(8 * DENSE))
    pencil.line(ends, random.choice(((30, 60, 150), (20, 20, 24), (210, 180, 40), (190, 30, 40))), round(8 * DENSE))
    pencil.line([(one - 2, two - 2) for one, two in ends], (225, 225, 230), round(1.2 * DENSE))


def lay_dice(random: Random, picture: Image.Image, camera: Camera, sheet: tuple[float, float], count: int) -> None:
    """Dice on the table, none on the sheet."""
    for _ in range(count):
        around = random.uniform(0, 2 * pi)
        far = max(sheet) / 2 + random.uniform(8, 70)
        at = far * cos(around), far * sin(around)
        if abs(at[0]) > sheet[0] / 2 + 14 or abs(at[1]) > sheet[1] / 2 + 14:
            _die(random, picture, camera, at)


def _die(random: Random, picture: Image.Image, camera: Camera, at: Point) -> None:
    half, turn, colour = random.uniform(7, 8.5), random.uniform(0, pi), random.choice(DICE)
    base = _ring(at, half * 1.41, 4, turn)
    foot = [camera.project(*corner) for corner in base]
    top = [camera.project(*corner, 2 * half) for corner in base]
    pencil = ImageDraw.Draw(picture)
    pencil.polygon([camera.project(x + 4, y + 4) for x, y in base], (24, 22, 22))
    sides = [(foot[k], foot[(k + 1) % 4], top[(k + 1) % 4], top[k]) for k in range(4)]
    for k in sorted(range(4), key=lambda k: camera.depth(base[k]) + camera.depth(base[(k + 1) % 4]), reverse=True):
        pencil.polygon(sides[k], _darker(colour, (0.62, 0.74, 0.84, 0.7)[k]))
    pencil.polygon(top, colour)
    dark = (20, 20, 20) if sum(colour) > 330 else (240, 240, 240)
    for pip in _pips(random, at, half, turn + pi / 4):
        pencil.polygon([camera.project(*point, 2 * half) for point in pip], dark)


def _pips(random: Random, at: Point, half: float, turn: float) -> list[list[Point]]:
    """Some faces have a sign instead: all are dots here."""
    places = [(0.5 * half * right, 0.5 * half * down) for right, down in random.choice(PIPS)]
    middles = [(at[0] + x * cos(turn) - y * sin(turn), at[1] + x * sin(turn) + y * cos(turn)) for x, y in places]
    return [_ring(middle, 1.3, 8) for middle in middles]


def _ring(middle: Point, size: float, count: int, turn: float = 0.0) -> list[Point]:
    """So many corners all around a point."""
    angles = [turn + 2 * pi * k / count for k in range(count)]
    return [(middle[0] + size * cos(angle), middle[1] + size * sin(angle)) for angle in angles]


def thumb(random: Random, sheet: tuple[float, float], deep: float) -> tuple[Point, Point, float]:
    """A thumb over an edge: where it comes from, where its tip is, and half its width; `deep` is how far it reaches."""
    wide, high = sheet[0] / 2, sheet[1] / 2
    along, half = random.uniform(-0.85, 0.85), random.uniform(8.5, 11)
    side = random.choice(((0, 1), (0, 1), (-1, 0), (1, 0), (0, -1)))
    lean = random.uniform(-0.5, 0.5)
    if side[0]:
        tip = side[0] * (wide - deep), along * high
        return (tip[0] + side[0] * 200, tip[1] + 200 * lean), tip, half
    tip = along * wide, side[1] * (high - deep)
    return (tip[0] + 200 * lean, tip[1] + side[1] * 200), tip, half


def draw_thumb(random: Random, picture: Image.Image, camera: Camera, come: Point, tip: Point, half: float) -> None:
    """Skin with its shadow and its nail."""
    skin = random.choice(SKINS)
    outline = _capsule(come, tip, half, 2.6)
    soft = camera.density()
    _spread(picture, [camera.project(x + 3, y + 3) for x, y in outline], (20, 16, 14), 2.5 * soft, 0.5)
    _spread(picture, [camera.project(x, y, 9) for x, y in outline], _darker(skin, 0.78), 0.35 * soft)
    inner = _capsule(come, towards(tip, come, 0.03), half * 0.62, 3.2)
    _spread(picture, [camera.project(x, y, 14) for x, y in inner], skin, 2.2 * soft)
    nail = _capsule(towards(tip, come, 0.075), towards(tip, come, 0.03), half * 0.58)
    pale = tuple(min(255, round(one * 1.06 + 12)) for one in skin)
    _spread(picture, [camera.project(x, y, 15) for x, y in nail], pale, 0.4 * soft)


def cover(random: Random, picture: Image.Image, camera: Camera, outline: Sequence[Point]) -> None:
    """A book, a phone or a box that lies over part of the sheet."""
    colour = random.choice(((30, 30, 34), (150, 40, 36), (222, 216, 200), (40, 70, 110), (96, 66, 40)))
    soft = camera.density()
    _spread(picture, [camera.project(x + 3, y + 3) for x, y in outline], (16, 14, 14), 2.5 * soft, 0.55)
    _spread(picture, [camera.project(x, y, 6) for x, y in outline], _darker(colour, 0.7), 0.2 * soft)
    _spread(picture, [camera.project(x, y, 9) for x, y in outline], colour, 0.2 * soft)


def _darker(colour: Colour, part: float) -> Colour:
    return round(colour[0] * part), round(colour[1] * part), round(colour[2] * part)


def _spread(picture: Image.Image, outline: Sequence[Point], colour: Colour, soft: float, dark: float = 1.0) -> None:
    """A patch with a soft edge."""
    across, down = zip(*outline, strict=True)
    edge = 3 * soft + 2
    left, top = max(0, round(min(across) - edge)), max(0, round(min(down) - edge))
    right, bottom = min(picture.width, round(max(across) + edge)), min(picture.height, round(max(down) + edge))
    if right <= left or bottom <= top:
        return
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in outline], round(255 * dark))
    picture.paste(colour, (left, top, right, bottom), mask.filter(ImageFilter.GaussianBlur(soft)))


def _capsule(come: Point, tip: Point, half: float, widens: float = 1.0) -> list[Point]:
    """A finger from above: round at both ends, and wider where it comes from."""
    turn = atan2(tip[1] - come[1], tip[0] - come[0])
    around = [step * pi / 12 for step in range(-6, 7)]
    front = [(tip[0] + half * cos(turn + one), tip[1] + half * sin(turn + one)) for one in around]
    half *= widens
    back = [(come[0] - half * cos(turn + one), come[1] - half * sin(turn + one)) for one in around]
    return front + back


def towards(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
