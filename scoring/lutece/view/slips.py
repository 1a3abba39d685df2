"""The pay slips of a round: what each player pays and takes, so that the coins on the table can follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lutece.bidding import INCOME, OPTIONS
from scoring.lutece.purchases import CONSOLATION
from scoring.lutece.state import State
from scoring.lutece.view.entry import Face, face


@dataclass(frozen=True, slots=True)
class Slip:
    """The payments of a player since the reveal, bribes and costs, and the takings: incomes, 1 for each
    option in vain, coins on a card, and what a card gives. `gold` is what the player has now, `counted` what lies
    there, where it was counted; `bought` are the cards whose cost was paid.
    """

    seat: Seat
    paid: int
    taken: int
    gold: int
    counted: int | None
    bought: tuple[Face, ...]

    @property
    def difference(self) -> Text | None:
        """The gold that was counted beside what was followed; None where they are equal or nothing was counted."""
        if self.counted in (None, self.gold):
            return None
        return text("Counted: {counted}. In Cairn: {gold}.", counted=self.counted, gold=self.gold)


def slips(state: State, typed: Mapping[str, str]) -> tuple[Slip, ...]:
    """The slips of all players, by seat; none before the reveal. `typed` has the gold that was counted, as `gold.0`."""
    if state.phase != "purchases":
        return ()
    return tuple(_slip(state, seat, _whole(typed.get(f"gold.{seat}", ""))) for seat in range(len(state.names)))


def _whole(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) < 4 else None


def _slip(state: State, seat: Seat, counted: int | None) -> Slip:
    outcomes = [outcome for _tile, outcome in state.settled]
    on_tiles = sum(bid.seat == seat for outcome in outcomes for bid in outcome.bids) + len(state.own(seat))
    won = [outcome for outcome in outcomes if outcome.winner and outcome.winner.seat == seat]
    acquired = [outcome for outcome in won if outcome.acquires]
    in_vain = sum(bid.seat == seat for outcome in outcomes for bid in outcome.back)
    paid = sum(outcome.winner.coins for outcome in won if outcome.winner)
    paid += sum(outcome.lot.card.price for outcome in acquired)
    taken = INCOME * (OPTIONS - on_tiles) + CONSOLATION * in_vain
    taken += sum(outcome.lot.coins + outcome.effect for outcome in acquired)
    bought = tuple(face(outcome.lot.card) for outcome in acquired)
    return Slip(seat, paid, taken, state.holdings[seat].gold, counted, bought)
