"""The door: Tornado's HTTP server, with the application behind it in threads (docs/decisions/0027-silent-sockets.md).

A thread is lent to a request when its head and body have arrived, until its answer is made; while more of them wait
than there are threads, they take turns. Whatever is silent, half sent or read slowly waits in the event loop, and so
does a stream.
"""

import asyncio
import logging
import re
import resource
import select
import signal
import socket
import ssl
import string
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from functools import partial
from multiprocessing import parent_process
from typing import Any, cast
from urllib.parse import quote

from flask import Flask
from tornado.http1connection import HTTP1Connection, HTTP1ServerConnection
from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPHeaders,
    HTTPInputError,
    HTTPMessageDelegate,
    HTTPServerRequest,
    ResponseStartLine,
    format_timestamp,
    parse_request_start_line,
)
from tornado.iostream import IOStream, StreamClosedError
from tornado.wsgi import WSGIContainer
from werkzeug.wrappers import Response

from web.http.limits import network
from web.server.streams import STREAM

RANKS = REPORT, PAGE, FILE = range(3)
THREADS = 16
HEAD_TIME, BODY_TIME = 30, 300  # seconds for a head, or until the next one begins; for a body
UNREAD = 300  # seconds after which a connection that takes nothing is closed
HEAD, BODY = 64 * 1024, 32 * 1024 * 1024  # bytes; the application takes less of a body, and says so itself
CONNECTIONS, BODIES = 4_096, 128 * 1024 * 1024  # at once, streams not counted; bytes of all bodies together
A_MOMENT = 0.4  # seconds that a server which stops leaves to what is under way, and again without its own processes
ORIGIN = re.compile(r"^https?://[^/?]*", re.IGNORECASE)  # what a request may say before its path
FEW, ABOUT = 1, 30.0  # pages of an address at once while others are about; seconds for which these are
HANDSHAKE = b"\x16"  # the first byte of what speaks TLS
FILES = "/static/"  # what every phone keeps
ALIVE = "/health"  # answered even while all threads wait for a database
# What is made by processes of its own, for which a thread does nothing but wait: prints, photos, large files.
WAITS = re.compile(
    r"/(print|r|t)/.+\.(pdf|png)|/(count|t)/.+/photo(/\d+)?"
    r"|/(everything|g/.+/group)\.json|(/g/.+)?/saving|/(groups|g/.+)/bring"
)
WAITING = 64  # threads for these
LEFT = getattr(select, "POLLRDHUP", 0) | select.POLLHUP | select.POLLERR
log = logging.getLogger("cairn.door")


class Turns:
    """So many at once. Of those who wait, reports come before pages, pages before files; of one rank the addresses take
    turns, so that nobody's many requests hold up another's one. While others are about, an address has only a `few`
    pages and files at once, because all of them share one interpreter. To be used in one event loop.
    """

    def __init__(self, at_once: int, few: int) -> None:
        self._free, self._few = at_once, few
        self._waiting: list[dict[str, deque[asyncio.Future[None]]]] = [{} for _ in RANKS]
        self._pages: Counter[str] = Counter()
        self._asked: list[tuple[str, float]] = []  # who asked last and who before, with the time

    @asynccontextmanager
    async def turn(self, rank: int, address: str) -> AsyncIterator[None]:
        """Wait for a turn of this address, and have it meanwhile."""
        self._asked = [(address, time.monotonic()), *(one for one in self._asked if one[0] != address)][:2]
        await self._take(rank, address)
        try:
            yield
        finally:
            self._give_back(rank, address)

    async def _take(self, rank: int, address: str) -> None:
        if self._free and self._may(rank, address):
            self._lend(rank, address)
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting[rank].setdefault(address, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._give_back(rank, address)
            raise

    def _may(self, rank: int, address: str) -> bool:
        recently = time.monotonic() - ABOUT
        alone = not any(other != address and at > recently for other, at in self._asked)
        return rank == REPORT or alone or self._pages[address] < self._few

    def _lend(self, rank: int, address: str) -> None:
        self._free -= 1
        self._pages[address] += rank != REPORT

    def _give_back(self, rank: int, address: str) -> None:
        self._free += 1
        self._pages[address] -= rank != REPORT
        self._pages += Counter()  # without those who have none
        while self._free and self._next():
            pass

    def _next(self) -> bool:
        """Whether somebody who waited has a turn now."""
        for rank, waiting in enumerate(self._waiting):
            for address in waiting:
                if self._may(rank, address):
                    self._lend_first(rank, address, waiting.pop(address))
                    return True
        return False

    def _lend_first(self, rank: int, address: str, those: deque[asyncio.Future[None]]) -> None:
        first = those.popleft()
        if those:
            self._waiting[rank][address] = those  # behind all others
        if not first.done():
            self._lend(rank, address)
            first.set_result(None)


async def serve(app: Flask, listener: socket.socket, tls: ssl.SSLContext | None) -> None:
    """Serve until a signal, or the end of the process that started this one, says to stop."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(each, stopped.set)
    if parent := parent_process():
        loop.add_reader(parent.sentinel, stopped.set)
    door = Door(app, listener.getsockname(), tls)
    door.add_socket(listener)
    await stopped.wait()
    await door.leave()


class Door(HTTPServer):
    """The listener for requests: it bounds the connections that may be open beside streams, and the bytes of bodies
    that wait.
    """

    def initialize(  # type: ignore[override]  # Tornado's way to begin
        self, app: Flask, address: tuple[str, int], tls: ssl.SSLContext | None = None
    ) -> None:
        super().initialize(
            self,
            idle_connection_timeout=HEAD_TIME,
            body_timeout=BODY_TIME,
            max_header_size=4 * HEAD,  # as far as one that is too large is read, to be told so
            max_body_size=BODY,
        )
        self._app = app
        self.application = Application(app, address)
        self._room = min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 8)
        self._tls = tls
        self._shaking: set[asyncio.Task[None]] = set()
        self._held: dict[HTTP1ServerConnection, int] = {}  # bytes of the body that each connection has sent
        self.bodies = 0

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        if len(self._held) + len(self._shaking) - self.application.streams() >= self._room:
            stream.close()
            return
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            stream.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD * 1000)
        if self._tls is None:
            super().handle_stream(stream, address)
            return
        task = asyncio.get_running_loop().create_task(self._shake(stream, address, self._tls))
        self._shaking.add(task)
        task.add_done_callback(self._shaking.discard)

    async def _shake(self, stream: IOStream, address: Any, tls: ssl.SSLContext) -> None:
        """Go on over TLS; with who typed http://, without."""
        try:
            async with asyncio.timeout(HEAD_TIME):
                if await _first_byte(stream) != HANDSHAKE:
                    await _lead_to_https(stream)
                    return
                secured = await stream.start_tls(True, tls)
        except (TimeoutError, OSError, StreamClosedError, HTTPInputError, asyncio.CancelledError):
            stream.close()
            return
        super().handle_stream(secured, address)

    def start_request(self, server_conn: Any, request_conn: Any) -> HTTPMessageDelegate:
        """The reader of a request, except behind another on a connection that is closed by now: that is not read."""
        if server_conn in self._held and _is_left(server_conn.stream):
            server_conn.stream.close()
            return Unread(request_conn)
        self._release(server_conn)
        self._held[server_conn] = 0
        return Request(request_conn, partial(self._hold, server_conn), self.application)

    def on_close(self, server_conn: Any) -> None:
        self._release(server_conn)
        super().on_close(server_conn)

    def _hold(self, connection: HTTP1ServerConnection, size: int) -> None:
        if self.bodies + size > BODIES:
            raise HTTPInputError("Too many bodies at once")
        self._held[connection] += size
        self.bodies += size

    def _release(self, connection: HTTP1ServerConnection) -> None:
        self.bodies -= self._held.pop(connection, 0)

    async def leave(self) -> None:
        """Stop: answer what is under way, within a second, then close all connections."""
        self.stop()
        await self._quiet()
        self._app.extensions.get("end", bool)()
        await self._quiet()
        self.application.stop()
        for each in list(self._held):
            each.stream.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.close_all_connections(), 5 * A_MOMENT)

    async def _quiet(self) -> None:
        until = time.monotonic() + A_MOMENT
        while time.monotonic() < until and (
            self.application.working or any(each.stream.writing() for each in self._held)
        ):
            await asyncio.sleep(0.01)


async def _first_byte(stream: IOStream) -> bytes:
    """The first byte on a connection, which stays there to be read."""
    loop, there = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(stream.fileno(), there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(stream.fileno())
    return bytes(stream.socket.recv(1, socket.MSG_PEEK))


async def _lead_to_https(stream: IOStream) -> None:
    """Answer a request without TLS with the address that has it; raises `HTTPInputError` where it is none."""
    head = (await stream.read_until(b"\r\n\r\n", max_bytes=HEAD)).decode("latin-1")
    first, _, rest = head.partition("\r\n")
    path, host = ORIGIN.sub("", parse_request_start_line(first).path), HTTPHeaders.parse(rest).get("Host", "")
    answer = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://{host}{path}\r\nConnection: close\r\n\r\n"
    await stream.write(answer.encode("latin-1"))
    stream.close()


def _is_left(stream: IOStream) -> bool:
    """True if the other end of a connection has closed it, even if something that it had sent is still unread."""
    if stream.closed():
        return True
    look = select.poll()
    look.register(stream.socket, LEFT)
    return bool(look.poll(0))


class Unread(HTTPMessageDelegate):
    """A request that is not read, nor what stands behind it."""

    def __init__(self, connection: HTTP1Connection) -> None:
        self._connection = connection

    def headers_received(self, *_: Any) -> None:
        self._connection.detach()


class Request(HTTPMessageDelegate):
    """A request as it arrives. Nothing is kept of a body that is too large: the application knows its length, and
    refuses it in words.
    """

    def __init__(
        self, connection: HTTP1Connection, hold: Callable[[int], None], ask: Callable[[HTTPServerRequest], None]
    ) -> None:
        self._connection, self._hold, self._ask = connection, hold, ask
        self._body = bytearray()
        self._too_large = False

    def headers_received(self, start_line: Any, headers: HTTPHeaders) -> None:
        if len(start_line.path) + sum(len(name) + len(value) for name, value in headers.get_all()) > HEAD:
            _refuse_head(self._connection)
            return
        length = headers.get("Content-Length", "")
        self._too_large = length.isdecimal() and int(length) > BODY
        if self._too_large:
            self._connection.set_max_body_size(int(length))
        self._request = HTTPServerRequest(connection=self._connection, start_line=start_line, headers=headers)

    def data_received(self, chunk: bytes) -> None:
        if self._too_large:
            return
        self._hold(len(chunk))
        self._body += chunk

    def finish(self) -> None:
        self._request.body = bytes(self._body)
        del self._body
        self._ask(self._request)


def _refuse_head(connection: HTTP1Connection) -> None:
    headers = HTTPHeaders({"Content-Length": "0", "Connection": "close"})
    connection.write_headers(ResponseStartLine("HTTP/1.1", 431, "Request Header Fields Too Large"), headers)
    connection.finish()


class Application(WSGIContainer):
    """The application, asked in threads. A stream has its connection from then on, and no thread."""

    executor: ThreadPoolExecutor

    def __init__(self, app: Flask, address: tuple[str, int]) -> None:
        super().__init__(app, ThreadPoolExecutor(THREADS, "request"))
        self._address = address
        self._proxies: int = app.config.get("PROXIES", 0)
        self._turns = Turns(THREADS, FEW)
        self._alive = ThreadPoolExecutor(1, "alive")
        self._waiting, self._turns_to_wait = ThreadPoolExecutor(WAITING, "waiting"), Turns(WAITING, WAITING)
        self.streams: Callable[[], int] = app.extensions["hub"].count if "hub" in app.extensions else int
        self.working: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Answer nothing that has not begun."""
        for threads in (self.executor, self._waiting):
            threads.shutdown(wait=False, cancel_futures=True)

    def __call__(self, request: HTTPServerRequest) -> None:
        task = asyncio.get_running_loop().create_task(self.handle_request(request))
        self.working.add(task)
        task.add_done_callback(self.working.discard)

    async def handle_request(self, request: HTTPServerRequest) -> None:
        loop, connection = asyncio.get_running_loop(), cast("HTTP1Connection", request.connection)
        try:
            environ = self.environ(request)
            with environ["wsgi.input"]:  # and let go of the body, which Werkzeug's requests hold in a cycle
                request.body = b""
                threads, turn = self._lent(request)
                async with turn:
                    await loop.run_in_executor(threads, self._answer, environ, connection, loop.call_soon_threadsafe)
        except Exception:
            log.exception("a request was not answered")
            connection.close()

    def _lent(self, request: HTTPServerRequest) -> tuple[ThreadPoolExecutor, AbstractAsyncContextManager[None]]:
        """The threads of which one is lent to this request, and when it is its turn."""
        if request.path == ALIVE:
            return self._alive, nullcontext()
        if WAITS.fullmatch(request.path):
            return self._waiting, self._turns_to_wait.turn(PAGE, self._asker(request))
        return self.executor, self._turns.turn(_rank(request), self._asker(request))

    def _asker(self, request: HTTPServerRequest) -> str:
        """The network of whoever asks; behind proxies the one that the outermost of ours has said."""
        said = [one.strip() for one in request.headers.get("X-Forwarded-For", "").split(",")]
        known = 0 < self._proxies <= len(said)
        return network(said[-self._proxies] if known else str(request.remote_ip), 64)

    def environ(self, request: HTTPServerRequest) -> dict[str, Any]:
        """The WSGI environment. A header with `_` in its name could pass for another one with `-`, and is left out; a
        byte of the query that is not ASCII is percent-encoded.
        """
        for name in [name for name in request.headers if "_" in name]:
            del request.headers[name]
        request.host, request.path = "", ORIGIN.sub("", request.path)
        return {
            **super().environ(request),
            "QUERY_STRING": quote(request.query, safe=string.printable, encoding="latin-1"),
            "SERVER_NAME": self._address[0],
            "SERVER_PORT": str(self._address[1]),
            "wsgi.input_terminated": True,
        }

    def _answer(self, environ: dict[str, Any], connection: HTTP1Connection, send: Callable[..., object]) -> None:
        """Have the application answer, and send that through the loop, in pieces where it is made in pieces.

        A page for whoever has left is not begun; a report counts all the same.
        """
        if connection.stream.closed() and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            return
        joins: list[Callable[[HTTP1Connection], None]] = []
        with Response.from_app(self.wsgi_application, {**environ, STREAM: joins}) as answer:
            start, headers = _head(answer)
            if joins:
                send(_hand_over, connection, start, headers, joins[0])
                return
            pieces = iter(()) if environ["REQUEST_METHOD"] == "HEAD" else answer.iter_encoded()
            if "Content-Length" in headers or environ["SERVER_PROTOCOL"] == "HTTP/1.0":
                send(_whole, connection, start, headers, b"".join(pieces))
                return
            send(connection.write_headers, start, headers)
            for piece in pieces:
                if connection.stream.closed():
                    return
                send(connection.write, piece)
            send(connection.finish)


def _rank(request: HTTPServerRequest) -> int:
    if request.method == "POST":
        return REPORT
    return FILE if request.path.startswith(FILES) else PAGE


def _head(answer: Response) -> tuple[ResponseStartLine, HTTPHeaders]:
    headers = HTTPHeaders()
    for name, value in answer.headers:
        headers.add(name, value)
    headers.setdefault("Date", format_timestamp(time.time()))
    return ResponseStartLine("HTTP/1.1", answer.status_code, answer.status.partition(" ")[2]), headers


def _whole(connection: HTTP1Connection, start: ResponseStartLine, headers: HTTPHeaders, body: bytes) -> None:
    if body:
        headers.setdefault("Content-Length", str(len(body)))
    connection.write_headers(start, headers, body)
    connection.finish()


def _hand_over(
    connection: HTTP1Connection, start: ResponseStartLine, headers: HTTPHeaders, join: Callable[[HTTP1Connection], None]
) -> None:
    del headers["Content-Length"]
    connection.write_headers(start, headers)
    if not connection.stream.closed():
        join(connection)
