"""Contested tiles: what a little more gold would have changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.core.findings import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.cards import RESOURCE_NAMES, in_gold
from scoring.lutece.review.otherwise import Twist, buyer, held, resettled
from scoring.lutece.review.reading import Reading, Settled, Then, change, change_of
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
        yield Finding(
            key=f"level-{one.round}-{one.tile.lower()}",
            kind=CONTESTS,
            says=_said_levelled(game, one, one.buyer, [bid for bid, _found in could], then),
            instead=then.state,
            claims={"change": change(one.buyer, then)},
            move=one.index,
            about=game.about(then, f"tile-{one.round}-{one.tile}"),
        )


def _said_levelled(game: Reading, one: Settled, seat: Seat, bids: Sequence[Bid], then: Then) -> Text:
    return plural(
        "In round {round} {winner} outbid {names} for {card} under tile {tile}, {high} to {low}; with 1 gold more on "
        "that bribe nobody would have had it: {change} for {winner}.",
        "In round {round} {winner} outbid {names} for {card} under tile {tile}, {high} to {low}; with 1 gold more on "
        "one of these bribes nobody would have had it: {change} for {winner}.",
        len(bids),
        names=tuple(game.name(bid.seat) for bid in bids),
        winner=game.name(seat),
        low=bids[0].strength,
        change=change_of(then.changes[seat]),
        **_facts(one),
    )


def _facts(one: Settled) -> dict[str, object]:
    high = max(bid.strength for bid in one.result.bids)
    return {"card": one.card.title, "tile": one.tile, "round": one.round, "high": high}


def _won(game: Reading, one: Settled, bid: Bid, extra: int) -> Iterator[Finding[State]]:
    """What it lacked on a bribe, where the card was another's or the highest bribe was shared."""
    found = _raised(game, one, bid, extra)
    if found is None or buyer(found[0]) != bid.seat or (one.result.winner and one.buyer is None):
        return
    then = game.then(found[1])
    seats = {"own": bid.seat} if one.buyer is None else {"own": bid.seat, "others": one.buyer}
    if all(then.changes[seat] for seat in seats.values()):
        yield Finding(
            key=f"contest-{one.round}-{one.tile.lower()}-{bid.seat}",
            kind=CONTESTS,
            says=_said_won(game, one, bid, extra, then),
            instead=then.state,
            claims={of: change(seat, then) for of, seat in seats.items()},
            move=one.index,
            about=game.about(then, f"tile-{one.round}-{one.tile}"),
        )


def _said_won(game: Reading, one: Settled, bid: Bid, extra: int, then: Then) -> Text:
    seat, majority = bid.seat, game.taken(then, bid.seat)
    facts: dict[str, object] = {
        "name": game.name(seat),
        "extra": in_gold(extra),
        "own": change_of(then.changes[seat]),
        **_facts(one),
    }
    if one.buyer is not None:
        return _said_outbid(game, one.buyer, bid, facts, then)
    if majority:
        return text(
            "In round {round} the highest bribe for {card} under tile {tile} was tied at {high}, and nobody got it; "
            "with {extra} more, {name} would have had it, and the {resource} majority: {own} for {name}.",
            resource=RESOURCE_NAMES[majority],
            **facts,
        )
    return text(
        "In round {round} the highest bribe for {card} under tile {tile} was tied at {high}, and nobody got it; with "
        "{extra} more, {name} would have had it: {own} for {name}.",
        **facts,
    )


def _said_outbid(game: Reading, winner: Seat, bid: Bid, facts: dict[str, object], then: Then) -> Text:
    majority = game.taken(then, bid.seat)
    facts |= {"winner": game.name(winner), "low": bid.strength, "others": change_of(then.changes[winner])}
    if majority:
        return text(
            "In round {round} {winner} outbid {name} for {card} under tile {tile}, {high} to {low}; with {extra} "
            "more, {name} would have had it, and the {resource} majority: {own} for {name}, {others} for {winner}.",
            resource=RESOURCE_NAMES[majority],
            **facts,
        )
    return text(
        "In round {round} {winner} outbid {name} for {card} under tile {tile}, {high} to {low}; with {extra} more, "
        "{name} would have had it: {own} for {name}, {others} for {winner}.",
        **facts,
    )


def unpaid(game: Reading) -> Iterator[Finding[State]]:
    """The game if a cost that could not be paid could have been."""
    for one in game.settled:
        if one.result.winner and not one.result.acquires:
            seat = one.result.winner.seat
            gold = one.before.holdings[seat].gold
            lacked = one.card.price - gold
            bought = Twist(one.place, 0, lot=one.result.lot, really=one.before.holdings[seat])
            holding = held(game, seat, frozenset(), [Twist(one.place, lacked), bought])
            then = game.then(game.with_holding(seat, holding)) if holding else None
            if then and then.changes[seat]:
                yield _unpaid(game, one, seat, lacked, then)


def _unpaid(game: Reading, one: Settled, seat: Seat, lacked: int, then: Then) -> Finding[State]:
    return Finding(
        key=f"unpaid-{one.round}-{one.tile.lower()}",
        kind=CONTESTS,
        says=text(
            "In round {round} {name} was {lacked} short of the cost of {card} under tile {tile}; with that: {own}.",
            name=game.name(seat),
            card=one.card.title,
            tile=one.tile,
            round=one.round,
            lacked=in_gold(lacked),
            own=change_of(then.changes[seat]),
        ),
        instead=then.state,
        claims={"own": change(seat, then)},
        move=one.index,
        about=game.about(then, f"tile-{one.round}-{one.tile}"),
    )
