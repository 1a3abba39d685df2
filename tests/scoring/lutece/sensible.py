"""A whole game as people might play it who know what they do, with cards made up; nobody is told what to play by this.

They want what adds most to their sheet, take an Income when gold runs short, bribe a part of what a card seems worth
to them, and sometimes misjudge it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.core.game import Chance
from scoring.core.sheet import Seat
from scoring.lutece.bidding import INCOME, deck_of
from scoring.lutece.cards import CHARACTER, LOCATION, RESOURCES, Card, Holding, counts
from scoring.lutece.majority import standing
from scoring.lutece.markets import satisfied
from scoring.lutece.moves import (
    INCOMES,
    Action,
    Attach,
    Bribe,
    Close,
    End,
    Legionnaire,
    Move,
    Offer,
    Options,
    Reveal,
    Settle,
    Tile,
)
from scoring.lutece.purchases import gold_effect, raisable
from scoring.lutece.rules import apply, to_act
from scoring.lutece.score import MARKET, relatives
from scoring.lutece.state import LEGIONNAIRE, Setup, State, start

GOLD_A_POINT = 2.4  # what a point seems worth under way
BOLD = 0.6
ERRS = 1.5  # points by which a card may be misjudged
COLOURS = ("yellow", "green", "blue", "red")
IN_DECK = {2: (22, 19), 3: (28, 24), 4: (34, 29), 5: (40, 34)}  # characters and locations, by players


@dataclass
class Wishes:
    """What each player thinks of each card that is offered, and how much of it to bribe: both stay as they are."""

    random: Chance
    errors: dict[tuple[Seat, str], float] = field(default_factory=dict)
    bold: dict[tuple[int, Seat, Tile], float] = field(default_factory=dict)

    def worth(self, state: State, seat: Seat, tile: Tile) -> float:
        lot = state.lot(tile)
        if lot is None:
            return 0.0
        key = (seat, lot.card.id)
        error = self.errors.setdefault(key, ERRS * (2 * self.random.random() - 1))
        gold = lot.coins - lot.card.price + gold_effect(state.holdings[seat], lot.card)
        return _points(state, seat, lot.card) + gold / GOLD_A_POINT + error

    def boldness(self, round: int, seat: Seat, tile: Tile) -> float:
        """Which part of what a card seems worth is bribed."""
        return self.bold.setdefault((round, seat, tile), BOLD * self.random.random())


def sensible(setup: Setup, random: Chance) -> Iterator[Move]:
    """The moves of a game from its beginning to its end."""
    state, decks, wishes = start(setup), _decks(setup, random), Wishes(random)
    while not state.ended:
        move = _next(state, decks, wishes)
        yield move
        state = apply(state, move)


def _decks(setup: Setup, random: Chance) -> dict[str, list[Card]]:
    many = IN_DECK[len(setup.names)]
    made = (_characters(random), _locations(random))
    return {
        deck: random.sample(cards, most) for deck, cards, most in zip((CHARACTER, LOCATION), made, many, strict=True)
    }


def _characters(random: Chance) -> list[Card]:
    """Six citizens for each resource, one of them with two symbols; apprentices and legionnaires."""
    talents = {resource: random.sample(range(1, 13), 6) for resource in RESOURCES}
    citizens = [
        Card(
            f"{resource}-{number}",
            "citizen",
            cost=random.randint(0, 2) + (number == 0),
            resources=counts({resource: 2 if number == 0 else 1}),
            talent=talent,
            colour=random.choice(COLOURS),
        )
        for resource in RESOURCES
        for number, talent in enumerate(talents[resource])
    ]
    apprentices = [
        Card(f"apprentice-{number}", "apprentice", cost=1, colour=COLOURS[number % 4]) for number in range(8)
    ]
    return [*citizens, *apprentices, *(Card(f"legionnaire-{number}", "legionnaire", cost=1) for number in range(8))]


def _locations(random: Chance) -> list[Card]:
    kinds = {"field": 3, "forest": 3, "mine": 3, "tavern": 3, "mill": 2, "laboratory": 2, "forge": 2, "bakery": 2}
    kinds |= {"herbalist": 2, "armoury": 2, "market": 6, "statue": 4}
    return [
        Card(
            f"{kind}-{number}",
            kind,
            cost=random.randint(0, 3),
            colour=COLOURS[number % 4],
            demand=_demand(random) if kind == "market" else None,
        )
        for kind, many in kinds.items()
        for number in range(many)
    ]


def _demand(random: Chance) -> tuple[int, int, int, int]:
    first, second = random.sample(RESOURCES, 2)
    return counts({first: random.randint(1, 2), second: 1})


def _points(state: State, seat: Seat, card: Card) -> float:
    """What a card seems to add to the sheet of a seat."""
    own = state.holdings[seat]
    match card.kind:
        case "legionnaire":
            return LEGIONNAIRE + 0.5
        case "apprentice":
            return max((_symbol(state, seat, of) for bearer in own.bearers() for of in bearer.bearing), default=2.0)
        case "mill" | "laboratory" | "forge":
            return own.control(card.implied.counts or "") + 2.0
        case "bakery" | "herbalist" | "armoury":
            return 3.5 + relatives(own, card)
        case "statue":
            return 3.5 + sum(other.is_roman for other in own.cards)
        case "market":
            return _market(own, card)
    return sum(many * _symbol(state, seat, of) for of, many in zip(RESOURCES, card.bears, strict=True))


def _symbol(state: State, seat: Seat, resource: str) -> float:
    """One symbol more: worth most where a majority is near."""
    symbols = standing(state.holdings, resource).symbols
    rivals = max(many for other, many in enumerate(symbols) if other != seat)
    near = {-1: 3.0, 0: 4.0, 1: 2.0}.get(symbols[seat] - rivals, 1.0)
    reckoning = sum(card.implied.prestige == "symbols" and card.implied.counts == resource
                    for card in state.holdings[seat].cards)  # fmt: skip
    return near + reckoning


def _market(own: Holding, card: Card) -> float:
    wanted = [*(other.demand or (0, 0, 0, 0) for other in own.of_kind("market")), card.demand or (0, 0, 0, 0)]
    more = len(satisfied(wanted, own.symbols())) == len(wanted)
    return float(MARKET) if more else 2.5


def _next(state: State, decks: dict[str, list[Card]], wishes: Wishes) -> Move:
    match state.phase:
        case "offers":
            return _offer(state, decks)
        case "options":
            return _options(state, min(to_act(state)), wishes)
        case "bribes":
            return next(_bribes(state, wishes), Reveal())
    return next(_attachments(state), None) or next(_legionnaires(state, wishes), None) or _settle(state)


def _offer(state: State, decks: dict[str, list[Card]]) -> Move:
    """The next card of a deck; the end where it is empty."""
    tile = next(tile for tile in state.tiles if state.lot(tile) is None)
    deck = decks[deck_of(tile)]
    return Offer(tile, deck.pop()) if deck else End()


def _options(state: State, seat: Seat, wishes: Wishes) -> Options:
    """The two that seem worth most and can be paid; an Income the more, the less gold there is."""
    gold = state.holdings[seat].gold
    worth: dict[Action, float] = {tile: wishes.worth(state, seat, tile) for tile in state.tiles}
    worth |= dict.fromkeys(INCOMES, INCOME / GOLD_A_POINT + max(0, 4 - gold))
    chosen: list[Action] = []
    for action in sorted(worth, key=lambda action: -worth[action]):
        if len(chosen) < 2 and _price(state, action) <= gold:
            gold -= _price(state, action)
            chosen.append(action)
    return Options(seat, tuple(chosen))


def _price(state: State, action: Action) -> int:
    lot = None if action in INCOMES else state.lot(action)
    return lot.card.price if lot else 0


def _bribes(state: State, wishes: Wishes) -> Iterator[Bribe]:
    """A part of what a card seems worth, each time a little more, as long as the costs can be paid."""
    for bid in state.bids:
        costs = sum(_price(state, own.action) for own in state.own(bid.seat))
        spare = state.holdings[bid.seat].gold - costs
        if bid.action not in INCOMES and spare > 0:
            bold = wishes.boldness(state.round, bid.seat, bid.action)
            wanted = min(int(bold * wishes.worth(state, bid.seat, bid.action)), bid.coins + spare)
            if wanted > bid.coins:
                yield Bribe(bid.seat, bid.action, wanted)


def _attachments(state: State) -> Iterator[Attach]:
    """Under the character whose symbol is worth most."""
    for seat, card in state.unattached:
        places = [(_symbol(state, seat, of), bearer.id, of)
                  for bearer in state.holdings[seat].bearers() for of in bearer.bearing]  # fmt: skip
        _worth, bearer, resource = max(places)
        yield Attach(seat, card.id, bearer, resource)


def _legionnaires(state: State, wishes: Wishes) -> Iterator[Legionnaire]:
    """Given up by a bidder whom one would make the winner of something dear."""
    if not raisable(state) or state.due is None:
        return
    for bid in state.on(state.due):
        others = max(other.strength for other in state.on(state.due) if other != bid)
        wins = bid.strength <= others < bid.strength + LEGIONNAIRE
        dear = wishes.worth(state, bid.seat, state.due) > 3 * LEGIONNAIRE
        if wins and dear and state.holdings[bid.seat].of_kind("legionnaire"):
            yield Legionnaire(bid.seat, state.due, bid.seat)


def _settle(state: State) -> Move:
    return Close() if state.due is None else Settle(state.due)
