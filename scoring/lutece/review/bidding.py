"""Contested tiles: what a little more gold would have changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.core.figures import Finding, Kind
from scoring.core.text import Text, plural, text
from scoring.lutece.cards import RESOURCE_NAMES, in_gold
from scoring.lutece.review.game import Reading, Settled, of_tile
from scoring.lutece.review.otherwise import Twist, buyer, held, resettled
from scoring.lutece.state import Bid, Outcome, State

NEARLY = 3  # gold that a bribe may lack to win
LEVEL = 1  # gold that a bribe may lack to be level with the highest

CONTESTS = Kind(
    text("Contested tiles"),
    text("The gold for it was there, and everything bought later could still have been paid."),
)


def contests(game: Reading) -> Iterator[Finding[State]]:
    """The game if a bribe that did not win had been a little higher: enough to win, or level with the highest."""
    for one in game.settled:
        back = [(bid, _lacked(one, bid)) for bid in one.result.back]
        yield from _levelled(game, one, [bid for bid, lacked in back if lacked == LEVEL + 1])
        for bid, lacked in back:
            if lacked <= NEARLY:
                yield from _won(game, one, bid, lacked)


def _lacked(one: Settled, bid: Bid) -> int:
    """The gold that a bribe lacked to be the single highest."""
    return max(other.strength for other in one.result.bids if other != bid) + 1 - bid.strength


def _raised(game: Reading, one: Settled, bid: Bid, extra: int) -> tuple[Outcome, State] | None:
    raised = replace(bid, coins=bid.coins + extra)
    return resettled(game, one, tuple(raised if other == bid else other for other in one.result.bids))


def _levelled(game: Reading, one: Settled, bids: Sequence[Bid]) -> Iterator[Finding[State]]:
    """One more gold on any of these bribes, and the highest would have been shared: nobody has the card."""
    could = [(bid, found) for bid in bids if (found := _raised(game, one, bid, LEVEL))]
    if one.buyer is None or not could:
        return
    then = game.then(could[0][1][1])
    if then.changes[one.buyer]:
        yield of_tile(
            game,
            f"level-{one.key}",
            CONTESTS,
            plural(
                "In round {round} {winner} outbid {names} for {card} under tile {tile}, {high} to {low}; with 1 gold "
                "more on that bribe nobody would have had it: {change} for {winner}.",
                "In round {round} {winner} outbid {names} for {card} under tile {tile}, {high} to {low}; with 1 gold "
                "more on one of these bribes nobody would have had it: {change} for {winner}.",
                len(could),
            ),
            one,
            then,
            winner=game.name(one.buyer),
            names=tuple(game.name(bid.seat) for bid, _found in could),
            high=one.highest,
            low=could[0][0].strength,
            change=then.change(one.buyer),
        )


def _won(game: Reading, one: Settled, bid: Bid, extra: int) -> Iterator[Finding[State]]:
    """The game with a bribe just high enough, where the card was another's or the highest bribe was shared."""
    found = _raised(game, one, bid, extra)
    if found is None or buyer(found[0]) != bid.seat or (one.result.winner and one.buyer is None):
        return
    then = game.then(found[1])
    seats = {"own": bid.seat} if one.buyer is None else {"own": bid.seat, "others": one.buyer}
    if all(then.changes[seat] for seat in seats.values()):
        yield of_tile(
            game,
            f"contest-{one.key}-{bid.seat}",
            CONTESTS,
            _tied() if one.buyer is None else _outbid(game.name(one.buyer), bid.strength),
            one,
            then,
            high=one.highest,
            extra=in_gold(extra),
            name=game.name(bid.seat),
            gain=_gain(game.taken(then, bid.seat)),
            **{of: then.change(seat) for of, seat in seats.items()},
        )


def _tied() -> Text:
    return text(
        "In round {round} the highest bribe for {card} under tile {tile} was tied at {high}, and nobody got it; with "
        "{extra} more, {name} would have had {gain}: {own} for {name}."
    )


def _outbid(winner: str, low: int) -> Text:
    return text(
        "In round {round} {winner} outbid {name} for {card} under tile {tile}, {high} to {low}; with {extra} more, "
        "{name} would have had {gain}: {own} for {name}, {others} for {winner}.",
        winner=winner,
        low=low,
    )


def _gain(majority: str | None) -> Text:
    """The card, and the majority that it would have brought."""
    if majority is None:
        return text("the card")
    return text("the card and the {resource} majority", resource=RESOURCE_NAMES[majority])


def unpaid(game: Reading) -> Iterator[Finding[State]]:
    """The game if a cost that could not be paid could have been."""
    for one in game.settled:
        if not one.result.winner or one.result.acquires:
            continue
        seat = one.result.winner.seat
        before = one.before.holdings[seat]
        lacked = one.card.price - before.gold
        bought = Twist(one.place, 0, lot=one.result.lot, really=before)
        holding = held(game, seat, frozenset(), [Twist(one.place, lacked), bought])
        then = game.then(game.with_holding(seat, holding)) if holding else None
        if then and then.changes[seat]:
            says = text(
                "In round {round} {name} was {lacked} short of the cost of {card} under tile {tile}; with that: {own}.",
                name=game.name(seat),
                lacked=in_gold(lacked),
            )
            yield of_tile(game, f"unpaid-{one.key}", CONTESTS, says, one, then, own=then.change(seat))
