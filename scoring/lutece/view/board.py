"""What a phone shows of a game of Lutèce: purses, standings, market, and what may be done now.

The state may be one where the options of others are hidden. The selection says what its player has tapped so far:
`tile`, `kind` and `card` (an offer being made), `seat` and `lay` (options being chosen).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from scoring.core.game import ViewRequest
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, plural, text
from scoring.lutece.cards import (
    BOX_SIZES,
    DECKS,
    KINDS,
    LOCATION,
    RESOURCE_NAMES,
    Card,
    Holding,
)
from scoring.lutece.majority import Standing, standings
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
)
from scoring.lutece.rules import (
    HIDDEN,
    LEGIONNAIRE,
    Bid,
    State,
    deck_of,
    hand_for,
    options,
    outcome,
    position,
    raisable,
    seen,
    to_act,
)
from scoring.lutece.score import score
from scoring.lutece.view.box import Box
from scoring.lutece.view.draft import ICONS, Draft, Face, card_of, code_of, drafted, face, kinds_of, new_card

MARKETS_REMOVED = {2: 3, 3: 2, 4: 1, 5: 0}
RAISES = (1, 3)
"""A bribe grows by a coin of 1 or of 3."""


@dataclass(frozen=True, slots=True)
class Player:
    """What lies before a player. `lying` are the coins on the own cards that lie face down, highest first."""

    gold: int
    cards: tuple[Face, ...]
    legionnaires: int
    total: int
    acts: bool
    lying: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """One player's part of a resource. `place`: most, fewest, or between; empty when nobody has any."""

    many: int
    talents: tuple[int, ...]
    place: str
    said: Text
    worth: Text


@dataclass(frozen=True, slots=True)
class Row:
    resource: str
    name: Text
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile: its card, the coins on it, and the options that this phone knows to lie there."""

    tile: str
    face: Face | None
    coins: int
    bids: tuple[Bid, ...]
    waits: bool
    due: bool
    query: str


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards left to be turned up; not `exact`: some of these may have left the game unseen."""

    deck: str
    left: int
    exact: bool


@dataclass(frozen=True, slots=True)
class KindChoice:
    kind: str
    name: str
    icon: str
    known: int
    query: str


@dataclass(frozen=True, slots=True)
class Asking:
    """The card that a tile waits for: first its kind, then a known card of that kind or a new one."""

    tile: str
    deck: str
    kinds: tuple[KindChoice, ...]
    kind: str | None
    known: tuple[tuple[Face, Offer], ...]
    draft: Draft | None
    move: Offer | None
    back: str
    fresh: str
    editing: str


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card in a hand; `query` shows the table with it taken up or put down."""

    action: Action
    income: bool
    face: Face | None
    taken: bool
    query: str


@dataclass(frozen=True, slots=True)
class Hand:
    """The action cards of a player who has not laid options; `move` when two are taken up."""

    seat: Seat
    actions: tuple[ActionCard, ...]
    move: Options | None
    query: str


@dataclass(frozen=True, slots=True)
class Purse:
    """The options of a player with the raises that the gold allows; None where it does not."""

    seat: Seat
    gold: int
    bids: tuple[tuple[Bid, Face | None, tuple[tuple[int, Bribe | None], ...]], ...]
    query: str


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
    """The table as a phone shows it. `chosen` is what its player has tapped, as a query to ask with again."""

    phase: str
    round: int
    players: tuple[Player, ...]
    rows: tuple[Row, ...]
    slots: tuple[Slot, ...]
    decks: tuple[Deck, ...]
    chosen: str
    asking: Asking | None
    hands: tuple[Hand, ...]
    purses: tuple[Purse, ...]
    reveal: Reveal | None
    contest: Contest | None
    attach: tuple[tuple[Attach, Face, Face, str | None], ...]
    close: Close | None
    end: End | None
    left: int
    reserve: int
    counted: frozenset[Seat]
    sheet: Sheet
    tables: tuple[Standing, ...]


def board(state: State, asked: ViewRequest[Box]) -> Board:
    """The board of a state; what is shared is the group's catalogue."""
    phase, sheet, box = state.phase, score(position(state)), asked.shared or Box()
    selection = asked.selection if asked.seat is None else {"seat": str(asked.seat), **asked.selection}
    asking = _asking(state, selection, box) if phase == "offers" else None
    settling = phase == "purchases" and not state.unattached
    return Board(
        phase=phase,
        round=state.round,
        players=tuple(_player(state, seat, sheet) for seat in range(len(state.names))),
        rows=tuple(_row(state, table) for table in standings(position(state).holdings)),
        slots=tuple(_slot(state, tile, asking) for tile in state.tiles),
        decks=tuple(_deck(state, deck, box) for deck in DECKS),
        chosen=_chosen(phase, selection, asking),
        asking=asking,
        hands=tuple(_hands(state, selection)) if phase == "options" else (),
        purses=tuple(_purses(state, selection)) if phase == "bribes" else (),
        reveal=Reveal() if phase == "bribes" else None,
        contest=_contest(state) if settling and state.due else None,
        attach=tuple(_attachments(state)),
        close=Close() if settling and state.due is None else None,
        end=End() if phase == "offers" else None,
        left=sum(lot is not None for lot in state.lots),
        reserve=state.reserve,
        counted=frozenset(seat for seat, own in enumerate(state.counted) if own is not None),
        sheet=sheet,
        tables=standings(position(state).holdings),
    )


def selection(move: Move) -> Mapping[str, str]:
    """What is tapped when a move is about to be said: the tile of an offer, or whose options they are."""
    match move:
        case Offer(tile):
            return {"tile": tile}
        case Options(seat) | Bribe(seat):
            return {"seat": str(seat)}
        case _:
            return {}


def query(**chosen: object) -> str:
    """The query that shows the table with this chosen."""
    return "?" + urlencode({key: value for key, value in chosen.items() if value is not None})


def _chosen(phase: str, selection: Mapping[str, str], asking: Asking | None) -> str:
    """What is chosen now: what was asked for in an earlier phase, or for another tile, is over."""
    if asking is not None and asking.tile != selection.get("tile"):
        return ""
    keys = {"offers": ("tile", "kind", "card"), "options": ("seat", "lay"), "bribes": ("seat",)}.get(phase, ())
    return urlencode({key: selection[key] for key in keys if selection.get(key)})


def _player(state: State, seat: Seat, sheet: Sheet) -> Player:
    holding = position(state).holdings[seat]
    lying = () if state.revealed else tuple(sorted((bid.coins for bid in state.own(seat)), reverse=True))
    return Player(
        gold=state.holdings[seat].gold if state.counted[seat] is None else holding.gold,
        cards=tuple(_owned(holding, card) for card in holding.cards),
        legionnaires=len(holding.of_kind("legionnaire")),
        total=sheet.players[seat].total,
        acts=state.phase in ("options", "counting", "purchases") and seat in to_act(state) and _awaited(state, seat),
        lying=lying,
    )


def _owned(holding: Holding, card: Card) -> Face:
    """A card before its owner: an apprentice shows what it copies."""
    copied = holding.copied(card) if card.kind == "apprentice" else None
    return replace(face(card), symbols=((copied, 1),)) if copied else face(card)


def _awaited(state: State, seat: Seat) -> bool:
    """Whether the table waits for this player, and not for all."""
    return state.phase != "purchases" or any(owner == seat for owner, _card in state.unattached)


# Standings


def _row(state: State, table: Standing) -> Row:
    shares = tuple(_share(state, table, seat) for seat in range(len(state.names)))
    return Row(table.resource, RESOURCE_NAMES[table.resource], shares)


def _share(state: State, table: Standing, seat: Seat) -> Share:
    place, said = "between", text("{name}: {many} of {resource}")
    if not any(table.symbols):
        place = ""
    elif seat in table.majority:
        place, said = "most", text("{name}: majority, {many} of {resource}")
    elif seat in table.minority:
        place, said = "fewest", text("{name}: minority, {many} of {resource}")
    facts = {
        "name": state.names[seat],
        "many": table.symbols[seat],
        "resource": RESOURCE_NAMES[table.resource],
    }
    points = table.points(seat)
    worth = plural("{points} point", "{points} points", points, points=points)
    return Share(table.symbols[seat], table.talents[seat], place, Text(said.message, facts), worth)


# Tiles


def _slot(state: State, tile: str, asking: Asking | None) -> Slot:
    lot = state.lot(tile)
    return Slot(
        tile=tile,
        face=face(lot.card) if lot else None,
        coins=lot.coins if lot else 0,
        bids=state.on(tile),
        waits=asking is not None and asking.tile == tile,
        due=tile == state.due,
        query=query(tile=tile),
    )


def _deck(state: State, deck: str, box: Box) -> Deck:
    """What is left: all cards less those turned up and those that left the game, as far as they are known."""
    players = len(state.names)
    left = BOX_SIZES[deck] - sum(card.drawn_from == deck for card in seen(state))
    if deck == LOCATION:
        left -= MARKETS_REMOVED[players]
    known = [card for card in box.cards if card.drawn_from == deck]
    complete = len(known) >= BOX_SIZES[deck]
    left -= sum((card.min_players or 2) > players for card in known)
    return Deck(deck, max(0, left), complete or players == 5)


# Offers


def _asking(state: State, selection: Mapping[str, str], box: Box) -> Asking:
    empty = [tile for tile in state.tiles if state.lot(tile) is None]
    tile = selection["tile"] if selection.get("tile") in empty else empty[0]
    deck, used = deck_of(tile), {card.id for card in seen(state)}
    kind = selection.get("kind", "") if selection.get("tile", tile) == tile else ""
    if kind not in kinds_of(deck):
        choices = tuple(_kind_choices(state, tile, box))
        return Asking(tile, deck, choices, None, (), None, None, query(tile=tile), "", "")
    known = tuple((face(card), Offer(tile, card)) for card in _known(state, box, kind, deck))
    card = card_of(selection.get("card", ""))
    base = f"{kind}-{state.round}{tile}"
    fresh = new_card(kind, deck, base, used | {card.id for card in box.cards})
    if card is None or card.kind != kind or card.id in used:
        card = None if known else fresh
    return Asking(
        tile=tile,
        deck=deck,
        kinds=(),
        kind=kind,
        known=known,
        draft=drafted(card) if card else None,
        move=Offer(tile, card) if card else None,
        back=query(tile=tile),
        fresh=query(tile=tile, kind=kind, card=code_of(fresh)),
        editing=query(tile=tile, kind=kind),
    )


def _kind_choices(state: State, tile: str, box: Box) -> Iterator[KindChoice]:
    deck = deck_of(tile)
    for kind in kinds_of(deck):
        known = len(_known(state, box, kind, deck))
        yield KindChoice(kind, KINDS[kind].name, ICONS[kind], known, query(tile=tile, kind=kind))


def _known(state: State, box: Box, kind: str, deck: str) -> tuple[Card, ...]:
    """The cards of the box that could be turned up now."""
    found = box.find(kind, deck, {card.id for card in seen(state)})
    return tuple(card for card in found if (card.min_players or 2) <= len(state.names))


# Options and bribes


def _hands(state: State, selection: Mapping[str, str]) -> Iterator[Hand]:
    """Who has not laid yet; the seat that is asked for comes first."""
    waiting = [seat for seat in range(len(state.names)) if seat not in state.laid]
    wanted = selection.get("seat", "")
    for seat in sorted(waiting, key=lambda seat: str(seat) != wanted):
        yield _hand(state, seat, selection.get("lay", "") if wanted in ("", str(seat)) else "")


def _hand(state: State, seat: Seat, lay: str) -> Hand:
    hand = hand_for(len(state.names))
    taken = [action for action in hand if action in lay.split(",")][:2]
    cards = tuple(_action_card(state, seat, action, taken) for action in hand)
    move = Options(seat, tuple(taken)) if len(taken) == 2 else None
    return Hand(seat, cards, move, query(seat=seat))


def _action_card(state: State, seat: Seat, action: Action, taken: list[Action]) -> ActionCard:
    rest = [other for other in taken if other != action]
    then = rest if action in taken else [*rest[-1:], action]
    lot = None if action in INCOMES else state.lot(action)
    return ActionCard(
        action=action,
        income=action in INCOMES,
        face=face(lot.card) if lot else None,
        taken=action in taken,
        query=query(seat=seat, lay=",".join(then)),
    )


def _purses(state: State, selection: Mapping[str, str]) -> Iterator[Purse]:
    """Everybody's options with what can be laid on them; the seat that is asked for comes first."""
    wanted = selection.get("seat", "")
    for seat in sorted(range(len(state.names)), key=lambda seat: str(seat) != wanted):
        gold = state.holdings[seat].gold
        bids = tuple(_raises(state, bid, gold) for bid in state.own(seat))
        yield Purse(seat, gold, bids, query(seat=seat))


def _raises(state: State, bid: Bid, gold: int) -> tuple[Bid, Face | None, tuple[tuple[int, Bribe | None], ...]]:
    if bid.action in (*INCOMES, HIDDEN):
        return bid, None, ()
    lot = state.lot(bid.action)
    raises = tuple((more, Bribe(bid.seat, bid.action, bid.coins + more) if more <= gold else None) for more in RAISES)
    return bid, face(lot.card) if lot else None, raises


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
    """Where the first apprentice that is waiting could go, and what it would copy there."""
    for seat, card in state.unattached[:1]:
        for bearer in state.holdings[seat].bearers():
            several = len(bearer.bearing) > 1
            for resource in bearer.bearing if several else bearer.bearing[:1] or (None,):
                named = resource if several else None
                yield Attach(seat, card.id, bearer.id, named), face(card), face(bearer), resource
