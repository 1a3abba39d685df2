"""The effect of discards: what the other player made of them, and what they would have made where they came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.core.figures import Finding, Kind, effect, finding
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import Card, colour_name
from scoring.lost_cities.moves import DECK, Discard, Draw, Expedition, Lay
from scoring.lost_cities.review.game import Changed, Reading, RoundPlayed, about
from scoring.lost_cities.rules import State

GIFTS = Kind(text("What discards gave the other player"))


@dataclass(frozen=True, slots=True)
class Thrown:
    """A discard: whose, at which number of the log, and what lay in the own expedition of its colour.

    `laid_by` is who laid the card in the end, None: nobody.
    """

    card: Card
    by: Seat
    index: int
    own: Expedition
    laid_by: Seat | None = None


def thrown(round: RoundPlayed) -> list[Thrown]:
    """The discards of a round, in their order; one that was taken up and discarded again counts from then."""
    piles: dict[str, list[Thrown]] = {}
    held: list[tuple[Seat, Thrown]] = []
    laid: list[Thrown] = []
    for act in round.acts:
        match act.move:
            case Discard(seat, card):
                _let_go(held, seat, card)
                own = act.before.expedition(seat, card.colour)
                piles.setdefault(card.colour, []).append(Thrown(card, seat, act.index, own))
            case Draw(seat, source) if source != DECK:
                held.append((seat, piles[source].pop()))
            case Lay(seat, card):
                laid += [replace(one, laid_by=seat) for one in _let_go(held, seat, card)]
    lying = [one for pile in piles.values() for one in pile]
    return sorted([*lying, *laid, *(one for _seat, one in held)], key=lambda one: one.index)


def _let_go(held: list[tuple[Seat, Thrown]], seat: Seat, card: Card) -> list[Thrown]:
    """The card as it had been taken up, which leaves the hand now; nothing where it was drawn from the draw pile."""
    found = next((one for one in held if one[0] == seat and one[1].card == card), None)
    if found is None:
        return []
    held.remove(found)
    return [found[1]]


def gifts(game: Reading) -> Iterator[Finding[State]]:
    """The game without each card, and without all cards of each expedition, that came from the other's discards."""
    for round in game.rounds:
        given = [one for one in thrown(round) if one.laid_by == 1 - one.by]
        by_expedition = sorted(given, key=lambda one: (one.by, one.card.colour))
        for (_by, colour), group in groupby(by_expedition, key=lambda one: (one.by, one.card.colour)):
            cards = list(group)
            if len(cards) > 1:
                yield from _gift(game, round, cards, f"gifts-{about(round, 1 - cards[0].by, colour)}")
            for one in {one.card: one for one in reversed(cards)}.values():  # two wagers are one as the other
                yield from _gift(game, round, [one], f"gift-{one.index}")


def _gift(game: Reading, round: RoundPlayed, cards: list[Thrown], key: str) -> Iterator[Finding[State]]:
    giver, colour = cards[0].by, cards[0].card.colour
    rest = without(round.expedition(1 - giver, colour), (one.card for one in cards))
    instead = game.with_expeditions(Changed(round.number, 1 - giver, colour, rest))
    gained = -game.more(1 - giver, instead)
    says = text("In round {round} {giver} discarded {card}; {taker} laid it and {effect}.", card=cards[0].card.called)
    if len(cards) > 1:
        facts = {"cards": named(cards), "colour": colour_name(colour)}
        says = text("In round {round} {giver} discarded {cards} in {colour}, and {taker} {effect} with them.", **facts)
    if gained:
        yield finding(
            key,
            GIFTS,
            says,
            instead,
            move=cards[0].index if len(cards) == 1 else None,
            about=about(round, 1 - giver, colour),
            round=round.number,
            giver=game.name(giver),
            taker=game.name(1 - giver),
            effect=effect(1 - giver, gained),
        )


def named(cards: Iterable[Thrown]) -> tuple[Text, ...]:
    """Cards of one colour in a sentence, the wagers first."""
    numbers = sorted(one.card.number for one in cards)
    wagers = numbers.count(0)
    words = tuple(text("the {number}", number=number) for number in numbers[wagers:])
    return (plural("a wager", "{count} wagers", wagers), *words) if wagers else words


def without(expedition: Expedition, cards: Iterable[Card]) -> Expedition:
    """An expedition that lacks these of its cards."""
    for card in cards:
        if card.is_wager:
            expedition = Expedition(expedition.wagers - 1, expedition.numbers)
        else:
            rest = tuple(number for number in expedition.numbers if number != card.number)
            expedition = Expedition(expedition.wagers, rest)
    return expedition
