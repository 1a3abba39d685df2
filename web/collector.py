"""Memory: how often Python looks for cycles (docs/decisions/0013-speed.md), and what is given back at once."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

LARGE = 1024 * 1024  # bytes
M_MMAP_THRESHOLD = -3  # as malloc.h calls it


def spare_what_is_loaded() -> None:
    """A tap makes thousands of objects and few cycles, and what is loaded once is never looked at again: a look
    takes 10 ms instead of 60."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


def give_large_blocks_back() -> None:
    """A large file is memory of the system's again as soon as nobody needs it. Left to itself, glibc keeps room for
    the largest so far in the arena of each thread that has ever held one; other C libraries have no such setting."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
