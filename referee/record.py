"""One report: judge it, write it down, and with it the moves that the rules force next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ledger import Repeated, Row, Table, Taken
from referee.guards import own_phone, room_left, unlocked
from referee.history import live_at
from referee.live import LiveTable, seat_of
from referee.memory import Referee
from referee.outcomes import outcome_of
from scoring.core.log import read_event
from scoring.core.play import Amend, Play, Undo
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat


@dataclass(frozen=True, slots=True)
class Report:
    """What a phone reports: an event, the id its form was given, and the seq that the phone had seen.

    `seats` are where its device sits; None: this is not asked.
    """

    move_id: str
    seen: int
    event: Mapping[str, Any]
    by_seat: Seat | None = None
    seats: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The move is on disk; `before` is the play it was judged on."""

    live: LiveTable
    before: Play[Any, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid the move; nothing was written."""

    live: LiveTable
    illegal: Illegal


@dataclass(frozen=True, slots=True)
class Behind:
    """The phone was behind and its own seat has moved since; nothing was written."""

    live: LiveTable


Ruling = Recorded | Refused | Behind


def record(referee: Referee, table: Table, report: Report, newest: int | None = None) -> Ruling:
    """Judge one report and write it down. Raises `Malformed` when it is no move at all. `newest` as in `live`.

    Two phones may race for the same seq: the ledger lets one win, the other is judged again on the
    table as it is then. A report whose move id is written already gets the answer of the first time.
    """
    while True:
        live = referee.live(table, newest)
        try:
            ruling = _judge(referee, live, report)
        except Taken:
            newest = None
            continue
        except Repeated as repeated:
            return _answer_again(referee, table, report, repeated.row)
        if isinstance(ruling, Recorded) and ruling.live.seq == live.seq + 1:
            return replace(ruling, live=_followed_up(referee, ruling, report))
        return ruling


def _followed_up(referee: Referee, ruling: Recorded, report: Report) -> LiveTable:
    """Write down what follows of itself; an undo takes such moves back together with what had led to them.

    Their ids come from the report's. What another phone does meanwhile ends it: what follows then is its part.
    """
    live, number = ruling.live, 0
    undone = ruling.before.latest()[0] if report.event.get("type") == "undo" else None
    while event := _follow_up(live, ruling.before, undone):
        number += 1
        try:
            next_one = _judge(referee, live, Report(f"{report.move_id}.{number}", live.seq, event))
        except Repeated:
            continue
        except Taken:
            break
        if not isinstance(next_one, Recorded):
            break
        live = next_one.live
    return live


def _follow_up(live: LiveTable, before: Play[Any, Any], undone: Play[Any, Any] | None) -> Mapping[str, Any] | None:
    if undone is None:
        move = live.game.forced_move(live.state)
        return None if move is None else live.game.formats.event(move)
    return {"type": "undo"} if undone.index <= live.play.index < before.index else None


def _judge(referee: Referee, live: LiveTable, report: Report) -> Ruling:
    move = read_event(live.game, report.event, live.setup)
    seat = seat_of(move, live.play)
    if _is_behind(live, report, move, seat):
        return _known(referee, live, report) or Behind(live)
    try:
        unlocked(live)
        own_phone(live, move, report.seats)
        room_left(live)
        play = live.play.after(move, live.seq + 1)
    except Illegal as illegal:
        return _known(referee, live, report) or Refused(live, illegal)
    finished = not live.game.to_act(play.state)
    row = referee.ledger.moves.append(
        live.table.id,
        seq=live.seq + 1,
        move_id=report.move_id,
        seat=seat,
        by_seat=report.by_seat,
        event=dict(report.event),
        finished=finished if finished or live.finished else None,
        outcome=None
        if not finished or replace(live, play=play).scores_hidden
        else outcome_of(live.setup, play, live.seq + 1),
    )
    after = live.after(row, move, play)
    referee.keep(after)
    return Recorded(after, live.play)


def _is_behind(live: LiveTable, report: Report, move: Any, seat: Seat | None) -> bool:
    if isinstance(move, Undo | Amend):
        return report.seen != live.seq
    return seat is not None and live.last_change.get(seat, 0) > report.seen


def _known(referee: Referee, live: LiveTable, report: Report) -> Recorded | Behind | None:
    """The first answer to a report that was written already, as resent after its effect."""
    row = next((row for row in referee.ledger.moves.read(live.table.id) if row.move_id == report.move_id), None)
    return _answer_again(referee, live.table, report, row) if row else None


def _answer_again(referee: Referee, table: Table, report: Report, row: Row) -> Recorded | Behind:
    """The answer of the first time. What should have followed, had the process not been killed, follows now.

    The buttons of one form share its id: another of them, pressed after the first, is behind.
    """
    if row.event != report.event:
        return Behind(referee.live(table))
    ruling = Recorded(referee.live(table), live_at(referee, table, row.seq - 1).play)
    since = referee.ledger.moves.read(table.id, row.seq)
    if all(later.move_id.startswith(f"{row.move_id}.") for later in since):
        return replace(ruling, live=_followed_up(referee, ruling, Report(row.move_id, row.seq, row.event)))
    return ruling
