"""What legionnaires did that were given up for a bribe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.core.findings import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.review.otherwise import buyer, resettled
from scoring.lutece.review.reading import Reading, Settled, Then, change, change_of
from scoring.lutece.state import State

LEGIONNAIRES = Kind(text("Legionnaires given up"))


def legionnaires(game: Reading) -> Iterator[Finding[State]]:
    """The game without the legionnaires that a player gave up on a tile."""
    for one in game.settled:
        for seat in sorted({given.by for given in one.given_up}):
            yield from _not_given_up(game, one, seat)


def _not_given_up(game: Reading, one: Settled, seat: Seat) -> Iterator[Finding[State]]:
    given = [each for each in one.given_up if each.by == seat]
    bidders = [each.bidder for each in given]
    bids = tuple(replace(bid, legionnaires=bid.legionnaires - bidders.count(bid.seat)) for bid in one.result.bids)
    found = resettled(game, one, bids, {seat: tuple(each.card for each in given)})
    if found is None:
        return
    then = game.then(found[1])
    if any(then.changes):
        yield Finding(
            key=f"legionnaires-{one.round}-{one.tile.lower()}-{seat}",
            kind=LEGIONNAIRES,
            says=_said_given_up(game, one, seat, len(given), buyer(found[0]), then),
            instead=then.state,
            claims={"own": change(seat, then)},
            move=one.index,
            about=game.about(then, f"tile-{one.round}-{one.tile}"),
        )


def _said_given_up(game: Reading, one: Settled, seat: Seat, many: int, other: Seat | None, then: Then) -> Text:
    facts = {
        "name": game.name(seat),
        "card": one.card.title,
        "tile": one.tile,
        "round": one.round,
        "own": change_of(then.changes[seat]),
    }
    if other == one.buyer:
        return _said_in_vain(many, facts)
    if other is None:
        return _said_nobodys(many, facts)
    return plural(
        "In round {round} {name} gave up a legionnaire on tile {tile}; without it {other} would have had {card}: "
        "{own} for {name}.",
        "In round {round} {name} gave up {count} legionnaires on tile {tile}; without them {other} would have had "
        "{card}: {own} for {name}.",
        many,
        other=game.name(other),
        **facts,
    )


def _said_in_vain(many: int, facts: Mapping[str, object]) -> Text:
    return plural(
        "In round {round} {name} gave up a legionnaire on tile {tile}, and {card} would have gone the same "
        "way without it: {own} for {name}.",
        "In round {round} {name} gave up {count} legionnaires on tile {tile}, and {card} would have gone the "
        "same way without them: {own} for {name}.",
        many,
        **facts,
    )


def _said_nobodys(many: int, facts: Mapping[str, object]) -> Text:
    return plural(
        "In round {round} {name} gave up a legionnaire on tile {tile}; without it nobody would have had {card}: "
        "{own} for {name}.",
        "In round {round} {name} gave up {count} legionnaires on tile {tile}; without them nobody would have had "
        "{card}: {own} for {name}.",
        many,
        **facts,
    )
