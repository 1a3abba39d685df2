"""Majorities and markets that were one symbol away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from scoring.core.figures import Finding, Kind, finding, more
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, text
from scoring.lutece.cards import BOX_SIZES, CHARACTER, RESOURCE_NAMES, SINGLE, Card
from scoring.lutece.review.game import Reading, Then
from scoring.lutece.state import State, seen
from scoring.lutece.symbols import Standing

ONE_MORE = Kind(
    text("One symbol short"),
    text("The symbol is taken to be on one more citizen, without talent or colour, that cost nothing."),
)


def one_more(game: Reading) -> Iterator[Finding[State]]:
    """The game with one symbol more, where that makes a majority or satisfies a market."""
    if not _has_room(game.state):
        return
    known = {card.id for card in seen(game.state)}
    key = next(key for number in count(1) if (key := f"one-more-{number}") not in known)
    for seat in game.seats:
        for table in game.tables:
            symbol = Card(key, "citizen", resources=SINGLE[table.resource])
            holding = game.state.holdings[seat]
            then = game.then(game.with_holding(seat, replace(holding, cards=(*holding.cards, symbol))))
            if then.changes[seat] > 0:
                yield from _one_more(game, table, seat, then)


def _has_room(state: State) -> bool:
    """True if the box may have one more character than the players have."""
    cards = (card for holding in state.holdings for card in holding.cards)
    return sum(card.drawn_from == CHARACTER for card in cards) < BOX_SIZES[CHARACTER]


def _one_more(game: Reading, table: Standing, seat: Seat, then: Then) -> Iterator[Finding[State]]:
    gains = tuple(_gains(game, table, seat, then))
    if gains:
        yield finding(
            f"one-more-{table.resource}-{seat}",
            ONE_MORE,
            text("With one more {resource} symbol, {name} would have {gains}: {points} more in all."),
            then.state,
            about=game.about(then, f"market-{seat}"),
            resource=RESOURCE_NAMES[table.resource],
            name=game.name(seat),
            gains=gains,
            points=more(seat, then.changes[seat]),
        )


def _gains(game: Reading, table: Standing, seat: Seat, then: Then) -> Iterator[Text]:
    """A market satisfied, and a majority that others have; one that nobody has beside a market only."""
    market = _market(game, seat, then)
    if market:
        yield text("satisfied {card}", card=market.title)
    if seat in table.majority or then.holders(table.resource) != {seat}:
        return
    if table.majority:
        yield text("had the majority that went to {rivals}", rivals=tuple(map(game.name, sorted(table.majority))))
    elif market:
        yield text("had the majority that nobody had")


def _market(game: Reading, seat: Seat, then: Then) -> Card | None:
    """A market that is satisfied then and is not now; None where as many are."""
    now, satisfied = _satisfied(game.sheet, seat), _satisfied(then.sheet, seat)
    if len(satisfied) == len(now):
        return None
    return game.state.holdings[seat].card(next(key for key in satisfied if key not in now))


def _satisfied(sheet: Sheet, seat: Seat) -> list[str]:
    return [line.of or "" for line in sheet.players[seat].lines if line.code == "market" and line.points]
