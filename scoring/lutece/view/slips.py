"""The pay slips of a round: what each player pays and takes, so that the coins on the table can follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lutece.bidding import INCOME, OPTIONS
from scoring.lutece.purchases import CONSOLATION
from scoring.lutece.state import Bid, Outcome, State
from scoring.lutece.view.entry import Face, face


@dataclass(frozen=True, slots=True)
class Payment:
    """The gold that an option costs, bribe and cost, and brings: 1 in vain, coins on its card, and what that gives.
    `face` is its card, None for incomes; `acquires` says whether the player has it now.
    """

    face: Face | None
    paid: int
    taken: int
    acquires: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """The payments of a player since the reveal. `gold` is what the player has now, `counted` what lies there, where
    it was counted.
    """

    seat: Seat
    payments: tuple[Payment, ...]
    gold: int
    counted: int | None

    @property
    def paid(self) -> int:
        """The gold paid in all."""
        return sum(payment.paid for payment in self.payments)

    @property
    def taken(self) -> int:
        """The gold taken in all."""
        return sum(payment.taken for payment in self.payments)

    @property
    def bought(self) -> list[Face]:
        """The cards whose cost was paid."""
        return [payment.face for payment in self.payments if payment.face and payment.acquires]

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
    return tuple(
        Slip(seat, tuple(_payments(state, seat)), state.holdings[seat].gold, _whole(typed.get(f"gold.{seat}", "")))
        for seat in range(len(state.names))
    )


def _whole(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) < 4 else None


def _payments(state: State, seat: Seat) -> Iterator[Payment]:
    bids = [(outcome, bid) for _tile, outcome in state.settled for bid in outcome.bids if bid.seat == seat]
    incomes = OPTIONS - len(bids) - len(state.own(seat))
    if incomes:
        yield Payment(None, 0, INCOME * incomes)
    for outcome, bid in bids:
        yield _payment(outcome, bid)


def _payment(outcome: Outcome, bid: Bid) -> Payment:
    lot = outcome.lot
    if bid in outcome.back:
        return Payment(face(lot.card), 0, CONSOLATION)
    if not outcome.acquires:
        return Payment(face(lot.card), bid.coins, 0)
    return Payment(face(lot.card), bid.coins + lot.card.price, lot.coins + outcome.effect, acquires=True)
