"""The place of a worker pool where there are no processes: in a browser."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Made = TypeVar("Made")


class AtOnce:
    """Tasks done in this process as soon as they are given; nothing is kept, and nothing is ever `Busy`."""

    patience = 0.0
    started = 0

    def begin(self, work: Callable[..., Made], *given: object, **_worked: object) -> Future[Made]:
        """The task, done; its error is raised by `awaited`."""
        self.started += 1
        done: Future[Made] = Future()
        try:
            done.set_result(work(*given))
        except Exception as error:
            done.set_exception(error)
        return done

    def begun(self, _key: str, work: Callable[..., bytes], *given: object, **_worked: object) -> Future[bytes]:
        """The same for what a pool would keep."""
        return self.begin(work, *given)

    def awaited(self, done: Future[Made]) -> Made:
        """The result of a task, or its error."""
        return done.result()

    def close(self) -> None:
        """There is nothing to stop."""
