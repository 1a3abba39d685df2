"""Spreads what was written down: to the item that the table shares, and to every phone."""

from __future__ import annotations

from referee import LiveTable
from scoring.core.play import AnyPlay
from web.group.item import teach
from web.server.streams import hub
from web.table.access import TableAccess


def spread(here: TableAccess, live: LiveTable, before: AnyPlay | None = None) -> None:
    """Say where a table stands now; `before` is where it stood, if a correction or an undo changed the past."""
    teach(here, live, before)
    hub().notify(here.table.id, live.seq)
