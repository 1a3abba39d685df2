"""What is measured over sockets: served taps, pings, memory. The clients are one light process beside the servers."""

from __future__ import annotations

import asyncio
import re
import socket
import statistics
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from bench.pairs import ROUNDS, Pair, in_turn, milli
from bench.serving import Served
from bench.table import Tapper, reported, shows, turns
from tests.ledger.databases import fresh_postgresql
from web.live.streams import Hub, Listener, event_at

LINES = 16  # connections that tap at once
ROUND = 0.7  # seconds
HOUR = 450  # taps at one table in an hour: one every eight seconds


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


def phones(served: Served, number: int) -> list[Phone]:
    """Phones at new tables, one each."""
    paths, token, cookie = served.open_tables(number)
    return [Phone(served.port, path, token, cookie) for path in paths]


async def saturate(phones: list[Phone], seconds: float) -> list[float]:
    """All of them tap as fast as they are answered; how long each answer took."""
    end, took = time.perf_counter() + seconds, []

    async def one(phone: Phone) -> None:
        while time.perf_counter() < end:
            took.append(await phone.tap())

    await asyncio.gather(*map(one, phones))
    return took


async def hellos(phones: list[Phone], seconds: float) -> int:
    end, answered = time.perf_counter() + seconds, 0

    async def one(phone: Phone) -> None:
        nonlocal answered
        while time.perf_counter() < end:
            await phone.ask("GET", "/")
            answered += 1

    await asyncio.gather(*map(one, phones))
    return answered


def served_taps(folder: Path) -> Iterator[str]:
    """Taps a second against the same server's hello; and how far its slowest taps are from the usual one."""
    ours = Served(f"sqlite:///{folder}/served.db", folder / "log").start()
    theirs = Served("", folder / "log", serves="bench.hello:app").start()
    pair = Pair("a served tap, 16 connections: its time", "Flask hello there", [], [], 1 / 0.35)
    tails = []

    async def rounds() -> None:
        at_tables = phones(ours, LINES)
        greeters = [Phone(theirs.port, "", "", "") for _ in range(LINES)]
        for number in range(ROUNDS + 1):
            took = await saturate(at_tables, ROUND)
            answered = await hellos(greeters, ROUND)
            if number:
                pair.ours.append(ROUND / len(took))
                pair.theirs.append(ROUND / answered)
                tails.append((percentile(took, 99), statistics.median(took)))

    try:
        asyncio.run(rounds())
    finally:
        ours.stop()
        theirs.stop()
    yield pair.row()
    yield Pair("a saturated tap, 99th percentile", "its median", *columns(tails), goal=2.5).row()


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


def seen_by_a_thousand(folder: Path, tapper: Tapper) -> Iterator[str]:
    """1,000 phones at 250 tables, 150 taps a second: from a tap to the last of the four others at its table."""
    served = Served(f"sqlite:///{folder}/thousand.db", folder / "log").start()
    medians: list[tuple[float, float]] = []
    tails: list[tuple[float, float]] = []
    memory = 0.0

    async def rounds() -> None:
        nonlocal memory
        at_tables, ears = phones(served, 250), Ears()
        await saturate(at_tables[:LINES], 1)
        before = served.memory()
        for number in range(1_000):
            await ears.join(served.port, at_tables[number % 250].path)
        await asyncio.sleep(2)
        memory = (served.memory() - before) / 1_000
        for number in range(ROUNDS + 1):
            tapped = await paced(at_tables, 150, 1.2)
            took = ears.last(tapped.begun, 4)
            inside = []
            for _ in range(20):
                begun = time.perf_counter()
                tapper.tap()
                inside.append(time.perf_counter() - begun)
            if number:
                medians.append((statistics.median(took), statistics.median(inside)))
                tails.append((percentile(took, 99), statistics.median(took)))

    try:
        asyncio.run(rounds())
    finally:
        served.stop()
    what = "tap → last of 4 other phones, 1,000 connected, 150 taps a second"
    yield Pair(f"{what}: median", "the tap in process", *columns(medians), goal=4).row()
    yield Pair(f"{what}: 99th percentile", "its median", *columns(tails), goal=3).row()
    reached = "yes" if memory <= 5 * 1024 else "**no**"
    yield f"| memory of a waiting phone | – | {memory / 1024:.1f} KiB | | ≤ 5 KiB | {reached} |"


class Silent:
    """Nobody keeps a list of who is here."""

    def here(self, _present: object) -> None: ...

    def gone(self, _present: object) -> None: ...


def pinged() -> str:
    """A ping to 200 phones of one table, until the last has it, against a loop over plain sockets."""
    seqs, hub = count(1), Hub(lambda tables: dict.fromkeys(tables, 0), Silent(), lambda _seconds: None)  # type: ignore[arg-type]
    ears = []
    for number in range(200):
        near, far = socket.socketpair()
        near.setblocking(False)
        hub.join(Listener(1, 0, str(number), near))
        ears.append(far)
    time.sleep(0.5)
    pairs = [socket.socketpair() for _ in range(200)]

    def ours() -> None:
        hub.notify(1, next(seqs))
        for ear in ears:
            ear.recv(64)

    def theirs() -> None:
        said = event_at(next(seqs))
        for near, _far in pairs:
            near.send(said)
        for _near, far in pairs:
            far.recv(64)

    return in_turn("a ping to 200 phones of one table", "plain sockets in a loop", ours, theirs, 2, 10).row()


def other_process(folder: Path) -> str:
    """Two processes on PostgreSQL; taps come to the first. The last phone of the second, against one of the first."""
    url = fresh_postgresql()
    servers = [Served(url, folder / "log").start() for _ in range(2)]
    pair = Pair("PostgreSQL: tap → last of 4 phones at another process", "at the same process", [], [], 1.5)

    async def rounds() -> None:
        here, there = phones(servers[0], 2)
        ears = Ears()
        for _ in range(4):
            await ears.join(servers[0].port, here.path)
            await ears.join(servers[1].port, there.path)
        for number in range(ROUNDS + 1):
            for phone, timed in ((there, pair.ours), (here, pair.theirs)):
                tapped = await paced([phone], 40, 0.5)
                if number:
                    timed.append(statistics.median(ears.last(tapped.begun, 4)))

    try:
        asyncio.run(rounds())
    finally:
        for server in servers:
            server.stop()
    return pair.row()


def while_printing(folder: Path) -> str:
    """The taps' 99th percentile while sheets are laid out one after the other, and without."""
    served = Served(f"sqlite:///{folder}/printing.db", folder / "log").start()
    stop, printing = threading.Event(), threading.Event()

    def printer() -> None:
        for number in count(1):
            while not printing.wait(0.05):
                if stop.is_set():
                    return
            if stop.is_set():
                return
            urlopen(f"http://127.0.0.1:{served.port}/print/lost-cities-pad.pdf?names=Ana+{number}").read()

    tails: dict[bool, list[float]] = {True: [], False: []}
    worker = threading.Thread(target=printer)

    async def rounds() -> None:
        at_tables = phones(served, 8)
        for number in range(2 * ROUNDS + 2):
            on = number % 2 == 0
            (printing.set if on else printing.clear)()
            await asyncio.sleep(0.3)
            took = (await paced(at_tables, 60, 1.2)).took
            if number > 1:
                tails[on].append(percentile(took, 99))

    worker.start()
    try:
        asyncio.run(rounds())
    finally:
        stop.set()
        printing.set()
        worker.join()
        served.stop()
    more = statistics.median(tails[True]) - statistics.median(tails[False])
    both = f"{milli(statistics.median(tails[True]))} / {milli(statistics.median(tails[False]))}"
    reached = "yes" if more <= 0.001 else "**no**"
    what = "taps while PDFs are printed, 99th percentile"
    return f"| {what} | without | {both} | {milli(more)} more | ≤ 1 ms more | {reached} |"


def memory(folder: Path) -> Iterator[str]:
    """What a live table costs, and what an hour adds, in fast motion: a tap every eight seconds at 20 tables."""
    served = Served(f"sqlite:///{folder}/memory.db", folder / "log").start()

    async def play(phones: list[Phone], taps: int) -> None:
        async def one(phone: Phone) -> None:
            for _ in range(taps):
                await phone.tap()

        await asyncio.gather(*map(one, phones))

    async def rounds() -> tuple[float, list[int]]:
        await play(phones(served, 20), 20)
        before = served.memory()
        many = phones(served, 200)
        for some in range(0, 200, 20):
            await play(many[some : some + 20], 20)
        a_table = (served.memory() - before) / 200
        hour, at = phones(served, 20), []
        for _quarter in range(4):
            await play(hour, HOUR // 4)
            at.append(served.memory())
        return a_table, at

    try:
        a_table, at = asyncio.run(rounds())
    finally:
        served.stop()
    yield f"| memory of a live table, 20 moves | – | {a_table / 1024:.0f} KiB | | stated | |"
    quarters = " / ".join(f"{each / 2**20:.1f}" for each in at)
    yield f"| memory of the process, an hour at 20 tables, each quarter | – | {quarters} MiB | | flat | |"
