"""Simulated photos of several filled sheets on one table, and how well they are read: `python -m bench.photo_several`.

None of them is a photograph.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from PIL import Image

from bench.photo_camera import photographed
from bench.photo_hand import filled, numbers_on
from bench.photos import DOCUMENT, blank_for, blanks, sheet_by_chance
from photos.finding import look
from photos.opening import Unreadable
from photos.reader import Reading
from photos.sheets import PhotographedSheet, read_each
from printables import Choice
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import facts

CHOICE = Choice(DOCUMENT, "A5", 1)
ASLANT = 2.0  # degrees, the usual turn of a sheet
GAP = 12  # of a sheet's width is between them
SENT = 1800  # pixels of the shorter side of a photo, as a phone sends it


def on_one_table(chance: Random, papers: Sequence[Image.Image], across: int) -> Image.Image:
    """Sheets of one size in rows of so many, each turned a little."""
    wide, high = papers[0].size
    gap, down = wide // GAP, -(-len(papers) // across)
    table = Image.new("L", ((wide + gap) * across + gap, (high + gap) * down + gap), chance.randint(60, 130))
    for at, paper in enumerate(papers):
        around = chance.gauss(0, ASLANT)
        turned = paper.rotate(around, Image.Resampling.BICUBIC, expand=True)
        mask = Image.new("L", paper.size, 255).rotate(around, expand=True)
        left, top = gap + at % across * (wide + gap), gap + at // across * (high + gap)
        table.paste(turned, (left - (turned.width - wide) // 2, top - (turned.height - high) // 2), mask)
    return table


def papers_by_chance(chance: Random, many: int) -> list[tuple[Image.Image, Mapping[str, int]]]:
    """Filled sheets, each with its facts: one printer, many hands."""
    sheets = [sheet_by_chance(chance) for _sheet in range(many)]
    told = [facts(sheet_json(sheet)) for sheet in sheets]
    blank = blank_for(CHOICE)
    return [(filled(chance, blank, one, numbers_on(sheet)), one) for sheet, one in zip(sheets, told, strict=True)]


def read_all(photo: bytes) -> tuple[PhotographedSheet, ...]:
    return read_each([(seen, blanks(seen.choice)) for seen in look(photo)])


def tried(seed: int, many: int, strength: int) -> Counter[str]:
    """What came of one photo of so many sheets."""
    chance = Random(seed)
    papers = papers_by_chance(chance, many)
    table = on_one_table(chance, [paper for paper, _told in papers], min(many, 3))
    photo = photographed(chance, table, strength, SENT)
    begun = time.process_time()
    found = Counter(photos=1, sheets=many)
    try:
        read = read_all(photo)
    except Unreadable:
        read = ()
    found["milliseconds"] = round(1000 * (time.process_time() - begun))
    left = [told for _paper, told in papers]
    for reading in (sheet.reading for sheet in read if sheet.reading):
        told = min(left, key=lambda told: len(_wrong(reading, told)))  # a bad photo may lie on any side
        left.remove(told)
        found.update(_compared(reading, told))
    return found + Counter({"told apart": len(read) == many})


def _wrong(reading: Reading, told: Mapping[str, int]) -> set[str]:
    return {fact.key for fact in reading.likeliest.facts if fact.value != told[fact.key]}


def _compared(reading: Reading, told: Mapping[str, int]) -> Iterator[str]:
    """Each thing that there is to count of one sheet."""
    asked, wrong = {question.fact.key for question in reading.questions}, _wrong(reading, told)
    yield "read"
    yield from ["questions"] * len(asked)
    yield from ["wrong"] * len(wrong)
    yield from ["not asked"] * len(wrong - asked)
    yield from [] if wrong else ["right"]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--number", type=int, default=6)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    blanks(CHOICE)
    for many in (2, 3):
        for strength in (0, 1, 2):
            seeds = [given.seed * 1000 + at for at in range(given.number)]
            found = sum((tried(seed, many, strength) for seed in seeds), Counter[str]())
            print(
                f"{many} sheets, strength {strength}:", ", ".join(f"{key} {n}" for key, n in found.items()), flush=True
            )


if __name__ == "__main__":
    main()
