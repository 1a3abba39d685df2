"""A player's sheet of paper: six expeditions, the artefacts, the dice symbols, the bridges, and their scales."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, text
from scoring.roll_and_write.pad import BOXES, COLOURS, NAMES, PLACE, UNKNOWN, Pad, Pads, pad_of

ARTIFACTS, DICE = "artifacts", "dice"
BRIDGED = (*COLOURS, ARTIFACTS, DICE)
COLUMNS: Mapping[str, Text] = {**NAMES, ARTIFACTS: text("artefacts"), DICE: text("dice symbols")}
BRIDGES: Mapping[str, Text] = {
    **{colour: text("the {colour} bridge", colour=NAMES[colour]) for colour in COLOURS},
    ARTIFACTS: text("the artefact bridge"),
    DICE: text("the dice-symbol bridge"),
}

# Points by the number of boxes filled, 0 to 9.
EXPEDITION_SCALE = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
ARTIFACT_SCALE = (0, -40, -30, -20, 10, 20, 30, 60, 70, 100)
DICE_SCALE = (0, -40, -30, -20, 10, 20, 30, 60, 70, 0)
SCALES = tuple(zip(range(1, BOXES + 1), EXPEDITION_SCALE[1:], ARTIFACT_SCALE[1:], DICE_SCALE[1:], strict=True))
ONLY_DOUBLE = -50
BRIDGE_POINTS = 20
BRIDGE_AT = 7


@dataclass(frozen=True, slots=True)
class Column:
    """One expedition from the bottom: its double box, its numbers, the artefact on top.

    `struck` says that the paper shows the double box struck out. `told` is how many boxes are filled when
    only that was told and not the numbers; `numbers` is then empty.
    """

    double: bool = False
    numbers: tuple[int, ...] = ()
    top: bool = False
    struck: bool = False
    told: int | None = None

    @property
    def level(self) -> int:
        """The number of square boxes that are filled."""
        return len(self.numbers) if self.told is None else self.told

    @property
    def last(self) -> int | None:
        """The highest number written; None when there is none, or when only the level was told."""
        return self.numbers[-1] if self.numbers else None

    @property
    def double_is_lost(self) -> bool:
        """The double box is struck out: the first number was written while it was free."""
        return self.struck or (self.level > 0 and not self.double)

    def write(self, number: int | None) -> Column:
        """The column with one more number; where only the level was told, it stays so."""
        if self.told is not None or number is None:
            return replace(self, told=self.level + 1)
        return replace(self, numbers=(*self.numbers, number))

    @property
    def base(self) -> int:
        """Points before doubling."""
        if self.level == 0:
            return ONLY_DOUBLE if self.double else 0
        return EXPEDITION_SCALE[min(self.level, BOXES)]

    @property
    def points(self) -> int:
        return self.base * 2 if self.double else self.base

    def __str__(self) -> str:
        numbers = " ".join(map(str, self.numbers)) if self.told is None else f"{self.told} boxes"
        return " ".join(filter(None, ("x2" if self.double else "", numbers, "top" if self.top else ""))) or "-"


EMPTY = Column()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's whole sheet; `expeditions` are in the order of COLOURS, `bridges` are those circled.

    `total` is what it makes, as somebody typed it, where nothing else is known of it; else None.
    """

    expeditions: tuple[Column, ...] = (EMPTY,) * len(COLOURS)
    artifacts: int = 0
    dice: int = 0
    bridges: tuple[str, ...] = ()
    total: int | None = None

    def column(self, colour: str) -> Column:
        return self.expeditions[PLACE[colour]]

    def with_column(self, colour: str, column: Column) -> Sheet:
        expeditions = replaced(self.expeditions, PLACE[colour], column)
        return Sheet(expeditions, self.artifacts, self.dice, self.bridges)

    def hatch(self) -> Sheet:
        """One artefact more; nothing when all nine are hatched."""
        return replace(self, artifacts=self.artifacts + 1) if self.can_hatch else self

    def refuse(self) -> Sheet:
        """One dice symbol more; nothing past the ninth."""
        return self if self.is_exhausted else replace(self, dice=self.dice + 1)

    @property
    def can_hatch(self) -> bool:
        return self.artifacts < BOXES

    @property
    def is_exhausted(self) -> bool:
        return self.dice >= BOXES

    @property
    def tops(self) -> int:
        return sum(column.top for column in self.expeditions)

    def level(self, of: str) -> int:
        """The number of boxes filled in one of the eight bridged columns."""
        if of == ARTIFACTS:
            return self.artifacts
        return self.dice if of == DICE else self.column(of).level

    def has_reached(self, of: str) -> bool:
        """True if this sheet has crossed the bridge of a column, first or not."""
        return self.level(of) >= BRIDGE_AT

    @property
    def reached(self) -> frozenset[str]:
        """The columns whose bridge this sheet has crossed."""
        return frozenset(filter(self.has_reached, BRIDGED))

    @property
    def struck_bridges(self) -> frozenset[str]:
        """The bridges crossed too late: struck out, worth nothing."""
        return self.reached.difference(self.bridges)

    def __str__(self) -> str:
        columns = ", ".join(f"{c} {self.column(c)}" for c in COLOURS if self.column(c) != EMPTY)
        return f"{columns or 'nothing written'}; {self.artifacts} artefacts, {self.dice} dice; {self.bridges}"


@dataclass(frozen=True, slots=True)
class Position:
    """A position to score: every player's sheet, and the pad they are printed on, but for those of `pads`.

    `copied` is what was known of the pad when the sheets of some seats were counted, by seat. A vase
    that was learnt later hatches nothing on a sheet counted before. `counted` are the seats whose sheets were counted
    since the last throw, and belong together; None: all.
    """

    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    pad: Pad = UNKNOWN
    copied: Mapping[Seat, Pad] = field(default_factory=dict, compare=False)
    pads: Pads = ()
    counted: frozenset[Seat] | None = field(default=None, compare=False)

    def pad_of(self, seat: Seat) -> Pad:
        return pad_of(seat, self.pads, self.pad)

    def known_at(self, seat: Seat) -> Pad:
        """The pad as it was known when this seat's sheet was copied."""
        return self.copied.get(seat, self.pad_of(seat))
