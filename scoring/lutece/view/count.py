"""The view of a final count being entered: a player's gold and cards, and what they make.

The draft is a whole `Count`: what has been entered so far, or what was followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import DraftCount, Line, Problem, Seat, replaced
from scoring.core.text import Text, text
from scoring.lutece.audit import audit
from scoring.lutece.cards import RESOURCES, Holding, Totals
from scoring.lutece.moves import Count, Move
from scoring.lutece.rule_texts import DECIDES, TALENT_MISSING
from scoring.lutece.rules import apply, position
from scoring.lutece.score import BOUNDS, score
from scoring.lutece.state import State
from scoring.lutece.symbols import Standing, open_ties, standings
from scoring.lutece.totals import asked as asked_by_ties
from scoring.lutece.view.beside import was_followed
from scoring.lutece.view.box import Box
from scoring.lutece.view.claimed import counted_by_others
from scoring.lutece.view.entry import Entry, Face, entry, face, owned

ROWS = (*RESOURCES, "symbols", "family", "market", "statue", "legionnaire", "points", "fortune")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(DraftCount):
    """One player's count. `warnings` are only unusual; `unsettled` are the resources of which the player is in a tie
    that a missing talent could decide otherwise.

    `held` are the cards of the draft, `bearers` those under which an apprentice can lie. `entry` is what can be added,
    its known cards those that no player has; `theirs` are those that others have counted, each with its player.
    `totals` are those of the draft, `points` what each row of them makes, `asked` what only a tie asks for and
    `undecided`, by seat, where nobody has said it.
    `new` is the number of the next new card: no card here or in the box has an id that ends so.
    """

    held: tuple[Face, ...]
    bearers: tuple[tuple[str, Text | str], ...]
    entry: Entry
    theirs: tuple[tuple[Seat, tuple[Face, ...]], ...]
    new: int
    warnings: tuple[Text, ...]
    tables: tuple[Standing, ...]
    totals: Totals
    points: Mapping[str, int]
    asked: frozenset[str]
    undecided: tuple[tuple[Seat | None, Text], ...]
    counted: frozenset[Seat]
    unsettled: frozenset[str]


def counting(state: State, seat: Seat, draft: Move | None, asked: ViewRequest[Box]) -> Counting:
    """The count of a seat: `draft` is what its player has entered so far, else what was followed."""
    box, there = asked.shared or Box(), position(state)
    holding = draft.holding if isinstance(draft, Count) and draft.seat == seat else there.holdings[seat]
    there = replace(there, holdings=replaced(there.holdings, seat, holding))
    own, move, found = score(there).players[seat], Count(seat, holding), audit(there)
    used = {card.id for held in there.holdings for card in held.cards}
    return Counting(
        move=move,
        held=tuple(owned(holding, card) for card in holding.cards),
        bearers=tuple((card.id, face(card).name) for card in holding.bearers()),
        entry=entry([card for card in box.cards if card.id not in used]),
        theirs=counted_by_others(state, seat),
        new=_next(used | {card.id for card in box.cards}),
        problems=tuple(problem.why for problem in found if not problem.warning),
        warnings=tuple(problem.why for problem in found if _surprises(problem) and problem.seat in (None, seat)),
        lines=own.lines,
        total=own.total,
        tables=standings(there.holdings),
        claim=None if asked.claimed is None else _claim(asked.claimed, own.total),
        open=_open(state, move),
        totals=holding.totals or Totals(),
        points=_points(own.lines),
        asked=asked_by_ties(there, seat),
        undecided=tuple((problem.seat, problem.why) for problem in found if problem.rule == DECIDES),
        counted=state.counters,
        doubts=() if asked.hidden else _left_open(state, seat, found),
        unsettled=frozenset(tie.resource for tie in open_ties(there.holdings) if seat in tie.seats),
    )


def typed(seat: Seat, total: int) -> Move:
    """The count of a player who knows only the total."""
    return Count(seat, Holding(total=total))


def _claim(claimed: int, total: int) -> tuple[Text, ...]:
    if why := BOUNDS.beyond(claimed):
        return (why,)
    gap = claimed - total
    return (text("Your total differs by {points}.", points=f"+{gap}" if gap > 0 else gap),) if gap else ()


def _points(lines: Sequence[Line]) -> Mapping[str, int]:
    found = Counter(dict.fromkeys(ROWS, 0))
    for line in lines:
        found[line.of if line.code in ("majority", "prestige") and line.of else line.code] += line.points
    return found


def breaks_off(state: State) -> Text | None:
    """A game in which cards were turned up, before its end and the first count."""
    if state.phase in ("counting", "over") or not was_followed(state):
        return None
    return text("Round {round} is under way: a count ends the game.", round=state.round)


def _left_open(state: State, seat: Seat, found: Sequence[Problem]) -> tuple[Text, ...]:
    """The ties that are still open when everybody else has counted."""
    if any(own is None for other, own in enumerate(state.counted) if other != seat):
        return ()
    return tuple(problem.why for problem in found if problem.rule in (DECIDES, TALENT_MISSING))


def _surprises(problem: Problem) -> bool:
    return problem.warning and problem.rule != DECIDES


def with_counts(state: State, counts: Sequence[Move]) -> State:
    """A state in which the players have this, possible or not; whoever has not counted has nothing."""
    holdings = {count.seat: count.holding for count in counts if isinstance(count, Count)}
    return replace(state, counted=tuple(holdings.get(seat, Holding(0)) for seat in range(len(state.names))))


def _next(taken: set[str]) -> int:
    numbers = (key.rpartition("-")[2] for key in taken)
    return 1 + max((int(number) for number in numbers if number.isdecimal() and len(number) < 9), default=0)


def _open(state: State, move: Count) -> bool:
    try:
        apply(state, move)
    except Illegal:
        return False
    return True
