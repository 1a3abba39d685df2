"""News of the moves that other processes write: PostgreSQL's own LISTEN, heard by one thread a process."""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import psycopg

CHANNEL = "cairn"
PATIENCE = 5.0  # seconds of silence after which the thread looks whether it should stop
AGAIN = 1.0  # seconds before the line is opened again after it broke

log = logging.getLogger("cairn.news")


class News:
    """Calls `told(table_id, seq)` for every move that any process writes, and `missed()` whenever the connection had to
    be opened again, because meanwhile nothing was heard.
    """

    def __init__(
        self,
        line: Callable[[], psycopg.Connection[Any]],
        told: Callable[[int, int], None],
        missed: Callable[[], None],
    ) -> None:
        self._line = line
        self._told = told
        self._missed = missed
        self._well = True
        self._stopped = Event()
        self._thread = Thread(target=self._listen, name="news", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(2 * PATIENCE)

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                self._hear()
            except psycopg.Error as error:
                if self._well:  # said once, however long the database is away
                    log.warning("the line to the database broke: %s", type(error).__name__)
                self._well = False
                time.sleep(AGAIN)

    def _hear(self) -> None:
        with self._line() as line:
            line.execute(f"LISTEN {CHANNEL}")
            self._well = True
            self._missed()
            while not self._stopped.is_set():
                for said in line.notifies(timeout=PATIENCE):
                    table_id, _, seq = said.payload.partition(" ")
                    self._told(int(table_id), int(seq))
                    if self._stopped.is_set():
                        return
                line.execute("SELECT 1")
