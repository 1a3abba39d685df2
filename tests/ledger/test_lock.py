"""The writers' queue: one at a time."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from ledger.lock import locked
from tests.ledger.processes import run_at_once

COUNT = """
from pathlib import Path
from ledger.lock import locked
tally = Path(sys.argv[2])
for _ in range(300):
    with locked(Path(sys.argv[1])):
        tally.write_text(str(int(tally.read_text()) + 1))
"""


def test_only_one_thread_holds_the_lock(tmp_path: Path) -> None:
    inside, most = 0, 0

    def take() -> None:
        nonlocal inside, most
        for _ in range(50):
            with locked(tmp_path / "x.lock"):
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
    path = tmp_path / "missing" / "x.lock"
    for _ in range(2):
        with pytest.raises(FileNotFoundError), locked(path):
            pass
    (tmp_path / "missing").mkdir()
    with locked(path):
        pass
