"""The second half of a round of Lutèce: tiles are settled one by one, apprentices copy a resource of the character they
lie under, legionnaires raise, and the round is closed.
"""

from dataclasses import replace

from scoring.core.rule import Illegal
from scoring.core.sheet import Seat
from scoring.core.text import text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import RESOURCE_NAMES, Card, Holding
from scoring.lutece.moves import Attach, Legionnaire, Tile
from scoring.lutece.state import (
    Lot,
    Outcome,
    State,
    from_reserve,
    held,
    in_phase,
    in_play,
    nobody_waits,
    paid,
    with_bid,
    with_lot,
)


def followers(holding: Holding, card: Card) -> tuple[Card, ...]:
    """The waiting apprentices that go under this first character without a question."""
    asks = len(card.bearing) > 1
    return holding.waiting() if card.takes_apprentices and not holding.bearers() and not asks else ()


def with_followers(state: State, seat: Seat, bearer: Card) -> State:
    moved = {card.id for card in state.holdings[seat].waiting()}
    for key in moved:
        state = _attached(state, seat, key, bearer.id, None)
    return replace(state, moved=state.moved | moved)


def attach(state: State, move: Attach) -> State:
    holding = state.holdings[move.seat]
    card = _own_apprentice(state, move)
    bearer = holding.card(move.to)
    if bearer is None or not bearer.takes_apprentices:
        raise Illegal(
            clauses.BEARER,
            text(
                "{apprentice!c} must go under one of {name}’s characters, not a legionnaire or an apprentice.",
                apprentice=card.title,
                name=state.names[move.seat],
            ),
        )
    _free(state, card, move)
    _copies(bearer, move.resource)
    copied = move.resource if len(bearer.bearing) > 1 else None
    return replace(_attached(state, move.seat, card.id, bearer.id, copied), moved=state.moved - {card.id})


def _own_apprentice(state: State, move: Attach) -> Card:
    card = state.holdings[move.seat].card(move.apprentice)
    if card is None or card.kind != "apprentice":
        raise Illegal(
            clauses.OWN_APPRENTICE,
            text("{name} has no apprentice “{id}”.", name=state.names[move.seat], id=move.apprentice),
        )
    return card


def _free(state: State, card: Card, move: Attach) -> None:
    if card.attached_to is None:
        return
    nobody_waits(state)
    if card.id not in state.moved or move.to != card.attached_to:
        raise Illegal(clauses.STAYS, text("{apprentice!c} is already under a character.", apprentice=card.title))


def _copies(bearer: Card, resource: str | None) -> None:
    if resource is None and len(bearer.bearing) > 1:
        raise Illegal(
            clauses.COPIED,
            text("{card!c} has several resources: say which one the apprentice copies.", card=bearer.title),
        )
    if resource is not None and resource not in bearer.bearing:
        raise Illegal(
            clauses.COPIED,
            text("{card!c} does not give {resource}.", card=bearer.title, resource=RESOURCE_NAMES[resource]),
        )


def _attached(state: State, seat: Seat, apprentice: str, to: str, resource: str | None) -> State:
    holding = state.holdings[seat]
    cards = tuple(
        replace(card, attached_to=to, resource=resource) if card.id == apprentice else card for card in holding.cards
    )
    return held(state, seat, replace(holding, cards=cards))


# Tiles

CONSOLATION = 1


def outcome(state: State, tile: Tile) -> Outcome:
    """The outcome of a tile with an option, if it were settled now."""
    lot, bids = state.lot(tile), state.on(tile)
    assert lot is not None  # noqa: S101  every tile has a card while options lie
    best = max(bid.strength for bid in bids)
    top = [bid for bid in bids if bid.strength == best]
    winner = top[0] if len(top) == 1 else None
    back = tuple(bid for bid in bids if bid != winner)
    acquires = winner is not None and affords(state.holdings[winner.seat], lot.card)
    effect = gold_effect(state.holdings[winner.seat], lot.card) if winner and acquires else 0
    return Outcome(lot, bids, winner, acquires, back, effect, state.holdings[winner.seat].gold if winner else 0)


def affords(holding: Holding, card: Card) -> bool:
    """True if the cost can be paid, before the coins on the card are taken."""
    return holding.gold >= card.price


def gold_effect(holding: Holding, card: Card) -> int:
    """The gold a card gives to who acquires it, its own resources included."""
    kind = card.implied
    if kind.pays is None or kind.counts is None:
        return 0
    return kind.pays + replace(holding, cards=(*holding.cards, card)).control(kind.counts)


def settle(state: State, tile: Tile) -> State:
    in_play(state, tile)
    in_phase(state, "purchases", clauses.PURCHASES)
    if not state.on(tile):
        raise Illegal(clauses.OPTION_NEEDED, text("No option is left on tile {tile}.", tile=tile))
    if tile != state.due:
        raise Illegal(clauses.ORDER, text("Tile {due} is settled before tile {tile}.", due=state.due, tile=tile))
    result = outcome(state, tile)
    for bid in result.back:
        state = from_reserve(paid(state, bid.seat, bid.coins), bid.seat, CONSOLATION)
    state = replace(state, bids=tuple(bid for bid in state.bids if bid.action != tile))
    if result.winner is not None:
        state = replace(state, reserve=state.reserve + result.winner.coins)
    state = _acquire(state, result) if result.acquires else _discard(state, result.lot)
    return replace(with_lot(state, tile, None), settled=(*state.settled, (tile, result)))


def _discard(state: State, lot: Lot) -> State:
    return replace(state, gone=(*state.gone, lot.card), reserve=state.reserve + lot.coins)


def _acquire(state: State, result: Outcome) -> State:
    assert result.winner is not None  # noqa: S101  who acquires has won
    seat, lot = result.winner.seat, result.lot
    state = from_reserve(state, seat, result.effect - lot.card.price)
    state = paid(state, seat, lot.coins)
    holding = state.holdings[seat]
    state = held(state, seat, replace(holding, cards=(*holding.cards, lot.card)))
    return with_followers(state, seat, lot.card) if followers(holding, lot.card) else state


def remove_legionnaire(state: State, move: Legionnaire) -> State:
    in_play(state, move.tile)
    in_phase(state, "purchases", clauses.PURCHASES)
    _contested(state, move.tile)
    bid = next((bid for bid in state.on(move.tile) if bid.seat == move.bidder), None)
    if bid is None:
        raise Illegal(
            clauses.FOR_BIDDER,
            text("{name} has no option on tile {tile}.", name=state.names[move.bidder], tile=move.tile),
        )
    holding = state.holdings[move.seat]
    legions = holding.of_kind("legionnaire")
    if not legions:
        raise Illegal(clauses.OWN_LEGIONNAIRE, text("{name} has no legionnaire.", name=state.names[move.seat]))
    cards = tuple(card for card in holding.cards if card != legions[0])
    state = held(state, move.seat, replace(holding, cards=cards))
    state = with_bid(state, bid, replace(bid, legionnaires=bid.legionnaires + 1))
    return replace(state, gone=(*state.gone, legions[0]))


def _contested(state: State, tile: Tile) -> None:
    if tile != state.due:
        raise Illegal(clauses.CONTESTED, text("Tile {tile} is not the one to be settled now.", tile=tile))
    if len(state.on(tile)) < 2:
        raise Illegal(clauses.CONTESTED, text("Only one player has an option on tile {tile}.", tile=tile))


def raisable(state: State) -> bool:
    """True if somebody could still remove a legionnaire on the tile that is due."""
    contested = state.due is not None and len(state.on(state.due)) > 1
    return contested and any(holding.of_kind("legionnaire") for holding in state.holdings)


def close(state: State) -> State:
    in_phase(state, "purchases", clauses.INCREASE)
    if state.due is not None:
        raise Illegal(clauses.INCREASE, text("Tile {tile} is not settled yet.", tile=state.due))
    left = sum(lot is not None for lot in state.lots)
    return replace(
        state,
        lots=tuple(lot and replace(lot, coins=lot.coins + 1) for lot in state.lots),
        reserve=state.reserve - left,
        moved=frozenset(),
        revealed=False,
        round=state.round + 1,
        settled=(),
    )
