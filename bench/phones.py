"""`python -m bench.phones`: 1,000 phones at 250 tables of the served app on this machine; writes bench/PHONES.md.

Once on SQLite with one process, once on PostgreSQL with two (each phone's stream is at one of them, each tap comes to
either). An *evening*: taps come at a steady rate, every phone then asks for what it shows, as htmx does. A *rush*:
sixteen phones tap as fast as they are answered; the pings of all others are timed, what they would fetch is left out.
The clients are one process without threads, which shares the machine with the servers.
"""

from __future__ import annotations

import asyncio
import os
import platform
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.serving import Served
from bench.table import reported, turns
from tests.ledger.databases import fresh_postgresql

TABLES, PHONES = 250, 1_000
RATE, EVENING = 30, 20.0  # taps a second (each table reports every eight seconds), seconds
TAPPERS, RUSH = 16, 12.0
HERE = Path(__file__).parent


@dataclass(eq=False)
class At:
    """One table: its moves without end, and when each seq was seen by the phones that wait there."""

    path: str
    events: Iterator[dict[str, Any]]
    seq: int = 0
    busy: bool = False
    phones: list[tuple[int, asyncio.StreamWriter]] = field(default_factory=list)
    pinged: dict[int, list[float]] = field(default_factory=dict)
    shown: dict[int, list[float]] = field(default_factory=dict)
    tapped: dict[int, float] = field(default_factory=dict)


class Crowd:
    """All phones, in one process."""

    def __init__(self, ports: list[int], paths: list[str], token: str, cookie: str) -> None:
        self.ports, self.token, self.cookie = ports, token, cookie
        self.tables = [At(path, turns()) for path in paths]
        self.fetching = False
        self.acknowledged: list[float] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.idle: dict[int, list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = {port: [] for port in ports}

    async def sit_down(self) -> None:
        """Open every stream."""
        for number in range(PHONES):
            await self.sit(self.tables[number % TABLES], self.ports[number // TABLES % len(self.ports)])

    async def sit(self, table: At, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {table.path}/stream?seen={table.seq} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())
        cookie = re.search(rb"Set-Cookie: (cairn=[^;]+)", head)
        own = cookie[1].decode() if cookie else ""
        table.phones.append((port, writer))
        self.tasks.append(asyncio.create_task(self.hear(table, port, own, reader)))

    async def hear(self, table: At, port: int, cookie: str, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if not line.startswith(b"data: "):
                continue
            seq = int(line[6:])
            table.pinged.setdefault(seq, []).append(time.perf_counter())
            if self.fetching:
                await self.ask(port, "GET", f"{table.path}?seen={seq - 1}", cookie)
                table.shown.setdefault(seq, []).append(time.perf_counter())

    async def ask(self, port: int, method: str, path: str, cookie: str, body: str = "") -> bytes:
        """One request over a line that is kept, as browsers keep theirs."""
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nCookie: {cookie}\r\nHX-Request: true\r\n"
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        while True:
            kept = bool(self.idle[port])
            reader, writer = self.idle[port].pop() if kept else await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(f"{head}\r\n{body}".encode())
                said = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"Content-Length: (\d+)", said)
                await reader.readexactly(int(length[1]) if length else 0)
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()
                if kept:
                    continue  # the server had let go of it meanwhile
                raise
            if b"Connection: close" in said:
                writer.close()
            else:
                self.idle[port].append((reader, writer))
            return said

    async def tap(self, table: At, port: int) -> None:
        table.busy = True
        event = next(table.events)
        report = reported(self.token, table.seq, event)
        begun = time.perf_counter()
        table.tapped[table.seq + 1] = begun
        said = await self.ask(port, "POST", f"{table.path}/report", self.cookie, report)
        if b" 200 " not in said.split(b"\r\n")[0]:
            raise RuntimeError(said.decode())
        self.acknowledged.append(time.perf_counter() - begun)
        table.seq += 1
        table.busy = False

    async def evening(self) -> None:
        """Taps at a steady rate, whoever is late; every phone fetches what it shows."""
        self.fetching = True
        taps, begun = [], time.perf_counter()
        for number in range(int(RATE * EVENING)):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
            table = self.tables[number * 7 % TABLES]
            if not table.busy:
                taps.append(asyncio.create_task(self.tap(table, self.ports[number % len(self.ports)])))
        await asyncio.gather(*taps)
        await asyncio.sleep(1)
        self.fetching = False

    async def rush(self) -> float:
        """As many taps as are answered; return how many a second."""
        end = time.perf_counter() + RUSH

        async def tapper(number: int) -> int:
            done = 0
            while time.perf_counter() < end:
                own = self.tables[number::TAPPERS]
                await self.tap(own[done % len(own)], self.ports[(number + done) % len(self.ports)])
                done += 1
            return done

        begun = time.perf_counter()
        taps = sum(await asyncio.gather(*map(tapper, range(TAPPERS))))
        took = time.perf_counter() - begun
        await asyncio.sleep(1)
        return taps / took

    def latencies(self, kind: str) -> list[float]:
        """From a tap to the moment when the last phone at its table had it; forgets what it has told."""
        told = []
        for table in self.tables:
            for seq, times in getattr(table, kind).items():
                if seq in table.tapped and len(times) == len(table.phones):
                    told.append(max(times) - table.tapped[seq])
        return told

    def forget(self) -> None:
        self.acknowledged = []
        for table in self.tables:
            table.pinged, table.shown, table.tapped = {}, {}, {}


async def measure(servers: list[Served]) -> list[tuple[str, str]]:
    paths, token, cookie = servers[0].open_tables(TABLES)
    for server in servers:
        for path in paths[:20]:
            server.get(path, cookie)
    crowd = Crowd([server.port for server in servers], paths, token, cookie)
    before = sum(server.memory() for server in servers)
    begun = time.perf_counter()
    await crowd.sit_down()
    opened = time.perf_counter() - begun
    await asyncio.sleep(2)
    after = sum(server.memory() for server in servers)
    crowd.forget()
    worked = sum(server.worked() for server in servers)
    await crowd.evening()
    worked = sum(server.worked() for server in servers) - worked
    figures = [("streams opened a second", f"{PHONES / opened:,.0f}")]
    figures.append(("memory of a waiting phone, KiB", f"{(after - before) / PHONES / 1024:.1f}"))
    figures.append(("evening: taps a second", f"{len(crowd.acknowledged) / EVENING:.0f}"))
    each = 1e3 * worked / len(crowd.acknowledged)
    figures.append(("evening: processor time of a tap and its four fetches, ms", f"{each:.1f}"))
    figures += told("evening: tap → acknowledged", crowd.acknowledged)
    figures += told("evening: tap → pinged, last phone", crowd.latencies("pinged"))
    figures += told("evening: tap → shown, last phone", crowd.latencies("shown"))
    crowd.forget()
    worked = sum(server.worked() for server in servers)
    rate = await crowd.rush()
    worked = sum(server.worked() for server in servers) - worked
    figures.append(("rush: taps a second", f"{rate:,.0f}"))
    each = 1e3 * worked / len(crowd.acknowledged)
    figures.append(("rush: processor time of a tap and its four pings, ms", f"{each:.1f}"))
    figures += told("rush: tap → acknowledged", crowd.acknowledged)
    figures += told("rush: tap → pinged, last phone", crowd.latencies("pinged"))
    figures.append(("memory of all processes, MiB", f"{sum(server.memory() for server in servers) / 2**20:.0f}"))
    for task in crowd.tasks:
        task.cancel()
    return figures


def told(what: str, seconds: list[float]) -> list[tuple[str, str]]:
    ordered = sorted(seconds)
    return [
        (f"{what}, median / p99, ms", f"{statistics.median(ordered) * 1e3:.1f} / "
         f"{ordered[int(len(ordered) * 0.99)] * 1e3:.1f}"),
    ]  # fmt: skip


def on(name: str, url: str, processes: int) -> list[tuple[str, str]]:
    log = Path(tempfile.mkdtemp(prefix="cairn-phones-")) / "log"
    servers = [Served(url, log).start() for _ in range(processes)]
    try:
        figures = asyncio.run(measure(servers))
    finally:
        for server in servers:
            server.stop()
    said = log.read_text()
    if "Traceback" in said:
        print(said, file=sys.stderr)
    print(name, *(f"  {what}: {figure}" for what, figure in figures), sep="\n", flush=True)
    return figures


def machine() -> str:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    return (
        f"{os.cpu_count()} cores ({model[1] if model else platform.machine()}), "
        f"{int(memory[1]) // 2**20 if memory else '?'} GiB, Python {platform.python_version()}, "
        f"Linux {platform.release()}, load before the run {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    here = machine()
    folder = tempfile.mkdtemp(prefix="cairn-phones-")
    runs: dict[str, Callable[[], list[tuple[str, str]]]] = {
        "SQLite, one process": lambda: on("SQLite, one process", f"sqlite:///{folder}/cairn.db", 1),
        "PostgreSQL, two processes": lambda: on("PostgreSQL, two processes", fresh_postgresql(), 2),
    }
    columns = {name: run() for name, run in runs.items()}
    lines = [
        f"# {PHONES:,} phones at {TABLES} tables",
        f"`python -m bench.phones`, {datetime.now(UTC):%Y-%m-%d}. {here}; the servers, the database and all the "
        "phones share it with others. An *evening*: taps at a steady rate, each phone fetches what it shows after a "
        f"ping. A *rush*: {TAPPERS} phones tap as fast as they are answered; the others are only pinged.",
        "",
        "| | " + " | ".join(columns) + " |",
        "|---|" + "---:|" * len(columns),
    ]
    lines += [
        f"| {row[0][0]} | " + " | ".join(figure for _, figure in row) + " |"
        for row in zip(*columns.values(), strict=True)
    ]
    file = HERE / "PHONES.md"
    _, heading, others = file.read_text().partition("\n## ")
    file.write_text("\n".join(lines) + "\n" + heading + others)


if __name__ == "__main__":
    main()
