"""The writers' queue: one at a time, first come first served."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.lock import FairLock
from tests.ledger.processes import run_at_once
from tests.patience import SECONDS

COUNT = """
from pathlib import Path
from ledger.lock import FairLock
lock, tally = FairLock(Path(sys.argv[1])), Path(sys.argv[2])
for _ in range(300):
    with lock:
        tally.write_text(str(int(tally.read_text()) + 1))
lock.close()
"""


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[FairLock]:
    lock = FairLock(tmp_path / "x.lock")
    yield lock
    lock.close()


def wait_until(true) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_writers_are_served_in_the_order_they_came(lock: FairLock) -> None:
    served: list[int] = []

    def take(number: int) -> None:
        with lock:
            served.append(number)

    threads = [threading.Thread(target=take, args=[number]) for number in range(12)]
    with lock:
        for waiting, thread in enumerate(threads, 1):
            thread.start()
            wait_until(lambda waiting=waiting: lock.waiting == waiting)
    for thread in threads:
        thread.join()
    assert served == list(range(12))


def test_who_comes_back_at_once_stands_at_the_end_of_the_queue(lock: FairLock) -> None:
    served: list[str] = []

    def take(who: str, times: int) -> None:
        for _ in range(times):
            with lock:
                served.append(who)
                wait_until(lambda: lock.waiting == min(2, 30 - len(served)))

    with lock:
        threads = [threading.Thread(target=take, args=[who, 10]) for who in "abc"]
        for waiting, thread in enumerate(threads, 1):
            thread.start()
            wait_until(lambda waiting=waiting: lock.waiting == waiting)
    for thread in threads:
        thread.join()
    assert "".join(served) == "abc" * 10


def test_only_one_holds_the_lock(lock: FairLock) -> None:
    inside, most = 0, 0

    def take() -> None:
        nonlocal inside, most
        for _ in range(50):
            with lock:
                inside += 1
                most = max(most, inside)
                time.sleep(0)
                inside -= 1

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, 1)


def test_only_one_process_holds_the_lock(tmp_path: Path) -> None:
    tally = tmp_path / "tally"
    tally.write_text("0")
    run_at_once(COUNT, *[[str(tmp_path / "x.lock"), str(tally)]] * 3)
    assert tally.read_text() == "900"


def test_a_lock_file_that_cannot_be_opened_blocks_nobody_behind(tmp_path: Path) -> None:
    lock = FairLock(tmp_path / "missing" / "x.lock")
    for _ in range(2):
        with pytest.raises(FileNotFoundError), lock:
            pass
    (tmp_path / "missing").mkdir()
    with lock:
        pass
    lock.close()
