"""The append-only log of every table, with its seats and the shelf: the only SQL of the house."""

from ledger.entries import Paper, Repeated, Row, Table, Taken
from ledger.store import Ledger

__all__ = ["Ledger", "Paper", "Repeated", "Row", "Table", "Taken"]
