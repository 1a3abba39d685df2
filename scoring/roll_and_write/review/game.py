"""A finished game read again: what each player marked, throw by throw, the points by column over the turns, and the
sheets as they would have been.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.core.figures import Bar, Column, Figure, FigureGroup, Finding, FindingKind, Points, effect, finding
from scoring.core.game import Played
from scoring.core.sheet import Seat, leaders, replaced
from scoring.core.text import Text, text
from scoring.roll_and_write.moves import Choose, Count, Learn, Refuse, Roll
from scoring.roll_and_write.pad import NAMES, VASE, Pad, pad_of
from scoring.roll_and_write.rules import Setup, State, written
from scoring.roll_and_write.score import BRIDGE, lines, total
from scoring.roll_and_write.sheets import ARTIFACTS, BRIDGE_AT, BRIDGED, COLUMNS, DICE, Sheet
from scoring.roll_and_write.writing import can_accelerate, fill

AS_IT_WAS = text(
    "Everything else is marked as it was, each number in the lowest free box, and the game ends with the same turn."
)


@dataclass(frozen=True, slots=True, order=True)
class When:
    """The time of a move: the number of throws before it, its place among the moves, its number in the log."""

    turn: int
    place: int
    index: int


class Mark(NamedTuple):
    """A mark on a sheet: a number in a column, its ×2 box (no number), or a dice symbol (`colour` "")."""

    when: When
    colour: str = ""
    number: int | None = None
    arrow: bool = False

    @property
    def is_double(self) -> bool:
        return bool(self.colour) and self.number is None


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat's choice or refusal after a throw: the state before, the move, and its marks."""

    seat: Seat
    when: When
    before: State
    move: Choose | Refuse
    marks: tuple[Mark, ...]

    @property
    def about(self) -> str:
        """Its name among the answers of a game."""
        return f"turn-{self.when.turn}-{self.seat}"


@dataclass(frozen=True, slots=True)
class Learnt:
    """A box of which the printing was said during the game, and the pad from then on."""

    when: When
    move: Learn
    pad: Pad


@dataclass(frozen=True, slots=True)
class Life:
    """A sheet at the end, with no bridge circled, and when it crossed each bridge."""

    sheet: Sheet
    crossed: Mapping[str, When]


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A finished game: its state, what was answered to each throw, the sheets after each, the totals by seat."""

    setup: Setup
    state: State
    throws: tuple[Roll, ...]
    sheets: tuple[tuple[Sheet, ...], ...]
    answers: tuple[Answer, ...]
    learnt: tuple[Learnt, ...]
    marks: tuple[tuple[Mark, ...], ...]
    lives: tuple[Life, ...]
    totals: tuple[int, ...]

    @property
    def turns(self) -> int:
        return len(self.throws)

    def numbers(self, seat: Seat, colour: str) -> int:
        """The number of numbers in a column at the end."""
        return self.lives[seat].sheet.column(colour).level

    @property
    def after(self) -> When:
        """After everything."""
        last = max([self.answers[-1].when, *(each.when for each in self.learnt)])
        return When(last.turn + 1, last.place + 1, last.index)

    def name(self, seat: Seat) -> str:
        return self.setup.players[seat]

    def of(self, seat: Seat) -> Sequence[Answer]:
        return [answer for answer in self.answers if answer.seat == seat]

    def with_marks(self, seat: Seat, marks: Sequence[Mark]) -> State:
        """The finished game if a seat had made these marks, with the bridges circled by whoever crossed them first."""
        life = lived(self.setup, seat, marks, self.learnt)
        return self.with_sheets(circled(replaced(self.lives, seat, life)))

    def without(self, seat: Seat, gone: Collection[Mark]) -> State:
        """The finished game if a seat had not made some of its marks."""
        return self.with_marks(seat, [mark for mark in self.marks[seat] if mark not in gone])

    def with_added(self, answer: Answer, mark: Mark) -> State | None:
        """The finished game with one more mark in an answer, in the place of a dice symbol where the dice were refused.

        None where that column could not have been marked later as it was. Who was exhausted still is.
        """
        own = self.marks[answer.seat]
        earlier = [each for each in own if each.when.place < answer.when.place]
        later = [each for each in own if each.when.place > answer.when.place]
        if not _goes_before(mark, later):
            return None
        kept = [each for each in answer.marks if each.colour]
        still = [Mark(self.after)] if self.state.sheets[answer.seat].is_exhausted else []
        return self.with_marks(answer.seat, [*earlier, *kept, mark, *later, *still])

    def with_bridge(self, seat: Seat, of: str) -> State:
        """The finished game with one more bridge circled."""
        sheet = self.state.sheets[seat]
        circling = replace(sheet, bridges=(*sheet.bridges, of))
        return self.with_sheets(replaced(self.state.sheets, seat, circling))

    def with_sheets(self, sheets: Iterable[Sheet]) -> State:
        return replace(self.state, sheets=tuple(sheets))

    def ended_earlier(self, turns: int) -> State:
        """The game if it had ended some turns earlier, with what was known of the pad then."""
        known = [each.pad for each in self.learnt if each.when.turn <= self.turns - turns]
        return replace(self.with_sheets(self.sheets[-1 - turns]), pad=known[-1] if known else self.setup.pad)

    def in_column(self, seat: Seat, colour: str) -> list[Mark]:
        """The marks of a seat in a column, its ×2 box included."""
        return [mark for mark in self.marks[seat] if mark.colour == colour]

    def more(self, seat: Seat, instead: State) -> int:
        """The points that the seat would have had more."""
        return total(instead.sheets[seat]) - self.totals[seat]

    def effect(self, seat: Seat, instead: State) -> Points:
        """The points that the seat made with what the other game lacks, as a fact of a sentence."""
        return effect(seat, -self.more(seat, instead))

    def decides(self, instead: State) -> bool:
        """True if others would have won."""
        return leaders(tuple(map(total, instead.sheets))) != leaders(self.totals)


def read(setup: Setup, play: Played[State]) -> GamePlayed:
    """The finished game that a play led to."""
    plays = list(_dated(play.standing()))
    answers = list(_answers(plays))
    learnt = [Learnt(when, each.move, each.state.pad) for when, each in plays if isinstance(each.move, Learn)]
    marks = tuple(_marks(answers, seat) for seat in play.state.seats)
    return GamePlayed(
        setup,
        play.state,
        tuple(each.move for _when, each in plays if isinstance(each.move, Roll)),
        _after_turns(plays),
        tuple(answers),
        tuple(learnt),
        marks,
        tuple(lived(setup, seat, own, learnt) for seat, own in enumerate(marks)),
        tuple(total(sheet) for sheet in play.state.sheets),
    )


def followed(play: Played[State]) -> bool:
    """True if throws were answered, and no sheet was copied over them."""
    moves = [each.move for each in play.standing()]
    return any(isinstance(move, Choose | Refuse) for move in moves) and not any(
        isinstance(move, Count) for move in moves
    )


def _goes_before(mark: Mark, later: Iterable[Mark]) -> bool:
    """True if the later marks in the same column can come after this one: numbers never fall."""
    after = next((each for each in later if each.colour == mark.colour), None)
    if after is None or mark.number is None:
        return after is None or not after.is_double
    return after.number is not None and mark.number <= after.number


def _dated(plays: Iterable[Played[State]]) -> Iterator[tuple[When, Played[State]]]:
    """Each move with its time; a box learnt between two turns belongs to the one just played."""
    turn = 0
    for place, play in enumerate(plays):
        turn += isinstance(play.move, Roll)
        yield When(turn, place, play.index), play


def sheets_over_time(play: Played[State]) -> tuple[tuple[Sheet, ...], ...]:
    """The sheets by seat before the first throw, and after each turn."""
    return _after_turns(_dated(play.standing()))


def _after_turns(plays: Iterable[tuple[When, Played[State]]]) -> tuple[tuple[Sheet, ...], ...]:
    after = {when.turn: play.state.sheets for when, play in plays}
    untouched = (Sheet(),) * len(next(iter(after.values())))
    return tuple(({0: untouched} | after).values())


def _answers(plays: Iterable[tuple[When, Played[State]]]) -> Iterator[Answer]:
    for when, play in plays:
        if play.before and isinstance(play.move, Choose | Refuse):
            before, move = play.before.state, play.move
            yield Answer(move.seat, when, before, move, tuple(_marked(when, before, move)))


def _marked(when: When, before: State, move: Choose | Refuse) -> Iterator[Mark]:
    """The marks of a move. A ticked artefact on top counts as its number: that was its lowest free box."""
    if isinstance(move, Refuse):
        yield Mark(when)
        return
    for place, step in enumerate(written(before, move)):
        number = step.sheet.column(step.colour).last if place or not step.is_top else move.number or 10
        yield Mark(when, step.colour, None if step.is_double else number, place > 0)


def _marks(answers: Iterable[Answer], seat: Seat) -> tuple[Mark, ...]:
    return tuple(mark for answer in answers if answer.seat == seat for mark in answer.marks)


def lived(setup: Setup, seat: Seat, marks: Iterable[Mark], learnt: Iterable[Learnt]) -> Life:
    """A sheet mark by mark, as the pad is known at the time; a mark for which there is no box left is lost."""
    sheet, pad, crossed = Sheet(), pad_of(seat, setup.pads, setup.pad), dict[str, When]()
    entries: list[Mark | Learnt] = [*marks, *(learnt if pad is setup.pad else ())]
    for each in sorted(entries, key=lambda entry: entry.when.place):
        before = sheet
        if isinstance(each, Learnt):
            sheet, pad = _hatched_late(sheet, each.move), each.pad
        else:
            sheet = with_mark(sheet, pad, each)
        changed = (ARTIFACTS, DICE) if isinstance(each, Learnt) else (each.colour or DICE, ARTIFACTS)
        crossed |= {of: each.when for of in changed if before.level(of) < BRIDGE_AT <= sheet.level(of)}
    return Life(sheet, crossed)


def _hatched_late(sheet: Sheet, learn: Learn) -> Sheet:
    there = learn.kind == VASE and sheet.column(learn.colour).level >= learn.box
    return sheet.hatch() if there else sheet


def with_mark(sheet: Sheet, pad: Pad, mark: Mark) -> Sheet:
    if not mark.colour:
        return sheet.refuse()
    if mark.number is None:
        return sheet.with_column(mark.colour, replace(sheet.column(mark.colour), double=True))
    return fill(sheet, pad, mark.colour, mark.number).sheet if can_accelerate(sheet, mark.colour) else sheet


def circled(lives: Sequence[Life]) -> Iterator[Sheet]:
    """The sheets with their bridges circled: by all who crossed one in the first turn in which anybody did."""
    first = {of: min(life.crossed[of].turn for life in lives if of in life.crossed) for of in _crossed(lives)}
    for life in lives:
        own = (of for of in BRIDGED if of in life.crossed and life.crossed[of].turn == first[of])
        yield replace(life.sheet, bridges=tuple(own))


def _crossed(lives: Iterable[Life]) -> set[str]:
    return {of for life in lives for of in life.crossed}


def about(seat: Seat, of: str) -> str:
    """The name of a column on a sheet among those of a game."""
    return f"{seat}-{of}"


def of_column(
    game: GamePlayed, key: str, kind: FindingKind, says: Text, instead: State, seat: Seat, colour: str, **more: Any
) -> Finding[State]:
    """The finding about a column that had an effect for its player; `more` are parts of it and facts."""
    more = {"name": game.name(seat), "colour": NAMES[colour], "effect": game.effect(seat, instead), **more}
    return finding(f"{key}-{about(seat, colour)}", kind, says, instead, about=about(seat, colour), **more)


def of_answer(
    game: GamePlayed, key: str, kind: FindingKind, says: Text, instead: State, answer: Answer, **more: Any
) -> Finding[State]:
    """The finding about what a seat made of a throw; `more` are parts of it and facts."""
    more = {"move": answer.when.index, "name": game.name(answer.seat), "turn": answer.when.turn, **more}
    return finding(f"{key}-{answer.when.turn}-{answer.seat}", kind, says, instead, **more)


EVERY = 6  # turns
BRIDGES = "bridges"
OVER_TIME = FindingKind(
    text("Points by column over the turns"), text("As each sheet stood after every sixth turn, and at the end.")
)


def points_over_time(setup: Setup, play: Played[State]) -> tuple[FigureGroup]:
    """The points of each column after every sixth turn and the last, of the bridges circled, and in all."""
    after = sheets_over_time(play)
    last = len(after) - 1
    turns = [*range(EVERY, last, EVERY), last]
    figures = (_figure(name, {turn: after[turn][seat] for turn in turns}) for seat, name in enumerate(setup.players))
    return (FigureGroup(OVER_TIME, tuple(figures)),)


def _figure(name: str, sheets: Mapping[int, Sheet]) -> Figure:
    """`sheets` by turn."""
    columns = tuple(Column(text("Turn {turn}", turn=turn)) for turn in sheets)
    worth = [_worth(sheet) for sheet in sheets.values()]
    rows = (Bar(label, tuple(points[of] for points in worth)) for of, label in {**COLUMNS, BRIDGES: BRIDGE}.items())
    totals = Bar(text("Total"), tuple(total(sheet) for sheet in sheets.values()))
    return Figure(
        key="over-time",
        title=text("Points by column: {name}", name=name),
        says=OVER_TIME.title,
        of=text("{name}", name=name),
        columns=columns,
        rows=(*rows, totals),
        kind="none",
        unit=text("points"),
    )


def _worth(sheet: Sheet) -> dict[str, int]:
    """The points of each column, and of all bridges together."""
    worth = dict.fromkeys((*COLUMNS, BRIDGES), 0)
    for line in lines(sheet):
        worth[BRIDGES if line.code == "bridge" else line.of or ""] += line.points
    return worth
