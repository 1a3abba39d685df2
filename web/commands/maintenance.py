"""`flask backup`, `restore`, `expire`, `recount` and `compile`: what an operator does now and then; `flask demo-data`:
tables to look at.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from ledger import Group, GroupArchive, ImportedTable, InUse
from ledger.entries import TooMany
from referee import judge_import, recount
from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import GameOf, M, S, Setting, U, settings_of
from scoring.core.rule import Malformed
from web import VERSION
from web.rendering.lookup import compile_all
from web.table.access import ledger, referee

MOST = 0.5  # of all tables: where more have expired, the clock has rather jumped
PEOPLE = ("Ana", "Ben", "Cai", "Dora", "Eli", "Fée")
AT_ONCE = 25
APART = timedelta(days=2)
A_MOVE = timedelta(seconds=20)


class Missing(click.ClickException):
    """A file that was named does not exist: the exit status is that of `flask score` for unreadable input."""

    exit_code = 2


def _find_ledger() -> None:
    """Refuse a ledger that is not there, before it is made: its address was mistyped perhaps."""
    from ledger import Ledger, Unreachable

    url = current_app.config["DATABASE_URL"]
    try:
        there = Ledger.is_at(url)
    except Unreachable as wrong:
        raise click.ClickException(f"DATABASE_URL: {wrong}") from None
    if not there:
        raise click.ClickException("There is no ledger at DATABASE_URL, and none was made.")


def _database() -> Path:
    from ledger import Unreachable
    from ledger.copies import sqlite_file

    try:
        file = sqlite_file(current_app.config["DATABASE_URL"])
    except Unreachable as wrong:
        raise click.ClickException(f"DATABASE_URL: {wrong}") from None
    if file is None:
        raise click.ClickException("This is for SQLite: use pg_dump and pg_restore on PostgreSQL.")
    return file


@click.command()
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@with_appcontext
def backup(file: Path) -> None:
    """Copy the ledger to FILE while Cairn is in use (SQLite)."""
    from ledger.copies import Damaged
    from ledger.copies import backup as back_up

    database = _database()
    _find_ledger()
    ledger()
    try:
        back_up(database, file)
    except FileExistsError:
        raise click.ClickException(f"{file} already exists: choose another name.") from None
    except Damaged as damaged:
        raise click.ClickException(f"{file} was not made ({damaged}).") from None
    except OSError as wrong:
        raise click.ClickException(f"{file}: {wrong.strerror}") from None
    click.echo(f"{file}: {file.stat().st_size} bytes")


@click.command()
@click.argument("file", type=click.Path(readable=False, path_type=Path))
@click.option("--new", is_flag=True, help="Even where no ledger is yet.")
@with_appcontext
def restore(file: Path, new: bool) -> None:
    """Put the copy FILE in the place of the ledger (SQLite). Stop Cairn first; the old ledger is kept beside it.

    It is kept under a name that tells the time. What cannot be done leaves everything as it was.
    """
    from ledger import Unreachable
    from ledger.copies import Damaged
    from ledger.copies import restore as put_back

    database = _database()
    if not file.exists():
        raise Missing(f"{file} does not exist.")
    if not new and not database.exists():
        raise click.ClickException(f"{database} does not exist, and was not made: add --new if it is to be.")
    try:
        kept = put_back(file, database)
    except Damaged as damaged:
        raise click.ClickException(f"{file} is not a whole ledger ({damaged}); nothing was changed.") from None
    except InUse as wrong:
        raise click.ClickException(f"{database} was not replaced: {wrong}; nothing was changed.") from None
    except Unreachable as wrong:
        raise click.ClickException(f"The old ledger cannot be put aside ({wrong}); nothing was changed.") from None
    except OSError as wrong:
        raise click.ClickException(f"{wrong.filename}: {wrong.strerror}; nothing was changed.") from None
    click.echo(f"restored from {file}" + (f"; the old ledger is {kept}" if kept else ""))


@click.command()
@click.option("--days", type=click.IntRange(1), help="Days without a move; the setting EXPIRE_DAYS otherwise.")
@click.option("--sure", is_flag=True, help="Even where more than half of all tables go.")
@with_appcontext
def expire(days: int | None, sure: bool) -> None:
    """Delete the tables at which nothing has happened for so many days, and the groups that nobody uses.

    The finished tables of a group stay as long as the group is in use.
    """
    before = _ago(days or current_app.config["EXPIRE_DAYS"])
    _find_ledger()
    try:
        click.echo(f"{ledger().tables.expire(before, 1.0 if sure else MOST)} tables deleted")
    except TooMany as many:
        said = f"Nothing was deleted: by the clock of this machine, {many.these} of {many.of_all} tables would go."
        raise click.ClickException(f"{said} If it is right and they may, add --sure.") from None


def _ago(days: int) -> datetime:
    try:
        return datetime.now(UTC) - timedelta(days=days)
    except OverflowError:
        raise click.ClickException(f"{days} days ago there was no calendar yet.") from None


@click.command()
def version() -> None:
    """Print which Cairn this is."""
    click.echo(f"Cairn {VERSION}")


@click.command("recount")
@with_appcontext
def recount_outcomes() -> None:
    """Work out the result of every finished game again, after a change of the rules."""
    _find_ledger()
    click.echo(f"{recount(referee(), again=True)} tables")


@click.command("compile")
@with_appcontext
def compile_templates() -> None:
    """Compile all templates ahead, so that the first guests wait for none; `make setup` does it."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    click.echo(f"{compile_all(app)} templates")


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
        settings = settings_of((setting, _value(random, setting)) for setting in game.settings)
        with suppress(Malformed):
            return settings, game.formats.setup({"players": list(names), **settings})


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
