"""A PostgreSQL that has stopped, while its machine still takes lines, holds nobody for long.

Neither its driver nor the network has a timeout for that: whoever has waited in vain asks whether it lets anybody in.
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
    """A connection that ends when the server has stopped."""

    breaker: Breaker | None = None

    def wait(self, gen: PQGen[Any], *given: Any, **named: Any) -> Any:
        return super().wait(self._watched(gen), *given, **named)

    def _watched(self, answer: PQGen[Any]) -> PQGen[Any]:
        """The same steps to the answer; the driver tells ten times a second when nothing has come."""
        heard = monotonic()
        try:
            wanted = next(answer)
            while True:
                come = yield wanted
                if come:
                    heard = monotonic()
                elif monotonic() > heard + SILENCE:
                    self._end_if_stopped()
                    heard = monotonic()
                wanted = answer.send(come)
        except StopIteration as end:
            return end.value

    def _end_if_stopped(self) -> None:
        try:
            if self.breaker:
                self.breaker.ask()
        except psycopg.OperationalError:
            self.close()
            raise
