"""The worth of each purchase, the cause of each majority, and majorities and markets that were one symbol away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from scoring.core.figures import Finding, FindingKind, effect, fewer, finding, more
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, plural, text
from scoring.lutece.cards import BOX_SIZES, CHARACTER, RESOURCE_NAMES, SINGLE, Card, Holding, in_gold
from scoring.lutece.review.game import GamePlayed, Settled, Then, of_tile, symbols_of, without
from scoring.lutece.state import State, seen
from scoring.lutece.symbols import Standing

PURCHASES = FindingKind(
    text("Other purchases"),
    text("A card that is not bought goes to nobody: its price is kept, and what it gave is lost."),
)


@dataclass(frozen=True, slots=True)
class Bought:
    """A purchase whose card its player has at the end, with those of the apprentices under it."""

    settled: Settled
    apprentices: tuple[Settled, ...]

    @property
    def all(self) -> tuple[Settled, ...]:
        return (self.settled, *self.apprentices)

    @property
    def gold(self) -> Text:
        """The gold paid for the card, bribe and cost, and beside it for its apprentices, with the rounds of these."""
        own, many = in_gold(_paid(self.settled)), len(self.apprentices)
        if not many:
            return own
        return plural(
            "{gold}, beside its apprentice of round {rounds} for {rest}",
            "{gold}, beside its {count} apprentices of rounds {rounds} for {rest}",
            many,
            gold=own,
            rounds=tuple(one.round for one in self.apprentices),
            rest=in_gold(sum(map(_paid, self.apprentices))),
        )


def _paid(one: Settled) -> int:
    return one.bribe + one.card.price


def bought_by(game: GamePlayed, seat: Seat) -> list[Bought]:
    """The purchases of a seat, in their order."""
    kept = list(game.kept_by(seat))
    holding = game.state.holdings[seat]
    return [Bought(one, tuple(under for under in kept if _bearer(holding.card(under.card.id)) == one.card.id))
            for one in kept]  # fmt: skip


def _bearer(card: Card | None) -> str | None:
    return card.attached_to if card else None


def not_bought(game: GamePlayed, seat: Seat, purchases: Sequence[Bought]) -> Then | None:
    """The game without these; None where the gold would have run short."""
    every = {one.place: one for purchase in purchases for one in purchase.all}
    instead = without(game, seat, tuple(every.values()))
    return game.then(instead) if instead else None


def purchases(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without each purchase that turned no majority."""
    for seat in game.seats:
        for one in bought_by(game, seat):
            then = not_bought(game, seat, [one])
            if then and then.changes[seat] and not game.turned(then):
                yield _purchase(game, seat, one, then)


def _purchase(game: GamePlayed, seat: Seat, one: Bought, then: Then) -> Finding[State]:
    return of_tile(
        game,
        f"purchase-{one.settled.key}",
        PURCHASES,
        text("In round {round} {name} bought {card} under tile {tile} for {gold}, and {effect} with it in all."),
        one.settled,
        then,
        plain=then.changes[seat] < 0,
        name=game.name(seat),
        gold=one.gold,
        effect=effect(seat, -then.changes[seat]),
    )


# Majorities

MAJORITIES = FindingKind(
    text("How majorities were decided"),
    text("A card that is not bought goes to nobody: its price is kept, and what it gave is lost."),
)


def majorities(game: GamePlayed) -> Iterator[Finding[State]]:
    """For each majority that one player has alone, the game without what gave it: a talent, a purchase or several."""
    for table in game.tables:
        if len(table.majority) == 1:
            (seat,) = table.majority
            yield from _by_talent(game, table, seat) if _ahead(table, seat) == 0 else _by_purchase(game, table, seat)


def _ahead(table: Standing, seat: Seat) -> int:
    """The number of symbols by which a seat is ahead of the others."""
    return table.symbols[seat] - max(own for other, own in enumerate(table.symbols) if other != seat)


def _with(game: GamePlayed, table: Standing, symbols: int, seat: Seat) -> tuple[str, ...]:
    """The others who have so many symbols."""
    return tuple(game.name(other) for other in game.seats if other != seat and table.symbols[other] == symbols)


def _by_purchase(game: GamePlayed, table: Standing, seat: Seat) -> Iterator[Finding[State]]:
    holding = game.state.holdings[seat]
    kept = bought_by(game, seat)
    giving = [one for one in kept if _bears(holding, one.settled.card.id, table.resource)]
    alone = ([one] for one in reversed(giving))
    together = (giving[-many:] for many in range(2, len(giving) + 1))
    for purchases in (*alone, *together):
        then = not_bought(game, seat, purchases)
        if then and then.holders(table.resource) != table.majority and then.changes[seat] < 0:
            yield _decided(game, table, seat, purchases, then)
            return


def _bears(holding: Holding, key: str, resource: str) -> bool:
    card = holding.card(key)
    return card is not None and (holding.copied(card) == resource or resource in card.bearing)


def _decided(game: GamePlayed, table: Standing, seat: Seat, purchases: Sequence[Bought], then: Then) -> Finding[State]:
    last, ahead = purchases[-1].settled, _ahead(table, seat)
    others = [other for other in game.tables if other != table and other.majority != then.holders(other.resource)]
    says = text(
        "In round {round} {name} bought {card} under tile {tile} for {gold}: it decided the {resource} majority, "
        "{ahead} ahead of {rivals}, and brought {points} in all.",
        card=last.card.title,
        round=last.round,
        tile=last.tile,
        gold=purchases[-1].gold,
    )
    if len(purchases) > 1:
        says = text(
            "{name} had the {resource} majority, {ahead} ahead of {rivals}: the last {purchases} purchases with "
            "{resource} decided it, and brought {points} in all.",
            purchases=len(purchases),
        )
    elif others:
        says = text(
            "In round {round} {name} bought {card} under tile {tile} for {gold}: it decided the {resource} majority, "
            "{ahead} ahead of {rivals}, and with it: {others}. It brought {points} in all.",
            others=tuple(RESOURCE_NAMES[other.resource] for other in others),
            **says.facts,
        )
    return finding(
        f"majority-{table.resource}",
        MAJORITIES,
        says,
        then.state,
        move=last.index,
        about=f"majority-{table.resource}",
        plain=len(purchases) > 1,
        name=game.name(seat),
        resource=RESOURCE_NAMES[table.resource],
        ahead=symbols_of(ahead),
        rivals=_with(game, table, table.symbols[seat] - ahead, seat),
        points=fewer(seat, -then.changes[seat]),
    )


def _by_talent(game: GamePlayed, table: Standing, seat: Seat) -> Iterator[Finding[State]]:
    """The game without the talents that the holder has in this resource."""
    holding = game.state.holdings[seat]
    giving = {card.id for card in holding.cards if _bears(holding, card.id, table.resource)}
    cards = tuple(replace(card, talent=None) if card.id in giving else card for card in holding.cards)
    then = game.then(game.with_holding(seat, replace(holding, cards=cards)))
    if then.changes[seat] < 0:
        yield finding(
            f"talents-{table.resource}",
            MAJORITIES,
            text(
                "{name} had as many {resource} symbols as {rivals}, {symbols}: the better talents gave {name} the "
                "majority, and {points} in all."
            ),
            then.state,
            about=f"majority-{table.resource}",
            name=game.name(seat),
            resource=RESOURCE_NAMES[table.resource],
            rivals=_with(game, table, table.symbols[seat], seat),
            symbols=table.symbols[seat],
            points=fewer(seat, -then.changes[seat]),
        )


# One symbol more

ONE_MORE = FindingKind(
    text("One symbol short"),
    text("The symbol is taken to be on one more citizen, without talent or colour, that cost nothing."),
)


def one_more(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game with one symbol more, where that makes a majority or satisfies a market."""
    if not _has_room(game.state):
        return
    known = {card.id for card in seen(game.state)}
    key = next(key for number in count(1) if (key := f"one-more-{number}") not in known)
    for seat in game.seats:
        for table in game.tables:
            symbol = Card(key, "citizen", resources=SINGLE[table.resource])
            holding = game.state.holdings[seat]
            then = game.then(game.with_holding(seat, replace(holding, cards=(*holding.cards, symbol))))
            if then.changes[seat] > 0:
                yield from _one_more(game, table, seat, then)


def _has_room(state: State) -> bool:
    """True if the box may have one more character than the players have."""
    cards = (card for holding in state.holdings for card in holding.cards)
    return sum(card.drawn_from == CHARACTER for card in cards) < BOX_SIZES[CHARACTER]


def _one_more(game: GamePlayed, table: Standing, seat: Seat, then: Then) -> Iterator[Finding[State]]:
    gains = tuple(_gains(game, table, seat, then))
    if gains:
        yield finding(
            f"one-more-{table.resource}-{seat}",
            ONE_MORE,
            text("With one more {resource} symbol, {name} would have {gains}: {points} more in all."),
            then.state,
            about=game.about(then, f"market-{seat}"),
            resource=RESOURCE_NAMES[table.resource],
            name=game.name(seat),
            gains=gains,
            points=more(seat, then.changes[seat]),
        )


def _gains(game: GamePlayed, table: Standing, seat: Seat, then: Then) -> Iterator[Text]:
    """A market satisfied, and a majority that others have; one that nobody has beside a market only."""
    market = _market(game, seat, then)
    if market:
        yield text("satisfied {card}", card=market.title)
    if seat in table.majority or then.holders(table.resource) != {seat}:
        return
    if table.majority:
        yield text("had the majority that went to {rivals}", rivals=tuple(map(game.name, sorted(table.majority))))
    elif market:
        yield text("had the majority that nobody had")


def _market(game: GamePlayed, seat: Seat, then: Then) -> Card | None:
    """A market that is satisfied then and is not now; None where as many are."""
    now, satisfied = _satisfied(game.sheet, seat), _satisfied(then.sheet, seat)
    if len(satisfied) == len(now):
        return None
    return game.state.holdings[seat].card(next(key for key in satisfied if key not in now))


def _satisfied(sheet: Sheet, seat: Seat) -> list[str]:
    return [line.of or "" for line in sheet.players[seat].lines if line.code == "market" and line.points]
