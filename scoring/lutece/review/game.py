"""A finished game read again: every tile that was settled, and its end as it would have been without a purchase, or
with other bids for a tile.

Everything else stays: the same options, bribes and purchases, each paid by the rules with what would have been there.
Where the gold would have run short, or an apprentice would have had no place of its own, nothing is known of the end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.core.figures import Finding, FindingKind, Points, change, finding
from scoring.core.game import Played
from scoring.core.sheet import Seat, Sheet, replaced
from scoring.core.text import Text, plural
from scoring.lutece.cards import Card, Holding
from scoring.lutece.moves import INCOMES, Legionnaire, Reveal, Settle, Tile
from scoring.lutece.purchases import CONSOLATION, affords, gold_effect, outcome
from scoring.lutece.rules import position
from scoring.lutece.score import score
from scoring.lutece.state import Bid, Lot, Outcome, Setup, State, paid, seen
from scoring.lutece.symbols import MAJORITY, Standing, standings


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A legionnaire given up for a bribe."""

    by: Seat
    bidder: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Settled:
    """A tile that was settled: its place among the moves that stand, from 0, and its number in the log.

    `revealed` is the place of the reveal of its round; `before` is the table just before it.
    """

    place: int
    index: int
    tile: Tile
    revealed: int
    before: State
    result: Outcome
    given_up: tuple[GivenUp, ...]

    @property
    def round(self) -> int:
        return self.before.round

    @property
    def key(self) -> str:
        """Its round and its tile."""
        return f"{self.round}-{self.tile.lower()}"

    @property
    def card(self) -> Card:
        return self.result.lot.card

    @property
    def bribe(self) -> int:
        """The gold of the winner's bribe; 0 where nobody won."""
        return self.result.winner.coins if self.result.winner else 0

    @property
    def highest(self) -> int:
        """The strength of the highest bribe, shared or not."""
        return max(bid.strength for bid in self.result.bids)

    @property
    def buyer(self) -> Seat | None:
        """The seat that acquired the card; None: nobody."""
        return self.result.winner.seat if self.result.winner and self.result.acquires else None


@dataclass(frozen=True, slots=True)
class Then:
    """The finished game as it would have been: its sheet, and how many points more each seat has in it."""

    state: State
    sheet: Sheet
    changes: tuple[int, ...]

    def change(self, seat: Seat) -> Points:
        """The points that a seat has more or fewer, as a fact of a sentence."""
        return change(seat, self.changes[seat])

    def holders(self, resource: str) -> frozenset[Seat]:
        """The seats that have the majority of a resource."""
        return _holders(self.sheet, resource)


def _holders(sheet: Sheet, resource: str) -> frozenset[Seat]:
    held = ("majority", resource, MAJORITY)
    lines = ((seat, line) for seat, player in enumerate(sheet.players) for line in player.lines)
    return frozenset(seat for seat, line in lines if (line.code, line.of, line.points) == held)


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A finished game: its sheet and majorities, its settled tiles; by seat each purse after every move, and the
    places of the reveals that paid an Income, as often as they did.
    """

    setup: Setup
    state: State
    sheet: Sheet
    tables: tuple[Standing, ...]
    settled: tuple[Settled, ...]
    purses: tuple[tuple[int, ...], ...]
    incomes: tuple[tuple[int, ...], ...]

    def name(self, seat: Seat) -> str:
        return self.setup.names[seat]

    @property
    def seats(self) -> range:
        return range(len(self.setup.names))

    def won_by(self, seat: Seat) -> Iterator[Settled]:
        """The tiles that the seat won, whether or not it could pay."""
        return (one for one in self.settled if one.result.winner and one.result.winner.seat == seat)

    def kept_by(self, seat: Seat) -> Iterator[Settled]:
        """The purchases of the seat whose cards it has at the end."""
        kept = {card.id for card in self.state.holdings[seat].cards}
        return (one for one in self.settled if one.buyer == seat and one.card.id in kept)

    def with_holding(self, seat: Seat, holding: Holding) -> State:
        """The finished game if a seat had this in the end."""
        return self.with_holdings(replaced(self.state.holdings, seat, holding))

    def with_holdings(self, holdings: tuple[Holding, ...]) -> State:
        """The finished game if the players had this; what nobody has then has left the game."""
        had, has = self.state.holdings, holdings
        more = sum(holding.gold for holding in has) - sum(holding.gold for holding in had)
        there = {card.id for holding in has for card in holding.cards}
        there |= {lot.card.id for lot in self.state.lots if lot}
        gone = tuple(card for card in seen(self.state) if card.id not in there)
        return replace(self.state, holdings=holdings, gone=gone, reserve=self.state.reserve - more)

    def then(self, state: State) -> Then:
        """The game with another end: its sheet, and how many points more each seat has in it than in the real one."""
        sheet = score(position(state))
        pairs = zip(sheet.players, self.sheet.players, strict=True)
        return Then(state, sheet, tuple(after.total - before.total for after, before in pairs))

    def turned(self, then: Then) -> str | None:
        """The first resource whose majority others have then; None where all stay."""
        turned = (table.resource for table in self.tables if table.majority != then.holders(table.resource))
        return next(turned, None)

    def taken(self, then: Then, seat: Seat) -> str | None:
        """The first resource whose majority only this seat has then, and not now; None where there is none."""
        others = (table.resource for table in self.tables if seat not in table.majority)
        return next((resource for resource in others if then.holders(resource) == {seat}), None)

    def about(self, then: Then, otherwise: str) -> str:
        """The thing that a finding is about: a majority that it turns, else one of its own."""
        turned = self.turned(then)
        return f"majority-{turned}" if turned else otherwise


def read(setup: Setup, play: Played[State]) -> GamePlayed:
    """The finished game that a play led to."""
    plays = play.standing()
    there = position(play.state)
    seats = range(len(setup.names))
    purses = tuple(tuple(after.state.holdings[seat].gold for after in plays) for seat in seats)
    incomes = tuple(tuple(_incomes(plays, seat)) for seat in seats)
    return GamePlayed(
        setup, play.state, score(there), standings(there.holdings), tuple(_settled(plays)), purses, incomes
    )


def _incomes(plays: Sequence[Played[State]], seat: Seat) -> Iterator[int]:
    for place, after in enumerate(plays):
        if isinstance(after.move, Reveal) and after.before:
            yield from (place for bid in after.before.state.own(seat) if bid.action in INCOMES)


def _settled(plays: Sequence[Played[State]]) -> Iterator[Settled]:
    revealed, given_up = 0, list[GivenUp]()
    for place, after in enumerate(plays):
        before = after.before.state if after.before else after.state
        match after.move:
            case Reveal():
                revealed = place
            case Legionnaire(seat, _tile, bidder):
                given_up.append(GivenUp(seat, bidder, before.holdings[seat].of_kind("legionnaire")[0]))
            case Settle(tile):
                result = after.state.settled[-1][1]
                yield Settled(place, after.index, tile, revealed, before, result, tuple(given_up))
                given_up.clear()


def followed(play: Played[State]) -> bool:
    """True if the game was followed to its end, through a round at least; what was counted instead has no purchases."""
    return play.state.ended and play.state.round > 1


def symbols_of(count: int) -> Text:
    return plural("{count} symbol", "{count} symbols", count)


def of_tile(
    game: GamePlayed, key: str, kind: FindingKind, says: Text, one: Settled, then: Then, **more: Any
) -> Finding[State]:
    """The finding about a tile that was settled; `more` are parts of it and facts."""
    more = {"move": one.index, "card": one.card.title, "tile": one.tile, "round": one.round, **more}
    return finding(key, kind, says, then.state, about=game.about(then, f"tile-{one.round}-{one.tile}"), **more)


# The game as it would have been

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


def held(game: GamePlayed, seat: Seat, without: frozenset[str], twists: Sequence[Twist]) -> Holding | None:
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


def without(game: GamePlayed, seat: Seat, bought: Sequence[Settled]) -> State | None:
    """The finished game without these purchases of a seat: nobody has the cards, and the seat keeps the gold of bribes
    and costs.
    """
    twists = [Twist(one.place, one.bribe) for one in bought]
    holding = held(game, seat, frozenset(one.card.id for one in bought), twists)
    return game.with_holding(seat, holding) if holding else None


def resettled(
    game: GamePlayed, one: Settled, bids: tuple[Bid, ...], given_back: Mapping[Seat, tuple[Card, ...]] | None = None
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
