"""A ledger on both databases, and a table of Ana and Ben."""

import pytest

from ledger import Ledger, Table
from tests.ledger.databases import clock, database_url, empty_url, ledger, postgresql, sqlite_ledger

__all__ = ["clock", "database_url", "empty_url", "ledger", "postgresql", "sqlite_ledger", "table"]


@pytest.fixture
def table(ledger: Ledger) -> Table:
    """A table of Ana and Ben, opened by Ana's phone."""
    return ledger.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone")
