"""What a phone shows of a count being entered: the cards that lie before one player, and what they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.sheet import Line, Seat
from scoring.core.text import Text, plural, text
from scoring.lost_cities.cards import COLOURS, WAGERS, Card, cards_of, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Count, Expedition, Holding, Move
from scoring.lost_cities.rules import SEATS, Round, State, refusal
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

    @property
    def begun(self) -> bool:
        return any(tick.ticked for tick in self.ticks)

    def beside(self, other: CountRow) -> Iterator[tuple[Tick, Tick]]:
        """Each card with its tick before the one and before the other: of both only one can be true.

        The one's wagers are ticked from the first, the other's from the last.
        """
        wagers, numbers = other.ticks[:WAGERS], other.ticks[WAGERS:]
        return zip(self.ticks, (*reversed(wagers), *numbers), strict=True)


@dataclass(frozen=True, slots=True)
class Counting:
    """One player's count. `problems` names everything impossible; `claim` is None without a claimed total.

    `rows` are the colours of the game, `every` those that there are, so that another may be chosen any time.
    """

    rows: tuple[CountRow, ...]
    every: tuple[CountRow, ...]
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
    every = tuple(_row(state, seat, colour, holding) for colour in COLOURS)
    rows = tuple(row for row in every if row.colour in state.colours)
    other = _counted(state, 1 - seat)
    holdings = (holding, other) if seat == 0 else (other, holding)
    lone = Position(state.setup, (({}, holding) if seat else (holding, {}),))
    return Counting(
        rows=rows,
        every=every,
        total=sum(row.line.points for row in rows),
        cards=sum(len(expedition) for expedition in holding.values()),
        move=draft,
        problems=tuple(problem.why for problem in impossible(state.setup, holdings, len(state.over))),
        open=refusal(state, Count(seat, ())) is None,
        claim=None if asked.claimed is None else explain_claim(lone, seat, asked.claimed),
    )


def given_up(state: State, move: Move) -> Move | None:
    """The other's count without the cards of this one; None where no card is in both."""
    if not isinstance(move, Count) or state.round is None:
        return None
    wanted, other = dict(move.holding), _counted(state, 1 - move.seat)
    left = {colour: _without(there, wanted.get(colour, NO_EXPEDITION)) for colour, there in other.items()}
    return None if left == other else Count(1 - move.seat, tuple((c, cards) for c, cards in left.items() if len(cards)))


def _without(there: Expedition, wanted: Expedition) -> Expedition:
    numbers = tuple(number for number in there.numbers if number not in wanted.numbers)
    return Expedition(min(there.wagers, WAGERS - wanted.wagers), numbers)


def said_given_up(state: State, move: Move) -> Text:
    """The cards that a count has no more."""
    before = _counted(state, move.seat) if isinstance(move, Count) else {}
    after = dict(move.holding) if isinstance(move, Count) else {}
    left = Counter(_cards(before)) - Counter(_cards(after))
    return text("{cards}", cards=tuple(card.name for card in left.elements()))


def _cards(holding: Holding) -> Iterator[Card]:
    for colour, there in holding.items():
        yield from (Card(colour, number) for number in (*[0] * there.wagers, *there.numbers))


def breaks_off(state: State) -> Text | None:
    """Of a round that is being followed, what is left in the draw pile; a round that was only begun is not."""
    round = state.round
    followed = round and (round.piles or round.drawing or any(round.laid))
    if round is None or not followed or round.counted:
        return None
    return plural(
        "{count} card is still in the draw pile: a count ends the round.",
        "{count} cards are still in the draw pile: a count ends the round.",
        round.deck,
    )


def with_counts(state: State, counts: Sequence[Move]) -> State:
    """A state in whose round these lie before the players, possible or not."""
    holdings = {count.seat: dict(count.holding) for count in counts if isinstance(count, Count)}
    laid = (holdings.get(0, {}), holdings.get(1, {}))
    return replace(state, round=Round(0, 0, 0, laid, counted=frozenset(SEATS)))


def _followed(state: State, seat: Seat) -> Holding:
    if state.round:
        return state.round.laid[seat]
    return state.over[-1][seat] if state.over else {}


def _counted(state: State, seat: Seat) -> Holding:
    """What the other player has counted, or has in a round that is over; before that nothing is sure."""
    if state.round is None:
        return _followed(state, seat)
    if seat not in state.round.counted:
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
