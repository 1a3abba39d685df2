"""One writer at a time, first come first served: among the threads here, and among the processes of this machine.

SQLite's own busy handler sleeps and retries, so the unlucky wait long; a queue makes everybody wait the same.
"""

from __future__ import annotations

import fcntl
import os
from collections import deque
from pathlib import Path
from threading import Lock


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
        """Start afresh in a forked child: its threads are gone, and the parent's open file would share its lock."""
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
        """Hand the lock itself to the next in the queue, so that no newcomer can slip in between."""
        with self._guard:
            if self._queue:
                self._queue.popleft().release()
            else:
                self._held = False

    def _opened(self) -> int:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file
