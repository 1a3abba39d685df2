"""The choices for a print, the room that one sheet has on its page, and the reasons for which something cannot be
printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from scoring.core.codec import legible
from scoring.core.game import Played
from scoring.core.sheet import Line
from scoring.core.sheet import Sheet as Scored
from scoring.core.text import Text, text

MARGIN = 8.0  # millimetres: what home printers manage
GRIDS = {1: (1, 1), 2: (2, 1), 4: (2, 2)}  # sheets on a page: side by side, one over the other


@dataclass(frozen=True, slots=True)
class Area:
    """The place of one sheet, in millimetres; `unit` is the millimetres of one `rem` of its style."""

    page: tuple[float, float]
    width: float
    height: float
    up: int
    unit: float

    @property
    def rems(self) -> tuple[float, float]:
        """Width and height in the unit of the style."""
        return self.width / self.unit, self.height / self.unit

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Left and top of each sheet on the page."""
        across, down = GRIDS[self.up]
        width, height = self.page[0] / across, self.page[1] / down
        return [(x * width + MARGIN, y * height + MARGIN) for y in range(down) for x in range(across)]


PAPERS: Mapping[str, tuple[float, float]] = {"A4": (210, 297), "A5": (148, 210), "Letter": (215.9, 279.4)}
INKS: Mapping[str, Text] = {
    "colour": text("Colour"),
    "saving": text("Ink-saving"),
    "black": text("Black and white"),
    "black-saving": text("Black and white, ink-saving"),
}
MOST_COPIES = 100
MOST_NAMES = 5
LONGEST_NAME = 40
LONGEST_PLACE = 40
LONGEST_NOTE = 240
Say = Callable[[Text | str], str]  # a marked text in the language of the sheet
V = TypeVar("V")


class Unprintable(Exception):
    """A choice cannot be printed; `why` says so to the person who made it."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a record: a label, the sum, the points (None if it has none); `cards` stand above the sum."""

    label: str
    sum: str
    points: int | None
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a record under one heading: a player's, or one round of it; one that goes on has no total again."""

    head: str
    total: int | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game: its key and title, the day (already written out), the position and its score.

    `course` is what the game's document keeps of the moves, if they are known; `agreed` says which rules were chosen,
    `went` how the game went, and `parts` what it came to; `mattered` are the sentences about what decided it, the
    weightiest first; `lasted`, `place` and `note` are printed as they are.
    """

    game: str
    title: str
    day: str
    position: Any
    scored: Scored
    course: Any = None
    agreed: tuple[Text, ...] = ()
    went: Text | None = None
    parts: tuple[Part, ...] = ()
    mattered: tuple[Text, ...] = ()
    lasted: Text | None = None
    place: str = ""
    note: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.scored.players)

    @property
    def won(self) -> Text:
        """The winner, in a sentence."""
        return self.scored.won


def entries_of(lines: Sequence[Line], say: Say) -> tuple[Entry, ...]:
    return tuple(
        Entry(say(line.label) if line.label else "", say(line.text), line.points)
        for line in lines
        if line.points or line.text.facts
    )


def scores(record: Record, say: Say) -> tuple[Part, ...]:
    """The summary of a game that has no more to tell: each player's lines of the score."""
    return tuple(Part(one.name, one.total, entries_of(one.lines, say)) for one in record.scored.players)


@dataclass(frozen=True, slots=True)
class Option(Generic[V]):
    """A choice about one document alone: a field of the print page, a part of its address, `--key`. `named` are the
    words an address has for it, with what a form calls them; the first stands for the `usual` value. `read` makes a
    value of a word and `check` judges it; both raise `Unprintable`. Without `read` the other values are what the
    document's game keeps in the library, by their keys; `missing` is said when there is none.
    """

    key: str
    label: Text
    named: tuple[tuple[str, Text], ...]
    usual: V
    help: str
    read: Callable[[str], V] | None = None
    check: Callable[[V], None] = lambda _value: None
    missing: str = ""

    @property
    def usual_word(self) -> str:
        return self.named[0][0]


@dataclass(frozen=True, slots=True)
class Choice:
    """One print job. `up` is how many sheets share a page (None: what suits the document), `copies` how often the
    pages are repeated, `link` what the QR code opens (none when empty), `options` what was chosen by their keys."""

    document: str
    paper: str = "A4"
    up: int | None = None
    copies: int = 1
    ink: str = "colour"
    names: tuple[str, ...] = ()
    day: str = ""
    fillable: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    link: str = ""
    record: Record | None = None

    def chosen(self, option: Option[V]) -> V:
        """The value that was chosen, or the usual one."""
        return cast(V, self.options.get(option.key, option.usual))

    def names_of(self, seats: int) -> tuple[str, ...]:
        """A name for each seat, empty where none was given."""
        return (*self.names, *[""] * seats)[:seats]


@dataclass(frozen=True, slots=True)
class Marked:
    """The writing on one sheet or several: `template` draws the `view` over `grid`, which is printed once for all
    sheets, at each of the `places`: so many millimetres down.
    """

    view: object
    template: str
    grid: str
    places: tuple[float, ...] = (0.0,)


@dataclass(frozen=True, slots=True)
class Frame:
    """One sheet on a page: the document and which of its templates draws it, and what the template shows; for what was
    written, the template that is printed beneath and where, as in `Marked`."""

    document: Document
    view: object
    template: str = "sheet"
    grid: str = ""
    places: tuple[float, ...] = ()

    @property
    def folder(self) -> str:
        return self.document.folder


@dataclass(frozen=True, slots=True)
class Document:
    """A thing that can be printed. `blank` and `filled` give the frames of one copy; what a record of its game tells is
    in `summary`, and what that needs of the moves in `course`. `choices` are those of all documents that matter to
    it, `options` are its own. `most_names` is how many names it has room for, `usual_up` how many go on a large page
    unless chosen; the print page opens with the document that is `shown_first`, and the one that `teaches` its game
    goes on the back of the others. `least` is the width and height in millimetres that the sheet needs where it shares
    a page. A sheet of `many_games` is no single count. What was written on the sheets of a record is in `marked`.
    `coded` is the digit by which a camera knows the document, 0 for one that it does not, and `coded_options` what the
    last digit of its codes says of its options, where these items of the library are known.
    """

    name: str
    title: str
    game: str
    choices: frozenset[str] = frozenset()
    options: tuple[Option[Any], ...] = ()
    blank: Callable[[Choice], Sequence[object]] | None = None
    filled: Callable[[Record, Say], object] | None = None
    summary: Callable[[Record, Say], Sequence[Part]] | None = None
    course: Callable[[Played[Any]], object] = lambda _play: None
    most_names: int = MOST_NAMES
    usual_up: int = 1
    shown_first: bool = False
    teaches: bool = False
    many_games: bool = False
    marked: Callable[[Record, Area], Sequence[Marked]] | None = None
    least: tuple[float, float] = (123.5, 194.0)
    version: str = "1"
    coded: int = 0
    coded_options: Callable[[int, Sequence[Any]], Mapping[str, object]] = lambda _digit, _known: {}

    @property
    def folder(self) -> str:
        return self.name.replace("-", "_")

    def layout(self, options: Mapping[str, object]) -> object:
        """The item of the library among these options; None: the usual one."""
        return next((options[one.key] for one in self.options if one.read is None and one.key in options), None)


def check(document: Document, choice: Choice) -> None:
    """Raise `Unprintable` for what no printer should be asked to do."""
    if choice.paper not in PAPERS:
        raise Unprintable(text("Cairn prints on A4, A5 and Letter, not on {paper}.", paper=choice.paper[:20]))
    if choice.ink not in INKS:
        raise Unprintable(text("{ink} is not a way to print: {inks}.", ink=choice.ink[:20], inks=", ".join(INKS)))
    if not 1 <= choice.copies <= MOST_COPIES:
        raise Unprintable(
            text("{copies} pages: Cairn prints 1 to {most} at once.", copies=choice.copies, most=MOST_COPIES)
        )
    for option in document.options:
        option.check(choice.chosen(option))
    if len(choice.names) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in choice.names):
        raise Unprintable(text("At most five names, of 40 characters each."))
    if len(choice.names) > document.most_names:
        raise Unprintable(
            text("{names} names: this sheet has room for {most}.", names=len(choice.names), most=document.most_names)
        )
    if any(not legible(part) for part in (*choice.names, choice.day)) or len(choice.day) > LONGEST_NAME:
        raise Unprintable(text("A name or the date has a character that cannot be printed, or is too long."))


def check_words(place: str, note: str) -> None:
    """Raise `Unprintable` for what was typed to be printed with a game and cannot be."""
    if not legible(place + note):
        raise Unprintable(text("The place or the note has a character that cannot be printed."))
    if len(place) > LONGEST_PLACE or len(note) > LONGEST_NOTE:
        facts = {"place": LONGEST_PLACE, "note": LONGEST_NOTE}
        raise Unprintable(text("At most {place} characters for the place, {note} for the note.", **facts))


def whole(typed: str) -> int:
    """The whole number that was typed; raises `Unprintable`."""
    plain = typed.strip()
    if not plain.removeprefix("-").isdecimal() or len(plain) > 9:
        raise Unprintable(text("“{value}” is not a whole number.", value=typed[:40]))
    return int(plain)
