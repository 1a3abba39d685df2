"""Gold: bribes that were higher than needed, incomes that paid for nothing, what was left, and the tie-break."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.core.figures import Claim, Finding, Kind, Measure, Points, fewer, finding, more, points_of
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.bidding import INCOME
from scoring.lutece.cards import LOCATION, Card, in_gold
from scoring.lutece.review.game import Reading, Settled, Then
from scoring.lutece.review.otherwise import Twist, held
from scoring.lutece.state import LEGIONNAIRE, State

BRIBES = Kind(text("Bribes"), text("With less gold bribed every tile would have been settled in the same way."))
INCOMES = Kind(text("Incomes"), text("What another action card would have brought instead is left out."))
GOLD_LEFT = Kind(text("Gold left"))
TIE_BREAK = Kind(text("The tie-break"))


def bribes(game: Reading) -> Iterator[Finding[State]]:
    """The game without the gold that a player bribed where nobody else wanted the card, or over what it took."""
    for seat in game.seats:
        bought = [one for one in game.settled if one.buyer == seat]
        for key, alone in (("alone", True), ("over", False)):
            spent = [over for one in bought if (len(one.result.bids) == 1) == alone and (over := _over(one))]
            then = _richer(game, seat, sum(spent))
            if then.changes[seat] > 0:
                yield finding(
                    f"bribes-{key}-{seat}",
                    BRIBES,
                    _uncontested(len(spent)) if alone else _contested(len(spent)),
                    then.state,
                    about=f"bribes-{key}-{seat}",
                    name=game.name(seat),
                    gold=in_gold(sum(spent)),
                    points=more(seat, then.changes[seat]),
                )


def _uncontested(tiles: int) -> Text:
    return plural(
        "{name} bribed {gold} on {count} tile that nobody else had an option on: {points} more without it.",
        "{name} bribed {gold} on {count} tiles that nobody else had an option on: {points} more without it.",
        tiles,
    )


def _contested(tiles: int) -> Text:
    return plural(
        "{name} bribed {gold} more than it took to win {count} contested tile: {points} more without it.",
        "{name} bribed {gold} more than it took to win {count} contested tiles: {points} more without it.",
        tiles,
    )


def _over(one: Settled) -> int:
    """The gold of the winner's bribe that was not needed."""
    winner = one.result.winner
    others = max((bid.strength + 1 for bid in one.result.bids if bid != winner), default=0)
    needed = max(0, others - LEGIONNAIRE * (winner.legionnaires if winner else 0))
    return max(0, one.bribe - needed)


def _richer(game: Reading, seat: Seat, gold: int) -> Then:
    holding = game.state.holdings[seat]
    return game.then(game.with_holding(seat, replace(holding, gold=holding.gold + gold)))


def incomes(game: Reading) -> Iterator[Finding[State]]:
    """The game without the last Incomes of a player, as many as nothing bought later was paid with."""
    for seat in game.seats:
        unspent, then = _unspent(game, seat)
        if then and then.changes[seat] < 0:
            yield finding(
                f"incomes-{seat}",
                INCOMES,
                plural(
                    "{name} played {incomes}, and the last one paid for nothing: {points} from its gold.",
                    "{name} played {incomes}, and the last {count} paid for nothing: {points} from their gold.",
                    unspent,
                ),
                then.state,
                about=f"incomes-{seat}",
                incomes=plural("{count} Income", "{count} Incomes", len(game.incomes[seat])),
                name=game.name(seat),
                points=fewer(seat, -then.changes[seat]),
            )


def _unspent(game: Reading, seat: Seat) -> tuple[int, Then | None]:
    """The number of last Incomes of a seat that paid for nothing, and the game without them."""
    unspent, instead = 0, game.state.holdings[seat]
    twists = [Twist(place, -INCOME) for place in reversed(game.incomes[seat])]
    for many in range(1, len(twists) + 1):
        holding = held(game, seat, frozenset(), twists[:many])
        if holding is None:
            break
        unspent, instead = many, holding
    return unspent, game.then(game.with_holding(seat, instead)) if unspent else None


def gold_left(game: Reading) -> Iterator[Finding[State]]:
    """The game without the gold that each player had left."""
    for seat in game.seats:
        gold = game.state.holdings[seat].gold
        then = _richer(game, seat, -gold)
        if then.changes[seat] < 0:
            yield finding(
                f"gold-{seat}",
                GOLD_LEFT,
                text("{name} had {gold} left at the end: {points}."),
                then.state,
                about=f"gold-{seat}",
                plain=True,
                name=game.name(seat),
                gold=in_gold(gold),
                points=fewer(seat, -then.changes[seat]),
            )


def tie_break(game: Reading) -> Iterator[Finding[State]]:
    """The game if the next best of as many points had been level with the winner in gold too, or in cards."""
    players = game.sheet.players
    winners = game.sheet.winners
    level = [seat for seat in game.seats if players[seat].total == players[winners[0]].total and seat not in winners]
    if level and len(winners) == 1:
        yield _decided(game, winners[0], min(level, key=lambda seat: players[seat].rank))


def _decided(game: Reading, first: Seat, second: Seat) -> Finding[State]:
    own, other = game.state.holdings[first], game.state.holdings[second]
    if own.gold > other.gold:
        instead = game.with_holding(first, replace(own, gold=other.gold))
        says = text(
            "{name} and {other} had {points} each: {name} won with {most} left against {least}.",
            most=in_gold(own.gold),
            least=other.gold,
        )
    else:
        instead = game.with_holding(second, replace(other, cards=(*other.cards, *_cards(own.size - other.size))))
        says = text(
            "{name} and {other} had {points} and as much gold each: {name} won with {most} cards against {least}.",
            most=own.size,
            least=other.size,
        )
    points = Points(points_of(game.sheet.players[second].total), Claim(Measure.TOTAL, second))
    return finding(
        "tie-break",
        TIE_BREAK,
        says,
        instead,
        about="tie-break",
        name=game.name(first),
        other=game.name(second),
        points=points,
    )


def _cards(many: int) -> tuple[Card, ...]:
    return tuple(Card(f"level-{number}", "other", deck=LOCATION) for number in range(many))
