"""Every page of a group, its history and its figures, when it holds 500 finished tables.

    .venv/bin/python -m bench.group [500]

Written to bench/GROUP.md: the clock and the processor's time of a page through the test client, on SQLite, then the
same again beside another group of as many tables, which must not matter.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from flask.testing import FlaskClient

from app import create_app
from scoring import GAMES
from web.access import ledger
from web.commands.demo_data import make_demo_data

ROUNDS = 15
REPORT = Path(__file__).parent / "GROUP.md"
Times = tuple[float, float]


def main(number: int) -> None:
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        settings = {"DATABASE_URL": f"sqlite:///{folder}/cairn.db", "SECRET_KEY": "bench", "RATELIMIT_ENABLED": False}
        app = create_app(settings)
        client = app.test_client()
        with app.app_context():
            begun = time.process_time()
            code = make_demo_data(number).code
            making = time.process_time() - begun
            pages = _pages(code)
        alone = {page: _times(client, page) for page in pages}
        with app.app_context():
            make_demo_data(number, seed=2)
        beside = {page: _times(client, page) for page in pages}
    lines = [
        f"# Pages of a group of {number} finished tables",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores. Made "
        f"by chance in {making:.0f} s of processor time. Median of {ROUNDS}, in ms: the clock (the processor's time).",
        "",
        "| page | alone | beside another group of as many |",
        "|---|---|---|",
        *(f"| {named} | {_said(alone[page])} | {_said(beside[page])} |" for page, named in pages.items()),
        "",
    ]
    REPORT.write_text("\n".join(lines))
    print("\n".join(lines))


def _pages(code: str) -> dict[str, str]:
    """The addresses, and what to call them."""
    group = ledger().groups.by_code(code)
    assert group is not None
    player = ledger().players.of(group.id)[0]
    pages = ["", "/games", f"/games?game=lutece&player={player.name}", "/games?page=20", "/games.csv", "/figures"]
    pages += [f"/figures?game={key}" for key in GAMES]
    pages += [f"/figures?player={player.id}", "/players", f"/players/{player.id}", "/tables", "/data"]
    pages += [f"/new/{key}" for key in GAMES]
    named = {f"/g/{code}{page}": f"/g/…{page}" for page in pages}
    longest = {}
    for outcome in ledger().outcomes.of_group(group.id):
        if outcome.moves > longest.get(outcome.game, outcome).moves or outcome.game not in longest:
            longest[outcome.game] = outcome
    for key, outcome in longest.items():
        half, of = outcome.moves // 2, f"({key}, {outcome.moves} moves)"
        named[f"/w/{outcome.watch}/at/{half}"] = f"/w/…/at/{half} {of}"
        named[f"/w/{outcome.watch}/figures"] = f"/w/…/figures {of}"
        named[f"/w/{outcome.watch}/log"] = f"/w/…/log {of}"
        named[f"/r/{outcome.watch}"] = f"/r/… {of}"
    return {"/": "/", **named}


def _times(client: FlaskClient, page: str) -> Times:
    """The medians of the clock and of the processor, in seconds; the first call is not among them."""
    clocks, processors = [], []
    for place in range(ROUNDS + 1):
        clock, processor = time.perf_counter(), time.process_time()
        answer = client.get(page)
        if place:
            clocks.append(time.perf_counter() - clock)
            processors.append(time.process_time() - processor)
        if answer.status_code != 200:
            raise RuntimeError(f"{page}: {answer.status_code}")
    return statistics.median(clocks), statistics.median(processors)


def _said(times: Times) -> str:
    return "{:.1f} ({:.1f})".format(*(1000 * seconds for seconds in times))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
