"""A blank sheet prepared for laying photos on it: what is the same for every photo is computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image, ImageFilter

from photos.codes import Corners, codes_in
from photos.light import evened, softened
from printables.blank import Blank, Box


@dataclass(frozen=True, slots=True)
class Printed:
    """`picture` is the sheet evenly lit, in shades of grey; `dark` the same, softer, each dark spot a little larger:
    what is darker than that is not printed. `places` and the corners of its `codes`, by their number, are in its
    pixels; `unit` of them are a millimetre of a sheet on A5."""

    picture: Image.Image
    dark: Image.Image
    places: Mapping[str, Box]
    codes: Mapping[int, Corners]
    unit: float


def printed(blank: Blank) -> Printed:
    picture = evened(blank.picture.filter(ImageFilter.GaussianBlur(1.0)))
    codes = {one.code.place: one.corners for one in codes_in(blank.picture, (1.0,))}
    return Printed(picture, softened(picture).filter(ImageFilter.MinFilter(5)), blank.places, codes, blank.unit)
