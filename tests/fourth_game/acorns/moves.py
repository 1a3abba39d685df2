"""The moves at a table of Acorns."""

from dataclasses import dataclass

from scoring.core.sheet import Seat


@dataclass(frozen=True, slots=True)
class Take:
    """`seat` takes so many acorns from the heap."""

    seat: Seat
    acorns: int


@dataclass(frozen=True, slots=True)
class Count:
    """The acorns before `seat` at the end; `last`: the last acorn of the heap is among them."""

    seat: Seat
    acorns: int
    last: bool = False


Move = Take | Count
