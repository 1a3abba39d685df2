"""A total computed by hand, compared: which of the usual slips explains the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.core.sheet import Seat
from scoring.core.text import Text, _, text
from scoring.lost_cities.cards import colour_name
from scoring.lost_cities.moves import Expedition
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


def _no_bonus(setup: Setup, expedition: Expedition) -> int:
    return points(setup, expedition) - _bonus_due(setup, expedition)


def _wagers_not_counted(setup: Setup, expedition: Expedition) -> int:
    only_with_wagers = len(expedition.numbers) < BONUS_FROM
    return points(setup, expedition) - (_bonus_due(setup, expedition) if only_with_wagers else 0)


def _bonus_due(setup: Setup, expedition: Expedition) -> int:
    bare = (sum(expedition.numbers) - COST) * (1 + expedition.wagers)
    return BONUS if points(setup, expedition) != bare else 0


SLIPS: tuple[tuple[Slip, str], ...] = (
    (_no_cost, _("In {colour}, the cost of 20 was forgotten.")),
    (_bonus_multiplied, _("In {colour}, the 8-card bonus of 20 was multiplied; it is added last.")),
    (_loss_not_multiplied, _("In {colour}, the loss was not multiplied by the wagers.")),
    (_cost_after_wagers, _("In {colour}, the cost of 20 was subtracted after multiplying; it comes first.")),
    (_times_the_wagers, _("The multiplier is one too low in {colour}: one wager means ×2, three mean ×4.")),
    (_wagers_not_counted, _("In {colour}, the wagers were not counted towards the eight cards.")),
    (_no_bonus, _("In {colour}, the 8-card bonus of 20 was forgotten.")),
)


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
    return (difference, *_slips(position, seat, claimed - total))


def _slips(position: Position, seat: Seat, gap: int) -> list[Text]:
    found: dict[tuple[str, ...], Text] = {}
    explained: set[tuple[str, int]] = set()
    for slip, message in SLIPS:
        gaps = [
            (colour, slip(position.setup, cards) - points(position.setup, cards))
            for colour, cards in _laid(position, seat)
        ]
        slipped = [(colour, made) for colour, made in gaps if made]
        for colour, made in slipped:
            if made == gap and (colour, made) not in explained:
                explained.add((colour, made))
                found[message, colour] = text(message, colour=colour_name(colour))
        if len(slipped) > 1 and sum(made for _, made in slipped) == gap:
            found[(message,)] = text(message, colour=tuple(colour_name(colour) for colour, _ in slipped))
    return list(found.values())


def _laid(position: Position, seat: Seat) -> Iterator[tuple[str, Expedition]]:
    for round in position.rounds:
        yield from ((colour, cards) for colour, cards in round[seat].items() if len(cards))
