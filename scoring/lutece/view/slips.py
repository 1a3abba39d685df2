"""The pay slips of a round: what each player pays and takes, so that the coins on the table can follow."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.lutece.bidding import INCOME, OPTIONS
from scoring.lutece.purchases import CONSOLATION
from scoring.lutece.state import State


@dataclass(frozen=True, slots=True)
class Slip:
    """The payments of a player since the reveal, bribes and costs, and the takings: incomes, 1 for each
    option in vain, coins on a card, and what a card gives. `gold` is what the player has now.
    """

    seat: Seat
    paid: int
    taken: int
    gold: int


def slips(state: State) -> tuple[Slip, ...]:
    """The slips of all players, by seat; none before the reveal."""
    if state.phase != "purchases":
        return ()
    return tuple(_slip(state, seat) for seat in range(len(state.names)))


def _slip(state: State, seat: Seat) -> Slip:
    outcomes = [outcome for _tile, outcome in state.settled]
    on_tiles = sum(bid.seat == seat for outcome in outcomes for bid in outcome.bids) + len(state.own(seat))
    won = [outcome for outcome in outcomes if outcome.winner and outcome.winner.seat == seat]
    acquired = [outcome for outcome in won if outcome.acquires]
    in_vain = sum(bid.seat == seat for outcome in outcomes for bid in outcome.back)
    paid = sum(outcome.winner.coins for outcome in won if outcome.winner)
    paid += sum(outcome.lot.card.price for outcome in acquired)
    taken = INCOME * (OPTIONS - on_tiles) + CONSOLATION * in_vain
    taken += sum(outcome.lot.coins + outcome.effect for outcome in acquired)
    return Slip(seat, paid, taken, state.holdings[seat].gold)
