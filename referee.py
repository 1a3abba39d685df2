"""The one use case: replay the table, ask the rules, write the move down or refuse it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from ledger import ImportedTable, Ledger, Outcome, Repeated, Row, Table, Taken
from ledger.entries import PRACTICE
from scoring import GAMES
from scoring.core.game import AnyGame
from scoring.core.log import AMEND, MAX_EVENTS, read_event
from scoring.core.play import LOCKED, LOG_FULL, OWN_PHONE, Amend, Play, Undo
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import Text, text

KEPT = 2_000
PAPER = "paper"  # the setting of a table that names its paper on the shelf: no game knows it
HIDDEN = "hidden"  # the setting of a table whose scores nobody sees before the end: no game knows it
SHOW_RANK = "unveil"  # in the log of such a table: one more rank is shown


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table as it stands at `seq`; `last_change` gives the last seq that changed something for a seat.

    Everybody may read the log up to `open_to`. `face_down` are the seats that something lies face down for: since
    which seq, and whether it came from a phone that sits there alone. `ranks_shown` counts the ranks shown at the end.
    """

    table: Table
    setup: Any
    play: Play[Any, Any]
    seq: int = 0
    last_change: Mapping[Seat, int] = field(default_factory=dict)
    open_to: int = 0
    face_down: Mapping[Seat, tuple[int, bool]] = field(default_factory=dict)
    ranks_shown: int = 0

    @property
    def game(self) -> AnyGame:
        return self.play.game

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def finished(self) -> bool:
        return not self.game.to_act(self.state)

    @property
    def scores_hidden(self) -> bool:
        """Whether nobody may see the scores: the table hides them, and not every rank has been shown at the end."""
        return HIDDEN in self.table.settings and not (self.finished and self.ranks_shown >= len(self.sheet.from_last))

    @property
    def sheet(self) -> Sheet:
        return self.game.score(self.game.position(self.state))

    def folded(self, row: Row) -> LiveTable:
        """The table with one more row; a row that is no longer legal is passed over."""
        if row.event.get("type") == SHOW_RANK:
            return replace(self, seq=row.seq, open_to=self._open_after(row), ranks_shown=self.ranks_shown + 1)
        try:
            move = read_event(self.game, row.event, self.setup)
            return self.after(row, move, self.play.after(move, row.seq))
        except (Illegal, Malformed):
            return replace(self, seq=row.seq, open_to=self._open_after(row))

    def after(self, row: Row, move: Any, play: Play[Any, Any]) -> LiveTable:
        """The table with one more row, whose move led to this play."""
        seat = seat_of(move, self.play)
        last_change = self.last_change if seat is None else {**self.last_change, seat: row.seq}
        after = replace(self, play=play, seq=row.seq, last_change=last_change, ranks_shown=0)
        undo = isinstance(move, Undo)
        if after.finished or (not isinstance(move, Undo | Amend) and self.game.reveals(move)):
            return replace(after, open_to=row.seq, face_down={}, ranks_shown=self.ranks_shown)
        if undo:
            lying = {seat: since for seat, since in self.face_down.items() if since[0] <= play.index}
            return replace(after, face_down=lying, open_to=self._open_after(row))
        if isinstance(move, Amend) or not self.game.face_down(move):
            return replace(after, open_to=self._open_after(row))
        since, alone = self.face_down.get(move.seat, (row.seq, False))
        return replace(after, face_down={**self.face_down, move.seat: (since, alone or row.by_seat == move.seat)})

    def _open_after(self, row: Row) -> int:
        """What is behind something sealed stays closed with it: the log is read from its beginning."""
        return row.seq if self.open_to == self.seq else self.open_to

    def trusted(self, seats: frozenset[Seat]) -> frozenset[Seat]:
        """The seats whose sealed moves a device at these seats may know.

        Who keeps score for several knows what was entered for them, not what a player laid on an own phone.
        """
        if len(seats) == 1:
            return seats
        return frozenset(seat for seat in seats if not self.face_down.get(seat, (0, False))[1])

    def withheld(self, seats: frozenset[Seat]) -> frozenset[Seat]:
        """The seats that something lies face down for which a device at these seats may not know."""
        return frozenset(self.face_down) - self.trusted(seats)

    def seen_from(self, seats: frozenset[Seat]) -> LiveTable:
        """The table as a device at these seats may see it."""
        state = self.game.seen_by(self.state, self.trusted(seats))
        return self if state is self.state else replace(self, play=replace(self.play, state=state))


def _own(live: LiveTable, move: Any, report: Report) -> None:
    """A guard: a refusal to anybody else would say what lies face down."""
    if isinstance(move, Undo | Amend) or report.seats is None or not live.game.face_down(move):
        return
    if move.seat not in live.trusted(report.seats):
        name = live.table.names[move.seat]
        raise Illegal(OWN_PHONE, text("{name} does this on their own phone.", name=name))


def _unlocked(live: LiveTable) -> None:
    """A guard: what was closed stays as it is."""
    if live.table.locked:
        raise Illegal(LOCKED, text("This table is locked: whoever opened it can unlock it."))


def _room(live: LiveTable) -> None:
    """A guard: a log that nobody could read back is not written."""
    if live.seq >= MAX_EVENTS:
        raise Illegal(LOG_FULL, text("This table has {number} events in its log: open a new one.", number=live.seq))


def seat_of(move: Any, play: Play[Any, Any]) -> Seat | None:
    """The seat a move concerns; a move taken back concerns the seat that had made it."""
    concerned = play.move if isinstance(move, Undo) else move
    return getattr(concerned, "seat", None)


def judge_import(imported: ImportedTable, passed_over: Collection[int] = ()) -> ImportedTable:
    """A table from elsewhere with every move of its log judged: the seats they concern, and what the game came to.

    The events number `passed_over` (from 1) were refused by the rules already where they come from, and must be
    here. Raises Malformed when something cannot be read, Illegal when a move breaks a rule; both name the event.
    """
    setup, play = opened(imported.game, imported.settings, imported.names)
    moves = []
    for number, row in enumerate(imported.moves, 1):
        if row["event"] == {"type": SHOW_RANK}:
            moves.append(row | {"seat": None})
            continue
        try:
            move = read_event(play.game, row["event"], setup)
            moves.append(row | {"seat": seat_of(move, play)})
            play = _after(play, move, number, number in passed_over)
        except Malformed as malformed:
            raise Malformed(text("Event {index}: {why}", index=number - 1, why=malformed.why)) from malformed
        except Illegal as illegal:
            why = text("Event {index}: {why}", index=number - 1, why=illegal.why)
            raise Illegal(illegal.rule, why) from illegal
    if play.game.to_act(play.state):
        return replace(imported, moves=tuple(moves), finished_at=None)
    ended = imported.finished_at or (imported.moves[-1]["at"] if imported.moves else imported.opened_at)
    outcome = None if HIDDEN in imported.settings else outcome_of(setup, play, len(moves))
    return replace(imported, moves=tuple(moves), finished_at=ended, outcome=outcome)


def _after(play: Play[Any, Any], move: Any, number: int, passed_over: bool) -> Play[Any, Any]:
    if not passed_over:
        return play.after(move, number)
    try:
        play.after(move, number)
    except Illegal:
        return play
    raise Malformed(text("This is marked as passed over, and is legal."))


def opened(key: str, settings: Mapping[str, Any], names: Sequence[str]) -> tuple[Any, Play[Any, Any]]:
    """The setup and the beginning of a game; raises Malformed when these are no settings of it."""
    game = GAMES[key]
    own = {name: value for name, value in settings.items() if name not in (PAPER, HIDDEN)}
    setup = game.formats.setup({"players": list(names), **own})
    return setup, Play(game, game.start(setup))


def _public(row: Row, ranks_shown: Sequence[int]) -> Row:
    """The row as it stands in a public log, which knows nothing of the rows `ranks_shown`: a correction counts anew."""
    at = row.event.get("at")
    if row.event.get("type") != AMEND or not isinstance(at, int):
        return row
    return replace(row, event={**row.event, "at": at - sum(seq <= at for seq in ranks_shown)})


def outcome_of(setup: Any, play: Play[Any, Any], moves: int) -> Outcome:
    """What is kept of a finished game whose log has so many moves."""
    game = play.game
    sheet = game.score(game.position(play.state))
    scores = tuple((player.total, player.rank) for player in sheet.players)
    return Outcome(moves, scores, dict(game.facts(setup, play)))


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


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: its row, what it says, and whether it was taken back later.

    `now` is what it says since it was corrected, by the row `corrected`; empty when it was struck. `decided`: it
    stands, and somebody decided on it.
    """

    row: Row
    said: tuple[Text, ...]
    retracted: bool
    undo: bool = False
    amend: bool = False
    now: tuple[Text, ...] = ()
    corrected: int = 0
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """A table as it was: what had just happened (nothing that counts: None), so many minutes after the first move."""

    live: LiveTable
    entry: Entry | None
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in a log, by number: the moves as they are now, and the corrections with the numbers they mend."""

    plays: Mapping[int, Play[Any, Any]]
    amended: Mapping[int, int]
    amendments: frozenset[int]


def _standing(end: Play[Any, Any]) -> Standing:
    amendments = end.amendments()
    amended = {play.move.number: play.index for play in amendments if isinstance(play.move, Amend)}
    plays = {play.index: play for play in end.standing()}
    return Standing(plays, amended, frozenset(play.index for play in amendments))


def _entry(row: Row, before: LiveTable, live: LiveTable, standing: Standing) -> Entry | None:
    """What a row says between these two; None when the rules of today refuse it."""
    if row.event.get("type") == "undo":
        return Entry(row, tuple(before.play.sentences()), retracted=False, undo=True)
    if live.play is before.play:
        return None
    now, corrected = standing.plays.get(row.seq), standing.amended.get(row.seq, 0)
    amend = live.play.amended is not None
    return Entry(
        row,
        tuple(live.play.sentences()),
        retracted=not (now or corrected or row.seq in standing.amendments),
        amend=amend,
        now=tuple(now.sentences()) if now and corrected else (),
        corrected=corrected,
        decided=now is not None and not now.forced,
    )


class Referee:
    """Keeps live tables in memory and folds them forward; the ledger is the truth, the memory only a cache."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._kept: OrderedDict[int, LiveTable] = OrderedDict()
        self._guard = Lock()

    def live(self, table: Table, newest: int | None = None) -> LiveTable:
        """The table with every row of the ledger folded in; `newest`, where it is known, is the seq of the last one."""
        live = self._recall(table)
        if live.seq == newest:
            return live
        rows = self.ledger.read(table.id, live.seq)
        for row in rows:
            live = live.folded(row)
        if rows:
            self._keep(live)
        return live

    def practice(self, game: str, log: Mapping[str, Any]) -> Table:
        """Open a practice table: its log was judged when it was scripted, and is written down as it stands."""
        settings = dict(log)
        names, events = settings.pop("players"), settings.pop("events")
        table = self.ledger.open_table(game, settings, names, PRACTICE)
        for seq, event in enumerate(events, 1):
            seat, move_id = event.get("seat"), f"practice-{seq}"
            self.ledger.append(table.id, seq=seq, move_id=move_id, seat=seat, by_seat=None, event=dict(event))
        return table

    def record(self, table: Table, report: Report, newest: int | None = None) -> Ruling:
        """Judge one report and write it down. Raises `Malformed` when it is no move at all. `newest` as in `live`.

        Two phones may race for the same seq: the ledger lets one win, the other is judged again on the
        table as it is then. A report whose move id is written already gets the answer of the first time.
        """
        while True:
            live = self.live(table, newest)
            try:
                ruling = self._judge(live, report)
            except Taken:
                newest = None
                continue
            except Repeated as repeated:
                return self._answer_again(table, report, repeated.row)
            if isinstance(ruling, Recorded) and ruling.live.seq == live.seq + 1:
                return replace(ruling, live=self._followed_up(ruling, report))
            return ruling

    def reveal_next(self, table: Table, seen: int) -> LiveTable:
        """Show one more rank of a finished game that hides its scores; nothing when another phone was first."""
        live = self.live(table)
        if seen != live.seq or not (live.finished and live.scores_hidden):
            return live
        seq, event = seen + 1, {"type": SHOW_RANK}
        with suppress(Taken, Repeated):
            self.ledger.append(table.id, seq=seq, move_id=f"unveil-{seq}", seat=None, by_seat=None, event=event)
        live = self.live(table)
        if not live.scores_hidden:
            self.ledger.groups.put_outcome(table.id, outcome_of(live.setup, live.play, live.seq))
        return live

    def _followed_up(self, ruling: Recorded, report: Report) -> LiveTable:
        """Write down what follows of itself; an undo takes such moves back together with what had led to them.

        Their ids come from the report's. What another phone does meanwhile ends it: what follows then is its part.
        """
        live, number = ruling.live, 0
        undone = ruling.before.latest()[0] if report.event.get("type") == "undo" else None
        while event := self._follow_up(live, ruling.before, undone):
            number += 1
            try:
                next_one = self._judge(live, Report(f"{report.move_id}.{number}", live.seq, event))
            except Repeated:
                continue
            except Taken:
                break
            if not isinstance(next_one, Recorded):
                break
            live = next_one.live
        return live

    def _follow_up(
        self, live: LiveTable, before: Play[Any, Any], undone: Play[Any, Any] | None
    ) -> Mapping[str, Any] | None:
        if undone is None:
            move = live.game.forced_move(live.state)
            return None if move is None else live.game.formats.event(move)
        return {"type": "undo"} if undone.index <= live.play.index < before.index else None

    def _judge(self, live: LiveTable, report: Report) -> Ruling:
        move = read_event(live.game, report.event, live.setup)
        seat = seat_of(move, live.play)
        if self._is_behind(live, report, move, seat):
            return self._known(live, report) or Behind(live)
        try:
            _unlocked(live)
            _own(live, move, report)
            _room(live)
            play = live.play.after(move, live.seq + 1)
        except Illegal as illegal:
            return self._known(live, report) or Refused(live, illegal)
        finished = not live.game.to_act(play.state)
        row = self.ledger.append(
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
        self._keep(after)
        return Recorded(after, live.play)

    def _is_behind(self, live: LiveTable, report: Report, move: Any, seat: Seat | None) -> bool:
        if isinstance(move, Undo | Amend):
            return report.seen != live.seq
        return seat is not None and live.last_change.get(seat, 0) > report.seen

    def _known(self, live: LiveTable, report: Report) -> Recorded | Behind | None:
        """The first answer to a report that was written already, as resent after its effect."""
        row = next((row for row in self.ledger.read(live.table.id) if row.move_id == report.move_id), None)
        return self._answer_again(live.table, report, row) if row else None

    def _answer_again(self, table: Table, report: Report, row: Row) -> Recorded | Behind:
        """The answer of the first time. What should have followed, had the process not been killed, follows now.

        The buttons of one form share its id: another of them, pressed after the first, is behind.
        """
        if row.event != report.event:
            return Behind(self.live(table))
        ruling = Recorded(self.live(table), self.at(table, row.seq - 1).play)
        since = self.ledger.read(table.id, row.seq)
        if all(later.move_id.startswith(f"{row.move_id}.") for later in since):
            return replace(ruling, live=self._followed_up(ruling, Report(row.move_id, row.seq, row.event)))
        return ruling

    def at(self, table: Table, seq: int) -> LiveTable:
        """The table as it was after the row `seq` of its log; after the last one where there are fewer."""
        live = LiveTable(table, *opened(table.game, table.settings, table.names))
        for row in self.ledger.read(table.id):
            if row.seq > seq:
                break
            live = live.folded(row)
        return live

    def history(self, table: Table) -> list[Entry]:
        """The whole log in order, told; what was taken back is marked."""
        return list(self._told(table, _standing(self.live(table).play)))

    def _told(self, table: Table, standing: Standing) -> Iterator[Entry]:
        live = LiveTable(table, *opened(table.game, table.settings, table.names))
        for row in self.ledger.read(table.id):
            before, live = live, live.folded(row)
            entry = _entry(row, before, live, standing)
            if entry:
                yield entry

    def moment(self, table: Table, seq: int) -> Moment | None:
        """The table as it was after the row `seq` of its log; None where there is no such row."""
        live = before = LiveTable(table, *opened(table.game, table.settings, table.names))
        rows = [row for row in self.ledger.read(table.id) if row.seq <= seq]
        for row in rows:
            before, live = live, live.folded(row)
        if live.seq != seq:
            return None
        if not rows:
            return Moment(live, None)
        entry = _entry(rows[-1], before, live, _standing(self.live(table).play))
        return Moment(live, entry, int((rows[-1].at - rows[0].at).total_seconds() // 60))

    def rows(self, table: Table) -> list[Row]:
        """The log as everybody may read it: until the next reveal it ends before what lies face down."""
        open_to = self.live(table).open_to
        rows = [row for row in self.ledger.read(table.id) if row.seq <= open_to]
        shown = [row.seq for row in rows if row.event.get("type") == SHOW_RANK]
        return [_public(row, shown) for row in rows if row.seq not in shown]

    def passed_over(self, table: Table, rows: Iterable[Row]) -> set[int]:
        """The numbers of the rows of this log that the rules of today refuse."""
        live = LiveTable(table, *opened(table.game, table.settings, table.names))
        refused = set()
        for row in rows:
            before, live = live, live.folded(row)
            if live.play is before.play and live.ranks_shown == before.ranks_shown:
                refused.add(row.seq)
        return refused

    def recount(self, group_id: int | None = None, *, again: bool = False) -> int:
        """Give the finished tables of a group (None: of all) the outcome they lack, or every table a new one."""
        codes = self.ledger.groups.finished() if again else self.ledger.groups.without_outcome(group_id)
        return sum(self._keep_outcome(code) for code in codes)

    def _keep_outcome(self, code: str) -> bool:
        table = self.ledger.table(code)
        live = table and self.live(table)
        if not table or not live or not live.finished or live.scores_hidden:
            return False
        return self.ledger.groups.put_outcome(table.id, outcome_of(live.setup, live.play, live.seq))

    def forget(self, table: Table) -> None:
        with self._guard:
            self._kept.pop(table.id, None)

    def _recall(self, table: Table) -> LiveTable:
        with self._guard:
            kept = self._kept.get(table.id)
            if kept is not None:
                self._kept.move_to_end(table.id)
                return replace(kept, table=table)
        return LiveTable(table, *opened(table.game, table.settings, table.names))

    def _keep(self, live: LiveTable) -> None:
        with self._guard:
            kept = self._kept.get(live.table.id)
            if kept is None or kept.seq < live.seq:
                self._kept[live.table.id] = live
                self._kept.move_to_end(live.table.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
