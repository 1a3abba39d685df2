"""What a phone shows of a game of Roll & Write: the dice, every sheet, and what the choice being made would do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Problem, Seat
from scoring.core.sheet import Sheet as Scored
from scoring.core.text import Text, text
from scoring.roll_and_write.checks import audit
from scoring.roll_and_write.moves import Choose, Learn, Refuse
from scoring.roll_and_write.pad import COLOURS, NAMES, PRINTED, Pad
from scoring.roll_and_write.rules import (
    ENDINGS,
    State,
    apply,
    box_to_tell,
    combinations,
    dice_left,
    next_columns,
    to_act,
    written,
)
from scoring.roll_and_write.score import position, score
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES
from scoring.roll_and_write.view.drawing import Drawn, drawn
from scoring.roll_and_write.view.selection import Asked, read_asked
from scoring.roll_and_write.view.throw import Entry, entry
from scoring.roll_and_write.writing import Step


@dataclass(frozen=True, slots=True)
class Die:
    """One of the six dice on the table: a number or a colour; `taken` by the active player, or `chosen` just now."""

    value: int | str
    taken: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Player:
    """One player in a line: the total so far, whether to act now, whether a choice is still owed in this turn."""

    seat: Seat
    name: str
    total: int
    acting: bool
    owes: bool
    exhausted: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """A box of which nobody has told the printing: the three things to tell."""

    colour: str
    box: int
    moves: tuple[Learn, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be written, with the total that it would make; `number` is 0 for the double box."""

    move: Choose
    number: int | None
    label: Text
    after: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A choice so far. `arrow`: the columns that an open arrow may go to; `telling`: the box to be asked about."""

    choice: Choice
    marks: tuple[Step, ...]
    arrow: tuple[str, ...]
    telling: Telling | None


@dataclass(frozen=True, slots=True)
class Shown:
    """One player's sheet as a phone shows it, and what its player may do.

    `choices` are those in the tapped column when several numbers fit; `why` says why nothing fits there, `rules`
    which rules say so. `refuse` has the total that a refusal would make, `total` is the total now; `asked` is
    what was asked of this very sheet.
    """

    seat: Seat
    name: str
    asked: Asked
    numbers: tuple[Die, ...]
    colours: tuple[Die, ...]
    total: int
    may_choose: bool
    fits: bool
    sheet: Drawn
    choices: tuple[Choice, ...]
    draft: Draft | None
    refuse: tuple[Refuse, int] | None
    why: tuple[Text, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The table. `phase`: dice, active (chooses), others (choose), over; `ending` says why it is over."""

    state: State
    asked: Asked
    phase: str
    players: tuple[Player, ...]
    thrower: Seat | None
    bridges_left: int
    crossings: tuple[Text, ...]
    untold: tuple[Telling, ...]
    ending: Text | None
    scored: Scored
    problems: tuple[Problem, ...]

    def seat(self, own: Collection[Seat]) -> Seat:
        """Whose sheet is shown to a device that sits at `own`: as asked, else whoever of them is to act."""
        if self.asked.sheet is not None:
            return self.asked.sheet
        acting = to_act(self.state) if self.phase != "over" else frozenset()
        if self.asked.acting in acting:
            return self.asked.acting or 0
        first = self.thrower or 0
        near = sorted(own or self.state.seats, key=lambda seat: (seat - first) % len(self.players))
        return next((seat for seat in near if seat in acting), near[0])

    def shown(self, own: Collection[Seat]) -> Shown:
        """That sheet, with the choice being made there."""
        return _shown(self.state, self.seat(own), self.asked)

    def entry(self, own: Collection[Seat]) -> Entry | None:
        """The throw being typed in, on a device that should or wants to; None elsewhere."""
        return entry(self.state, own, self.asked) if self.phase == "dice" else None


def board(state: State, asked: ViewRequest[Pad]) -> Board:
    """The board of a state; the selection may say whose sheet is shown and what its player has tapped so far."""
    own = _still_asked(read_asked(asked.selection, len(state.seats)), state)
    scored = score(position(state))
    return Board(
        state=state,
        asked=own,
        phase=_phase(state),
        players=tuple(_player(state, seat, scored) for seat in state.seats),
        thrower=state.active if state.pending or state.over else state.next_to_throw,
        bridges_left=len(BRIDGED) - len(state.crossed | {of for _seat, of in state.crossing}),
        crossings=tuple(_crossings(state)),
        untold=tuple(_telling(colour, box) for colour, box in sorted({(c, b) for _seat, c, b in state.unread})),
        ending=ENDINGS[state.over] if state.over else None,
        scored=scored,
        problems=tuple(audit(position(state))) if state.over else (),
    )


def _still_asked(asked: Asked, state: State) -> Asked:
    """Dice belong to one throw: those of the throw before may still be in a query that was on its way."""
    throws = not (state.pending or state.over) and state.next_to_throw in (None, asked.by)
    return asked if throws else asked.unthrown


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if not state.pending:
        return "dice"
    return "active" if state.active in state.pending else "others"


def _player(state: State, seat: Seat, scored: Scored) -> Player:
    return Player(
        seat,
        state.name(seat),
        scored.players[seat].total,
        acting=seat in to_act(state) and state.throw is not None,
        owes=seat in state.pending,
        exhausted=state.sheets[seat].is_exhausted,
        counted=seat in state.counted,
    )


def _dice(values: Sequence[int | str], taken: int | str | None, chosen: int | str | None) -> tuple[Die, ...]:
    """The dice of one sort: the one that was taken and the one that is chosen are marked once each."""
    gone = values.index(taken) if taken is not None else -1
    left = [place for place, value in enumerate(values) if place != gone and value == chosen]
    return tuple(Die(value, place == gone, place in left[:1]) for place, value in enumerate(values))


def _crossings(state: State) -> Iterator[Text]:
    for of in BRIDGED:
        names = tuple(state.name(seat) for seat, bridge in sorted(state.crossing) if bridge == of)
        if names:
            yield text("{bridge!c}, first so far: {names}.", bridge=BRIDGES[of], names=names)


def _telling(colour: str, box: int) -> Telling:
    return Telling(colour, box, tuple(Learn(colour, box, kind) for kind in PRINTED))


# -- one sheet -------------------------------------------------------------------------------------------------


def _shown(state: State, seat: Seat, asked: Asked) -> Shown:
    may_choose = bool(state.pending) and seat in to_act(state)
    if not may_choose or seat not in (asked.sheet, asked.acting):
        asked = asked.unchosen
    possible = tuple(combinations(state, seat)) if may_choose else ()
    fitting = tuple(choose for choose in possible if _is_asked(choose, asked))
    reasons = _why(state, seat, asked) if asked.colour and not fitting else ()
    draft = _draft(state, fitting[0], asked.chain) if asked.colour and len(fitting) == 1 else None
    shown = draft.choice.move if draft else asked
    return Shown(
        seat=seat,
        name=state.name(seat),
        asked=asked,
        numbers=_dice(state.throw.numbers, state.taken and state.taken[0], shown.number) if state.throw else (),
        colours=_dice(state.throw.colours, state.taken and state.taken[1], shown.colour) if state.throw else (),
        total=score(position(state)).players[seat].total,
        may_choose=may_choose,
        fits=bool(possible),
        sheet=drawn(state, seat, draft.marks if draft else (), _lit(state, fitting, draft)),
        choices=tuple(_choice(state, choose) for choose in fitting) if asked.colour and not draft else (),
        draft=draft,
        refuse=_refusal(state, seat) if may_choose else None,
        why=tuple(why for why, _rule in reasons),
        rules=tuple({rule.code: rule for _why, rule in reasons}.values()),
    )


def _is_asked(choose: Choose, asked: Asked) -> bool:
    return (
        asked.colour in (None, choose.colour)
        and asked.number in (None, choose.number)
        and asked.double in (None, choose.double)
    )


def _lit(state: State, fitting: tuple[Choose, ...], draft: Draft | None) -> Mapping[tuple[str, int], tuple[int, ...]]:
    """The boxes where something may be written now, each with the numbers that may; 10 stands for the top."""
    lit: dict[tuple[str, int], tuple[int, ...]] = {}
    if draft is not None:
        for colour in draft.arrow if draft.telling is None else ():
            column = draft.marks[-1].sheet.column(colour)
            lit[colour, column.level + 1] = () if column.level and column.last is None else (column.last or 1,)
        return lit
    for choose in fitting:
        mark = written(state, choose)[0]
        number = 0 if mark.is_double else choose.number or 10
        lit[mark.colour, mark.box] = tuple(sorted((*lit.get((mark.colour, mark.box), ()), number)))
    return lit


def _draft(state: State, choose: Choose, chain: tuple[str, ...]) -> Draft:
    """The choice with as much of the asked chain as may stand."""
    for colour in chain:
        if colour in next_columns(state, choose):
            choose = choose._replace(accelerate=(*choose.accelerate, colour))
    untold = box_to_tell(state, choose)
    return Draft(
        _choice(state, choose),
        written(state, choose),
        next_columns(state, choose),
        _telling(*untold) if untold else None,
    )


def _choice(state: State, choose: Choose) -> Choice:
    marks = written(state, choose)
    return Choice(choose, 0 if marks[0].is_double else marks[0].number, _label(marks), _total_after(state, choose))


def _refusal(state: State, seat: Seat) -> tuple[Refuse, int]:
    return Refuse(seat), _total_after(state, Refuse(seat))


def _total_after(state: State, move: Choose | Refuse) -> int:
    return score(position(apply(state, move))).players[move.seat].total


def _label(marks: tuple[Step, ...]) -> Text:
    first, colour = marks[0], NAMES[marks[0].colour]
    if first.is_double:
        return text("Tick the double box of {colour}", colour=colour)
    if first.is_top:
        return text("Tick the artifact on top of {colour}", colour=colour)
    if first.number is None:
        return text("Fill the next box of {colour}", colour=colour)
    if len(marks) == 1:
        return text("Write {number} in {colour}", number=first.number, colour=colour)
    columns = tuple(NAMES[mark.colour] for mark in marks[1:])
    return text(
        "Write {number} in {colour}, then accelerate {columns}", number=first.number, colour=colour, columns=columns
    )


def _why(state: State, seat: Seat, asked: Asked) -> tuple[tuple[Text, Rule], ...]:
    """Why nothing on the dice left can go into the tapped column, each reason once."""
    colour = asked.colour if asked.colour in COLOURS else COLOURS[0]
    numbers = dice_left(state, seat)[0] if asked.number is None else (asked.number,)
    reasons: dict[tuple[str, int], tuple[Text, Rule]] = {}
    for number in sorted(set(numbers)):
        try:
            written(state, Choose(seat, number, colour, (), bool(asked.double)))
        except Illegal as illegal:
            by_colour = illegal.rule.clause != "never-fall"
            reasons[illegal.rule.code, -1 if by_colour else number] = (illegal.why, illegal.rule)
    return tuple(reasons.values())
