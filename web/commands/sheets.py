"""`flask print`: the print page without a page; `flask photos`: how well the photos in a folder are read, where a file
beside each says what is on the sheet.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from flask.cli import with_appcontext
from flask_babel import gettext

from photos import Unreadable, check_installed
from printables import DOCUMENTS, INKS, MOST_COPIES, PAPERS, Choice, Document, Option, Record, Unprintable
from printables.blank import laid_out
from printables.press import lay_out
from scoring import GAMES
from scoring.core.codec import parse
from scoring.core.game import AnyGame
from scoring.core.log import read_log
from scoring.core.rule import Illegal, Malformed
from scoring.core.running import replay
from scoring.core.text import text
from web.count.photo import blank_of
from web.print.page import choice_of, composed
from web.print.record import played_record_of
from web.rendering.i18n import LANGUAGES, speaking, translate

if TYPE_CHECKING:
    from photos.finding import Printed
    from photos.reader import Reading

OPTIONS = {option.key: option for document in DOCUMENTS.values() for option in document.options}
F = TypeVar("F", bound=Callable[..., object])
FILE = click.Path(allow_dash=True, readable=False)  # what is wrong with it is said in one line
HEADS = ("strength", "photos", "found", "all right", "facts", "wrong", "not asked", "questions", "foreign", "seconds")


def with_own_options(command: F) -> F:
    """Give the command the options of single documents."""
    for key, option in OPTIONS.items():
        command = click.option(f"--{key}", default=option.usual_word, help=option.help)(command)
    return command


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


@dataclass(frozen=True, slots=True)
class Tried:
    """The outcome for one photo: its `reading`, or None and the reason where it was refused."""

    truth: Mapping[str, object]
    reading: Reading | None
    refused: str
    seconds: float

    @property
    def wrong(self) -> list[str]:
        """The facts that were read wrongly."""
        photographed = GAMES[self.reading.game].photographed if self.reading else None
        if self.reading is None or photographed is None or not self.truth.get("seen", True):
            return []
        told = photographed.facts(self.truth["sheet"])
        return [fact.key for fact in self.reading.likeliest.facts if fact.value != told[fact.key]]


class Sheets:
    """Blank sheets, each laid out once; `spent` are the seconds of processor time that this took."""

    def __init__(self) -> None:
        self.spent = 0.0
        self._made: dict[str, Printed] = {}

    def __call__(self, choice: Choice) -> Printed:
        from photos.finding import printed

        key, begun = repr(choice), time.process_time()
        if key not in self._made:
            self._made[key] = printed(laid_out(blank_of(choice)))
        self.spent += time.process_time() - begun
        return self._made[key]


@click.command("photos", help="Read every photo in FOLDER (N.jpg beside N.json, its truth) and print how well.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--each", is_flag=True, help="A line for each photo as well.")
@with_appcontext
def photos_command(folder: Path, each: bool) -> None:
    try:
        check_installed()
    except Unreadable as wrong:
        raise click.ClickException(translate(wrong.why)) from None
    sheets = Sheets()
    with speaking("en"):
        tried = [_tried(file, sheets, each) for file in sorted(folder.rglob("*.json"))]
    click.echo("\n".join(_table(tried)))
    refused = Counter(one.refused for one in tried if one.refused and one.truth.get("seen", True))
    click.echo("\n".join(f"{many} of ours refused: {why}" for why, many in refused.most_common()))
    import resource

    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    click.echo(f"Memory at its peak: {memory} MB, with what lays out the blank sheets.")


def _tried(file: Path, sheets: Sheets, each: bool) -> Tried:
    from photos.sheets import read

    truth = json.loads(file.read_text(encoding="utf-8"))
    reading, refused = None, ""
    begun, spent = time.process_time(), sheets.spent
    try:
        reading = read(file.with_suffix(".jpg").read_bytes(), sheets, truth.get("round", 0))
    except Unreadable as unreadable:
        refused = translate(unreadable.why)
    seconds = time.process_time() - begun - (sheets.spent - spent)
    tried = Tried(truth, reading, refused, seconds)
    if each:
        asked = [question.fact.key for question in reading.questions] if reading else []
        click.echo(f"{file.stem}: {refused or 'read'}; wrong: {tried.wrong}; asked: {asked}")
    return tried


def _table(tried: Sequence[Tried]) -> Iterator[str]:
    yield " ".join(f"{head:>9}" for head in HEADS)
    strengths = Counter(str(one.truth.get("strength", "-")) for one in tried)
    for strength in sorted(strengths):
        yield _row(strength, [one for one in tried if str(one.truth.get("strength", "-")) == strength])
    if len(strengths) > 1:
        yield _row("all", tried)


def _row(name: str, tried: Sequence[Tried]) -> str:
    ours = [one for one in tried if one.truth.get("seen", True)]
    found = [(one, one.reading) for one in ours if one.reading]
    asked = {id(one): {question.fact.key for question in reading.questions} for one, reading in found}
    wrong = [(one, key) for one, _reading in found for key in one.wrong]
    right = sum(not one.wrong for one, _reading in found)
    unasked = sum(key not in asked[id(one)] for one, key in wrong)
    facts = sum(len(reading.likeliest.facts) for _one, reading in found)
    questions = sum(map(len, asked.values())) / max(len(found), 1)
    foreign = sum(one.reading is not None for one in tried if not one.truth.get("seen", True))
    seconds = sum(one.seconds for one in tried) / max(len(tried), 1)
    cells = (name, len(ours), len(found), right, facts, len(wrong), unasked, f"{questions:.2f}", foreign)
    return " ".join(f"{cell:>9}" for cell in (*cells, f"{seconds:.2f}"))
