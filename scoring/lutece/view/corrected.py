"""The words of a correction: the fields of a card, a bribe or options that are others now, and where the gold lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.core.sheet import Amount, Belongings, fields_unlike
from scoring.core.text import Text, text
from scoring.lutece.cards import Card, Counts, Holding, amounts, in_gold
from scoring.lutece.moves import INCOMES, Action, Attach, Bribe, Move, Offer, Options
from scoring.lutece.state import State
from scoring.lutece.view.entry import COLOURS, DECKS_SAID, face

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
