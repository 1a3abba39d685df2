"""What a card on a tile would change for a player who acquired it: who would lead, the points, the gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, text
from scoring.lutece.cards import RESOURCE_NAMES, Card, Holding, in_gold
from scoring.lutece.purchases import gold_effect
from scoring.lutece.rules import position
from scoring.lutece.score import own_total
from scoring.lutece.state import Lot, State
from scoring.lutece.symbols import Standing, standings


@dataclass(frozen=True, slots=True)
class Change:
    """The changes that a card brings: sentences on its resources and its gold, and the own points more, without what is
    paid and taken.
    """

    said: tuple[Text, ...]
    points: int


def would_change(state: State, seat: Seat, lots: Iterable[Lot | None]) -> Iterator[Change | None]:
    """The changes for this player if one of these cards were theirs now, of each, None for none; an apprentice copies
    the only resource it could.
    """
    before = position(state)
    was, own = standings(before.holdings), before.holdings[seat]
    total = own_total(before, seat, was)
    for lot in lots:
        if lot is None:
            yield None
            continue
        after = replace(before, holdings=replaced(before.holdings, seat, _with(own, lot.card)))
        now = standings(after.holdings)
        more = [table for table, had in zip(now, was, strict=True) if table.symbols[seat] > had.symbols[seat]]
        said = (*(_led(table, seat) for table in more), *_gives(gold_effect(own, lot.card) + lot.coins))
        yield Change(said, own_total(after, seat, now) - total)


def _with(holding: Holding, card: Card) -> Holding:
    bearers = holding.bearers()
    if card.kind == "apprentice" and len(bearers) == 1 and len(bearers[0].bearing) == 1:
        card = replace(card, attached_to=bearers[0].id)
    return replace(holding, cards=(*holding.cards, card))


def _led(table: Standing, seat: Seat) -> Text:
    own, most = table.symbols[seat], max(many for other, many in enumerate(table.symbols) if other != seat)
    facts = {"resource": RESOURCE_NAMES[table.resource], "own": own, "most": most}
    if table.majority == {seat}:
        return text("{resource}: lead {own} to {most}", **facts)
    if seat in table.majority:
        return text("{resource}: {own} each, shared", **facts)
    return text("{resource}: {own} against {most}", **facts)


def _gives(gold: int) -> Iterator[Text]:
    if gold:
        yield text("gives {gold}", gold=in_gold(gold))
