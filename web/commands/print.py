"""`flask print`: the print page without a page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import click
from flask.cli import with_appcontext
from flask_babel import gettext

from printables import DOCUMENTS, INKS, MOST_COPIES, PAPERS, Choice, Document, Option, Record, Unprintable
from printables.press import lay_out
from scoring import GAMES
from scoring.core.codec import parse
from scoring.core.game import AnyGame
from scoring.core.log import read_log
from scoring.core.rule import Illegal, Malformed
from scoring.core.running import replay
from scoring.core.text import text
from web.print.page import choice_of, composed
from web.print.record import played_record_of
from web.rendering.i18n import LANGUAGES, speaking, translate

OPTIONS = {option.key: option for document in DOCUMENTS.values() for option in document.options}
F = TypeVar("F", bound=Callable[..., object])


def with_own_options(command: F) -> F:
    """Give the command the options of single documents."""
    for key, option in OPTIONS.items():
        command = click.option(f"--{key}", default=option.usual_word, help=option.help)(command)
    return command


FILE = click.Path(allow_dash=True, readable=False)  # what is wrong with it is said in one line


@click.command("print", help="Print DOCUMENT as PDF: a sheet, a rules summary, or the summary of a finished game.")
@click.argument("document", type=click.Choice(sorted(DOCUMENTS)))
@click.option("--paper", type=click.Choice(list(PAPERS)), default="A4", help="The size of the paper.")
@click.option("--up", type=int, help="Sheets per page: 1, 2 or 4; the document's usual number unless given.")
@click.option("--copies", type=int, default=1, help=f"How many times the pages are printed, 1 to {MOST_COPIES}.")
@click.option(
    "--ink", type=click.Choice(list(INKS)), default="colour", help="In colour, saving ink, black and white, or both."
)
@click.option("--names", default="", help="Names to fill in, separated by commas.")
@click.option("--date", "day", default="", help="A date to fill in.")
@click.option("--fillable", is_flag=True, help="With form fields, to fill in on a screen.")
@with_own_options
@click.option("--log", type=FILE, help="The log of the finished game, as JSON.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="The language of the sheet and the messages.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    required=True,
    help="The PDF to write, or - for stdout.",
)
@with_appcontext
def print_command(output: str, log: str | None, lang: str, **asked: Any) -> None:
    with speaking(lang):
        try:
            choice = _choice({**asked, "lang": lang}, log)
            html, again = composed(choice, lang)
            with click.open_file(output, "wb") as file:
                file.write(lay_out(html, choice.copies, again))
        except (Unprintable, Malformed, Illegal) as wrong:
            _give_up(translate(wrong.why))
        except UnicodeDecodeError:
            _give_up(gettext("This is not text in UTF-8."))
        except OSError as wrong:
            _give_up(gettext("%(file)s: this file cannot be read or written.", file=wrong.filename or output))


def _give_up(why: str) -> None:
    click.echo(why, err=True)
    sys.exit(2)


def _choice(asked: Mapping[str, Any], log: str | None) -> Choice:
    """The choices as an address would give them; what the library keeps, or a log, may come from a file."""
    _check(DOCUMENTS[asked["document"]], {**asked, "log": log})
    if DOCUMENTS[asked["document"]].blank is None:
        plain = Choice("game-record", asked["paper"], asked["up"], asked["copies"], asked["ink"])
        return replace(plain, record=_record(log, asked["day"]))
    document = DOCUMENTS[asked["document"]]
    files = [option for option in document.options if _is_file(option, asked[option.key])]
    own = {option.key: _in_file(asked[option.key], option, GAMES[document.game]) for option in files}
    typed = {
        name: str(value)
        for name, value in asked.items()
        if value is not None and value is not False and name not in own
    }
    choice = choice_of(typed)
    return replace(choice, options={**choice.options, **own})


def _check(document: Document, asked: Mapping[str, Any]) -> None:
    """Raise `Unprintable` for options that do not apply to this document."""
    usual = {"names": "", "day": "", "fillable": False, "log": None}
    usual |= {option.key: option.usual_word for option in OPTIONS.values()}
    matters = {"log", "day"} if document.blank is None else {option.key for option in document.options}
    if "names" in document.choices:
        matters |= {"names", "day"}
    if "fillable" in document.choices:
        matters.add("fillable")
    for name in usual.keys() - matters:
        if asked[name] != usual[name]:
            facts = {"option": {"day": "--date"}.get(name, f"--{name}"), "document": document.name}
            raise Unprintable(text("{option} means nothing for {document}.", **facts))


def _is_file(option: Option[object], typed: str) -> bool:
    return option.read is None and typed.endswith(".json")


def _in_file(file: str, option: Option[object], game: AnyGame) -> object:
    """A library item of a game from a JSON file: as the library exports it, or as a log has it."""
    if game.library is None:
        raise Unprintable(text(option.missing))
    body = parse(_text_of(file))
    name = body.pop("name", "") if isinstance(body, dict) else ""
    return replace(game.library.read(body), name=str(name)[:40])


def _record(log: str | None, day: str) -> Record:
    if log is None:
        raise Unprintable(text("The summary of a game needs its log: --log FILE."))
    data = parse(_text_of(log))
    key = data.get("game") if isinstance(data, dict) else None
    if not isinstance(data, dict) or key not in GAMES:
        raise Unprintable(text("This log does not say which game it is from."))
    setup, moves = read_log(GAMES[key], data)
    play = replay(GAMES[key], setup, moves).play
    if GAMES[key].to_act(play.state):
        raise Unprintable(text("This game is still being played: it is printed when it is over."))
    return played_record_of(play, data, day)


def _text_of(file: str) -> str:
    with click.open_file(file, encoding="utf-8") as stream:
        return str(stream.read())
