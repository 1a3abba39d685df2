"""`python -m bench.wander [requests] [seed]`: somebody who knows the forms wanders about, and what broke is told."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random

from app import create_app
from tests.wandering import Walker


def main(requests: int, seed: int) -> int:
    with tempfile.TemporaryDirectory(prefix="cairn-walk-") as folder:
        settings = {"SECRET_KEY": "walk", "TESTING": True, "RATELIMIT_ENABLED": False}
        app = create_app({"DATABASE_URL": f"sqlite:///{Path(folder, 'cairn.db')}", **settings})
        begun, walker = time.monotonic(), Walker(app, Random(seed))
        walker.walk(requests)
    print(f"{walker.asked} requests in {time.monotonic() - begun:.0f} s: {dict(sorted(walker.statuses.items()))}")
    for found in walker.wrong.values():
        print(found)
    return len(walker.wrong)


if __name__ == "__main__":
    asked, by_chance = [*map(int, sys.argv[1:]), *(20_000, 1)[len(sys.argv) - 1 :]]
    sys.exit(1 if main(asked, by_chance) else 0)
