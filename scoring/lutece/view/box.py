"""A group's box: the catalogue of the cards it owns, each recorded once as it is printed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring.core.codec import Json, listing, shape
from scoring.core.rule import Illegal
from scoring.core.text import text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import BOX_SIZES, DECK_NAMES, Card
from scoring.lutece.formats import MOST_CARDS, card_from, card_to


@dataclass(frozen=True, slots=True)
class Box:
    """The cards known so far, in the order of recording."""

    cards: tuple[Card, ...] = ()

    def card(self, key: str) -> Card | None:
        return next((card for card in self.cards if card.id == key), None)

    def add(self, card: Card) -> Box:
        """The box with one card more; `Illegal` when its id is taken or its deck is full."""
        if self.card(card.id):
            raise Illegal(clauses.CARD_ONCE, text("The id “{id}” is already taken in this box.", id=card.id))
        deck = card.drawn_from
        if deck and sum(other.drawn_from == deck for other in self.cards) >= BOX_SIZES[deck]:
            facts = {"most": BOX_SIZES[deck], "deck": DECK_NAMES[deck]}
            raise Illegal(clauses.BOX_SIZE, text("This box already has all {most} of {deck}.", **facts))
        return Box((*self.cards, printed(card)))

    def edit(self, card: Card) -> Box:
        """The box where `card` takes the place of the one with its id; `Illegal` when there is none."""
        if not self.card(card.id):
            raise Illegal(clauses.CARD_ONCE, text("The card “{id}” is not in this box.", id=card.id))
        return Box(tuple(printed(card) if other.id == card.id else other for other in self.cards))

    def drop(self, key: str) -> Box:
        """The box without the card of this id."""
        return Box(tuple(card for card in self.cards if card.id != key))

    def matched(self, cards: Collection[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards of the box that are none of these, and those of these that it lacks. A card is the one of its id,
        else one that is printed alike: entered again by hand, it is no new one.
        """
        ids = {card.id for card in cards}
        left = [card for card in self.cards if card.id not in ids]
        lacking = []
        for card in cards:
            if self.card(card.id):
                continue
            twin = next((other for other in left if _alike(other, card)), None)
            if twin:
                left.remove(twin)
            else:
                lacking.append(card)
        return tuple(left), tuple(lacking)

    @property
    def twins(self) -> tuple[tuple[Card, int], ...]:
        """The cards that others are printed like, each once, with how many of them there are."""
        counts = ((card, sum(_alike(card, other) for other in self.cards)) for card in self.cards)
        first = {_without_id(card): (card, many) for card, many in reversed(list(counts)) if many > 1}
        return tuple(first.values())[::-1]

    def merge(self, key: str) -> Box:
        """The box with the card of this id alone of all that are printed alike."""
        own = self.card(key)
        return Box(tuple(card for card in self.cards if card == own or not (own and _alike(card, own))))

    def find(self, kind: str | None = None, deck: str | None = None, seen: Collection[str] = ()) -> tuple[Card, ...]:
        """The cards of a kind or a deck (None: any) whose ids are not among `seen`."""
        return tuple(
            card
            for card in self.cards
            if card.id not in seen and kind in (None, card.kind) and (deck is None or card.drawn_from in (None, deck))
        )

    def to_json(self) -> dict[str, Json]:
        return {"cards": [card_to(card) for card in self.cards]}


def printed(card: Card) -> Card:
    """The card without what only happens to it in a game."""
    return replace(card, attached_to=None, resource=None)


def _without_id(card: Card) -> Card:
    return replace(printed(card), id="")


def _alike(one: Card, other: Card) -> bool:
    return _without_id(one) == _without_id(other)


def from_json(value: object) -> Box:
    """Read a box; raises `Malformed` for what is no box and `Illegal` for one that cannot exist."""
    box = Box()
    for at, card in enumerate(listing(shape(value, "box", ("cards",))["cards"], "cards", 0, MOST_CARDS)):
        box = box.add(card_from(card, f"cards[{at}]"))
    return box
