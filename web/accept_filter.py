"""An accept filter, as FreeBSD's `accf_http` is: a connection is handed on when its first request has arrived.

Until then it is one entry in an epoll, without the objects and steps that Tornado and asyncio need for each connection,
so a thousand that come at once and say nothing, or half of something, keep nobody waiting. What has arrived is looked
at and left for whoever reads it: docs/decisions/0027-silent-sockets.md.
"""

from __future__ import annotations

import asyncio
import re
import select
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

HEAD_PATIENCE, BODY_PATIENCE = 30, 300  # seconds for a head; for a head and a body
SEEN = 16 * 1024  # bytes that are waited for here; what is longer is handed on
AT_ONCE = 32  # lines that are looked at before everybody else has a turn
SWEEP = 1  # seconds between two looks for lines that have waited too long
HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
EXPECTS = re.compile(rb"\nexpect:", re.IGNORECASE)
ENCODED = re.compile(rb"\ntransfer-encoding:", re.IGNORECASE)
CHUNKED = re.compile(rb"\ntransfer-encoding:[ \t]*chunked[ \t]*\r?\n", re.IGNORECASE)
LENGTH = re.compile(rb"\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r?\n", re.IGNORECASE)
HANDSHAKE = 0x16  # how a record of TLS begins in which hands are shaken
GONE = select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR

Patience = Callable[[bytes], int | None]


def for_a_request(said: bytes) -> int | None:
    """Seconds that a connection may still take for its first request, of which this has arrived. None to hand it on:
    the request is whole, too long to wait for, refused whatever its body is, or waits for an answer before its body.
    """
    if len(said) >= SEEN:
        return None
    head = HEAD_ENDS.search(said)
    if not head:
        return HEAD_PATIENCE
    end = head.end()
    if EXPECTS.search(said, 0, end):
        return None
    if ENCODED.search(said, 0, end):
        return BODY_PATIENCE if CHUNKED.search(said, 0, end) and b"\r\n\r\n" not in said[end:] else None
    length = LENGTH.search(said, 0, end)
    return BODY_PATIENCE if length and len(said) < end + int(length[1]) else None


def for_a_hello(said: bytes) -> int | None:
    """Seconds that a TLS connection may take for its first record. None to hand it on: the record is here, or this is
    not TLS.
    """
    if len(said) >= SEEN or (said and said[0] != HANDSHAKE):
        return None
    return HEAD_PATIENCE if len(said) < 5 or len(said) < 5 + int.from_bytes(said[3:5]) else None


class Waiting:
    """A connection whose first request has not arrived yet."""

    __slots__ = ("_held_by", "address", "line", "since", "until")

    def __init__(self, line: socket.socket, address: Any, held_by: AcceptFilter) -> None:
        self.line, self.address, self._held_by = line, address, held_by
        self.since = time.monotonic()
        self.until = self.since + HEAD_PATIENCE

    def close(self) -> None:
        self._held_by.let_go(self)
        with suppress(OSError):
            self.line.recv(SEEN)  # what nobody reads would end the line as a fault
        self.line.close()


class AcceptFilter:
    """Holds connections in the running loop until what `patience` waits for has arrived, then calls `hand_on` with them
    and their addresses. Each is counted by `hold` when it comes and by `release` when it goes, whether handed on or
    not.
    """

    def __init__(
        self,
        patience: Patience,
        hand_on: Callable[[socket.socket, Any], None],
        hold: Callable[[Any, Waiting], None],
        release: Callable[[Waiting], None],
    ) -> None:
        self._patience, self._hand_on, self._hold, self._release = patience, hand_on, hold, release
        self._waiting: dict[int, Waiting] = {}
        self._spoken = select.epoll()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._spoken, self._look)
        self._next_sweep = self._loop.call_later(SWEEP, self._sweep)

    def take(self, line: socket.socket, address: Any) -> None:
        line.setblocking(False)
        waiting = self._waiting[line.fileno()] = Waiting(line, address, self)
        self._spoken.register(line, select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLET)
        self._hold(address, waiting)

    def let_go(self, waiting: Waiting) -> None:
        self._spoken.unregister(waiting.line)
        del self._waiting[waiting.line.fileno()]
        self._release(waiting)

    def stop(self) -> None:
        self._next_sweep.cancel()
        self._loop.remove_reader(self._spoken)
        for waiting in list(self._waiting.values()):
            waiting.close()
        self._spoken.close()

    def _look(self) -> None:
        for file, events in self._spoken.poll(0, AT_ONCE):
            if waiting := self._waiting.get(file):
                self._heard(waiting, gone=bool(events & GONE))

    def _heard(self, waiting: Waiting, gone: bool) -> None:
        said = b""
        with suppress(OSError):
            said = waiting.line.recv(SEEN, socket.MSG_PEEK)
        patience = self._patience(said)
        if patience is None:
            self.let_go(waiting)
            self._hand_on(waiting.line, waiting.address)
        elif gone:
            waiting.close()
        else:
            waiting.until = waiting.since + patience

    def _sweep(self) -> None:
        """Look at every connection; 4,096 take less than a millisecond."""
        self._next_sweep = self._loop.call_later(SWEEP, self._sweep)
        now = time.monotonic()
        for waiting in [each for each in self._waiting.values() if each.until < now]:
            waiting.close()
