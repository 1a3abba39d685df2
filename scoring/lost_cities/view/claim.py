"""A total computed by hand, compared: which of the usual slips explains the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.core.sheet import Seat, Slip, explained
from scoring.core.text import Either, Text, _, text
from scoring.lost_cities.cards import Card, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition
from scoring.lost_cities.score import BONUS, BONUS_FROM, COST, Position, Setup, points, running_totals


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
