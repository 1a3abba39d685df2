"""The log as everybody may read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ledger import Row, Table
from referee.live import BESIDE_THE_GAME, LiveTable
from referee.memory import Referee
from scoring import GAMES
from scoring.core.log import AMEND, UNDO


def public_rows(referee: Referee, table: Table) -> list[Row]:
    """The log as everybody may read it: until the next reveal it ends before what lies face down."""
    open_to = referee.live(table).open_to
    rows = [row for row in referee.ledger.moves.read(table.id) if row.seq <= open_to]
    beside = _beside(table, rows)
    return [_public(row, beside) for row in rows if row.seq not in beside]


def _beside(table: Table, rows: Sequence[Row]) -> Sequence[int]:
    """The numbers of the rows that a public log leaves out, and of those that took one of them back or corrected it."""
    left_out = (*BESIDE_THE_GAME, *GAMES[table.game].unpublished)
    beside = [row.seq for row in rows if row.event.get("type") in left_out]
    return [*beside, *_about(table, rows, beside)] if beside else beside


def _about(table: Table, rows: Sequence[Row], beside: Sequence[int]) -> Iterator[int]:
    about = set(beside)
    live = LiveTable.before_the_first_move(table)
    for row in rows:
        before, live = live, live.folded(row)
        mended = before.play.index if row.event.get("type") == UNDO else _corrected(row.event)
        if mended in about and row.seq not in about:
            about.add(row.seq)
            yield row.seq


def _corrected(event: Mapping[str, Any]) -> int | None:
    """The number of the one row that a correction corrects."""
    return event["at"] + 1 if event.get("type") == AMEND and "at" in event else None


def _public(row: Row, beside: Sequence[int]) -> Row:
    """The row as it stands in a public log, which knows nothing of the rows `beside` it: a correction counts anew."""
    if row.event.get("type") != AMEND:
        return row
    event = _counted_anew(row.event, beside)
    if "changes" in event:
        event["changes"] = [_counted_anew(change, beside) for change in event["changes"]]
    return replace(row, event=event)


def _counted_anew(change: Mapping[str, Any], beside: Sequence[int]) -> dict[str, Any]:
    at = change.get("at")
    return {**change, "at": at - sum(seq <= at for seq in beside)} if isinstance(at, int) else dict(change)
