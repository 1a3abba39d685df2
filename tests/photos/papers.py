"""Sheets as games by chance leave them, and several on one table."""

import io
import zipfile
from collections.abc import Sequence
from random import Random
from typing import Any

from PIL import Image

from bench.photos.hand import Written
from scoring import GAMES
from scoring.core.codec import Json
from scoring.lost_cities.formats import write_holding
from scoring.lost_cities.likeliest import ROUNDS, facts
from scoring.roll_and_write.pad import COLOURS
from scoring.roll_and_write.sheets import Sheet

ASLANT = 2.0  # degrees, the usual turn of a sheet
GAP = 12  # of a sheet's width is between them


def sheet_by_chance(chance: Random) -> Sheet:
    """A sheet that a game by chance left; some games are broken off."""
    game = GAMES["roll-and-write"]
    setup = game.formats.setup({"players": ["Ana", "Ben"], "pad": "house"})
    state = game.start(setup)
    for _move in range(chance.choice((60, 120, 400))):
        if not game.to_act(state):
            break
        state = game.apply(state, game.forced.move(state) or game.chance(chance, state))
    return chance.choice(state.sheets)


def numbers_on(sheet: Sheet) -> Written:
    """What stands in the columns of a sheet."""
    return {colour: sheet.column(colour).numbers for colour in COLOURS}


def rounds_by_chance(chance: Random, colours: int) -> list[Json]:
    """What lay before both players at the end of each round of a game by chance; some games are broken off."""
    game = GAMES["lost-cities"]
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


def halves(paper: Image.Image) -> list[Image.Image]:
    """The left one, the right one, the upper and the lower one."""
    wide, high = paper.size
    boxes = ((0, 0, wide // 2, high), (wide // 2, 0, wide, high), (0, 0, wide, high // 2), (0, high // 2, wide, high))
    return [paper.crop(box) for box in boxes]


def jpeg(picture: Image.Image, **more: Any) -> bytes:
    """The picture as a phone sends it."""
    output = io.BytesIO()
    picture.save(output, "JPEG", **more)
    return output.getvalue()


def zipped() -> bytes:
    """An archive, which is no picture."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        archive.writestr("photo.jpg", b"no")
    return output.getvalue()
