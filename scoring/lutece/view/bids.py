"""The bids and bribes that may be laid at a table of Lutèce: hands of action cards, and what a purse allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lutece.bidding import INCOME, OPTIONS
from scoring.lutece.cards import in_gold
from scoring.lutece.moves import INCOMES, Action, Bribe, Move
from scoring.lutece.purchases import affords
from scoring.lutece.rules import HIDDEN, apply, options
from scoring.lutece.state import Bid, State, hand_for
from scoring.lutece.view.box import Box
from scoring.lutece.view.entry import Face, face
from scoring.lutece.view.would import Change, would_change


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card in a hand, the card that lies on its tile, and what that would change for the player."""

    action: Action
    income: bool
    face: Face | None
    change: Change | None


@dataclass(frozen=True, slots=True)
class Hand:
    """The action cards of a player who has not laid options, `most` of them; `taken` were said and did not hold."""

    seat: Seat
    actions: tuple[ActionCard, ...]
    taken: tuple[Action, ...]
    most: int = OPTIONS


@dataclass(frozen=True, slots=True)
class Raise:
    """An own option, and the bribes that the gold allows on it, each with how much gold it takes; `said` was one."""

    bid: Bid
    face: Face | None
    change: Change | None
    bribes: tuple[tuple[int, Bribe], ...]
    said: str


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on bribes that take so much gold; `forbids`: they cannot be made."""

    spent: int
    said: Text
    forbids: bool


@dataclass(frozen=True, slots=True)
class Purse:
    """The options of a player, and what the bribes on them come to."""

    seat: Seat
    gold: int
    raises: tuple[Raise, ...]
    notes: tuple[Note, ...]


def hands(state: State, asked: ViewRequest[Box]) -> Iterator[Hand]:
    """The hands of this phone's players who have not laid yet."""
    for seat in sorted(asked.seats - state.laid):
        refused = asked.selection.get("lay", "") if asked.selection.get("seat") == str(seat) else ""
        actions = hand_for(len(state.names))
        hand = tuple(map(ActionCard, actions, (action in INCOMES for action in actions), *_on(state, seat, actions)))
        yield Hand(seat, hand, tuple(refused.split(",")))


def _on(state: State, seat: Seat, actions: Sequence[Action]) -> tuple[Iterable[Face | None], Iterable[Change | None]]:
    """The cards on the tiles of action cards, and what each would change for this player; an Income has none."""
    lots = [None if action in INCOMES else state.lot(action) for action in actions]
    return [face(lot.card) if lot else None for lot in lots], would_change(state, seat, lots)


def purses(state: State, asked: ViewRequest[Box]) -> Iterator[Purse]:
    """The options of this phone's players, as far as it may know them, with what can be laid on them."""
    for seat in sorted(asked.seats):
        bids = state.own(seat)
        if all(bid.action != HIDDEN for bid in bids):
            faces, changes = _on(state, seat, [bid.action for bid in bids])
            on_tiles = zip(bids, faces, changes, strict=True)
            raises = tuple(_raise(state, bid, asked.selection, drawn, change) for bid, drawn, change in on_tiles)
            notes = (*_too_much(state, seat, raises), *_unpayable(state, seat, raises))
            yield Purse(seat, state.holdings[seat].gold, raises, notes)


def _raise(state: State, bid: Bid, selection: Mapping[str, str], drawn: Face | None, change: Change | None) -> Raise:
    bribes = [move for move in options(state, bid.seat) if isinstance(move, Bribe) and move.tile == bid.action]
    said = selection.get("amount", "") if selection.get("bribe") == f"{bid.seat} {bid.action}" else ""
    return Raise(bid, drawn, change, tuple((move.amount - bid.coins, move) for move in bribes), said)


def _too_much(state: State, seat: Seat, raises: tuple[Raise, ...]) -> Iterator[Note]:
    """Why two bribes of which each is allowed are not allowed together."""
    most = sum(own.bribes[-1][0] for own in raises if own.bribes)
    for spent in range(state.holdings[seat].gold + 1, most + 1):
        bid = raises[0].bid
        yield Note(spent, _why_not(state, Bribe(seat, bid.action, bid.coins + spent)), True)


def _unpayable(state: State, seat: Seat, raises: tuple[Raise, ...]) -> Iterator[Note]:
    """From which bribe on a card of an own option could not be paid, its owner's own Income received."""
    holding = state.holdings[seat]
    income = INCOME * sum(own.bid.action in INCOMES for own in raises)
    for own in raises:
        for spent in range(holding.gold + 1) if own.face else ():
            left = replace(holding, gold=holding.gold - spent + income)
            if own.face and not affords(left, own.face.card):
                facts = {"gold": in_gold(left.gold), "cost": own.face.card.price, "card": own.face.card.title}
                why = text("With {gold} left, {card} could not be paid: it costs {cost}.", **facts)
                yield Note(spent, why, False)


def _why_not(state: State, move: Move) -> Text:
    """The reason why a move is refused."""
    try:
        apply(state, move)
    except Illegal as illegal:
        return illegal.why
    raise ValueError("this move holds")
