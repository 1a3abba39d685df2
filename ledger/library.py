"""Layouts and boxes in the library."""

from collections.abc import Callable
from dataclasses import replace

import sqlalchemy as sa

from ledger.codes import reading_key
from ledger.database import Database, must
from ledger.entries import Json, LibraryItem, Missing
from ledger.schema import library_items


class Library:
    """Every item, under its secret key, and under another key that only shows it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, key: str | None, kind: str, name: str, body: Json) -> LibraryItem:
        """Store a new item (no key: it gets a secret one), or replace the item of that key and kind."""
        values: Json = {"name": name, "body": body, "changed_at": self._database.now()}
        if key is None:
            key = self._database.codes.secret()
            write: sa.Executable = sa.insert(library_items).values(
                key=key, kind=kind, reading=reading_key(key), **values
            )
        else:
            write = (
                sa.update(library_items)
                .where(library_items.c.key == key, library_items.c.kind == kind)
                .values(**values)
            )
        with self._database.writing() as connection:
            must(connection, write)
        return LibraryItem(key, kind, **values, reading=reading_key(key))

    def change(self, key: str, change: Callable[[LibraryItem], LibraryItem]) -> LibraryItem:
        """Store the name and body that `change` makes of the item as it is now; return the item.

        Nobody else writes it meanwhile, so what two phones do at once is all kept. If `change` raises, the item stays
        as it is; Missing if it is gone.
        """
        with self._database.writing() as connection:
            kept = sa.select(library_items).where(library_items.c.key == key)
            row = connection.execute(kept.with_for_update()).one_or_none()
            if row is None:
                raise Missing("no such item")
            before = LibraryItem(*row)
            after = change(before)
            if after == before:
                return before
            after = replace(after, changed_at=self._database.now())
            values = {"name": after.name, "body": after.body, "changed_at": after.changed_at}
            connection.execute(sa.update(library_items).where(library_items.c.key == key).values(**values))
        return after

    def by_key(self, key: str) -> LibraryItem | None:
        """The item of that key, or of that key to read."""
        if "\0" in key:
            return None  # PostgreSQL cannot even be asked
        with self._database.reading() as connection:
            asked = sa.or_(library_items.c.key == key, library_items.c.reading == key)
            row = connection.execute(sa.select(library_items).where(asked)).one_or_none()
        return replace(LibraryItem(*row), key=key) if row else None

    def use(self, key: str) -> None:
        """Note that somebody plays with it now; nothing happens if it is gone."""
        with self._database.writing() as connection:
            used = sa.update(library_items).where(library_items.c.key == key)
            connection.execute(used.values(changed_at=self._database.now()))

    def drop(self, key: str) -> None:
        """Delete an item; nothing happens if it is gone already."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(library_items).where(library_items.c.key == key))
