"""Taking a stream's socket from the server, so that no thread waits with it: docs/decisions/0006-streams.md."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any, cast

from web.live.streams import HANDOVER, Hub, Listener

SOCKETS = ("gunicorn.socket", "werkzeug.socket")


class Handover:
    """WSGI middleware: after the headers of a stream, its socket goes to the hub and the server's request ends.

    The server is left with a closed line in place of the real one, and told that the phone has gone: both
    gunicorn's threads and the development server take that quietly.
    """

    def __init__(self, app: Any, hub: Hub) -> None:
        self.app = app
        self.hub = hub

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        said: list[Any] = []

        def hold(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[[bytes], object]:
            said[:] = [status, headers]
            return lambda _data: None

        if not environ.get("PATH_INFO", "").endswith("/stream"):
            return cast(Iterable[bytes], self.app(environ, start_response))
        body = self.app(environ, hold)
        line = next((environ[key] for key in SOCKETS if key in environ), None)
        if line is None or HANDOVER not in environ or not self.hub.has_room():
            start_response(*said)
            return cast(Iterable[bytes], body)
        body.close()
        table_id, seen, device = environ[HANDOVER]
        self.hub.join(Listener(table_id, seen, device, _taken_over(line, *said)))
        raise ConnectionResetError(errno.ECONNRESET, "the stream has been handed over")


class Secured:
    """A line over TLS that its server has let go of: as much of a socket as the hub needs.

    The server's own object would end the TLS when it closes, so the TLS and the descriptor are taken out of it.
    """

    def __init__(self, line: ssl.SSLSocket) -> None:
        self._emptied = line  # the TLS looks at it
        self._tls = line._sslobj  # type: ignore[attr-defined]
        self._file = line.detach()

    def fileno(self) -> int:
        return self._file

    def send(self, said: bytes) -> int:
        return int(self._tls.write(said))

    def recv(self, size: int) -> bytes:
        try:
            return bytes(self._tls.read(size))
        except ssl.SSLWantReadError:
            raise BlockingIOError from None

    def close(self) -> None:
        os.close(self._file)


def _taken_over(line: socket.socket, status: str, headers: list[tuple[str, str]]) -> socket.socket | Secured:
    """The line itself, its headers written; the server keeps a line that is already closed."""
    own = line if isinstance(line, ssl.SSLSocket) else _swapped(line)
    lines = [f"{name}: {value}" for name, value in headers if name.lower() not in ("content-length", "connection")]
    own.setblocking(True)
    own.sendall("\r\n".join([f"HTTP/1.1 {status}", *lines, "Connection: close", "", ""]).encode("latin-1"))
    own.setblocking(False)
    return Secured(own) if isinstance(own, ssl.SSLSocket) else own


def _swapped(line: socket.socket) -> socket.socket:
    """The line in a socket of its own; the server's is closed at its far end."""
    own = socket.socket(fileno=os.dup(line.fileno()))
    near, far = socket.socketpair()
    far.close()
    os.dup2(near.fileno(), line.fileno())
    near.close()
    return own
