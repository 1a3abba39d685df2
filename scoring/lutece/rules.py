"""The course of a Lutèce game: what may be done, and what it changes. The clauses stand in `clauses`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import BOX_SIZES, CHARACTER, DECK_NAMES, LOCATION, RESOURCE_NAMES, Card, Holding, Position
from scoring.lutece.moves import (
    CHARACTER_TILES,
    INCOMES,
    LOCATION_TILES,
    Action,
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
    Tile,
)
from scoring.lutece.rule_texts import RULES
from scoring.lutece.score import problems

__all__ = [
    "RULES",
    "Bid",
    "Lot",
    "Outcome",
    "Setup",
    "State",
    "apply",
    "options",
    "outcome",
    "seen_by",
    "start",
    "to_act",
]

GOLD_IN_BOX = 66
STARTING_GOLD = 5
INCOME = 3
CONSOLATION = 1
LEGIONNAIRE = 2
HIDDEN = "?"
"""What stands for the action of another player's sealed option."""

PHASE_NAMES = {
    "offers": text("the offers"),
    "options": text("the options"),
    "bribes": text("the bribes"),
    "purchases": text("the purchases"),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, in the order of seats."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """A card on a tile, and the coins that lie on it."""

    card: Card
    coins: int = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """A laid action card, the coins on it and, in a contest, the legionnaires removed for it."""

    seat: Seat
    action: Action
    coins: int = 0
    legionnaires: int = 0

    @property
    def strength(self) -> int:
        return self.coins + LEGIONNAIRE * self.legionnaires


@dataclass(frozen=True, slots=True)
class State:
    """A table. Coins laid as bribes have left the purse: purses + bribes + coins on cards + reserve = 66.

    `lots` follow `tiles_for(len(names))`. `bids` are the action cards that lie before the players: settled
    ones are gone. `gone` are the cards that left the game. `moved` are the waiting apprentices that went
    under a character by themselves this round: an `attach` may still confirm it. Until `revealed`, the
    actions in `bids` are secret (see `seen_by`). `settled` are the tiles of this round's purchases so far, and how
    each went.
    """

    names: tuple[str, ...]
    lots: tuple[Lot | None, ...]
    holdings: tuple[Holding, ...]
    counted: tuple[Holding | None, ...]
    reserve: int
    bids: tuple[Bid, ...] = ()
    gone: tuple[Card, ...] = ()
    moved: frozenset[str] = frozenset()
    revealed: bool = False
    ended: bool = False
    round: int = 1
    settled: tuple[tuple[Tile, Outcome], ...] = ()

    @property
    def phase(self) -> str:
        """One of offers, options, bribes, purchases, counting, over."""
        if self.ended or None not in self.counted:
            return "over"
        if any(self.counted):
            return "counting"
        if self.revealed:
            return "purchases"
        if None in self.lots:
            return "offers"
        return "bribes" if self.laid == frozenset(range(len(self.names))) else "options"

    @property
    def laid(self) -> frozenset[Seat]:
        """Who has laid options this round (before the purchases)."""
        return frozenset(bid.seat for bid in self.bids)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tiles_for(len(self.names))

    @property
    def due(self) -> Tile | None:
        """The tile to settle next; None when no option is left, or before the reveal."""
        actions = {bid.action for bid in self.bids} if self.revealed else set()
        return next((tile for tile in self.tiles if tile in actions), None)

    @property
    def unattached(self) -> tuple[tuple[Seat, Card], ...]:
        """The apprentices that must be attached before anything else, with their owners."""
        return tuple(
            (seat, card)
            for seat, holding in enumerate(self.holdings)
            if holding.bearers()
            for card in holding.waiting()
        )

    def lot(self, tile: Tile) -> Lot | None:
        """What lies on a tile in play."""
        return self.lots[self.tiles.index(tile)]

    def on(self, action: Action) -> tuple[Bid, ...]:
        """The options on a tile."""
        return tuple(bid for bid in self.bids if bid.action == action)

    def own(self, seat: Seat) -> tuple[Bid, ...]:
        """The options of a player that are not settled yet."""
        return tuple(bid for bid in self.bids if bid.seat == seat)


def tiles_for(players: int) -> tuple[Tile, ...]:
    """The tiles in play: three, four or five of each sort."""
    each = max(3, players)
    return CHARACTER_TILES[:each] + LOCATION_TILES[:each]


def hand_for(players: int) -> tuple[Action, ...]:
    """The action cards every player has: one for each tile in play, and two incomes."""
    return tiles_for(players) + INCOMES


def start(setup: Setup) -> State:
    """Everybody has 5 gold, nothing lies on the tiles."""
    seats = len(setup.names)
    return State(
        names=setup.names,
        lots=(None,) * len(tiles_for(seats)),
        holdings=(Holding(STARTING_GOLD),) * seats,
        counted=(None,) * seats,
        reserve=GOLD_IN_BOX - STARTING_GOLD * seats,
    )


def apply(state: State, move: Move) -> State:
    """The table after the move; raises `Illegal` and names the clause."""
    _playable(state, move)
    match move:
        case Offer():
            return _offer(state, move)
        case Options():
            return _options(state, move)
        case Bribe():
            return _bribe(state, move)
        case Reveal():
            return _reveal(state)
        case Legionnaire():
            return _legionnaire(state, move)
        case Settle():
            return _settle(state, move.tile)
        case Attach():
            return _attach(state, move)
        case Close():
            return _close(state)
        case End():
            return _end(state)
        case Count():
            return _count(state, move)


def _playable(state: State, move: Move) -> None:
    if state.phase == "over":
        raise Illegal(clauses.OVER, _why_over(state))
    if isinstance(move, Count):
        return
    if state.phase == "counting":
        raise Illegal(
            clauses.COUNTING, text("The final count has begun: now every player's cards and gold are counted.")
        )
    if not isinstance(move, Attach):
        _nobody_waits(state)


def _why_over(state: State) -> Text:
    if state.ended:
        return text("The game is over, for a tile could not be given a card: nothing more is played.")
    return text("The game is over, for all players have counted: nothing more is played.")


def _nobody_waits(state: State) -> None:
    for seat, card in state.unattached:
        raise Illegal(
            clauses.AT_ONCE,
            text(
                "{name} must attach {apprentice} to a character first.", name=state.names[seat], apprentice=card.title
            ),
        )


def _in_phase(state: State, phase: str, rule: Rule) -> None:
    if state.phase != phase:
        now, then = PHASE_NAMES[state.phase], PHASE_NAMES[phase]
        raise Illegal(rule, text("This belongs to {then}; the table is at {now}.", now=now, then=then))


def _in_play(state: State, tile: Action) -> None:
    if tile not in hand_for(len(state.names)):
        raise Illegal(
            clauses.TILES_IN_PLAY,
            plural(
                "Tile {tile} is not in play with {count} player.",
                "Tile {tile} is not in play with {count} players.",
                len(state.names),
                tile=tile,
            ),
        )


# Offers


def _offer(state: State, move: Offer) -> State:
    _in_play(state, move.tile)
    _empty(state, move.tile)
    _in_phase(state, "offers", clauses.OFFERS)
    _fits(state, move)
    card = move.card if move.card.drawn_from else replace(move.card, deck=deck_of(move.tile))
    _new(state, card)
    return _with_lot(state, move.tile, Lot(card))


def deck_of(tile: Tile) -> str:
    """Which deck fills a tile."""
    return CHARACTER if tile in CHARACTER_TILES else LOCATION


def _empty(state: State, tile: Tile) -> None:
    lot = state.lot(tile)
    if lot is not None:
        why = text("{card!c} already lies on tile {tile}: a tile holds one card.", card=lot.card.title, tile=tile)
        raise Illegal(clauses.EMPTY_TILE, why, lambda move: isinstance(move, Offer) and move.tile == tile)


def _fits(state: State, move: Offer) -> None:
    deck = deck_of(move.tile)
    says = (move.card.deck, move.card.implied.deck)
    if any(said not in (None, deck) for said in says):
        raise Illegal(
            clauses.DECK,
            text(
                "{card!c} cannot lie on tile {tile}: its card comes from {deck}.",
                card=move.card.title,
                tile=move.tile,
                deck=DECK_NAMES[deck],
            ),
        )
    least = move.card.min_players
    if least is not None and least > len(state.names):
        raise Illegal(clauses.MIN_PLAYERS, _too_many_players(move.card, least, len(state.names)))
    if move.card.attached_to is not None or move.card.resource is not None:
        raise Illegal(
            clauses.AT_ONCE,
            text("{card!c} is only offered: it is attached when somebody acquires it.", card=move.card.title),
        )


def _too_many_players(card: Card, least: int, players: int) -> Text:
    return text(
        "{card!c} is for {least} or more players; {players} are here.", card=card.title, least=least, players=players
    )


def seen(state: State) -> tuple[Card, ...]:
    """Every card that was turned up so far, wherever it is now."""
    held = tuple(card for holding in state.holdings for card in holding.cards)
    return held + tuple(lot.card for lot in state.lots if lot) + state.gone


def _new(state: State, card: Card) -> None:
    known = seen(state)
    twin = next((other for other in known if other.id == card.id), None)
    if twin is not None:
        raise Illegal(
            clauses.CARD_ONCE,
            text("The card “{id}” was already turned up: {card}.", id=card.id, card=twin.title),
        )
    deck = card.drawn_from
    if deck and sum(other.drawn_from == deck for other in known) >= BOX_SIZES[deck]:
        raise Illegal(
            clauses.BOX_SIZE,
            text("All {most} cards of {deck} were already turned up.", most=BOX_SIZES[deck], deck=DECK_NAMES[deck]),
        )


def _with_lot(state: State, tile: Tile, lot: Lot | None) -> State:
    at = state.tiles.index(tile)
    return replace(state, lots=(*state.lots[:at], lot, *state.lots[at + 1 :]))


def _end(state: State) -> State:
    if state.phase != "offers":
        raise Illegal(clauses.END, text("No tile waits for a card, so the game goes on."))
    return replace(state, ended=True)


# Options and bribes


def _options(state: State, move: Options) -> State:
    if not state.revealed and move.seat in state.laid:
        raise Illegal(
            clauses.OPTIONS_ONCE,
            text(
                "{name} has laid two options in round {round} already: they are laid once a round.",
                name=state.names[move.seat],
                round=state.round,
            ),
        )
    _in_phase(state, "options", clauses.OPTIONS)
    for action in move.actions:
        _in_play(state, action)
    if len(move.actions) != 2 or len(set(move.actions)) != 2:
        raise Illegal(
            clauses.TWO_OPTIONS,
            text("{name} must lay two different action cards, no more and no fewer.", name=state.names[move.seat]),
        )
    return replace(state, bids=state.bids + tuple(Bid(move.seat, action) for action in move.actions))


def _bribe(state: State, move: Bribe) -> State:
    _in_phase(state, "bribes", clauses.BRIBES)
    if move.tile in INCOMES:
        raise Illegal(clauses.NO_BRIBE_ON_INCOME, text("An Income takes no bribe: it always pays 3."))
    bid = next((bid for bid in state.own(move.seat) if bid.action == move.tile), None)
    if bid is None:
        raise Illegal(
            clauses.OWN_OPTION,
            text("{name} has no option on tile {tile}.", name=state.names[move.seat], tile=move.tile),
        )
    if move.amount <= bid.coins:
        raise Illegal(
            clauses.ONLY_GROWS,
            text(
                "The bribe of {name} on tile {tile} is {now}: {amount} would not be more.",
                name=state.names[move.seat],
                tile=move.tile,
                now=bid.coins,
                amount=move.amount,
            ),
        )
    more = move.amount - bid.coins
    if more > state.holdings[move.seat].gold:
        raise Illegal(
            clauses.WITHIN_GOLD,
            text(
                "The bribe needs {more} more gold; {name} has {gold} left.",
                more=more,
                name=state.names[move.seat],
                gold=state.holdings[move.seat].gold,
            ),
        )
    return _with_bid(_paid(state, move.seat, -more), bid, replace(bid, coins=move.amount))


def _with_bid(state: State, old: Bid, new: Bid) -> State:
    return replace(state, bids=tuple(new if bid == old else bid for bid in state.bids))


def _paid(state: State, seat: Seat, gold: int) -> State:
    """The purse of a seat after so much gold more; where it comes from is the caller's affair."""
    return _held(state, seat, replace(state.holdings[seat], gold=state.holdings[seat].gold + gold))


def _held(state: State, seat: Seat, holding: Holding) -> State:
    return replace(state, holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]))


def _from_reserve(state: State, seat: Seat, gold: int) -> State:
    return replace(_paid(state, seat, gold), reserve=state.reserve - gold)


def _reveal(state: State) -> State:
    _in_phase(state, "bribes", clauses.REVEAL)
    for bid in state.bids:
        if bid.action in INCOMES:
            state = _from_reserve(state, bid.seat, INCOME)
    return replace(state, revealed=True, bids=tuple(bid for bid in state.bids if bid.action not in INCOMES))


# Purchases


@dataclass(frozen=True, slots=True)
class Outcome:
    """What settling a tile comes to.

    `winner` has the only option or the highest bribe (None: the highest is shared); `acquires` says whether
    the winner can pay the cost. `back` are the bids that are returned with 1 gold. `effect` is the gold the
    card gives when acquired.
    """

    lot: Lot
    bids: tuple[Bid, ...]
    winner: Bid | None
    acquires: bool
    back: tuple[Bid, ...]
    effect: int


def outcome(state: State, tile: Tile) -> Outcome:
    """How a tile with an option would be settled now."""
    lot, bids = state.lot(tile), state.on(tile)
    assert lot is not None  # noqa: S101  every tile has a card while options lie
    best = max(bid.strength for bid in bids)
    top = [bid for bid in bids if bid.strength == best]
    winner = top[0] if len(top) == 1 else None
    back = tuple(bid for bid in bids if bid != winner)
    acquires = winner is not None and affords(state.holdings[winner.seat], lot.card)
    effect = gold_effect(state.holdings[winner.seat], lot.card) if winner and acquires else 0
    return Outcome(lot, bids, winner, acquires, back, effect)


def affords(holding: Holding, card: Card) -> bool:
    """Whether the cost can be paid, before the coins on the card are taken."""
    return holding.gold >= card.price


def gold_effect(holding: Holding, card: Card) -> int:
    """The gold a card gives to who acquires it, its own resources included."""
    kind = card.implied
    if kind.pays is None or kind.counts is None:
        return 0
    return kind.pays + replace(holding, cards=(*holding.cards, card)).control(kind.counts)


def _settle(state: State, tile: Tile) -> State:
    _in_play(state, tile)
    _in_phase(state, "purchases", clauses.PURCHASES)
    if not state.on(tile):
        raise Illegal(clauses.OPTION_NEEDED, text("No option is left on tile {tile}.", tile=tile))
    if tile != state.due:
        raise Illegal(clauses.ORDER, text("Tile {due} is settled before tile {tile}.", due=state.due, tile=tile))
    result = outcome(state, tile)
    for bid in result.back:
        state = _from_reserve(_paid(state, bid.seat, bid.coins), bid.seat, CONSOLATION)
    state = replace(state, bids=tuple(bid for bid in state.bids if bid.action != tile))
    if result.winner is not None:
        state = replace(state, reserve=state.reserve + result.winner.coins)
    state = _acquire(state, result) if result.acquires else _discard(state, result.lot)
    return replace(_with_lot(state, tile, None), settled=(*state.settled, (tile, result)))


def _discard(state: State, lot: Lot) -> State:
    return replace(state, gone=(*state.gone, lot.card), reserve=state.reserve + lot.coins)


def _acquire(state: State, result: Outcome) -> State:
    assert result.winner is not None  # noqa: S101  who acquires has won
    seat, lot = result.winner.seat, result.lot
    state = _from_reserve(state, seat, result.effect - lot.card.price)
    state = _paid(state, seat, lot.coins)
    holding = state.holdings[seat]
    state = _held(state, seat, replace(holding, cards=(*holding.cards, lot.card)))
    return _with_followers(state, seat, lot.card) if followers(holding, lot.card) else state


def followers(holding: Holding, card: Card) -> tuple[Card, ...]:
    """The waiting apprentices that go under this first character without a question."""
    asks = len(card.bearing) > 1
    return holding.waiting() if card.takes_apprentices and not holding.bearers() and not asks else ()


def _with_followers(state: State, seat: Seat, bearer: Card) -> State:
    moved = {card.id for card in state.holdings[seat].waiting()}
    for key in moved:
        state = _attached(state, seat, key, bearer.id, None)
    return replace(state, moved=state.moved | moved)


def _attached(state: State, seat: Seat, apprentice: str, to: str, resource: str | None) -> State:
    holding = state.holdings[seat]
    cards = tuple(
        replace(card, attached_to=to, resource=resource) if card.id == apprentice else card for card in holding.cards
    )
    return _held(state, seat, replace(holding, cards=cards))


def _attach(state: State, move: Attach) -> State:
    holding = state.holdings[move.seat]
    card = _own_apprentice(state, move)
    bearer = holding.card(move.to)
    if bearer is None or not bearer.takes_apprentices:
        raise Illegal(
            clauses.BEARER,
            text(
                "{apprentice!c} must lie under a character of {name} that is no legionnaire and no apprentice.",
                apprentice=card.title,
                name=state.names[move.seat],
            ),
        )
    _free(state, card, move)
    _copies(bearer, move.resource)
    copied = move.resource if len(bearer.bearing) > 1 else None
    return replace(_attached(state, move.seat, card.id, bearer.id, copied), moved=state.moved - {card.id})


def _own_apprentice(state: State, move: Attach) -> Card:
    card = state.holdings[move.seat].card(move.apprentice)
    if card is None or card.kind != "apprentice":
        raise Illegal(
            clauses.OWN_APPRENTICE,
            text("{name} has no apprentice “{id}”.", name=state.names[move.seat], id=move.apprentice),
        )
    return card


def _free(state: State, card: Card, move: Attach) -> None:
    if card.attached_to is None:
        return
    _nobody_waits(state)
    if card.id not in state.moved or move.to != card.attached_to:
        raise Illegal(clauses.STAYS, text("{apprentice!c} already lies under a character.", apprentice=card.title))


def _copies(bearer: Card, resource: str | None) -> None:
    if resource is None and len(bearer.bearing) > 1:
        raise Illegal(
            clauses.COPIED,
            text("{card!c} has several resources: say which one the apprentice copies.", card=bearer.title),
        )
    if resource is not None and resource not in bearer.bearing:
        raise Illegal(
            clauses.COPIED,
            text("{card!c} does not give {resource}.", card=bearer.title, resource=RESOURCE_NAMES[resource]),
        )


def _legionnaire(state: State, move: Legionnaire) -> State:
    _in_play(state, move.tile)
    _in_phase(state, "purchases", clauses.PURCHASES)
    _contested(state, move.tile)
    bid = next((bid for bid in state.on(move.tile) if bid.seat == move.bidder), None)
    if bid is None:
        raise Illegal(
            clauses.FOR_BIDDER,
            text("{name} has no option on tile {tile}.", name=state.names[move.bidder], tile=move.tile),
        )
    holding = state.holdings[move.seat]
    legions = holding.of_kind("legionnaire")
    if not legions:
        raise Illegal(clauses.OWN_LEGIONNAIRE, text("{name} has no legionnaire.", name=state.names[move.seat]))
    cards = tuple(card for card in holding.cards if card != legions[0])
    state = _held(state, move.seat, replace(holding, cards=cards))
    state = _with_bid(state, bid, replace(bid, legionnaires=bid.legionnaires + 1))
    return replace(state, gone=(*state.gone, legions[0]))


def _contested(state: State, tile: Tile) -> None:
    if tile != state.due:
        raise Illegal(clauses.CONTESTED, text("Tile {tile} is not the one to be settled now.", tile=tile))
    if len(state.on(tile)) < 2:
        raise Illegal(clauses.CONTESTED, text("Only one player has an option on tile {tile}.", tile=tile))


def _close(state: State) -> State:
    _in_phase(state, "purchases", clauses.INCREASE)
    if state.due is not None:
        raise Illegal(clauses.INCREASE, text("Tile {tile} is not settled yet.", tile=state.due))
    left = sum(lot is not None for lot in state.lots)
    return replace(
        state,
        lots=tuple(lot and replace(lot, coins=lot.coins + 1) for lot in state.lots),
        reserve=state.reserve - left,
        moved=frozenset(),
        revealed=False,
        round=state.round + 1,
        settled=(),
    )


# Counting


def _count(state: State, move: Count) -> State:
    counted = (*state.counted[: move.seat], move.holding, *state.counted[move.seat + 1 :])
    for problem in problems(state.names, counted):
        if not problem.warning:
            raise Illegal(problem.rule, problem.why)
    return replace(state, counted=counted)


def position(state: State) -> Position:
    """What there is to score: what was counted, else what was followed, with the own bribes taken back."""
    followed = (
        replace(holding, gold=holding.gold + sum(bid.coins for bid in state.own(seat)))
        for seat, holding in enumerate(state.holdings)
    )
    return Position(state.names, tuple(own or other for own, other in zip(state.counted, followed, strict=True)))


# Who acts, and how


def to_act(state: State) -> frozenset[Seat]:
    """Who is awaited; all may act when the move has no owner. Empty when the game is over."""
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
    """What stays face down until the reveal, or until the game is over."""
    return isinstance(move, Options | Bribe)


def reveals(move: Move) -> bool:
    """The reveal turns up what lies face down."""
    return isinstance(move, Reveal)


def agreed(state: State) -> Move | None:
    """The reveal, to which all agree who have laid their options."""
    return Reveal() if state.phase == "bribes" else None


def forced_move(state: State) -> Move | None:
    """The move that the rules leave no choice about: a tile nobody can raise on, an apprentice with one place."""
    if state.phase != "purchases":
        return None
    for seat, card in state.unattached:
        bearers = state.holdings[seat].bearers()
        alone = len(bearers) == 1 and len(bearers[0].bearing) < 2
        return Attach(seat, card.id, bearers[0].id) if alone else None
    return None if state.due is None or raisable(state) else Settle(state.due)


def raisable(state: State) -> bool:
    """Whether somebody could still remove a legionnaire on the tile that is due."""
    contested = state.due is not None and len(state.on(state.due)) > 1
    return contested and any(holding.of_kind("legionnaire") for holding in state.holdings)
