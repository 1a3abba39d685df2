"""Apprentices of Lutèce: each lies under a character, and copies a resource of it."""

from __future__ import annotations

from dataclasses import replace

from scoring.core.rule import Illegal
from scoring.core.sheet import Seat
from scoring.core.text import text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import RESOURCE_NAMES, Card, Holding
from scoring.lutece.guards import nobody_waits
from scoring.lutece.moves import Attach
from scoring.lutece.state import State, held


def followers(holding: Holding, card: Card) -> tuple[Card, ...]:
    """The waiting apprentices that go under this first character without a question."""
    asks = len(card.bearing) > 1
    return holding.waiting() if card.takes_apprentices and not holding.bearers() and not asks else ()


def with_followers(state: State, seat: Seat, bearer: Card) -> State:
    moved = {card.id for card in state.holdings[seat].waiting()}
    for key in moved:
        state = _attached(state, seat, key, bearer.id, None)
    return replace(state, moved=state.moved | moved)


def attach(state: State, move: Attach) -> State:
    holding = state.holdings[move.seat]
    card = _own_apprentice(state, move)
    bearer = holding.card(move.to)
    if bearer is None or not bearer.takes_apprentices:
        raise Illegal(
            clauses.BEARER,
            text(
                "{apprentice!c} must go under one of {name}’s characters, not a legionnaire or an apprentice.",
                apprentice=card.title,
                name=state.names[move.seat],
            ),
        )
    _free(state, card, move)
    _copies(bearer, move.resource)
    copied = move.resource if len(bearer.bearing) > 1 else None
    return replace(_attached(state, move.seat, card.id, bearer.id, copied), moved=state.moved - {card.id})


def _own_apprentice(state: State, move: Attach) -> Card:
    card = state.holdings[move.seat].card(move.apprentice)
    if card is None or card.kind != "apprentice":
        raise Illegal(
            clauses.OWN_APPRENTICE,
            text("{name} has no apprentice “{id}”.", name=state.names[move.seat], id=move.apprentice),
        )
    return card


def _free(state: State, card: Card, move: Attach) -> None:
    if card.attached_to is None:
        return
    nobody_waits(state)
    if card.id not in state.moved or move.to != card.attached_to:
        raise Illegal(clauses.STAYS, text("{apprentice!c} is already under a character.", apprentice=card.title))


def _copies(bearer: Card, resource: str | None) -> None:
    if resource is None and len(bearer.bearing) > 1:
        raise Illegal(
            clauses.COPIED,
            text("{card!c} has several resources: say which one the apprentice copies.", card=bearer.title),
        )
    if resource is not None and resource not in bearer.bearing:
        raise Illegal(
            clauses.COPIED,
            text("{card!c} does not give {resource}.", card=bearer.title, resource=RESOURCE_NAMES[resource]),
        )


def _attached(state: State, seat: Seat, apprentice: str, to: str, resource: str | None) -> State:
    holding = state.holdings[seat]
    cards = tuple(
        replace(card, attached_to=to, resource=resource) if card.id == apprentice else card for card in holding.cards
    )
    return held(state, seat, replace(holding, cards=cards))
