"""The board of Lutèce: purses, standings, market, and what may be done now.

The state may be one where the options of others are hidden. What may be composed is all there: the kinds and the known
cards for every empty tile, the hand of everyone who has not laid, every bribe that a purse allows, and why not more.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scoring.core.codec import parse
from scoring.core.game import ViewRequest
from scoring.core.rule import Malformed
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, plural, text
from scoring.lutece.audit import Missing, audit, missing, unpaid
from scoring.lutece.bidding import deck_of
from scoring.lutece.cards import BOX_SIZES, DECKS, LOCATION, RESOURCE_NAMES, Position
from scoring.lutece.formats import card_from, card_to
from scoring.lutece.moves import Attach, Bribe, Close, End, Legionnaire, Move, Offer, Options, Reveal, Settle
from scoring.lutece.purchases import outcome, raisable
from scoring.lutece.rule_texts import AT_ONCE, TALENT_MISSING
from scoring.lutece.rules import options, position, to_act
from scoring.lutece.score import score
from scoring.lutece.state import LEGIONNAIRE, Bid, Outcome, State, seen
from scoring.lutece.symbols import Standing, standings
from scoring.lutece.view.bids import Hand, PaySlip, Purse, hands, purses, slips
from scoring.lutece.view.box import Box
from scoring.lutece.view.entry import Entry, Face, Filled, entry, face, filled, owned

MARKETS_REMOVED = {2: 3, 3: 2, 4: 1, 5: 0}


@dataclass(frozen=True, slots=True)
class Player:
    """A player's gold and cards; `unsure`: the cost of one is not known, and so is the gold. `lying` are the coins on
    the own cards that lie face down, highest first.
    """

    gold: int
    unsure: bool
    cards: tuple[Face, ...]
    legionnaires: int
    total: int
    acts: bool
    lying: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """One player's part of a resource. `place`: most, fewest, or between; empty when nobody has any."""

    many: int
    talents: tuple[int | str, ...]
    place: str
    said: Text
    worth: Text


@dataclass(frozen=True, slots=True)
class ResourceRow:
    resource: str
    name: Text
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile: its card, the coins on it, and the options that this phone knows to lie there.

    A tile that was `settled` in this round shows its card still, the options that lay there, and who has won.
    """

    tile: str
    face: Face | None
    coins: int
    bids: tuple[Bid, ...]
    due: bool
    settled: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards left to be turned up; not `exact`: some of these may have left the game unseen."""

    deck: str
    left: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Offering:
    """The cards that can be put on the empty tiles. `first` is the one that is chosen unless another is.

    `tiles` are all of them, each with its deck and whether it is empty.

    `entry` is of the decks that an empty tile waits for; its known cards are those that could be turned up. `filled` is
    a card that was said and did not hold.
    """

    tiles: tuple[tuple[str, str, bool], ...]
    first: str
    entry: Entry
    filled: Filled | None

    def again(self, tile: str, undone: Collection[Move]) -> Filled | None:
        """The card that was under a tile before these moves were undone; None if there was none."""
        cards = [move.card for move in undone if isinstance(move, Offer) and move.tile == tile]
        return filled(cards[-1]) if cards else None


@dataclass(frozen=True, slots=True)
class Contest:
    """The tile that is due: who bids what, who would acquire (None: nobody), and who could raise whom."""

    tile: str
    face: Face
    bids: tuple[Bid, ...]
    leader: Seat | None
    pays: bool
    raises: tuple[tuple[Legionnaire, int], ...]
    contested: bool
    move: Settle


@dataclass(frozen=True, slots=True)
class Board:
    """The table as a phone shows it. `hands` and `purses` are those of its own players, `awaited` are all who have not
    laid options yet. `missing` is what nobody has entered and points turn on, at the end of a round and of the game:
    why, which field, what it matters among (none: anything), and the cards with their players; `choices` are there to
    enter it. `warnings` are what else is unusual about the table, or open.
    """

    phase: str
    round: int
    players: tuple[Player, ...]
    rows: tuple[ResourceRow, ...]
    slots: tuple[Slot, ...]
    decks: tuple[Deck, ...]
    offering: Offering | None
    hands: tuple[Hand, ...]
    awaited: tuple[Seat, ...]
    purses: tuple[Purse, ...]
    reveal: Reveal | None
    contest: Contest | None
    attach: tuple[tuple[Attach, Face, Face, str | None], ...]
    close: Close | None
    slips: tuple[PaySlip, ...]
    end: End | None
    left: int
    reserve: int
    counted: frozenset[Seat]
    sheet: Sheet
    tables: tuple[Standing, ...]
    missing: tuple[tuple[Text, str, tuple[str, ...], tuple[tuple[Seat, Face], ...]], ...]
    warnings: tuple[Text, ...]
    choices: Entry


def board(state: State, asked: ViewRequest[Box]) -> Board:
    """The board of a state; what is shared is the group's catalogue."""
    scored = position(state)
    phase, sheet, tables, box = state.phase, score(scored), standings(scored.holdings), asked.shared or Box()
    settling = phase == "purchases" and not state.unattached
    asks = state.ended or (settling and state.due is None)
    lacks = tuple(_asked(one) for one in (*unpaid(scored), *missing(scored))) if asks else ()
    return Board(
        phase=phase,
        round=_round(state),
        players=tuple(_player(state, seat, sheet) for seat in range(len(state.names))),
        rows=tuple(_row(state, table) for table in tables),
        slots=tuple(_slot(state, tile, state.revealed or len(asked.seats) < 2) for tile in state.tiles),
        decks=tuple(_deck(state, deck, box) for deck in DECKS),
        offering=_offering(state, asked.selection, box) if phase == "offers" else None,
        hands=tuple(hands(state, asked)) if phase == "options" else (),
        awaited=tuple(seat for seat in range(len(state.names)) if seat not in state.laid),
        purses=tuple(purses(state, asked)) if phase == "bribes" else (),
        reveal=Reveal() if phase == "bribes" else None,
        contest=_contest(state) if settling and state.due else None,
        attach=tuple(_attachments(state)),
        close=Close() if settling and state.due is None else None,
        slips=slips(state, asked.selection),
        end=End() if phase == "offers" else None,
        left=sum(lot is not None for lot in state.lots),
        reserve=state.reserve,
        counted=state.counters,
        sheet=sheet,
        tables=tables,
        missing=lacks,
        warnings=tuple(_warnings(state, scored, {field for _why, field, *_rest in lacks})),
        choices=Entry((), ()),
    )


def _asked(one: Missing) -> tuple[Text, str, tuple[str, ...], tuple[tuple[Seat, Face], ...]]:
    return one.why, one.field, one.among, tuple((seat, face(card)) for seat, card in one.cards)


def _warnings(state: State, scored: Position, asked: Collection[str]) -> Iterator[Text]:
    """All but what is being asked just now: which character an apprentice goes under, which talent is missing."""
    asks = {AT_ONCE: bool(state.unattached), TALENT_MISSING: "talent" in asked}
    for problem in audit(scored):
        if problem.warning and not asks.get(problem.rule):
            yield problem.why


def _round(state: State) -> int:
    """The round that is played; in the end the last one in which somebody laid options."""
    begun = state.phase not in ("counting", "over") or state.revealed or state.bids
    return state.round if begun else max(1, state.round - 1)


def selection(move: Move) -> Mapping[str, str]:
    """The values of the controls that compose a move, by their names: of an offer, of options, or of a bribe."""
    match move:
        case Offer(tile, card):
            return {"tile": tile, "card": json.dumps(card_to(card))}
        case Options(seat, actions):
            return {"seat": str(seat), "lay": ",".join(actions)}
        case Bribe(seat, tile, amount):
            return {"bribe": f"{seat} {tile}", "amount": str(amount)}
        case _:
            return {}


def present(state: State, what: str) -> bool:
    """True if the card of this id lies on a tile or before a player."""
    owned = (card for holding in state.holdings for card in holding.cards)
    return any(card.id == what for card in (*owned, *(lot.card for lot in state.lots if lot)))


def _player(state: State, seat: Seat, sheet: Sheet) -> Player:
    holding = position(state).holdings[seat]
    lying = () if state.revealed else tuple(sorted((bid.coins for bid in state.own(seat)), reverse=True))
    return Player(
        gold=state.holdings[seat].gold if state.counted[seat] is None else holding.gold,
        unsure=state.counted[seat] is None and any(card.cost is None for card in holding.cards),
        cards=tuple(owned(holding, card) for card in holding.cards),
        legionnaires=len(holding.of_kind("legionnaire")),
        total=sheet.players[seat].total,
        acts=state.phase in ("options", "counting", "purchases") and seat in to_act(state) and _awaited(state, seat),
        lying=lying,
    )


def _awaited(state: State, seat: Seat) -> bool:
    """True if the table waits for this player, and not for all."""
    return state.phase != "purchases" or any(owner == seat for owner, _card in state.unattached)


# Standings


def _row(state: State, table: Standing) -> ResourceRow:
    shares = tuple(_share(state, table, seat) for seat in range(len(state.names)))
    return ResourceRow(table.resource, RESOURCE_NAMES[table.resource], shares)


def _share(state: State, table: Standing, seat: Seat) -> Share:
    place, said = "between", text("{name}: {many} × {resource}")
    if not any(table.symbols):
        place = ""
    elif seat in table.majority:
        place, said = "most", text("{name}: majority, {many} × {resource}")
    elif seat in table.minority:
        place, said = "fewest", text("{name}: minority, {many} × {resource}")
    facts = {
        "name": state.names[seat],
        "many": table.symbols[seat],
        "resource": RESOURCE_NAMES[table.resource],
    }
    points = table.points(seat)
    worth = plural("{points} point", "{points} points", points, points=points)
    return Share(table.symbols[seat], table.shown(seat), place, Text(said.message, facts), worth)


# Tiles


def _slot(state: State, tile: str, shown: bool) -> Slot:
    """A tile; on a phone that goes round what lies face down there is not `shown`."""
    lot = state.lot(tile)
    settled = dict(state.settled).get(tile)
    if settled:
        return Slot(tile, face(settled.lot.card), settled.lot.coins, settled.bids, False, settled)
    return Slot(
        tile=tile,
        face=face(lot.card) if lot else None,
        coins=lot.coins if lot else 0,
        bids=state.on(tile) if shown else (),
        due=tile == state.due,
    )


def _deck(state: State, deck: str, box: Box) -> Deck:
    """The cards left: all less those turned up and those that left the game, as far as they are known."""
    players = len(state.names)
    left = BOX_SIZES[deck] - sum(card.drawn_from == deck for card in seen(state))
    if deck == LOCATION:
        left -= MARKETS_REMOVED[players]
    known = [card for card in box.cards if card.drawn_from == deck]
    complete = len(known) >= BOX_SIZES[deck]
    left -= sum((card.min_players or 2) > players for card in known)
    return Deck(deck, max(0, left), complete or players == 5)


# Offers


def _offering(state: State, selection: Mapping[str, str], box: Box) -> Offering:
    empty = [tile for tile in state.tiles if state.lot(tile) is None]
    decks = [deck for deck in DECKS if deck in map(deck_of, empty)]
    unseen, _lacking = box.matched(seen(state))
    known = [card for card in unseen if (card.min_players or 2) <= len(state.names)]
    return Offering(
        tiles=tuple((tile, deck_of(tile), tile in empty) for tile in state.tiles),
        first=selection["tile"] if selection.get("tile") in empty else empty[0],
        entry=entry([card for card in known if card.drawn_from in (None, *decks)], decks),
        filled=_refused(selection.get("card", "")),
    )


def _refused(card: str) -> Filled | None:
    try:
        return filled(card_from(parse(card))) if card else None
    except Malformed:
        return None


# Purchases


def _contest(state: State) -> Contest | None:
    assert state.due is not None  # noqa: S101  asked for only then
    result = outcome(state, state.due)
    return Contest(
        tile=state.due,
        face=face(result.lot.card),
        bids=result.bids,
        leader=result.winner.seat if result.winner else None,
        pays=result.acquires,
        raises=tuple(_legions(state)) if raisable(state) else (),
        contested=len(result.bids) > 1,
        move=Settle(state.due),
    )


def _legions(state: State) -> Iterator[tuple[Legionnaire, int]]:
    """Each legionnaire that could be removed, with what the bribe would then be worth."""
    for seat in range(len(state.names)):
        for move in options(state, seat):
            if isinstance(move, Legionnaire):
                bid = next(bid for bid in state.on(move.tile) if bid.seat == move.bidder)
                yield move, bid.strength + LEGIONNAIRE


def _attachments(state: State) -> Iterator[tuple[Attach, Face, Face, str | None]]:
    """The places for the first apprentice that waits, each with the resource that it would copy there."""
    for seat, card in state.unattached[:1]:
        for bearer in state.holdings[seat].bearers():
            several = len(bearer.bearing) > 1
            for resource in bearer.bearing if several else bearer.bearing[:1] or (None,):
                named = resource if several else None
                yield Attach(seat, card.id, bearer.id, named), face(card), face(bearer), resource
