"""The features of each box on a flattened sheet, compared with the print there; none for a box that is not seen.

Each box is shifted by itself, because paper curls; one that looks nowhere like its blank is not seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import ceil, dist, log
from operator import mul
from statistics import median, median_low, quantiles

from PIL import Image, ImageChops, ImageFilter, ImageStat

from photos.finding import Printed
from photos.ink import INK_ALONG, Inked, Numbers, Stroke, beside_the_pen, inked, reached, stroke_of
from photos.picture import Flat, Plane, evened, softened
from printables.blank import Box

COARSE = 4  # pixels: steps in which a part of the sheet is shifted as a whole
REACH = range(-5, 6)  # of these steps, 3.3 mm on A5
PART = 4, 5  # of these steps: pieces in which a part is compared, and how many of them lie on either side
UNLIKE = [min(255, 4 * grey) for grey in range(256)]  # what is written counts for no more than lines out of place
NEARBY = (2, 2, 1)  # pixels of each step in which a place is shifted by itself
NEAREST = 9  # places around one, itself among them
ASTRAY = 4  # pixels from where those around it lie
RIM = 9  # pixels around a box, whose print tells where it lies
INSET = 6  # pixels inside its frame where ink counts
FRAMED = ("ring", "cell")  # how small boxes are marked that some go around instead of into
ABOUT = 12  # pixels beside a small box, where what is drawn over it ends
BESIDE = (-9.6, -0.8, -1.2, 1.6)  # millimetres of a sheet on A5 from the left, top, left and foot of a cell: its bridge
OF_THE_PEN = 0.3  # as dark as that beside it is ink, and so dark at least
FAINT = 12
ALONG = 4  # pixels beside a frame: what goes along it is there
BEYOND, OUTSIDE = 2, 12  # pixels: where beside its frame a circle around it is looked for
ALIKE = 0.25  # how much better the print has to fit than an empty paper would
BEST = 1.1  # how alike beside the same: print that fits better is no ink
AS_ALIKE = 0.5  # beside what is usual of such places in the photo
WHITE = 0.5  # so much of what is not printed may be written on: the rest is paper
DARKER = 2.0  # at most, as the blank: printed or lit so that all of the print is dark
DARKEST = (0.01, 0.03, 0.2)  # shares of a box
MIDDLE = 0.25, 0.22  # of its sides are left out around its middle, which what overshoots from beside it does not reach
SMUDGE = 0.05  # of a strip beside it
AS_DARK = 0.03  # at least, as what the pen of a sheet filled is beside what is empty
GRAINS = 0.02  # so dark is paper
SHADES = range(256)
Shift = tuple[int, int]
Whole = tuple[int, int, int, int]
Put = tuple[Shift, float]  # the shift, and how alike the print is there


@dataclass(frozen=True, slots=True)
class Flattened:
    """A photographed sheet laid on its blank, both evenly lit; `soft` is the sheet, softened as the
    blank's `dark` is.
    """

    sheet: Image.Image
    soft: Image.Image
    blank: Printed


def flattened(photo: Image.Image, plane: Plane, blank: Printed) -> Flattened:
    sheet = photo.transform(
        blank.picture.size, Image.Transform.PERSPECTIVE, plane.numbers, Image.Resampling.BILINEAR, fillcolor=128
    )
    sheet = evened(sheet)
    return Flattened(sheet, softened(sheet), blank)


@dataclass(frozen=True, slots=True)
class Shown:
    """For each place that is seen, its features. For the small ones, how much `darker` they are, frame included, than
    is usual of their kind: 0 as dark, 1 twice as dark; the ink `about` them; and of those that have something printed
    `beside` them, the ink there. For those whose print others share, how much they are `inked`.
    """

    numbers: Mapping[str, Numbers]
    darker: Mapping[str, float]
    inked: Mapping[str, Inked]
    about: Mapping[str, Stroke] = field(default_factory=dict)
    beside: Mapping[str, Stroke] = field(default_factory=dict)


def shown(
    flat: Flattened, plane: Plane, size: tuple[int, int], marks: Mapping[str, str], prints: Mapping[str, str]
) -> Shown:
    """The ink of the places marked in this way; `size` is that of the photo, `prints` the print of places that are
    compared with others of the same print.
    """
    put = _put_all(flat, [name for name in marks if _is_within(plane, flat.blank.places[name], size)])
    flat = _as_dark(flat, [alike for _shift, alike in put.values()])
    usual = {mark: median(alike for name, (_, alike) in put.items() if marks[name] == mark)
             for mark in {marks[name] for name in put}}  # fmt: skip
    found = {
        name: (*_numbers(flat, flat.blank.places[name], shift), min(alike / max(ALIKE, usual[marks[name]]), BEST))
        for name, (shift, alike) in put.items()
        if alike > max(ALIKE, AS_ALIKE * usual[marks[name]])
    }
    dark = {name: _dark(flat, flat.blank.places[name], put[name][0]) for name in found if marks[name] in FRAMED}
    numbers = dict(_beside_each_other(found, marks))
    ink = inked({name: _piece(flat, name, put[name][0]) for name in numbers if name in prints}, prints)
    if ink:
        numbers = {name: (*numbers[name], *more) for name, more in beside_the_pen(ink, marks).items()}
    strokes = _Strokes(flat, put, found)
    about = {name: strokes.about(name) for name in dark}
    beside = {name: strokes.beside(name) for name in dark if marks[name] == "cell"}
    return Shown(numbers, dict(_beside_usual(dark, marks)), ink, about, beside)


class _Strokes:
    """The ink about places and beside them, darker than print and nearly as dark as the sheet's own pen."""

    def __init__(self, flat: Flattened, put: Mapping[str, Put], found: Mapping[str, Numbers]) -> None:
        self.flat, self.put = flat, put
        self.least = max(FAINT, OF_THE_PEN * 255 * _pen(found))

    def about(self, name: str) -> Stroke:
        return self._stroke(name, _moved(self.flat.blank.places[name], (-ABOUT, -ABOUT, ABOUT, ABOUT)))

    def beside(self, name: str) -> Stroke:
        left, top, _right, bottom = self.flat.blank.places[name]
        by = [round(self.flat.blank.unit * length) for length in BESIDE]
        return self._stroke(name, _moved((left, top, left, bottom), (by[0], by[1], by[2], by[3])))

    def _stroke(self, name: str, there: Whole) -> Stroke:
        on_it = _shifted(self.flat.soft, there, self.put[name][0])
        return stroke_of(ImageChops.subtract(self.flat.blank.dark.crop(there), on_it), self.least)


def _piece(flat: Flattened, name: str, shift: Shift) -> Image.Image:
    beyond = (-INK_ALONG, -INK_ALONG, INK_ALONG, INK_ALONG)
    return _shifted(flat.soft, _moved(flat.blank.places[name], beyond), shift)


def _as_dark(flat: Flattened, alike: Sequence[float]) -> Flattened:
    """The sheet with a blank as dark as its print; otherwise dark print would be ink."""
    darker = min(max(1.0, median(alike or [1.0])), DARKER)
    dark = flat.blank.dark.point([max(0, round(255 - (255 - grey) * darker)) for grey in range(256)])
    return replace(flat, blank=replace(flat.blank, dark=dark))


def _put_all(flat: Flattened, names: Sequence[str]) -> dict[str, Put]:
    """The position of each place. Paper bends smoothly, so one that strayed is looked for again near its neighbours."""
    places, parts = flat.blank.places, _parts(flat)
    width = flat.sheet.width
    put = {name: _put(flat, places[name], _roughly(parts, places[name], width), NEARBY) for name in names}
    around = {name: _usual([put[near][0] for near in nearest(places, name, names)[:NEAREST]]) for name in names}
    for name, (shift, _alike) in list(put.items()):
        if dist(shift, around[name]) > ASTRAY:
            put[name] = _put(flat, places[name], around[name], NEARBY)
    return put


def _parts(flat: Flattened) -> dict[Shift, bytes]:
    """The difference between the sheet and the blank one, part by part and row by row, for each shift."""
    sheet, blank = flat.sheet.reduce(COARSE), flat.blank.picture.reduce(COARSE)
    found = {}
    for x, y in sorted(product(REACH, repeat=2), key=lambda shift: dist(shift, (0, 0))):
        unlike = ImageChops.difference(blank, ImageChops.offset(sheet, -x, -y)).point(UNLIKE)
        found[x * COARSE, y * COARSE] = unlike.reduce(PART[0]).filter(ImageFilter.BoxBlur(PART[1])).tobytes()
    return found


def _roughly(parts: Mapping[Shift, bytes], place: Box, width: int) -> Shift:
    """The shift of the part of a sheet, of this width, in which a place lies."""
    left, top, right, bottom = place
    side = COARSE * PART[0]
    at = int((top + bottom) / 2 / side) * ceil(width / side) + int((left + right) / 2 / side)
    return min(parts, key=lambda shift: parts[shift][at])


def nearest(places: Mapping[str, Box], name: str, names: Sequence[str]) -> list[str]:
    """The `names`, ordered by how far their places are from that of `name`."""
    left, top, *_ = places[name]
    return sorted(names, key=lambda other: dist((left, top), places[other][:2]))


def _usual(shifts: Sequence[Shift]) -> Shift:
    return round(median(x for x, _y in shifts)), round(median(y for _x, y in shifts))


def _is_within(plane: Plane, place: Box, size: tuple[int, int]) -> bool:
    left, top, right, bottom = place
    try:
        corners = [plane.at(point) for point in ((left, top), (right, top), (right, bottom), (left, bottom))]
    except Flat:
        return False
    return all(0 <= x < size[0] and 0 <= y < size[1] for x, y in corners)


def _put(flat: Flattened, place: Box, start: Shift, steps: Sequence[int]) -> Put:
    """The shift at which the print around and in a box fits best, and how well: 1 perfectly, 0 no better than paper."""
    around = _moved(place, (-RIM, -RIM, RIM, RIM))
    blank = flat.blank.picture.crop(around)
    differs = {start: _differs(flat.sheet, blank, around, start)}
    best = start
    for step in steps:
        x, y = best
        for shift in product((x - step, x, x + step), (y - step, y, y + step)):
            if shift not in differs:
                differs[shift] = _differs(flat.sheet, blank, around, shift)
                best = min(best, shift, key=differs.__getitem__)
    return best, _alike(flat, blank, around, best)


def _differs(sheet: Image.Image, blank: Image.Image, around: Whole, shift: Shift) -> int:
    counts = ImageChops.difference(blank, _shifted(sheet, around, shift)).histogram()
    return sum(map(mul, counts, SHADES))


def _shifted(sheet: Image.Image, box: Whole, shift: Shift) -> Image.Image:
    return sheet.crop((box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1]))


def _alike(flat: Flattened, blank: Image.Image, around: Whole, shift: Shift) -> float:
    """The share of the darkness of the print that is present, and of the light beside it: where the blank is dark, the
    sheet should be darker than elsewhere.
    """
    there = _shifted(flat.sheet, around, shift)
    below = max(200, sum(ImageStat.Stat(blank).extrema[0]) / 2)  # thin grey lines are lines, too
    dark = blank.point([255 * (grey < below) for grey in range(256)])
    light = ImageChops.invert(dark)
    lines, paper = ImageStat.Stat(there, dark), there.histogram(light)
    if not lines.count[0] or not sum(paper):
        return 0.0
    should = ImageStat.Stat(blank, light).mean[0] - ImageStat.Stat(blank, dark).mean[0]
    return float((reached(paper, 1 - WHITE) - lines.mean[0]) / should)


def _numbers(flat: Flattened, place: Box, shift: Shift) -> Numbers:
    """The darkest parts of a box, by how much darker than print they are; the lightest of the four sides outside its
    frame, and how much darker than the box that is (a circle around an empty box darkens all four); and the darkness of
    the middle of the box.
    """
    counts = _darker(flat, _moved(place, _insets(place)), shift)
    inside = [_highest(counts, share) for share in DARKEST]
    around = min(_highest(_darker(flat, side, shift), SMUDGE) for side in _sides(place))
    middle = _highest(_darker(flat, _moved(place, _middles(place)), shift), DARKEST[1])
    return (*inside, around, max(0.0, around - inside[0]), middle)


def _darker(flat: Flattened, there: Whole, shift: Shift) -> list[int]:
    """A histogram of how much darker than print the pixels are; 128 is as dark as print."""
    return ImageChops.subtract(flat.blank.dark.crop(there), _shifted(flat.soft, there, shift), 1, 128).histogram()


def _sides(place: Box) -> tuple[Whole, Whole, Whole, Whole]:
    """The four strips along the outside of a frame."""
    left, top, right, bottom = _moved(place, (-BEYOND, -BEYOND, BEYOND, BEYOND))
    far_left, far_top, far_right, far_bottom = _moved(place, (-OUTSIDE, -OUTSIDE, OUTSIDE, OUTSIDE))
    return ((far_left, top, left, bottom), (left, far_top, right, top),
            (right, top, far_right, bottom), (left, bottom, right, far_bottom))  # fmt: skip


def _moved(place: Box, by: Whole) -> Whole:
    return round(place[0]) + by[0], round(place[1]) + by[1], round(place[2]) + by[2], round(place[3]) + by[3]


def _insets(place: Box) -> Whole:
    inset = min(INSET, round((place[2] - place[0]) / 5))
    return inset, inset, -inset, -inset


def _middles(place: Box) -> Whole:
    across, down = round((place[2] - place[0]) * MIDDLE[0]), round((place[3] - place[1]) * MIDDLE[1])
    return across, down, -across, -down


def _highest(counts: Sequence[int], share: float) -> float:
    """The value, from -0.5 to 0.5, that this share of the histogram reaches or exceeds."""
    return (reached(counts, share) - 128) / 255


def _beside_each_other(found: Mapping[str, Numbers], marks: Mapping[str, str]) -> Iterator[tuple[str, Numbers]]:
    """The features with each place's darkness between the empty places of its kind and the sheet's own pen, beside the
    empty ones alone, and with how dark these and the pen are: so faint pencils and dark print are told apart.
    """
    if len(found) < 20:
        return
    most = _pen(found)
    least = {mark: _second([found[name][0] for name in found if marks[name] == mark]) for mark in marks.values()}
    for name, numbers in found.items():
        empty = least[marks[name]]
        pen = max(most - empty, AS_DARK)
        as_dark = log((max(numbers[0], 0.0) + GRAINS) / (max(empty, 0.0) + GRAINS))
        yield name, (*numbers, (numbers[0] - empty) / pen, empty, as_dark, log(pen))


def _pen(found: Mapping[str, Numbers]) -> float:
    """The darkness of the darkest places, above that of print."""
    return quantiles((numbers[0] for numbers in found.values()), n=20)[-1] if len(found) > 1 else 0.0


def _dark(flat: Flattened, place: Box, shift: Shift) -> float:
    """The darkness of a place with all of its frame, beside the blank: a pen along the frame is neither in the box nor
    beside it.
    """
    there = _moved(place, (-ALONG, -ALONG, ALONG, ALONG))
    pieces = _shifted(flat.sheet, there, shift), flat.blank.picture.crop(there)
    sheet, blank = (ImageStat.Stat(ImageChops.invert(piece)).sum[0] for piece in pieces)
    return sheet / blank


def _beside_usual(dark: Mapping[str, float], marks: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    """The darkness of each place above what is usual of its kind, of which at least half are mostly empty."""
    kinds = {marks[name] for name in dark}
    usual = {kind: median_low(dark[name] for name in dark if marks[name] == kind) for kind in kinds}
    for name, as_dark in dark.items():
        yield name, as_dark / usual[marks[name]] - 1


def _second(many: Sequence[float]) -> float:
    """The second smallest: the smallest may be by chance."""
    return sorted(many)[:2][-1] if many else 0.0
