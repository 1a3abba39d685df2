"""The log as everybody may read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    at = row.event.get("at")
    if row.event.get("type") != AMEND or not isinstance(at, int):
        return row
    return replace(row, event={**row.event, "at": at - sum(seq <= at for seq in beside)})
