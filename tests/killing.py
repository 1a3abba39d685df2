"""A process that is killed before each line of a file that it comes to, one after the other."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import get_context
from types import FrameType
from typing import Any

from tests.patience import SECONDS


def killed_at_each_line(of: str, work: Callable[..., object], given: Callable[[], tuple[Any, ...]]) -> Iterator[Any]:
    """Yield what `given` prepared, each time after `work` was killed with it a line later in files whose name ends so;
    the last time it came to its end.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload([work.__module__, __name__])
    for line in count(1):
        prepared = given()
        process = context.Process(target=_killed, args=(line, of, work, *prepared))
        process.start()
        process.join(SECONDS)
        assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
        yield prepared
        if process.exitcode == 0:
            assert line > 5, "it came to its end without these files"
            return


def _killed(line: int, of: str, work: Callable[..., object], *given: object) -> None:
    left = line

    def trace(frame: FrameType, event: str, _given: object) -> Callable[..., Any] | None:
        nonlocal left
        if not frame.f_code.co_filename.endswith(of):
            return None
        left -= event == "line"
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)
    work(*given)
