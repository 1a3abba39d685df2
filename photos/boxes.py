"""What a box of a flattened sheet shows beside what is printed there: six numbers, or nothing where it is not seen.

Each box is shifted by itself, for paper curls; one that does not look like its blank wherever it is put is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import quantiles

from PIL import Image, ImageChops, ImageStat

from photos.light import evened
from photos.plane import Flat, Plane
from photos.printed import Printed
from printables.blank import Box

REACH = (8, 4, 2, 1)  # pixels of each step of the search: 15 at most, 2.5 mm on A5
RIM = 9  # pixels around a box, whose print tells where it lies
INSET = 6  # pixels inside its frame where ink counts
ALIKE = 0.3  # how much better the print has to fit than an empty paper would
DARKER = (20, 40, 80)  # of 255
Numbers = tuple[float, ...]
Shift = tuple[int, int]
Whole = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Flattened:
    """A photographed sheet laid on its blank, both evenly lit."""

    sheet: Image.Image
    blank: Printed


def flattened(photo: Image.Image, plane: Plane, blank: Printed) -> Flattened:
    sheet = photo.transform(
        blank.picture.size, Image.Transform.PERSPECTIVE, plane.numbers, Image.Resampling.BILINEAR, fillcolor=128
    )
    return Flattened(evened(sheet), blank)


def shown(flat: Flattened, plane: Plane, size: tuple[int, int], places: Mapping[str, Box]) -> dict[str, Numbers]:
    """Of each place that is seen its numbers; `size` is that of the photo."""
    found: dict[str, Numbers] = {}
    shift = (0, 0)
    for name, place in places.items():
        if _is_within(plane, place, size):
            put, alike = _put(flat, place, shift)
            if alike > ALIKE:
                shift = put
                found[name] = _numbers(flat, place, put)
    return dict(_beside_each_other(found))


def _is_within(plane: Plane, place: Box, size: tuple[int, int]) -> bool:
    left, top, right, bottom = place
    try:
        corners = [plane.at(point) for point in ((left, top), (right, top), (right, bottom), (left, bottom))]
    except Flat:
        return False
    return all(0 <= x < size[0] and 0 <= y < size[1] for x, y in corners)


def _put(flat: Flattened, place: Box, start: Shift) -> tuple[Shift, float]:
    """The shift at which the print around and in a box fits best, and how well: 1 wholly, 0 no better than paper."""
    around = _moved(place, (-RIM, -RIM, RIM, RIM))
    blank = flat.blank.picture.crop(around)
    best, least = start, _differs(flat.sheet, blank, around, start)
    for step in REACH:
        x, y = best
        for shift in [(x + dx, y + dy) for dx in (-step, 0, step) for dy in (-step, 0, step) if dx or dy]:
            differs = _differs(flat.sheet, blank, around, shift)
            if differs < least:
                best, least = shift, differs
    return best, _alike(flat, blank, around, best)


def _differs(sheet: Image.Image, blank: Image.Image, around: Whole, shift: Shift) -> float:
    there = _shifted(sheet, around, shift)
    return float(ImageStat.Stat(ImageChops.difference(blank, there)).mean[0])


def _shifted(sheet: Image.Image, box: Whole, shift: Shift) -> Image.Image:
    return sheet.crop((box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1]))


def _alike(flat: Flattened, blank: Image.Image, around: Whole, shift: Shift) -> float:
    """How much of the darkness of the print is there, and of the light beside it: where the blank is dark it should be
    darker than the rest."""
    there = _shifted(flat.sheet, around, shift)
    dark = blank.point([255 * (grey < 200) for grey in range(256)])
    light = ImageChops.invert(dark)
    lines, paper = ImageStat.Stat(there, dark), ImageStat.Stat(there, light)
    if not lines.count[0] or not paper.count[0]:
        return 0.0
    should = ImageStat.Stat(blank, light).mean[0] - ImageStat.Stat(blank, dark).mean[0]
    return float((paper.mean[0] - lines.mean[0]) / should)


def _numbers(flat: Flattened, place: Box, shift: Shift) -> Numbers:
    """How much of a box is darker than print by so much, how dark its darkest parts are, and how dark it is."""
    inside = _moved(place, _insets(place))
    darker = ImageChops.subtract(flat.blank.dark.crop(inside), _shifted(flat.sheet, inside, shift))
    counts = darker.histogram()
    area = sum(counts)
    shares = [sum(counts[least:]) / area for least in DARKER]
    return (*shares, _darkest(counts, area, 0.03) / 255, _darkest(counts, area, 0.15) / 255, _mean(counts, area))


def _moved(place: Box, by: Whole) -> Whole:
    return round(place[0]) + by[0], round(place[1]) + by[1], round(place[2]) + by[2], round(place[3]) + by[3]


def _insets(place: Box) -> Whole:
    inset = min(INSET, round((place[2] - place[0]) / 5))
    return inset, inset, -inset, -inset


def _darkest(counts: list[int], area: int, share: float) -> int:
    """So dark is this share of a box, or darker."""
    left = area * share
    for darkness in range(255, -1, -1):
        left -= counts[darkness]
        if left < 0:
            return darkness
    return 0


def _mean(counts: list[int], area: int) -> float:
    return sum(darkness * count for darkness, count in enumerate(counts)) / area / 255


def _beside_each_other(found: Mapping[str, Numbers]) -> Iterator[tuple[str, Numbers]]:
    """With how dark each is between the sheet's empty boxes and those that its own pen filled: a faint pencil is."""
    dark = sorted(numbers[3] for numbers in found.values())
    if len(dark) < 20:
        return
    least, *_rest, most = quantiles(dark, n=20)
    for name, numbers in found.items():
        yield name, (*numbers, (numbers[3] - least) / max(most - least, 0.12), least)
