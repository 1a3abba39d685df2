"""The connections of streams, as server and hub see them. Imports nothing else, because gunicorn's
master reads it too.
"""

from __future__ import annotations

import fcntl
import os
import resource
from typing import Protocol

HANDOVER = "cairn.handover"  # in the environment of a request: who takes its line over
FILES = 8_192  # that a process has room for from the start


class Line(Protocol):
    """What a stream is written to: the part of a socket that the hub needs."""

    def fileno(self) -> int: ...
    def send(self, said: bytes, /) -> int: ...
    def recv(self, size: int, /) -> bytes: ...
    def close(self) -> None: ...


def more_files() -> None:
    """Let this process open as many files as it may ask for: a stream is one, and 1,024 are usual.

    Their table is made large at once: Linux doubles it as it fills, and stops a thread that opens a file for some 20 ms
    each time, once there are others (docs/decisions/0027-silent-sockets.md).
    """
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with open(os.devnull) as file:
        os.close(fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, min(FILES, most) - 1))
