"""The moves at the table: flat, frozen data. Columns are named by their colour, seats count from 0."""

from dataclasses import dataclass
from typing import NamedTuple

from scoring.core.sheet import Seat
from scoring.roll_and_write.sheets import Sheet

DICE_OF_A_KIND = 3
DIGITS = range(10)  # what a number die shows


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw by the active player: three numbers from 0 to 9 and three colours, in any order."""

    seat: Seat
    numbers: tuple[int, ...]
    colours: tuple[str, ...]

    def __str__(self) -> str:
        return f"throws {' '.join(map(str, self.numbers))} {' '.join(self.colours)}"


class Choose(NamedTuple):
    """A number and a colour, and the columns chosen for the arrows met, in order; shorter declines the rest.

    `number` is what the die shows, so 0 stands for 10 above the double box. `double` asks, where the house
    option zero-opens is on, that a 0 ticks the double box of an untouched column instead of opening it as a 10.
    A tuple, for a sheet may offer many thousands of them.
    """

    seat: Seat
    number: int
    colour: str
    accelerate: tuple[str, ...] = ()
    double: bool = False

    def __str__(self) -> str:
        chosen = f"chooses {self.colour} {self.number}{' for the double box' if self.double else ''}"
        return ", then ".join((chosen, *self.accelerate))


@dataclass(frozen=True, slots=True)
class Refuse:
    """A player takes no combination of this throw, and hatches a dice symbol."""

    seat: Seat

    def __str__(self) -> str:
        return "refuses"


@dataclass(frozen=True, slots=True)
class Learn:
    """Somebody tells what is printed in a box (1 to 9 from the bottom): plain, arrow or vase."""

    colour: str
    box: int
    kind: str

    def __str__(self) -> str:
        return f"{self.colour} box {self.box} is {self.kind}"


@dataclass(frozen=True, slots=True)
class Count:
    """A player's sheet of paper, copied whole."""

    seat: Seat
    sheet: Sheet

    def __str__(self) -> str:
        return f"counts {self.sheet}"


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """A player asks that everybody choose in turn order: for one throw, or from now on if `lasting`."""

    seat: Seat
    lasting: bool = False

    def __str__(self) -> str:
        return f"asks for turn order {'from now on' if self.lasting else 'for a throw'}"


Move = Roll | Choose | Refuse | Learn | Count | TurnOrder
