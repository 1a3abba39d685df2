"""What takes long is made in processes of its own; what it cost is told, and what a large file took is given back."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from tests.patience import SECONDS, until
from web.server.worker_pool import Busy, WorkerPool

MUCH = range(20_000_000)


@pytest.fixture
def pool(monkeypatch) -> Iterator[WorkerPool]:
    """A pool with one process."""
    monkeypatch.setattr("web.server.worker_pool.AT_ONCE", 1)
    made = WorkerPool(SECONDS)
    yield made
    made.close()


def test_who_waits_behind_another_is_told_the_processor_time_of_the_own_task(pool):
    first: list[float] = []
    second: list[float] = []
    tasks = [pool.begin(sum, MUCH, worked=first.append), pool.begin(abs, -1, worked=second.append)]
    assert [task.result(SECONDS) for task in tasks] == [sum(MUCH), 1]
    until(lambda: bool(first and second))
    assert 0 <= second[0] < first[0] / 2


def test_a_task_that_fails_tells_what_it_cost_as_well(pool):
    told: list[float] = []
    with pytest.raises(TypeError):
        pool.begin(sum, [*range(1_000_000), "one"], worked=told.append).result(SECONDS)
    until(lambda: bool(told))
    assert told[0] > 0


def test_of_a_process_that_was_killed_the_time_is_told_that_it_ran(pool):
    told: list[float] = []
    with pytest.raises(Busy):
        pool.begin(signal.raise_signal, signal.SIGKILL).result(SECONDS)
    pool.patience = 0.5
    with pytest.raises(Busy):
        pool.begin(time.sleep, SECONDS, worked=told.append).result(SECONDS)
    until(lambda: bool(told))
    assert told[0] >= 0.5


# Memory


def senders():
    return [thread for thread in threading.enumerate() if thread.name == "QueueFeederThread"]


def test_nothing_of_a_file_stays_when_its_process_has_ended():
    """The thread that sends it would hold it until the next file."""
    pool = WorkerPool(patience=SECONDS, once=True)
    there = set(senders())
    try:
        assert pool.begin(len, b"x" * 1000).result(SECONDS) == 1000
        while set(senders()) - there:
            time.sleep(0.01)
        assert pool.begin(len, b"x" * 2000).result(SECONDS) == 2000
    finally:
        pool.close()


HOLD = """
import threading, psutil
from web.commands.serving import give_large_blocks_back
give_large_blocks_back()
held, let_go = threading.Barrier(5), threading.Barrier(5)
def hold():
    for size in range(10, 13):
        bytes(bytearray(size * 2**20))
    held.wait()
    let_go.wait()
before = psutil.Process().memory_info().rss
for _ in range(4):
    threading.Thread(target=hold).start()
held.wait()
print(psutil.Process().memory_info().rss - before)
let_go.wait()
"""


def test_what_threads_have_held_is_given_back():
    grown = int(subprocess.run([sys.executable, "-c", HOLD], capture_output=True, check=True, text=True).stdout)
    assert grown < 10 * 2**20
