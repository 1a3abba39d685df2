"""`python -m bench.second_photos FOLDER --sheet cards --number 60 --strength 2 --seed 1`: so many photographs of filled
sheets, and what is true of them."""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from bench.second_photos import cards, sheets
from bench.second_photos.kit import LANGUAGES, PAPERS, Kit
from bench.second_photos.pictures import UNSEEN, Wanted, photograph
from bench.second_photos.writing import Form
from printables import INKS

FORMS = {"roll-and-write": sheets.FORM, "cards": cards.FORM}
STRENGTHS = range(4)
ONE_UNSEEN_IN = 12


def main() -> None:
    asked = _asked()
    asked.folder.mkdir(parents=True, exist_ok=True)
    kit = Kit(asked.kit)
    for place in range(asked.first, asked.first + asked.number):
        strength = place % len(STRENGTHS) if asked.strength is None else asked.strength
        turn = place if asked.strength is not None else place // len(STRENGTHS)
        random = Random(f"{asked.seed} {strength} {place}")
        picture, said = photograph(random, kit, _wanted(random, FORMS[asked.sheet], turn, strength))
        (asked.folder / f"{place:04}.jpg").write_bytes(picture)
        (asked.folder / f"{place:04}.json").write_text(json.dumps(said, indent=1) + "\n")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.second_photos", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sheet", choices=FORMS, default="roll-and-write")
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--first", type=int, default=1, help="the number of the first picture")
    parser.add_argument("--strength", type=int, choices=STRENGTHS, help="all take turns unless given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kit", type=Path, help="a folder of blank pages, else they are laid out here")
    return parser.parse_args()


def _wanted(random: Random, form: Form[Any], turn: int, strength: int) -> Wanted:
    """What is printed takes turns; what cannot be read comes by chance."""
    printed = list(product(PAPERS, INKS, LANGUAGES))
    (paper, up), ink, language = printed[(turn * 7 + strength * 11) % len(printed)]
    unseen = random.choice(UNSEEN) if random.random() < 1 / ONE_UNSEEN_IN else ""
    return Wanted(form, strength, paper, up, ink, language, unseen)


if __name__ == "__main__":
    main()
