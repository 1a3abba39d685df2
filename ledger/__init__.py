"""The append-only log of every table, with its seats, the groups and the shelf: the only SQL of the house."""

from ledger.engines import Unreachable
from ledger.entries import Brought, Bundle, Group, Outcome, Paper, Placed, Player, Repeated, Row, Table, Taken, Tally
from ledger.store import Ledger

__all__ = [
    "Brought",
    "Bundle",
    "Group",
    "Ledger",
    "Outcome",
    "Paper",
    "Placed",
    "Player",
    "Repeated",
    "Row",
    "Table",
    "Taken",
    "Tally",
    "Unreachable",
]
