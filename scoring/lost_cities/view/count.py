"""The view of a count being entered: the cards that lie before one player, what they make, and which of the usual slips
explains a total computed by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.sheet import Compared, DraftCount, Line, Seat, Slip, explained, replaced, totals_unlike
from scoring.core.text import Either, Text, _, plural, text
from scoring.lost_cities.cards import COLOURS, WAGERS, Card, cards_of, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Count, Expedition, Holding, Move, TypedTotal
from scoring.lost_cities.rules import SEATS, Round, State, refusal, whole_deck
from scoring.lost_cities.score import (
    BONUS,
    BONUS_FROM,
    COST,
    Position,
    Setup,
    holding_points,
    impossible,
    line,
    out_of_bounds,
    points,
    running_totals,
)


@dataclass(frozen=True, slots=True)
class Sum:
    """An expedition as it is added up: its `profit` times one more than its `wagers`, and the `bonus`."""

    points: int
    profit: int
    wagers: int
    numbers: int

    @property
    def times(self) -> int:
        return 1 + self.wagers

    @property
    def bonus(self) -> int:
        return self.points - self.profit * self.times


SLIPS: tuple[tuple[Callable[[Sum], int], str], ...] = (
    (lambda own: COST * own.times, _("In {colour}, the cost of 20 was forgotten.")),
    (
        lambda own: -own.bonus if own.numbers < BONUS_FROM else 0,
        _("In {colour}, the wagers were not counted towards the eight cards."),
    ),
    (
        lambda own: -own.bonus if own.numbers >= BONUS_FROM else 0,
        _("In {colour}, the 8-card bonus of 20 was forgotten."),
    ),
    (
        lambda own: BONUS if own.numbers + own.wagers == BONUS_FROM - 1 else 0,
        _("In {colour}, the 8-card bonus of 20 was given for 7 cards."),
    ),
    (lambda own: -min(own.profit, 0) * own.wagers, _("In {colour}, the loss was not multiplied by the wagers.")),
    (lambda own: COST * own.wagers, _("In {colour}, the cost of 20 was subtracted after multiplying; it comes first.")),
    (
        lambda own: -own.profit if own.wagers else 0,
        _("The multiplier is one too low in {colour}: one wager means ×2, three mean ×4."),
    ),
    (
        lambda own: own.profit if own.wagers else 0,
        _("The multiplier is one too high in {colour}: one wager means ×2, three mean ×4."),
    ),
    (lambda own: own.bonus * own.wagers, _("In {colour}, the 8-card bonus of 20 was multiplied; it is added last.")),
    (lambda own: abs(own.points) - own.points, _("In {colour}, the loss was counted as a gain.")),
    (lambda own: -own.points, _("The whole expedition was left out: {colour}.")),
)
"""The usual slips, the likeliest first: how many points each adds to what an expedition makes, and its sentence."""


def explain_claim(position: Position, seat: Seat, claimed: int) -> Sequence[Text]:
    """Empty when `claimed` is right; else both totals, and the slips that explain the whole difference."""
    total = running_totals(position)[seat]
    if claimed == total:
        return ()
    difference = text(
        "The cards add up to {total}, not {claimed}: the difference is {difference}.",
        total=total,
        claimed=claimed,
        difference=abs(total - claimed),
    )
    slips = explained(total, claimed, _slips(position, seat))
    return (difference, *([text("One of these would explain it:")] if len(slips) > 1 else []), *slips)


def _slips(position: Position, seat: Seat) -> Iterator[Slip]:
    begun = [(colour, own) for round in position.rounds for colour, own in round[seat].items() if len(own)]
    for slip, message in SLIPS:
        yield from _in_colours(message, [(slip(_sum(position.setup, own)), colour) for colour, own in begun])
    palette = [(round, colour) for round in position.rounds for colour in position.setup.palette]
    never = [(-COST, colour) for round, colour in palette if not len(round[seat].get(colour, NO_EXPEDITION))]
    yield from _in_colours(_("The cost of 20 was charged for a colour never begun: {colour}."), never)
    left_out: dict[int, list[Text]] = {}
    for colour, own in begun:
        for number in own.numbers:
            left_out.setdefault(-number * (1 + own.wagers), []).append(Card(colour, number).name)
    for error, cards in left_out.items():
        yield error, text("One card was left out of the sum: {card}.", card=Either(tuple(cards)))


def _sum(setup: Setup, own: Expedition) -> Sum:
    return Sum(points(setup, own), sum(own.numbers) - COST, own.wagers, len(own.numbers))


def _in_colours(message: str, errors: Sequence[tuple[int, str]]) -> Iterator[Slip]:
    """A slip in one colour, which one it was where several make as much; and in all colours together."""
    slipped = [(error, colour_name(colour)) for error, colour in errors if error]
    alone: dict[int, list[Text]] = {}
    for error, colour in slipped:
        alone.setdefault(error, []).append(colour)
    for error, colours in alone.items():
        yield error, text(message, colour=Either(tuple(colours)))
    together = sum(error for error, _colour in slipped)
    if len(slipped) > 1 and together not in alone:
        yield together, text(message, colour=tuple(colour for _error, colour in slipped))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(DraftCount):
    """One player's count of so many `cards`: `rows` are the colours of the game, `every` those that there are, so that
    another may be chosen any time.
    """

    rows: tuple[CountRow, ...]
    every: tuple[CountRow, ...]
    cards: int


def counting(state: State, seat: Seat, draft: Move | None, asked: ViewRequest[None]) -> Counting:
    """The count of a seat with what its player has ticked so far, the `draft`; without one, with what was followed."""
    if not isinstance(draft, Count) or draft.seat != seat:
        draft = count_of(seat, _followed(state, seat))
    holding = draft.laid
    every = tuple(_row(state, seat, colour, holding) for colour in COLOURS)
    rows = tuple(row for row in every if row.colour in state.colours)
    other = _counted(state, 1 - seat)
    holdings = (holding, other) if seat == 0 else (other, holding)
    lone = Position(state.setup, (({}, holding) if seat else (holding, {}),))
    total = sum(row.line.points for row in rows) if draft.total is None else draft.total
    return Counting(
        rows=rows,
        lines=tuple(row.line for row in rows),
        every=every,
        total=total,
        cards=sum(len(expedition) for expedition in holding.values()),
        move=draft,
        problems=tuple(problem.why for problem in impossible(state.setup, holdings, len(state.over))),
        open=refusal(state, Count(seat, ())) is None,
        claim=None
        if asked.claimed is None
        else _beyond(state, seat, asked.claimed) or explain_claim(lone, seat, asked.claimed),
    )


def _beyond(state: State, seat: Seat, claimed: int) -> Sequence[Text]:
    """Why nobody has worked out this total rightly; empty where it can be."""
    typed = replaced((_counted(state, 0), _counted(state, 1)), seat, TypedTotal(claimed))
    return [problem.why for problem in out_of_bounds(Position(state.setup, (typed,)))]


def count_of(seat: Seat, holding: Holding) -> Count:
    """The count that says what a state holds."""
    return Count(seat, tuple(holding.items()), holding.total if isinstance(holding, TypedTotal) else None)


def typed(seat: Seat, total: int) -> Move:
    """The count of a player who knows only the total."""
    return Count(seat, (), total)


def compared(state: State, count: Count) -> Compared | None:
    """A count beside what was followed or recorded of its seat; None where nothing was."""
    round = state.round
    recorded = not round or count.seat in round.counted
    if round and not recorded and not was_followed(state, round):
        return None
    before, after = _followed(state, count.seat), count.laid
    worth = [holding_points(state.setup, holding) for holding in (before, after)]
    return Compared(state.name(count.seat), tuple(_differences(before, after)), recorded, *worth)


def _differences(before: Holding, after: Holding) -> Iterator[Text]:
    had_total, has_total = (own.total if isinstance(own, TypedTotal) else None for own in (before, after))
    yield from totals_unlike(had_total, has_total)
    had, has = Counter(_cards(before)), Counter(_cards(after))
    if more := tuple(card.name for card in (has - had).elements()):
        yield text("{cards} more", cards=more)
    if less := tuple(card.name for card in (had - has).elements()):
        yield text("{cards} less", cards=less)


def was_followed(state: State, round: Round) -> bool:
    """True if a card was played in a round; one that was only begun is not followed."""
    return bool(round.piles) or round.drawing or round.deck < whole_deck(state.setup)


def given_up(state: State, move: Move) -> Move | None:
    """The other's count without the cards of this one; None where no card is in both."""
    if not isinstance(move, Count) or state.round is None:
        return None
    wanted, other = move.laid, _counted(state, 1 - move.seat)
    left = {colour: _without(there, wanted.get(colour, NO_EXPEDITION)) for colour, there in other.items()}
    kept = tuple((colour, cards) for colour, cards in left.items() if len(cards))
    return None if left == dict(other) else Count(1 - move.seat, kept)


def _without(there: Expedition, wanted: Expedition) -> Expedition:
    numbers = tuple(number for number in there.numbers if number not in wanted.numbers)
    return Expedition(min(there.wagers, WAGERS - wanted.wagers), numbers)


def said_given_up(state: State, move: Move) -> Text:
    """The cards that a count has no more."""
    before = _counted(state, move.seat) if isinstance(move, Count) else {}
    after = move.laid if isinstance(move, Count) else {}
    left = Counter(_cards(before)) - Counter(_cards(after))
    return text("{cards}", cards=tuple(card.name for card in left.elements()))


def _cards(holding: Holding) -> Iterator[Card]:
    for colour, there in holding.items():
        yield from there.cards(colour)


def breaks_off(state: State) -> Text | None:
    """Of a round that is being followed, what is left in the draw pile; a round that was only begun is not."""
    round = state.round
    if round is None or round.counted or not was_followed(state, round):
        return None
    return plural(
        "{count} card is still in the draw pile: a count ends the round.",
        "{count} cards are still in the draw pile: a count ends the round.",
        round.deck,
    )


def with_counts(state: State, counts: Sequence[Move]) -> State:
    """A state in whose round these lie before the players, possible or not."""
    holdings = {count.seat: count.laid for count in counts if isinstance(count, Count)}
    laid = (holdings.get(0, {}), holdings.get(1, {}))
    return replace(state, round=Round(0, 0, 0, laid, counted=frozenset(SEATS)))


def _followed(state: State, seat: Seat) -> Holding:
    if state.round:
        return state.round.laid[seat]
    return state.over[-1][seat] if state.over else {}


def _counted(state: State, seat: Seat) -> Holding:
    """The cards that the other player has counted, or has in a round that is over; before that nothing is sure."""
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
