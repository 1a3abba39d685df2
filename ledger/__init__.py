"""The append-only log of every table, its seats, the groups and the library: the only SQL of the project."""

from sqlalchemy.exc import SQLAlchemyError as DatabaseError

from ledger.engines import Unreachable, in_a_line
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
from ledger.lock import InUse
from ledger.store import Ledger

__all__ = [
    "DatabaseError",
    "FinishedTable",
    "Group",
    "GroupArchive",
    "ImportedTable",
    "InUse",
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
    "in_a_line",
]
