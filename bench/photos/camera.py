"""The camera, the light and the table of simulated photos."""

import io
import math
from itertools import product
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bench.photos.grain import grain
from bench.photos.hand import SCALE
from photos.picture import plane_of

ACROSS, DOWN = 6, 9  # pieces of a curled sheet


def photographed(chance: Random, paper: Image.Image, strength: int, shorter: int | None = None) -> bytes:
    """A picture of a sheet of paper on a table, as JPEG, its `shorter` side in pixels; strength 0 is nearly a scan, 3 a
    bad photo."""
    wide = shorter or chance.choice((1200, 1500, 1900))
    size = (wide, wide * 4 // 3) if paper.width < paper.height else (wide * 4 // 3, wide)
    numbers = _aslant(chance, paper.size, size, strength)
    laid = _curled(chance, paper, strength).transform(
        size, Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BICUBIC)  # fmt: skip
    mask = Image.new("L", paper.size, 255).transform(size, Image.Transform.PERSPECTIVE, numbers)
    table = _table(chance, size, strength)
    table.paste(laid, mask=mask)
    if strength > 1 and chance.random() < 0.2:
        _thumb(chance, table)
    seen = _blurred(chance, ImageChops.multiply(table, _light(chance, size, strength)), strength)
    noise = _noise(chance, size, strength)
    seen = _toned(chance, ImageChops.add(seen, noise, 1, -128), strength)
    output = io.BytesIO()
    quality = chance.randint(90 - 18 * strength, 95 - 10 * strength)
    seen.convert("RGB").save(output, "JPEG", quality=quality)
    return output.getvalue()


def _table(chance: Random, size: tuple[int, int], strength: int) -> Image.Image:
    coarse = grain(chance, (size[0] // 8, size[1] // 8), 20 + 20 * strength)
    table = coarse.resize(size, Image.Resampling.BICUBIC)
    dark = chance.uniform(0.3, 1.1)
    return table.point([min(255, round(grey * dark)) for grey in range(256)])


def _thumb(chance: Random, table: Image.Image) -> None:
    """A thumb from an edge of the picture."""
    wide, high = table.size
    x, y = chance.choice(
        ((0, chance.randint(0, high)), (wide, chance.randint(0, high)), (chance.randint(0, wide), high))
    )
    across, down = wide * chance.uniform(0.1, 0.16), wide * chance.uniform(0.1, 0.16)
    ImageDraw.Draw(table).ellipse((x - across, y - down, x + across, y + down), fill=chance.randint(90, 190))


def _aslant(chance: Random, paper: tuple[int, int], photo: tuple[int, int], strength: int) -> tuple[float, ...]:
    """The numbers of a transform from the photo to the paper."""
    around = chance.gauss(0, 2 + 5 * strength) + (chance.choice((0, 0, 0, 90, 180, 270)) if strength > 1 else 0)
    turn = math.radians(around)
    room = min(photo[0] / paper[0], photo[1] / paper[1]) * chance.uniform(0.72, 0.9 + 0.03 * strength)
    if 45 < around % 180 < 135:
        room *= 0.8
    corners, wobble = [], 0.01 + 0.022 * strength
    far = 1 - chance.uniform(0, 0.09 * strength)  # how small the far edge is beside the near one
    for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        near = far if y < 0 else 1
        a, b = x * paper[0] * room * near, y * paper[1] * room * (1 + far) / 2
        a, b = a * math.cos(turn) - b * math.sin(turn), a * math.sin(turn) + b * math.cos(turn)
        corners.append((photo[0] / 2 + a + chance.gauss(0, wobble) * photo[0],
                        photo[1] / 2 + b + chance.gauss(0, wobble) * photo[1]))  # fmt: skip
    whole = [(0, 0), (paper[0], 0), (paper[0], paper[1]), (0, paper[1])]
    return plane_of(list(zip(corners, whole, strict=True))).numbers


def _curled(chance: Random, paper: Image.Image, strength: int) -> Image.Image:
    """Waves in both directions, up to a millimetre or two where the photo is bad, as a mesh."""
    width, height = paper.size
    most = 3.5 * strength * SCALE
    waves = [[chance.uniform(0, most), *(chance.uniform(1, 6) for _number in range(3))] for _direction in "xy"]

    def at(x: int, y: int) -> tuple[int, int]:
        moved = [high * math.sin(phase + a * x / width + b * y / height) for high, phase, a, b in waves]
        return round(x + moved[0]), round(y + moved[1])

    mesh = []
    for i, j in product(range(ACROSS), range(DOWN)):
        left, right = i * width // ACROSS, (i + 1) * width // ACROSS
        top, bottom = j * height // DOWN, (j + 1) * height // DOWN
        corners = (*at(left, top), *at(left, bottom), *at(right, bottom), *at(right, top))
        mesh.append(((left, top, right, bottom), corners))
    return paper.transform(paper.size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR, fillcolor=245)


def _light(chance: Random, size: tuple[int, int], strength: int) -> Image.Image:
    """Brighter on one side, with the shadow of a hand or a phone, hard or soft."""
    bright = chance.uniform(1.0 - 0.15 * strength, 1.0)
    light = Image.linear_gradient("L").rotate(chance.choice((0, 90, 180, 270)))
    fall = chance.uniform(0.05, 0.17) * strength
    light = light.point([round(255 * bright * (1 - fall * grey / 255)) for grey in range(256)])
    for _shadow in range(strength):
        if chance.random() < 0.3:
            light = _shadowed(chance, light, bright)
    return light.resize(size, Image.Resampling.BICUBIC)


def _shadowed(chance: Random, light: Image.Image, bright: float) -> Image.Image:
    x, high = chance.randint(-40, 200), chance.randint(0, 180)
    shadow = Image.new("L", light.size, 255)
    corners = [(x, 256), (x + chance.randint(0, 60), high), (x + chance.randint(60, 140), high), (x + 150, 256)]
    ImageDraw.Draw(shadow).polygon(corners, fill=round(255 * bright * chance.uniform(0.45, 0.8)))
    shadow = shadow.filter(ImageFilter.GaussianBlur(chance.uniform(0.7, 8))).rotate(chance.choice((0, 90, 180, 270)))
    return ImageChops.multiply(light, shadow)


def _blurred(chance: Random, picture: Image.Image, strength: int) -> Image.Image:
    """Out of focus, and shaken."""
    wide = picture.width / 1900
    soft = picture.filter(ImageFilter.GaussianBlur(chance.uniform(0.3, 0.6 + 0.55 * strength) * wide))
    if strength < 2 or chance.random() < 0.7:
        return soft
    by = chance.randint(1, strength), chance.randint(-strength, strength)
    return ImageChops.blend(soft, ImageChops.offset(soft, *by), 0.5)


def _noise(chance: Random, size: tuple[int, int], strength: int) -> Image.Image:
    """Fine, or in blotches as a phone leaves it that smooths what it saw in the dark."""
    noise = grain(chance, size, 2 + 4 * strength)
    return noise if chance.random() < 0.6 else noise.filter(ImageFilter.GaussianBlur(0.8))


def _toned(chance: Random, picture: Image.Image, strength: int) -> Image.Image:
    """As a camera develops it: dark parts lighter or darker, less or more contrast."""
    gamma, black = chance.uniform(0.8 - 0.05 * strength, 1.2 + 0.08 * strength), chance.uniform(-10, 30)
    return picture.point(
        [max(0, min(255, round(black + (255 - black) * (grey / 255) ** gamma))) for grey in range(256)]
    )
