"""The board of Roll & Write: the dice, every sheet, and what each player may write."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.game import ViewRequest
from scoring.core.rule import Rule
from scoring.core.sheet import Problem, Seat
from scoring.core.sheet import Sheet as Scored
from scoring.core.text import Text, text
from scoring.roll_and_write.audit import audit
from scoring.roll_and_write.moves import DICE_OF_A_KIND, DIGITS, Choose, Learn, Move, Roll, TurnOrder
from scoring.roll_and_write.pad import ARROW, BOXES, COLOURS, NOT_KNOWN, PRINTED, Pad
from scoring.roll_and_write.rule_texts import OVER
from scoring.roll_and_write.rules import ENDINGS, State, to_act
from scoring.roll_and_write.score import position, score, total
from scoring.roll_and_write.sheets import BRIDGED, BRIDGES
from scoring.roll_and_write.view.choosing import TOLD, Choosing, Reach, Reasons, choosing, chosen, reaches, why_not
from scoring.roll_and_write.view.drawing import Drawn, drawn

FEW = 6


@dataclass(frozen=True, slots=True)
class Die:
    """One of the six dice on the table: a number or a colour; `taken` by the active player."""

    value: int | str
    taken: bool


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
class Board:
    """The table. `phase`: dice, active (chooses), others (choose), over; `ending` says why it is over.

    `thrower` is who throws next, or threw; None before the first throw. `said` is a move to be said otherwise: its
    dice, or its choice, are composed already.
    """

    state: State
    phase: str
    players: tuple[Player, ...]
    thrower: Seat | None
    dice: tuple[Die, ...]
    bridges_left: int
    crossings: tuple[Text, ...]
    untold: tuple[Telling, ...]
    ending: Text | None
    said: Mapping[str, str]
    last_seat: Seat | None
    own: frozenset[Seat]
    ends: Rule = OVER
    dice_of_a_kind: int = DICE_OF_A_KIND
    digits: Sequence[int] = DIGITS
    colours: Sequence[str] = COLOURS
    told: Sequence[tuple[str, str]] = TOLD

    @property
    def scored(self) -> Scored:
        """Every player's lines with their sums."""
        return score(position(self.state))

    def wishes(self, seat: Seat) -> tuple[TurnOrder, ...]:
        """The wishes for turn order that a player may say: for one throw, from now on; none where it holds already."""
        asked = self.state.asked
        if self.state.over or self.state.setup.turn_order or (asked and asked.lasting):
            return ()
        return (TurnOrder(seat, lasting=True),) if asked else (TurnOrder(seat), TurnOrder(seat, lasting=True))

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems of the sheets at the end."""
        return audit(position(self.state)) if self.state.over else ()

    @property
    def near(self) -> tuple[Seat, ...]:
        """The seats of the device that asks (all, if it sits nowhere), clockwise from the thrower."""
        first = self.thrower or 0
        return tuple(sorted(self.own or self.state.seats, key=lambda seat: (seat - first) % len(self.players)))

    @property
    def shown(self) -> Seat:
        """Whose sheet is shown first: that of whoever of the device's players is to act.

        To a device that sits nowhere, that of whoever has moved, where this is asked.
        """
        if not self.own and self.last_seat is not None:
            return self.last_seat
        acting = to_act(self.state)
        if self.last_seat in acting and self.last_seat in self.own and self.phase == "others":
            return self.last_seat
        return next((seat for seat in self.near if seat in acting), self.near[0])

    def sheet(self, seat: Seat) -> Drawn:
        return drawn(self.state, seat)

    def choosing(self, seat: Seat) -> Choosing | None:
        """The choice of a seat; None while it has none to make."""
        return choosing(self.state, seat) if self.state.pending and seat in to_act(self.state) else None

    def reaches(self, seat: Seat) -> tuple[Reach, ...]:
        """The marks that may go into each column of this sheet, whatever the dice show."""
        return reaches(self.state, seat)

    def why_not(self, seat: Seat) -> Sequence[tuple[str, Reasons]]:
        """For each colour the reasons why a seat may not choose it now, or not each number for it."""
        return tuple((colour, why_not(self.state, seat, colour)) for colour in COLOURS)

    def arrows(self, seat: Seat) -> int:
        """The number of arrows that one choice may follow on a sheet: those in free boxes, and a few that may yet be
        told.
        """
        cells = [cell for column in self.sheet(seat).columns for cell in column.cells if cell.state == "free"]
        untold = sum(cell.kind == NOT_KNOWN for cell in cells)
        return sum(cell.kind == ARROW for cell in cells) + min(untold, FEW)

    def across(self, before: State) -> tuple[Text, ...]:
        """The bridges that somebody has come to be the first across since that state."""
        return tuple(_across(before, self.state))

    @property
    def composed(self) -> tuple[str, ...]:
        """The six dice already entered, numbers first: those of a throw to be said otherwise."""
        numbers, colours = [*self.said["numbers"]], self.said["colours"].split()
        whole = len(numbers) == len(colours) == DICE_OF_A_KIND
        thrown = [*numbers, *colours] if whole else [str(die.value) for die in self.dice]
        return tuple(thrown) or ("",) * DICE_OF_A_KIND * 2


SELECTED = ("thrower", "numbers", "colours", "choice", "to", "wish")
"""What the controls of a move that was refused have selected: names of `selection`."""


def board(state: State, asked: ViewRequest[Pad]) -> Board:
    """The board of a state; the selection holds a move that is to be said otherwise."""
    return Board(
        state=state,
        phase=_phase(state),
        players=tuple(_player(state, seat) for seat in state.seats),
        thrower=state.active if state.pending or state.over else state.next_to_throw,
        dice=tuple(_dice(state)) if state.pending else (),
        bridges_left=len(BRIDGED) - len(state.crossed | {of for _seat, of in state.crossing}),
        crossings=tuple(_crossings(state)),
        untold=tuple(_telling(colour, box) for colour, box in sorted(_untold(state, asked.selection))),
        ending=ENDINGS[state.over] if state.over else None,
        said=_selected(state, asked.selection),
        last_seat=asked.seat,
        own=asked.seats,
    )


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if not state.pending:
        return "dice"
    return "active" if state.active in state.pending else "others"


def _player(state: State, seat: Seat) -> Player:
    return Player(
        seat,
        state.name(seat),
        total(state.sheets[seat]),
        acting=seat in to_act(state) and state.throw is not None,
        owes=seat in state.pending,
        exhausted=state.sheets[seat].is_exhausted,
        counted=seat in state.counted,
    )


def _dice(state: State) -> Iterator[Die]:
    """The dice of this throw, numbers first; those that the active player took are marked."""
    if state.throw is None:
        return
    number, colour = state.taken or (None, None)
    yield from _taken(state.throw.numbers, number)
    yield from _taken(state.throw.colours, colour)


def _taken(values: Sequence[int | str], gone: int | str | None) -> Iterator[Die]:
    place = values.index(gone) if gone is not None else None
    return (Die(value, at == place) for at, value in enumerate(values))


def _crossings(state: State) -> Iterator[Text]:
    for of in BRIDGED:
        names = tuple(state.name(seat) for seat, bridge in sorted(state.crossing) if bridge == of)
        if names:
            yield text("{bridge!c}, first so far: {names}.", bridge=BRIDGES[of], names=names)


def _selected(state: State, selection: Mapping[str, str]) -> Mapping[str, str]:
    """The choice that is selected; where a 0 ticks the double box anyway, no control says it."""
    said = {name: selection.get(name, "") for name in SELECTED}
    return said if state.setup.zero_opens else {**said, "choice": said["choice"].removesuffix(" double")}


def _untold(state: State, selection: Mapping[str, str]) -> set[tuple[str, int]]:
    """The boxes of which somebody should tell, and the one of which is told otherwise."""
    untold = {(colour, box) for _seat, colour, box in state.unread}
    colour, _, box = selection.get("learn", "").partition(" ")
    known = {(of, place) for of in COLOURS for place in range(1, BOXES + 1)}
    return untold | {(of, place) for of, place in known if (of, str(place)) == (colour, box)}


def _across(before: State, state: State) -> Iterator[Text]:
    for of in BRIDGED:
        names = tuple(state.name(seat) for seat in _first_across(state, of))
        if names and of not in before.crossed and len(names) > len(_first_across(before, of)):
            yield text("{bridge!c}: {names} first across!", bridge=BRIDGES[of], names=names)


def _first_across(state: State, of: str) -> list[Seat]:
    """The players who circle this bridge: those who have, once it is closed, else those who do so in this turn."""
    if of in state.crossed:
        return [seat for seat in state.seats if of in state.sheets[seat].bridges]
    return sorted(seat for seat, bridge in state.crossing if bridge == of)


def _telling(colour: str, box: int) -> Telling:
    return Telling(colour, box, tuple(Learn(colour, box, kind) for kind in PRINTED))


def selection(move: Move) -> Mapping[str, str]:
    """The values of the controls that compose a move, by their names: of a throw, a choice, or a box that is learnt."""
    if isinstance(move, Roll):
        numbers, colours = "".join(map(str, move.numbers)), " ".join(move.colours)
        return {"thrower": str(move.seat), "numbers": numbers, "colours": colours}
    if isinstance(move, Choose):
        return {"choice": chosen(move.number, move.colour, move.double), "to": " ".join(move.accelerate)}
    if isinstance(move, Learn):
        return {"learn": f"{move.colour} {move.box}"}
    if isinstance(move, TurnOrder):
        return {"wish": "1"}
    return {}
