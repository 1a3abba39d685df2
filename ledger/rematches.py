"""Rematches: the table that the same people opened after another, to play again."""

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database
from ledger.schema import rematches


class Rematches:
    """The table that follows each: at most one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, table_id: int, next_id: int) -> bool:
        """Note that this table comes next; False if another does already, or one of the two is gone."""
        try:
            with self._database.writing() as connection:
                connection.execute(sa.insert(rematches).values(table_id=table_id, next_id=next_id))
        except IntegrityError:
            return False
        return True

    def after(self, table_id: int) -> int | None:
        """The id of the table that comes next; None as long as nobody plays again."""
        asked = sa.select(rematches.c.next_id).where(rematches.c.table_id == table_id)
        with self._database.reading() as connection:
            return connection.execute(asked).scalar_one_or_none()
