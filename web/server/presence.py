"""The devices that are here: those whose streams are open, in any process; several tell each other by the ledger."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app

if TYPE_CHECKING:
    from ledger import Ledger


RENEWED = 60.0  # seconds after which a device that stays is written down again
FORGOTTEN = timedelta(seconds=2.5 * RENEWED)

Present = tuple[int, str]
log = logging.getLogger("cairn.presence")


class Presence:
    """The devices that have a stream open: in this process by its own knowledge, without a clock; in others through the
    ledger. Nobody waits for the writing, and the queue of what is to be written never holds more than the devices that
    are here.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._here: set[Present] = set()
        self._waits: dict[Present, bool] = {}
        self._guard = Lock()
        self._scribe = ThreadPoolExecutor(1, "presence")

    def here(self, present: Iterable[Present]) -> None:
        self._later(dict.fromkeys(present, True))

    def gone(self, present: Present) -> None:
        self._later({present: False})

    def at(self, table_id: int) -> frozenset[str]:
        """The devices that are at a table."""
        with self._guard:
            ours = frozenset(device for table, device in self._here if table == table_id)
        others = self._ledger.presences.present(table_id, datetime.now(UTC) - FORGOTTEN) if self._shared else ()
        return ours.union(others)

    @property
    def _shared(self) -> bool:
        return self._ledger.database.shared

    def _later(self, changes: dict[Present, bool]) -> None:
        with self._guard:
            for present, comes in changes.items():
                (self._here.add if comes else self._here.discard)(present)
            asked = bool(self._waits)
            self._waits |= changes if self._shared else {}
        if self._shared and not asked:
            with suppress(RuntimeError):  # the process ends
                self._scribe.submit(self._write)

    def _write(self) -> None:
        """Write everything that has accumulated, in one go."""
        with self._guard:
            changes, self._waits = self._waits, {}
        try:
            self._ledger.presences.here(present for present, comes in changes.items() if comes)
            self._ledger.presences.gone(present for present, comes in changes.items() if not comes)
        except self._ledger.outages as outage:
            log.warning("who is here was not written down: %s", type(outage).__name__)
        except Exception:
            log.exception("who is here was not written down")


def presence() -> Presence:
    return cast(Presence, current_app.extensions["presence"])
