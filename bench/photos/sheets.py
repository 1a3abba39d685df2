"""Roll & Write sheets as a hand may fill them, and what the reader learns from photos of them."""

from collections.abc import Mapping
from random import Random

from bench.photos.blanks import any_choice, blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.hand import filled
from bench.photos.logistic import Example, trained
from photos import Unreadable
from photos.finding import look, lying, sought
from photos.ink import Numbers
from photos.reader import shown_on
from scoring.roll_and_write.likeliest import PLACES, facts
from scoring.roll_and_write.pad import BOXES, COLOURS

DOCUMENT = "roll-and-write-sheet"
STRENGTHS = (0, 1, 1, 2, 2, 2, 3)


def trained_on(seed: int, number: int) -> tuple[int, dict[str, tuple[float, ...]]]:
    """How many photos could be read, and the weights by how a place is marked."""
    found = examples(seed, number)
    return len(found["ring"]) // 6, {mark: trained(many) for mark, many in found.items()}


def examples(seed: int, number: int) -> dict[str, list[Example]]:
    """What places show, and whether there is ink in them: of sheets that no game leaves: each place counts alone."""
    found: dict[str, list[Example]] = {mark: [] for mark in PLACES.values()}
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        told, numbers = _by_chance(chance)
        page = filled(chance, blank_for(*any_choice(chance, DOCUMENT)), told, numbers)
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
