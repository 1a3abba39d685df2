"""The sentences about a move. Every text is made from the state before the move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.core.game import Opens
from scoring.core.sheet import Seat
from scoring.core.text import Text, plural, text
from scoring.lutece.apprentices import followers
from scoring.lutece.bidding import INCOME
from scoring.lutece.cards import RESOURCE_NAMES, Card, in_gold
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
    Tile,
)
from scoring.lutece.purchases import outcome
from scoring.lutece.rules import apply
from scoring.lutece.state import LEGIONNAIRE, Bid, Outcome, State
from scoring.lutece.view.beside import compared


def tell(before: State, move: Move) -> Sequence[Text]:
    """The sentences for a move that `apply` accepts. Of options they say that, not what, was laid."""
    return [*_sentences(before, move), *_empty_reserve(before, apply(before, move))]


def opens(before: State, move: Move) -> Opens:
    """A round begins with its first card; then come the options, the bribes, the reveal, each tile, and the end."""
    match move:
        case Offer():
            return Opens.NOTHING if any(lot and not lot.coins for lot in before.lots) else Opens.ROUND
        case Options():
            return Opens.NOTHING if before.bids else Opens.TURN
        case Bribe():
            return Opens.NOTHING if any(bid.coins for bid in before.bids) else Opens.TURN
        case Legionnaire(_, tile) | Settle(tile):
            return Opens.NOTHING if any(bid.legionnaires for bid in before.on(tile)) else Opens.TURN
        case Attach():
            return Opens.NOTHING
        case _:
            return Opens.TURN


def round_name(number: int) -> Text:
    """Its own words, for the French booklet calls a round « tour » and that of other games « manche »."""
    return text("Round {number}", number=number)


def _sentences(before: State, move: Move) -> Iterator[Text]:
    match move:
        case Offer(tile, card):
            yield text("{card!c} goes under tile {tile}.", card=card.title, tile=tile)
        case Options(seat):
            yield text("{name} places two action cards, face down.", name=before.names[seat])
        case Bribe(seat, _tile, amount):
            yield text("{name} raises a bribe to {amount} gold.", name=before.names[seat], amount=amount)
        case Reveal():
            yield from _reveal(before)
        case Legionnaire(seat, tile, bidder):
            yield from _legionnaire(before, seat, tile, bidder)
        case Settle(tile):
            yield from _settle(before, tile)
        case Attach(seat, apprentice, to, resource):
            yield _attach(before, seat, apprentice, to, resource)
        case Close():
            yield from _close(before)
        case End():
            yield text("A tile cannot be given a card: the game is over.")
        case Count():
            yield from _count(before, move)


def _count(before: State, move: Count) -> Iterator[Text]:
    holding, facts = move.holding, {"name": before.names[move.seat], "gold": in_gold(move.holding.gold)}
    if holding.total is not None:
        yield text("{name} has only a total: typed, not checked.", name=before.names[move.seat])
    elif holding.short:
        yield text("{name} counts {gold}, and totals instead of cards.", **facts)
    else:
        cards = len(holding.cards)
        yield plural(
            "{name} counts {gold} and {count} card.", "{name} counts {gold} and {count} cards.", cards, **facts
        )
    known = compared(before, move)
    yield from known.told() if known else ()


def _reveal(before: State) -> Iterator[Text]:
    yield text("The action cards are revealed.")
    for seat, name in enumerate(before.names):
        many = sum(bid.action in INCOMES for bid in before.own(seat))
        if many:
            yield text("{name} collects {gold} from Income.", name=name, gold=in_gold(many * INCOME))
        for bid in before.own(seat):
            if bid.action in INCOMES:
                continue
            facts = {"name": name, "tile": bid.action}
            if bid.coins:
                yield text("{name} bids on tile {tile}, with a bribe of {coins}.", coins=bid.coins, **facts)
            else:
                yield text("{name} bids on tile {tile}.", **facts)


def _legionnaire(before: State, seat: Seat, tile: Tile, bidder: Seat) -> Iterator[Text]:
    bid = next(bid for bid in before.on(tile) if bid.seat == bidder)
    facts = {
        "name": before.names[seat],
        "bidder": before.names[bidder],
        "tile": tile,
        "strength": bid.strength + LEGIONNAIRE,
    }
    if seat == bidder:
        yield text("{name} gives up a legionnaire: their own bribe on tile {tile} is now worth {strength}.", **facts)
    else:
        yield text("{name} gives up a legionnaire: {bidder}’s bribe on tile {tile} is now worth {strength}.", **facts)


# Settling


def _settle(before: State, tile: Tile) -> Iterator[Text]:
    result = outcome(before, tile)
    if len(result.bids) > 1:
        yield from _contest(before, tile, result)
    if result.winner is None:
        yield text("Highest bribe tied: nobody gets {card}.", card=result.lot.card.title)
    elif result.acquires:
        yield from _acquired(before, result, result.winner)
    else:
        yield _refused(before, result, result.winner)
    for bid in result.back:
        yield _back(before, bid)
    if not result.acquires:
        yield from _leaves(result)


def _contest(before: State, tile: Tile, result: Outcome) -> Iterator[Text]:
    yield text("Tile {tile} is contested.", tile=tile)
    for bid in result.bids:
        name = before.names[bid.seat]
        if bid.legionnaires:
            yield plural(
                "{name} bids {coins} and {count} legionnaire: {strength}.",
                "{name} bids {coins} and {count} legionnaires: {strength}.",
                bid.legionnaires,
                name=name,
                coins=bid.coins,
                strength=bid.strength,
            )
        else:
            yield text("{name} bids {coins}.", name=name, coins=bid.coins)


def _acquired(before: State, result: Outcome, winner: Bid) -> Iterator[Text]:
    name, lot = before.names[winner.seat], result.lot
    facts = {"name": name, "card": lot.card.title, "cost": lot.card.price}
    if winner.coins:
        yield text("{name} pays {bribe} (bribe) + {cost} (cost) for {card}.", bribe=winner.coins, **facts)
    else:
        yield text("{name} pays {cost} for {card}.", **facts)
    if lot.coins:
        yield text("{name} takes the {coins} gold that was on {card}.", coins=lot.coins, **facts)
    if result.effect:
        yield text("{card!c} gives {name} {gold}.", card=lot.card.title, name=name, gold=in_gold(result.effect))
    yield from _apprentices(before, winner.seat, lot.card)


def _apprentices(before: State, seat: Seat, card: Card) -> Iterator[Text]:
    holding, name = before.holdings[seat], before.names[seat]
    if card.kind == "apprentice":
        facts = {"name": name, "apprentice": card.title}
        if holding.bearers():
            yield text("{name} must now attach {apprentice} to a character.", **facts)
        else:
            yield text("{apprentice!c} waits for {name}’s first character.", **facts)
    for apprentice in followers(holding, card):
        yield text("{apprentice!c} goes under {bearer}.", apprentice=apprentice.title, bearer=card.title)


def _refused(before: State, result: Outcome, winner: Bid) -> Text:
    gold = before.holdings[winner.seat].gold
    card = result.lot.card
    facts = {"name": before.names[winner.seat], "card": card.title, "cost": card.price, "bribe": winner.coins}
    if gold == 0:
        return text("{name} has no gold left and cannot pay {cost} for {card}: the bribe of {bribe} is lost.", **facts)
    return text(
        "{name} has only {gold} and cannot pay {cost} for {card}: the bribe of {bribe} is lost.",
        gold=in_gold(gold),
        **facts,
    )


def _back(before: State, bid: Bid) -> Text:
    name = before.names[bid.seat]
    if bid.coins == 0:
        return text("{name} takes 1 gold from the reserve.", name=name)
    return text("{name} takes back {coins}, plus 1 from the reserve.", name=name, coins=in_gold(bid.coins))


def _leaves(result: Outcome) -> Iterator[Text]:
    facts = {"card": result.lot.card.title, "coins": result.lot.coins}
    if result.lot.coins:
        yield text("{card!c} leaves the game; its {coins} gold goes to the reserve.", **facts)
    else:
        yield text("{card!c} leaves the game.", **facts)


# Apprentices, increase, reserve


def _attach(before: State, seat: Seat, apprentice: str, to: str, resource: str | None) -> Text:
    holding = before.holdings[seat]
    below, bearer = holding.card(apprentice), holding.card(to)
    facts = {"apprentice": below.title if below else apprentice, "bearer": bearer.title if bearer else to}
    copied = resource or (bearer.bearing[0] if bearer and bearer.bearing else None)
    if copied is None:
        return text("{apprentice!c} is under {bearer} and copies nothing.", **facts)
    return text("{apprentice!c} is under {bearer} and copies: {resource}.", resource=RESOURCE_NAMES[copied], **facts)


def _close(before: State) -> Iterator[Text]:
    many = sum(lot is not None for lot in before.lots)
    if many:
        yield plural("1 gold is added to {count} card.", "1 gold is added to each of {count} cards.", many)
    yield text("Everyone takes back their action cards.")


def _empty_reserve(before: State, after: State) -> Iterator[Text]:
    if after.reserve < 0 and after.reserve < before.reserve:
        yield text("The reserve is empty: {gold} more than the box holds is in play.", gold=in_gold(-after.reserve))
