"""A circuit breaker for a PostgreSQL that has stopped while its machine still accepts connections.

Neither the driver nor the network has a timeout for that. Whoever has waited in vain asks whether the server lets
anybody in, and whether the process at the other end of the connection has begun what it was told.
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
LONGEST = 60.0  # seconds that a statement may take: a process that works ends it then
STATE = """
    SELECT state LIKE 'idle%%' OR clock_timestamp() > query_start + make_interval(secs => %s)
    FROM pg_stat_activity WHERE pid = %s
"""


class Breaker:
    """A circuit breaker, `open` while the server has stopped: then one request at a time asks it, and nobody waits."""

    def __init__(self, place: sa.URL) -> None:
        self._place = place.set(drivername="postgresql").render_as_string(hide_password=False)
        self._asking = Lock()
        self.open = False

    def connect(self, _dialect: object, _record: object, given: Any, named: Any) -> Line:
        """A connection that asks after a long silence; for SQLAlchemy's event `do_connect`."""
        return self._line(*given, **named)

    def line(self) -> Line:
        """Such a connection outside the engine's pool; each of its statements is a transaction."""
        return self._line(self._place, autocommit=True, connect_timeout=ASKED)

    def check(self) -> None:
        """Raise OperationalError while the server has stopped; at once if somebody is asking it already."""
        if self.open and self._asking.acquire(blocking=False):
            try:
                self.open = not self._answers()
            finally:
                self._asking.release()
        self._refuse_if_open()

    def ask(self) -> None:
        """Ask the server, after waiting in vain; raises OperationalError when it has stopped."""
        with self._asking:
            self.open = self.open or not self._answers()
        self._refuse_if_open()

    def owes_nothing(self, process: int) -> bool:
        """Whether, as far as the server knows, one of its processes has nothing to do, or should have finished by now.

        False if nobody can tell.
        """
        try:
            with psycopg.connect(self._place, connect_timeout=ASKED) as asking:
                found = asking.execute(STATE, [LONGEST, process]).fetchone()
        except psycopg.Error:
            return False
        return found is not None and bool(found[0])

    def _line(self, *given: Any, **named: Any) -> Line:
        try:
            line = Line.connect(*given, **named)
        except ConnectionTimeout:
            self.open = True
            raise
        line.breaker = self
        return line

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
    """A connection that ends when the server, or the process at its other end alone, has stopped.

    Such a process is taken for stopped if the server says twice, a silence apart, that it owes nothing, though it was
    told something. Without a breaker the connection waits as long as the server likes; an explicit timeout is always
    kept.
    """

    breaker: Breaker | None = None

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        return super().wait(self._watched(gen) if timeout is None else gen, interval, timeout)

    def _watched(self, answer: PQGen[Any]) -> PQGen[Any]:
        """Wait for the answer step by step; the driver says ten times a second when nothing has come."""
        heard, owed_nothing = monotonic(), False
        try:
            wanted = next(answer)
            while True:
                come = yield wanted
                if come:
                    heard, owed_nothing = monotonic(), False
                elif monotonic() > heard + SILENCE:
                    owed_nothing = self._end_if_stopped(owed_nothing)
                    heard = monotonic()
                wanted = answer.send(come)
        except StopIteration as end:
            return end.value

    def _end_if_stopped(self, owed_nothing: bool) -> bool:
        """Raise OperationalError, or say whether its process owes nothing now."""
        if self.breaker is None:
            return False
        try:
            self.breaker.ask()
            owes_nothing = self.breaker.owes_nothing(self.info.backend_pid)
            if owes_nothing and owed_nothing:
                raise psycopg.OperationalError("a process of the database does not answer")
        except psycopg.OperationalError:
            self.close()
            raise
        return owes_nothing
