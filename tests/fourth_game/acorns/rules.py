"""The rules of Acorns: guards first, each with its rule, then the change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Seat, replaced
from scoring.core.text import _, plural, text
from tests.fourth_game.acorns.moves import Count, Move, Take
from tests.fourth_game.acorns.score import ALL_THERE, ONE_LAST, Holding, Position, Setup, audit

MOST = 3
TAKING = _("Acorns, taking")
TURN = Rule("acorns/turn", TAKING, _("The players take in turn; whoever is named first begins."))
ONE_TO_THREE = Rule("acorns/one-to-three", TAKING, _("You take one, two or three acorns, no more than there are."))
OTHERWISE = Rule("acorns/otherwise", TAKING, _("You never take as many as have just been taken."))
AT_THE_END = Rule(
    "acorns/at-the-end", TAKING, _("Taking ends when nobody can take any more, or when a player has counted.")
)
COUNTED_ONCE = Rule("acorns/counted-once", TAKING, _("A player counts once, unless the game was followed to its end."))
RULES = (TURN, ONE_TO_THREE, OTHERWISE, AT_THE_END, COUNTED_ONCE, ALL_THERE, ONE_LAST)


@dataclass(frozen=True, slots=True)
class State:
    """`just` is what was taken last, 0 at the beginning; `counted` who has counted."""

    setup: Setup
    held: tuple[Holding, ...]
    turn: Seat = 0
    just: int = 0
    counted: frozenset[Seat] = frozenset()

    @property
    def heap(self) -> int:
        return self.setup.heap - sum(holding.acorns for holding in self.held)


def start(setup: Setup) -> State:
    return State(setup, (Holding(),) * len(setup.players))


def apply(state: State, move: Move) -> State:
    """The state after a move; raises `Illegal`."""
    match move:
        case Take():
            return _take(state, move)
        case Count():
            return _count(state, move)


def _take(state: State, take: Take) -> State:
    illegal = refusal(state, take)
    if illegal:
        raise illegal
    holding = Holding(state.held[take.seat].acorns + take.acorns, last=take.acorns == state.heap)
    after = (take.seat + 1) % len(state.held)
    return replace(state, held=replaced(state.held, take.seat, holding), turn=after, just=take.acorns)


def refusal(state: State, take: Take) -> Illegal | None:
    """Why this cannot be taken; None when it can."""
    if state.counted or not _takes(state):
        return Illegal(AT_THE_END, text("Nothing is taken any more."))
    if take.seat != state.turn:
        return Illegal(TURN, text("It is {name}’s turn.", name=state.setup.players[state.turn]))
    return _too_many_or_too_few(state, take.acorns)


def _too_many_or_too_few(state: State, acorns: int) -> Illegal | None:
    if not 1 <= acorns <= MOST:
        return Illegal(ONE_TO_THREE, text("{acorns} is not one, two or three.", acorns=acorns))
    if acorns > state.heap:
        why = plural("There is only {count} acorn.", "There are only {count} acorns.", state.heap)
        return Illegal(ONE_TO_THREE, why)
    if acorns == state.just:
        return Illegal(OTHERWISE, text("{acorns} have just been taken.", acorns=acorns))
    return None


def _takes(state: State) -> list[Take]:
    numbers = [number for number in range(1, MOST + 1) if _too_many_or_too_few(state, number) is None]
    return [Take(state.turn, number) for number in numbers]


def _count(state: State, count: Count) -> State:
    if count.seat not in to_act(state) and not (state.counted or _takes(state)):
        raise Illegal(COUNTED_ONCE, text("The game is over."))
    if count.seat in state.counted:
        raise Illegal(COUNTED_ONCE, text("{name} has counted.", name=state.setup.players[count.seat]))
    after = with_counts(state, [count])
    for problem in audit(position(after)):
        raise Illegal(problem.rule, problem.why)
    return after


def with_counts(state: State, counts: Sequence[Move]) -> State:
    """The state with these counts, possible or not: what was followed of anybody else is no longer sure."""
    found = {count.seat: Holding(count.acorns, count.last) for count in counts if isinstance(count, Count)}
    sure = {seat: state.held[seat] for seat in state.counted} | found
    held = tuple(sure.get(seat, Holding()) for seat in range(len(state.held)))
    return replace(state, held=held, counted=frozenset(sure))


def to_act(state: State) -> frozenset[Seat]:
    """The seats that may act; none once the game is over."""
    if state.counted:
        return frozenset(range(len(state.held))) - state.counted
    return frozenset({state.turn}) if _takes(state) else frozenset()


def options(state: State, seat: Seat) -> Iterable[Take]:
    """The takes that are allowed; a count is entered, and no option."""
    return [] if state.counted or seat != state.turn else _takes(state)


def position(state: State) -> Position:
    return Position(state.setup, state.held)
