"""Simulated photos of filled sheets of cards, as `bench.photos` makes them of the other: `python -m bench.photo_cards
FOLDER` makes them, `python -m bench.photo_cards --train` makes `photos/card_weights.py`. None of them is a photograph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from PIL import Image

from bench.photo_camera import photographed
from bench.photo_hand import SCALE, Pen, in_print
from bench.photos import STRENGTHS, Example, blank_for, blanks, run, write_weights
from photos.finding import look, lying, sought
from photos.opening import Unreadable
from photos.reader import marks_on, shown_on
from printables import INKS, Choice
from printables.blank import Blank
from printables.codes import LAYOUTS
from scoring import GAMES
from scoring.core.reading import Json
from scoring.lost_cities.formats import write_holding
from scoring.lost_cities.likeliest import PHOTOGRAPHED, ROUNDS, facts

KEY, DOCUMENT = "lost-cities", "lost-cities-cards"


def blank_by_chance(chance: Random, colours: int) -> Blank:
    paper, up = chance.choice(LAYOUTS)
    choice = Choice(DOCUMENT, paper, up, ink=chance.choice(list(INKS)), options={"colours": colours})
    return blank_for(choice, chance.choice(("en", "fr")))


def rounds_by_chance(chance: Random, colours: int) -> list[Json]:
    """What lay before both players at the end of each round of a game by chance; some games are broken off."""
    game = GAMES[KEY]
    state = game.start(game.formats.setup({"players": ["Ana", "Ben"], "colours": colours}))
    most = chance.randint(1, ROUNDS)
    while game.to_act(state) and len(state.over) < most:
        state = game.apply(state, game.chance(chance, state))
    return [[write_holding(holding) for holding in holdings] for holdings in state.over]


def ticked(chance: Random, rounds: list[Json]) -> set[str]:
    """Where a hand ticks them: the circles of wagers from the first, mostly."""
    places = set()
    for key, value in facts(rounds).items():
        name = key.split("-")
        if name[2] != "w":
            places |= {f"{name[0]}-p{value - 1}-{name[1]}-{name[2]}"} if value else set()
            continue
        circles = ["w1", "w2", "w3"] if chance.random() < 0.8 else chance.sample(["w1", "w2", "w3"], 3)
        places |= {f"{name[0]}-{name[3]}-{name[1]}-{circle}" for circle in circles[:value]}
    return places


def filled(chance: Random, blank: Blank, places: Collection[str]) -> Image.Image:
    """The printed sheet with ticks in these places, SCALE times as large, and names, days and sums beside them."""
    size = blank.picture.width * SCALE, blank.picture.height * SCALE
    pen = Pen(chance, size, blank.unit)
    for place in sorted(places):
        pen.mark(blank.places[place], pen.tick)
    for name in sorted(blank.places.keys() - PHOTOGRAPHED.places.keys()):
        if chance.random() < 0.6:
            pen.number(chance.randint(0, 200), blank.places[name])
    return pen.on(in_print(chance, blank.picture).resize(size, Image.Resampling.BICUBIC))


def pictures(seed: int, number: int, strengths: tuple[int, ...]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Photos with their truths, each of a round that was played."""
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        colours, strength = chance.choice((5, 6)), strengths[at % len(strengths)]
        rounds = rounds_by_chance(chance, colours)
        page = filled(chance, blank_by_chance(chance, colours), ticked(chance, rounds))
        truth = {"document": DOCUMENT, "strength": strength, "seen": True, "sheet": rounds}
        yield photographed(chance, page, strength), {**truth, "round": chance.randint(1, len(rounds))}


def examples(seed: int, number: int) -> tuple[dict[str, list[Example]], int]:
    """What places show, and whether there is ink in them, of sheets that no game leaves; how many were read."""
    found: dict[str, list[Example]] = {mark: [] for mark in PHOTOGRAPHED.places.values()}
    read = 0
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        blank = blank_by_chance(chance, chance.choice((5, 6)))
        share = chance.choice((0.1, 0.3, 0.5))
        inked = {name for name in sorted(blank.places.keys() & PHOTOGRAPHED.places) if chance.random() < share}
        photo = photographed(chance, filled(chance, blank, inked), STRENGTHS[at % len(STRENGTHS)])
        read += _learnt(photo, inked, chance.randint(1, ROUNDS), found)
    return found, read


def _learnt(photo: bytes, inked: Collection[str], of_round: int, found: dict[str, list[Example]]) -> bool:
    """Whether a round of the sheet could be read; what it showed is found."""
    try:
        (seen,) = look(photo)
        blank = blanks(seen.choice)
        marks = marks_on(PHOTOGRAPHED.of(of_round), blank)
        numbers = shown_on(seen, lying(sought(seen, blank), blank), blank, marks).numbers
    except Unreadable:
        return False
    for name, shown in numbers.items():
        found[marks[name]].append((shown, name in inked))
    return True


def train(seed: int, number: int) -> None:
    found, read = examples(seed, number)
    said = f'''"""The weights of a logistic that tells ink in the box or circle of a card; the first stands alone.

Made by `python -m bench.photo_cards --train --seed {seed} --number {number}`: {read} were read.
"""'''
    write_weights("card_weights", said, found)


if __name__ == "__main__":
    run(__doc__, pictures, train)
