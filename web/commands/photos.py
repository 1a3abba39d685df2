"""`flask photos`: how well the photos in a folder are read, where a file beside each says what is on the sheet."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask.cli import with_appcontext

from photos import Unreadable, check_installed
from printables.blank import laid_out
from printables.choice import Choice
from scoring import GAMES
from web.count.photo import blank_of
from web.rendering.i18n import speaking, translate

if TYPE_CHECKING:
    from photos.finding import Printed
    from photos.reader import Reading

HEADS = ("strength", "photos", "found", "all right", "facts", "wrong", "not asked", "questions", "foreign", "seconds")


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
