"""Noise: of a sensor, of a table, of paper."""

from copy import copy
from random import Random
from statistics import NormalDist

from PIL import Image


def grain(chance: Random, size: tuple[int, int], spread: float) -> Image.Image:
    """Greys around 128, the same for the same seed, as those of Pillow's `effect_noise` are not; takes nothing from
    what `chance` gives next."""
    bell = NormalDist(128, spread)
    greys = [min(255, max(0, round(bell.inv_cdf((at + 0.5) / 256)))) for at in range(256)]
    return Image.frombytes("L", size, copy(chance).randbytes(size[0] * size[1])).point(greys)
