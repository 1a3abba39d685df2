"""The cards of each colour that the table has seen, and where each is known to be."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.lost_cities.cards import HAND, Card
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition
from scoring.lost_cities.rules import State


@dataclass(frozen=True, slots=True)
class Sight:
    """The cards of one colour that are known: the expedition before each seat, the pile, and each hand's share of it.

    Once all eight cards of a hand are known, `taken` holds the hands whole: no other card can come out of that one.
    """

    expeditions: tuple[Expedition, Expedition] = (NO_EXPEDITION, NO_EXPEDITION)
    pile: tuple[Card, ...] = ()
    taken: tuple[tuple[Card, ...], ...] = ((), ())

    def whereabouts(self, card: Card) -> tuple[tuple[str, Seat | None], ...]:
        """The places of the copies of a card of this colour: ("laid", seat), ("pile", None), ("hand", seat).

        Copies that nobody has seen are not listed; a number has at most one entry, a wager at most three.
        """
        places: list[tuple[str, Seat | None]] = []
        for seat, expedition in enumerate(self.expeditions):
            laid = expedition.wagers if card.is_wager else int(card.number in expedition.numbers)
            places += [("laid", seat)] * laid
        places += [("pile", None)] * self.pile.count(card)
        for seat, hand in enumerate(self.taken):
            places += [("hand", seat)] * hand.count(card)
        return tuple(places)


def sight(state: State, colour: str) -> Sight:
    """The cards of a colour that the table has seen in the round under way."""
    round = state.round
    if round is None:
        return Sight()
    taken = round.taken
    if all(len(hand) < HAND for hand in taken):
        first, second = (tuple(card for card in hand if card.colour == colour) for hand in taken)
        taken = (first, second)
    return Sight((round.expedition(0, colour), round.expedition(1, colour)), round.pile(colour), taken)


def whereabouts(state: State, card: Card) -> tuple[tuple[str, Seat | None], ...]:
    """The known places of each copy of a card, as `Sight.whereabouts` gives them."""
    return sight(state, card.colour).whereabouts(card)
