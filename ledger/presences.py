"""Presences: which devices have a stream open, in any process."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database
from ledger.engines import insert_of
from ledger.schema import presences


class Presences:
    """The devices that are at a table now."""

    def __init__(self, database: Database) -> None:
        self._database = database
        row = insert_of(database.engine)(presences)
        self._here = row.on_conflict_do_update(
            index_elements=[presences.c.table_id, presences.c.device], set_={"at": row.excluded.at}
        )

    def here(self, present: Iterable[tuple[int, str]]) -> None:
        """Note that these devices have a stream open at these tables now."""
        now = self._database.now()
        rows = [{"table_id": table_id, "device": device, "at": now} for table_id, device in present]
        with self._database.writing() as connection:
            for row in rows:
                with suppress(IntegrityError), connection.begin_nested():
                    connection.execute(self._here, row)

    def gone(self, present: Iterable[tuple[int, str]]) -> None:
        """Note that these devices have closed their streams."""
        with self._database.writing() as connection:
            for table_id, device in present:
                who = (presences.c.table_id == table_id, presences.c.device == device)
                connection.execute(sa.delete(presences).where(*who))

    def present(self, table_id: int, since: datetime) -> frozenset[str]:
        """The devices that were last here at `since` or later."""
        who = sa.select(presences.c.device).where(presences.c.table_id == table_id, presences.c.at >= since)
        with self._database.reading() as connection:
            return frozenset(connection.execute(who).scalars())
