"""The log as everybody may read it, and tables from elsewhere: every move of their logs is judged here, before anything
is written.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ledger import ImportedTable, Row, Table
from referee.live import BESIDE_THE_GAME, HIDDEN, LiveTable, opened, seat_of
from referee.memory import Referee, outcome_of
from scoring import GAMES
from scoring.core.log import AMEND, UNDO, read_event
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import text

Event = Mapping[str, Any]


def public_rows(referee: Referee, table: Table) -> list[Row]:
    """The log as everybody may read it, numbered afresh. Until the next reveal it ends before what lies face down.

    Events without a public format are left out, together with the undo or correction of one. If a correction replaces
    such an event by another kind, or the other way round, the log is what stands.
    """
    open_to = referee.live(table).open_to
    rows = [row for row in referee.ledger.moves.read(table.id) if row.seq <= open_to]
    left_out = (*BESIDE_THE_GAME, *GAMES[table.game].reporting.unpublished)
    public = _published(table, rows, left_out)
    public = _standing(table, rows, left_out) if public is None else public
    return [replace(row, seq=seq) for seq, row in enumerate(public, 1)]


def _published(table: Table, rows: Sequence[Row], left_out: Collection[str]) -> list[Row] | None:
    """The rows without those that are left out; None if a correction cannot be expressed without them."""
    if not any(row.event.get("type") in (AMEND, *left_out) for row in rows):
        return list(rows)
    public: list[Row] = []
    beside: set[int] = set()
    unsaid: set[int] = set()  # and the corrections of which nothing is left that they had put in
    live = LiveTable.before_the_first_move(table)
    for row in rows:
        before, live = live, live.folded(row)
        event: Event | None = row.event
        if row.event.get("type") == AMEND:
            said = [_Change(change, unsaid, left_out) for change in _changes(row.event)]
            if any(change.mixes for change in said):
                return None
            puts_in = [change.is_beside for change in said if "insert" in change.event]
            unsaid |= {row.seq} if puts_in and all(puts_in) else set()
            event = _counted_anew(row.event, [change.event for change in said if not change.is_beside], beside)
        elif row.event.get("type") in left_out or _takes_back(row.event, before, beside):
            event = None
        if event is None:
            beside.add(row.seq)
            unsaid.add(row.seq)
        else:
            public.append(replace(row, event=dict(event)))
    return public


def _takes_back(event: Event, before: LiveTable, beside: Collection[int]) -> bool:
    return event.get("type") == UNDO and before.play.index in beside


@dataclass(frozen=True, slots=True)
class _Change:
    """One change of a correction, with the numbers and types of events that a public log leaves out."""

    event: Event
    unsaid: Collection[int]
    left_out: Collection[str]

    @property
    def _said(self) -> list[bool]:
        """For each event of the change, whether it is left out."""
        said = self.event.get("insert", [self.event.get("event")])
        return [event["type"] in self.left_out for event in said if event]

    @property
    def _about_beside(self) -> bool:
        return self.event["at"] + 1 in self.unsaid

    @property
    def is_beside(self) -> bool:
        """True if the change concerns only what a public log leaves out."""
        return all(self._said) and (self._about_beside or bool(self._said))

    @property
    def mixes(self) -> bool:
        """True if only a part of it does: an event of one kind replaces, or is inserted before, one of the other."""
        replaces = "event" in self.event and all(self._said) and bool(self._said) and not self._about_beside
        return replaces or ((any(self._said) or self._about_beside) and not self.is_beside)


def _changes(event: Event) -> Sequence[Event]:
    changes: Sequence[Event] = event.get("changes") or [event]
    return changes


def _counted_anew(event: Event, changes: Sequence[Event], beside: Collection[int]) -> Event | None:
    """A correction with these changes, numbered for a log without the rows `beside`; None if none is left."""
    if not changes:
        return None
    anew = [{**change, "at": change["at"] - sum(seq <= change["at"] for seq in beside)} for change in changes]
    return {**event, "changes": anew} if "changes" in event else anew[0]


def _standing(table: Table, rows: Sequence[Row], left_out: Collection[str]) -> list[Row]:
    """The rows that stand at the end of these, as if they had been recorded at once."""
    live = LiveTable.before_the_first_move(table)
    for row in rows:
        live = live.folded(row)
    by_number = {row.seq: row for row in rows}
    said = [replace(by_number[play.index], event=live.game.formats.event(play.move)) for play in live.play.standing()]
    return [row for row in said if row.event["type"] not in left_out]


# Tables from elsewhere


def judge_import(imported: ImportedTable, passed_over: Collection[int] = ()) -> ImportedTable:
    """A table from elsewhere with every move of its log judged: the seats that the moves concern, and the outcome.

    The events number `passed_over` (from 1) were refused by the rules where they come from, and must be refused here
    too. Raises Malformed if something cannot be read, Illegal if a move breaks a rule; both name the event.
    """
    setup, play = opened(imported.game, imported.settings, imported.names)
    moves = []
    for number, row in enumerate(imported.moves, 1):
        if row["event"].get("type") in BESIDE_THE_GAME:
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


def _after(play: AnyPlay, move: Any, number: int, passed_over: bool) -> AnyPlay:
    if not passed_over:
        return play.after(move, number)
    try:
        play.after(move, number)
    except Illegal:
        return play
    raise Malformed(text("This move is marked as passed over, but the rules allow it."))


def passed_over(table: Table, rows: Iterable[Row]) -> set[int]:
    """The numbers of the rows of this log that today's rules refuse."""
    setup, play = opened(table.game, table.settings, table.names)
    refused = set()
    for row in rows:
        if row.event.get("type") in BESIDE_THE_GAME:
            continue
        try:
            play = play.after(read_event(play.game, row.event, setup), row.seq)
        except (Illegal, Malformed):
            refused.add(row.seq)
    return refused
