"""The bids and bribes that may be laid: hands of action cards, what a purse allows, what a card would change for
whoever acquired it; and the pay slips of a round, so that the coins on the table can follow.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import cast

from scoring.core.game import ViewRequest
from scoring.core.log import Amend, Change
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, text
from scoring.lutece.bidding import INCOME, OPTIONS
from scoring.lutece.cards import RESOURCE_NAMES, Card, Holding, in_gold
from scoring.lutece.moves import INCOMES, Action, Bribe, Close, Move, Offer, Options, Reveal
from scoring.lutece.purchases import CONSOLATION, affords, gold_effect
from scoring.lutece.rules import HIDDEN, apply, options, position
from scoring.lutece.score import own_total
from scoring.lutece.state import Bid, Lot, Outcome, State, hand_for
from scoring.lutece.symbols import Standing, standings
from scoring.lutece.view.box import Box
from scoring.lutece.view.entry import COSTS, Face, face


@dataclass(frozen=True, slots=True)
class WouldChange:
    """The changes that a card brings: sentences on its resources and its gold, and the own points more, without what is
    paid and taken.
    """

    said: tuple[Text, ...]
    points: int


def would_change(state: State, seat: Seat, lots: Iterable[Lot | None]) -> Iterator[WouldChange | None]:
    """The changes for this player if one of these cards were theirs now, of each, None for none; an apprentice copies
    the only resource it could.
    """
    before = position(state)
    was, own = standings(before.holdings), before.holdings[seat]
    total = own_total(before, seat, was)
    for lot in lots:
        if lot is None:
            yield None
            continue
        after = replace(before, holdings=replaced(before.holdings, seat, _with(own, lot.card)))
        now = standings(after.holdings)
        more = [table for table, had in zip(now, was, strict=True) if table.symbols[seat] > had.symbols[seat]]
        said = (*(_led(table, seat) for table in more), *_gives(gold_effect(own, lot.card) + lot.coins))
        yield WouldChange(said, own_total(after, seat, now) - total)


def _with(holding: Holding, card: Card) -> Holding:
    bearers = holding.bearers()
    if card.kind == "apprentice" and len(bearers) == 1 and len(bearers[0].bearing) == 1:
        card = replace(card, attached_to=bearers[0].id)
    return replace(holding, cards=(*holding.cards, card))


def _led(table: Standing, seat: Seat) -> Text:
    own, most = table.symbols[seat], max(many for other, many in enumerate(table.symbols) if other != seat)
    facts = {"resource": RESOURCE_NAMES[table.resource], "own": own, "most": most}
    if table.majority == {seat}:
        return text("{resource}: lead {own} to {most}", **facts)
    if seat in table.majority:
        return text("{resource}: {own} each, shared", **facts)
    return text("{resource}: {own} against {most}", **facts)


def _gives(gold: int) -> Iterator[Text]:
    if gold:
        yield text("gives {gold}", gold=in_gold(gold))


# Pay slips


@dataclass(frozen=True, slots=True)
class Payment:
    """The gold that an option costs, bribe and cost, and brings: 1 in vain, coins on its card, and what that gives.
    `face` is its card, None for incomes; `acquires` says whether the player has it now; `lost` is the gold with which
    the player had won it and could not pay.
    """

    face: Face | None
    paid: int
    taken: int
    acquires: bool = False
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class PaySlip:
    """The payments of a player since the reveal. `gold` is what the player has now, `counted` what lies there, where
    it was counted.
    """

    seat: Seat
    payments: tuple[Payment, ...]
    gold: int
    counted: int | None

    @property
    def paid(self) -> int:
        return sum(payment.paid for payment in self.payments)

    @property
    def taken(self) -> int:
        return sum(payment.taken for payment in self.payments)

    @property
    def difference(self) -> Text | None:
        """The gold that was counted beside what was followed; None where they are equal or nothing was counted."""
        if self.counted in (None, self.gold):
            return None
        return text("Counted: {counted}. In Cairn: {gold}.", counted=self.counted, gold=self.gold)

    def explained(self, play: AnyPlay) -> Iterator[AnyPlay]:
        """The game after each correction of one move of this round with which the player has what was counted: another
        cost, another bribe or a forgotten one, an Income.
        """
        cards = {payment.face.card.id for payment in self.payments if payment.face}
        for change in _changes(play.standing(), self.seat, cards):
            with suppress(Illegal):
                after = play.after(Amend((change,)), play.index + 1)
                if after.state.holdings[self.seat].gold == self.counted:
                    yield after


def _changes(plays: Sequence[AnyPlay], seat: Seat, cards: Collection[str]) -> Iterator[Change[Move]]:
    """What one move of this round could have been instead, where the gold of a player turns on it; not one of several
    that a correction inserted.
    """
    numbers = Counter(play.index for play in plays if not play.forced)
    begun = max((at for at, play in enumerate(plays) if isinstance(play.move, Close)), default=0)
    for at, play in enumerate(plays):
        if numbers[play.index] > 1:
            continue
        before = cast(AnyPlay, play.before).state
        match play.move:
            case Offer(tile, card) if card.id in cards:
                others: Iterable[Move] = (Offer(tile, replace(card, cost=cost)) for cost in COSTS if cost != card.cost)
            case Options(own, laid) if at > begun and own == seat and INCOMES[0] not in laid:
                others = (move for move in _with_income(before, seat) if len({*move.actions} & {*laid}) == 1)
            case Bribe(own, tile) if at > begun and own == seat:
                yield Change(play.index)
                others = (move for move in _bribes(before, seat) if move.tile == tile and move != play.move)
            case Reveal() if at > begun:
                laid_on = {bid.action for bid in before.own(seat) if bid.coins}
                for bribe in _bribes(before, seat):
                    if bribe.tile not in laid_on:
                        yield Change(play.index, (bribe,), before=True)
                continue
            case _:
                continue
        for move in others:
            yield Change(play.index, (move,))


def _bribes(state: State, seat: Seat) -> Iterable[Bribe]:
    return (move for move in options(state, seat) if isinstance(move, Bribe))


def _with_income(state: State, seat: Seat) -> Iterable[Options]:
    pairs = (move for move in options(state, seat) if isinstance(move, Options))
    return (move for move in pairs if INCOMES[0] in move.actions)


def slips(state: State, typed: Mapping[str, str]) -> tuple[PaySlip, ...]:
    """The slips of all players, by seat; none before the reveal. `typed` has the gold that was counted, as `gold.0`."""
    if state.phase != "purchases":
        return ()
    return tuple(
        PaySlip(seat, tuple(_payments(state, seat)), state.holdings[seat].gold, _whole(typed.get(f"gold.{seat}", "")))
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
        return Payment(face(lot.card), bid.coins, 0, lost=outcome.at_hand)
    return Payment(face(lot.card), bid.coins + lot.card.price, lot.coins + outcome.effect, acquires=True)


# Hands and purses


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card in a hand, the card that lies on its tile, and what that would change for the player."""

    action: Action
    income: bool
    face: Face | None
    change: WouldChange | None


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
    change: WouldChange | None
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


def _on(
    state: State, seat: Seat, actions: Sequence[Action]
) -> tuple[Iterable[Face | None], Iterable[WouldChange | None]]:
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


def _raise(
    state: State, bid: Bid, selection: Mapping[str, str], drawn: Face | None, change: WouldChange | None
) -> Raise:
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
