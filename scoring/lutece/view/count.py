"""The view of a final count being entered: a player's gold and cards, what they make, which of them others have
counted, and what is not as it was followed.

The draft is a whole `Count`: what has been entered so far, or what was followed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import Compared, DraftCount, Line, Problem, Seat, changed, replaced, totals_unlike
from scoring.core.text import Text, _, text
from scoring.lutece.audit import SAID, audit, contradictions, missing_of, totals_of
from scoring.lutece.audit import asked as asked_by_ties
from scoring.lutece.cards import RESOURCE_NAMES, RESOURCES, Card, Holding, Position, Totals, amounts
from scoring.lutece.moves import Count, Move
from scoring.lutece.rule_texts import DECIDES, TALENT_MISSING
from scoring.lutece.rules import apply, followed, position
from scoring.lutece.score import BOUNDS, score
from scoring.lutece.state import State
from scoring.lutece.symbols import Standing, open_ties, standings
from scoring.lutece.view.box import Box, printed
from scoring.lutece.view.entry import Entry, Face, entry, face, in_order, owned


def counted_by_others(state: State, seat: Seat) -> tuple[tuple[Seat, tuple[Face, ...]], ...]:
    """The cards of each other player who has counted some."""
    others = ((other, own) for other, own in enumerate(state.counted) if own and own.cards and other != seat)
    return tuple((other, tuple(face(printed(card)) for card in in_order(own.cards))) for other, own in others)


def given_up(state: State, move: Move) -> Move | None:
    """Another player's count without the cards of this one; None where no card is in both."""
    if not isinstance(move, Count):
        return None
    wanted = {printed(card) for card in move.holding.cards}
    for seat, own in enumerate(state.counted):
        if own and seat != move.seat and any(printed(card) in wanted for card in own.cards):
            return Count(seat, _without(own, {card.id for card in wanted}))
    return None


def _without(own: Holding, ids: set[str]) -> Holding:
    """The holding that is left; whoever lay under a card that is gone waits again, and totals stood beside the cards
    alone.
    """
    left = tuple(card for card in own.cards if card.id not in ids)
    waiting = tuple(printed(card) if card.attached_to in ids else card for card in left)
    return replace(own, cards=waiting, totals=own.totals if left else None)


def said_given_up(state: State, move: Move) -> Text:
    """The cards that a count has no more."""
    own = state.counted[move.seat] if isinstance(move, Count) else None
    left = {card.id for card in move.holding.cards} if isinstance(move, Count) else set()
    return text("{cards}", cards=tuple(_name(card) for card in (own.cards if own else ()) if card.id not in left))


def _name(card: Card) -> Text | str:
    name = face(card).name
    return text("{card} ({resources})", card=name, resources=amounts(card.bears)) if any(card.bears) else name


GOLD = text("gold")


def compared(state: State, count: Count) -> Compared | None:
    """A count beside what was followed or counted before of its seat; None where nothing was."""
    seat = count.seat
    counted = state.counted[seat]
    if counted is None and not was_followed(state):
        return None
    before, after = (_with(state, seat, own) for own in (counted or followed(state)[seat], count.holding))
    totals = (score(there).players[seat].total for there in (before, after))
    differences = tuple(_differences(before, after, seat))
    return Compared(state.names[seat], differences, counted is not None, *totals)


def was_followed(state: State) -> bool:
    """True if a card was turned up; a game that was only begun is not followed."""
    return state.round > 1 or any(state.lots) or bool(state.settled)


def _with(state: State, seat: Seat, holding: Holding) -> Position:
    there = position(state)
    return replace(there, holdings=replaced(there.holdings, seat, holding))


def _differences(before: Position, after: Position, seat: Seat) -> Iterator[Text]:
    had, has = before.holdings[seat], after.holdings[seat]
    yield from totals_unlike(had.total, has.total)
    if has.total is not None:
        return
    if had.short or has.short:
        own, other = totals_of(before, seat), totals_of(after, seat)
        pairs = [(own.symbols[at], other.symbols[at], RESOURCE_NAMES[name]) for at, name in enumerate(RESOURCES)]
        yield from changed([*pairs, *((read(own), read(other), what) for what, read in SAID)])
    else:
        yield from _cards(had, has)
    yield from changed([(had.gold, has.gold, GOLD)])


def _cards(had: Holding, has: Holding) -> Iterator[Text]:
    before, after = {card.id: card for card in had.cards}, {card.id: card for card in has.cards}
    for words, those in (
        (_("{cards} more"), [card for key, card in after.items() if key not in before]),
        (_("{cards} less"), [card for key, card in before.items() if key not in after]),
        (_("{cards} entered otherwise"), [card for key, card in after.items() if before.get(key, card) != card]),
    ):
        if those:
            yield text(words, cards=tuple(face(card).name for card in those))


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
    """The count of a seat with what its player has entered so far, the `draft`; without one, with what was followed."""
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
        doubts=() if asked.hidden else (*_left_open(state, seat, found), *(one.why for one in missing_of(there, seat))),
        contradictions=tuple(_contradictions(state, move, hidden=asked.hidden)),
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


def _contradictions(state: State, count: Count, *, hidden: bool) -> Iterator[Text]:
    """The contradictions in a count without cards or, unless scores are hidden, that it brings to those before."""
    if count.holding.cards:
        return
    known, found = (
        list(contradictions(replaced(state.counted, count.seat, own), position(state).on_cards))
        for own in (None, count.holding)
    )
    for problem in found:
        if problem not in known and (problem.seat == count.seat or not hidden):
            yield problem.named(state.names)


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
