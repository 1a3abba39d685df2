"""How much room what a record tells takes, reckoned before anything is laid out."""

from __future__ import annotations

from dataclasses import dataclass

from printables.choice import Entry
from printables.letters import REGULAR, UNBROKEN, lines
from scoring.core.numbers import signed

CARDS = 4.4  # how high a row of cards is, in the unit of the style
BESIDE_FOUND = 8.0  # what is beside the sentences about what decided the game
NOTE, SUM = 2.6, 2.5  # the sizes of letters: a note, the sums
NAMES = (3.2, 2.9, 2.6, 2.5)  # the sizes of the names over the blocks
BESIDE = 8.0  # room for the total beside a name over a block
MIXED = 0.95  # how wide regular letters with some bold ones are beside bold ones
WAGER = "Mi"  # as wide as the sign of a wager with what keeps it apart
APART = "\N{NO-BREAK SPACE}· "  # between entries that follow one another in a line


@dataclass(frozen=True, slots=True)
class Block:
    """What one player scored, or a part of it that fits a column; `size` is that of the name.

    One that `follows` another needs only say what it says `again`, if anything: the round, not the name.
    """

    name: str
    total: int
    entries: tuple[Entry, ...]
    size: float = NAMES[0]
    more: bool = False
    again: str = ""
    follows: bool = False

    @property
    def is_short(self) -> bool:
        return bool(self.follows and self.again)

    @property
    def head(self) -> str:
        return self.again if self.is_short else self.name


@dataclass(frozen=True, slots=True)
class Heading:
    """How high the head of a dense page is without the ranking; the sizes of who won and of the ranking, and how high
    a line of each is."""

    style: str
    high: float
    says: float
    won: float
    ranks: float
    listed: float


HEADING, LOW = Heading("", 19.5, 4.0, 4.8, 3.8, 4.6), Heading(" low", 16.0, 2.9, 3.5, 2.6, 3.2)


@dataclass(frozen=True, slots=True)
class Spacing:
    """How high the name over a block is with what keeps the blocks apart, each further line of it, a line of a sum,
    and what keeps the sums apart; `style` are its classes. A head is `short` where it need not say the name again;
    with `run_in` a block is one paragraph, its name too."""

    style: str
    name: float
    more: float
    line: float
    between: float
    short: float = 0.0
    heading: Heading = HEADING
    run_in: bool = False


USUAL, TIGHT = Spacing("", 7.8, 3.9, 3.0, 1.0), Spacing("tight", 6.6, 3.9, 2.75, 0.6)
DENSE = Spacing("tight dense", 5.7, 3.9, 2.75, 0.45)
PACKED = Spacing("tight dense packed", 5.2, 3.7, 2.65, 0.35)  # cards stand before their sum
LOWER = Spacing("tight dense packed lower", 4.9, 3.7, 2.65, 0.25, 3.6, LOW)
RUN_IN = Spacing("tight dense packed run-in", 0.0, 0.0, 2.65, 0.6, 2.65, LOW, run_in=True)


@dataclass(frozen=True, slots=True)
class Measures:
    """How wide and high a page is, how wide a column, its labels and its points, how high what the foot leaves free.

    Labels without a width stand before their sums, and so do cards that are `beside` them.
    """

    wide: float
    high: float
    column: float
    label: float
    points: float
    foot: float
    columns: int = 2
    beside: bool = False

    def room(self, entry: Entry) -> float:
        """For a sum, in sizes of its letters."""
        label = self.label if entry.label and self.label else 0.4
        points = 0 if entry.points is None else self.points
        return (self.column - points - label) / SUM / REGULAR

    def said(self, entry: Entry) -> str:
        """What stands in that room."""
        if self.label:
            return entry.sum
        return f"{entry.label} {' '.join(_cards(entry)) if self.beside else ''} {entry.sum}"

    @property
    def found(self) -> float:
        """The room for what decided the game, in sizes of its letters."""
        return (self.wide - BESIDE_FOUND) / NOTE / REGULAR

    def height(self, block: Block, spacing: Spacing) -> float:
        if spacing.run_in:
            return spacing.between + spacing.line * lines(_paragraph(block), self.column / SUM / _breadth(block))
        sums = [lines(self.said(entry), self.room(entry)) for entry in block.entries]
        cards = 0 if self.beside else CARDS * sum(bool(entry.cards) for entry in block.entries)
        return self._head(block, spacing) + spacing.line * sum(sums) + spacing.between * len(sums) + cards

    def _head(self, block: Block, spacing: Spacing) -> float:
        if block.is_short:
            return spacing.short
        return spacing.name + spacing.more * (lines(block.name, (self.column - BESIDE) / block.size) - 1)


def _paragraph(block: Block) -> str:
    return f"{block.head} {signed(block.total)} {APART.join(map(_run_on, block.entries))}"


def _breadth(block: Block) -> float:
    """How wide its letters are beside bold ones: figures are as wide in both."""
    return 1.0 if any(entry.cards for entry in block.entries) else MIXED


def _cards(entry: Entry) -> list[str]:
    return [str(card) if card else WAGER for card in entry.cards]


def _run_on(entry: Entry) -> str:
    """An entry within a paragraph: what lay there stays on one line."""
    points = "" if entry.points is None else f"{UNBROKEN}{signed(entry.points)}"
    return f"{UNBROKEN.join([entry.label, *_cards(entry)])} {entry.sum}{points}"
