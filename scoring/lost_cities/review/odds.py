"""Chance told as chance: how often as many unseen cards would have paid for an expedition."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

from scoring.core.figures import Finding, FindingKind
from scoring.core.sheet import Seat
from scoring.core.text import text
from scoring.lost_cities.cards import CARDS_OF_A_COLOUR, HAND, NUMBERS, Card
from scoring.lost_cities.moves import DECK, Draw, Lay
from scoring.lost_cities.review.game import Act, Begun, GamePlayed, RoundPlayed, of_expedition
from scoring.lost_cities.rules import SEATS, Round, State
from scoring.lost_cities.score import COST

ODDS = FindingKind(
    text("Chance"),
    text(
        "As if every unseen card were as likely as any other to come into the hand; whoever begins a colour "
        "may well hold more of it."
    ),
)


@dataclass(frozen=True, slots=True)
class Odds:
    """Of so many `unseen` cards so many came into a hand (`drawn`); `numbers` of a colour among them, of which the sum
    `needed` pays for the expedition."""

    unseen: int
    drawn: int
    numbers: tuple[int, ...]
    needed: int

    def enough(self) -> float:
        """The probability that a hand drawn by chance holds enough: hypergeometric, over every set of these numbers."""
        ways = 0
        for (size, total), sets in _sums(self.numbers).items():
            if total >= self.needed and size <= self.drawn:
                ways += sets * comb(self.unseen - len(self.numbers), self.drawn - size)
        return ways / comb(self.unseen, self.drawn)


def _sums(numbers: Iterable[int]) -> Counter[tuple[int, int]]:
    """The number of sets of these numbers, by their size and their sum."""
    found = Counter({(0, 0): 1})
    for number in numbers:
        found += Counter({(size + 1, total + number): sets for (size, total), sets in found.items()})
    return found


def odds(game: GamePlayed) -> Iterator[Finding[State]]:
    """The expeditions that went against the odds: cost covered though it seldom is, or not though it mostly is."""
    for round, seat, colour, expedition in game.expeditions():
        begun = round.begun(seat, colour)
        if begun is None:
            continue
        found = _odds(game, round, seat, begun)
        share = found.enough()
        covered = sum(expedition.numbers) >= COST
        if 0 < share < 1 and covered != (share >= 0.5):
            yield of_expedition(
                game,
                "chance",
                ODDS,
                text(
                    "In round {round} {name} {result} of {colour}: drawing {drawn} of the {unseen} unseen cards covers "
                    "it {percent} times in 100."
                ),
                None,
                (round, seat, colour),
                move=begun.index,
                result=text("covered the cost") if covered else text("did not cover the cost"),
                drawn=found.drawn,
                unseen=found.unseen,
                percent=in_a_hundred(share),
            )


def _odds(game: GamePlayed, round: RoundPlayed, seat: Seat, begun: Begun) -> Odds:
    """As it was when the first card of an expedition had just been laid."""
    first, before = begun.card, begun.before
    later = [one for one in round.acts if one.index > begun.index]
    sure = _sure(before, seat, later, first)
    known = len(before.taken[seat]) - (first in before.taken[seat])
    drawn = HAND - 1 - known + sum(one.move == Draw(seat, DECK) for one in later)
    return Odds(
        unseen=CARDS_OF_A_COLOUR * game.setup.colours - _in_sight(before, seat, first),
        drawn=drawn,
        numbers=tuple(number for number in _unseen(before, first.colour) if number > first.number),
        needed=COST - first.number - sum(sure),
    )


def _sure(before: Round, seat: Seat, later: Sequence[Act], first: Card) -> list[int]:
    """The numbers of the expedition that were laid later and had come from a discard pile, in sight of all."""
    taken = set(before.taken[seat])
    laid = []
    for one in later:
        match one.move:
            case Draw(of, source) if of == seat and source != DECK:
                taken.add(one.before.pile(source)[-1])
            case Lay(of, card) if of == seat and card in taken and card.colour == first.colour:
                laid.append(card.number)
    return laid


def _in_sight(before: Round, seat: Seat, first: Card) -> int:
    """The number of cards that everybody can name once the first card of an expedition lies there; a wager of the same
    colour in the other hand is another one.
    """
    laid = sum(len(expedition) for seat in SEATS for expedition in before.laid[seat].values())
    piles = sum(len(pile) for pile in before.piles.values())
    taken = sum(len(hand) for hand in before.taken)
    return laid + piles + taken + (first not in before.taken[seat])


def _unseen(before: Round, colour: str) -> list[int]:
    in_sight = {*before.pile(colour), *before.taken[0], *before.taken[1]}
    cards = (Card(colour, number) for number in NUMBERS)
    return [card.number for card in cards if card not in in_sight and before.owner(card) is None]


def in_a_hundred(share: float) -> int:
    """The share as times in a hundred, from 1 to 99: nothing that can be is said to be sure or impossible."""
    return min(99, max(1, round(100 * share)))
