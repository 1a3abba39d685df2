"""What was bid and paid: contested tiles, legionnaires given up, bribes, incomes and the gold that was left."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.core.figures import Claim, Finding, FindingKind, Measure, Points, fewer, finding, more, points_of
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.bidding import INCOME
from scoring.lutece.cards import LOCATION, RESOURCE_NAMES, Card, in_gold
from scoring.lutece.review.game import GamePlayed, Settled, Then, Twist, buyer, held, of_tile, resettled
from scoring.lutece.state import LEGIONNAIRE, Bid, Outcome, State

NEARLY = 3  # gold that a bribe may lack to win
LEVEL = 1  # gold that a bribe may lack to be level with the highest

CONTESTS = FindingKind(
    text("Contested tiles"),
    text("The gold for it was there, and everything bought later could still have been paid."),
)


def contests(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game if a bribe that did not win had been a little higher: enough to win, or level with the highest."""
    for one in game.settled:
        back = [(bid, _lacked(one, bid)) for bid in one.result.back]
        yield from _levelled(game, one, [bid for bid, lacked in back if lacked == LEVEL + 1])
        for bid, lacked in back:
            if lacked <= NEARLY:
                yield from _won(game, one, bid, lacked)


def _lacked(one: Settled, bid: Bid) -> int:
    """The gold that a bribe lacked to be the single highest."""
    return max(other.strength for other in one.result.bids if other != bid) + 1 - bid.strength


def _raised(game: GamePlayed, one: Settled, bid: Bid, extra: int) -> tuple[Outcome, State] | None:
    raised = replace(bid, coins=bid.coins + extra)
    return resettled(game, one, tuple(raised if other == bid else other for other in one.result.bids))


def _levelled(game: GamePlayed, one: Settled, bids: Sequence[Bid]) -> Iterator[Finding[State]]:
    """One more gold on any of these bribes, and the highest would have been shared: nobody has the card."""
    could = [(bid, found) for bid in bids if (found := _raised(game, one, bid, LEVEL))]
    if one.buyer is None or not could:
        return
    then = game.then(could[0][1][1])
    if then.changes[one.buyer]:
        yield of_tile(
            game,
            f"level-{one.key}",
            CONTESTS,
            plural(
                "In round {round} {winner} outbid {names} for {card} under tile {tile}, {high} to {low}; with 1 gold "
                "more on that bribe nobody would have had it: {change} for {winner}.",
                "In round {round} {winner} outbid {names} for {card} under tile {tile}, {high} to {low}; with 1 gold "
                "more on one of these bribes nobody would have had it: {change} for {winner}.",
                len(could),
            ),
            one,
            then,
            winner=game.name(one.buyer),
            names=tuple(game.name(bid.seat) for bid, _found in could),
            high=one.highest,
            low=could[0][0].strength,
            change=then.change(one.buyer),
        )


def _won(game: GamePlayed, one: Settled, bid: Bid, extra: int) -> Iterator[Finding[State]]:
    """The game with a bribe just high enough, where the card was another's or the highest bribe was shared."""
    found = _raised(game, one, bid, extra)
    if found is None or buyer(found[0]) != bid.seat or (one.result.winner and one.buyer is None):
        return
    then = game.then(found[1])
    seats = {"own": bid.seat} if one.buyer is None else {"own": bid.seat, "others": one.buyer}
    if all(then.changes[seat] for seat in seats.values()):
        yield of_tile(
            game,
            f"contest-{one.key}-{bid.seat}",
            CONTESTS,
            _tied() if one.buyer is None else _outbid(game.name(one.buyer), bid.strength),
            one,
            then,
            high=one.highest,
            extra=in_gold(extra),
            name=game.name(bid.seat),
            gain=_gain(game.taken(then, bid.seat)),
            **{of: then.change(seat) for of, seat in seats.items()},
        )


def _tied() -> Text:
    return text(
        "In round {round} the highest bribe for {card} under tile {tile} was tied at {high}, and nobody got it; with "
        "{extra} more, {name} would have had {gain}: {own} for {name}."
    )


def _outbid(winner: str, low: int) -> Text:
    return text(
        "In round {round} {winner} outbid {name} for {card} under tile {tile}, {high} to {low}; with {extra} more, "
        "{name} would have had {gain}: {own} for {name}, {others} for {winner}.",
        winner=winner,
        low=low,
    )


def _gain(majority: str | None) -> Text:
    """The card, and the majority that it would have brought."""
    if majority is None:
        return text("the card")
    return text("the card and the {resource} majority", resource=RESOURCE_NAMES[majority])


def unpaid(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game if a cost that could not be paid could have been."""
    for one in game.settled:
        if not one.result.winner or one.result.acquires:
            continue
        seat = one.result.winner.seat
        before = one.before.holdings[seat]
        lacked = one.card.price - before.gold
        bought = Twist(one.place, 0, lot=one.result.lot, really=before)
        holding = held(game, seat, frozenset(), [Twist(one.place, lacked), bought])
        then = game.then(game.with_holding(seat, holding)) if holding else None
        if then and then.changes[seat]:
            says = text(
                "In round {round} {name} was {lacked} short of the cost of {card} under tile {tile}; with that: {own}.",
                name=game.name(seat),
                lacked=in_gold(lacked),
            )
            yield of_tile(game, f"unpaid-{one.key}", CONTESTS, says, one, then, own=then.change(seat))


# Legionnaires

LEGIONNAIRES = FindingKind(text("Legionnaires given up"))


def legionnaires(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game without the legionnaires that a player gave up on a tile."""
    for one in game.settled:
        for seat in sorted({given.by for given in one.given_up}):
            yield from _not_given_up(game, one, seat)


def _not_given_up(game: GamePlayed, one: Settled, seat: Seat) -> Iterator[Finding[State]]:
    given = [each for each in one.given_up if each.by == seat]
    bidders = [each.bidder for each in given]
    bids = tuple(replace(bid, legionnaires=bid.legionnaires - bidders.count(bid.seat)) for bid in one.result.bids)
    found = resettled(game, one, bids, {seat: tuple(each.card for each in given)})
    if found is None:
        return
    then = game.then(found[1])
    if any(then.changes):
        yield of_tile(
            game,
            f"legionnaires-{one.key}-{seat}",
            LEGIONNAIRES,
            plural(
                "In round {round} {name} gave up a legionnaire on tile {tile}; without it {end}: {own} for {name}.",
                "In round {round} {name} gave up {count} legionnaires on tile {tile}; without them {end}: {own} for "
                "{name}.",
                len(given),
            ),
            one,
            then,
            name=game.name(seat),
            end=_end(game, one, buyer(found[0])),
            own=then.change(seat),
        )


def _end(game: GamePlayed, one: Settled, then: Seat | None) -> Text:
    """The buyer that the card would have had."""
    if then == one.buyer:
        return text("{card} would have gone the same way", card=one.card.title)
    if then is None:
        return text("nobody would have had {card}", card=one.card.title)
    return text("{other} would have had {card}", other=game.name(then), card=one.card.title)


# Gold

BRIBES = FindingKind(text("Bribes"), text("With less gold bribed every tile would have been settled in the same way."))
INCOMES = FindingKind(text("Incomes"), text("What another action card would have brought instead is left out."))
GOLD_LEFT = FindingKind(text("Gold left"))
TIE_BREAK = FindingKind(text("The tie-break"))


def bribes(game: GamePlayed) -> Iterator[Finding[State]]:
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


def _richer(game: GamePlayed, seat: Seat, gold: int) -> Then:
    holding = game.state.holdings[seat]
    return game.then(game.with_holding(seat, replace(holding, gold=holding.gold + gold)))


def incomes(game: GamePlayed) -> Iterator[Finding[State]]:
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


def _unspent(game: GamePlayed, seat: Seat) -> tuple[int, Then | None]:
    """The number of last Incomes of a seat that paid for nothing, and the game without them."""
    unspent, instead = 0, game.state.holdings[seat]
    twists = [Twist(place, -INCOME) for place in reversed(game.incomes[seat])]
    for many in range(1, len(twists) + 1):
        holding = held(game, seat, frozenset(), twists[:many])
        if holding is None:
            break
        unspent, instead = many, holding
    return unspent, game.then(game.with_holding(seat, instead)) if unspent else None


def gold_left(game: GamePlayed) -> Iterator[Finding[State]]:
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


def tie_break(game: GamePlayed) -> Iterator[Finding[State]]:
    """The game if the next best of as many points had been level with the winner in gold too, or in cards."""
    players = game.sheet.players
    winners = game.sheet.winners
    level = [seat for seat in game.seats if players[seat].total == players[winners[0]].total and seat not in winners]
    if level and len(winners) == 1:
        yield _decided(game, winners[0], min(level, key=lambda seat: players[seat].rank))


def _decided(game: GamePlayed, first: Seat, second: Seat) -> Finding[State]:
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
