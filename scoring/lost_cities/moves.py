"""The moves at a table of Lost Cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.lost_cities.cards import Card

DECK = "deck"


@dataclass(frozen=True, slots=True)
class Expedition:
    """The cards of one colour before one player: how many wagers, and the numbers, rising."""

    wagers: int = 0
    numbers: tuple[int, ...] = ()

    def __len__(self) -> int:
        return self.wagers + len(self.numbers)

    def with_card(self, card: Card) -> Expedition:
        if card.is_wager:
            return Expedition(self.wagers + 1, self.numbers)
        return Expedition(self.wagers, tuple(sorted((*self.numbers, card.number))))

    def cards(self, colour: str) -> Iterator[Card]:
        """Its cards, which are of that colour."""
        return (Card(colour, number) for number in (*[0] * self.wagers, *self.numbers))


NO_EXPEDITION = Expedition()
Holding = Mapping[str, Expedition]


@dataclass(frozen=True, slots=True)
class TypedTotal(Mapping[str, Expedition]):
    """A holding of which only the total is known, as somebody typed it: none of its expeditions is."""

    total: int

    def __getitem__(self, colour: str) -> Expedition:
        raise KeyError(colour)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Start:
    """A round opens, and `seat` begins. It is not `known` where nobody said who begins."""

    seat: Seat
    known: bool = True


@dataclass(frozen=True, slots=True)
class Lay:
    """A player lays a card on their own expedition of its colour."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """`seat` puts a card face up on the discard pile of its colour."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` draws: `source` is "deck", or the colour of a discard pile."""

    seat: Seat
    source: str


@dataclass(frozen=True, slots=True)
class Count:
    """The expeditions before `seat` at the end of a round, by colour, absent when empty; or the `total` alone that they
    make, as somebody typed it.
    """

    seat: Seat
    holding: tuple[tuple[str, Expedition], ...]
    total: int | None = None

    @property
    def laid(self) -> Holding:
        """The same as the state holds it."""
        return dict(self.holding) if self.total is None else TypedTotal(self.total)


@dataclass(frozen=True, slots=True)
class Rounds:
    """The table has agreed on another number of rounds, from 1 to 9."""

    rounds: int


Move = Start | Lay | Discard | Draw | Count | Rounds
