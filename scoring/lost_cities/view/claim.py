"""A total computed by hand, compared: which of the usual slips explains the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.core.sheet import Seat
from scoring.core.text import Either, Text, _, text
from scoring.lost_cities.cards import Card, colour_name
from scoring.lost_cities.moves import NO_EXPEDITION, Expedition
from scoring.lost_cities.score import BONUS, BONUS_FROM, COST, Position, Setup, points, running_totals

Slip = Callable[[Setup, Expedition], int]


def _no_cost(setup: Setup, expedition: Expedition) -> int:
    return points(setup, expedition) + COST * (1 + expedition.wagers)


def _bonus_multiplied(setup: Setup, expedition: Expedition) -> int:
    return points(setup, expedition) + _bonus_due(setup, expedition) * expedition.wagers


def _loss_not_multiplied(setup: Setup, expedition: Expedition) -> int:
    profit = sum(expedition.numbers) - COST
    return points(setup, expedition) - min(profit, 0) * expedition.wagers


def _cost_after_wagers(setup: Setup, expedition: Expedition) -> int:
    return points(setup, expedition) + COST * expedition.wagers


def _times_the_wagers(setup: Setup, expedition: Expedition) -> int:
    """The guide's own slip: three wagers, "× 3"."""
    profit = sum(expedition.numbers) - COST
    return points(setup, expedition) - (profit if expedition.wagers else 0)


def _wagers_not_counted(setup: Setup, expedition: Expedition) -> int:
    only_with_wagers = len(expedition.numbers) < BONUS_FROM
    return points(setup, expedition) - (_bonus_due(setup, expedition) if only_with_wagers else 0)


def _no_bonus(setup: Setup, expedition: Expedition) -> int:
    with_numbers_alone = len(expedition.numbers) >= BONUS_FROM
    return points(setup, expedition) - (_bonus_due(setup, expedition) if with_numbers_alone else 0)


def _bonus_one_card_early(setup: Setup, expedition: Expedition) -> int:
    return points(setup, expedition) + (BONUS if len(expedition) == BONUS_FROM - 1 else 0)


def _one_times_too_often(setup: Setup, expedition: Expedition) -> int:
    profit = sum(expedition.numbers) - COST
    return points(setup, expedition) + (profit if expedition.wagers else 0)


def _loss_as_gain(setup: Setup, expedition: Expedition) -> int:
    return abs(points(setup, expedition))


def _left_out(_setup: Setup, _expedition: Expedition) -> int:
    return 0


def _bonus_due(setup: Setup, expedition: Expedition) -> int:
    bare = (sum(expedition.numbers) - COST) * (1 + expedition.wagers)
    return BONUS if points(setup, expedition) != bare else 0


SLIPS: tuple[tuple[Slip, str], ...] = (
    (_no_cost, _("In {colour}, the cost of 20 was forgotten.")),
    (_wagers_not_counted, _("In {colour}, the wagers were not counted towards the eight cards.")),
    (_no_bonus, _("In {colour}, the 8-card bonus of 20 was forgotten.")),
    (_bonus_one_card_early, _("In {colour}, the 8-card bonus of 20 was given for 7 cards.")),
    (_loss_not_multiplied, _("In {colour}, the loss was not multiplied by the wagers.")),
    (_cost_after_wagers, _("In {colour}, the cost of 20 was subtracted after multiplying; it comes first.")),
    (_times_the_wagers, _("The multiplier is one too low in {colour}: one wager means ×2, three mean ×4.")),
    (_one_times_too_often, _("The multiplier is one too high in {colour}: one wager means ×2, three mean ×4.")),
    (_bonus_multiplied, _("In {colour}, the 8-card bonus of 20 was multiplied; it is added last.")),
    (_loss_as_gain, _("In {colour}, the loss was counted as a gain.")),
    (_left_out, _("The whole expedition was left out: {colour}.")),
)
"""The usual slips, the likeliest first: what an expedition is worth with it, and what to tell."""


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
    slips = list(_slips(position, seat, claimed - total))
    return (difference, *([text("One of these would explain it:")] if len(slips) > 1 else []), *slips)


def _slips(position: Position, seat: Seat, gap: int) -> Iterator[Text]:
    laid = list(_laid(position, seat))
    for slip, message in SLIPS:
        gaps = [(colour, slip(position.setup, cards) - points(position.setup, cards)) for colour, cards in laid]
        if fitting := [colour for colour, made in gaps if made == gap]:
            yield text(message, colour=_either(fitting))
            continue
        slipped = [colour for colour, made in gaps if made]
        if len(slipped) > 1 and sum(made for _colour, made in gaps) == gap:
            yield text(message, colour=tuple(map(colour_name, slipped)))
    yield from _never_begun(position, seat, gap)
    yield from _cards_left_out(laid, gap)


def _never_begun(position: Position, seat: Seat, gap: int) -> Iterator[Text]:
    """A colour without a card costs nothing."""
    unbegun = [
        colour
        for round in position.rounds
        for colour in position.setup.palette
        if not len(round[seat].get(colour, NO_EXPEDITION))
    ]
    if gap == -COST and unbegun:
        yield text("The cost of 20 was charged for a colour never begun: {colour}.", colour=_either(unbegun))
    elif unbegun and gap == -COST * len(unbegun):
        colours = tuple(map(colour_name, unbegun))
        yield text("The cost of 20 was charged for a colour never begun: {colour}.", colour=colours)


def _cards_left_out(laid: Sequence[tuple[str, Expedition]], gap: int) -> Iterator[Text]:
    cards = [
        Card(colour, number).name
        for colour, expedition in laid
        for number in expedition.numbers
        if gap == -number * (1 + expedition.wagers)
    ]
    if cards:
        yield text("One card was left out of the sum: {card}.", card=Either(tuple(cards)))


def _either(colours: Sequence[str]) -> Either:
    return Either(tuple(map(colour_name, colours)))


def _laid(position: Position, seat: Seat) -> Iterator[tuple[str, Expedition]]:
    for round in position.rounds:
        yield from ((colour, cards) for colour, cards in round[seat].items() if len(cards))
