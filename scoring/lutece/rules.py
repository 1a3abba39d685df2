"""The course of a Lutèce game: what may be done, by whom, and what it leads to."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.audit import problems
from scoring.lutece.bidding import bribe, end, lay_options, offer, reveal
from scoring.lutece.cards import Card, Holding, Position
from scoring.lutece.moves import (
    INCOMES,
    Attach,
    Bribe,
    Close,
    Count,
    End,
    Legionnaire,
    Move,
    Offer,
    Options,
    Reveal,
    Settle,
)
from scoring.lutece.purchases import attach, close, raisable, remove_legionnaire, settle
from scoring.lutece.state import State, hand_for, nobody_waits

HIDDEN = "?"
"""What stands for the action of another player's sealed option."""


def apply(state: State, move: Move) -> State:
    """The table after the move; raises `Illegal` and names the clause."""
    _playable(state, move)
    match move:
        case Offer():
            return offer(state, move)
        case Options():
            return lay_options(state, move)
        case Bribe():
            return bribe(state, move)
        case Reveal():
            return reveal(state)
        case Legionnaire():
            return remove_legionnaire(state, move)
        case Settle():
            return settle(state, move.tile)
        case Attach():
            return attach(state, move)
        case Close():
            return close(state)
        case End():
            return end(state)
        case Count():
            return _count(state, move)


def _playable(state: State, move: Move) -> None:
    if state.phase == "over":
        raise Illegal(clauses.OVER, _why_over(state))
    if isinstance(move, Count):
        return
    if state.phase == "counting":
        raise Illegal(
            clauses.COUNTING, text("The final count has begun: now every player’s cards and gold are counted.")
        )
    if not isinstance(move, Attach):
        nobody_waits(state)


def _why_over(state: State) -> Text:
    if state.ended:
        return text("The game is over, as a tile could not be given a card: nothing more is played.")
    return text("The game is over, as all players have counted: nothing more is played.")


def _count(state: State, move: Count) -> State:
    counted = replaced(state.counted, move.seat, move.holding)
    for problem in problems(state.names, counted):
        if not problem.warning:
            raise Illegal(problem.rule, problem.why)
    return replace(state, counted=counted)


def followed(state: State) -> tuple[Holding, ...]:
    """The holding of each player as it was followed, with the own bribes taken back."""
    return tuple(
        replace(holding, gold=holding.gold + sum(bid.coins for bid in state.own(seat)))
        for seat, holding in enumerate(state.holdings)
    )


def position(state: State) -> Position:
    """The position to score: of each player what was counted, else what was followed."""
    holdings = tuple(own or other for own, other in zip(state.counted, followed(state), strict=True))
    return Position(state.names, holdings, sum(lot.coins for lot in state.lots if lot))


def to_act(state: State) -> frozenset[Seat]:
    """The seats that may act: all when the move has no owner, none when the game is over."""
    seats = frozenset(range(len(state.names)))
    if state.phase == "over":
        return frozenset()
    if state.phase == "counting":
        return frozenset(seat for seat in seats if state.counted[seat] is None)
    if state.unattached:
        return frozenset(seat for seat, _card in state.unattached)
    return seats - state.laid if state.phase == "options" else seats


def options(state: State, seat: Seat) -> Iterable[Move]:
    """Everything `apply` accepts from a seat but offers, the end and counts."""
    if state.phase in ("over", "counting", "offers"):
        return []
    if state.unattached:
        return _attachments(state, seat)
    if state.phase == "options":
        return _pairs(state, seat) if seat not in state.laid else []
    if state.phase == "bribes":
        return [*_bribes(state, seat), Reveal()]
    due: Move = Close() if state.due is None else Settle(state.due)
    return [*_legions(state, seat), *_attachments(state, seat), due]


def _pairs(state: State, seat: Seat) -> Iterator[Options]:
    hand = hand_for(len(state.names))
    for at, first in enumerate(hand):
        for second in hand[at + 1 :]:
            yield Options(seat, (first, second))


def _bribes(state: State, seat: Seat) -> Iterator[Bribe]:
    gold = state.holdings[seat].gold
    for bid in state.own(seat):
        if bid.action not in INCOMES:
            for more in range(1, gold + 1):
                yield Bribe(seat, bid.action, bid.coins + more)


def _legions(state: State, seat: Seat) -> Iterator[Legionnaire]:
    if state.due is None or not state.holdings[seat].of_kind("legionnaire"):
        return
    bids = state.on(state.due)
    if len(bids) > 1:
        for bid in bids:
            yield Legionnaire(seat, state.due, bid.seat)


def _attachments(state: State, seat: Seat) -> Iterator[Attach]:
    holding = state.holdings[seat]
    for bearer in holding.bearers():
        for card in holding.of_kind("apprentice"):
            confirms = card.id in state.moved and card.attached_to == bearer.id and not state.unattached
            if card.attached_to is None or confirms:
                for resource in _choices(bearer):
                    yield Attach(seat, card.id, bearer.id, resource)


def _choices(bearer: Card) -> tuple[str | None, ...]:
    return bearer.bearing if len(bearer.bearing) > 1 else (None, *bearer.bearing)


def seen_by(state: State, seats: Collection[Seat]) -> State:
    """The table as these seats may see it: until the reveal, the actions of the others are HIDDEN.

    Who has laid, and how much gold lies on how many cards, stays open; which card comes first says nothing.
    """
    if state.revealed or state.laid <= set(seats):
        return state
    known = tuple(bid for bid in state.bids if bid.seat in seats)
    hidden = (replace(bid, action=HIDDEN) for bid in state.bids if bid.seat not in seats)
    return replace(state, bids=known + tuple(sorted(hidden, key=lambda bid: (bid.seat, -bid.coins))))


def face_down(move: Move) -> bool:
    """True for a move that stays face down until the reveal, or until the game is over."""
    return isinstance(move, Options | Bribe)


def reveals(move: Move) -> bool:
    """The reveal turns up what lies face down."""
    return isinstance(move, Reveal)


def agreed(state: State) -> Move | None:
    """The reveal, to which all agree who have laid their options."""
    return Reveal() if state.phase == "bribes" else None


def decides_for_all(state: State, move: Move) -> bool:
    """True for what happens to everybody's options, a legionnaire too, and for a count that breaks the game off."""
    if isinstance(move, Count):
        return state.phase not in ("counting", "over")
    return isinstance(move, Reveal | Legionnaire | Settle | Close | End)


def confirms(state: State, move: Move) -> bool:
    """True if a move attaches an apprentice that went there by itself."""
    return isinstance(move, Attach) and move.apprentice in state.moved


def canonical(state: State, move: Move) -> Move:
    """Without the resource that an apprentice copies, where its bearer has only that one."""
    if not isinstance(move, Attach):
        return move
    bearer = state.holdings[move.seat].card(move.to)
    return replace(move, resource=None) if bearer and bearer.bearing == (move.resource,) else move


def forced_move(state: State) -> Move | None:
    """The move that the rules leave no choice about: a tile nobody can raise on, an apprentice with one place."""
    if state.phase != "purchases":
        return None
    for seat, card in state.unattached:
        bearers = state.holdings[seat].bearers()
        alone = len(bearers) == 1 and len(bearers[0].bearing) < 2
        return Attach(seat, card.id, bearers[0].id) if alone else None
    return None if state.due is None or raisable(state) else Settle(state.due)
