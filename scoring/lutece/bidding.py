"""The first half of a round of Lutèce: cards are offered, options laid, bribes paid, and all is revealed."""

from dataclasses import replace

from scoring.core.rule import Illegal
from scoring.core.sheet import Seat
from scoring.core.text import Text, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import BOX_SIZES, CHARACTER, DECK_NAMES, LOCATION, Card, in_gold
from scoring.lutece.moves import CHARACTER_TILES, INCOMES, Bribe, Offer, Options, Tile
from scoring.lutece.state import Bid, Lot, State, from_reserve, in_phase, in_play, paid, seen, with_bid, with_lot

INCOME = 3
OPTIONS = 2  # action cards that each player lays in a round


def offer(state: State, move: Offer) -> State:
    in_play(state, move.tile)
    _empty(state, move.tile)
    in_phase(state, "offers", clauses.OFFERS)
    _fits(state, move)
    card = move.card if move.card.drawn_from else replace(move.card, deck=deck_of(move.tile))
    _new(state, card)
    return with_lot(state, move.tile, Lot(card))


def deck_of(tile: Tile) -> str:
    return CHARACTER if tile in CHARACTER_TILES else LOCATION


def _empty(state: State, tile: Tile) -> None:
    lot = state.lot(tile)
    if lot is not None:
        why = text("{card!c} is already under tile {tile}: a tile holds one card.", card=lot.card.title, tile=tile)
        raise Illegal(clauses.EMPTY_TILE, why, lambda move: isinstance(move, Offer) and move.tile == tile)


def _fits(state: State, move: Offer) -> None:
    deck = deck_of(move.tile)
    says = (move.card.deck, move.card.implied.deck)
    if any(said not in (None, deck) for said in says):
        raise Illegal(
            clauses.DECK,
            text(
                "{card!c} cannot go under tile {tile}: a card there comes from {deck}.",
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
        "{card!c} is for {least} or more players; there are {players}.", card=card.title, least=least, players=players
    )


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
            text("All {most} of {deck} have already been turned up.", most=BOX_SIZES[deck], deck=DECK_NAMES[deck]),
        )


def end(state: State) -> State:
    if state.phase != "offers":
        raise Illegal(clauses.END, text("No tile waits for a card, so the game goes on."))
    return replace(state, ended=True)


def lay_options(state: State, move: Options) -> State:
    if not state.revealed and move.seat in state.laid:
        raise Illegal(
            clauses.OPTIONS_ONCE,
            text(
                "{name} has already placed two action cards in round {round}: they are placed once a round.",
                name=state.names[move.seat],
                round=state.round,
            ),
        )
    in_phase(state, "options", clauses.OPTIONS)
    for action in move.actions:
        in_play(state, action)
    if len(move.actions) != OPTIONS or len(set(move.actions)) != OPTIONS:
        raise Illegal(
            clauses.TWO_OPTIONS,
            text("{name} must place two different action cards, no more and no fewer.", name=state.names[move.seat]),
        )
    return replace(state, bids=state.bids + tuple(Bid(move.seat, action) for action in move.actions))


def bribe(state: State, move: Bribe) -> State:
    in_phase(state, "bribes", clauses.BRIBES)
    if move.tile in INCOMES:
        raise Illegal(clauses.NO_BRIBE_ON_INCOME, text("An Income takes no bribe: it always pays 3."))
    bid = next((bid for bid in state.own(move.seat) if bid.action == move.tile), None)
    if bid is None:
        why = text("{name} has no option on tile {tile}.", name=state.names[move.seat], tile=move.tile)
        raise Illegal(clauses.OWN_OPTION, why)
    _check_grows(state, move, bid.coins)
    more = move.amount - bid.coins
    _check_gold(state, move.seat, more)
    return with_bid(paid(state, move.seat, -more), bid, replace(bid, coins=move.amount))


def _check_grows(state: State, move: Bribe, now: int) -> None:
    if move.amount <= now:
        facts = {"name": state.names[move.seat], "tile": move.tile, "now": now, "amount": move.amount}
        why = text("{name}’s bribe on tile {tile} is already {now}: {amount} would not be more.", **facts)
        raise Illegal(clauses.ONLY_GROWS, why)


def _check_gold(state: State, seat: Seat, more: int) -> None:
    gold = state.holdings[seat].gold
    if more > gold:
        facts = {"name": state.names[seat], "more": in_gold(more), "gold": in_gold(gold)}
        raise Illegal(clauses.WITHIN_GOLD, text("The bribe needs {more} more; {name} has {gold} left.", **facts))


def reveal(state: State) -> State:
    in_phase(state, "bribes", clauses.REVEAL)
    for bid in state.bids:
        if bid.action in INCOMES:
            state = from_reserve(state, bid.seat, INCOME)
    return replace(state, revealed=True, bids=tuple(bid for bid in state.bids if bid.action not in INCOMES))
