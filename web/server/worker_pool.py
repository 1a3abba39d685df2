"""A worker pool: what takes long is made in processes of its own, so that no tap ever waits for it; in a browser, which
has no processes, at once.
"""

import os
import signal
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pickle import dumps, loads
from shutil import rmtree
from threading import Lock, Thread
from time import monotonic, process_time
from traceback import format_exc
from typing import Any, TypeVar
from uuid import uuid4
from weakref import WeakSet, finalize

Made = TypeVar("Made")
Worked = Callable[[float], object]
Outcome = tuple[Any, Exception | None, float]  # a result, or the error instead; seconds of processor time
PATIENCE = 40.0  # seconds for one task
WAITING = 300.0  # seconds that somebody waits for one, the queue included
AT_ONCE = 2
QUEUE = 48
KEPT = 48 * 1024 * 1024  # bytes


class Busy(Exception):
    """Too much is underway, or this took too long: try again later."""


class WorkerPool:
    """Tasks in other processes, a few at once. What is wanted twice under one key, even at once, is made once.

    A process starts when none is idle; with `once` it ends with its task, and gives back the memory that this took.
    `started` counts the tasks. `worked` is called with the seconds of processor time that a task took, whatever came
    of it; if its process was killed, with the seconds that it ran.
    """

    def __init__(self, patience: float = PATIENCE, queue: int = QUEUE, once: bool = False) -> None:
        self.patience = patience
        self.waiting = WAITING
        self.queue = queue
        self.started = 0
        self._once = once
        self._closed = False
        self._guard = Lock()
        self._threads = ThreadPoolExecutor(AT_ONCE, "worker")
        self._processes: WeakSet[ProcessPoolExecutor] = WeakSet()
        self._idle: list[ProcessPoolExecutor] = []
        self._underway: dict[str, Future[Any]] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def start(self, warm_up: Callable[[], object]) -> None:
        """Start a process ahead of the first task, and do not wait for it."""
        with self._guard:
            if not (self._processes or self._closed):
                self._idle.append(self._fresh())
                self._idle[0].submit(warm_up)

    def made(self, key: str, work: Callable[..., bytes], *given: object) -> bytes:
        """The result of `work` in another process, or the one kept under this key; raises `Busy`."""
        return self.awaited(self.begun(key, work, *given))

    def begun(
        self, key: str, work: Callable[..., bytes], *given: object, worked: Worked | None = None
    ) -> Future[bytes]:
        """The same, without waiting for it: what was made already is there at once."""
        with self._guard:
            if key not in self._kept:
                return self._underway.get(key) or self._begun(key, True, worked, work, *given)
            self._kept.move_to_end(key)
            there: Future[bytes] = Future()
            there.set_result(self._kept[key])
            return there

    def begin(self, work: Callable[..., Made], *given: object, worked: Worked | None = None) -> Future[Made]:
        """Start a task in another process whose result is not kept; raises `Busy`."""
        with self._guard:
            return self._begun(uuid4().hex, False, worked, work, *given)

    def place(self, key: str) -> int | None:
        """The place of a task in the queue, from 1; 0 if it is being done, None if it is not underway."""
        with self._guard:
            underway = [*self._underway]
        return max(underway.index(key) + 1 - AT_ONCE, 0) if key in underway else None

    def awaited(self, underway: Future[Made]) -> Made:
        """The result of a task; raises `Busy`."""
        try:
            return underway.result(self.waiting)
        except (TimeoutError, CancelledError) as failure:
            underway.cancel()  # what waits for its turn has nobody left to wait for it
            raise Busy from failure

    def close(self) -> None:
        """Stop the processes for good, whatever they are doing: whoever waits for one or wants more gets `Busy`."""
        with self._guard:
            self._closed = True
            for process in list(self._processes):
                _stop(process)
        self._threads.shutdown(cancel_futures=True)
        self._idle.clear()

    def _begun(
        self, key: str, keep: bool, worked: Worked | None, work: Callable[..., Any], *given: object
    ) -> Future[Any]:
        if self._closed or len(self._underway) >= self.queue:
            raise Busy
        self.started += 1
        begun = self._underway[key] = self._threads.submit(self._make, key, keep, worked, dumps((work, given)))
        begun.add_done_callback(lambda done: self._underway.pop(key) if done.cancelled() else None)
        return begun

    def _make(self, key: str, keep: bool, worked: Worked | None, task: bytes) -> Any:
        """Have it made by a process, in a thread that waits for it."""
        result, error, seconds = self._outcome(task)
        with self._guard:
            del self._underway[key]
            if keep and not error:
                self._keep(key, result)
        if worked:
            worked(seconds)
        if error:
            raise error
        return result

    def _outcome(self, task: bytes) -> Outcome:
        process, underway = self._sent(task)
        began = monotonic()
        try:
            made = underway.result(self.patience)
        except Exception as error:
            _stop(process)
            killed = isinstance(error, TimeoutError | BrokenProcessPool)
            return None, Busy() if killed else error, monotonic() - began
        if self._once:
            process.shutdown(wait=False)
        else:
            self._idle.append(process)
        return made

    def _sent(self, task: bytes) -> tuple[ProcessPoolExecutor, Future[Outcome]]:
        """To a process with nothing to do, or to a fresh one; one that was killed meanwhile is passed over."""
        with self._guard:
            if self._closed:
                raise Busy
            while self._idle:
                with suppress(BrokenProcessPool):
                    return (idle := self._idle.pop()), idle.submit(outcome, task)
            return (fresh := self._fresh()), fresh.submit(outcome, task)

    def _fresh(self) -> ProcessPoolExecutor:
        self._processes.add(fresh := process())
        return fresh

    def _keep(self, key: str, made: bytes) -> None:
        self._kept[key] = made
        while sum(map(len, self._kept.values())) > KEPT and len(self._kept) > 1:
            self._kept.popitem(last=False)


def outcome(task: bytes) -> Outcome:
    """Do a task. To load what it needs is a part of it."""
    before = process_time()
    try:
        work, given = loads(task)  # noqa: S301  from the server alone
        return work(*given), None, process_time() - before
    except Exception as error:
        error.add_note(format_exc())  # a traceback itself does not travel between processes
        return None, error, process_time() - before


def process() -> ProcessPoolExecutor:
    """A fresh process, in a pool of its own. It is spawned: a fork would copy the server's threads.

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


class AtOnce:
    """Tasks done in this process as soon as they are given; nothing is kept, and nothing is ever `Busy`."""

    patience = 0.0
    started = 0

    def begin(self, work: Callable[..., Made], *given: object, **_worked: object) -> Future[Made]:
        """The task, done; its error is raised by `awaited`."""
        self.started += 1
        done: Future[Made] = Future()
        try:
            done.set_result(work(*given))
        except Exception as error:
            done.set_exception(error)
        return done

    def begun(self, _key: str, work: Callable[..., bytes], *given: object, **_worked: object) -> Future[bytes]:
        """The same for what a pool would keep."""
        return self.begin(work, *given)

    def awaited(self, done: Future[Made]) -> Made:
        """The result of a task, or its error."""
        return done.result()

    def close(self) -> None:
        """There is nothing to stop."""
