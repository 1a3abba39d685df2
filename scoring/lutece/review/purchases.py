"""The cause of each majority: a purchase, several, or the talents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.core.figures import Finding, Kind, fewer, finding
from scoring.core.sheet import Seat
from scoring.core.text import text
from scoring.lutece.cards import RESOURCE_NAMES, Holding
from scoring.lutece.review.bought import Bought, bought_by, not_bought
from scoring.lutece.review.game import Reading, Then, symbols_of
from scoring.lutece.state import State
from scoring.lutece.symbols import Standing

MAJORITIES = Kind(
    text("How majorities were decided"),
    text("A card that is not bought goes to nobody: its price is kept, and what it gave is lost."),
)


def majorities(game: Reading) -> Iterator[Finding[State]]:
    """The game without what gave each majority that is not shared: a purchase or several, or a talent."""
    for table in game.tables:
        if len(table.majority) == 1:
            (seat,) = table.majority
            yield from _by_talent(game, table, seat) if _ahead(table, seat) == 0 else _by_purchase(game, table, seat)


def _ahead(table: Standing, seat: Seat) -> int:
    """The number of symbols by which a seat is ahead of the others."""
    return table.symbols[seat] - max(own for other, own in enumerate(table.symbols) if other != seat)


def _with(game: Reading, table: Standing, symbols: int, seat: Seat) -> tuple[str, ...]:
    """The others who have so many symbols."""
    return tuple(game.name(other) for other in game.seats if other != seat and table.symbols[other] == symbols)


def _by_purchase(game: Reading, table: Standing, seat: Seat) -> Iterator[Finding[State]]:
    holding = game.state.holdings[seat]
    kept = bought_by(game, seat)
    giving = [one for one in kept if _bears(holding, one.settled.card.id, table.resource)]
    alone = ([one] for one in reversed(giving))
    together = (giving[-many:] for many in range(2, len(giving) + 1))
    for purchases in (*alone, *together):
        then = not_bought(game, seat, purchases)
        if then and then.holders(table.resource) != table.majority and then.changes[seat] < 0:
            yield _decided(game, table, seat, purchases, then)
            return


def _bears(holding: Holding, key: str, resource: str) -> bool:
    card = holding.card(key)
    return card is not None and (holding.copied(card) == resource or resource in card.bearing)


def _decided(game: Reading, table: Standing, seat: Seat, purchases: Sequence[Bought], then: Then) -> Finding[State]:
    last, ahead = purchases[-1].settled, _ahead(table, seat)
    says = text(
        "In round {round} {name} bought {card} under tile {tile} for {gold}: it decided the {resource} majority, "
        "{ahead} ahead of {rivals}, and brought {points} in all.",
        card=last.card.title,
        round=last.round,
        tile=last.tile,
        gold=purchases[-1].gold,
    )
    if len(purchases) > 1:
        says = text(
            "{name} had the {resource} majority, {ahead} ahead of {rivals}: the last {purchases} purchases with "
            "{resource} decided it, and brought {points} in all.",
            purchases=len(purchases),
        )
    return finding(
        f"majority-{table.resource}",
        MAJORITIES,
        says,
        then.state,
        move=last.index,
        about=f"majority-{table.resource}",
        plain=len(purchases) > 1,
        name=game.name(seat),
        resource=RESOURCE_NAMES[table.resource],
        ahead=symbols_of(ahead),
        rivals=_with(game, table, table.symbols[seat] - ahead, seat),
        points=fewer(seat, -then.changes[seat]),
    )


def _by_talent(game: Reading, table: Standing, seat: Seat) -> Iterator[Finding[State]]:
    """The game without the talents that the holder has in this resource."""
    holding = game.state.holdings[seat]
    giving = {card.id for card in holding.cards if _bears(holding, card.id, table.resource)}
    cards = tuple(replace(card, talent=None) if card.id in giving else card for card in holding.cards)
    then = game.then(game.with_holding(seat, replace(holding, cards=cards)))
    if then.changes[seat] < 0:
        yield finding(
            f"talents-{table.resource}",
            MAJORITIES,
            text(
                "{name} had as many {resource} symbols as {rivals}, {symbols}: the better talents gave {name} the "
                "majority, and {points} in all."
            ),
            then.state,
            about=f"majority-{table.resource}",
            name=game.name(seat),
            resource=RESOURCE_NAMES[table.resource],
            rivals=_with(game, table, table.symbols[seat], seat),
            symbols=table.symbols[seat],
            points=fewer(seat, -then.changes[seat]),
        )
