"""A network that a test takes away for real.

The one that Chromium only pretends to lack (`set_offline`) is there again for a page that is being left: what such a
page still sends, arrives. A test that leaves a page without a network takes this one.
"""

import socket
from contextlib import suppress
from threading import Thread
from typing import Self
from urllib.parse import urlsplit

from playwright.sync_api import Page


class Network:
    """What is between phones and a server: they reach it at `address`, unless the network is away."""

    def __init__(self, server: str) -> None:
        there = urlsplit(server)
        self._server = there.hostname or "", there.port or 80
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._is_away = False
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        _end(self._listener)
        self.goes_away()

    def goes_away(self) -> None:
        """What is open ends, and what is opened from now on ends at once."""
        self._is_away = True
        _end(*self._ends.copy())

    def comes_back(self, *pages: Page) -> None:
        """These pages hear of it, as from a phone that had noticed."""
        self._is_away = False
        for page in pages:
            page.evaluate("() => { dispatchEvent(new Event('online')); }")

    def _listen(self) -> None:
        with self._listener, suppress(OSError):  # it was ended
            while True:
                phone, _ = self._listener.accept()
                Thread(target=self._connect, args=(phone,), daemon=True).start()

    def _connect(self, phone: socket.socket) -> None:
        with phone, suppress(OSError), socket.create_connection(self._server) as server:
            ends = {phone, server}
            self._ends.update(ends)
            if self._is_away:
                _end(*ends)
            answers = Thread(target=_pass_on, args=(server, phone), daemon=True)
            answers.start()
            _pass_on(phone, server)
            answers.join()
            self._ends.difference_update(ends)


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while sent := source.recv(1 << 16):
            target.sendall(sent)
    _end(source, target)


def _end(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):  # the other end was quicker
            each.shutdown(socket.SHUT_RDWR)
