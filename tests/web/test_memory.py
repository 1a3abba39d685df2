"""What a large file took is given back."""

import subprocess
import sys
import threading
import time

from tests.patience import SECONDS
from web.server.worker_pool import WorkerPool


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
