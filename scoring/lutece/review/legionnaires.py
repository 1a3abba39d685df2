"""The legionnaires that were given up for a bribe, and what that did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.core.figures import Finding, Kind
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.review.game import Reading, Settled, of_tile
from scoring.lutece.review.otherwise import buyer, resettled
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
        yield of_tile(
            game,
            f"legionnaires-{one.key}-{seat}",
            LEGIONNAIRES,
            plural(
                "In round {round} {name} gave up a legionnaire on tile {tile}; without it {end}: {own} for {name}.",
                "In round {round} {name} gave up {count} legionnaires on tile {tile}; without them {end}: {own} for "
                "{name}.",
                len(given),
            ),
            one,
            then,
            name=game.name(seat),
            end=_end(game, one, buyer(found[0])),
            own=then.change(seat),
        )


def _end(game: Reading, one: Settled, then: Seat | None) -> Text:
    """The buyer that the card would have had."""
    if then == one.buyer:
        return text("{card} would have gone the same way", card=one.card.title)
    if then is None:
        return text("nobody would have had {card}", card=one.card.title)
    return text("{other} would have had {card}", other=game.name(then), card=one.card.title)
