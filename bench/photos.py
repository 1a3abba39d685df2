"""Simulated photos of filled sheets, to train the reader of photos on: `python -m bench.photos FOLDER` makes them,
`python -m bench.photos --train` makes `photos/weights.py`.

Judged is on others (`flask photos`), whose simulator was made apart. None of them is a photograph.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import mul
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from typing import Any

from bench.photo_camera import photographed
from bench.photo_hand import filled, numbers_on
from photos.boxes import Numbers
from photos.finding import look, lying, sought
from photos.opening import Unreadable
from photos.plane import solved
from photos.printed import Printed, printed
from photos.reader import shown_on
from printables import INKS, Choice
from printables.blank import Blank, blank_of
from printables.codes import LAYOUTS
from scoring import GAMES
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import PLACES, facts
from scoring.roll_and_write.pad import BOXES, COLOURS
from scoring.roll_and_write.sheets import Sheet
from tests.printables.press import words

KEY, DOCUMENT = "roll-and-write", "roll-and-write-sheet"
STRENGTHS = (0, 1, 1, 2, 2, 2, 3)
Pictures = Callable[[int, int, tuple[int, ...]], Iterator[tuple[bytes, dict[str, Any]]]]
HELD = 0.00003  # how small weights are held
LEAST = 0.02  # as how far a number is taken to spread that hardly does: it tells little
_blanks: dict[tuple[str, str], Blank] = {}
_printed: dict[str, Printed] = {}


def blanks(choice: Choice) -> Printed:
    """What the reader lays photos on: in English, whatever language was printed."""
    if repr(choice) not in _printed:
        _printed[repr(choice)] = printed(blank_for(choice))
    return _printed[repr(choice)]


def blank_for(choice: Choice, language: str = "en") -> Blank:
    if (language, repr(choice)) not in _blanks:
        _blanks[language, repr(choice)] = blank_of(choice, words(language))
    return _blanks[language, repr(choice)]


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


def pictures(seed: int, number: int, strengths: tuple[int, ...]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Photos with their truths."""
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        sheet, strength = sheet_by_chance(chance), strengths[at % len(strengths)]
        page = filled(chance, _blank(chance), facts(sheet_json(sheet)), numbers_on(sheet))
        truth = {"document": DOCUMENT, "strength": strength, "seen": True, "sheet": sheet_json(sheet)}
        yield photographed(chance, page, strength), truth


def _blank(chance: Random) -> Blank:
    paper, up = chance.choice(LAYOUTS)
    return blank_for(Choice(DOCUMENT, paper, up, ink=chance.choice(list(INKS))), chance.choice(("en", "fr")))


Example = tuple[Numbers, bool]


def examples(seed: int, number: int) -> dict[str, list[Example]]:
    """What places show, and whether there is ink in them: of sheets that no game leaves: each place counts alone."""
    found: dict[str, list[Example]] = {mark: [] for mark in PLACES.values()}
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        told, numbers = _by_chance(chance)
        page = filled(chance, _blank(chance), told, numbers)
        try:
            ink = _numbers(photographed(chance, page, STRENGTHS[at % len(STRENGTHS)]))
        except Unreadable:
            continue
        for name, shown in ink.items():
            found[PLACES[name]].append((shown, _has_ink(name, told)))
    return found


def _by_chance(chance: Random) -> tuple[dict[str, int], dict[str, tuple[int, ...]]]:
    """Facts without rules, and the numbers of the columns."""
    told = {key: int(chance.random() < 0.4) for key in facts({})}
    told |= {key: chance.randint(0, BOXES) for key in told if key.startswith("level")}
    return told, {colour: tuple(chance.randint(1, 10) for _box in range(BOXES)) for colour in COLOURS}


def _numbers(photo: bytes) -> Mapping[str, Numbers]:
    (seen,) = look(photo)
    blank = blanks(seen.choice)
    return shown_on(seen, lying(sought(seen, blank), blank), blank, PLACES).numbers


def _has_ink(name: str, told: dict[str, int]) -> bool:
    of, _dash, what = name.partition("-")
    return told[f"level-{of}"] >= int(what) if what.isdecimal() else bool(told.get(f"{what}-{of}") or told.get(name))


def trained(found: list[Example], rounds: int = 12) -> tuple[float, ...]:
    """The weights of a logistic, by Newton's method, each number brought to its usual spread; held small."""
    columns = list(zip(*(numbers for numbers, _ink in found), strict=True))
    means = [mean(column) for column in columns]
    spreads = [max(pstdev(column), LEAST) for column in columns]
    rows = [
        ((1.0, *((x - m) / s for x, m, s in zip(numbers, means, spreads, strict=True))), ink) for numbers, ink in found
    ]
    weights = [0.0] * (len(means) + 1)
    for _round in range(rounds):
        weights = [w + by for w, by in zip(weights, _step(rows, weights), strict=True)]
    plain = [w / s for w, s in zip(weights[1:], spreads, strict=True)]
    return (weights[0] - sum(map(mul, plain, means)), *plain)


def _step(rows: Sequence[Example], weights: Sequence[float]) -> list[float]:
    """Towards the likeliest weights, from where the slope and its bend say that they are."""
    size, held = len(weights), [0.0] + [HELD * len(rows)] * (len(weights) - 1)
    slope = [-hold * w for hold, w in zip(held, weights, strict=True)]
    bends = [[held[i] * (i == j) for j in range(size)] for i in range(size)]
    for row, ink in rows:
        likely = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(map(mul, weights, row))))))
        slope = [s + (ink - likely) * x for s, x in zip(slope, row, strict=True)]
        for bend, x in zip(bends, row, strict=True):
            bend[:] = [b + likely * (1 - likely) * x * y for b, y in zip(bend, row, strict=True)]
    return solved([[*bend, s] for bend, s in zip(bends, slope, strict=True)])


def train(seed: int, number: int) -> None:
    found = examples(seed, number)
    said = f'''"""The weights of a logistic that tells ink, by how a place is marked; the first stands alone.

Made by `python -m bench.photos --train --seed {seed} --number {number}`: {len(found["ring"]) // 6} were read.
"""'''
    write_weights("weights", said, {mark: trained(many) for mark, many in found.items()})


def write_weights(module: str, said: str, weights: Mapping[str, Sequence[float]]) -> None:
    """A module of the reader, of weights by how a place is marked."""
    rows = [f'    "{mark}": ({", ".join(f"{weight:.3f}" for weight in many)}),' for mark, many in weights.items()]
    file = Path(__file__).parents[1] / "photos" / f"{module}.py"
    file.write_text("\n".join((said, "", "WEIGHTS = {", *rows, "}", "")), encoding="utf-8")


def run(about: str | None, make: Pictures, learn: Callable[[int, int], None]) -> None:
    """The command: photos are made into a folder, or learnt from."""
    asked = argparse.ArgumentParser(description=about)
    asked.add_argument("folder", nargs="?", type=Path)
    asked.add_argument("--number", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--strength", type=int, choices=range(4))
    asked.add_argument("--train", action="store_true")
    given = asked.parse_args()
    if given.train:
        learn(given.seed, given.number)
        return
    strengths = (0, 1, 2, 3) if given.strength is None else (given.strength,)
    given.folder.mkdir(parents=True, exist_ok=True)
    for at, (photo, truth) in enumerate(make(given.seed, given.number, strengths), 1):
        (given.folder / f"{at:04}.jpg").write_bytes(photo)
        (given.folder / f"{at:04}.json").write_text(json.dumps(truth), encoding="utf-8")


if __name__ == "__main__":
    run(__doc__, pictures, train)
