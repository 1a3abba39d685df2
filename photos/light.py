"""Evens out the light on a sheet, so that paper is white everywhere."""

from __future__ import annotations

from PIL import Image, ImageFilter, ImageMath

from photos.closing import closed

SOFT = 1.5  # pixels
SMALLER = 4  # so many times: what is narrower than 9 mm on A5 closes


def evened(picture: Image.Image) -> Image.Image:
    """The darkness of each pixel beside the paper around it, in shades of grey. What is narrow counts as on the paper;
    the edge of a shadow stays in place.
    """
    small = closed(picture.reduce(SMALLER).filter(ImageFilter.MedianFilter(3)))
    paper = small.filter(ImageFilter.GaussianBlur(1)).resize(picture.size, Image.Resampling.BILINEAR)
    lit = ImageMath.lambda_eval(
        lambda of: of["min"](of["sheet"] * 255 / of["max"](of["paper"], 1), 255), sheet=picture, paper=paper
    )
    grey: Image.Image = lit.convert("L")
    return grey


def softened(picture: Image.Image) -> Image.Image:
    """The picture softened so that strokes stay and the grain of the photo goes."""
    return picture.filter(ImageFilter.GaussianBlur(SOFT))
