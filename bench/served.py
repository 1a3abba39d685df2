"""Taps over sockets: how long they take, and when others see them. The clients are one process beside the server."""

import asyncio
import re
import statistics
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from bench.pairs import ROUNDS, Pair, milli, row, seconds_a_call
from bench.table import ANSWERS, Tapper, reported, shows, token, turns
from tests import serving
from tests.ledger.databases import fresh_postgresql
from tests.serving import Served

LINES = 16  # connections that tap at once
ROUND = 0.7  # seconds


def served(folder: Path) -> Iterator[str]:
    """The rows of all of them."""
    yield from saturated(folder)
    yield from seen_by_a_thousand(folder)
    yield other_process(folder)
    yield while_printing(folder)


@contextmanager
def server(url: str, folder: Path) -> Iterator[Served]:
    one = Served(url, folder).start()
    try:
        yield one
    finally:
        one.stop()


@dataclass(eq=False)
class Phone:
    """One that reports at a table of its own, over a connection that it keeps; it says which parts it shows."""

    port: int
    path: str
    token: str
    cookie: str
    events: Iterator[dict[str, Any]] = field(default_factory=turns)
    seq: int = 0
    shown: Mapping[str, str] = field(default_factory=dict)
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def tap(self) -> float:
        """Report the next event; how long its answer took, in seconds."""
        event = next(self.events)
        report = reported(self.token, self.seq, event)
        signs = " ".join(self.shown.values())
        head = f"HX-Request: true\r\nShown: {signs}\r\nCookie: {self.cookie}\r\n"
        begun = time.perf_counter()
        status, body = await self.ask("POST", f"{self.path}/report", head, report)
        took = time.perf_counter() - begun
        if status != 200:
            raise RuntimeError(f"{status}: {body[:500]!r}")
        self.seq += 1
        self.shown = shows(body, self.shown)
        return took

    async def ask(self, method: str, path: str, head: str = "", body: str = "") -> tuple[int, bytes]:
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if body else ""
        sent = f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{head}{form}\r\n{body}".encode()
        kept = self.line is not None
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        try:
            writer.write(sent)
            said = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()
            self.line = None
            if not kept:
                raise
            return await self.ask(method, path, head, body)  # the server had let go of it meanwhile
        length = re.search(rb"(?i)content-length: (\d+)", said)
        answer = await reader.readexactly(int(length[1]) if length else 0)
        if b"Connection: close" in said:
            writer.close()
            self.line = None
        return int(said.split(b" ", 2)[1]), answer


def phones(at: Served, number: int) -> list[Phone]:
    """Phones at new tables, one each."""
    opener = serving.Phone(at.address)
    opener.token = token(opener.ask("GET", "/new/lost-cities")[1])
    paths = [opener.ask("POST", "/new/lost-cities", ANSWERS)[1] for _ in range(number)]
    return [Phone(at.port, path, opener.token, opener.cookie) for path in paths]


async def saturate(phones: list[Phone], seconds: float) -> list[float]:
    """All of them tap as fast as they are answered; how long each answer took."""
    end, took = time.perf_counter() + seconds, []

    async def one(phone: Phone) -> None:
        while time.perf_counter() < end:
            took.append(await phone.tap())

    await asyncio.gather(*map(one, phones))
    return took


def saturated(folder: Path) -> Iterator[str]:
    """Taps as fast as they are answered, against taps in process; and how far the slowest are from the usual one."""
    pair = Pair(f"a served tap, {LINES} connections: its time", "the tap in process", [], [], 1.5)
    tails, tapper = [], Tapper()

    async def rounds(at: Served) -> None:
        at_tables = phones(at, LINES)
        for number in range(ROUNDS + 1):
            took = await saturate(at_tables, ROUND)
            inside = seconds_a_call(tapper.tap, 20)
            if number:
                pair.ours.append(ROUND / len(took))
                pair.theirs.append(inside)
                tails.append((percentile(took, 99), statistics.median(took)))

    with server(f"sqlite:///{folder}/saturated.db", folder) as at:
        asyncio.run(rounds(at))
    yield pair.row()
    yield Pair("a saturated tap, 99th percentile", "its median", *columns(tails), 2.5).row()


def percentile(values: list[float], which: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * which // 100)]


def columns(rows: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [ours for ours, _ in rows], [theirs for _, theirs in rows]


class Ears:
    """The streams of many phones; `seen` holds when each seq of a table reached each of its phones."""

    def __init__(self) -> None:
        self.seen: dict[tuple[str, int], list[float]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def join(self, port: int, path: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path}/stream?seen=0 HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        self.tasks.append(asyncio.create_task(self._hear(path, reader, writer)))

    async def _hear(self, path: str, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self.seen.setdefault((path, int(line[6:])), []).append(time.perf_counter())

    def last(self, tapped: dict[tuple[str, int], float], ears: int) -> list[float]:
        """From each tap to the last of the phones at its table."""
        return [max(self.seen[tap]) - begun for tap, begun in tapped.items() if len(self.seen.get(tap, ())) == ears]


@dataclass(frozen=True, slots=True)
class Paced:
    """Taps at a steady rate: when each (table, seq) was begun, and how long its answer took."""

    begun: dict[tuple[str, int], float]
    took: list[float]


async def paced(phones: list[Phone], a_second: int, seconds: float) -> Paced:
    """Each phone in turn; one that still waits for its answer is passed over."""
    taps, begun, tasks, busy = Paced({}, []), time.perf_counter(), [], set()

    async def one(phone: Phone) -> None:
        taps.begun[phone.path, phone.seq + 1] = time.perf_counter()
        taps.took.append(await phone.tap())
        busy.discard(phone)

    for number in range(int(a_second * seconds)):
        await asyncio.sleep(max(0.0, begun + number / a_second - time.perf_counter()))
        phone = phones[number % len(phones)]
        if phone not in busy:
            busy.add(phone)
            tasks.append(asyncio.create_task(one(phone)))
    await asyncio.gather(*tasks)
    await asyncio.sleep(0.1)
    return taps


def seen_by_a_thousand(folder: Path) -> Iterator[str]:
    """1,000 phones at 250 tables, 150 taps a second: from a tap to the last of the four others at its table."""
    medians, tails, tapper = [], [], Tapper()

    async def rounds(at: Served) -> float:
        at_tables, ears = phones(at, 250), Ears()
        await saturate(at_tables[:LINES], 1)
        before = memory(at)
        for number in range(1_000):
            await ears.join(at.port, at_tables[number % 250].path)
        await asyncio.sleep(2)
        a_phone = (memory(at) - before) / 1_000
        for number in range(ROUNDS + 1):
            tapped = await paced(at_tables, 150, 1.2)
            took = ears.last(tapped.begun, 4)
            inside = seconds_a_call(tapper.tap, 20)
            if number:
                medians.append((statistics.median(took), inside))
                tails.append((percentile(took, 99), statistics.median(took)))
        return a_phone

    with server(f"sqlite:///{folder}/thousand.db", folder) as at:
        a_phone = asyncio.run(rounds(at))
    what = "tap → last of 4 other phones, 1,000 connected, 150 taps a second"
    yield Pair(f"{what}: median", "the tap in process", *columns(medians), 4).row()
    yield Pair(f"{what}: 99th percentile", "its median", *columns(tails), 3).row()
    yield row("memory of a waiting phone", f"{a_phone / 1024:.1f} KiB", "≤ 25 KiB", a_phone <= 25 * 1024)


def memory(at: Served) -> int:
    """The server's proportional share of memory, in bytes."""
    return int(at.process().memory_full_info().pss)


def other_process(folder: Path) -> str:
    """Two servers on one PostgreSQL; taps come to the first. The last phone of the second, against one of the first."""
    pair = Pair("PostgreSQL: tap → last of 4 phones at another process", "at the same process", [], [], 1.5)

    async def rounds(one: Served, other: Served) -> None:
        here, there = phones(one, 2)
        ears = Ears()
        for _ in range(4):
            await ears.join(one.port, here.path)
            await ears.join(other.port, there.path)
        for number in range(ROUNDS + 1):
            for phone, timed in ((there, pair.ours), (here, pair.theirs)):
                tapped = await paced([phone], 40, 0.5)
                if number:
                    timed.append(statistics.median(ears.last(tapped.begun, 4)))

    url = fresh_postgresql()
    with server(url, folder) as one, server(url, folder) as other:
        asyncio.run(rounds(one, other))
    return pair.row()


def while_printing(folder: Path) -> str:
    """The taps' 99th percentile while sheets are laid out one after the other, and without."""
    tails: dict[bool, list[float]] = {True: [], False: []}

    async def rounds(at: Served, printing: threading.Event) -> None:
        at_tables = phones(at, 8)
        for number in range(2 * ROUNDS + 2):
            on = number % 2 == 0
            (printing.set if on else printing.clear)()
            await asyncio.sleep(0.3)
            took = (await paced(at_tables, 60, 1.2)).took
            if number > 1:
                tails[on].append(percentile(took, 99))

    with server(f"sqlite:///{folder}/printing.db", folder) as at, printer(at.address) as printing:
        asyncio.run(rounds(at, printing))
    more = statistics.median(tails[True]) - statistics.median(tails[False])
    both = f"{milli(statistics.median(tails[True]))} / {milli(statistics.median(tails[False]))}"
    what = "taps while PDFs are printed, 99th percentile"
    return row(what, both, "≤ 1 ms more", more <= 0.001, "without", f"{milli(more)} more")


@contextmanager
def printer(address: str) -> Iterator[threading.Event]:
    """Somebody who prints one sheet after another while the event is set."""
    stopped, printing = threading.Event(), threading.Event()

    def print_on() -> None:
        for number in count(1):
            while not printing.wait(0.05):
                if stopped.is_set():
                    return
            urlopen(f"{address}/print/lost-cities-pad.pdf?names=Ana+{number}").read()

    worker = threading.Thread(target=print_on)
    worker.start()
    try:
        yield printing
    finally:
        stopped.set()
        printing.clear()
        worker.join()
