"""What can be chosen at the printer, and what cannot be printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.core.sheet import Line
from scoring.core.sheet import Sheet as Scored
from scoring.core.text import Text, text
from scoring.roll_and_write.pad import HOUSE, Pad

PAPERS: Mapping[str, tuple[float, float]] = {"A4": (210, 297), "A5": (148, 210), "Letter": (215.9, 279.4)}
INKS: Mapping[str, Text] = {
    "colour": text("Colour"),
    "saving": text("Ink-saving"),
    "black": text("Black and white"),
}
MARGIN = 8.0  # millimetres: what home printers manage
MOST_COPIES = 100
MOST_NAMES = 5
LONGEST_NAME = 40
Say = Callable[[Text | str], str]  # a marked text in the language of the sheet


class Unprintable(Exception):
    """What was chosen cannot be printed: `why` says it to the person who chose."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game: its key and title, the day (already written out), the position and its score."""

    game: str
    title: str
    day: str
    position: Any
    scored: Scored

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.scored.players)

    @property
    def won(self) -> Text:
        """Who won, in a sentence."""
        winners = tuple(self.names[seat] for seat in self.scored.winners)
        if len(winners) > 1:
            return text("A victory shared by {names}", names=winners)
        first, second, *_rest = sorted((player.total for player in self.scored.players), reverse=True)
        if first == second:
            return text("{name} wins on the tie-break", name=winners[0])
        return text("{name} wins by {margin}", name=winners[0], margin=first - second)


@dataclass(frozen=True, slots=True)
class Choice:
    """One print job. `up` is how many sheets share a page (None: what suits the document), `copies` how often the
    pages are repeated, `link` what the QR code opens (none when empty)."""

    document: str
    paper: str = "A4"
    up: int | None = None
    copies: int = 1
    ink: str = "colour"
    names: tuple[str, ...] = ()
    day: str = ""
    fillable: bool = False
    pad: Pad = HOUSE
    colours: int = 5
    link: str = ""
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One sheet on a page: the folder of its template, and what the template shows."""

    folder: str
    view: Any


@dataclass(frozen=True, slots=True)
class Document:
    """A thing that can be printed. `blank` and `filled` give the frames of one copy, `told` gives the lines of a
    count as a record has them and `label` names one, `asks` lists the choices that matter to it, `usual_up` is how
    many go on a large page unless chosen. `least` is the width and height in millimetres that the sheet is drawn for:
    a larger page enlarges it by the smaller of the two ratios.
    """

    name: str
    title: str
    game: str
    asks: frozenset[str]
    blank: Callable[[Choice], Sequence[Any]] | None = None
    filled: Callable[[Choice, Record, Say], Sequence[Any]] | None = None
    told: Callable[[Sequence[Line]], Sequence[Line]] = lambda lines: lines
    label: Callable[[Line], Text | None] = lambda _line: None
    usual_up: int = 1
    least: tuple[float, float] = (123.5, 194.0)
    version: str = "1"

    @property
    def folder(self) -> str:
        return self.name.replace("-", "_")


_documents: dict[str, Document] = {}


def register(documents: Iterable[Document]) -> Mapping[str, Document]:
    """Make documents known by their names."""
    _documents.update((document.name, document) for document in documents)
    return _documents


def pad_of(game: str) -> Document:
    """The document that shows a game's position when filled; raises `Unprintable`."""
    found = next((document for document in _documents.values() if document.game == game and document.filled), None)
    if found is None:
        raise Unprintable(text("Cairn prints no record of this game."))
    return found


@dataclass(frozen=True, slots=True)
class Area:
    """Where one sheet goes, in millimetres; `unit` is the millimetres of one `rem` of its style."""

    page: tuple[float, float]
    width: float
    height: float
    up: int
    unit: float

    @property
    def rems(self) -> tuple[float, float]:
        """Width and height in the unit of the style."""
        return self.width / self.unit, self.height / self.unit


def area_of(document: Document, choice: Choice) -> Area:
    """The page and the room for one sheet on it; raises `Unprintable`."""
    width, height = PAPERS[choice.paper]
    up = up_of(document, choice)
    if up == 2:
        width, height = height, width
    room = width / up - 2 * MARGIN, height - 2 * MARGIN
    unit = min(room[0] / document.least[0], room[1] / document.least[1])
    return Area((width, height), *room, up, unit)


def up_of(document: Document, choice: Choice) -> int:
    """How many sheets share a page: two need a large one, and half a page has handwriting room for no more."""
    fits = 1 if choice.paper == "A5" else 2
    up = min(document.usual_up, fits) if choice.up is None else choice.up
    if up not in (1, 2):
        raise Unprintable(text("One or two sheets go on a page, not {up}.", up=up))
    if up > fits:
        raise Unprintable(text("Two sheets side by side need A4 or Letter: A5 holds one."))
    return up


def check(choice: Choice) -> None:
    """Raise `Unprintable` for what no printer should be asked."""
    if choice.paper not in PAPERS:
        raise Unprintable(text("Cairn prints on A4, A5 and Letter, not on {paper}.", paper=choice.paper[:20]))
    if choice.ink not in INKS:
        raise Unprintable(text("{ink} is no way to print: colour, saving or black.", ink=choice.ink[:20]))
    if not 1 <= choice.copies <= MOST_COPIES:
        raise Unprintable(
            text("{copies} sheets: from 1 to {most} are printed at once.", copies=choice.copies, most=MOST_COPIES)
        )
    if choice.colours not in (5, 6):
        raise Unprintable(text("A Lost Cities pad has 5 or 6 expeditions, not {colours}.", colours=choice.colours))
    if len(choice.names) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in choice.names):
        raise Unprintable(text("At most five names, of 40 characters each."))
    if any(not part.isprintable() for part in (*choice.names, choice.day)) or len(choice.day) > LONGEST_NAME:
        raise Unprintable(text("A name or the date has a character that cannot be printed, or is too long."))
