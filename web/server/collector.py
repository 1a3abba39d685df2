"""Memory: how often Python looks for cycles (docs/decisions/0013-speed.md), and what is given back at once."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from functools import cache

LARGE = 1024 * 1024  # bytes
M_MMAP_THRESHOLD = -3  # as malloc.h calls it


@cache
def spare_what_is_loaded() -> None:
    """Collect from here on, less often than usual, and never look again at what was loaded at the start: a tap makes
    thousands of objects and few cycles. A full collection takes 10 ms instead of 60.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(5_000, 20, 20)


def give_large_blocks_back() -> None:
    """Return the memory of a large file to the system as soon as it is freed. By default glibc keeps room for the
    largest so far in the arena of each thread that ever held one; other C libraries have no such setting.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
