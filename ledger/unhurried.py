"""Long work gives way: what takes a while is done in pieces, and between two of them others have their turn."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

AT_ONCE, A_PIECE, A_REST = 0.02, 0.001, 0.003  # seconds: before the first rest, between two, and of one

T = TypeVar("T")


def unhurried(items: Iterable[T]) -> Iterator[T]:
    """Each of them. Whoever works long on them lets go of the interpreter again and again, which all threads of a
    server share: a thread whose processor is taken away while it holds it holds everybody."""
    until = time.monotonic() + AT_ONCE
    for item in items:
        yield item
        if time.monotonic() > until:
            time.sleep(A_REST)
            until = time.monotonic() + A_PIECE
