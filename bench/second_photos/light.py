"""What light does: a lamp, daylight, shadows, the shape of the paper; then what a phone makes of it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bench.second_photos.camera import Camera, Height, Point3
from bench.second_photos.glyphs import Point
from bench.second_photos.pens import rough

COARSE = 8  # light is worked out for one pixel in so many, each way
GAMMA = 1 / 2.2
DAY, BULB, COLD = (1.0, 1.0, 1.0), (1.0, 0.86, 0.66), (0.92, 0.98, 1.0)
AMBIENT = ((0.75, 0.9), (0.5, 0.75), (0.25, 0.55), (0.12, 0.4))  # part of the light that has no direction, by strength
GLARES = (0, 0.03, 0.1, 0.35)
SHADOWED = (0.05, 0.25, 0.65, 0.8)  # how often the phone is between the lamp and the sheet
WHITE = ((215, 245), (200, 245), (165, 240), (95, 215))  # how bright white paper comes out
BLUR = ((0.02, 0.05), (0.03, 0.11), (0.06, 0.24), (0.12, 0.36))  # out of focus: millimetres on the sheet
SHAKEN = ((0, 0), (0.1, 0.15), (0.3, 0.4), (0.55, 0.65))  # how often, and most millimetres
NOISE = ((1, 2.5), (1.5, 4), (3, 9), (7, 18))
QUALITY = ((88, 95), (75, 93), (60, 90), (30, 60))


@dataclass(frozen=True)
class Light:
    """`lamp` is where it is, in millimetres; `colour` is its own, `ambient` that of what comes from everywhere; `soft`
    is the blur of shadows in millimetres, `glare` where the lamp is seen again in the paper."""

    lamp: Point3
    colour: tuple[float, float, float]
    ambient: tuple[float, float, float]
    soft: float
    glare: Point | None = None


def any_light(random: Random, strength: int, camera: Camera, sheet: tuple[float, float]) -> Light:
    """Somewhere above and to one side; at times so that the phone's shadow falls on or near the sheet."""
    glare = None
    if random.random() < GLARES[strength]:
        glare, lamp = _mirrored(random, camera, sheet)
    elif random.random() < SHADOWED[strength]:
        lamp = _behind_phone(random, camera, sheet)
    else:
        around, high = random.uniform(0, 2 * pi), random.uniform(500, 1600)
        far = high * random.uniform(0.3, 0.6 + 0.45 * strength)
        lamp = far * cos(around), far * sin(around), high
    share = random.uniform(*AMBIENT[strength])
    colour = DAY if strength < 2 and random.random() < 0.7 else random.choice((BULB, BULB, DAY, COLD))
    sky = random.choice((DAY, COLD, colour))
    ambient = sky[0] * share, sky[1] * share, sky[2] * share
    return Light(lamp, colour, ambient, random.uniform(3, 22), glare)


def _mirrored(random: Random, camera: Camera, sheet: tuple[float, float]) -> tuple[Point, Point3]:
    """A spot of the sheet, and a lamp that is seen in it."""
    spot = random.uniform(-0.5, 0.5) * sheet[0], random.uniform(-0.5, 0.5) * sheet[1]
    high = random.uniform(500, 1500)
    part = high / camera.at[2]
    return spot, (spot[0] + (spot[0] - camera.at[0]) * part, spot[1] + (spot[1] - camera.at[1]) * part, high)


def _behind_phone(random: Random, camera: Camera, sheet: tuple[float, float]) -> Point3:
    onto = random.uniform(-0.7, 0.7) * sheet[0], random.uniform(-0.7, 0.7) * sheet[1]
    high = camera.at[2] + random.uniform(400, 1200)
    times = high / camera.at[2]
    return onto[0] + (camera.at[0] - onto[0]) * times, onto[1] + (camera.at[1] - onto[1]) * times, high


def falling(random: Random, light: Light, camera: Camera, strength: int) -> Image.Image:
    """The light on the table as a picture to multiply with, 255 the brightest on the sheet."""
    size = camera.size[0] // COARSE, camera.size[1] // COARSE
    seen = ImageChops.multiply(_spread(light, camera, size), _unshadowed(random, light, camera, size, strength))
    channels = []
    for lamp, ambient in zip(light.colour, light.ambient, strict=True):
        direct = 1 - max(light.ambient)
        channels.append(seen.point([_shown(ambient + direct * lamp * value / 255) for value in range(256)]))
    return Image.merge("RGB", channels).resize(camera.size, Image.Resampling.BICUBIC)


def _shown(light: float) -> int:
    return round(255 * min(1.0, max(0.0, light)) ** GAMMA)


def _spread(light: Light, camera: Camera, size: tuple[int, int]) -> Image.Image:
    """What comes from the lamp, without what stands between."""
    steps = 40, round(40 * size[1] / size[0])
    strengths = []
    for y in range(steps[1]):
        for x in range(steps[0]):
            pixel = (x + 0.5) * camera.size[0] / steps[0], (y + 0.5) * camera.size[1] / steps[1]
            strengths.append(_received(light, camera.find(pixel)))
    brightest = _received(light, (max(-100, min(100, light.lamp[0])), max(-100, min(100, light.lamp[1]))))
    spread = Image.new("L", steps)
    spread.putdata([round(255 * min(1.0, one / brightest)) for one in strengths])
    return spread.resize(size, Image.Resampling.BICUBIC)


def _received(light: Light, point: Point | None) -> float:
    if point is None:
        return 0.0
    far = sqrt((point[0] - light.lamp[0]) ** 2 + (point[1] - light.lamp[1]) ** 2 + light.lamp[2] ** 2)
    return light.lamp[2] / far**3


def _unshadowed(random: Random, light: Light, camera: Camera, size: tuple[int, int], strength: int) -> Image.Image:
    """Where the lamp is seen: not behind the phone, nor behind the hand and the arm that hold it."""
    mask = Image.new("L", size, 255)
    if strength and light.lamp[2] > camera.at[2] * 1.1:
        pencil = ImageDraw.Draw(mask)
        for outline in _phone(random, camera):
            shadow = [_shadow(light.lamp, point) for point in outline]
            pencil.polygon([_coarse(camera.project(*point)) for point in shadow], random.randint(0, 60))
    soft = light.soft * camera.density() / COARSE
    return mask.filter(ImageFilter.GaussianBlur(max(0.5, soft)))


def _phone(random: Random, camera: Camera) -> Sequence[Sequence[Point3]]:
    """The phone, and the arm that holds it from below."""
    turned = camera.size[0] > camera.size[1]
    wide, high = (78, 38) if turned else (38, 78)
    phone = [_from(camera, x, y) for x, y in ((-wide, -high), (wide, -high), (wide, high), (-wide, high))]
    side = random.choice((-1, 1))
    arm = [(0.2 * side * wide, 0.2 * high), (1.3 * side * wide, -0.2 * high), (side * 260, 500), (side * 150, 520)]
    return phone, [_from(camera, x, y) for x, y in arm]


def _from(camera: Camera, right: float, down: float) -> Point3:
    x, y, z = (
        at + right * along + down * below for at, along, below in zip(camera.at, camera.right, camera.down, strict=True)
    )
    return x, y, max(40.0, z)


def _shadow(lamp: Point3, point: Point3) -> Point:
    part = point[2] / max(60.0, lamp[2] - point[2])
    return point[0] + (point[0] - lamp[0]) * part, point[1] + (point[1] - lamp[1]) * part


def _coarse(pixel: Point) -> Point:
    return max(-4000.0, min(4000.0, pixel[0] / COARSE)), max(-4000.0, min(4000.0, pixel[1] / COARSE))


def shaded(light: Light, page: Image.Image, sheet: tuple[float, float], height: Height) -> Image.Image:
    """A page as the lamp shows its curls and folds."""
    steps = 72, round(72 * sheet[1] / sheet[0])
    shades = []
    for row in range(steps[1]):
        for place in range(steps[0]):
            x, y = ((place + 0.5) / steps[0] - 0.5) * sheet[0], ((row + 0.5) / steps[1] - 0.5) * sheet[1]
            shades.append(_facing(light, x, y, height))
    shade = Image.new("L", steps)
    usual = 1.12
    part = 1 - 0.6 * max(light.ambient)
    shade.putdata([_shown(min(1.0, (1 - part + part * one) / usual)) for one in shades])
    large = shade.resize(page.size, Image.Resampling.BICUBIC)
    return ImageChops.multiply(page.convert("RGB"), Image.merge("RGB", (large,) * 3))


def _facing(light: Light, x: float, y: float, height: Height) -> float:
    """How much more or less light than flat paper gets there."""
    tilt_x, tilt_y = (height(x + 1, y) - height(x - 1, y)) / 2, (height(x, y + 1) - height(x, y - 1)) / 2
    to = light.lamp[0] - x, light.lamp[1] - y, light.lamp[2]
    facing = (to[2] - tilt_x * to[0] - tilt_y * to[1]) / sqrt(1 + tilt_x**2 + tilt_y**2)
    return max(0.3, facing / to[2])


def developed(random: Random, picture: Image.Image, strength: int, camera: Camera) -> Image.Image:
    """Lens, sensor and what the phone's program makes of it."""
    picture = _exposed(random, _vignetted(random, picture, strength), strength)
    picture = _blurred(random, picture, strength, camera.density())
    picture = _noisy(random, picture, random.uniform(*NOISE[strength]))
    if random.random() < 0.7:
        picture = picture.filter(ImageFilter.UnsharpMask(random.uniform(1, 2.5), random.randint(30, 120), 2))
    return picture


def glared(random: Random, picture: Image.Image, camera: Camera, spot: Point) -> Image.Image:
    """A lamp that is seen again in the paper: a bright middle, and more around it."""
    veil = Image.new("L", (camera.size[0] // COARSE, camera.size[1] // COARSE))
    for size, bright, soft in ((random.uniform(30, 70), random.randint(30, 70), 18), (14, random.randint(30, 110), 6)):
        ring = [(spot[0] + size * cos(k * pi / 12), spot[1] + size * sin(k * pi / 12)) for k in range(24)]
        patch = Image.new("L", veil.size)
        ImageDraw.Draw(patch).polygon([_coarse(camera.project(*point)) for point in ring], bright)
        blurred = patch.filter(ImageFilter.GaussianBlur(soft * camera.density() / COARSE))
        veil = ImageChops.add(veil, blurred)
    large = veil.resize(picture.size, Image.Resampling.BICUBIC)
    return ImageChops.screen(picture, Image.merge("RGB", (large,) * 3))


def _vignetted(random: Random, picture: Image.Image, strength: int) -> Image.Image:
    deep = random.uniform(0, 20 + 20 * strength)
    fall = Image.radial_gradient("L").point([round(255 - deep * (far / 255) ** 2) for far in range(256)])
    veil = fall.resize(picture.size, Image.Resampling.BICUBIC)
    return ImageChops.multiply(picture, Image.merge("RGB", (veil,) * 3))


def _exposed(random: Random, picture: Image.Image, strength: int) -> Image.Image:
    """As bright as the phone thinks right, its white balance not always right, with a curve of contrast."""
    bright = sorted(picture.convert("L").resize((64, 64), Image.Resampling.BILINEAR).getdata())[-200]
    gain = random.uniform(*WHITE[strength]) / max(40, bright)
    off = 0.015 + 0.02 * strength
    whole = picture.resize((64, 64), Image.Resampling.BILINEAR)
    tops = [sorted(channel.getdata())[-200] for channel in whole.split()]
    corrected = random.uniform(0.3, 1)
    contrast = random.uniform(0, 0.25)
    tables: list[int] = []
    for top in tops:
        gains = gain * (bright / max(30, top)) ** corrected * (1 + random.uniform(-off, off))
        tables += [_curved(value * gains, contrast) for value in range(256)]
    return picture.point(tables)


def _curved(value: float, contrast: float) -> int:
    one = min(1.0, value / 255)
    return round(255 * ((1 - contrast) * one + contrast * one * one * (3 - 2 * one)))


def _blurred(random: Random, picture: Image.Image, strength: int, density: float) -> Image.Image:
    blur = random.uniform(*BLUR[strength]) * density
    soft = picture.filter(ImageFilter.GaussianBlur(blur))
    if strength > 1 and random.random() < 0.4:
        soft = _partly(random, soft, soft.filter(ImageFilter.GaussianBlur(blur)))
    often, most = SHAKEN[strength]
    if random.random() < often:
        soft = _dragged(soft, random.uniform(0.2, 1) * most * density, random.uniform(0, 2 * pi))
    return soft


def _partly(random: Random, sharp: Image.Image, soft: Image.Image) -> Image.Image:
    """One side is out of focus."""
    slope = Image.linear_gradient("L").rotate(random.choice((0, 90, 180, 270)))
    return Image.composite(soft, sharp, slope.resize(sharp.size, Image.Resampling.BILINEAR))


def _dragged(picture: Image.Image, far: float, turn: float) -> Image.Image:
    """The hand moved: the mean of some pictures along a short way."""
    steps = max(2, round(far))
    mean = picture
    for step in range(1, steps):
        part = step / (steps - 1) - 0.5
        moved = ImageChops.offset(picture, round(part * far * cos(turn)), round(part * far * sin(turn)))
        mean = Image.blend(mean, moved, 1 / (step + 1))
    return mean


def _noisy(random: Random, picture: Image.Image, deviation: float) -> Image.Image:
    """Each pixel for itself, and blotches of colour that are left when a phone has smoothed its noise."""
    spread = random.uniform(0.35, 0.7)
    grain = rough(random, picture.size, spread)
    found = hypot(*(one - 128 for one in grain.resize((40, 40), Image.Resampling.NEAREST).getdata())) / 40
    scaled = [max(0, min(255, round(128 + (value - 128) * deviation / found))) for value in range(256)]
    grain = grain.point(scaled)
    small = picture.width // 3, picture.height // 3
    blotches = [rough(random, small, 0.8) for _ in range(3)]
    blotches = [one.point([round(128 + (value - 128) * deviation / 90) for value in range(256)]) for one in blotches]
    colour = Image.merge("RGB", blotches).resize(picture.size, Image.Resampling.BILINEAR)
    picture = ImageChops.add(picture, Image.merge("RGB", (grain,) * 3), 1, -128)
    return ImageChops.add(picture, colour, 1, -128)


def as_jpeg(random: Random, picture: Image.Image, strength: int) -> bytes:
    """The file; some phones turn the picture by a word in it."""
    output, exif = io.BytesIO(), Image.Exif()
    if random.random() < 0.2:
        exif[0x0112] = 6
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    picture.save(output, "JPEG", quality=random.randint(*QUALITY[strength]), exif=exif)
    return output.getvalue()


def shadow_of(light: Light, camera: Camera, outline: Sequence[Point3], table: Image.Image) -> Image.Image:
    """The table with the shadow of a sheet, wherever that does not lie on it."""
    size = camera.size[0] // COARSE * 2, camera.size[1] // COARSE * 2
    mask = Image.new("L", size, 255)
    points = [camera.project(*_shadow(light.lamp, point)) for point in outline]
    ImageDraw.Draw(mask).polygon([(x * 2 / COARSE, y * 2 / COARSE) for x, y in points], 150)
    soft = mask.filter(ImageFilter.GaussianBlur(1.2 * camera.density() * 2 / COARSE)).resize(table.size)
    return ImageChops.multiply(table, Image.merge("RGB", (soft,) * 3))
