"""Room that many share, and who gives way when it is full."""

from __future__ import annotations

from collections import Counter
from typing import Generic, TypeVar

T = TypeVar("T")


class Shares(Generic[T]):
    """A limit on the room of all together. Nobody has a limit of their own; beyond it, whoever has taken most gives
    way.
    """

    def __init__(self, room: int) -> None:
        self._room, self._all = room, 0
        self._had: Counter[str] = Counter()
        self._takings: dict[str, dict[T, int]] = {}
        self._whose: dict[T, str] = {}

    def take(self, who: str, what: T, amount: int = 1) -> T | None:
        """Take so much more for `what`; return what has to give way: the oldest of whoever has taken most."""
        self._whose[what] = who
        takings = self._takings.setdefault(who, {})
        takings[what] = takings.get(what, 0) + amount
        self._had[who] += amount
        self._all += amount
        if self._all <= self._room:
            return None
        return next(iter(self._takings[max(self._had, key=self._had.__getitem__)]))

    def give_back(self, what: T) -> None:
        """Give back all that this has taken; nothing if it has taken nothing."""
        who = self._whose.pop(what, None)
        if who is None:
            return
        amount = self._takings[who].pop(what)
        self._had[who] -= amount
        self._all -= amount
        if not self._takings[who]:
            del self._takings[who], self._had[who]
