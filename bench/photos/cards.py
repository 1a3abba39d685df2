"""Lost Cities sheets of cards as a hand may tick them, and what the reader learns from photos of them."""

from collections.abc import Collection, Mapping, Sequence
from random import Random

from PIL import Image

from bench.photos.blanks import any_choice, blank_for, blanks
from bench.photos.camera import photographed
from bench.photos.card_hand import Ticker
from bench.photos.hand import SCALE, Pen, in_print
from bench.photos.logistic import Example, trained
from photos import Unreadable
from photos.finding import look, lying, sought
from photos.ink import Numbers, away_from_kinds
from photos.reader import BY_KIND, marks_on, shown_on, weighed
from printables.blank import Blank
from scoring.lost_cities.likeliest import PHOTOGRAPHED, ROUNDS

DOCUMENT = "lost-cities-cards"
LEARNT = (0, 1, 1, 2, 2, 2)  # of these strengths: worse ones have ticks that nobody sees
Mistakes = Mapping[str, str]  # "taken back" or "rubbed out", by the place
Sheet = Mapping[str, Example]  # by the places of one photographed sheet


def trained_on(seed: int, number: int) -> tuple[int, dict[str, tuple[float, ...]]]:
    """How many photos could be read, and the weights by how a place is marked."""
    sheets, weights = examples(seed, number), {}
    for mark in dict.fromkeys(PHOTOGRAPHED.places.values()):
        alike = [[one for name, one in sheet.items() if PHOTOGRAPHED.places[name] == mark] for sheet in sheets]
        weights[mark] = trained([one for sheet in alike for one in sheet])
        weights[mark + BY_KIND] = trained([one for sheet in alike for one in _by_kind(sheet, weights[mark])])
    return len(sheets), weights


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


def examples(seed: int, number: int) -> list[Sheet]:
    """What places show, and whether there is ink in them, of sheets that no game leaves, as far as they can be read;
    what was ticked and taken back is neither."""
    sheets = []
    for at in range(number):
        chance = Random(seed * 100_000 + at)
        colours = chance.choice((5, 6))
        blank = blank_for(*any_choice(chance, DOCUMENT, colours=colours))
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


def _by_kind(sheet: Sequence[Example], weights: Sequence[float]) -> list[Example]:
    away = away_from_kinds([weighed(weights, numbers) for numbers, _ink in sheet])
    return [(numbers, ink) for numbers, (_numbers, ink) in zip(away, sheet, strict=True)]
