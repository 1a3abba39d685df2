"""Majorities and markets that were one symbol away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from scoring.core.findings import Finding, Kind
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, text
from scoring.lutece.cards import BOX_SIZES, CHARACTER, RESOURCE_NAMES, SINGLE, Card
from scoring.lutece.majority import Standing
from scoring.lutece.review.reading import Reading, Then, more, points_of
from scoring.lutece.state import State, seen

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
    """Whether the box may have one more character than the players have."""
    cards = (card for holding in state.holdings for card in holding.cards)
    return sum(card.drawn_from == CHARACTER for card in cards) < BOX_SIZES[CHARACTER]


def _one_more(game: Reading, table: Standing, seat: Seat, then: Then) -> Iterator[Finding[State]]:
    majority = seat not in table.majority and then.holders(table.resource) == {seat}
    says = _said(game, table, seat, majority, _market(game, seat, then), then.changes[seat])
    if says:
        yield Finding(
            key=f"one-more-{table.resource}-{seat}",
            kind=ONE_MORE,
            says=says,
            instead=then.state,
            claims={"points": more(seat)},
            about=game.about(then, f"market-{seat}"),
        )


def _market(game: Reading, seat: Seat, then: Then) -> Card | None:
    """A market that is satisfied then and is not now; None where as many are."""
    now, satisfied = _satisfied(game.sheet, seat), _satisfied(then.sheet, seat)
    if len(satisfied) == len(now):
        return None
    return game.state.holdings[seat].card(next(key for key in satisfied if key not in now))


def _satisfied(sheet: Sheet, seat: Seat) -> list[str]:
    return [line.of or "" for line in sheet.players[seat].lines if line.code == "market" and line.points]


def _said(game: Reading, table: Standing, seat: Seat, majority: bool, market: Card | None, gained: int) -> Text | None:
    facts = {
        "name": game.name(seat),
        "resource": RESOURCE_NAMES[table.resource],
        "points": points_of(gained),
        "rivals": tuple(game.name(other) for other in sorted(table.majority)),
        "card": market.title if market else "",
    }
    if market and majority and not table.majority:
        return text(
            "With one more {resource} symbol, {name} would have satisfied {card}, and had the majority that nobody "
            "had: {points} more in all.",
            **facts,
        )
    if market and majority:
        return text(
            "With one more {resource} symbol, {name} would have satisfied {card}, and had the majority that went to "
            "{rivals}: {points} more in all.",
            **facts,
        )
    if market:
        return text(
            "With one more {resource} symbol, {name} would have satisfied {card}: {points} more in all.", **facts
        )
    if majority and table.majority:
        return text(
            "With one more {resource} symbol, {name} would have had the majority that went to {rivals}: {points} more "
            "in all.",
            **facts,
        )
    return None
