"""The ledger: everything that is kept, each thing in its own part."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ledger.codes import CODES, Codes
from ledger.database import Database, utc_now
from ledger.engines import Unreachable, file_at, in_a_line, reach
from ledger.entries import Replaced
from ledger.groups import Groups
from ledger.importing import Importing
from ledger.library import Library
from ledger.moves import Moves
from ledger.outcomes import Outcomes
from ledger.players import Players
from ledger.presences import Presences
from ledger.rematches import Rematches
from ledger.seats import Seats
from ledger.tables import Tables

if TYPE_CHECKING:
    from ledger.news import News


OUTAGES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.InternalError, sa.exc.TimeoutError)


class Ledger:
    """The log of every table and everything around it, in SQLite or PostgreSQL.

    Every question and every entry is one short transaction. An unknown table, seat, group, player or item raises
    Missing, unless a docstring says that None is returned or nothing happens.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables = Tables(database)
        self.moves = Moves(database)
        self.seats = Seats(database)
        self.presences = Presences(database)
        self.rematches = Rematches(database)
        self.groups = Groups(database)
        self.players = Players(database)
        self.outcomes = Outcomes(database)
        self.library = Library(database)
        self.importing = Importing(database)

    @classmethod
    def at(cls, url: str, clock: Callable[[], datetime] = utc_now, codes: Codes = CODES) -> Ledger:
        """The ledger at `sqlite:///path` (its folder is made) or `postgresql://…`; ValueError for anything else, memory
        included.
        """
        return cls(Database(*reach(url), clock, codes))

    @classmethod
    def opened(cls, url: str) -> Ledger:
        """The ledger at `url` with today's schema; raises Unreachable."""
        try:
            ledger = cls.at(url)
            ledger.migrate()
        except (ValueError, OSError, sqlite3.Error, sa.exc.SQLAlchemyError) as wrong:
            raise Unreachable(in_a_line(url, wrong)) from wrong
        return ledger

    @classmethod
    def is_at(cls, url: str) -> bool:
        """True if a ledger is there, which is not made for that; raises Unreachable."""
        try:
            place = file_at(url)
            if place:
                return place.is_file() and place.stat().st_size > 0
            database = Database(*reach(url), utc_now, CODES)
            there = database.version() is not None
            database.close()
        except (ValueError, OSError, sa.exc.SQLAlchemyError) as wrong:
            raise Unreachable(in_a_line(url, wrong)) from wrong
        return there

    def migrate(self) -> None:
        """Bring the schema to head, whole or not at all. Several processes may do so at once; at head it is quick."""
        self.database.migrate()

    def serve(self) -> None:
        """Lock it for a server: SQLite serves one at a time; raises InUse if another does."""
        self.database.serve()

    def close(self) -> None:
        """Close all connections; a later use opens new ones."""
        self.database.close()

    @property
    def outages(self) -> tuple[type[Exception], ...]:
        """The exceptions while the database cannot be read or written: its disk, its connection, its file."""
        driver = self.database.engine.dialect.loaded_dbapi
        of_driver = (driver.OperationalError, driver.InterfaceError, driver.InternalError)
        return *of_driver, *OUTAGES, Replaced

    def outage(self) -> str | None:
        """Why nothing can be written now, in one line; None if all is well."""
        try:
            self.database.try_to_write()
        except self.outages as wrong:
            return in_a_line(str(self.database.engine.url), wrong)
        return None

    def listen(self, told: Callable[[int, int], None], missed: Callable[[], None]) -> News | None:
        """Hear of every move that any process writes: `told(table_id, seq)`; `missed()` when some went unheard.

        None on SQLite, which notifies nobody: one process serves it.
        """
        if not self.database.shared:
            return None
        from ledger.news import News
        from ledger.postgresql import listener

        return News(partial(listener, self.database.engine.url), told, missed)
