"""The hand that fills the sheets of simulated photos: one hand and mostly one pen a sheet, with its habits."""

from collections.abc import Mapping
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bench.photos.grain import grain
from printables.blank import Blank, Box
from scoring.roll_and_write.likeliest import PLACES

SCALE = 2  # pens draw on the blank so many times as large
Stroke = list[tuple[float, float]]
Written = Mapping[str, tuple[int, ...]]
DIGITS = {
    "0": [[(5, 0), (1, 2), (0, 6), (3, 10), (7, 9), (9, 5), (7, 1), (5, 0)]],
    "1": [[(3, 2), (6, 0), (6, 10)]],
    "2": [[(1, 2), (4, 0), (8, 2), (7, 5), (1, 10), (9, 10)]],
    "3": [[(1, 1), (6, 0), (8, 2), (4, 5), (8, 7), (6, 10), (1, 9)]],
    "4": [[(6, 0), (1, 7), (9, 7)], [(7, 4), (7, 10)]],
    "5": [[(8, 0), (2, 0), (2, 4), (7, 4), (8, 8), (5, 10), (1, 9)]],
    "6": [[(7, 0), (2, 4), (1, 8), (4, 10), (8, 8), (6, 5), (2, 6)]],
    "7": [[(1, 0), (9, 0), (4, 10)]],
    "8": [[(5, 5), (2, 2), (5, 0), (8, 2), (5, 5), (1, 8), (5, 10), (9, 8), (5, 5)]],
    "9": [[(8, 3), (5, 5), (2, 3), (5, 0), (8, 2), (7, 10)]],
}
STROKES: Mapping[str, list[Stroke]] = {
    "tick": [[(0.1, 0.55), (0.4, 0.9), (1.0, 0.0)]],
    "cross": [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.1), (0.1, 0.9)]],
    "stroke": [[(0.1, 0.85), (0.9, 0.15)]],
    "lines": [[(at, 0.9), (at + 0.25, 0.1)] for at in (0.1, 0.3, 0.5, 0.7)],
    "scribble": [[(0.1 + 0.13 * at, 0.15 + 0.7 * (at % 2)) for at in range(7)]],
    "filled": [[(0.1 + 0.06 * at, 0.1 + 0.8 * (at % 2)) for at in range(14)]],
    "dot": [[(0.42, 0.45), (0.58, 0.5), (0.45, 0.55), (0.55, 0.45), (0.5, 0.58)]],
    "circle": [[(0.5, 0.05), (0.12, 0.25), (0.1, 0.7), (0.5, 0.95), (0.9, 0.7), (0.85, 0.25), (0.45, 0.05)]],
}
TICKS = ("tick", "tick", "tick", "cross", "cross", "scribble", "filled", "dot", "stroke", "circle")
HATCHES = ("lines", "lines", "scribble", "scribble", "cross", "stroke", "filled", "tick", "circle")
AROUND = (1.3, 1.9)  # how large a circle is beside the box that it goes around


class Pen:
    """One hand with one pen, drawing on a sheet of SCALE times its pixels."""

    def __init__(self, chance: Random, size: tuple[int, int], unit: float) -> None:
        self.chance, self.unit = chance, unit * SCALE
        self.paper = Image.new("L", size, 255)
        self.draw = ImageDraw.Draw(self.paper)
        self.is_pencil = chance.random() < 0.3
        self.grey = chance.randint(80, 200) if self.is_pencil else chance.randint(0, 90)
        self.width = chance.uniform(0.3, 0.9) * (1.8 if chance.random() < 0.15 else 1)
        self.size = chance.uniform(0.4, 0.85)
        self.tick, self.hatch = chance.choice(TICKS), chance.choice(HATCHES)
        self.circles_cells = chance.random() < 0.15  # and leaves them empty
        self.overshoots = chance.random() < 0.25

    def line(self, points: list[tuple[float, float]]) -> None:
        shaky = [(x + self.chance.gauss(0, 0.12 * self.unit), y + self.chance.gauss(0, 0.12 * self.unit))
                 for x, y in points]  # fmt: skip
        grey = min(200, max(0, self.grey + self.chance.randint(-15, 15)))
        self.draw.line(shaky, fill=grey, width=max(1, round(self.width * self.unit)), joint="curve")

    def number(self, number: int, box: tuple[float, ...]) -> None:
        said = str(number)
        left, top, right, bottom = (side * SCALE for side in box)
        high = (bottom - top) * self.size * self.chance.uniform(0.85, 1.1)
        wide = high * 0.55
        x = (left + right - wide * len(said)) / 2 + self.chance.gauss(-0.05, 0.08) * (right - left)
        y = (top + bottom - high) / 2 + self.chance.gauss(0, 0.06) * (bottom - top)
        for at, digit in enumerate(said):
            for stroke in DIGITS[digit]:
                self.line([(x + at * wide + a * wide / 12, y + b * high / 10) for a, b in stroke])

    def mark(self, box: Box, habit: str, sizes: tuple[float, float] = (0.65, 1.25)) -> None:
        left, top, right, bottom = (side * SCALE for side in box)
        side = min(right - left, bottom - top) * self.chance.uniform(*sizes)
        x = (left + right - side) / 2 + self.chance.gauss(0, 0.08) * side
        y = (top + bottom - side) / 2 + self.chance.gauss(0, 0.08) * side
        for stroke in STROKES[habit]:
            self.line([(x + a * side, y + b * side) for a, b in stroke])

    def tick_off(self, box: Box, *, in_cell: bool) -> None:
        """Tick a box, often beyond its frame; some circle one that is small."""
        if in_cell and self.circles_cells:
            self.mark(box, "circle", AROUND)
            return
        if self.overshoots:
            up = (box[3] - box[1]) * self.chance.uniform(0.1, 0.5)
            box = box[0], box[1] - up, box[2] + up, box[3]
        self.mark(box, self.tick)

    def on(self, paper: Image.Image) -> Image.Image:
        """What was drawn, on the paper; a pencil leaves out the hollows of the paper."""
        drawn = self.paper
        if self.is_pencil:
            hollows = grain(self.chance, drawn.size, 90).point([min(110, abs(grey - 128)) for grey in range(256)])
            drawn = ImageChops.add(drawn, hollows)
        return ImageChops.multiply(paper, drawn.filter(ImageFilter.GaussianBlur(0.8)))


def filled(chance: Random, blank: Blank, told: Mapping[str, int], numbers: Written) -> Image.Image:
    """The printed sheet with what a hand writes on it, SCALE times as large; `told` are the facts, `numbers` stand in
    the columns."""
    size = blank.picture.width * SCALE, blank.picture.height * SCALE
    pen = Pen(chance, size, blank.unit)
    ticking = Pen(chance, size, blank.unit) if chance.random() < 0.15 else pen
    for key, value in told.items():
        kind, _dash, of = key.partition("-")
        if kind == "level":
            _column(pen, blank, of, value, numbers.get(of))
        elif value:
            ticking.tick_off(blank.places[place_of(key)], in_cell=kind == "bridge")
    if chance.random() < 0.25:
        _strikes(pen, blank, told)
    _beside(pen, blank)
    paper = in_print(chance, blank.picture).resize(size, Image.Resampling.BICUBIC)
    return pen.on(paper if ticking is pen else ticking.on(paper))


def place_of(key: str) -> str:
    """Where a fact is ticked."""
    kind, _dash, of = key.partition("-")
    return f"bridge-{of}" if kind == "bridge" else f"{of}-{kind}"


def _column(pen: Pen, blank: Blank, of: str, level: int, numbers: tuple[int, ...] | None) -> None:
    for box in range(1, level + 1):
        place = blank.places[f"{of}-{box}"]
        if numbers is None:
            pen.mark(place, pen.hatch, (0.65, 1.6) if pen.overshoots else (0.5, 1.25))
        else:
            _written(pen, place, numbers[box - 1])
    if numbers and level < len(numbers) and pen.chance.random() < 0.03:
        _erased(pen, blank.places[f"{of}-{level + 1}"])


def _written(pen: Pen, place: Box, number: int) -> None:
    """A number, rarely one that was struck out and written again, over the frame where there is no room."""
    if pen.chance.random() < 0.03:
        pen.number(pen.chance.randint(1, 10), place)
        pen.mark(place, pen.chance.choice(("stroke", "cross", "scribble")), (0.65, 1.4))
        aside = (place[2] - place[0]) * pen.chance.uniform(0.2, 0.45)
        place = place[0] + aside, place[1], place[2] + aside, place[3]
    pen.number(number, place)


def _erased(pen: Pen, place: Box) -> None:
    grey, pen.grey = pen.grey, 225
    pen.number(pen.chance.randint(1, 10), place)
    pen.grey = grey


def _strikes(pen: Pen, blank: Blank, told: Mapping[str, int]) -> None:
    """Some strike out what they did not get, beside its box."""
    for key, value in told.items():
        if not value and key.startswith(("double", "bridge")) and pen.chance.random() < 0.7:
            left, top, right, bottom = blank.places[place_of(key)]
            wide = right - left
            pen.mark(
                (left - 1.3 * wide, top, left - 0.3 * wide, bottom), pen.chance.choice(("stroke", "cross")), (0.8, 1.8)
            )


def _beside(pen: Pen, blank: Blank) -> None:
    """Names, days and sums, which count for nothing here."""
    for name in blank.places:
        if name not in PLACES and pen.chance.random() < 0.6:
            pen.number(pen.chance.randint(0, 400), blank.places[name])


def in_print(chance: Random, blank: Image.Image) -> Image.Image:
    """As dark as a printer makes it."""
    dark = chance.uniform(0.65, 1.2)
    return blank.point([max(0, round(255 - (255 - grey) * dark)) for grey in range(256)])
