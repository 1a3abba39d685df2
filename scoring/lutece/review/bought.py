"""The worth of each purchase: its points, less those that its gold would have made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.core.figures import Finding, Kind, effect
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.cards import Card, in_gold
from scoring.lutece.review.game import Reading, Settled, Then, of_tile
from scoring.lutece.review.otherwise import without
from scoring.lutece.state import State

PURCHASES = Kind(
    text("Other purchases"),
    text("A card that is not bought goes to nobody: its price is kept, and what it gave is lost."),
)


@dataclass(frozen=True, slots=True)
class Bought:
    """A purchase whose card its player has at the end, with those of the apprentices under it."""

    settled: Settled
    apprentices: tuple[Settled, ...]

    @property
    def all(self) -> tuple[Settled, ...]:
        return (self.settled, *self.apprentices)

    @property
    def gold(self) -> Text:
        """The gold paid for the card, bribe and cost, and beside it for its apprentices, each in its own round."""
        own, many = in_gold(_paid(self.settled)), len(self.apprentices)
        if not many:
            return own
        return plural(
            "{gold}, beside its apprentice for {rest}",
            "{gold}, beside its {count} apprentices for {rest}",
            many,
            gold=own,
            rest=in_gold(sum(map(_paid, self.apprentices))),
        )


def _paid(one: Settled) -> int:
    return one.bribe + one.card.price


def bought_by(game: Reading, seat: Seat) -> list[Bought]:
    """The purchases of a seat, in their order."""
    kept = list(game.kept_by(seat))
    holding = game.state.holdings[seat]
    return [Bought(one, tuple(under for under in kept if _bearer(holding.card(under.card.id)) == one.card.id))
            for one in kept]  # fmt: skip


def _bearer(card: Card | None) -> str | None:
    return card.attached_to if card else None


def not_bought(game: Reading, seat: Seat, purchases: Sequence[Bought]) -> Then | None:
    """The game without these; None where the gold would have run short."""
    every = {one.place: one for purchase in purchases for one in purchase.all}
    instead = without(game, seat, tuple(every.values()))
    return game.then(instead) if instead else None


def purchases(game: Reading) -> Iterator[Finding[State]]:
    """The game without each purchase that turned no majority."""
    for seat in game.seats:
        for one in bought_by(game, seat):
            then = not_bought(game, seat, [one])
            if then and then.changes[seat] and not game.turned(then):
                yield _purchase(game, seat, one, then)


def _purchase(game: Reading, seat: Seat, one: Bought, then: Then) -> Finding[State]:
    return of_tile(
        game,
        f"purchase-{one.settled.key}",
        PURCHASES,
        text("In round {round} {name} bought {card} under tile {tile} for {gold}, and {effect} with it in all."),
        one.settled,
        then,
        plain=then.changes[seat] < 0,
        name=game.name(seat),
        gold=one.gold,
        effect=effect(seat, -then.changes[seat]),
    )
