"""Live tables: a stream carries only "the table is at 42"; the phone then asks for what it shows. The devices that
are here are those whose streams are open, in any process; several tell each other by the ledger.

A phone holds its stream open for a whole evening, and a thread each would be too much. So the request ends with the
headers of the stream; its connection waits in the server's event loop, where the hub writes to all of a table.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, cast

from flask import Blueprint, Response, current_app, request

from web.table.access import TableAccess, device, ledger, under_both_links
from web.table.forms import tell_set_back

if TYPE_CHECKING:
    from ledger import Ledger

RENEWED = 60.0  # seconds after which a device that stays is written down again
FORGOTTEN = timedelta(seconds=2.5 * RENEWED)

Present = tuple[int, str]
presence_log = logging.getLogger("cairn.presence")
streams = Blueprint("streams", __name__)
STREAM = "cairn.stream"  # in the environment of a request: a list, for what takes its connection over
QUIET = 15.0  # seconds after which a silent connection is kept alive
PATIENCE = 5.0  # seconds for the ledger to say where tables are
GONE = -1  # in the place of a seq: the table was deleted, or an older copy of the ledger was put back
HERE = b"event: here\ndata: here\n\n"  # a sign of life that the page sees: what stays silent, it opens anew
BESIDE = -2  # in the place of a seq: a name was mended, a seat was freed, or the same people opened another table
NEXT_OPEN = b"event: next\ndata: next\n\n"
LAST_WORD = b"event: gone\ndata: gone\n\n"
log = logging.getLogger("cairn.live")


class Presence:
    """The devices that have a stream open: in this process by its own knowledge, without a clock; in others through the
    ledger. Nobody waits for the writing, and the queue of what is to be written never holds more than the devices that
    are here.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._here: set[Present] = set()
        self._waits: dict[Present, bool] = {}
        self._guard = Lock()
        self._scribe = ThreadPoolExecutor(1, "presence")

    def here(self, present: Iterable[Present]) -> None:
        self._later(dict.fromkeys(present, True))

    def gone(self, present: Present) -> None:
        self._later({present: False})

    def at(self, table_id: int) -> frozenset[str]:
        """The devices that are at a table."""
        with self._guard:
            ours = frozenset(device for table, device in self._here if table == table_id)
        others = self._ledger.presences.present(table_id, datetime.now(UTC) - FORGOTTEN) if self._shared else ()
        return ours.union(others)

    @property
    def _shared(self) -> bool:
        return self._ledger.database.shared

    def _later(self, changes: dict[Present, bool]) -> None:
        with self._guard:
            for present, comes in changes.items():
                (self._here.add if comes else self._here.discard)(present)
            asked = bool(self._waits)
            self._waits |= changes if self._shared else {}
        if self._shared and not asked:
            with suppress(RuntimeError):  # the process ends
                self._scribe.submit(self._write)

    def _write(self) -> None:
        """Write everything that has accumulated, in one go."""
        with self._guard:
            changes, self._waits = self._waits, {}
        try:
            self._ledger.presences.here(present for present, comes in changes.items() if comes)
            self._ledger.presences.gone(present for present, comes in changes.items() if not comes)
        except self._ledger.outages as outage:
            presence_log.warning("who is here was not written down: %s", type(outage).__name__)
        except Exception:
            presence_log.exception("who is here was not written down")


def presence() -> Presence:
    return cast(Presence, current_app.extensions["presence"])


def event_at(seq: int) -> bytes:
    """The only thing a stream says, with an id from which a phone resumes."""
    return b"id: %d\nevent: at\ndata: %d\n\n" % (seq, seq)


def room() -> int:
    """The number of streams that this process may hold: three quarters of the files that it may open."""
    import resource  # not everywhere

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 3 // 4


class Connection(Protocol):
    """The connection that a stream is written to, as Tornado's HTTP1Connection is."""

    def set_close_callback(self, callback: Callable[[], None] | None) -> None: ...
    def write(self, chunk: bytes) -> asyncio.Future[None]: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


@dataclass(eq=False, slots=True)
class Listener:
    """One phone's stream: the table it is at, the last seq it was told, and the device."""

    table_id: int
    seen: int
    device: str
    connection: Connection = field(repr=False)


class Hub:
    """Writes to every stream of this process, in the event loop of the server. A connection that cannot take a ping at
    once is cut: its phone comes back and resumes from the last id it had read.
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
        self._tables: defaultdict[int, set[Listener]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asker = ThreadPoolExecutor(1, "where tables are")
        self._tasks: set[asyncio.Task[None]] = set()

    def notify(self, table_id: int, seq: int) -> None:
        """The table is at `seq`: wake its streams; at GONE they end, at BESIDE they look. From any thread."""
        self._soon(self._tell, table_id, seq, time.perf_counter())

    def stir(self) -> None:
        """News may have been missed: tell every stream where its table is. From any thread."""
        self._soon(lambda: self._begin(self._look_at_all()))

    def join(self, table_id: int, seen: int, device: str, connection: Connection) -> None:
        """Take over a stream, in the loop; it is told at once if its table has moved on."""
        if self._loop is not asyncio.get_running_loop():
            self._loop = asyncio.get_running_loop()
            self._begin(self._keep_alive())
        listener = Listener(table_id, seen, device, connection)
        self._tables[table_id].add(listener)
        connection.set_close_callback(partial(self._leave, listener))
        self._presence.here([(table_id, device)])
        self._begin(self._welcome(listener))

    def count(self) -> int:
        """The number of streams that are open in this process."""
        return sum(len(listeners) for listeners in list(self._tables.values()))

    def has_room(self) -> bool:
        """True if one more stream leaves enough files for taps; without a stream a phone polls."""
        return self.count() < room()

    def _soon(self, call: Callable[..., object], *given: object) -> None:
        if self._loop:
            with suppress(RuntimeError):  # the server stops
                self._loop.call_soon_threadsafe(call, *given)

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, table_id: int, seq: int, since: float) -> None:
        for listener in tuple(self._tables.get(table_id, ())):
            self._ping(listener, seq)
        self._took(time.perf_counter() - since)

    async def _welcome(self, listener: Listener) -> None:
        if not await self._look([listener]):
            self._cut(listener)  # its phone comes back, and asks again

    async def _look_at_all(self) -> None:
        await self._look([listener for listeners in self._tables.values() for listener in listeners])

    async def _look(self, listeners: Iterable[Listener]) -> bool:
        """Tell these streams where their tables are; False if the database does not answer, which streams outlive.

        A table that is not as far as it was when it was asked for was set back, or deleted.
        """
        seen = {listener: listener.seen for listener in listeners}
        at = await self._where({listener.table_id for listener in seen})
        if at is None:
            return False
        for listener, before in seen.items():
            seq = at[listener.table_id]
            self._ping(listener, seq if seq >= before else GONE)
        return True

    async def _where(self, tables: set[int]) -> dict[int, int] | None:
        if not tables:
            return {}
        try:
            asked = asyncio.get_running_loop().run_in_executor(self._asker, self._last_seqs, tables)
            return {**dict.fromkeys(tables, GONE), **await asyncio.wait_for(asked, PATIENCE)}
        except Exception as wrong:
            log.warning("the database did not say where the tables are: %s", type(wrong).__name__)
            return None

    def _ping(self, listener: Listener, seq: int) -> None:
        if listener not in self._tables.get(listener.table_id, ()):
            return
        if seq == GONE:
            self._write(listener, LAST_WORD)
            self._leave(listener)
            listener.connection.finish()
        elif seq == BESIDE:
            self._write(listener, NEXT_OPEN)
        elif seq > listener.seen:
            listener.seen = seq
            self._write(listener, event_at(seq))

    def _write(self, listener: Listener, said: bytes) -> None:
        written = listener.connection.write(said)
        if not written.done() or written.exception():
            self._cut(listener)

    def _cut(self, listener: Listener) -> None:
        listener.connection.close()
        self._leave(listener)

    def _leave(self, listener: Listener) -> None:
        listeners = self._tables.get(listener.table_id, set())
        if listener not in listeners:
            return
        listeners.discard(listener)
        if not listeners:
            del self._tables[listener.table_id]
        if all(other.device != listener.device for other in listeners):
            self._presence.gone((listener.table_id, listener.device))

    async def _keep_alive(self) -> None:
        """Write to silent connections, so that nobody takes them for dead. This also tells, late but surely, what
        another process did: `flask expire` beside a served SQLite tells nobody.
        """
        renewed = time.monotonic()
        while True:
            await asyncio.sleep(QUIET)
            for listener in [each for listeners in self._tables.values() for each in listeners]:
                self._write(listener, HERE)
            if time.monotonic() >= renewed + RENEWED:
                renewed = time.monotonic()
                self._presence.here((at, one.device) for at, some in self._tables.items() for one in some)
            await self._look_at_all()


def hub() -> Hub:
    return cast(Hub, current_app.extensions["hub"])


@under_both_links(streams, "/stream", "watch_stream")
def stream(here: TableAccess) -> Response:
    """The headers of a stream, whose connection Cairn's own server then hands to the hub. From any other server, the
    answer says where the table is and ends.

    A phone that has seen more than there is loads its page again, as at a deleted table.
    """
    told = request.headers.get("Last-Event-ID") or request.args.get("seen", "0")
    seen = int(told) if told.isdecimal() and len(told) < 9 else 0
    newest = ledger().moves.last_seq(here.table.id)
    if seen > newest:
        tell_set_back()
    elif request.method == "GET" and hub().has_room():
        request.environ.get(STREAM, []).append(partial(hub().join, here.table.id, seen, device()))
    answer = Response(LAST_WORD if seen > newest else event_at(newest), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer
