"""What tests write for a while lies in memory where there is room: a ledger waits for its disk at every commit."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2**31  # bytes, of which a run takes a part: a container often has 64 MB


def write_into_memory() -> None:
    """Temporary folders are made there from here on, unless `TMPDIR` names another place."""
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        tempfile.tempdir = os.environ.setdefault("TMPDIR", str(MEMORY))
