"""`flask demo-data N`: a group with N finished tables, played by chance and judged by the referee, for measuring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random

import click
from flask.cli import with_appcontext

from ledger import Group, GroupArchive, ImportedTable
from referee import judge_import
from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import AnyGame, GameOf, M, S, Setting, U, settings_of
from scoring.core.rule import Malformed
from web.table.access import ledger

PEOPLE = ("Ana", "Ben", "Cai", "Dora", "Eli", "Fée")
AT_ONCE = 25
APART = timedelta(days=2)
A_MOVE = timedelta(seconds=20)


@click.command("demo-data")
@click.argument("number", type=click.IntRange(1, 5_000))
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@with_appcontext
def demo_data(number: int, seed: int) -> None:
    """Make a group of NUMBER finished tables of every game, played by chance. For developers."""
    group = make_demo_data(number, seed)
    click.echo(f"/g/{group.code}")


def make_demo_data(number: int, seed: int = 1) -> Group:
    """A group of so many finished tables, one every other day until today, judged like any table brought in."""
    group = ledger().groups.make("Evenings", "nobody")
    begun = datetime.now(UTC) - number * APART
    games = (_played(Random(f"{seed} {place}"), place, begun + place * APART) for place in range(number))  # noqa: S311
    while some := tuple(islice(games, AT_ONCE)):
        ledger().importing.group(GroupArchive("", "", PEOPLE, (), some), "nobody", group)
    return group


def _played(random: Random, place: int, at: datetime) -> ImportedTable:
    """One game from its beginning to its end; the games take turns."""
    game = list(GAMES.values())[place % len(GAMES)]
    names = tuple(random.sample(PEOPLE, random.randrange(game.seats.start, game.seats.stop)))
    settings, setup = _set_up(random, game, names)
    moves = tuple(
        {"by_seat": getattr(move, "seat", None), "at": at + number * A_MOVE, "event": game.formats.event(move)}
        for number, move in enumerate(_moves(random, game, setup), 1)
    )
    return judge_import(
        ImportedTable(game.key, settings, at, None, False, f"evening-{place}", names, names, moves, None)
    )


def _set_up(random: Random, game: GameOf[U, S, M], names: Sequence[str]) -> tuple[dict[str, Json], U]:
    """Settings drawn by chance until they are possible together."""
    while True:
        settings = _settings(random, game)
        with suppress(Malformed):
            return settings, game.formats.setup({"players": list(names), **settings})


def _settings(random: Random, game: AnyGame) -> dict[str, Json]:
    return settings_of((setting, _value(random, setting)) for setting in game.settings)


def _value(random: Random, setting: Setting) -> Json:
    """A value of a setting: mostly the usual one."""
    values = [value for value, _ in setting.values if value is not None]
    return setting.usual if random.random() < 0.75 else random.choice(values)


def _moves(random: Random, game: GameOf[U, S, M], setup: U) -> Iterator[M]:
    state = game.start(setup)
    while game.to_act(state):
        move = game.forced.move(state) or game.chance(random, state)
        yield move
        state = game.apply(state, move)
