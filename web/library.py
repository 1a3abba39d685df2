"""The paper on the shelf that a table shares with others of its group: its box."""

from __future__ import annotations

from contextlib import suppress

from ledger import Paper
from ledger.entries import Missing
from referee import PAPER, LiveTable
from scoring import GAMES
from scoring.core.game import AnyShelved
from scoring.core.rule import Illegal, Malformed
from web.access import TableAccess, ledger


def paper_of(here: TableAccess) -> Paper | None:
    """The paper this table is joined to; None without one, or when it was taken off the shelf."""
    shelved, key = GAMES[here.table.game].shelved, here.table.settings.get(PAPER)
    paper = ledger().papers.by_key(key) if shelved and isinstance(key, str) else None
    return paper if paper and shelved and paper.kind == shelved.kind else None


def shared(here: TableAccess) -> object:
    """The value of that paper, which its game asks for; None without one."""
    return _value(GAMES[here.table.game].shelved, paper_of(here))


def _value(shelved: AnyShelved | None, paper: Paper | None) -> object:
    try:
        return shelved.read(paper.body) if shelved and paper else None
    except (Malformed, Illegal):
        return None


def grow(here: TableAccess, live: LiveTable) -> None:
    """Add to the paper what the table has seen; a paper that was taken off the shelf meanwhile stays off."""
    shelved, paper = live.game.shelved, paper_of(here)
    value = _value(shelved, paper)
    if shelved is None or paper is None or value is None:
        return
    after = shelved.grown(value, live.state)
    if after != value:
        with suppress(Missing):
            ledger().papers.put(paper.key, paper.kind, paper.name, shelved.write(after))
