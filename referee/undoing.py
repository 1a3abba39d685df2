"""Undo: one move alone, if what came after stays as it is, or everything after a move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, dropwhile

from ledger import Repeated, Row, Table, Taken
from referee.live import LATELY, LiveTable, seat_of
from referee.memory import Referee
from referee.record import Behind, Judged, Recorded, Refused, Report, Ruling, answer_again, append, judged, unlocked
from scoring.core.log import Amend, Undo
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat
from scoring.core.text import Text


@dataclass(frozen=True, slots=True)
class Only:
    """Undo the move of this number; the moves after it are recorded again."""

    number: int


@dataclass(frozen=True, slots=True)
class BackTo:
    """Undo everything after the move of this number; a correction of what stays is kept."""

    number: int


@dataclass(frozen=True, slots=True)
class Undoing:
    """The moves that are undone, oldest first, with those forced by them; `again` is what of that is recorded again at
    once.
    """

    plays: Sequence[AnyPlay]
    again: Sequence[AnyPlay] = ()

    @property
    def taken(self) -> Sequence[AnyPlay]:
        """The undone moves that somebody had decided on."""
        return [play for play in self.plays if not play.forced and play not in self.again]


@dataclass(frozen=True, slots=True)
class Offered:
    """The move that a device may undo, whether it is its own, and whose it is if it is not the
    device's own last one. What one report said is undone as one: all after the move of the number `back_to`.
    """

    play: AnyPlay
    own: bool
    whose: Seat | None = None
    back_to: int | None = None

    def said(self, *, totals: bool) -> Sequence[Text]:
        """What is undone, or everything that a correction has changed, in sentences, with the `totals` or without."""
        if self.back_to is None:
            return self.play.in_short(totals=totals)
        told, play = list[Text](), self.play
        while play.index > self.back_to and play.before is not None:
            told[:0] = play.told()[:1]
            play = play.told_from().before or play.before
        return told

    @property
    def extent(self) -> Only | BackTo:
        return Only(self.play.index) if self.back_to is None else BackTo(self.back_to)

    @property
    def corrects(self) -> bool:
        """True if it is a correction."""
        return isinstance(self.play.move, Amend)


def offered(live: LiveTable, seats: frozenset[Seat]) -> Offered | None:
    """The last move of a device at these seats, if the moves after it stay as they are without it; else the last move
    of all.
    """
    last = live.play.latest()[0]
    if last.before is None:
        return None
    first = live.first_of(last)
    back_to = None if first is last else first.index - 1
    if all(_is_of(live, play, seats) for play in _since(live, first.index) if not play.forced):
        return Offered(last, own=True, back_to=back_to)
    lately = reversed(_since(live, live.seq - LATELY + 1)) if len(seats) < len(live.table.names) else ()
    own = next((play for play in lately if _is_of(live, play, seats) and not play.forced), None)
    if own is not None and undoing(live, Only(own.index)):
        return Offered(own, own=True, whose=_seat(live, own))
    return Offered(last, own=False, whose=_seat(live, last), back_to=back_to)


def undoing(live: LiveTable, asked: Only | BackTo) -> Undoing | None:
    """The moves that have to be undone; None if there is nothing to undo, or if what came after would not stay as it
    is.
    """
    return _alone(live, asked.number) if isinstance(asked, Only) else _back_to(live, asked.number)


def take_back(referee: Referee, table: Table, report: Report, asked: Only | BackTo) -> Ruling:
    """Write down, as one, the undos that a report asks for and what is recorded again."""
    while True:
        live = referee.live(table)
        try:
            return _judge(referee, live, report, asked)
        except Taken:
            continue
        except Repeated as repeated:
            return answer_again(referee, live, report, repeated.row)
        except Illegal as illegal:
            return Refused(live, illegal)


def _judge(referee: Referee, live: LiveTable, report: Report, asked: Only | BackTo) -> Ruling:
    rows = {row.seq: row for row in referee.ledger.moves.read(live.table.id)}
    said = next((row for row in rows.values() if row.move_id == report.move_id), None)
    if said is not None:
        return answer_again(referee, live, report, said)
    what = undoing(live, asked) if isinstance(asked, Only) or report.seen == live.seq else None
    if what is None:
        return Behind(live)
    unlocked(live)
    return Recorded(append(referee, live, list(_judged_undos(live, report, what, rows))), live.play)


def _judged_undos(live: LiveTable, report: Report, what: Undoing, rows: dict[int, Row]) -> Iterator[Judged]:
    ids = (f"{report.move_id}.{number}" if number else report.move_id for number in count())
    undo = Undo()
    for _play in what.plays:
        one = judged(live, undo, live.play.after(undo, live.seq + 1), next(ids), report.by_seat)
        yield one
        live = one.live
    for again in what.again:
        row = rows[again.index]
        for place, (move, play) in enumerate(live.play.reported(again.move, live.seq + 1)):
            by_seat, event = (report.by_seat, None) if place else (row.by_seat, row.event)
            one = judged(live, move, play, next(ids), by_seat, event)
            yield one
            live = one.live


def _seat(live: LiveTable, play: AnyPlay) -> Seat | None:
    """Whose move it is; what has no seat belongs to whoever recorded it."""
    seat = seat_of(play.move, play)
    return live.recorder(play) if seat is None else seat


def _is_of(live: LiveTable, play: AnyPlay, seats: frozenset[Seat]) -> bool:
    """True if a move is a device's own: of its seat, or recorded there. One for several has none that was recorded on a
    player's own phone.
    """
    by = live.recorder(play)
    if len(seats) > 1:
        return by is None and (len(seats) == len(live.table.names) or seat_of(play.move, play) in seats)
    return by in seats or seat_of(play.move, play) in seats


def _since(live: LiveTable, number: int) -> list[AnyPlay]:
    """The moves from this number on, oldest first, as they were recorded."""
    plays, play = [], live.play
    while play.before is not None and play.index >= number:
        plays.append(play)
        play = play.before
    return plays[::-1]


def _alone(live: LiveTable, number: int) -> Undoing | None:
    plays = _since(live, number)
    if not plays or plays[0].index != number or plays[0].before is None:
        return None
    again = [play for play in plays[1:] if not play.forced]
    now = plays[0].before
    for play in again:
        after = _after(now, play)
        if after is None or after.latest()[0].sentences() != play.sentences():
            return None
        now = after
    return Undoing(plays, again)


def _back_to(live: LiveTable, number: int) -> Undoing | None:
    plays = list(dropwhile(lambda play: play.forced, _since(live, number + 1)))
    if not plays or plays[0].before is None:
        return None
    again: list[AnyPlay] = []
    now = plays[0].before
    for play in plays:
        after = _after(now, play) if isinstance(play.move, Amend) else None
        if after is not None:
            again.append(play)
            now = after
    what = Undoing(plays, again)
    return what if what.taken else None


def _after(now: AnyPlay, play: AnyPlay) -> AnyPlay | None:
    """The play after the same move again, with what it forces; None if the rules forbid it now."""
    try:
        return now.after(play.move, play.index).with_forced()
    except Illegal:
        return None
