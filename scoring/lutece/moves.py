"""The moves at a Lutèce table."""

from dataclasses import dataclass

from scoring.core.sheet import Seat
from scoring.lutece.cards import Card, Holding

Tile = str
Action = str

CHARACTER_TILES = ("A", "B", "C", "D", "E")
LOCATION_TILES = ("1", "2", "3", "4", "5")
TILES = CHARACTER_TILES + LOCATION_TILES
INCOMES = ("income-1", "income-2")
ACTIONS = TILES + INCOMES


@dataclass(frozen=True, slots=True)
class Offer:
    """A card is turned up on an empty tile."""

    tile: Tile
    card: Card


@dataclass(frozen=True, slots=True)
class Options:
    """A player lays action cards face down. Their order means nothing: they are kept as A…E, 1…5, incomes."""

    seat: Seat
    actions: tuple[Action, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "actions", tuple(sorted(self.actions, key=ACTIONS.index)))


@dataclass(frozen=True, slots=True)
class Bribe:
    """The gold on an own option is now `amount` in all."""

    seat: Seat
    tile: Action
    amount: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """All agree: the action cards are turned up, incomes are paid."""


@dataclass(frozen=True, slots=True)
class Legionnaire:
    """`seat` removes an own legionnaire for +2 on the bribe of `bidder`."""

    seat: Seat
    tile: Tile
    bidder: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """One tile is settled: the option cards on it decide who takes the card there."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Attach:
    """An apprentice is laid under a character; `resource` says which it copies when there are several."""

    seat: Seat
    apprentice: str
    to: str
    resource: str | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """The round is over: 1 gold on every card left, action cards come back to hand."""


@dataclass(frozen=True, slots=True)
class End:
    """A tile could not be filled: the game is over."""


@dataclass(frozen=True, slots=True)
class Count:
    """The possessions of a player at the end, counted at the table."""

    seat: Seat
    holding: Holding


Move = Offer | Options | Bribe | Reveal | Legionnaire | Settle | Attach | Close | End | Count
MOVES = (Offer, Options, Bribe, Reveal, Legionnaire, Settle, Attach, Close, End, Count)
ENTERED = (Offer, End, Count)
