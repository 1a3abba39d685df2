"""A picture without what is dark and narrow: Pillow's own filters take a hundred times as long (0029)."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops, ImageOps

STEPS = (1, 2, 4, 5)  # a window of one pixel laid over itself becomes one of 2, 4, 8 and 13
REACH = sum(STEPS) // 2  # pixels on either side of one
LIGHT, DARK = 255, 0


def closed(picture: Image.Image) -> Image.Image:
    """A picture in shades of grey without what is dark and narrower than 13 pixels: each pixel becomes the lightest in
    the square of that side around it, then the darkest of what came of that."""
    lightest = _over_each_window(ImageChops.lighter, picture, DARK)
    return _over_each_window(ImageChops.darker, lightest, LIGHT)


def _over_each_window(
    pick: Callable[[Image.Image, Image.Image], Image.Image], picture: Image.Image, beyond: int
) -> Image.Image:
    """`beyond` is what is never picked: that there is nothing beyond the rim."""
    picture = ImageOps.expand(picture, REACH, fill=beyond)
    for across, down in ((1, 0), (0, 1)):
        for step in STEPS:
            width, height = picture.size
            one = picture.crop((0, 0, width - step * across, height - step * down))
            other = picture.crop((step * across, step * down, width, height))
            picture = pick(one, other)
    return picture
