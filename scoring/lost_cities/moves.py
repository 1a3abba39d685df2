"""What can happen at a table of Lost Cities."""

from __future__ import annotations

from collections.abc import Mapping
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


NO_EXPEDITION = Expedition()
Holding = Mapping[str, Expedition]


@dataclass(frozen=True, slots=True)
class Start:
    """A round opens; `seat` begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Lay:
    """`seat` lays a card on the own expedition of its colour."""

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
    """What lies before `seat` at the end of a round: each colour's expedition, absent when empty."""

    seat: Seat
    holding: tuple[tuple[str, Expedition], ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The table has agreed on another number of rounds, from 1 to 9."""

    rounds: int


Move = Start | Lay | Discard | Draw | Count | Rounds
