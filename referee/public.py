"""The log as everybody may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ledger import Row, Table
from referee.live import BESIDE_THE_GAME
from referee.memory import Referee
from scoring.core.log import AMEND


def public_rows(referee: Referee, table: Table) -> list[Row]:
    """The log as everybody may read it: until the next reveal it ends before what lies face down."""
    open_to = referee.live(table).open_to
    rows = [row for row in referee.ledger.moves.read(table.id) if row.seq <= open_to]
    beside = [row.seq for row in rows if row.event.get("type") in BESIDE_THE_GAME]
    return [_public(row, beside) for row in rows if row.seq not in beside]


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
