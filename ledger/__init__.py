"""The append-only log of every table, with its seats, the groups and the library: the only SQL of the house."""

from ledger.engines import Unreachable
from ledger.entries import (
    FinishedTable,
    Group,
    GroupArchive,
    ImportedTable,
    LibraryItem,
    NewMove,
    Outcome,
    Placed,
    Player,
    Repeated,
    Row,
    Table,
    Taken,
)
from ledger.store import Ledger

__all__ = [
    "FinishedTable",
    "Group",
    "GroupArchive",
    "ImportedTable",
    "Ledger",
    "LibraryItem",
    "NewMove",
    "Outcome",
    "Placed",
    "Player",
    "Repeated",
    "Row",
    "Table",
    "Taken",
    "Unreachable",
]
