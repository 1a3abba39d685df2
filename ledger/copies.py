"""Backup and restore of a SQLite ledger while it is in use."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from ledger.engines import Unreachable, file_of, place_of
from ledger.lock import FairLock


class Damaged(Exception):
    """The file is no ledger that can be read."""


def sqlite_file(url: str) -> Path | None:
    """The file behind a `sqlite:///` URL; None for another database. Raises Unreachable for what names none."""
    try:
        place = place_of(url)
        return file_of(place) if place.get_backend_name() == "sqlite" else None
    except ValueError as wrong:
        raise Unreachable(str(wrong)) from wrong


def backup(database: Path, copy: Path) -> None:
    """Write a consistent copy of a ledger that may be in use; FileExistsError rather than overwrite.

    Raises Damaged when it cannot be copied.
    """
    if copy.exists():
        raise FileExistsError(copy)
    fresh = copy.with_name(copy.name + ".part")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(fresh)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise Damaged(str(error)) from error
    fresh.replace(copy)


def restore(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of the ledger; return where the old one was moved. Cairn must not be running.

    Raises Damaged when the copy is not whole, Unreachable when the old ledger cannot be put aside: nothing has
    changed then.
    """
    _check(copy)
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = FairLock(database.with_name(database.name + ".lock"))
    with lock:
        kept = _put_aside(database)
        fresh = database.with_name(database.name + ".part")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        shutil.copyfile(copy, fresh)
        fresh.replace(database)
    lock.close()
    return kept


def _check(copy: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as source:
            sound = source.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            source.execute("SELECT version_num FROM alembic_version, (SELECT 1 FROM moves LIMIT 1)")
    except sqlite3.Error as error:
        raise Damaged(str(error)) from error
    if not sound:
        raise Damaged("the integrity check failed")


def _put_aside(database: Path) -> Path | None:
    if not database.exists():
        return None
    try:
        with closing(sqlite3.connect(database)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise Unreachable(f"{database}: {error}") from error
    for beside in ("-wal", "-shm"):
        database.with_name(database.name + beside).unlink(missing_ok=True)
    kept = database.with_name(database.name + ".before-restore")
    return database.replace(kept)
