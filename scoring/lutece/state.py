"""A Lutèce table: what lies where, the small changes that moves are made of, and the guards of moves of any kind."""

from dataclasses import dataclass, replace

from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Seat, replaced
from scoring.core.text import plural, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import Card, Holding
from scoring.lutece.moves import CHARACTER_TILES, INCOMES, LOCATION_TILES, Action, Tile

GOLD_IN_BOX = 66
STARTING_GOLD = 5
LEGIONNAIRE = 2


@dataclass(frozen=True, slots=True)
class Setup:
    """The players' names, in the order of seats."""

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
class Outcome:
    """The result of settling a tile.

    `winner` has the only option or the highest bribe (None: the highest is shared); `acquires` says whether
    the winner, who has so much gold `at_hand`, can pay the cost. `back` are the bids that are returned with 1 gold.
    `effect` is the gold the card gives when acquired.
    """

    lot: Lot
    bids: tuple[Bid, ...]
    winner: Bid | None
    acquires: bool
    back: tuple[Bid, ...]
    effect: int
    at_hand: int


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
        """The seats that have laid options this round (before the purchases)."""
        return frozenset(bid.seat for bid in self.bids)

    @property
    def counters(self) -> frozenset[Seat]:
        return frozenset(seat for seat, holding in enumerate(self.counted) if holding is not None)

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
        """The card on a tile in play, with its coins; None: no card."""
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


def seen(state: State) -> tuple[Card, ...]:
    """Every card that was turned up so far, wherever it is now."""
    held = tuple(card for holding in state.holdings for card in holding.cards)
    return held + tuple(lot.card for lot in state.lots if lot) + state.gone


def held(state: State, seat: Seat, holding: Holding) -> State:
    return replace(state, holdings=replaced(state.holdings, seat, holding))


def paid(state: State, seat: Seat, gold: int) -> State:
    """The purse of a seat after so much gold more; where it comes from is the caller's affair."""
    return held(state, seat, replace(state.holdings[seat], gold=state.holdings[seat].gold + gold))


def from_reserve(state: State, seat: Seat, gold: int) -> State:
    return replace(paid(state, seat, gold), reserve=state.reserve - gold)


def with_lot(state: State, tile: Tile, lot: Lot | None) -> State:
    return replace(state, lots=replaced(state.lots, state.tiles.index(tile), lot))


def with_bid(state: State, old: Bid, new: Bid) -> State:
    return replace(state, bids=tuple(new if bid == old else bid for bid in state.bids))


# Guards

PHASE_NAMES = {
    "offers": text("the offers"),
    "options": text("the options"),
    "bribes": text("the bribes"),
    "purchases": text("the purchases"),
}


def nobody_waits(state: State) -> None:
    for seat, card in state.unattached:
        raise Illegal(
            clauses.AT_ONCE,
            text(
                "{name} must attach {apprentice} to a character first.", name=state.names[seat], apprentice=card.title
            ),
        )


def in_phase(state: State, phase: str, rule: Rule) -> None:
    if state.phase != phase:
        now, then = PHASE_NAMES[state.phase], PHASE_NAMES[phase]
        raise Illegal(rule, text("Not now: this is {now}; that move belongs to {then}.", now=now, then=then))


def in_play(state: State, tile: Action) -> None:
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
