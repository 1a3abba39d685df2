"""`make bench`: every figure a ratio, both sides in turn in one run; written to bench/RESULTS.md."""

from __future__ import annotations

import gzip
import os
import platform
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import Context, copy_context
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

from flask import g

from bench import across, paper
from bench.crowded import crowded
from bench.pairs import ROUNDS, Pair, in_turn, micro, seconds_a_call
from bench.table import Tapper, turns
from bench.weight import scripts
from ledger import Ledger
from referee import Referee, Report, record
from scoring import GAMES
from tests.sources import played
from web import access, table_view
from web.fragments import sight_of

HERE = Path(__file__).parent
CALLS = 10  # in a round
ROOT = HERE.parent


def bare_commit(folder: Path) -> Callable[[], None]:
    """A durable commit of a row like a move's, by the bare driver."""
    line = sqlite3.connect(folder / "bare.db", isolation_level=None)
    line.execute("PRAGMA journal_mode = WAL")
    line.execute("PRAGMA synchronous = FULL")
    line.execute("CREATE TABLE moves (table_id, seq, move_id, seat, by_seat, at, event, PRIMARY KEY (table_id, seq))")
    seqs = count(1)

    def commit() -> None:
        seq = next(seqs)
        row = (1, seq, f"move-{seq:08d}", 0, None, "2026-11-21 06:00:00", '{"type":"draw","seat":0,"from":"deck"}')
        line.execute("BEGIN IMMEDIATE")
        line.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        line.execute("COMMIT")

    return commit


def recorded(tapper: Tapper) -> Pair:
    """`referee.record` alone, on a table of its own."""
    ledger = Ledger.at(f"sqlite:///{tapper.folder}/record.db")
    ledger.migrate()
    referee = Referee(ledger)
    table = ledger.tables.open("lost-cities", {"rounds": 9}, ["Ana", "Ben"], "bench")
    events, seqs = turns(), count()

    def recorded_once() -> None:
        seq = next(seqs)
        if not hasattr(record(referee, table, Report(f"move-{seq:08d}", seq, [next(events)], None)), "before"):
            raise RuntimeError("refused")

    return in_turn("a recorded move", "a bare durable commit", recorded_once, bare_commit(tapper.folder), 1.5)


def tapped(tapper: Tapper) -> Pair:
    """A tap in process, against the commit and the rendering it cannot do without: the same answers, one by one."""
    commit, outside = bare_commit_in(tapper, "tap"), copy_context()
    with tapper.app.test_request_context(tapper.url, headers={"HX-Request": "true"}):
        scenes = scenes_of(outside)

        def floor() -> None:
            commit()
            facts, shown = next(scenes)
            g.sight = sight_of(shown, "en", "")
            table_view.render("lost_cities/table.html", facts, said="", rule=None)

        return in_turn(
            "a tap, in process", "bare commit + the same fragment", partial(outside.run, tapper.tap), floor, 1.3, CALLS
        )


def scenes_of(outside: Context) -> Iterator[tuple[table_view.TableContext, frozenset[str]]]:
    """Another table's boards after each of its moves, none drawn yet, with the signs that its phone shows by then."""
    other = Tapper()
    referee, ledger = access.referee(), access.ledger()
    table = ledger.tables.open("lost-cities", {"rounds": 9}, ["Eve", "Kim"], "bench")
    here = access.TableAccess(table, frozenset({0, 1}))
    scenes = []
    for seq, event in zip(range((ROUNDS + 1) * CALLS), turns(), strict=False):
        record(referee, table, Report(f"move-{seq:08d}", seq, [event], None))
        shown = frozenset(other.shown.values())
        outside.run(other.tap)
        scenes.append((table_view.context(here, access.live_of(here)), shown))
    return iter(scenes)


def bare_commit_in(tapper: Tapper, name: str) -> Callable[[], None]:
    folder = tapper.folder / name
    folder.mkdir()
    return bare_commit(folder)


def late_and_early() -> Pair:
    """The same tap far into a table, and at its beginning."""
    late, early = Tapper(), Tapper()
    for _ in range(490):
        late.tap()
    return in_turn("a tap at move 500", "at move 5", late.tap, early.tap, 1.1, 5)


def opened_cold(tapper: Tapper) -> str:
    while tapper.seq < 500:
        tapper.tap()
    ledger = tapper.app.extensions["referee"].ledger
    table = ledger.tables.by_code(tapper.url.rpartition("/")[2])
    pair = in_turn("", "", lambda: Referee(ledger).live(table), lambda: ledger.moves.read(table.id), 1, 2)
    over = statistics.median(pair.ours) - statistics.median(pair.theirs)
    reached = "yes" if over <= 0.01 else "**no**"
    what = f"opening a table of {tapper.seq} moves, cold"
    return f"| {what} | reading its rows | {micro(over)} over it | | ≤ 10 ms over | {reached} |"


def rules() -> Iterator[str]:
    """How fast each game judges, lists and scores, along a random game."""
    for key, game in GAMES.items():
        one = played(key, 7)
        moves = list(zip(one.states, one.moves, strict=False))
        states = one.states[:-1]
        figures = {
            "apply": lambda game=game, moves=moves: [game.apply(state, move) for state, move in moves],
            "options": lambda game=game, states=states: [
                list(game.options(state, seat)) for state in states for seat in sorted(game.to_act(state))[:1]
            ],
            "score": lambda game=game, states=states: [game.score(game.position(state)) for state in states],
        }
        for name, call in figures.items():
            a_move = seconds_a_call(call, 1) / len(moves)
            yield f"| {key} {name} | – | {1 / a_move:,.0f} a second | | stated | |"


def worst_sheet() -> str:
    """Every choice that a sheet of the house pad may ever have at once, and the first of them, as the phone asks."""
    state = crowded()
    all_of_them = GAMES["roll-and-write"].options(state, 0)
    many = sum(1 for _ in all_of_them)
    took = statistics.median(
        seconds_a_call(lambda: list(GAMES["roll-and-write"].options(state, 0)), 1) for _ in range(ROUNDS)
    )
    reached = "yes" if took < 0.005 else "**no**"
    return f"| options of the worst Roll & Write sheet ({many:,} moves) | – | {micro(took)} | | < 5 ms | {reached} |"


def printed(tapper: Tapper) -> Iterator[str]:
    """Paper against plain WeasyPrint, and a hundred sheets against one."""
    with paper.Desk(tapper.app) as desk:
        for pairs, goal in ((paper.first, 1.15), (paper.again, 1 / 500), (paper.copies, 2)):
            against = "one sheet" if pairs is paper.copies else "WeasyPrint on the same HTML"
            for what, ours, theirs in pairs(desk):
                yield in_turn(what, against, ours, theirs, goal, 1).row()


def started() -> Pair:
    """From a new process to the first answer, against an empty Flask application."""
    ours = [sys.executable, "-c", "from app import create_app; create_app().test_client().get('/')"]
    empty = "from flask import Flask; a = Flask('x'); a.route('/')(lambda: 'hello'); a.test_client().get('/')"
    theirs = [sys.executable, "-c", empty]
    return in_turn(
        "start-up to the first answer",
        "an empty Flask app",
        lambda: subprocess.run(ours, cwd=ROOT, check=True, capture_output=True),
        lambda: subprocess.run(theirs, cwd=ROOT, check=True, capture_output=True),
        2,
        1,
    )


def weights(tapper: Tapper) -> Iterator[str]:
    first = tapper.client.get("/").get_data()
    loaded = [ROOT / "static/app.css", ROOT / "static/shapes.svg", ROOT / "static/fonts/atkinson-latin.woff2"]
    figures = {
        "all JavaScript": (scripts(tapper.client), 24),
        "the answer to a turn that lays": (answered("lay"), 1),
        "the answer to a turn that discards": (answered("discard"), 1),
        "the first page, all told": (packed(first) + sum(packed(path.read_bytes()) for path in loaded), 60),
    }
    for name, (size, goal) in figures.items():
        reached = "yes" if size <= goal * 1024 else "**no**"
        yield f"| {name}, gzipped | – | {size / 1024:.1f} KB | | ≤ {goal} KB | {reached} |"


def answered(play: str) -> float:
    """The size of what comes back to a turn said in one report, over a round of such turns."""
    tapper = Tapper(play)
    tapper.tap()
    return statistics.median(packed(tapper.tap(2)) for _ in range(43))


def packed(data: bytes) -> int:
    return len(gzip.compress(data, 9))


def machine() -> str:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.machine(),
    )
    return f"{os.cpu_count()} cores ({model}), Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"


def measured(tapper: Tapper) -> Iterator[str]:
    """Every row of the table, told as soon as it is known."""
    folder = tapper.folder
    for some in (
        lambda: [recorded(tapper).row(), tapped(tapper).row(), late_and_early().row()],
        lambda: [opened_cold(tapper), *rules(), worst_sheet()],
        lambda: across.served_taps(folder),
        lambda: across.seen_by_a_thousand(folder, Tapper()),
        lambda: [across.pinged()],
        lambda: across.memory(folder),
        lambda: [across.other_process(folder)],
        lambda: printed(tapper),
        lambda: [across.while_printing(folder)],
        lambda: [started().row(), *weights(tapper)],
    ):
        for row in some():
            print(row, flush=True)
            yield row


def main() -> None:
    began = time.time()
    rows = list(measured(Tapper()))
    head = "| what | held against | medians | ratio (10 % – 90 %) | goal | reached |\n|---|---|---|---|---|---|"
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    told = (
        f"# What was measured\n\n{when}, {machine()}; {time.time() - began:.0f} s.\n\n{head}\n" + "\n".join(rows) + "\n"
    )
    (HERE / "RESULTS.md").write_text(told)


if __name__ == "__main__":
    main()
