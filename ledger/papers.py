"""Papers: the pads and boxes on the shelf."""

from __future__ import annotations

import sqlalchemy as sa

from ledger.database import Database, must
from ledger.entries import Json, Paper
from ledger.schema import shelf


class Papers:
    """Every paper, under its secret key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, key: str | None, kind: str, name: str, body: Json) -> Paper:
        """Keep a new paper (no key: it gets a secret one), or change the paper of that key and kind."""
        values: Json = {"name": name, "body": body, "changed_at": self._database.now()}
        if key is None:
            key = self._database.codes.secret()
            write: sa.Executable = sa.insert(shelf).values(key=key, kind=kind, **values)
        else:
            write = sa.update(shelf).where(shelf.c.key == key, shelf.c.kind == kind).values(**values)
        with self._database.writing() as connection:
            must(connection, write)
        return Paper(key, kind, **values)

    def by_key(self, key: str) -> Paper | None:
        """The paper of that key."""
        if "\0" in key:
            return None  # PostgreSQL cannot even be asked
        with self._database.reading() as connection:
            row = connection.execute(sa.select(shelf).where(shelf.c.key == key)).one_or_none()
        return Paper(*row) if row else None

    def drop(self, key: str) -> None:
        """Take a paper off the shelf; nothing happens if it is gone already."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(shelf).where(shelf.c.key == key))
