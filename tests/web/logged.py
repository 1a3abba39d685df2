"""What Cairn says in its log, as its lines are written."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from web.server.monitoring import OneLine


@contextmanager
def lines_of_the_log(level: int = logging.WARNING) -> Iterator[list[str]]:
    """The lines from this level on."""
    kept: list[str] = []
    log, handler = logging.getLogger("cairn"), logging.Handler()
    handler.emit = lambda record: kept.append(OneLine().format(record))
    before = log.level
    log.addHandler(handler)
    log.setLevel(min(level, before or level))
    try:
        yield kept
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
