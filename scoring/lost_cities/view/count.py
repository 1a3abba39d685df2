"""What a phone shows of a count being entered: the cards that lie before one player, and what they make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.core.game import ViewRequest
from scoring.core.sheet import Line, Seat
from scoring.core.text import Text, text
from scoring.lost_cities.cards import WAGERS, Card, cards_of, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Count, Holding, Move
from scoring.lost_cities.rules import State, refusal
from scoring.lost_cities.score import Position, impossible, line
from scoring.lost_cities.view.claim import explain_claim


@dataclass(frozen=True, slots=True)
class Tick:
    """One card to tap: ticked, or held by the other player, who has counted it already."""

    card: Card
    ticked: bool
    held: bool
    said: Text


@dataclass(frozen=True, slots=True)
class CountRow:
    colour: str
    name: Text
    ticks: tuple[Tick, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Counting:
    """One player's count. `problems` names everything impossible; `claim` is None without a claimed total."""

    rows: tuple[CountRow, ...]
    total: int
    cards: int
    move: Count
    problems: tuple[Text, ...]
    open: bool
    claim: Sequence[Text] | None


def counting(state: State, seat: Seat, draft: Move | None, asked: ViewRequest[None]) -> Counting:
    """The count of a seat: `draft` is what its player has ticked so far, else what was followed."""
    if not isinstance(draft, Count) or draft.seat != seat:
        draft = Count(seat, tuple(_followed(state, seat).items()))
    holding = dict(draft.holding)
    rows = tuple(_row(state, seat, colour, holding) for colour in state.colours)
    other = _counted(state, 1 - seat)
    holdings = (holding, other) if seat == 0 else (other, holding)
    lone = Position(state.setup, (({}, holding) if seat else (holding, {}),))
    return Counting(
        rows=rows,
        total=sum(row.line.points for row in rows),
        cards=sum(len(expedition) for expedition in holding.values()),
        move=draft,
        problems=tuple(problem.why for problem in impossible(state.setup, holdings, len(state.over))),
        open=refusal(state, Count(seat, ())) is None,
        claim=None if asked.claimed is None else explain_claim(lone, seat, asked.claimed),
    )


def _followed(state: State, seat: Seat) -> Holding:
    return state.round.laid[seat] if state.round else {}


def _counted(state: State, seat: Seat) -> Holding:
    """What the other player has counted; before that nothing is sure."""
    if state.round is None or seat not in state.round.counted:
        return {}
    return state.round.laid[seat]


def _row(state: State, seat: Seat, colour: str, holding: Holding) -> CountRow:
    expedition = holding.get(colour, NO_EXPEDITION)
    ticks = tuple(_ticks(state, seat, colour, holding))
    return CountRow(colour, colour_name(colour), ticks, line(state.setup, colour, expedition))


def _ticks(state: State, seat: Seat, colour: str, holding: Holding) -> Iterator[Tick]:
    own, other = holding.get(colour, NO_EXPEDITION), _counted(state, 1 - seat).get(colour, NO_EXPEDITION)
    name = state.name(1 - seat)
    for card in cards_of(colour):
        if card.is_wager:
            for copy in range(WAGERS):
                held = copy >= WAGERS - other.wagers
                yield _tick(card, copy < own.wagers, held, name)
        else:
            yield _tick(card, card.number in own.numbers, card.number in other.numbers, name)


def _tick(card: Card, ticked: bool, held: bool, name: str) -> Tick:
    said = text("{card!c}: {name} has it", card=card.name, name=name) if held else text("{card!c}", card=card.name)
    return Tick(card, ticked, held, said)
