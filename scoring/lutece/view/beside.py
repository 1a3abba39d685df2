"""A final count beside what was followed, or counted before: the cards, the gold and the totals that are others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.core.sheet import Compared, Seat, changed, replaced, totals_unlike
from scoring.core.text import Text, _, text
from scoring.lutece.cards import RESOURCE_NAMES, RESOURCES, Holding, Position
from scoring.lutece.moves import Count
from scoring.lutece.rules import followed, position
from scoring.lutece.score import score
from scoring.lutece.state import State
from scoring.lutece.totals import SAID, totals_of
from scoring.lutece.view.entry import face

GOLD = text("gold")


def compared(state: State, count: Count) -> Compared | None:
    """A count beside what was followed or counted before of its seat; None where nothing was."""
    seat = count.seat
    counted = state.counted[seat]
    if counted is None and not was_followed(state):
        return None
    before, after = (_with(state, seat, own) for own in (counted or followed(state)[seat], count.holding))
    totals = (score(there).players[seat].total for there in (before, after))
    differences = tuple(_differences(before, after, seat))
    return Compared(state.names[seat], differences, counted is not None, *totals)


def was_followed(state: State) -> bool:
    """True if a card was turned up; a game that was only begun is not followed."""
    return state.round > 1 or any(state.lots) or bool(state.settled)


def _with(state: State, seat: Seat, holding: Holding) -> Position:
    there = position(state)
    return replace(there, holdings=replaced(there.holdings, seat, holding))


def _differences(before: Position, after: Position, seat: Seat) -> Iterator[Text]:
    had, has = before.holdings[seat], after.holdings[seat]
    yield from totals_unlike(had.total, has.total)
    if has.total is not None:
        return
    if had.short or has.short:
        own, other = totals_of(before, seat), totals_of(after, seat)
        pairs = [(own.symbols[at], other.symbols[at], RESOURCE_NAMES[name]) for at, name in enumerate(RESOURCES)]
        yield from changed([*pairs, *((read(own), read(other), what) for what, read in SAID)])
    else:
        yield from _cards(had, has)
    yield from changed([(had.gold, has.gold, GOLD)])


def _cards(had: Holding, has: Holding) -> Iterator[Text]:
    before, after = {card.id: card for card in had.cards}, {card.id: card for card in has.cards}
    for words, those in (
        (_("{cards} more"), [card for key, card in after.items() if key not in before]),
        (_("{cards} less"), [card for key, card in before.items() if key not in after]),
        (_("{cards} entered otherwise"), [card for key, card in after.items() if before.get(key, card) != card]),
    ):
        if those:
            yield text(words, cards=tuple(face(card).name for card in those))
