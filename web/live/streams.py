"""Live tables: a stream carries only "the table is at 42"; the phone then asks for what it shows.

A phone holds its stream open for a whole evening. A thread each would be too much, so the request ends as soon
as the headers are written: its socket goes over to one writer, which wakes the streams of a table together.
"""

from __future__ import annotations

import logging
import os
import resource
import selectors
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from ssl import SSLWantReadError
from threading import Lock, Thread
from typing import cast

from flask import Blueprint, Response, current_app, request

from web.access import TableAccess, device, ledger, table_or_404, watched_or_404
from web.live.lines import HANDOVER, Line, more_files
from web.live.presence import RENEWED, Presence
from web.resending import tell_set_back

streams = Blueprint("streams", __name__)
QUIET = 15.0  # seconds after which a silent line is kept alive
PATIENCE = 5.0  # seconds for the ledger to say where tables are
GONE = -1  # in the place of a seq: the table was deleted, or an older copy of the ledger was put back
LAST_WORD = b"event: gone\ndata: gone\n\n"

log = logging.getLogger("cairn.live")


def event_at(seq: int) -> bytes:
    """The only thing a stream says, with an id from which a phone resumes."""
    return b"id: %d\nevent: at\ndata: %d\n\n" % (seq, seq)


def room() -> int:
    """How many streams this process may hold: three quarters of the files that it may open."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 3 // 4


@dataclass(eq=False, slots=True)
class Listener:
    """One phone's stream: the table it is at, the last seq it was told, and the device."""

    table_id: int
    seen: int
    device: str
    line: Line = field(repr=False)


News = tuple[int, int, float] | Listener | None


class Hub:
    """The one thread that writes to every stream of this process. A connection that cannot take a ping at once is cut:
    its phone comes back and resumes from the last id it had read.
    """

    def __init__(
        self,
        last_seqs: Callable[[Iterable[int]], Mapping[int, int]],
        presence: Presence,
        took: Callable[[float], object],
    ) -> None:
        """`last_seqs` asks the ledger where tables are; `took` hears how many seconds a ping waited to be sent."""
        self._last_seqs = last_seqs
        self._presence = presence
        self._took = took
        self._news: SimpleQueue[News] = SimpleQueue()
        self._tables: defaultdict[int, set[Listener]] = defaultdict(set)
        self._guard = Lock()
        self._process = 0
        self._heard = self._bell = -1
        self._question: Future[Mapping[int, int]] | None = None

    def notify(self, table_id: int, seq: int) -> None:
        """The table is at `seq`: wake its streams; at GONE they end."""
        if self._process == os.getpid():
            self._ring((table_id, seq, time.perf_counter()))

    def stir(self) -> None:
        """News may have been missed: tell every stream where its table is."""
        if self._process == os.getpid():
            self._ring(None)

    def take_over(self, table_id: int, seen: int, device: str, line: Line) -> None:
        """Take over a stream's connection after its headers."""
        self.join(Listener(table_id, seen, device, line))

    def join(self, listener: Listener) -> None:
        """Take over a stream; it is told at once if its table has moved on."""
        self._start()
        self._ring(listener)

    def count(self) -> int:
        """How many streams are open in this process."""
        return sum(len(listeners) for listeners in list(self._tables.values()))

    def has_room(self) -> bool:
        """Whether one more stream leaves enough files for taps; without a stream a phone polls."""
        return self.count() < room()

    def hangs(self) -> bool:
        """Whether the database still owes the answer to the last question."""
        return self._question is not None and not self._question.done()

    def _ring(self, news: News) -> None:
        self._news.put(news)
        with suppress(BlockingIOError):  # it rings already
            os.write(self._bell, b"!")

    def _start(self) -> None:
        with self._guard:
            if self._process == os.getpid():
                return
            self._news, self._tables = SimpleQueue(), defaultdict(set)
            self._heard, self._bell = os.pipe()
            os.set_blocking(self._heard, False)
            os.set_blocking(self._bell, False)
            self._asker, self._question = ThreadPoolExecutor(1, "where tables are"), None
            self._process = os.getpid()
            more_files()
            Thread(target=self._write, name="streams", daemon=True).start()

    def _write(self) -> None:
        selector = selectors.DefaultSelector()
        selector.register(self._heard, selectors.EVENT_READ)
        kept_alive = renewed = time.monotonic()
        while True:
            for key, _mask in selector.select(max(0.0, kept_alive + QUIET - time.monotonic())):
                if key.fd == self._heard:
                    os.read(self._heard, 4_096)
                    self._spread(selector)
                else:
                    self._hear(selector, key.data)
            if time.monotonic() >= kept_alive + QUIET:
                kept_alive = time.monotonic()
                self._keep_alive(selector)
            if time.monotonic() >= renewed + RENEWED:
                renewed = time.monotonic()
                self._presence.here((at, one.device) for at, some in self._tables.items() for one in some)

    def _spread(self, selector: selectors.BaseSelector) -> None:
        moved: dict[int, int] = {}
        told: list[float] = []
        try:
            while True:
                match self._news.get_nowait():
                    case Listener() as listener:
                        self._welcome(selector, listener)
                    case (table_id, seq, at):
                        told.append(at)
                        before = moved.get(table_id, 0)
                        moved[table_id] = GONE if GONE in (seq, before) else max(seq, before)
                    case None:
                        moved |= self._where(self._tables) or {}
        except Empty:
            pass
        for table_id, seq in moved.items():
            for listener in tuple(self._tables.get(table_id, ())):
                self._ping(selector, listener, seq)
        for at in told:
            self._took(time.perf_counter() - at)

    def _welcome(self, selector: selectors.BaseSelector, listener: Listener) -> None:
        self._tables[listener.table_id].add(listener)
        selector.register(listener.line, selectors.EVENT_READ, listener)
        self._presence.here([(listener.table_id, listener.device)])
        at = self._where([listener.table_id])
        if at is None:
            self._cut(selector, listener)  # its phone comes back, and asks again
        else:
            self._ping(selector, listener, at[listener.table_id])

    def _where(self, table_ids: Iterable[int]) -> dict[int, int] | None:
        """Where the tables are; None if the database does not answer, because streams must outlive that.

        A database that hangs is asked nothing more until it has answered, so that nobody waits for it twice.
        """
        asked = list(table_ids)
        if not asked or self.hangs():
            return None if asked else {}
        try:
            self._question = self._asker.submit(self._last_seqs, asked)
        except RuntimeError:  # the process ends
            return None
        try:
            return {**dict.fromkeys(asked, GONE), **self._question.result(PATIENCE)}
        except Exception:
            log.exception("the database did not say where the tables are")
            return None

    def _ping(self, selector: selectors.BaseSelector, listener: Listener, seq: int) -> None:
        if seq == GONE:
            self._translate(selector, listener, LAST_WORD)
            self._cut(selector, listener)
        elif seq > listener.seen:
            listener.seen = seq
            self._translate(selector, listener, event_at(seq))

    def _translate(self, selector: selectors.BaseSelector, listener: Listener, said: bytes) -> None:
        try:
            if listener.line.send(said) == len(said):
                return
        except OSError:
            pass
        self._cut(selector, listener)

    def _hear(self, selector: selectors.BaseSelector, listener: Listener) -> None:
        try:
            if listener.line.recv(1024):
                return
        except (BlockingIOError, SSLWantReadError):
            return
        except OSError:
            pass
        self._cut(selector, listener)

    def _cut(self, selector: selectors.BaseSelector, listener: Listener) -> None:
        listeners = self._tables.get(listener.table_id, set())
        if listener not in listeners:
            return
        listeners.discard(listener)
        if not listeners:
            del self._tables[listener.table_id]
        selector.unregister(listener.line)
        listener.line.close()
        if all(other.device != listener.device for other in listeners):
            self._presence.gone((listener.table_id, listener.device))

    def _keep_alive(self, selector: selectors.BaseSelector) -> None:
        """Write to silent connections, so that nobody takes them for dead. This also tells, late but surely, what
        another process did: `flask expire` beside a served SQLite tells nobody.
        """
        at = self._where(self._tables) or {}
        for table_id, listeners in list(self._tables.items()):
            for listener in tuple(listeners):
                self._translate(selector, listener, b": here\n\n")
                seq = at.get(table_id, listener.seen)
                self._ping(selector, listener, seq if seq >= listener.seen else GONE)


def hub() -> Hub:
    return cast(Hub, current_app.extensions["hub"])


@streams.get("/t/<code>/stream")
def stream(code: str) -> Response:
    return _stream(table_or_404(code))


@streams.get("/w/<code>/stream")
def watch_stream(code: str) -> Response:
    return _stream(watched_or_404(code))


def _stream(here: TableAccess) -> Response:
    """The headers of a stream, whose connection the server then hands to the hub. If it cannot, the answer says where
    the table is and ends.

    A phone that has seen more than there is loads its page again, as at a deleted table.
    """
    told = request.headers.get("Last-Event-ID") or request.args.get("seen", "0")
    seen = int(told) if told.isdecimal() and len(told) < 9 else 0
    newest = ledger().moves.last_seq(here.table.id)
    if seen > newest:
        tell_set_back()
    elif request.method == "GET" and hub().has_room():
        request.environ[HANDOVER] = partial(hub().take_over, here.table.id, seen, device())
    answer = Response(LAST_WORD if seen > newest else event_at(newest), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer
