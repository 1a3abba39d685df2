"""The work on a photo in a process of its own, within limits of time and memory."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from photos.finding import Look, look
from photos.printed import Printed, printed
from photos.sheets import PhotographedSheet, read_each
from photos.unreadable import Unreadable
from printables.blank import Composed, laid_out
from scoring.core.text import text

MOST_SECONDS = 10  # of a processor
MOST_MEMORY = 1 << 30  # bytes of address space, what is loaded and mapped included
KEPT = 6  # kinds of sheets


def look_apart(photo: bytes, layouts: Sequence[object] = ()) -> tuple[Look, ...]:
    """`look` within limits; raises `Unreadable`."""
    with bounded():
        return look(photo, layouts)


def read_apart(kinds: Sequence[tuple[Look, Composed]], of_round: int) -> tuple[PhotographedSheet, ...]:
    """`read_each` within limits; raises `Unreadable`."""
    sheets = [(seen, _printed(blank)) for seen, blank in kinds]
    with bounded():
        return read_each(sheets, of_round)


@lru_cache(KEPT)
def _printed(blank: Composed) -> Printed:
    return printed(laid_out(blank))


@contextmanager
def bounded(seconds: float = MOST_SECONDS, memory: int = MOST_MEMORY) -> Iterator[None]:
    """Raise `Unreadable` if a photo takes more; only for the main thread of a process."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    signal.signal(signal.SIGPROF, _too_much)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (memory, before[1]))
    try:
        yield
    except MemoryError:
        _too_much()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_much(*_signal: object) -> None:
    raise Unreadable(text("This photo takes too much memory or time. Send a smaller one."))
