"""What is laid out is kept on the disk: for all workers, and for the next run of the same printables."""

import functools
import os
import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Any, TypeVar

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "paper"
A_WEEK = 7 * 24 * 3600  # s
R = TypeVar("R")


@functools.cache
def _folder() -> Path:
    """One for each state of what lays out: the printables, the drawings, the libraries, the helpers of the tests."""
    files = [path for path in (ROOT / "printables").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    files += [*(ROOT / "static").glob("*.svg"), ROOT / "requirements.lock", Path(__file__).with_name("press.py")]
    folder = KEPT / sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in KEPT.iterdir():
        if time() - other.stat().st_mtime > A_WEEK:
            rmtree(other, ignore_errors=True)
    return folder


def kept(make: Callable[..., R]) -> Callable[..., R]:
    """`make`, which lays composed pages out, once for whatever it is given: that tells all there is to know."""

    @functools.cache
    def once(*given: Any) -> R:
        file = _folder() / sha256(repr((make.__name__, *given)).encode()).hexdigest()
        if not file.exists():
            draft = file.with_suffix(f".{os.getpid()}")
            draft.write_bytes(pickle.dumps(make(*given)))
            draft.replace(file)
        made: R = pickle.loads(file.read_bytes())
        return made

    return once
