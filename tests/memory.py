"""What tests write for a while lies in memory where there is room: a ledger waits for its disk at every commit."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2**31  # bytes, of which a run takes a part: a container often has 64 MB


def write_into_memory() -> None:
    """Make temporary files in a folder there that goes with this run, unless `TMPDIR` names another place."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return
    folder = tempfile.mkdtemp(prefix="cairn-tests-", dir=MEMORY)
    Path(folder).chmod(0o711)  # PostgreSQL, with a user of its own, comes to its files
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    tempfile.tempdir = os.environ["TMPDIR"] = folder
