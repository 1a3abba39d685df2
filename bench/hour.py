"""`python -m bench.hour [minutes]`: 1,000 phones at 250 tables of one process on SQLite; what it holds each minute.

One tap a second, somewhere; the four phones at its table fetch what they show. Every three seconds a phone leaves and
is back. What lasts is memory, files and threads: they shall not grow with time but for the moves themselves.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from bench.phones import TABLES, At, Crowd, machine
from bench.serving import Served

PACE, LEAVES = 1.0, 3  # seconds for a tap; taps after which a phone leaves
HEAD = """| minute | memory, MiB | files | threads | taps | tap → acknowledged, median / worst, ms |
|---:|---:|---:|---:|---:|---:|"""


async def leave_and_return(crowd: Crowd, table: At) -> None:
    port, writer = table.phones.pop(0)
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    await crowd.sit(table, port)


async def a_minute(crowd: Crowd, minute: int) -> None:
    begun = time.perf_counter()
    taps = round(60 / PACE)
    for number in range(minute * taps, (minute + 1) * taps):
        table = crowd.tables[number * 7 % TABLES]
        if not table.busy:
            await crowd.tap(table, crowd.ports[0])
        if number % LEAVES == 0:
            await leave_and_return(crowd, crowd.tables[number * 11 % TABLES])
        await asyncio.sleep(max(0.0, begun + (number % taps + 1) * PACE - time.perf_counter()))
    crowd.tasks = [task for task in crowd.tasks if not task.done()]


async def measure(served: Served, minutes: int) -> None:
    paths, token, cookie = served.open_tables(TABLES)
    crowd = Crowd([served.port], paths, token, cookie)
    await crowd.sit_down()
    crowd.fetching = True
    taps = 0
    for minute in range(minutes):
        await a_minute(crowd, minute)
        taps += len(crowd.acknowledged)
        took = [seconds * 1e3 for seconds in crowd.acknowledged]
        crowd.forget()
        holds = f"{served.memory() / 2**20:.1f} | {served.files()} | {served.threads()} | {taps}"
        print(f"| {minute + 1} | {holds} | {statistics.median(took):.1f} / {max(took):.0f} |", flush=True)
    for task in crowd.tasks:
        task.cancel()


def main(minutes: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="cairn-hour-"))
    print(machine(), f"own priority {os.nice(0)}", HEAD, sep="\n", flush=True)
    served = Served(f"sqlite:///{folder}/cairn.db", folder / "log", threads=16).start()
    try:
        asyncio.run(measure(served, minutes))
    finally:
        served.stop()
    print((folder / "log").read_text())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
