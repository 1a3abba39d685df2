"""The turns: one throw, everybody's choices, and what they change. Guards first, then the change."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scoring.core.rule import Illegal
from scoring.core.sheet import Seat, replaced
from scoring.core.text import Text, text
from scoring.roll_and_write import rule_texts as clauses
from scoring.roll_and_write.audit import findings
from scoring.roll_and_write.moves import Choose, Count, Learn, Move, Refuse, Roll, TurnOrder
from scoring.roll_and_write.pad import COLOURS, NAMES, NOT_KNOWN, UNKNOWN, VASE, Pad, Pads, pad_of
from scoring.roll_and_write.sheets import BRIDGED, Sheet
from scoring.roll_and_write.writing import Step, accelerations, can_accelerate, first_step, steps

Die = TypeVar("Die", int, str)
EXHAUSTED, ALL_BRIDGES, COUNTED = "exhausted", "bridges", "counted"


@dataclass(frozen=True, slots=True)
class Setup:
    """The players, their pad, those of players with other sheets, and the house options."""

    players: tuple[str, ...]
    pad: Pad = UNKNOWN
    zero_opens: bool = False
    turn_order: bool = False
    pads: Pads = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game so far.

    `pending` are the seats that still owe a choice in the turn of `throw`; empty between turns. `taken` are
    the two dice of the active player. `reached` are the bridges that each sheet had reached before this turn (between
    turns: up to now), `before_throw` those it had reached before the last throw.
    `copied` is what was known of the pad when a sheet was counted last, by seat.
    `unread` are the numbers written in boxes of which nobody had told the printing. `asked` is the wish for turn
    order that holds now. `over` says why the game ended: exhausted, bridges or counted.
    """

    setup: Setup
    pad: Pad
    sheets: tuple[Sheet, ...]
    throw: Roll | None = None
    pending: frozenset[Seat] = frozenset()
    taken: tuple[int, str] | None = None
    reached: tuple[frozenset[str], ...] = ()
    before_throw: tuple[frozenset[str], ...] = ()
    copied: Mapping[Seat, Pad] = field(default_factory=dict)
    unread: frozenset[tuple[Seat, str, int]] = frozenset()
    counted: frozenset[Seat] = frozenset()
    asked: TurnOrder | None = None
    over: str | None = None

    @property
    def seats(self) -> range:
        return range(len(self.setup.players))

    @property
    def active(self) -> Seat | None:
        """The seat that threw last; None before the first throw."""
        return None if self.throw is None else self.throw.seat

    @property
    def next_to_throw(self) -> Seat | None:
        """The seat that throws next; None before the first throw, when anybody may."""
        return None if self.throw is None else (self.throw.seat + 1) % len(self.seats)

    @property
    def in_turn_order(self) -> bool:
        """True if the choices of this throw (between turns: of the next) are made clockwise, one by one."""
        return self.setup.turn_order or self.asked is not None

    @property
    def crossed(self) -> frozenset[str]:
        """The bridges closed by earlier turns: reached before this one on a sheet that still says so."""
        return self._standing(self.reached)

    @property
    def crossed_before_throw(self) -> frozenset[str]:
        """The bridges that were closed when the dice were thrown last."""
        return self._standing(self.before_throw)

    def _standing(self, reached: tuple[frozenset[str], ...]) -> frozenset[str]:
        said = zip(self.sheets, reached, strict=True)
        return frozenset(of for sheet, bridges in said for of in bridges if sheet.has_reached(of))

    @property
    def crossing(self) -> frozenset[tuple[Seat, str]]:
        """The bridges crossed first in this turn, by whom: others may still join."""
        playing = (seat for seat in self.seats if seat not in self.counted)
        return frozenset(
            (seat, of) for seat in playing for of in self.sheets[seat].bridges if of not in self.reached[seat]
        )

    def name(self, seat: Seat) -> str:
        return self.setup.players[seat]

    def pad_of(self, seat: Seat) -> Pad:
        """The pad of this player's sheet: `pad`, which the table shares, or an own one."""
        return pad_of(seat, self.setup.pads, self.pad)


def start(setup: Setup) -> State:
    """Everybody with an untouched sheet."""
    seats = len(setup.players)
    return State(setup, setup.pad, (Sheet(),) * seats, reached=(frozenset(),) * seats)


def apply(state: State, move: Move) -> State:
    """The state after a move; raises Illegal, and then nothing has changed."""
    match move:
        case Roll():
            return _roll(state, move)
        case Choose():
            return _choose(state, move)
        case Refuse():
            return _refuse(state, move)
        case Learn():
            return _learn(state, move)
        case Count():
            return _count(state, move)
        case TurnOrder():
            return _turn_order(state, move)


def to_act(state: State) -> frozenset[Seat]:
    """The seats that may act: the next to throw, then the active player, then the others; none when it is over."""
    if state.over:
        return frozenset()
    if not state.pending:
        return frozenset(state.seats if state.next_to_throw is None else {state.next_to_throw})
    if state.active in state.pending:
        return state.pending & {state.active}
    return _next_clockwise(state) if state.in_turn_order else state.pending


def options(state: State, seat: Seat) -> Iterator[Choose | Refuse]:
    """Every choice or refusal that this seat may make now: those without an acceleration first, lazily.

    Where many arrows lead to many arrows there are thousands: a phone asks `combinations`, then `next_columns`.
    """
    if not state.pending or seat not in to_act(state):
        return
    plain = list(combinations(state, seat))
    yield Refuse(seat)
    yield from plain
    for colour in COLOURS:
        marks = [(choose, _first_step(state, choose)) for choose in plain if choose.colour == colour]
        yield from accelerations(state.pad_of(seat), marks)


def decides_for_all(state: State, move: Move) -> bool:
    """The order in which all choose, and a throw with which the game goes on although somebody has counted."""
    return isinstance(move, TurnOrder) or (isinstance(move, Roll) and bool(state.counted))


def combinations(state: State, seat: Seat) -> Iterator[Choose]:
    """The numbers and colours that this seat may choose now, before any acceleration."""
    if not state.pending or seat not in to_act(state):
        return
    numbers, colours = dice_left(state)
    for colour in COLOURS:
        for number in sorted(set(numbers)) if colour in colours else ():
            for double in (False, True) if state.setup.zero_opens and number == 0 else (False,):
                choose = Choose(seat, number, colour, (), double)
                if _can_write(state, choose):
                    yield choose


def next_columns(state: State, choose: Choose) -> tuple[str, ...]:
    """The columns that an arrow met by this choice so far may go to; empty when none is open. Raises Illegal."""
    last = written(state, choose)[-1]
    return tuple(c for c in COLOURS if can_accelerate(last.sheet, c)) if last.opens_arrow else ()


def written(state: State, choose: Choose) -> tuple[Step, ...]:
    """The marks of a choice on its seat's sheet, in order; raises Illegal."""
    _check_may_choose(state, choose.seat)
    _check_dice(state, choose)
    return steps(state.sheets[choose.seat], state.pad_of(choose.seat), choose, state.setup.zero_opens)


def dice_left(state: State) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The dice to choose among now: all six, or without the two that the active player took."""
    if state.throw is None:
        return (), ()
    numbers, colours = state.throw.numbers, state.throw.colours
    if state.taken is None:
        return numbers, colours
    number, colour = state.taken
    return _without(numbers, numbers.index(number)), _without(colours, colours.index(colour))


def _without(dice: tuple[Die, ...], place: int) -> tuple[Die, ...]:
    return dice[:place] + dice[place + 1 :]


def _next_clockwise(state: State) -> frozenset[Seat]:
    after = [seat for seat in sorted(state.pending) if state.active is not None and seat > state.active]
    return frozenset({min(after or state.pending)})


def _first_step(state: State, choose: Choose) -> Step:
    return first_step(state.sheets[choose.seat], state.pad_of(choose.seat), choose, state.setup.zero_opens)


def _can_write(state: State, choose: Choose) -> bool:
    try:
        _first_step(state, choose)
    except Illegal:
        return False
    return True


# -- moves -----------------------------------------------------------------------------------------------------


def _roll(state: State, roll: Roll) -> State:
    _check_going(state)
    if state.pending:
        raise Illegal(clauses.TURN_COMPLETE, text("Still to choose or refuse: {players}.", players=_names(state)))
    for seat in state.seats:
        if state.sheets[seat].total is not None:
            raise Illegal(
                clauses.ONLY_A_TOTAL, text("Of {name}’s sheet only the total is known.", name=state.name(seat))
            )
    if state.next_to_throw not in (None, roll.seat):
        raise Illegal(clauses.CLOCKWISE, text("{name} throws next.", name=state.name(state.next_to_throw or 0)))
    state = replace(state, before_throw=state.reached, counted=frozenset())
    return replace(state, throw=roll, pending=frozenset(state.seats), taken=None)


def _choose(state: State, choose: Choose) -> State:
    marks = written(state, choose)
    state = _with_sheet(state, choose.seat, marks[-1].sheet)
    unread = {(choose.seat, mark.colour, mark.box) for mark in marks if mark.kind == NOT_KNOWN}
    taken = (choose.number, choose.colour) if choose.seat == state.active else state.taken
    return _done(replace(state, unread=state.unread | unread, taken=taken), choose.seat)


def _refuse(state: State, refuse: Refuse) -> State:
    _check_may_choose(state, refuse.seat)
    return _done(_with_sheet(state, refuse.seat, state.sheets[refuse.seat].refuse()), refuse.seat)


def _learn(state: State, learn: Learn) -> State:
    if state.pad.kind(learn.colour, learn.box) != NOT_KNOWN:
        raise Illegal(
            clauses.ALREADY_KNOWN,
            text(
                "{colour!c}, box {box}: what is printed there is already known.",
                colour=NAMES[learn.colour],
                box=learn.box,
            ),
        )
    told = {(seat, colour, box) for seat, colour, box in state.unread if (colour, box) == (learn.colour, learn.box)}
    pad = state.pad.learn(learn.colour, learn.box, learn.kind)
    state = replace(state, pad=pad, unread=state.unread - told)
    for seat, _colour, _box in sorted(told) if learn.kind == VASE else ():
        state = _with_sheet(state, seat, state.sheets[seat].hatch())
    return state if state.pending else _after_learning(state)


def _count(state: State, count: Count) -> State:
    _check_going(state)
    for rule, _where, why in findings(count.sheet, state.pad_of(count.seat)):
        raise Illegal(rule, why)
    state = replace(
        _with_count(state, count.seat, count.sheet),
        copied={**state.copied, count.seat: state.pad_of(count.seat)},
        unread=frozenset(entry for entry in state.unread if entry[0] != count.seat),
    )
    if len(state.counted) == len(state.seats):
        return replace(_settled(state), pending=frozenset(), over=COUNTED)
    return _done(state, count.seat) if state.pending else _settled(state)


def _turn_order(state: State, asked: TurnOrder) -> State:
    _check_going(state)
    if state.setup.turn_order or (state.asked and state.asked.lasting >= asked.lasting):
        raise Illegal(clauses.TURN_ORDER, text("At this table everyone already chooses in turn order."))
    return replace(state, asked=asked)


# -- what a move changes ---------------------------------------------------------------------------------------


def circled(before: Sheet, sheet: Sheet, crossed: Collection[str]) -> Sheet:
    """A sheet as it was `before` and is now; a bridge that no earlier turn crossed is circled."""
    crossing = (sheet.reached - before.reached).difference(crossed)
    first = tuple(of for of in BRIDGED if of in crossing)
    return replace(sheet, bridges=sheet.bridges + first) if first else sheet


def _with_sheet(state: State, seat: Seat, sheet: Sheet) -> State:
    """The sheet in place; whoever else may cross a bridge in this turn, it is circled.

    What is learnt between two turns belongs to the one just played: its number may have been written there.
    """
    sheet = circled(state.sheets[seat], sheet, state.crossed_before_throw)
    return replace(state, sheets=replaced(state.sheets, seat, sheet))


def _with_count(state: State, seat: Seat, sheet: Sheet) -> State:
    """The counted sheet in place. During a throw it may close a bridge, or open one again: for all who cross it then,
    also before this count, but for those who have counted what they circled.
    """
    state = replace(state, sheets=replaced(state.sheets, seat, sheet), counted=state.counted | {seat})
    for other in state.seats if state.pending else ():
        if other not in state.counted:
            state = replace(state, sheets=replaced(state.sheets, other, _circled_anew(state, other)))
    return state


def _circled_anew(state: State, seat: Seat) -> Sheet:
    """A sheet with the bridges that it circled before this turn, and those of this turn as they stand now."""
    sheet, reached = state.sheets[seat], state.reached[seat]
    before = replace(sheet, bridges=tuple(of for of in sheet.bridges if of in reached))
    crossing = sheet.reached.difference(reached, state.crossed)
    return replace(before, bridges=before.bridges + tuple(of for of in BRIDGED if of in crossing))


def _done(state: State, seat: Seat) -> State:
    """One seat has acted; with the last one the turn is complete."""
    state = replace(state, pending=state.pending - {seat})
    if state.pending:
        return state
    state = _settled(state)
    asked = state.asked if state.asked and state.asked.lasting else None
    return replace(state, asked=asked, over=_ending(state))


def _settled(state: State) -> State:
    """Whatever the sheets have reached is closed to later turns."""
    return replace(state, reached=tuple(sheet.reached for sheet in state.sheets))


def _after_learning(state: State) -> State:
    """Between turns a bridge crossed by an artefact hatched late is settled at once, and may end the game."""
    state = _settled(state)
    if state.over or state.throw is None or state.counted:
        return state
    return replace(state, over=_ending(state))


def _ending(state: State) -> str | None:
    if all(sheet.is_exhausted for sheet in state.sheets):
        return EXHAUSTED
    return ALL_BRIDGES if state.crossed.issuperset(BRIDGED) else None


# -- guards ----------------------------------------------------------------------------------------------------


def _check_going(state: State) -> None:
    if state.over:
        raise Illegal(clauses.OVER, ENDINGS[state.over])


def _check_may_choose(state: State, seat: Seat) -> None:
    _check_going(state)
    if not state.pending:
        raise Illegal(clauses.THROW_FIRST, _who_throws(state))
    if seat in state.counted:
        raise Illegal(
            clauses.ONE_CHOICE,
            text("{name}’s sheet was counted after this throw: that was {name}’s choice.", name=state.name(seat)),
        )
    if seat not in state.pending:
        raise Illegal(
            clauses.ONE_CHOICE,
            text(
                "{name} has already chosen or refused after this throw: everybody does one of the two, once.",
                name=state.name(seat),
            ),
        )
    _check_order(state, seat)


def _check_order(state: State, seat: Seat) -> None:
    acting = to_act(state)
    if seat in acting:
        return
    first = state.name(min(acting))
    if state.active in acting:
        raise Illegal(clauses.ACTIVE_FIRST, text("{name} threw, and chooses or refuses first.", name=first))
    raise Illegal(clauses.TURN_ORDER, text("{name} chooses or refuses next.", name=first))


def _check_dice(state: State, choose: Choose) -> None:
    numbers, colours = dice_left(state)
    if choose.number not in numbers:
        raise Illegal(clauses.DICE_LEFT, text("None of the dice left shows {number}.", number=choose.number))
    if choose.colour not in colours:
        raise Illegal(clauses.DICE_LEFT, text("None of the dice left shows {colour}.", colour=NAMES[choose.colour]))


def _names(state: State) -> tuple[str, ...]:
    return tuple(state.name(seat) for seat in sorted(state.pending))


def _who_throws(state: State) -> Text:
    if state.next_to_throw is None:
        return text("Nobody has thrown the dice yet.")
    return text("This turn is complete: {name} throws next.", name=state.name(state.next_to_throw))


ENDINGS = {
    EXHAUSTED: text("The game is over: all players are exhausted."),
    ALL_BRIDGES: text("The game is over: all eight bridges have been crossed."),
    COUNTED: text("The game is over: everybody has counted."),
}
