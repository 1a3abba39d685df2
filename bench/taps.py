"""Taps by calls of the application itself: how long they take, and what is sent back."""

import gzip
import sqlite3
import statistics
from collections.abc import Callable, Iterator
from contextvars import Context, copy_context
from functools import partial
from itertools import count
from pathlib import Path

from flask import g

from bench.pairs import ROUNDS, Pair, in_turn, micro, row
from bench.table import Tapper, turns
from ledger import Ledger
from referee import Referee, Report, record
from web.rendering.fragments import Sight
from web.table import access
from web.table import view as table_view

CALLS = 10  # in a round


def taps() -> Iterator[str]:
    """The rows of all of them."""
    tapper = Tapper()
    yield recorded(tapper).row()
    yield tapped(tapper).row()
    yield late_and_early().row()
    yield opened_cold(tapper)
    yield from weights()


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


def bare_commit(folder: Path) -> Callable[[], None]:
    """A durable commit of a row like a move's, by the bare driver."""
    line = sqlite3.connect(folder / "bare.db", isolation_level=None)
    line.execute("PRAGMA journal_mode = WAL")
    line.execute("PRAGMA synchronous = FULL")
    line.execute("CREATE TABLE moves (table_id, seq, move_id, seat, by_seat, at, event, PRIMARY KEY (table_id, seq))")
    seqs = count(1)

    def commit() -> None:
        seq = next(seqs)
        values = (1, seq, f"move-{seq:08d}", 0, None, "2026-11-21 06:00:00", '{"type":"draw","seat":0,"from":"deck"}')
        line.execute("BEGIN IMMEDIATE")
        line.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        line.execute("COMMIT")

    return commit


def tapped(tapper: Tapper) -> Pair:
    """A tap, against the commit and the rendering it cannot do without: the same answers, one by one."""
    folder, outside = tapper.folder / "tap", copy_context()
    folder.mkdir()
    commit = bare_commit(folder)
    with tapper.app.test_request_context(tapper.url, headers={"HX-Request": "true"}):
        scenes = scenes_of(outside)

        def floor() -> None:
            commit()
            facts, shown = next(scenes)
            g.sight = Sight(shown, "en", "")
            table_view.render("lost_cities/table.html", facts)

        tap = partial(outside.run, tapper.tap)
        return in_turn("a tap, in process", "bare commit + the same fragment", tap, floor, 1.3, CALLS)


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
    what = f"opening a table of {tapper.seq} moves, cold"
    return row(what, f"{micro(over)} over it", "≤ 10 ms over", over <= 0.01, "reading its rows")


def weights() -> Iterator[str]:
    yield heavy("the answer to a turn that lays", answered("lay"), 1.5)
    yield heavy("the answer to a turn that discards", answered("discard"), 1.5)


def heavy(what: str, size: float, limit: float) -> str:
    return row(f"{what}, gzipped", f"{size / 1024:.1f} KB", f"≤ {limit} KB", size <= limit * 1024)


def answered(play: str) -> float:
    """The size of what comes back to a turn that is one report, over a round of such turns."""
    tapper = Tapper(play)
    tapper.tap()
    return statistics.median(len(gzip.compress(tapper.tap(2), 9)) for _ in range(43))
