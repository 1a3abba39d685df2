"""A player's sheet of paper: six expeditions, the artefacts, the dice symbols, the bridges, and their scales.

What is printed in the nine square boxes of each expedition is a pad. It is data, because the rules do not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.core import codec
from scoring.core.codec import Json
from scoring.core.rule import Malformed
from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, text

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
PLACE = {colour: place for place, colour in enumerate(COLOURS)}
NAMES: Mapping[str, Text] = {
    "red": text("red"),
    "orange": text("orange"),
    "yellow": text("yellow"),
    "green": text("green"),
    "blue": text("blue"),
    "violet": text("violet"),
}
BOXES = 9

PLAIN, ARROW, VASE, NOT_KNOWN = "plain", "arrow", "vase", "unknown"
PRINTED = (PLAIN, ARROW, VASE)
KINDS = (*PRINTED, NOT_KNOWN)


@dataclass(frozen=True, slots=True)
class Pad:
    """The printing of a sheet: for each colour, in the order of COLOURS, nine kinds of box from the bottom."""

    columns: tuple[tuple[str, ...], ...]
    name: str = ""

    def kind(self, colour: str, box: int) -> str:
        """The print in a box; `box` counts from 1 at the bottom."""
        return self.columns[PLACE[colour]][box - 1]

    def learn(self, colour: str, box: int, kind: str) -> Pad:
        """The pad with one box told."""
        place = PLACE[colour]
        column = replaced(self.columns[place], box - 1, kind)
        return replace(self, columns=replaced(self.columns, place, column))

    def count(self, kind: str) -> int:
        """The number of boxes, of 54, that are of this kind."""
        return sum(column.count(kind) for column in self.columns)

    @property
    def is_blank(self) -> bool:
        """Nobody has told a single box yet."""
        return self.count(NOT_KNOWN) == BOXES * len(COLOURS)

    def to_json(self) -> Json:
        """As the public formats have it: "house", None for a blank pad, or an object."""
        if self == HOUSE:
            return "house"
        if self == UNKNOWN:
            return None
        boxes = {colour: list(self.columns[PLACE[colour]]) for colour in COLOURS}
        return {"name": self.name, "boxes": boxes} if self.name else {"boxes": boxes}

    def __str__(self) -> str:
        return self.name or f"pad with {self.count(NOT_KNOWN)} unknown boxes"


Pads = tuple[Pad | None, ...]
"""The layouts of players with other sheets than the table’s, by seat; None: the table’s. Empty where all have that."""


def pad_of(seat: Seat, pads: Pads, pad: Pad) -> Pad:
    """The layout of a player's sheet; `pad` is the table's."""
    return (pads[seat] if pads else None) or pad


def pads_from_json(value: object, seats: int) -> Pads:
    """Read the layouts of those with other sheets, null for the table's. Each is wholly known. May raise Malformed."""
    entries = codec.listing(value, "pads", seats, seats)
    pads = tuple(_own(entry, f"pads[{seat}]") for seat, entry in enumerate(entries))
    return pads if any(pads) else ()


def _own(value: object, where: str) -> Pad | None:
    pad = None if value is None else pad_from_json(value)
    if pad and pad.count(NOT_KNOWN):
        raise Malformed(text("{where}: only the layout that the table shares may have unknown boxes.", where=where))
    return pad


def pad_from_json(value: object) -> Pad:
    """Read a pad: "house", None (unknown), or {"boxes": six colours, nine kinds each, "name"?}. May raise Malformed."""
    if value is None:
        return UNKNOWN
    if isinstance(value, str):
        codec.one_of(value, "pad", ("house",))
        return HOUSE
    pad = codec.shape(value, "pad", required=("boxes",), optional=("name",))
    boxes = codec.shape(pad["boxes"], "pad.boxes", required=COLOURS)
    name = codec.word(pad["name"], "pad.name") if "name" in pad else ""
    return Pad(tuple(_kinds(boxes[colour], f"pad.boxes.{colour}") for colour in COLOURS), name)


def _kinds(value: object, where: str) -> tuple[str, ...]:
    kinds = codec.listing(value, where, BOXES, BOXES)
    return tuple(codec.one_of(kind, f"{where}[{place}]", KINDS) for place, kind in enumerate(kinds))


def printed(arrows: Mapping[str, tuple[int, ...]], vases: Mapping[str, tuple[int, ...]], name: str) -> Pad:
    """A wholly known pad, from the boxes that carry an arrow and those that carry a vase."""
    return Pad(tuple(_column(arrows.get(c, ()), vases.get(c, ())) for c in COLOURS), name)


def _column(arrows: tuple[int, ...], vases: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(ARROW if box in arrows else VASE if box in vases else PLAIN for box in range(1, BOXES + 1))


UNKNOWN = Pad(((NOT_KNOWN,) * BOXES,) * len(COLOURS))

# Our own layout, for the sheets that we print ourselves: no public source gives the publisher's.
HOUSE = printed(
    arrows={"red": (3, 6), "orange": (4, 8), "yellow": (2, 7), "green": (5, 8), "blue": (3, 7), "violet": (4, 6)},
    vases={"red": (5, 8), "orange": (2, 6), "yellow": (4, 9), "green": (3, 7), "blue": (6, 9), "violet": (2, 8)},
    name="house",
)


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
    that was learnt later hatches nothing on a sheet counted before.
    """

    players: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    pad: Pad = UNKNOWN
    copied: Mapping[Seat, Pad] = field(default_factory=dict, compare=False)
    pads: Pads = ()

    def pad_of(self, seat: Seat) -> Pad:
        return pad_of(seat, self.pads, self.pad)

    def known_at(self, seat: Seat) -> Pad:
        """The pad as it was known when this seat's sheet was copied."""
        return self.copied.get(seat, self.pad_of(seat))
