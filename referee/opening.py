"""Tables that begin with a count, to keep a game that nobody recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger import Table
from referee.guards import possible
from referee.live import opened
from referee.memory import Referee
from referee.record import Report, record
from scoring.core.log import Event, read_event


@dataclass(frozen=True, slots=True)
class Count:
    """A game that was counted: who played, what was chosen, and the events that stand in its log."""

    game: str
    names: Sequence[str]
    settings: Mapping[str, Any]
    events: Sequence[Event]


def keep_count(referee: Referee, count: Count, opener: str, move_id: str) -> Table:
    """The table of a count, with all seats for `opener`; the same one however often it is asked for.

    Raises Illegal when the rules forbid it; then there is no table.
    """
    judge_count(count)
    for table in referee.ledger.tables.begun_by(opener, move_id):
        if _is_of(referee, table, count):
            return table
    table = referee.ledger.tables.open(count.game, count.settings, count.names, opener)
    for seat in range(len(count.names)):
        referee.ledger.seats.sit(table.id, seat, opener)
    record(referee, table, Report(move_id, 0, count.events))
    return table


def judge_count(count: Count) -> None:
    """Raise `Illegal` when the rules forbid it."""
    setup, play = opened(count.game, count.settings, count.names)
    for number, event in enumerate(count.events, 1):
        before, play = play, play.after(read_event(play.game, event, setup), number)
        possible(before, play)


def _is_of(referee: Referee, table: Table, count: Count) -> bool:
    """True if a table is that of this count. A page kept for when there is no network has one id for good, so the
    content decides too; the names may have been mended since.
    """
    rows = referee.ledger.moves.read(table.id)[: len(count.events)]
    said = (dict(table.settings), [dict(row.event) for row in rows])
    return said == (dict(count.settings), [dict(event) for event in count.events])
