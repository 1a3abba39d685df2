"""`python -m bench`, or `make bench`: hold Cairn against its limits; writes the table of bench/RESULTS.md."""

import os
import platform
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench.pages import pages
from bench.pairs import in_turn
from bench.paper import paper
from bench.served import served
from bench.taps import taps
from bench.touches import touches

RESULTS = Path(__file__).parent / "RESULTS.md"
HEADING = "## Against its limits\n"
HEAD = "| what | held against | medians | ratio (10 % – 90 %) | limit | reached |\n|---|---|---|---|---|---|"
OURS = "from app import create_app; create_app().test_client().get('/')"
EMPTY = "from flask import Flask; a = Flask('x'); a.route('/')(lambda: 'hello'); a.test_client().get('/')"


def started() -> str:
    """From a new process to the first answer, against an empty Flask application."""

    def first_answer(program: str) -> None:
        subprocess.run([sys.executable, "-c", program], cwd=RESULTS.parents[1], check=True, capture_output=True)

    ours, theirs = (lambda: first_answer(OURS)), (lambda: first_answer(EMPTY))
    return in_turn("start-up to the first answer", "an empty Flask app", ours, theirs, 3, 1).row()


def measured() -> Iterator[str]:
    """Every row of the table, as soon as it is known."""
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        yield from taps()
        yield from served(Path(folder))
        yield from paper()
        yield started()
        yield from pages(Path(folder))
        yield from touches(Path(folder))


def machine() -> str:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return (
        f"{os.cpu_count()} cores ({model[1] if model else platform.machine()}), Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, load before the run {os.getloadavg()[0]:.1f}"
    )


def write(about: str, rows: list[str]) -> None:
    before, _, after = RESULTS.read_text().partition(HEADING)
    after = after[after.index("\n## ") :]
    table = "\n".join((HEAD, *rows))
    RESULTS.write_text(f"{before}{HEADING}{about}\n\n{table}\n{after}")


def main() -> None:
    began, here, rows = time.time(), machine(), []
    for each in measured():
        print(each, flush=True)
        rows.append(each)
    write(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {here}; {(time.time() - began) / 60:.0f} minutes.", rows)


if __name__ == "__main__":
    main()
