"""The turns in which requests get a thread, while more of them wait than there are threads."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

RANKS = REPORT, PAGE, FILE = range(3)


class Turns:
    """So many at once. Of those who wait, reports come before pages, pages before files; of one rank the addresses take
    turns, so that nobody's many requests hold up another's one. To be used in one event loop.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: list[dict[str, deque[asyncio.Future[None]]]] = [{} for _ in RANKS]

    @asynccontextmanager
    async def turn(self, rank: int, address: str) -> AsyncIterator[None]:
        """Wait for a turn of this address, and have it meanwhile."""
        await self._take(rank, address)
        try:
            yield
        finally:
            self._pass_on()

    async def _take(self, rank: int, address: str) -> None:
        if self._free:
            self._free -= 1
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting[rank].setdefault(address, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        for waiting in self._waiting:
            while waiting:
                address = next(iter(waiting))
                those = waiting.pop(address)
                first = those.popleft()
                if those:
                    waiting[address] = those  # behind all others
                if not first.done():
                    first.set_result(None)
                    return
        self._free += 1
