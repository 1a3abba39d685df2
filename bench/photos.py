"""Simulated photos of filled sheets, to train the reader of photos on: `python -m bench.photos FOLDER` makes them,
`python -m bench.photos --train` makes `photos/weights.py`.

Judged is on others (`flask photos`), whose simulator was made apart. None of them is a photograph.
"""

from __future__ import annotations

import argparse
import io
import json
import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from photos.boxes import Numbers
from photos.finding import look, lying
from photos.opening import Unreadable
from photos.printed import Printed, printed
from photos.reader import numbers_of
from printables import Choice
from printables.blank import Blank, blank_of
from printables.codes import LAYOUTS
from scoring import GAMES
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import PLACES, facts
from scoring.roll_and_write.sheets import Sheet
from tests.printables.press import words

KEY, DOCUMENT = "roll-and-write", "roll-and-write-sheet"
INKS = ("colour", "saving", "black")
SCALE = 2  # pens draw on the blank so many times as large
_printed: dict[str, tuple[Blank, Printed]] = {}
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


def blanks(choice: Choice) -> Printed:
    return _laid_out(choice)[1]


def blank_for(choice: Choice) -> Blank:
    return _laid_out(choice)[0]


def _laid_out(choice: Choice) -> tuple[Blank, Printed]:
    if repr(choice) not in _printed:
        blank = blank_of(choice, words())
        _printed[repr(choice)] = blank, printed(blank)
    return _printed[repr(choice)]


def sheet_by_chance(chance: Random) -> Sheet:
    """A sheet that a game by chance left; some games are broken off."""
    game = GAMES[KEY]
    setup = game.formats.setup({"players": ["Ana", "Ben"], "pad": "house"})
    state = game.start(setup)
    for _move in range(chance.choice((60, 120, 400))):
        if not game.to_act(state):
            break
        state = game.apply(state, game.forced_move(state) or game.chance(chance, state))
    return chance.choice(state.sheets)


class Pen:
    """One hand with one pen, drawing on a sheet of SCALE times its pixels."""

    def __init__(self, chance: Random, paper: Image.Image, unit: float) -> None:
        self.chance, self.unit = chance, unit * SCALE
        self.draw = ImageDraw.Draw(paper)
        pencil = chance.random() < 0.25
        self.grey = chance.randint(90, 160) if pencil else chance.randint(10, 90)
        self.width = chance.uniform(0.3, 0.9) * (1.6 if chance.random() < 0.15 else 1)
        self.size = chance.uniform(0.45, 0.8)
        self.habit = chance.choice(("tick", "cross", "scribble", "stroke", "lines"))

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

    def mark(self, box: tuple[float, ...], habit: str = "") -> None:
        left, top, right, bottom = (side * SCALE for side in box)
        side = min(right - left, bottom - top) * self.chance.uniform(0.7, 1.15)
        x = (left + right - side) / 2 + self.chance.gauss(0, 0.06) * side
        y = (top + bottom - side) / 2 + self.chance.gauss(0, 0.06) * side
        for stroke in _strokes(habit or self.habit):
            self.line([(x + a * side, y + b * side) for a, b in stroke])


def _strokes(habit: str) -> list[list[tuple[float, float]]]:
    if habit == "tick":
        return [[(0.1, 0.55), (0.4, 0.9), (1.0, 0.0)]]
    if habit == "cross":
        return [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.1), (0.1, 0.9)]]
    if habit == "stroke":
        return [[(0.1, 0.85), (0.9, 0.15)]]
    if habit == "lines":
        return [[(at, 0.9), (at + 0.25, 0.1)] for at in (0.1, 0.3, 0.5, 0.7)]
    return [[(0.1 + 0.13 * at, 0.15 + 0.7 * (at % 2)) for at in range(7)]]


def filled(chance: Random, blank: Blank, sheet: Sheet) -> Image.Image:
    """The blank with what a hand writes on it, SCALE times as large."""
    size = blank.picture.width * SCALE, blank.picture.height * SCALE
    paper = blank.picture.resize(size, Image.Resampling.BICUBIC)
    pen = Pen(chance, paper, blank.unit)
    ticks = chance.choice(("tick", "cross", "tick", "scribble"))
    for name, value in facts(sheet_json(sheet)).items():
        kind, _dash, of = name.partition("-")
        if kind == "level":
            column = sheet.column(of).numbers if f"{of}-double" in blank.places else None
            for box in range(1, value + 1):
                place = blank.places[f"{of}-{box}"]
                pen.number(column[box - 1], place) if column else pen.mark(place)
        elif value:
            pen.mark(blank.places[f"bridge-{of}" if kind == "bridge" else f"{of}-{kind}"], ticks)
    pen.number(chance.randint(10, 400), blank.places["total"])
    return paper


def photographed(chance: Random, paper: Image.Image, strength: int) -> bytes:
    """A picture of a sheet of paper on a table, as JPEG."""
    wide = chance.choice((1500, 1900, 2400))
    size = (wide, wide * 4 // 3)
    table = Image.effect_noise((size[0] // 8, size[1] // 8), 20 + 20 * strength).resize(size, Image.Resampling.BICUBIC)
    dark = chance.uniform(0.3, 1.1)
    table = table.point([min(255, round(grey * dark)) for grey in range(256)])
    numbers = _aslant(chance, paper.size, size, strength)
    laid = _curled(chance, paper, strength).transform(
        size, Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BICUBIC)  # fmt: skip
    mask = Image.new("L", paper.size, 255).transform(size, Image.Transform.PERSPECTIVE, numbers)
    table.paste(laid, mask=mask)
    lit = ImageChops.multiply(table, _light(chance, size, strength))
    lit = lit.filter(ImageFilter.GaussianBlur(chance.uniform(0.3, 0.6 + 0.55 * strength) * wide / 1900))
    noise = Image.effect_noise(size, 2 + 4 * strength)
    lit = ImageChops.add(lit, noise, 1, -128)
    output = io.BytesIO()
    lit.convert("RGB").save(output, "JPEG", quality=chance.randint(90 - 18 * strength, 95 - 10 * strength))
    return output.getvalue()


def _aslant(chance: Random, paper: tuple[int, int], photo: tuple[int, int], strength: int) -> tuple[float, ...]:
    """The numbers of a transform from the photo to the paper."""
    from photos.plane import plane_of

    around = chance.gauss(0, 2 + 5 * strength) + (chance.choice((0, 0, 0, 90, 180)) if strength > 1 else 0)
    turn = math.radians(around)
    room = min(photo[0] / paper[0], photo[1] / paper[1]) * chance.uniform(0.72, 0.92)
    if around > 45:
        room *= 0.8
    corners, wobble = [], 0.01 + 0.022 * strength
    for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        a, b = x * paper[0] * room, y * paper[1] * room
        a, b = a * math.cos(turn) - b * math.sin(turn), a * math.sin(turn) + b * math.cos(turn)
        corners.append((photo[0] / 2 + a + chance.gauss(0, wobble) * photo[0],
                        photo[1] / 2 + b + chance.gauss(0, wobble) * photo[1]))  # fmt: skip
    whole = [(0, 0), (paper[0], 0), (paper[0], paper[1]), (0, paper[1])]
    return plane_of(list(zip(corners, whole, strict=True))).numbers


def _curled(chance: Random, paper: Image.Image, strength: int) -> Image.Image:
    """Waves along the sheet, some millimetres high, as a mesh of strips."""
    high = chance.uniform(0, 3.0 * strength) * SCALE
    phase, waves, strips = chance.uniform(0, 6), chance.uniform(0.5, 1.3), 24
    width, height = paper.size
    rows = [(at * height // strips, round(high * math.sin(phase + waves * 6.28 * at / strips))) for at in range(25)]
    mesh = []
    for (top, one), (bottom, other) in pairwise(rows):
        box = (0, top, width, bottom)
        mesh.append((box, (one, top + one, other, bottom + other, width + other, bottom + other, width + one, top)))
    return paper.transform(paper.size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR, fillcolor=245)


def _light(chance: Random, size: tuple[int, int], strength: int) -> Image.Image:
    """Brighter on one side, with the shadow of a hand."""
    bright = chance.uniform(1.0 - 0.15 * strength, 1.0)
    light = Image.linear_gradient("L").rotate(chance.choice((0, 90, 180, 270)))
    fall = 0.12 * strength
    light = light.point([round(255 * bright * (1 - fall * grey / 255)) for grey in range(256)])
    draw = ImageDraw.Draw(light)
    if strength and chance.random() < 0.3 * strength:
        x = chance.randint(0, 200)
        draw.polygon([(x, 256), (x + 60, chance.randint(20, 180)), (x + 140, 256)], fill=round(255 * bright * 0.6))
        light = light.filter(ImageFilter.GaussianBlur(3))
    return light.resize(size, Image.Resampling.BICUBIC)


def pictures(seed: int, number: int, strengths: tuple[int, ...]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Photos with their truths."""
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        paper, up = LAYOUTS[chance.choice((0, 0, 2, 2, 1, 3, 4))]
        blank = blank_for(Choice(DOCUMENT, paper, up, ink=INKS[at % len(INKS)]))
        sheet, strength = sheet_by_chance(chance), strengths[at % len(strengths)]
        photo = photographed(chance, filled(chance, blank, sheet), strength)
        yield photo, {"document": DOCUMENT, "strength": strength, "seen": True, "sheet": sheet_json(sheet)}


Example = tuple[Numbers, bool]


def examples(seed: int, number: int) -> dict[str, list[Example]]:
    """What boxes show, and whether there is ink in them."""
    found: dict[str, list[Example]] = {mark: [] for mark in PLACES.values()}
    for photo, truth in pictures(seed, number, (0, 1, 2, 2, 3)):
        try:
            ink = _numbers(photo)
        except Unreadable:
            continue
        told = facts(truth["sheet"])
        for name, numbers in ink.items():
            found[PLACES[name]].append((numbers, _has_ink(name, told)))
    return found


def _numbers(photo: bytes) -> Mapping[str, Numbers]:
    seen = look(photo)
    blank = blanks(seen.choice)
    return numbers_of(seen, lying(seen.found, blank.codes), blank)


def _has_ink(name: str, told: dict[str, int]) -> bool:
    of, _dash, what = name.partition("-")
    return told[f"level-{of}"] >= int(what) if what.isdecimal() else bool(told.get(name) or told.get(f"{what}-{of}"))


def trained(found: list[Example], rounds: int = 400) -> tuple[float, ...]:
    """The weights of a logistic, by descent along the slope, each number brought to its usual spread; held small."""
    many = len(found)
    columns = list(zip(*(numbers for numbers, _ink in found), strict=True))
    means = [sum(column) / many for column in columns]
    spreads = [max((sum((x - m) ** 2 for x in c) / many) ** 0.5, 1e-3) for c, m in zip(columns, means, strict=True)]
    rows = [([(x - m) / s for x, m, s in zip(numbers, means, spreads, strict=True)], ink) for numbers, ink in found]
    weights, first = [0.0] * len(means), 0.0
    for _round in range(rounds):
        slope, first_slope = [0.0] * len(means), 0.0
        for row, ink in rows:
            sum_ = first + sum(w * x for w, x in zip(weights, row, strict=True))
            off = ink - 1 / (1 + math.exp(-max(-30.0, min(30.0, sum_))))
            first_slope += off
            slope = [s + off * x for s, x in zip(slope, row, strict=True)]
        weights = [w + 1.5 * (s / many - 0.0005 * w) for w, s in zip(weights, slope, strict=True)]
        first += 1.5 * first_slope / many
    plain = [w / s for w, s in zip(weights, spreads, strict=True)]
    return (first - sum(w * m for w, m in zip(plain, means, strict=True)), *plain)


def write_weights(found: dict[str, list[Example]], file: Path) -> None:
    rows = [
        f'    "{kind}": ({", ".join(f"{weight:.3f}" for weight in trained(many))}),' for kind, many in found.items()
    ]
    said = '"""The weights of a logistic that tells ink, made by `python -m bench.photos --train`; the first alone."""'
    file.write_text("\n".join((said, "", "WEIGHTS = {", *rows, "}", "")), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", nargs="?", type=Path)
    asked.add_argument("--number", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--strength", type=int, choices=range(4))
    asked.add_argument("--train", action="store_true")
    given = asked.parse_args()
    if given.train:
        write_weights(examples(given.seed, given.number), Path(__file__).parents[1] / "photos" / "weights.py")
        return
    strengths = (0, 1, 2, 3) if given.strength is None else (given.strength,)
    given.folder.mkdir(parents=True, exist_ok=True)
    for at, (photo, truth) in enumerate(pictures(given.seed, given.number, strengths), 1):
        (given.folder / f"{at:04}.jpg").write_bytes(photo)
        (given.folder / f"{at:04}.json").write_text(json.dumps(truth), encoding="utf-8")


if __name__ == "__main__":
    main()
