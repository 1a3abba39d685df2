"""One report: judge its events in order, and write them down with what the rules force next. The referee has guards of
its own beside the rules of the games; each raises `Illegal`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ledger import NewMove, Repeated, Row, Table, Taken
from referee.live import ALONG, READY, Beside, LiveTable, Origin, Ready, seat_of
from referee.memory import Referee, live_at, outcome_of
from scoring.core.log import MAX_EVENTS, Amend, Event, Undo
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Seat
from scoring.core.text import Text, _, text

OWN_PHONE = Rule(
    "cairn/own-phone",
    _("Cairn"),
    _("Face-down cards are reported by their own player, or by the scorekeeper."),
)

LOCKED = Rule(
    "cairn/locked",
    _("Cairn"),
    _("At a locked table nothing is recorded until the person who opened it unlocks it."),
)

LOG_FULL = Rule(
    "cairn/log-full",
    _("Cairn"),
    _("A log holds 5,000 events: no game comes near it."),
)


READY_TOGETHER = Rule(
    "cairn/ready-together",
    _("Cairn"),
    _("Where all have to agree, each player says so once; when the last one does, it happens."),
)


def admit(live: LiveTable, move: Any, seats: frozenset[Seat] | None) -> None:
    """Refuse what no rule of the game is asked about: a move at a locked table, on another's phone, beyond the log's
    room. `seats` are those of the device; None: not checked.
    """
    unlocked(live)
    _on_own_phone(live, move, seats)
    _agreeable(live, move)
    room_left(live)


def _agreeable(live: LiveTable, move: Any) -> None:
    """Refuse to be ready for nothing, or twice."""
    if not isinstance(move, Ready):
        return
    if live.game.forced.agreed(live.state) is None:
        raise Illegal(READY_TOGETHER, text("There is nothing now that everybody has to agree to."))
    if move.seat in live.notices.ready:
        raise Illegal(READY_TOGETHER, text("{name} is already ready.", name=live.table.names[move.seat]))


def unlocked(live: LiveTable) -> None:
    """Refuse any change of a locked table."""
    if live.table.locked:
        raise Illegal(LOCKED, text("This table is locked: the person who opened it can unlock it."))


def _on_own_phone(live: LiveTable, move: Any, seats: frozenset[Seat] | None) -> None:
    """Refuse a face-down move from a device with other seats: a refusal by the rules would say what lies there."""
    if isinstance(move, Undo | Amend | Beside) or seats is None or not live.game.secrets.face_down(move):
        return
    if move.seat not in live.trusted(seats):
        name = live.table.names[move.seat]
        raise Illegal(OWN_PHONE, text("{name} does this on their own phone.", name=name))


def possible(before: AnyPlay, after: AnyPlay) -> None:
    """Refuse a total that a move brings and the game cannot make. A log may say it: nothing is checked there."""
    count, position = before.game.count, before.game.position
    if count is None or not (isinstance(after.move, Amend) or before.game.is_count(after.move)):
        return
    known = count.out_of_bounds(position(before.state))
    for problem in count.out_of_bounds(position(after.state)):
        if problem not in known:
            raise Illegal(problem.rule, problem.why)


def room_left(live: LiveTable) -> None:
    """Refuse a move that would make the log too long to be read back."""
    if live.seq >= MAX_EVENTS:
        raise Illegal(LOG_FULL, text("This table has {number} events in its log: open a new one.", number=live.seq))


# Reports


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody may answer: the words, and the events that it records; `doubts` is the sum of those about these."""

    says: Text
    events: Sequence[Event]
    doubts: str


@dataclass(frozen=True, slots=True)
class Question:
    """What disagrees, or is left open, in a report that the rules allow, and the answers, the likeliest first."""

    doubts: Sequence[Text]
    answers: Sequence[Answer]


Asks: TypeAlias = Callable[[LiveTable, Sequence[Any]], Question | None]
"""What is asked of moves at a table before they are written down; None where nothing is."""


def asks_nothing(_live: LiveTable, _moves: Sequence[Any]) -> None:
    """For what asks nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a phone: events in order, the id its form was given, and the seq that the phone showed then.

    `seats` are those of its device; None: not checked. `after` are the move ids of the phone's own reports that were
    still on their way then: what they wrote is no news to it. `asks` makes the question before it is written down, if
    the rules allow it.
    """

    move_id: str
    seen: int
    events: Sequence[Event]
    by_seat: Seat | None = None
    seats: frozenset[Seat] | None = None
    after: tuple[str, ...] = ()
    asks: Asks = asks_nothing

    def id_of(self, number: int) -> str:
        """The move id of an event, counted from 0; no phone can make one with a plus in it."""
        return f"{self.move_id}{ALONG}{number}" if number else self.move_id


@dataclass(frozen=True, slots=True)
class Recorded:
    """The moves are on disk; `before` is the play they were judged on, `first` the first move of a report."""

    live: LiveTable
    before: AnyPlay
    first: Any = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid an event; the first `written` of the report are on disk, nothing else of it."""

    live: LiveTable
    illegal: Illegal
    written: int = 0


@dataclass(frozen=True, slots=True)
class Behind:
    """The phone was behind, and what it had not seen concerns its move (see `_is_behind`); nothing was written."""

    live: LiveTable


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """The very same is recorded already: the phone was behind, and `by` is the seat of the one that has recorded it
    since, if it has exactly one; or the counts change nothing. `first` is the first move of the report.
    """

    live: LiveTable
    by: Seat | None
    first: Any


@dataclass(frozen=True, slots=True)
class Doubted:
    """The rules allow it, but something is asked first: nothing was written; `first` is the first count of the report,
    else its first move.
    """

    live: LiveTable
    question: Question
    first: Any


@dataclass(frozen=True, slots=True)
class Answered:
    """Another answer to the same question, or another button of the same form, was recorded before."""

    live: LiveTable


Ruling = Recorded | Refused | Behind | SaidBefore | Doubted | Answered


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that is legal, and the table after it."""

    new: NewMove
    live: LiveTable


def record(referee: Referee, table: Table, report: Report, newest: int | None = None) -> Ruling:
    """Judge one report and write it down. Raises `Malformed` when an event is not a move at all. `newest` as in `live`.

    If two phones race for the same seq, the ledger lets one win, and the other is judged again on the table as it is
    then. A report whose move id is in the log already gets the answer of the first time.
    """
    while True:
        live = referee.live(table, newest)
        try:
            return _judge(referee, live, report)
        except Taken:
            newest = None
        except Repeated as repeated:
            return answer_again(referee, live, report, repeated.row)


def _judge(referee: Referee, live: LiveTable, report: Report) -> Ruling:
    moves = [live.read(event) for event in report.events]
    if _is_behind(referee, live, report, moves[0]):
        return _known(referee, live, report, moves) or Behind(live)
    return _write_down(referee, live, report, moves, 0)


def judge(live: LiveTable, report: Report, moves: Sequence[Any]) -> None:
    """Raise `Illegal` where the rules or the guards forbid any of these moves, of a report that is not written down."""
    report = replace(report, seats=None) if live.turns_up(moves) else report
    for number, move in enumerate(moves):
        *_before, last = _judged_event(live, report, number, move)
        live = last.live


def _write_down(referee: Referee, live: LiveTable, report: Report, moves: Sequence[Any], first: int) -> Ruling:
    """Judge the moves from `first` on; those before the one that the rules forbid are written, all at once, unless
    something is asked about them, or they were not to lie face down.
    """
    judged: list[Judged] = []
    if turned_up := live.turns_up(moves):
        report = replace(report, seats=None)
    number, illegal = first, None
    try:
        for number in range(first, len(moves)):
            judged += list(_judged_event(judged[-1].live if judged else live, report, number, moves[number]))
    except Illegal as forbidden:
        illegal = forbidden
    if illegal is None and all(map(live.game.is_count, moves)) and judged[-1].live.state == live.state:
        return SaidBefore(live, None, moves[0])
    if illegal is None and not first and (question := report.asks(live, moves)):
        known = _known(referee, live, report, moves)
        return known or Doubted(live, question, next(filter(live.game.is_count, moves), moves[0]))
    if illegal and judged and not first and (turned_up or report.asks(live, moves[:number])):
        return Refused(live, illegal)
    after = append(referee, live, judged) if judged else live
    if illegal is None:
        return Recorded(after, live.play, moves[0])
    known = None if judged or first else _known(referee, live, report, moves)
    return known or Refused(after, illegal, number)


def _judged_event(live: LiveTable, report: Report, number: int, move: Any) -> Iterator[Judged]:
    """One event, and the moves forced by it. An undo also takes back the moves that were forced by the one undone."""
    admit(live, move, report.seats)
    own_id, by_seat = report.id_of(number), report.by_seat
    for place, (each, play) in enumerate(_with_forced(live, move)):
        possible(live.play, play)
        move_id, event = (f"{own_id}.{place}", None) if place else (own_id, report.events[number])
        one = judged(live, each, play, move_id, by_seat, event)
        yield one
        live = one.live


def judged(
    live: LiveTable, move: Any, play: AnyPlay, move_id: str, by_seat: Seat | None, event: Event | None = None
) -> Judged:
    """A move that the rules allow, as it is written down, with the table after it; raises `Illegal` where the log is
    full. `play` is the play after it, `event` how it was reported.
    """
    room_left(live)
    new = NewMove(move_id, seat_of(move, live.play), by_seat, dict(event or live.event(move)))
    return Judged(new, live.with_move(move, play, Origin(by_seat, ALONG in move_id)))


def _with_forced(live: LiveTable, move: Any) -> Iterator[tuple[Any, AnyPlay]]:
    """The moves that one event writes down, each with the play after it. Once all are ready, what they agree to
    follows.
    """
    if not isinstance(move, Beside):
        yield from live.play.reported(move, live.seq + 1)
        return
    yield move, live.play
    if isinstance(move, Ready) and len(live.notices.ready | {move.seat}) == len(live.table.names):
        yield from live.play.reported(live.game.forced.agreed(live.state), live.seq + 2)


def append(referee: Referee, live: LiveTable, judged: Sequence[Judged]) -> LiveTable:
    """Write moves down, all of them or none, so that a forced move is never missing."""
    after = judged[-1].live
    finished = after.finished
    outcome = outcome_of(after.setup, after.play, after.seq) if finished and not after.scores_hidden else None
    marked = finished if finished or live.finished else None
    referee.ledger.moves.append_all(live.table.id, live.seq + 1, [each.new for each in judged], marked, outcome)
    referee.keep(after)
    return after


def _is_behind(referee: Referee, live: LiveTable, report: Report, move: Any) -> bool:
    """True if something happened that the phone had not shown: anything, for what is decided for others; else something
    at the same seat. That others are ready, and what the phone reported itself, changes nothing.
    """
    if isinstance(move, Undo | Amend):
        return report.seen != live.seq
    for_all = isinstance(move, Beside) or live.game.reporting.decides_for_all(live.state, move)
    seat = None if for_all else seat_of(move, live.play)
    seats_own = 0 if seat is None else live.last_change.get(seat, 0)
    newest = live.seq - len(live.notices.ready) if for_all else seats_own
    return report.seen < newest and _has_news(referee, live, report, seat)


def _has_news(referee: Referee, live: LiveTable, report: Report, seat: Seat | None) -> bool:
    """True if anybody else has recorded something since, at this seat; None: at any."""
    rows = referee.ledger.moves.read(live.table.id, report.seen) if report.after else ()
    return not rows or any(
        row.event["type"] != READY and seat in (None, row.seat) and not row.move_id.startswith(report.after)
        for row in rows
    )


def _known(referee: Referee, live: LiveTable, report: Report, moves: Sequence[Any]) -> Ruling | None:
    """The answer to a report that is in the log already: this very one, resent after its effect, or the same from
    another phone.
    """
    rows = referee.ledger.moves.read(live.table.id)
    own = next((row for row in rows if row.move_id == report.move_id), None)
    if own is not None:
        return answer_again(referee, live, report, own)
    same = _said_by_another(live, report, moves, [row for row in rows if row.seq > report.seen])
    return SaidBefore(live, same.by_seat, moves[0]) if same else None


def _said_by_another(live: LiveTable, report: Report, moves: Sequence[Any], since: Sequence[Row]) -> Row | None:
    """The last row of the same report from another phone, if all of it stands. What lies face down is not told."""
    seats = live.trusted(report.seats) if report.seats is not None else frozenset(range(len(live.table.names)))
    own = [move for move in moves if not isinstance(move, Undo | Amend | Beside)]
    if any(live.game.secrets.face_down(move) and move.seat not in seats for move in own):
        return None
    standing = (row for row in since if live.play.number(row.seq))
    rest = iter(since[:1]) if isinstance(moves[0], Undo | Amend) else standing
    found = [next((row for row in rest if row.event == event), None) for event in report.events]
    return found[-1] if all(found) else None


def answer_again(referee: Referee, live: LiveTable, report: Report, row: Row) -> Ruling:
    """The answer of the first time. An event that was refused then is judged anew.

    The buttons of one form share its id, and so do the answers to one question: the first that is pressed counts.
    """
    live = referee.live(live.table)
    written = {each.move_id: each.event for each in referee.ledger.moves.read(live.table.id, row.seq - 1)}
    if any(written.get(report.id_of(n), event) != event for n, event in enumerate(report.events)):
        return Answered(live)
    moves = [live.read(event) for event in report.events]
    done = next((n for n in range(1, len(report.events)) if report.id_of(n) not in written), len(report.events))
    if done == len(report.events):
        return Recorded(live, live_at(referee, live.table, row.seq - 1).play, moves[0])
    return _write_down(referee, live, report, moves, done)
