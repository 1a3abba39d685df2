"""The light on a sheet made even, so that paper is white wherever it lies."""

from __future__ import annotations

from PIL import Image, ImageFilter, ImageMath


def evened(picture: Image.Image) -> Image.Image:
    """Each pixel as dark as it is beside the brightest paper within some millimetres, in shades of grey."""
    small = picture.reduce(4).filter(ImageFilter.MedianFilter(3)).filter(ImageFilter.MaxFilter(9))
    paper = small.filter(ImageFilter.GaussianBlur(4)).resize(picture.size, Image.Resampling.BILINEAR)
    lit = ImageMath.lambda_eval(
        lambda of: of["min"](of["sheet"] * 255 / of["max"](of["paper"], 1), 255), sheet=picture, paper=paper
    )
    grey: Image.Image = lit.convert("L")
    return grey
