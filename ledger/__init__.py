"""The append-only log of every table, its seats, the groups and the library: the only SQL of the project."""

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from sqlalchemy.exc import SQLAlchemyError as DatabaseError

    from ledger.engines import Unreachable, in_a_line
    from ledger.store import Ledger
else:
    # With SQLAlchemy, a fifth of the start of a server; `flask score` needs none of it.
    LATER = {
        "DatabaseError": ("sqlalchemy.exc", "SQLAlchemyError"),
        "Ledger": ("ledger.store", "Ledger"),
        "Unreachable": ("ledger.engines", "Unreachable"),
        "in_a_line": ("ledger.engines", "in_a_line"),
    }

    def __getattr__(name):
        """A name that is loaded when it is first used."""
        if name not in LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, called = LATER[name]
        return getattr(import_module(module), called)


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
