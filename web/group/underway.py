"""Progress of a large file: noted by the process that works on it, shown by a page that keeps arriving meanwhile."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

A_STEP = 1.0  # seconds


class Step(NamedTuple):
    """So many of so many are finished."""

    stage: str = ""
    done: int = 0
    of_all: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A small file that one process writes and another reads; without a path nothing is noted."""

    path: str = ""

    @classmethod
    def fresh(cls) -> Note:
        with tempfile.NamedTemporaryFile(prefix="cairn-step-", delete=False) as made:
            return cls(made.name)

    @classmethod
    @contextmanager
    def of_work(cls) -> Iterator[Note]:
        """A note for work that is being started; deleted if that fails."""
        note = cls.fresh()
        try:
            yield note
        except BaseException:
            note.close()
            raise

    def tell(self, stage: str, done: int, of_all: int) -> None:
        if self.path:
            with suppress(OSError):  # the work goes on without room for the note
                Path(self.path).write_text(f"{stage} {done} {of_all}")

    def read(self) -> Step:
        """The step that was noted last; nothing while it is being written."""
        with suppress(FileNotFoundError):
            said = Path(self.path).read_text().split()
            if len(said) == 3:
                return Step(said[0], int(said[1]), int(said[2]))
        return Step()

    def steps(self, underway: Future[Any], patience: float) -> Iterator[Step]:
        """A step each second until the work or the patience has ended."""
        until, last = time.monotonic() + patience, Step()
        while not wait([underway], A_STEP).done and time.monotonic() < until:
            last = self.read() if self.read().stage else last
            yield last

    def close(self) -> None:
        """Remove the note."""
        Path(self.path).unlink(missing_ok=True)
