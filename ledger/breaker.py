"""A PostgreSQL that has stopped, while its machine still takes lines, holds nobody for long.

Neither its driver nor the network has a timeout for that: whoever has waited in vain asks whether it lets anybody in,
and whether the process at the other end of the line has begun what it was told.
"""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout

SILENCE = 5.0  # seconds without a word until it is asked
ASKED = 5  # seconds that it has to let somebody in
STATE = "SELECT state FROM pg_stat_activity WHERE pid = %s"


class Breaker:
    """A circuit breaker: `open` when the server has stopped. From then on one at a time asks it, and nobody waits."""

    def __init__(self, place: sa.URL) -> None:
        self._place = place.set(drivername="postgresql").render_as_string(hide_password=False)
        self._asking = Lock()
        self.open = False

    def connect(self, _dialect: object, _record: object, given: Any, named: Any) -> Line:
        """A line that asks after long silence; SQLAlchemy's event `do_connect`."""
        try:
            line = Line.connect(*given, **named)
        except ConnectionTimeout:
            self.open = True
            raise
        line.breaker = self
        return line

    def check(self) -> None:
        """Raise OperationalError while it has stopped, at once where somebody asks it already."""
        if self.open and self._asking.acquire(blocking=False):
            try:
                self.open = not self._answers()
            finally:
                self._asking.release()
        self._refuse_if_open()

    def ask(self) -> None:
        """For whoever has waited in vain; raises OperationalError when it has stopped."""
        with self._asking:
            self.open = self.open or not self._answers()
        self._refuse_if_open()

    def is_idle(self, process: int) -> bool:
        """Whether a process of the server has nothing to do, as far as it knows; not where nobody can tell."""
        try:
            with psycopg.connect(self._place, connect_timeout=ASKED) as asking:
                found = asking.execute(STATE, [process]).fetchone()
        except psycopg.Error:
            return False
        return found is not None and str(found[0]).startswith("idle")

    def _refuse_if_open(self) -> None:
        if self.open:
            raise psycopg.OperationalError("the database does not answer")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._place, connect_timeout=ASKED).close()
        except ConnectionTimeout:
            return False
        except psycopg.Error:
            pass  # whoever refuses, answers
        return True


class Line(psycopg.Connection[Any]):
    """A connection that ends when the server has stopped, or its process at the other end alone.

    That one is taken for stopped when it was idle, twice and a silence apart, though it had been told something.
    """

    breaker: Breaker | None = None

    def wait(self, gen: PQGen[Any], *given: Any, **named: Any) -> Any:
        return super().wait(self._watched(gen), *given, **named)

    def _watched(self, answer: PQGen[Any]) -> PQGen[Any]:
        """The same steps to the answer; the driver tells ten times a second when nothing has come."""
        heard, idle = monotonic(), False
        try:
            wanted = next(answer)
            while True:
                come = yield wanted
                if come:
                    heard, idle = monotonic(), False
                elif monotonic() > heard + SILENCE:
                    idle = self._end_if_stopped(idle)
                    heard = monotonic()
                wanted = answer.send(come)
        except StopIteration as end:
            return end.value

    def _end_if_stopped(self, idle_before: bool) -> bool:
        """Raise OperationalError, or say whether its process is idle."""
        if self.breaker is None:
            return False
        try:
            self.breaker.ask()
            idle = self.breaker.is_idle(self.info.backend_pid)
            if idle and idle_before:
                raise psycopg.OperationalError("a process of the database does not answer")
        except psycopg.OperationalError:
            self.close()
            raise
        return idle
