"""What games of Roll & Write leave, and how it is written on their sheet."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.second_photos.hands import Box
from bench.second_photos.pens import Layer, is_lead
from bench.second_photos.writing import Form, Writer
from scoring import GAMES
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.pad import BOXES, COLOURS
from scoring.roll_and_write.score import lines, total
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGED, DICE, Sheet

HIGH = 9.94  # millimetres: a box on the smallest page; all else grows with it
RING, RING_AT = 5.62, (-0.45, 0.0)  # how large a ×2 ring is, and how far from the middle of its place
BOX, BOX_AT = 3.9, (-0.3, -0.35)  # the same of the box beside a bridge


def left_by_a_game(random: Random) -> list[Sheet]:
    """The sheets of a game that was played by chance, to its end or broken off, as these often are."""
    game = GAMES["roll-and-write"]
    people = [f"Player {seat}" for seat in range(random.choice((2, 2, 3, 4, 5)))]
    options = {"zero_opens": random.random() < 0.3}
    states: list[Any] = [game.start(game.formats.setup({"players": people, "pad": "house", "options": options}))]
    while game.to_act(states[-1]):
        move = game.forced_move(states[-1]) or game.chance(random, states[-1])
        states.append(game.apply(states[-1], move))
    last = len(states) - 1 if random.random() < 0.75 else random.randrange(len(states) // 4, len(states))
    return list(game.position(states[last]).sheets)


class SheetWriter(Writer[Sheet]):
    """Somebody who fills in a sheet, mostly with the first pen."""

    @property
    def scale(self) -> float:
        """How large the sheet is, 1 on the smallest page."""
        return (self.places["red-1"][3] - self.places["red-1"][1]) / HIGH

    def fill_in(self, sheet: Sheet) -> None:
        second = self.random.randrange(1, len(COLOURS)) if len(self.layers) > 1 else len(COLOURS)
        for place, colour in enumerate(COLOURS):
            self.write_column(sheet, colour, self.layers[place >= second])
        for of, count in ((ARTIFACTS, sheet.artifacts), (DICE, sheet.dice)):
            for number in range(1, count + 1):
                self.layers[0].draw(self.hand.hatch(self._symbol(f"{of}-{number}", 8.2, 8.6)), self.press())
        for of in BRIDGED:
            self._write_bridge(sheet, of)

    def write_column(self, sheet: Sheet, colour: str, layer: Layer) -> None:
        column = sheet.column(colour)
        for number, written in enumerate(column.numbers, 1):
            self._write_number(layer, written, f"{colour}-{number}", colour)
        if column.double:
            layer.draw(self.hand.tick("double", self._part_of(self._ring(colour), 0.86)), self.press())
        elif column.level and self.hand.strikes_out and self.random.random() < 0.9:
            layer.draw(self.hand.strike(self._beside(colour, self._ring(colour), (0.1, 1.0, 3.7, 4.4))))
        if column.top:
            layer.draw(self.hand.tick("top", self._symbol(f"{colour}-top", 6.5, 7.2)), self.press())

    def sums(self, sheet: Sheet) -> None:
        """What is written under the columns, by those who count on paper."""
        found = {line.of: line.points for line in lines(sheet) if line.code != "bridge" and line.of}
        bridges = 20 * len(sheet.bridges)
        for name, points in [*((f"{of}-points", points) for of, points in found.items()), ("bridges", bridges)]:
            if points or self.random.random() < 0.6:
                self.layers[-1].draw(self.hand.number(points, self.places[name], 0.85))
        self.layers[-1].draw(self.hand.number(total(sheet), self.places["total"], 0.95))

    def sign(self) -> None:
        """A name, and perhaps a date."""
        self.write_name("name")
        self.write_day()

    def _write_number(self, layer: Layer, number: int, name: str, colour: str) -> None:
        box = self._box(name, colour)
        if self.random.random() < self.hand.slips:
            self._correct(layer, number, name, box)
        else:
            layer.draw(self.hand.number(number, box), self.press())

    def _correct(self, layer: Layer, number: int, name: str, box: Box) -> None:
        """Something else stood there: rubbed out, or crossed out with the right number beside it."""
        wrong = self.random.choice([one for one in range(1, 11) if one != number])
        left, top, right, bottom = box
        if is_lead(layer.pen) and self.random.random() < 0.6:
            layer.erase(self.hand.number(wrong, box))
            layer.draw(self.hand.number(number, box), self.press())
            return
        middle = left + (right - left) * self.random.uniform(0.45, 0.55)
        first = (left, top, middle, bottom)
        layer.draw(self.hand.number(wrong, first, 0.85))
        through = (left + 0.3, top + 1.5, middle - 0.3, bottom - 1.5)
        scribbled = self.random.random() < 0.4
        layer.draw(self.hand.scribble(through) if scribbled else self.hand.strike(through, self.random.randint(1, 3)))
        whole = self.places[name]
        layer.draw(self.hand.number(number, (middle, top, max(right, whole[2]), bottom), 0.85), self.press())

    def _write_bridge(self, sheet: Sheet, of: str) -> None:
        if of in sheet.bridges:
            self.layers[0].draw(self.hand.tick("bridge", self._part_of(self._bridge(of), 0.95)), self.press())
        elif of in sheet.struck_bridges and self.hand.strikes_out:
            self.layers[0].draw(self.hand.strike(self._beside(of, self._bridge(of), (0.0, -0.2, 6.6, 4.4))))

    def _box(self, name: str, colour: str) -> Box:
        """Where a number goes: some people write over the symbol in the corner of a box."""
        left, top, right, bottom = self.places[name]
        if not self.hand.minds_symbols:
            wide = max(self.places[f"{colour}-{number}"][2] - left for number in range(1, BOXES + 1))
            right = left + wide
        return left, top, right, bottom

    def _symbol(self, name: str, wide: float, high: float) -> Box:
        """The middle of a place, as large as the symbol drawn there."""
        left, top, right, bottom = self.places[name]
        x, y, half = (left + right) / 2, (top + bottom) / 2, self.scale * self.random.uniform(0.42, 0.55)
        return x - wide * half, y - high * half, x + wide * half, y + high * half

    def _ring(self, colour: str) -> Box:
        return self._drawn(f"{colour}-double", RING, RING_AT)

    def _bridge(self, of: str) -> Box:
        return self._drawn(f"bridge-{of}", BOX, BOX_AT)

    def _drawn(self, name: str, size: float, off: tuple[float, float]) -> Box:
        """A ring or a box as it is drawn: a place may be larger, for fingers."""
        left, top, right, bottom = self.places[name]
        x, y = (left + right) / 2 + self.scale * off[0], (top + bottom) / 2 + self.scale * off[1]
        half = self.scale * size / 2
        return x - half, y - half, x + half, y + half

    def _part_of(self, box: Box, part: float) -> Box:
        """Most of a box, as marks are smaller or larger than what they stand in."""
        left, top, right, bottom = box
        part *= self.random.uniform(0.8, 1.1)
        x, y, half = (left + right) / 2, (top + bottom) / 2, part * (right - left) / 2
        return x - half, y - half, x + half, y + half

    def _beside(self, of: str, box: Box, offsets: Box) -> Box:
        """What stands in a column left of a box: millimetres from the column's left and the box's top, on the smallest
        page."""
        x, y = self.places[f"{of}-points"][0], box[1]
        left, top, right, bottom = (one * self.scale for one in offsets)
        return x + left, y + top, x + right, y + bottom


def _counts(place: str) -> bool:
    return place not in ("name", "day", "bridges", "total") and not place.endswith("-points")


def _truth(_random: Random, sheet: Sheet) -> dict[str, Any]:
    return {"sheet": sheet_json(sheet)}


FORM = Form("roll-and-write-sheet", left_by_a_game, SheetWriter, _counts, _truth)
