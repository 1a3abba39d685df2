"""Tables to practise at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ledger import Table
from ledger.entries import PRACTICE

if TYPE_CHECKING:
    from ledger import Ledger


def open_practice(ledger: Ledger, game: str, log: Mapping[str, Any]) -> Table:
    """Open a practice table: its log was judged when it was scripted, and is written down as it stands."""
    settings = dict(log)
    names, events = settings.pop("players"), settings.pop("events")
    table = ledger.tables.open(game, settings, names, PRACTICE)
    for seq, event in enumerate(events, 1):
        seat, move_id = event.get("seat"), f"practice-{seq}"
        ledger.moves.append(table.id, seq=seq, move_id=move_id, seat=seat, by_seat=None, event=dict(event))
    return table
