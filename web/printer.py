"""The printer: pages are laid out in processes of their own, so that no tap ever waits for one, and kept a while."""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from shutil import rmtree
from threading import RLock, Thread
from typing import Any, TypeVar
from uuid import uuid4
from weakref import finalize

from printables.press import get_ready, lay_out, picture

Made = TypeVar("Made")
PATIENCE = 40.0  # seconds for one print, the waiting in the queue included
AT_ONCE = 2
QUEUE = 12
KEPT = 48 * 1024 * 1024  # bytes


class Busy(Exception):
    """Too much is being printed, or this print took too long: try again later."""


class Printer:
    """PDFs and pictures of composed pages. The same pages asked twice, even at once, are laid out once.

    The processes start when they are needed, and one when somebody begins to choose what to print: fresh ones, for
    a fork would carry the server's threads along.
    """

    def __init__(self, patience: float = PATIENCE, queue: int | None = None, tasks: int | None = None) -> None:
        self.patience = patience
        self._queue = queue
        self._tasks = tasks
        self._ended = False
        self.laid_out = 0
        self._guard = RLock()
        self._pool: ProcessPoolExecutor | None = None
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._underway: dict[str, Future[Any]] = {}

    def get_ready(self) -> None:
        """Start a process ahead of the first print, and do not wait for it."""
        with self._guard:
            if self._pool is None and not self._ended:
                self._running().submit(get_ready)

    def pdf(self, html: str, copies: int = 1, again: str = "") -> bytes:
        """The PDF of composed pages; raises `Busy`."""
        more = (copies, again) if copies > 1 else ()
        return self.made(_key("pdf", html, *more), lay_out, html, *more)

    def picture(self, html: str, width: int = 640) -> bytes:
        """The first page as PNG, so many pixels wide; raises `Busy`."""
        return self.made(_key("png", html, width), picture, self.pdf(html), width)

    def made(self, key: str, work: Callable[..., bytes], *given: object) -> bytes:
        """What `work` makes in a printing process, or what it has made under this key; raises `Busy`."""
        underway = self.begun(key, work, *given)
        made: bytes = self._awaited(key, underway)
        self._keep(key, underway, made)
        return made

    def begun(self, key: str, work: Callable[..., bytes], *given: object) -> Future[bytes]:
        """The same, without waiting for it: what was made already is there at once."""
        with self._guard:
            if key not in self._kept:
                return self._underway.get(key) or self._begun(key, work, *given)
            self._kept.move_to_end(key)
            there: Future[bytes] = Future()
            there.set_result(self._kept[key])
            return there

    def begin(self, work: Callable[..., Made], *given: object) -> Future[Made]:
        """Begin what a printing process shall make, which is not kept; raises `Busy`."""
        key = uuid4().hex
        with self._guard:
            underway = self._begun(key, work, *given)
        underway.add_done_callback(lambda done: self._forget(key, done))
        return underway

    def awaited(self, underway: Future[Made]) -> Made:
        """What comes of it; raises `Busy`."""
        try:
            return underway.result(self.patience)
        except (TimeoutError, BrokenProcessPool, CancelledError) as failure:
            self.close()
            raise Busy from failure

    def close(self) -> None:
        """Stop the processes, whatever they are doing."""
        with self._guard:
            pool, self._pool = self._pool, None
        if pool:
            _stop(pool)

    def end(self) -> None:
        """The same for good: whoever waits for them or asks for more hears `Busy`."""
        with self._guard:
            self._ended = True
        self.close()

    def _awaited(self, key: str, underway: Future[Any]) -> Any:
        try:
            return self.awaited(underway)
        except Busy:
            self._forget(key, underway)
            raise

    def _begun(self, key: str, work: Callable[..., Any], *given: object) -> Future[Any]:
        if self._ended or len(self._underway) >= (QUEUE if self._queue is None else self._queue):
            raise Busy
        self.laid_out += 1
        begun = self._underway[key] = self._running().submit(work, *given)
        begun.add_done_callback(lambda done: self._forget(key, done) if done.cancelled() or done.exception() else None)
        begun.add_done_callback(self._rest)
        return begun

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = processes(AT_ONCE, self._tasks)
        return self._pool

    def _rest(self, _done: Future[Any]) -> None:
        """The queue of the processes holds the last file that they were sent: with nothing to do, both go."""
        with self._guard:
            if self._tasks and self._pool and all(one.done() for one in self._underway.values()):
                self._pool.shutdown(wait=False)
                self._pool = None

    def _forget(self, key: str, underway: Future[Any]) -> None:
        if self._underway.get(key) is underway:
            self._underway.pop(key, None)

    def _keep(self, key: str, underway: Future[Any], made: bytes) -> None:
        with self._guard:
            self._kept[key] = made
            self._forget(key, underway)
            while sum(map(len, self._kept.values())) > KEPT and len(self._kept) > 1:
                self._kept.popitem(last=False)


@lru_cache(64)
def _key(kind: str, html: str, *more: object) -> str:
    return hashlib.sha256(repr((kind, html, *more)).encode("utf-8", "surrogatepass")).hexdigest()


def processes(at_once: int, tasks: int | None = None) -> ProcessPoolExecutor:
    """Fresh processes for printing, each for so many tasks and then another.

    Their temporary files, fonts above all, are in a folder that ends with them.
    """
    folder = tempfile.mkdtemp(prefix="cairn-print-")
    pool = ProcessPoolExecutor(at_once, get_context("spawn"), settle, (folder,), max_tasks_per_child=tasks)
    finalize(pool, rmtree, folder, ignore_errors=True)
    return pool


def settle(folder: str) -> None:
    """A printing process gives way to the taps, leaves Ctrl-C to the server, and ends with it."""
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # no idle class: beside busy programs that gets nothing at all
    Thread(target=_end_with_the_server, args=(folder,), daemon=True).start()


def _end_with_the_server(folder: str) -> None:
    server = parent_process()
    if server is not None:
        wait([server.sentinel])
        rmtree(folder, ignore_errors=True)
        os._exit(0)


def _stop(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    for process in processes:
        process.kill()
    for process in processes:
        process.join()
    pool.shutdown(wait=False, cancel_futures=True)
