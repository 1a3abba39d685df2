"""The log as everybody may read it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ledger import Row, Table
from referee.live import BESIDE_THE_GAME, LiveTable
from referee.memory import Referee
from scoring import GAMES
from scoring.core.log import AMEND, UNDO

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
