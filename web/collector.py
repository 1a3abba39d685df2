"""How often Python looks for cycles: docs/decisions/0013-speed.md."""

from __future__ import annotations

import gc


def spare_what_is_loaded() -> None:
    """A tap makes thousands of objects and few cycles, and what is loaded once is never looked at again: a look
    takes 10 ms instead of 60."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
