"""“It is mine”: the cards that others have counted, and what they would give up of them."""

from __future__ import annotations

from dataclasses import replace

from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lutece.cards import Card, Holding, amounts
from scoring.lutece.moves import Count, Move
from scoring.lutece.state import State
from scoring.lutece.view.entry import Face, face, in_order


def counted_by_others(state: State, seat: Seat) -> tuple[tuple[Seat, tuple[Face, ...]], ...]:
    """The cards of each other player who has counted some."""
    others = ((other, own) for other, own in enumerate(state.counted) if own and own.cards and other != seat)
    return tuple((other, tuple(face(_printed(card)) for card in in_order(own.cards))) for other, own in others)


def given_up(state: State, move: Move) -> Move | None:
    """Another player's count without the cards of this one; None where no card is in both."""
    if not isinstance(move, Count):
        return None
    wanted = {_printed(card) for card in move.holding.cards}
    for seat, own in enumerate(state.counted):
        if own and seat != move.seat and any(_printed(card) in wanted for card in own.cards):
            return Count(seat, _without(own, {card.id for card in wanted}))
    return None


def _without(own: Holding, ids: set[str]) -> Holding:
    """The holding that is left; whoever lay under a card that is gone waits again, and totals stood beside the cards
    alone.
    """
    left = tuple(card for card in own.cards if card.id not in ids)
    waiting = tuple(_printed(card) if card.attached_to in ids else card for card in left)
    return replace(own, cards=waiting, totals=own.totals if left else None)


def _printed(card: Card) -> Card:
    """The card in hand, under nobody."""
    return replace(card, attached_to=None, resource=None)


def said_given_up(state: State, move: Move) -> Text:
    """The cards that a count has no more."""
    own = state.counted[move.seat] if isinstance(move, Count) else None
    left = {card.id for card in move.holding.cards} if isinstance(move, Count) else set()
    return text("{cards}", cards=tuple(_name(card) for card in (own.cards if own else ()) if card.id not in left))


def _name(card: Card) -> Text | str:
    name = face(card).name
    return text("{card} ({resources})", card=name, resources=amounts(card.bears)) if any(card.bears) else name
