"""`python -m bench.silent`: what 1,000 silent or half-sent connections cost everybody else.

They are opened all at once and stay; meanwhile somebody asks for a page, again and again, each time on a connection of
its own, and taps at a table where another phone holds a stream. Nobody shall wait 50 ms longer than before.
"""

from __future__ import annotations

import resource
import socket
import ssl
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch

from bench.table import turns
from tests.serving import Phone, Served, trusting

CONNECTIONS, ASKED, PATIENCE = 1_000, 40, 5.0  # seconds
SENT = {
    "none": None,
    "silent": b"",
    "half a head": b"GET /health HTTP/1.1\r\nHost: ",
    "half a body": b"POST /new/lost-cities HTTP/1.1\r\nHost: bench\r\nContent-Length: 1000\r\n\r\nname0=",
}


@contextmanager
def held(port: int, number: int, sent: bytes, context: ssl.SSLContext | None) -> Iterator[None]:
    """So many connections that have sent this. Over TLS what says nothing shakes no hands either."""
    lines: list[socket.socket] = []
    try:
        for _ in range(number):
            with suppress(OSError):
                lines.append(socket.create_connection(("127.0.0.1", port), timeout=2))
                if context and sent:
                    lines[-1] = context.wrap_socket(lines[-1], server_hostname="127.0.0.1")
                lines[-1].sendall(sent)
        yield
    finally:
        for line in lines:
            line.close()


def waits(ask: Callable[[], object]) -> list[float]:
    """How long each of some requests took, in ms; one that was given up took all of the patience."""
    taken: list[float] = []
    while len(taken) < ASKED and sum(taken) < 3_000 * PATIENCE:
        begun = time.perf_counter()
        with suppress(OSError):
            ask()
        taken.append((time.perf_counter() - begun) * 1e3)
        time.sleep(0.05)
    return taken


def told(taken: list[float]) -> str:
    return f"{statistics.median(taken):.0f} / {max(taken):.0f}"


class Other:
    """Somebody else: asks for a page on a connection of its own each time, and taps at a table with a stream."""

    def __init__(self, served: Served, tls: bool) -> None:
        self._port, self._tls = served.port, tls
        self._phone, self._events, self._seen = Phone(served.address), turns(), 0
        self._path = self._phone.open_table()
        self._stream = self._phone.stream(self._path)

    def asks(self) -> None:
        with socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE) as plain:
            line = trusting().wrap_socket(plain, server_hostname="127.0.0.1") if self._tls else plain
            line.sendall(b"GET /health HTTP/1.0\r\n\r\n")
            line.recv(1_000)

    def taps(self) -> None:
        self._phone.report(self._path, next(self._events), self._seen)
        while "id" not in (said := self._stream.event()):
            pass  # what only keeps the line alive
        self._seen = int(said["id"])


def on(threads: int, tls: bool) -> None:
    folder = Path(tempfile.mkdtemp(prefix="cairn-silent-"))
    served = Served(f"sqlite:///{folder}/cairn.db", folder, threads=threads, tls=tls).start()
    try:
        with patch("tests.serving.SECONDS", PATIENCE):
            measure(served, threads, tls)
    finally:
        served.stop()


def measure(served: Served, threads: int, tls: bool) -> None:
    waits(Other(served, tls).taps)
    for kind, sent in SENT.items():
        other = Other(served, tls)
        with held(served.port, CONNECTIONS if sent is not None else 0, sent or b"", trusting() if tls else None):
            figures = f"{told(waits(other.asks))} | {told(waits(other.taps))}"
        print(f"| {threads} threads{', TLS' if tls else ''} | {kind} | {figures} |", flush=True)
        time.sleep(2)


def main() -> None:
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    print("| server | connections | a page, median / worst, ms | a tap until its ping, median / worst, ms |")
    print("|---|---|---:|---:|")
    for threads in (16, 64):
        on(threads, tls=False)
    on(16, tls=True)


if __name__ == "__main__":
    sys.exit(main())
