"""The server: gunicorn's processes, each with Tornado at its door.

A thread is lent to a request only when its head and body have arrived, and only until its answer, or a piece of it, is
made. Whatever is silent, half sent or read slowly waits in the event loop: docs/decisions/0027-silent-sockets.md.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import resource
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from contextvars import copy_context
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote

from gunicorn.workers.base import Worker as Process
from tornado.http1connection import HTTP1Connection
from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPHeaders,
    HTTPInputError,
    HTTPMessageDelegate,
    RequestStartLine,
    ResponseStartLine,
    format_timestamp,
)
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream, SSLIOStream, StreamClosedError
from tornado.netutil import add_accept_handler

from web.accept_filter import BODY_PATIENCE, HEAD_PATIENCE, AcceptFilter, Waiting, for_a_hello, for_a_request
from web.collector import give_large_blocks_back
from web.live.lines import HANDOVER, more_files
from web.networks import network
from web.shares import Shares

ANSWER_PATIENCE = 300  # seconds for a piece to be read
BODY = 32 * 1024 * 1024  # more than the application takes, so that it can say itself what was too large
IN_MEMORY = 256 * 1024  # bytes of a body that wait in memory; a larger one waits on disk, or is sent in pieces
LINES, BODIES = 4_096, 128 * 1024 * 1024  # that wait for a head or a body, at most; bytes of bodies that wait
TIME_SLICE = 0.001  # seconds that a thread calculates before the loop, which all answers go through, has its turn
A_MOMENT = 0.5  # seconds that a server which stops leaves to what is underway
STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
ORIGIN = re.compile(r"^https?://[^/?]*", re.IGNORECASE)  # what a request may say before its path
NO_ROOM = "503 Service Unavailable", [("Content-Type", "text/plain"), ("Retry-After", "5")], b"The disk is full.\n"
ALIVE = "/health"  # answered even while each thread for requests waits for a database that has stopped
EMPTY = ("1", "204", "304")  # of such an answer not even the length is told

log = logging.getLogger("cairn.server")


class Worker(Process):  # type: ignore[misc]  # gunicorn has no types
    """One of gunicorn's processes (`--worker-class web.server.Worker`)."""

    def run(self) -> None:
        # What Tornado warns of is what strangers send, with their addresses.
        logging.getLogger("tornado.general").setLevel(logging.ERROR)
        more_files()
        give_large_blocks_back()
        sys.setswitchinterval(TIME_SLICE)
        asyncio.run(self._serve())
        for each in STOPS:
            signal.signal(each, signal.SIG_IGN)  # it stops already; a second one would kill it, and be warned of

    async def _serve(self) -> None:
        stopped = asyncio.Event()
        for each in STOPS:
            asyncio.get_running_loop().add_signal_handler(each, stopped.set)
        threads = ThreadPoolExecutor(self.cfg.threads, "request")
        pieces = ThreadPoolExecutor(self.cfg.threads, "piece")
        tls = self._tls() if self.cfg.is_ssl else None
        doors = [Door(self.wsgi, threads, pieces, listener.getsockname(), tls) for listener in self.sockets]
        for listener, door in zip(self.sockets, doors, strict=True):
            listener.sock.setblocking(False)
            door.open(listener.sock)
        while self.alive and not stopped.is_set() and os.getppid() == self.ppid:
            self.notify()
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), 1)
        for door in doors:
            door.stop()
        await _finished(doors, A_MOMENT)
        self._end()
        await _finished(doors, self.cfg.graceful_timeout)
        threads.shutdown(wait=False, cancel_futures=True)
        pieces.shutdown(wait=False, cancel_futures=True)

    def _end(self) -> None:
        """Let the application stop its own processes, because Python does not end before they do."""
        if end := getattr(self.wsgi, "extensions", {}).get("end"):
            end()

    def _tls(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.cfg.certfile, self.cfg.keyfile)
        return context


async def _finished(doors: Iterable[Door], patience: float) -> None:
    """Wait until everything is answered, for so many seconds at most."""
    if working := set().union(*(door.working for door in doors)):
        await asyncio.wait(working, timeout=patience)


class Door(HTTPServer):
    """Where requests come in.

    It bounds how many connections may wait for a head or a body (at most an eighth of the files that this process may
    open) and how many bytes of bodies: without a free file or disk space, no request could be taken at all. Beyond
    that, it closes the connection that has waited longest of the network that holds most.
    """

    def initialize(  # type: ignore[override]  # Tornado's way to begin
        self,
        app: Callable[..., Any],
        threads: ThreadPoolExecutor,
        pieces: ThreadPoolExecutor,
        address: tuple[str, int] | str,
        tls: ssl.SSLContext | None,
    ) -> None:
        super().initialize(
            self,
            idle_connection_timeout=HEAD_PATIENCE,
            body_timeout=BODY_PATIENCE,
            max_body_size=BODY,
        )
        self.app, self.threads, self.pieces, self.address, self._tls = app, threads, pieces, address, tls
        self.leaving, self._opened = False, ExitStack()
        self.working: set[asyncio.Task[None]] = set()
        self.lines: Shares[Any] = Shares(min(LINES, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 8))
        self.bodies: Shares[Any] = Shares(BODIES)

    def open(self, listener: socket.socket) -> None:
        """Accept connections from here until the door stops. Where the system has epoll, each
        passes the filter first.
        """
        if sys.platform != "linux":
            self.add_socket(listener)
            return
        patience = for_a_hello if self._tls else for_a_request
        accept_filter = AcceptFilter(patience, self._enter, self._wait, self._release)
        for close in (listener.close, accept_filter.stop, add_accept_handler(listener, accept_filter.take)):
            self._opened.callback(close)

    def _wait(self, address: Any, line: Waiting) -> None:
        self.hold(self.lines, address[0] if address else "", line, 1)

    def _enter(self, line: socket.socket, address: Any) -> None:
        with suppress(OSError):  # it has gone in the meantime
            self.handle_stream(self._stream(line), address)

    def _stream(self, line: socket.socket) -> IOStream:
        if not self._tls:
            return IOStream(line)
        return SSLIOStream(self._tls.wrap_socket(line, server_side=True, do_handshake_on_connect=False))

    def start_request(self, server_conn: Any, request_conn: Any) -> Request:
        self.hold(self.lines, server_conn.context.remote_ip, server_conn.stream, 1)
        return Request(self, server_conn, request_conn)

    def on_close(self, server_conn: Any) -> None:
        self._release(server_conn.stream)
        super().on_close(server_conn)

    def hold(self, shares: Shares[Any], address: str, line: Any, amount: int) -> None:
        """Count a waiting connection, or so many bytes of its body; close another one if there is no more room."""
        if gone := shares.take(network(address), line, amount):
            self._release(gone)
            gone.close()

    def _release(self, line: object) -> None:
        self.lines.give_back(line)
        self.bodies.give_back(line)

    def stop(self) -> None:
        self.leaving = True
        self._opened.close()
        super().stop()

    def work(self, request: Request, server_conn: Any) -> None:
        self._release(server_conn.stream)
        task = asyncio.ensure_future(request.answer())
        self.working.add(task)
        task.add_done_callback(self.working.discard)


class Request(HTTPMessageDelegate):
    """A request from its first byte to the last of its answer."""

    def __init__(self, door: Door, server_conn: Any, line: HTTP1Connection) -> None:
        self._door, self._server_conn, self._line = door, server_conn, line
        self._context = copy_context()  # what is made in pieces is made in one, whichever threads are lent to it
        self._lost = False

    def headers_received(self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders) -> None:
        self._body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed when it was asked, or with the line
        self._said = start_line, headers
        if len(headers.get_list("Host")) > 1:
            raise HTTPInputError("Two hosts")

    def data_received(self, chunk: bytes) -> None:
        with self._noticing_a_full_disk():
            self._body.write(chunk)
        there = self._server_conn
        self._door.hold(self._door.bodies, there.context.remote_ip, there.stream, len(chunk))

    @contextmanager
    def _noticing_a_full_disk(self) -> Iterator[None]:
        """A body that the disk has no room for is read to its end and dropped; the request is refused then."""
        try:
            yield
        except OSError as wrong:
            log.error("a body cannot be kept: %s", wrong.strerror)
            with suppress(OSError):
                self._body.close()
            self._body, self._lost = open(os.devnull, "r+b"), True  # noqa: SIM115  # closed like the other

    def finish(self) -> None:
        with self._noticing_a_full_disk():
            self._body.seek(0)
        self._environ = self._described(*self._said)
        self._door.work(self, self._server_conn)

    def on_connection_close(self) -> None:
        self._body.close()

    async def answer(self) -> None:
        """Have it made by a thread, and send it; a stream's line goes to whoever takes it over."""
        try:
            alive = self._environ["PATH_INFO"] == ALIVE
            threads = self._door.pieces if alive else self._door.threads
            status, headers, body, rest = await self._by_a_thread(threads, self._ask)
            if take := self._environ.get(HANDOVER):
                await self._hand_over(status, headers, take)
            elif rest is None:
                await self._send(status, headers, body)
                self._line.finish()
            else:
                await self._send_in_pieces(status, headers, body, rest)
                self._line.finish()
        except StreamClosedError:
            self._line.close()
        except Exception:
            log.exception("a request was not answered")
            self._line.close()
        finally:
            self._body.close()

    def _by_a_thread(self, threads: ThreadPoolExecutor, made: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(threads, self._context.run, made, *given)

    def _ask(self) -> tuple[str, list[tuple[str, str]], bytes, Any]:
        """Status, headers and body; and an iterator of the rest if it is long or of unknown length."""
        if self._lost:
            return *NO_ROOM, None
        said: list[Any] = []
        written: list[bytes] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[[bytes], None]:
            said[:] = [status, headers]
            return written.append

        answer = self._door.app(self._environ, start_response)
        status, headers = said
        length = next((int(value) for name, value in headers if name.lower() == "content-length"), None)
        empty = status.startswith(EMPTY)
        if not empty and HANDOVER not in self._environ and self._in_pieces(length):
            return status, headers, b"".join(written), answer
        try:
            body = b"".join((*written, *answer))
        finally:
            _closing(answer)()
        if length is None and not empty:
            headers = [*headers, ("Content-Length", str(len(body)))]
        return status, headers, body, None

    def _in_pieces(self, length: int | None) -> bool:
        """Send the rest in pieces. In HTTP/1.0 the end of an answer of unknown length is the end of the connection."""
        if length is not None:
            return length > IN_MEMORY
        kept = self._environ.get("HTTP_CONNECTION", "").lower() == "keep-alive"
        return self._environ["SERVER_PROTOCOL"] == "HTTP/1.1" or not kept

    async def _send(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        number, _, reason = status.partition(" ")
        told = HTTPHeaders()
        for name, value in headers:
            told.add(name, value)
        told.setdefault("Date", format_timestamp(time.time()))
        body = b"" if self._environ["REQUEST_METHOD"] == "HEAD" else body
        await self._read(self._line.write_headers(ResponseStartLine("HTTP/1.1", int(number), reason), told, body))

    async def _send_in_pieces(self, status: str, headers: list[tuple[str, str]], begun: bytes, rest: Any) -> None:
        """Send what is made in pieces as it is made; a thread is lent for each, and none that requests wait for.

        Once the server stops there is no next one, nor a good end.
        """
        pieces = iter(() if self._environ["REQUEST_METHOD"] == "HEAD" else rest)
        try:
            await self._send(status, headers, begun)
            while (piece := await self._by_a_thread(self._door.pieces, next, pieces, None)) is not None:
                if self._door.leaving:
                    raise StreamClosedError
                for at in range(0, len(piece), IN_MEMORY):
                    await self._read(self._line.write(piece[at : at + IN_MEMORY]))
        except Exception:
            await self._by_a_thread(self._door.pieces, _closing(rest))
            raise
        await self._by_a_thread(self._door.pieces, _closing(rest))

    async def _read(self, sent: asyncio.Future[None]) -> None:
        """Wait until it was read, as it mostly is at once; whoever does not read loses the line."""
        try:
            await (sent if sent.done() else asyncio.wait_for(sent, ANSWER_PATIENCE))
        except TimeoutError:
            raise StreamClosedError from None

    async def _hand_over(self, status: str, headers: list[tuple[str, str]], take: Callable[[Any], None]) -> None:
        """The headers, and then the line itself: what is said on it from now on is no longer ours."""
        stream = self._line.detach()
        lines = [f"{name}: {value}" for name, value in headers if name.lower() != "content-length"]
        head = [f"HTTP/1.1 {status}", *lines, "Connection: close", "", ""]
        await stream.write("\r\n".join(head).encode("latin-1"))
        IOLoop.current().remove_handler(stream.socket)
        take(stream.socket)

    def _described(self, start_line: Any, headers: HTTPHeaders) -> dict[str, Any]:
        """The WSGI environment. A header with `_` in its name could pass for another one with `-`, and is left out."""
        path, _, query = ORIGIN.sub("", start_line.path).partition("?")
        named = {name.upper().replace("-", "_"): value for name, value in headers.items() if "_" not in name}
        typed: dict[str, Any] = {name: named.pop(name) for name in ("CONTENT_TYPE", "CONTENT_LENGTH") if name in named}
        there: Any = self._line.context
        here = self._door.address if isinstance(self._door.address, tuple) else ("localhost", 80)
        return {
            **{f"HTTP_{name}": value for name, value in named.items()},
            **typed,
            "REQUEST_METHOD": start_line.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(path, "latin-1"),
            "QUERY_STRING": query,
            "SERVER_PROTOCOL": start_line.version,
            "SERVER_NAME": here[0],
            "SERVER_PORT": str(here[1]),
            "REMOTE_ADDR": there.remote_ip,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": there.protocol,
            "wsgi.input": self._body,
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }


def _closing(answer: Any) -> Callable[[], None]:
    closing: Callable[[], None] = getattr(answer, "close", lambda: None)
    return closing
