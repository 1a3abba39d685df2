"""The sentences about a move, made from the state before it, and about a move that was corrected."""

from collections.abc import Iterator, Sequence

from scoring.core.game import Opens
from scoring.core.sheet import Amount, Belongings, Seat, fields_unlike
from scoring.core.text import Text, plural, text
from scoring.lutece.bidding import INCOME
from scoring.lutece.cards import RESOURCE_NAMES, Card, Counts, Holding, amounts, in_gold
from scoring.lutece.moves import (
    INCOMES,
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
from scoring.lutece.purchases import followers, outcome
from scoring.lutece.rules import apply
from scoring.lutece.state import LEGIONNAIRE, Bid, Outcome, State
from scoring.lutece.view.count import compared
from scoring.lutece.view.entry import COLOURS, DECKS_SAID, face


def tell(before: State, move: Move) -> Sequence[Text]:
    """The sentences about a move, from the state before it. Of options they say only that they were laid, not which."""
    return [*_sentences(before, move), *_empty_reserve(before, apply(before, move))]


def opens(before: State, move: Move) -> Opens:
    """A round begins with its first card; then come the options, the bribes, the reveal, the settling, and the end."""
    match move:
        case Offer():
            return Opens.NOTHING if any(lot and not lot.coins for lot in before.lots) else Opens.ROUND
        case Options():
            return Opens.NOTHING if before.bids else Opens.TURN
        case Bribe():
            return Opens.NOTHING if any(bid.coins for bid in before.bids) else Opens.TURN
        case Legionnaire(_, tile) | Settle(tile):
            begun = before.settled or any(bid.legionnaires for bid in before.on(tile))
            return Opens.NOTHING if begun else Opens.TURN
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
    facts = {"name": name, "card": lot.card.title, "cost": "?" if lot.card.cost is None else lot.card.cost}
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


# Corrections

GOLD = "gold"


def tell_correction(state: State, was: Move, now: Move) -> Text | None:
    """A card, a bribe, options or a bearer in the place of others, field by field; None: both moves are told."""
    match was, now:
        case Offer(), Offer():
            changes = fields_unlike([(text("tile"), was.tile, now.tile), *_printed(was.card, now.card)])
            return text("{card!c}: {changes}.", card=face(was.card).name, changes=changes) if changes else None
        case Bribe(), Bribe() if was.seat == now.seat:
            pairs = [(text("tile"), was.tile, now.tile), (text("gold"), was.amount, now.amount)]
            return text("{name}’s bribe: {changes}.", name=state.names[now.seat], changes=fields_unlike(pairs))
        case Options(), Options() if was.seat == now.seat:
            facts = {"before": _action_names(was.actions), "after": _action_names(now.actions)}
            return text("{name}’s action cards: {after} instead of {before}.", name=state.names[now.seat], **facts)
        case Attach(), Attach() if was.seat == now.seat:
            return _attached(state.holdings[now.seat], was, now)
    return None


def _attached(holding: Holding, was: Attach, now: Attach) -> Text | None:
    """An apprentice under another character that is called alike; None where their names tell them apart."""
    apprentice, *bearers = (holding.card(key) for key in (now.apprentice, was.to, now.to))
    before, after = (_printed_on(bearer) if bearer else None for bearer in bearers)
    if apprentice is None or before == after or (was.apprentice, was.resource) != (now.apprentice, now.resource):
        return None
    return text("{card!c} is under {after}, not under {before}.", card=apprentice.title, before=before, after=after)


def _printed_on(card: Card) -> Text:
    """A character with what tells it from others of its name."""
    facts = {"card": card.title, "symbols": _amounts(card.bears)}
    if card.talent is None:
        return text("{card} ({symbols})", **facts)
    return text("{card} ({symbols}; talent {talent})", talent=card.talent, **facts)


def belongings(state: State) -> Sequence[Belongings]:
    """The gold and the cards before each player, and on each tile the gold and whether a card lies there; what is
    another card, and bribes, are told with their moves.
    """
    return [
        *(
            Belongings(name, _gold(holding.gold), {card.id: card.title for card in holding.cards})
            for name, holding in zip(state.names, state.holdings, strict=True)
        ),
        *(
            Belongings(
                text("Tile {tile}", tile=tile),
                _gold(lot.coins if lot else 0),
                {tile: lot.card.title} if lot else {},
            )
            for tile, lot in zip(state.tiles, state.lots, strict=True)
        ),
    ]


def _gold(gold: int) -> dict[str, Amount]:
    return {GOLD: Amount(gold, in_gold(gold))}


def _printed(was: Card, now: Card) -> Iterator[tuple[Text | None, object, object]]:
    """The print on a card: what each thing is called, was and is. Another kind of card says most of it alone."""
    yield None, text(was.implied.name), text(now.implied.name)
    yield text("name"), was.label, now.label
    yield text("cost"), was.cost, now.cost
    if was.kind != now.kind:
        return
    yield text("talent"), was.talent, now.talent
    yield text("symbols"), _amounts(was.bears), _amounts(now.bears)
    yield None, _family(was), _family(now)
    yield text("points"), was.points or 0, now.points or 0
    yield text("what it asks for"), _amounts(was.demand), _amounts(now.demand)
    yield text("players"), was.min_players, now.min_players
    yield None, _roman(was), _roman(now)
    yield None, _deck(was), _deck(now)


def _amounts(many: Counts | None) -> tuple[Text, ...]:
    return amounts(many) if many else ()


def _family(card: Card) -> Text | str:
    return COLOURS.get(card.family or "", card.colour or text("unknown family"))


def _roman(card: Card) -> Text:
    return text("Roman") if card.is_roman else text("not Roman")


def _deck(card: Card) -> Text | None:
    return DECKS_SAID.get(card.drawn_from or "")


def _action_names(actions: Sequence[Action]) -> tuple[Text | str, ...]:
    return tuple(text("Income") if action in INCOMES else action for action in actions)
