"""How long a test waits for what must come: a machine with other work takes long, and waiting costs only who fails."""

import time
from collections.abc import Callable

SECONDS = 120.0


def until(true: Callable[[], bool]) -> None:
    patience = time.monotonic() + SECONDS
    while not true() and time.monotonic() < patience:
        time.sleep(0.01)
    assert true()
