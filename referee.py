"""The one use case: replay the table, ask the rules, write the move down or refuse it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from ledger import Ledger, Repeated, Row, Table, Taken
from scoring import GAMES
from scoring.game import Game, Illegal, Malformed, Play, Seat, Text, Undo
from scoring.log import read_event

KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Live:
    """A table as it stands at `seq`; `touched` gives the last seq that changed something for a seat."""

    table: Table
    setup: Any
    play: Play[Any, Any]
    seq: int = 0
    touched: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def game(self) -> Game[Any, Any, Any]:
        return self.play.game

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def finished(self) -> bool:
        return not self.game.to_act(self.state)

    def folded(self, row: Row) -> Live:
        """The table with one more row; a row that is no longer legal is passed over."""
        play, seat = _after(self.play, row, self.setup)
        touched = self.touched if seat is None else {**self.touched, seat: row.seq}
        return replace(self, play=play, seq=row.seq, touched=touched)


def _after(play: Play[Any, Any], row: Row, setup: Any) -> tuple[Play[Any, Any], Seat | None]:
    try:
        move = read_event(play.game, row.event, setup)
        return play.after(move, row.seq), seat_of(move, play)
    except (Illegal, Malformed):
        return play, None


def seat_of(move: Any, play: Play[Any, Any]) -> Seat | None:
    """The seat a move concerns; a move taken back concerns the seat that had made it."""
    concerned = play.move if isinstance(move, Undo) else move
    return getattr(concerned, "seat", None)


@dataclass(frozen=True, slots=True)
class Report:
    """What a phone reports: an event, the id its form was given, and the seq that the phone had seen."""

    move_id: str
    seen: int
    event: Mapping[str, Any]
    by_seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The move is on disk; `before` is the play it was judged on."""

    live: Live
    before: Play[Any, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid the move; nothing was written."""

    live: Live
    illegal: Illegal


@dataclass(frozen=True, slots=True)
class Behind:
    """The phone was behind and its own seat has moved since; nothing was written."""

    live: Live


Ruling = Recorded | Refused | Behind


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: its row, what it says, and whether it was taken back later."""

    row: Row
    said: tuple[Text, ...]
    retracted: bool
    undo: bool = False


class Referee:
    """Keeps live tables in memory and folds them forward; the ledger is the truth, the memory only a cache."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._kept: OrderedDict[int, Live] = OrderedDict()
        self._guard = Lock()

    def live(self, table: Table) -> Live:
        """The table with every row of the ledger folded in."""
        live = self._recall(table)
        rows = self.ledger.read(table.id, live.seq)
        for row in rows:
            live = live.folded(row)
        if rows:
            self._keep(live)
        return live

    def record(self, table: Table, report: Report) -> Ruling:
        """Judge one report and write it down. Raises `Malformed` when it is no move at all.

        Two phones may race for the same seq: the ledger lets one win, the other is judged again on the
        table as it is then. A report whose move id is written already gets the answer of the first time.
        """
        while True:
            live = self.live(table)
            try:
                return self._judge(live, report)
            except Taken:
                continue
            except Repeated as repeated:
                return self._answer_again(table, repeated.row)

    def _judge(self, live: Live, report: Report) -> Ruling:
        move = read_event(live.game, report.event, live.setup)
        seat = seat_of(move, live.play)
        if self._is_behind(live, report, move, seat):
            return self._known(live, report) or Behind(live)
        try:
            play = live.play.after(move, live.seq + 1)
        except Illegal as illegal:
            return self._known(live, report) or Refused(live, illegal)
        row = self.ledger.append(
            live.table.id,
            seq=live.seq + 1,
            move_id=report.move_id,
            seat=seat,
            by_seat=report.by_seat,
            event=dict(report.event),
        )
        touched = live.touched if seat is None else {**live.touched, seat: row.seq}
        after = replace(live, play=play, seq=row.seq, touched=touched)
        self._keep(after)
        self._mark_finished(live, after)
        return Recorded(after, live.play)

    def _is_behind(self, live: Live, report: Report, move: Any, seat: Seat | None) -> bool:
        if isinstance(move, Undo):
            return report.seen != live.seq
        return seat is not None and live.touched.get(seat, 0) > report.seen

    def _known(self, live: Live, report: Report) -> Recorded | None:
        """The first answer to a report that was written already, as resent after its effect."""
        row = next((row for row in self.ledger.read(live.table.id) if row.move_id == report.move_id), None)
        return self._answer_again(live.table, row) if row else None

    def _answer_again(self, table: Table, row: Row) -> Recorded:
        live = Live(table, *self._opened(table))
        for earlier in self.ledger.read(table.id):
            if earlier.seq == row.seq:
                break
            live = live.folded(earlier)
        return Recorded(self.live(table), live.play)

    def _mark_finished(self, before: Live, after: Live) -> None:
        if before.finished != after.finished:
            self.ledger.set_finished(after.table.id, datetime.now(UTC) if after.finished else None)

    def history(self, table: Table) -> list[Entry]:
        """The whole log in order, told; what was taken back is marked."""
        live = self.live(table)
        standing = {play.index for play in live.play.standing()}
        return list(self._told(table, standing))

    def _told(self, table: Table, standing: set[int]) -> Iterator[Entry]:
        live = Live(table, *self._opened(table))
        for row in self.ledger.read(table.id):
            before, live = live, live.folded(row)
            if row.event.get("type") == "undo":
                retracted = before.play
                said = retracted.before.game.tell(retracted.before.state, retracted.move) if retracted.before else ()
                yield Entry(row, tuple(said), retracted=False, undo=True)
            elif live.play is not before.play:
                said = live.game.tell(before.state, live.play.move)
                yield Entry(row, tuple(said), retracted=row.seq not in standing)

    def forget(self, table: Table) -> None:
        with self._guard:
            self._kept.pop(table.id, None)

    def _recall(self, table: Table) -> Live:
        with self._guard:
            kept = self._kept.get(table.id)
            if kept is not None:
                self._kept.move_to_end(table.id)
                return replace(kept, table=table)
        return Live(table, *self._opened(table))

    def _opened(self, table: Table) -> tuple[Any, Play[Any, Any]]:
        game = GAMES[table.game]
        setup = game.formats.setup({"players": list(table.names), **table.settings})
        return setup, Play(game, game.start(setup))

    def _keep(self, live: Live) -> None:
        with self._guard:
            kept = self._kept.get(live.table.id)
            if kept is None or kept.seq < live.seq:
                self._kept[live.table.id] = live
                self._kept.move_to_end(live.table.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
