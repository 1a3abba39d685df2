"""One writer at a time, first come first served: among the threads here, and among the processes of this machine.

SQLite's own busy handler sleeps and retries, so the unlucky wait long; in a queue all wait equally. And one server at a
time: another one, or `flask restore` beside one, is refused.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

A_TURN = 0.02  # seconds between two transactions of a long work: processes do not queue, so it would keep others out


class FairLock:
    """A context manager: a queue for the threads, then `flock` on `path` for the processes. Not reentrant."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self.forget()

    def __enter__(self) -> None:
        self._wait()
        try:
            fcntl.flock(self._opened(), fcntl.LOCK_EX)
        except BaseException:
            self._pass_on()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            fcntl.flock(self._opened(), fcntl.LOCK_UN)
        finally:
            self._pass_on()

    @property
    def waiting(self) -> int:
        """How many threads queue behind the one that holds it."""
        return len(self._queue)

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def forget(self) -> None:
        """Start again in a forked child: its threads are gone, and the parent's open file would share its lock."""
        self.close()
        self._guard = Lock()
        self._held = False
        self._queue: deque[Lock] = deque()

    def _wait(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = Lock()
            turn.acquire()
            self._queue.append(turn)
        turn.acquire()

    def _pass_on(self) -> None:
        """Hand the lock itself to the next in the queue, so that no newcomer can slip in."""
        with self._guard:
            if self._queue:
                self._queue.popleft().release()
            else:
                self._held = False

    def _opened(self) -> int:
        if self._file is None:
            self._file = _opened(self._path)
        return self._file


class InUse(Exception):
    """Somebody else uses the ledger."""


def serve(path: Path, patience: float = 3.0) -> int:
    """Lock the ledger for a server, until the descriptor that this returns is closed or the process ends.

    Raises InUse if another server still holds it after so many seconds; one that was killed needs a moment to be gone.
    """
    last = time.monotonic() + patience
    while (file := _locked(path)) is None:
        if time.monotonic() > last:
            raise InUse("another server uses this ledger, and SQLite serves one: stop that, or use PostgreSQL")
        time.sleep(0.05)
    return file


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock while no server uses the ledger; InUse if one does."""
    file = _locked(path)
    if file is None:
        raise InUse("Cairn is running: stop it first")
    try:
        yield
    finally:
        os.close(file)


def _locked(path: Path) -> int | None:
    """The open file, locked; None if somebody else holds it."""
    file = _opened(path)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    return file


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
