"""The pad: what is printed in the nine square boxes of each expedition. It is data, because the rules do not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
