"""One writer at a time, among the threads and processes of this machine, by the lock of a file, where the system wakes
who waits. SQLite's own busy handler sleeps and retries, so the unlucky wait long.

And one server at a time: another one, or `flask restore` beside one, is refused.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

A_TURN = 0.02  # seconds between two transactions of a long work, which would keep others out


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this file, once nobody else does, in this process or another. Not reentrant."""
    file = _opened(path)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


class InUse(Exception):
    """Somebody else uses the ledger."""


def serve(path: Path, patience: float = 3.0) -> int:
    """Lock the ledger for a server, until the descriptor that this returns is closed or the process ends.

    Raises InUse if another server still holds it after so many seconds; one that was killed needs a moment to be gone.
    """
    last = time.monotonic() + patience
    while (file := _locked_now(path)) is None:
        if time.monotonic() > last:
            raise InUse("another server uses this ledger, and SQLite serves one: stop that, or use PostgreSQL")
        time.sleep(0.05)
    return file


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock while no server uses the ledger; InUse if one does."""
    file = _locked_now(path)
    if file is None:
        raise InUse("Cairn is running: stop it first")
    try:
        yield
    finally:
        os.close(file)


def _locked_now(path: Path) -> int | None:
    """The open file, locked; None if somebody else holds its lock."""
    file = _opened(path)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    return file


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
