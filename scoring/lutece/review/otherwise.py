"""The end of a game as it would have been without a purchase, or with other bids for a tile.

Everything else stays: the same options, bribes and purchases, each paid by the rules with what would have been there.
Where the gold would have run short, or an apprentice would have had no place of its own, nothing is known of the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.sheet import Seat
from scoring.lutece.cards import Card, Holding
from scoring.lutece.purchases import CONSOLATION, affords, gold_effect, outcome
from scoring.lutece.review.game import Reading, Settled
from scoring.lutece.state import Bid, Lot, Outcome, State, paid

EMPTY = Holding()


@dataclass(frozen=True, slots=True)
class Twist:
    """From a place on there is so much more gold, and these cards.

    `lot` is bought by the player who `really` held this; its cost must be there before the gold is.
    """

    place: int
    gold: int
    cards: tuple[Card, ...] = ()
    lot: Lot | None = None
    really: Holding = EMPTY


@dataclass(slots=True)
class _Player:
    """A player on the way: `gold` more than really, `more` cards, and without some of the real ones.

    `possible` turns False where this could not have been.
    """

    seat: Seat
    without: frozenset[str]
    gold: int = 0
    more: tuple[Card, ...] = ()
    possible: bool = True

    def holding(self, really: Holding) -> Holding:
        kept = tuple(card for card in really.cards if card.id not in self.without)
        return replace(really, gold=really.gold + self.gold, cards=(*kept, *self.more))

    def go_on(self, mark: Settled | Twist, purse: Sequence[int]) -> None:
        """A tile that was won, or a twist; of the gold there really was until the next one there must be enough."""
        if isinstance(mark, Settled):
            self._settle(mark)
        else:
            self._turn(mark)
        self.possible &= all(gold + self.gold >= 0 for gold in purse)

    def _settle(self, one: Settled) -> None:
        then, result = self.holding(one.before.holdings[self.seat]), one.result
        if one.card.id in self.without:
            self.gold += one.card.price - result.lot.coins - result.effect
            return
        self.possible &= affords(then, one.card) == result.acquires and not _waits(then)
        if result.acquires:
            self.gold += gold_effect(then, one.card) - result.effect

    def _turn(self, twist: Twist) -> None:
        self.more += twist.cards
        if twist.lot:
            then, card = self.holding(twist.really), twist.lot.card
            self.possible &= affords(then, card)
            self.gold += twist.lot.coins + gold_effect(then, card) - card.price
            self.more += (card,)
        self.gold += twist.gold


def _waits(holding: Holding) -> bool:
    """True if an apprentice waits beside a character that could take it."""
    return bool(holding.waiting() and holding.bearers())


def held(game: Reading, seat: Seat, without: frozenset[str], twists: Sequence[Twist]) -> Holding | None:
    """The possessions of a seat in the end without these cards of its purchases; None where that could not be.

    Before the first twist nothing is otherwise. A card that is not there at the end was a legionnaire, given up later.
    """
    if not without <= {card.id for card in game.state.holdings[seat].cards}:
        return None
    player, purse = _Player(seat, without), game.purses[seat]
    since = min(twist.place for twist in twists)
    won = (one for one in game.won_by(seat) if one.place >= since)
    marks: list[Settled | Twist] = sorted([*won, *twists], key=lambda mark: mark.place)
    until = [*(mark.place for mark in marks[1:]), len(purse)]
    for mark, end in zip(marks, until, strict=False):
        player.go_on(mark, purse[mark.place : end])
        if not player.possible:
            return None
    there = player.holding(game.state.holdings[seat])
    bearers = {None, *(card.id for card in there.cards)}
    return None if _waits(there) or any(card.attached_to not in bearers for card in there.cards) else there


def without(game: Reading, seat: Seat, bought: Sequence[Settled]) -> State | None:
    """The finished game without these purchases of a seat: nobody has the cards, and bribe and cost stay with it."""
    twists = [Twist(one.place, one.bribe) for one in bought]
    holding = held(game, seat, frozenset(one.card.id for one in bought), twists)
    return game.with_holding(seat, holding) if holding else None


def resettled(
    game: Reading, one: Settled, bids: tuple[Bid, ...], given_back: Mapping[Seat, tuple[Card, ...]] | None = None
) -> tuple[Outcome, State] | None:
    """A tile settled with other bids of the same players, and the finished game then; None where that could not be.

    More gold on a bid was there before the reveal. `given_back` are legionnaires that nobody gave up for it.
    """
    before, back = one.before, given_back or {}
    for bid, old in zip(bids, one.result.bids, strict=True):
        before = paid(before, bid.seat, old.coins - bid.coins)
    others = tuple(bid for bid in before.bids if bid.action != one.tile)
    then = outcome(replace(before, bids=(*others, *bids)), one.tile)
    holdings = list(game.state.holdings)
    for seat in {bid.seat for bid in bids} | set(back):
        there = held(
            game, seat, _lost(one, then, seat), [*_twists(one, then, seat), Twist(one.place, 0, back.get(seat, ()))]
        )
        if there is None:
            return None
        holdings[seat] = there
    return then, game.with_holdings(tuple(holdings))


def buyer(result: Outcome) -> Seat | None:
    return result.winner.seat if result.winner and result.acquires else None


def _lost(one: Settled, then: Outcome, seat: Seat) -> frozenset[str]:
    return frozenset({one.card.id} if one.buyer == seat != buyer(then) else ())


def _twists(one: Settled, then: Outcome, seat: Seat) -> list[Twist]:
    """The changes open to a bidder: more laid before the reveal; then what comes back more, or the card."""
    laid = _coins(then, seat) - _coins(one.result, seat)
    back = _back(then, seat) - _back(one.result, seat)
    lot = then.lot if buyer(then) == seat != one.buyer else None
    return [Twist(one.revealed - 1, -laid), Twist(one.place, back, lot=lot, really=one.before.holdings[seat])]


def _coins(result: Outcome, seat: Seat) -> int:
    return sum(bid.coins for bid in result.bids if bid.seat == seat)


def _back(result: Outcome, seat: Seat) -> int:
    return sum(bid.coins + CONSOLATION for bid in result.back if bid.seat == seat)
