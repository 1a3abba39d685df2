"""What a page's query says, as far as it can be read: whose sheet, what was tapped so far, which dice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from scoring.core.sheet import Seat
from scoring.roll_and_write.moves import Choose, Move
from scoring.roll_and_write.pad import COLOURS

# One letter for each colour, as the query has it; people may also type the name, in French too.
LETTERS = dict(zip(COLOURS, "roygbv", strict=True))
TYPED = {
    "red": ("rouge", "red", "r"),
    "orange": ("orange", "o"),
    "yellow": ("yellow", "jaune", "y", "j"),
    "green": ("green", "vert", "ve", "g"),
    "blue": ("bleu", "blue", "b"),
    "violet": ("violette", "violet", "purple", "vi", "v", "p"),
}
SPELLED = {spelling: colour for colour, spellings in TYPED.items() for spelling in spellings}
DIE = re.compile("|".join(["[0-9]", *sorted(SPELLED, key=len, reverse=True)]))
OF_A_KIND = 3
MOST_TYPED = 80
LONGEST_CHAIN = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """`sheet` is the sheet to show; `acting` the seat whose choice is being made, of which its sheet is shown only
    until it is made; `dice` is the throw so far, as letters, and `by` who throws it; `enter` asks to type the dice
    in on a device of somebody else.
    """

    sheet: Seat | None = None
    acting: Seat | None = None
    number: int | None = None
    colour: str | None = None
    double: bool | None = None
    chain: tuple[str, ...] = ()
    dice: str = ""
    by: Seat | None = None
    enter: bool = False

    @property
    def query(self) -> str:
        """The same as a query, which begins with "?"; "?" alone when nothing was asked."""
        entries = {
            "sheet": self.sheet,
            "acting": self.acting,
            "number": self.number,
            "colour": self.colour,
            "double": None if self.double is None else int(self.double),
            "chain": "".join(LETTERS[colour] for colour in self.chain) or None,
            "dice": self.dice or None,
            "by": self.by,
            "enter": 1 if self.enter else None,
        }
        return "?" + urlencode({key: value for key, value in entries.items() if value is not None})

    @property
    def chosen(self) -> Mapping[str, str]:
        """The choice so far as fields of a form, so that a refusal or a box told does not lose it."""
        kept = replace(self, sheet=None, acting=None, dice="", by=None, enter=False).query[1:]
        return dict(pair.split("=", 1) for pair in kept.split("&") if pair)

    @property
    def unchosen(self) -> Asked:
        """The same with nothing tapped on the sheet."""
        return replace(self, acting=None, number=None, colour=None, double=None, chain=())

    @property
    def unthrown(self) -> Asked:
        """The same without dice being entered."""
        return replace(self, dice="", by=None, enter=False)

    def but(self, **changes: Any) -> str:
        """The query with something else asked."""
        return replace(self, **changes).query

    @property
    def numbers_thrown(self) -> tuple[int, ...]:
        return tuple(int(die) for die in self.dice if die.isdecimal())

    @property
    def colours_thrown(self) -> tuple[str, ...]:
        return tuple(SPELLED[die] for die in self.dice if not die.isdecimal())


def read_asked(asked: Mapping[str, str], seats: int) -> Asked:
    """What can be read of a query; the rest is passed over."""
    colour = asked.get("colour")
    return Asked(
        sheet=_below(asked.get("sheet"), seats),
        acting=_below(asked.get("acting"), seats),
        number=_below(asked.get("number"), 10),
        colour=colour if colour in COLOURS else None,
        double={"0": False, "1": True}.get(asked.get("double", "")),
        chain=tuple(SPELLED[die] for die in asked.get("chain", "")[:LONGEST_CHAIN] if die in LETTERS.values()),
        dice=_thrown(asked.get("dice", "")),
        by=_below(asked.get("by"), seats),
        enter=asked.get("enter") == "1",
    )


def selection(move: Move) -> Mapping[str, str]:
    """What is tapped of a choice when it is about to be said; its sheet and its chain go along in its form."""
    if not isinstance(move, Choose):
        return {}
    return {"number": str(move.number), "colour": move.colour, **({"double": "1"} if move.double else {})}


def _below(typed: str | None, limit: int) -> int | None:
    if typed is None or len(typed) != 1 or typed not in "0123456789":
        return None
    return int(typed) if int(typed) < limit else None


def _thrown(typed: str) -> str:
    """At most three numbers and three colours, in the order typed."""
    kept = ""
    for found in DIE.findall(typed[:MOST_TYPED].lower()):
        die = found if found in "0123456789" else LETTERS[SPELLED[found]]
        if sum(other.isdecimal() == die.isdecimal() for other in kept) < OF_A_KIND:
            kept += die
    return kept
