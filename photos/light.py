"""The light on a sheet made even, so that paper is white wherever it lies."""

from __future__ import annotations

from PIL import Image, ImageFilter, ImageMath

SOFT = 1.5  # pixels
WIDE = 13  # of four pixels: 9 mm on A5


def evened(picture: Image.Image) -> Image.Image:
    """Each pixel as dark as it is beside the paper around it, in shades of grey: what is narrower than WIDE is on the
    paper, and the edge of a shadow stays where it is."""
    small = picture.reduce(4).filter(ImageFilter.MedianFilter(3))
    closed = small.filter(ImageFilter.MaxFilter(WIDE)).filter(ImageFilter.MinFilter(WIDE))
    paper = closed.filter(ImageFilter.GaussianBlur(1)).resize(picture.size, Image.Resampling.BILINEAR)
    lit = ImageMath.lambda_eval(
        lambda of: of["min"](of["sheet"] * 255 / of["max"](of["paper"], 1), 255), sheet=picture, paper=paper
    )
    grey: Image.Image = lit.convert("L")
    return grey


def softened(picture: Image.Image) -> Image.Image:
    """So soft that strokes stay and the grains of a photo go."""
    return picture.filter(ImageFilter.GaussianBlur(SOFT))
