"""Who is here now: the devices whose streams are open, in any process, kept in the ledger by one thread each."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import cast

from flask import current_app

from ledger import Ledger

RENEWED = 60.0  # seconds after which a device that stays is written down again
FORGOTTEN = timedelta(seconds=2.5 * RENEWED)

Present = tuple[int, str]
log = logging.getLogger("cairn.presence")


class Presence:
    """Writes arrivals and departures down without keeping anybody waiting."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._scribe = ThreadPoolExecutor(1, "presence")

    def here(self, present: Iterable[Present]) -> None:
        self._later(self._ledger.presences.here, list(present))

    def gone(self, present: Present) -> None:
        self._later(self._ledger.presences.gone, [present])

    def at(self, table_id: int) -> frozenset[str]:
        """The devices that are at a table."""
        return self._ledger.presences.present(table_id, datetime.now(UTC) - FORGOTTEN)

    def _later(self, write: Callable[[list[Present]], None], present: list[Present]) -> None:
        self._scribe.submit(self._write, write, present)

    @staticmethod
    def _write(write: Callable[[list[Present]], None], present: list[Present]) -> None:
        try:
            write(present)
        except Exception:
            log.exception("who is here was not written down")


def presence() -> Presence:
    return cast(Presence, current_app.extensions["presence"])
