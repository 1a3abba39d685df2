"""`python -m bench.wander [requests] [seed] [processes]`: somebody who knows the forms wanders about.

What broke is told, with the request that broke it. Each walk has a fresh ledger, in memory where there is a file
system for that: nothing here asks what is durable.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random

from jinja2 import FileSystemBytecodeCache

from app import create_app
from tests.wandering import Walker

A_WALK = 10_000  # requests
MEMORY = Path("/dev/shm")


def walk(requests: int, seed: int) -> Walker:
    within = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="cairn-walk-", dir=within) as folder:
        settings = {"SECRET_KEY": "walk", "TESTING": True, "RATELIMIT_ENABLED": False}
        app = create_app({"DATABASE_URL": f"sqlite:///{Path(folder, 'cairn.db')}", **settings})
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache()  # otherwise a sixth of a walk is templates
        walker = Walker(app, Random(seed))
        walker.walk(requests)
        app.extensions["referee"].ledger.close()
    return walker


def told(requests: int, seed: int) -> tuple[int, int, Counter[int], dict[str, str]]:
    walker = walk(requests, seed)
    return seed, walker.asked, walker.statuses, walker.wrong


def main(requests: int, seed: int, processes: int) -> int:
    begun, asked, statuses, wrong = time.monotonic(), 0, Counter[int](), dict[str, str]()
    walks = range(seed, seed + max(1, round(requests / A_WALK)))
    each = min(requests, A_WALK)
    with ProcessPoolExecutor(processes, get_context("spawn"), max_tasks_per_child=1) as pool:
        for of_seed, more, answered, found in pool.map(told, repeat(each), walks):
            asked, statuses = asked + more, statuses + answered
            for last, said in found.items():
                if last not in wrong:
                    print(f"seed {of_seed}: {said}", flush=True)
            wrong |= found
            print(f"{asked} requests in {time.monotonic() - begun:.0f} s: {dict(sorted(statuses.items()))}", flush=True)
    return len(wrong)


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:]), *(20_000, 1, 1)[len(sys.argv) - 1 :]]
    sys.exit(1 if main(*given) else 0)
