"""A worker pool: what takes long is made in processes of its own, so that no tap ever waits for it."""

from __future__ import annotations

import os
import signal
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from shutil import rmtree
from threading import RLock, Thread
from time import monotonic, process_time
from typing import Any, TypeVar
from uuid import uuid4
from weakref import finalize

Made = TypeVar("Made")
Worked = Callable[[float], object]
PATIENCE = 40.0  # seconds for one task, the waiting in the queue included
AT_ONCE = 2
QUEUE = 12
KEPT = 48 * 1024 * 1024  # bytes


class Busy(Exception):
    """Too much is underway, or this took too long: try again later."""


class WorkerPool:
    """Tasks in other processes, a few at once. What is asked for twice under one key, even at once, is made once.

    The processes start when they are first needed. They are spawned, because a fork would copy the server's threads.
    `started` counts the tasks. Whoever starts one may be told, as `worked`, how many seconds of processor time it took,
    whatever came of it; of a process that was killed, how long it ran.
    """

    def __init__(self, patience: float = PATIENCE, queue: int | None = None, once: bool = False) -> None:
        """`once`: a process has one task, and ends with it."""
        self.patience = patience
        self._queue = queue
        self._once = once
        self._ended = False
        self.started = 0
        self._guard = RLock()
        self._threads = ThreadPoolExecutor(AT_ONCE, "worker")
        self._pools: list[ProcessPoolExecutor] = []
        self._idle: list[ProcessPoolExecutor] = []
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._underway: dict[str, Future[Any]] = {}

    def start(self, warm_up: Callable[[], object]) -> None:
        """Start a process ahead of the first task, and do not wait for it."""
        with self._guard:
            if not self._pools and not self._ended:
                self._idle.append(self._fresh())
                self._idle[0].submit(warm_up)

    def made(self, key: str, work: Callable[..., bytes], *given: object) -> bytes:
        """What `work` makes in another process, or what it has made under this key; raises `Busy`."""
        underway = self.begun(key, work, *given)
        made: bytes = self.awaited(underway)
        self._keep(key, underway)
        return made

    def begun(
        self, key: str, work: Callable[..., bytes], *given: object, worked: Worked | None = None
    ) -> Future[bytes]:
        """The same, without waiting for it: what was made already is there at once."""
        with self._guard:
            if key not in self._kept:
                return self._underway.get(key) or self._begun(key, self._keep, worked, work, *given)
            self._kept.move_to_end(key)
            there: Future[bytes] = Future()
            there.set_result(self._kept[key])
            return there

    def begin(self, work: Callable[..., Made], *given: object, worked: Worked | None = None) -> Future[Made]:
        """Start a task in another process whose result is not kept; raises `Busy`."""
        with self._guard:
            return self._begun(uuid4().hex, self._forget, worked, work, *given)

    def awaited(self, underway: Future[Made]) -> Made:
        """The result of a task; raises `Busy`."""
        try:
            return underway.result(self.patience)
        except (TimeoutError, CancelledError) as failure:
            underway.cancel()  # what waits for its turn has nobody left to wait for it
            raise Busy from failure

    def close(self) -> None:
        """Stop the processes, whatever they are doing."""
        with self._guard:
            pools, self._pools, self._idle = self._pools, [], []
        for pool in pools:
            _stop(pool)

    def end(self) -> None:
        """Close for good: whoever waits for the processes or asks for more gets `Busy`."""
        with self._guard:
            self._ended = True
        self.close()

    def _begun(
        self,
        key: str,
        done: Callable[[str, Future[Any]], None],
        worked: Worked | None,
        work: Callable[..., Any],
        *given: object,
    ) -> Future[Any]:
        if self._ended or len(self._underway) >= (QUEUE if self._queue is None else self._queue):
            raise Busy
        self.started += 1
        begun = self._underway[key] = self._threads.submit(self._apart, worked, work, *given)
        begun.add_done_callback(partial(done, key))
        return begun

    def _apart(self, worked: Worked | None, work: Callable[..., Made], *given: object) -> Made:
        """What a process makes of it; in a thread that waits for it, which lets go of what was given."""
        pool, underway = self._sent(worked, work, *given)
        try:
            made = underway.result(self.patience)
        except (TimeoutError, BrokenProcessPool, CancelledError) as failure:
            self._drop(pool)
            _stop(pool)
            raise Busy from failure
        except BaseException:
            self._rest(pool)
            raise
        self._rest(pool)
        return made

    def _sent(
        self, worked: Worked | None, work: Callable[..., Made], *given: object
    ) -> tuple[ProcessPoolExecutor, Future[Made]]:
        """To a process with nothing to do, or to a fresh one; one that was killed meanwhile is passed over."""
        with self._guard:
            if self._ended:
                raise Busy
            while self._idle:
                pool = self._idle.pop()
                with suppress(BrokenProcessPool):
                    return pool, _timed(pool, worked, work, *given)
                self._drop(pool)
            fresh = self._fresh()
            return fresh, _timed(fresh, worked, work, *given)

    def _fresh(self) -> ProcessPoolExecutor:
        self._pools.append(pool := process())
        return pool

    def _rest(self, pool: ProcessPoolExecutor) -> None:
        """Keep a process for its next task. Those for files (`once`) end with theirs, for a process's queue holds the
        last file that it was sent.
        """
        with self._guard:
            if pool in self._pools and not self._once:
                self._idle.append(pool)
                return
            self._drop(pool)
        pool.shutdown(wait=False)

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._guard, suppress(ValueError):
            self._pools.remove(pool)

    def _forget(self, key: str, underway: Future[Any]) -> None:
        with self._guard:
            if self._underway.get(key) is underway:
                del self._underway[key]

    def _keep(self, key: str, done: Future[bytes]) -> None:
        """Whether or not anybody waits for it still."""
        with self._guard:
            if self._underway.get(key) is done:
                del self._underway[key]
                if not done.cancelled() and not done.exception():
                    self._kept[key] = done.result()
            while sum(map(len, self._kept.values())) > KEPT and len(self._kept) > 1:
                self._kept.popitem(last=False)


def _timed(pool: ProcessPoolExecutor, worked: Worked | None, work: Callable[..., Made], *given: object) -> Future[Made]:
    """Submit a task, and before and after it a look at the clock of the process, which does one after the other."""
    if worked is None:
        return pool.submit(work, *given)
    sent = monotonic()
    before, underway, after = pool.submit(process_time), pool.submit(work, *given), pool.submit(process_time)

    def tell(_after: Future[float]) -> None:
        killed = after.cancelled() or after.exception()
        worked(monotonic() - sent if killed else after.result() - before.result())

    after.add_done_callback(tell)
    return underway


def process() -> ProcessPoolExecutor:
    """A fresh process, in a pool of its own.

    Its temporary files, fonts above all, are in a folder that ends with it.
    """
    folder = tempfile.mkdtemp(prefix="cairn-print-")
    pool = ProcessPoolExecutor(1, get_context("spawn"), settle, (folder,))
    finalize(pool, rmtree, folder, ignore_errors=True)
    return pool


def settle(folder: str) -> None:
    """Let another process yield to the taps, leave Ctrl-C to the server, and end with it."""
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
    running = list((pool._processes or {}).values())
    for each in running:
        each.kill()
    for each in running:
        each.join()
    pool.shutdown(wait=False, cancel_futures=True)
