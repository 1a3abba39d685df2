"""The worth of the acorns before the players, and what cannot lie there."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.rule import Rule
from scoring.core.sheet import Line, Problem, Sheet, ranked
from scoring.core.text import _, plural, text

LAST_IS_WORTH = 2
COUNTING = _("Acorns, counting")
ALL_THERE = Rule("acorns/all-there", COUNTING, _("Nobody has acorns that were not in the heap."))
ONE_LAST = Rule("acorns/one-last", COUNTING, _("One player at most has the last acorn, worth two more."))


@dataclass(frozen=True, slots=True)
class Setup:
    """The players, and how many acorns the heap has."""

    players: tuple[str, ...]
    heap: int = 12


@dataclass(frozen=True, slots=True)
class Holding:
    """The acorns before one player; `last`: the last of the heap is among them."""

    acorns: int = 0
    last: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """The acorns before each player, which are scored."""

    setup: Setup
    held: tuple[Holding, ...]


def score(position: Position) -> Sheet:
    return ranked(position.setup.players, [_lines(holding) for holding in position.held])


def _lines(holding: Holding) -> list[Line]:
    said = plural("{count} acorn", "{count} acorns", holding.acorns)
    last = text("the last acorn") if holding.last else text("not the last acorn")
    return [
        Line("acorns", None, holding.acorns, said, label=text("Acorns")),
        Line("last", None, LAST_IS_WORTH * holding.last, last, label=text("Last acorn")),
    ]


def audit(position: Position) -> Sequence[Problem]:
    """Everything impossible about a position, all at once."""
    problems = []
    held, heap = sum(holding.acorns for holding in position.held), position.setup.heap
    if held > heap:
        problems.append(Problem(ALL_THERE, text("{held} acorns of a heap of {heap}.", held=held, heap=heap)))
    if sum(holding.last for holding in position.held) > 1:
        problems.append(Problem(ONE_LAST, text("More than one player has the last acorn.")))
    for seat, holding in enumerate(position.held):
        if holding.last and not holding.acorns:
            why = text("{name} has the last acorn, and none at all.", name=position.setup.players[seat])
            problems.append(Problem(ALL_THERE, why, seat))
    return problems
