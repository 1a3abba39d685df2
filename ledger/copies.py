"""Backup of a SQLite ledger while it is in use, and restore of one that nobody uses."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import mkstemp

from ledger import migrations
from ledger.engines import Unreachable, beside, check_kind, file_at
from ledger.lock import InUse, alone, locked

BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
WAL = "-wal"
WITHOUT_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)  # what such a file system says, as of memory cards


class Damaged(Exception):
    """The file is not a ledger that this Cairn can read."""


def sqlite_file(url: str) -> Path | None:
    """The file behind a `sqlite:///` URL; None for another database. Raises Unreachable if the URL names no file."""
    try:
        return file_at(url)
    except ValueError as wrong:
        raise Unreachable(str(wrong)) from wrong


def backup(database: Path, copy: Path) -> None:
    """Write a consistent copy of a ledger that may be in use; FileExistsError rather than overwrite.

    Raises Damaged when it cannot be copied.
    """
    if copy.exists():
        raise FileExistsError(copy)
    fresh = _fresh(copy)
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(fresh)) as target:
            source.backup(target)
        _to_disk(fresh)
        fresh.replace(copy)
    except sqlite3.Error as error:
        raise Damaged(str(error)) from error
    finally:
        _tidy(fresh)


def restore(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of the ledger; return where the old one is kept, under a new name.

    The copy is made, checked and on disk before anything is touched, and at every moment there is a whole ledger.
    Raises Damaged when the copy is not whole, InUse when anybody uses the ledger or the copy is the ledger itself,
    Unreachable when the old ledger cannot be kept, OSError without room; then nothing has changed.
    """
    database = database.resolve()
    _look_at(copy)
    if database.exists() and copy.samefile(database):
        raise InUse("it is the ledger itself")
    database.parent.mkdir(parents=True, exist_ok=True)
    _look_at_old(database)
    fresh = _fresh(database)
    try:
        _copy(copy, fresh)
        _check(fresh)
        with alone(beside(database, ".served")):
            return _exchange(fresh, database)
    finally:
        _tidy(fresh)


def _exchange(fresh: Path, database: Path) -> Path | None:
    """Exchange the two, in the writers' queue, at which whoever opens the ledger waits too."""
    with locked(beside(database, ".lock")):
        kept = _put_aside(database)
        fresh.replace(database)
        _to_disk(database.parent)
    return kept


def _fresh(place: Path) -> Path:
    """A new empty file beside that one, readable by this account alone."""
    file, name = mkstemp(".part", "cairn-", place.parent)
    os.close(file)
    return Path(name)


def _tidy(fresh: Path) -> None:
    for left in (fresh, beside(fresh, WAL), beside(fresh, "-shm")):
        left.unlink(missing_ok=True)


def _look_at(copy: Path) -> None:
    if not copy.is_file():
        raise Damaged("it is no file")
    try:
        check_kind(copy)
    except ValueError as wrong:
        raise Damaged(str(wrong)) from wrong
    if not copy.stat().st_size:
        raise Damaged("it is empty")


def _look_at_old(database: Path) -> None:
    try:
        check_kind(database)
    except ValueError as wrong:
        raise Unreachable(f"{database}: {wrong}") from wrong


def _copy(copy: Path, fresh: Path) -> None:
    """Copy a ledger, including what was written last, which may be in another file beside it."""
    shutil.copyfile(copy, fresh)
    if beside(copy, WAL).exists():
        shutil.copyfile(beside(copy, WAL), beside(fresh, WAL))


def _check(fresh: Path) -> None:
    """Check the copy, and make it one whole file on disk."""
    try:
        with closing(sqlite3.connect(fresh)) as ledger:
            ledger.execute("PRAGMA journal_mode = DELETE")
            sound = ledger.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            ledger.execute("SELECT 1 FROM moves LIMIT 1")
            version = ledger.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise Damaged(str(error)) from error
    if not sound:
        raise Damaged("the integrity check failed")
    if version is None or version[0] > migrations.head():
        raise Damaged("it is of a newer Cairn")
    _to_disk(fresh)


def _put_aside(database: Path) -> Path | None:
    """Give the old ledger a second name; if it can no longer be read, also what was written last beside it."""
    if not database.exists():
        return None
    _close(database)
    kept = _free_name(database)
    _second_name(database, kept)
    if beside(database, WAL).exists():
        _second_name(beside(database, WAL), beside(kept, WAL))
    for left in (WAL, "-shm"):
        beside(database, left).unlink(missing_ok=True)
    return kept


def _close(database: Path) -> None:
    """Make the ledger one whole file, which SQLite does only when nobody else has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise InUse("another program has it open") from error
        if error.sqlite_errorcode not in BROKEN:
            raise Unreachable(f"{database}: {error}") from error


def _free_name(database: Path) -> Path:
    now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (beside(database, f".before-restore-{now}{f'-{n}' if n else ''}") for n in count())
    return next(name for name in names if not name.exists())


def _second_name(file: Path, name: Path) -> None:
    try:
        os.link(file, name)
    except OSError as wrong:
        if wrong.errno not in WITHOUT_LINKS:
            raise
        fresh = _fresh(name)
        try:
            shutil.copyfile(file, fresh)
            _to_disk(fresh)
            fresh.replace(name)
        finally:
            _tidy(fresh)


def _to_disk(place: Path) -> None:
    file = os.open(place, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
