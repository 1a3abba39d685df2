"""Simulated photos of filled sheets of cards, as `bench.photos` makes them of the other: `python -m bench.photo_cards
FOLDER` makes them, `python -m bench.photo_cards --train` makes `photos/card_weights.py`. None of them is a photograph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from PIL import Image

from bench.photo_camera import photographed
from bench.photo_card_hand import Ticker
from bench.photo_hand import SCALE, Pen, in_print
from bench.photos import Example, blank_for, blanks, run, trained, write_weights
from photos.boxes import Numbers
from photos.finding import look, lying, sought
from photos.opening import Unreadable
from photos.reader import BY_KIND, marks_on, shown_on, weighed
from photos.two_kinds import away_from_kinds
from printables import INKS, Choice
from printables.blank import Blank
from printables.codes import LAYOUTS
from scoring import GAMES
from scoring.core.reading import Json
from scoring.lost_cities.formats import write_holding
from scoring.lost_cities.likeliest import PHOTOGRAPHED, ROUNDS, facts

KEY, DOCUMENT = "lost-cities", "lost-cities-cards"
LEARNT = (0, 1, 1, 2, 2, 2)  # of these strengths: worse ones have ticks that nobody sees
Mistakes = Mapping[str, str]  # "taken back" or "rubbed out", by the place


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


def mistakes(chance: Random, blank: Blank, places: Collection[str]) -> Mistakes:
    """Empty boxes that somebody ticked wrongly, and how that was mended; most people make none."""
    empty = sorted(blank.places.keys() & PHOTOGRAPHED.places.keys() - set(places))
    several = chance.choice((0, 0, 0, 1, 1, 2, 3))
    return {place: chance.choice(("taken back", "taken back", "rubbed out")) for place in chance.sample(empty, several)}


def filled(chance: Random, blank: Blank, places: Collection[str], wrong: Mistakes | None = None) -> Image.Image:
    """The printed sheet with ticks in these places and what was ticked wrongly, SCALE times as large, and names, days
    and sums beside them."""
    size = blank.picture.width * SCALE, blank.picture.height * SCALE
    pens = [Pen(chance, size, blank.unit) for _pen in range(2 if chance.random() < 0.2 else 1)]
    tickers = [Ticker(pen) for pen in pens]
    fates = {**dict.fromkeys(places, "ticked"), **(wrong or {})}
    for place in sorted(fates):
        ticker = tickers[-1 if "-p1-" in place else 0]
        ways = {"ticked": ticker.tick, "taken back": ticker.take_back, "rubbed out": ticker.rub_out}
        ways[fates[place]](blank.places[place])
    for name in sorted(blank.places.keys() - PHOTOGRAPHED.places.keys()):
        if chance.random() < 0.6:
            pens[0].number(chance.randint(0, 200), blank.places[name])
    paper = in_print(chance, blank.picture).resize(size, Image.Resampling.BICUBIC)
    for pen in pens:
        paper = pen.on(paper)
    return paper


def pictures(seed: int, number: int, strengths: tuple[int, ...]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Photos with their truths, each of a round that was played."""
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        colours, strength = chance.choice((5, 6)), strengths[at % len(strengths)]
        rounds, blank = rounds_by_chance(chance, colours), blank_by_chance(chance, colours)
        places = ticked(chance, rounds)
        page = filled(chance, blank, places, mistakes(chance, blank, places))
        truth = {"document": DOCUMENT, "strength": strength, "seen": True, "sheet": rounds}
        yield photographed(chance, page, strength), {**truth, "round": chance.randint(1, len(rounds))}


Sheet = Mapping[str, Example]  # by the places of one photographed sheet


def examples(seed: int, number: int) -> list[Sheet]:
    """What places show, and whether there is ink in them, of sheets that no game leaves, as far as they can be read;
    what was ticked and taken back is neither."""
    sheets = []
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        blank = blank_by_chance(chance, chance.choice((5, 6)))
        share = chance.choice((0.08, 0.15, 0.25, 0.4))
        inked = {name for name in sorted(blank.places.keys() & PHOTOGRAPHED.places) if chance.random() < share}
        wrong = mistakes(chance, blank, inked)
        photo = photographed(chance, filled(chance, blank, inked, wrong), LEARNT[at % len(LEARNT)])
        shown = _shown(photo, chance.randint(1, ROUNDS))
        neither = {name for name, fate in wrong.items() if fate == "taken back"}
        sheets.append({name: (numbers, name in inked) for name, numbers in shown.items() if name not in neither})
    return [sheet for sheet in sheets if sheet]


def _shown(photo: bytes, of_round: int) -> Mapping[str, Numbers]:
    """What the places of a round show, nothing where the sheet cannot be read."""
    try:
        (seen,) = look(photo)
        blank, reads = blanks(seen.choice), PHOTOGRAPHED.of(of_round)
        return shown_on(seen, lying(sought(seen, blank), blank), blank, marks_on(reads, blank), reads.prints).numbers
    except Unreadable:
        return {}


def train(seed: int, number: int) -> None:
    sheets = examples(seed, number)
    weights = {}
    for mark in set(PHOTOGRAPHED.places.values()):
        alike = [[one for name, one in sheet.items() if PHOTOGRAPHED.places[name] == mark] for sheet in sheets]
        weights[mark] = trained([one for sheet in alike for one in sheet])
        weights[mark + BY_KIND] = trained([one for sheet in alike for one in _by_kind(sheet, weights[mark])])
    said = f'''"""The weights of logistics that tell ink in the box or circle of a card, by what it shows alone,
then beside what others on its sheet show; the first of each stands alone.

Made by `python -m bench.photo_cards --train --seed {seed} --number {number}`: {len(sheets)} were read.
"""'''
    write_weights("card_weights", said, weights)


def _by_kind(sheet: Sequence[Example], weights: Sequence[float]) -> list[Example]:
    away = away_from_kinds([weighed(weights, numbers) for numbers, _ink in sheet])
    return [(numbers, ink) for numbers, (_numbers, ink) in zip(away, sheet, strict=True)]


if __name__ == "__main__":
    run(__doc__, pictures, train)
