"""A finished game that hides its scores shows them rank by rank, the last first."""

from __future__ import annotations

from contextlib import suppress

from ledger import Repeated, Table, Taken
from referee.live import SHOW_RANK, LiveTable
from referee.memory import Referee
from referee.outcomes import outcome_of


def reveal_next(referee: Referee, table: Table, seen: int) -> LiveTable:
    """Show one more rank of a finished game that hides its scores; nothing if another phone was first."""
    live = referee.live(table)
    if seen != live.seq or not live.awaits_reveal:
        return live
    seq, event = seen + 1, {"type": SHOW_RANK}
    with suppress(Taken, Repeated):
        referee.ledger.moves.append(table.id, seq=seq, move_id=f"unveil-{seq}", seat=None, by_seat=None, event=event)
    live = referee.live(table)
    if not live.scores_hidden:
        referee.ledger.outcomes.put(table.id, outcome_of(live.setup, live.play, live.seq))
    return live
