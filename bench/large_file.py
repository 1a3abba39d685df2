"""`python -m bench.large_file`: taps at one table while somebody imports and exports the largest group that is legal.

A group of 40 tables of 5,000 moves each is imported, then two such groups at the same moment, then one is exported;
meanwhile somebody taps at another table every 50 ms. SQLite, one process, as `make` serves it.
"""

from __future__ import annotations

import json
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

from bench.serving import FORM, MULTIPART, Served, file_sent
from bench.table import reported, turns

TABLES, MOVES, A_GAME = 40, 5_000, 700
EVERY = 0.05  # seconds
GROUP = re.compile(r"/g/([\w-]+)")


def large_group(table: dict[str, Any], origin: str) -> bytes:
    """The file of a group of the largest size: a game each, whose last move is taken back and made again to the end."""
    events = list(islice(turns(), A_GAME))
    events += [{"type": "undo"}, events[-1]] * ((MOVES - A_GAME) // 2)
    log = [{"at": "2026-11-21T20:15:00+00:00", "by": None, "event": event} for event in events]
    tables = [{**table, "id": f"{origin}-{number:06d}", "log": log} for number in range(TABLES)]
    group = {"cairn": "group", "version": 1, "id": origin, "name": "Thursdays", "players": ["Ana", "Ben"]}
    return json.dumps({**group, "papers": [], "tables": tables}, separators=(",", ":")).encode()


class Other:
    """Somebody at other tables, one after the other, who taps every 50 ms whatever else goes on."""

    def __init__(self, served: Served, paths: list[str], token: str, cookie: str) -> None:
        self._served, self._token, self._cookie = served, token, cookie
        self._moves = ((path, seq, event) for path in paths for seq, event in enumerate(islice(turns(), A_GAME)))

    def taps(self, done: Event) -> list[float]:
        """How long each tap took until it was acknowledged, in ms."""
        line = HTTPConnection("127.0.0.1", self._served.port, timeout=60)
        taken: list[float] = []
        while not done.is_set():
            begun = time.perf_counter()
            self._tap(line)
            taken.append((time.perf_counter() - begun) * 1e3)
            time.sleep(max(0.0, EVERY - taken[-1] / 1e3))
        return taken

    def _tap(self, line: HTTPConnection) -> None:
        path, seq, event = next(self._moves)
        heads = {"Cookie": self._cookie, "HX-Request": "true", **FORM}
        line.request("POST", f"{path}/report", reported(self._token, seq, event), heads)
        answer = line.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"a tap was answered {answer.status}")


class Phone:
    """Whoever imports and exports."""

    def __init__(self, served: Served, token: str, cookie: str) -> None:
        self._served, self._token, self._cookie = served, token, cookie

    def imports(self, file: bytes) -> str:
        """The code of the group that was imported."""
        page = self._ask("POST", "/groups/bring", file_sent(self._token, file))
        found = GROUP.search(page.rpartition("<main")[2])
        if found is None:
            raise RuntimeError(page[-2_000:])
        return found[1]

    def exports(self, code: str) -> None:
        self._ask("GET", f"/g/{code}/group.json")

    def _ask(self, method: str, path: str, body: bytes | None = None) -> str:
        line = HTTPConnection("127.0.0.1", self._served.port, timeout=600)
        line.request(method, path, body, {"Cookie": self._cookie, **(MULTIPART if body else {})})
        answer = line.getresponse()
        page = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{path} was answered {answer.status}")
        return page


def measured(what: str, other: Other, work: Callable[[], object]) -> None:
    """One line of the table: how long the work took, and how long taps waited meanwhile."""
    done = Event()
    with ThreadPoolExecutor(1) as beside:
        tapping = beside.submit(other.taps, done)
        begun = time.perf_counter()
        try:
            work()
        finally:
            took = time.perf_counter() - begun
            done.set()
        taken = sorted(tapping.result())
    figures = (statistics.median(taken), taken[int(len(taken) * 0.99)], taken[-1])
    late = sum(wait > 50 for wait in taken)
    waits = " / ".join(f"{wait:.0f}" for wait in figures)
    print(f"| {what} | {took:.0f} | {waits} | {late} of {len(taken)} |", flush=True)


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="cairn-large-"))
    served = Served(f"sqlite:///{folder}/cairn.db", folder / "log").start()
    try:
        paths, token, cookie = served.open_tables(8)
        saved = json.loads(served.get(f"{paths[0]}/table.json", cookie)[1])
        table = {key: value for key, value in saved.items() if key not in ("cairn", "version")}
        files = [large_group(table, f"origin-{number}") for number in range(3)]
        other, phone = Other(served, paths, token, cookie), Phone(served, token, cookie)
        print(f"{len(files[0]) / 1e6:.1f} MB, {served.memory() / 2**20:.0f} MiB before\n")
        print("| | takes, s | tap → acknowledged, median / p99 / worst, ms | later than 50 ms |")
        print("|---|--:|--:|--:|")
        measured("nothing", other, lambda: time.sleep(20))
        codes: list[str] = []
        measured("an import", other, lambda: codes.append(phone.imports(files[0])))
        with ThreadPoolExecutor(2) as two:
            measured("two imports at once", other, lambda: list(two.map(phone.imports, files[1:])))
        measured("an export", other, lambda: phone.exports(codes[0]))
        print(f"\n{served.memory() / 2**20:.0f} MiB after")
    finally:
        served.stop()


if __name__ == "__main__":
    main()
