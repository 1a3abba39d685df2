"""A real server of the app that a test may kill and start again at the same address."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import select
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from threading import Event, Thread
from typing import Any, ClassVar, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import psutil
from flask import Flask

from tests.patience import SECONDS
from web.server.door import Door
from web.table.forms import fields as fields_of

ROOT = Path(__file__).parents[1]
CERTIFICATE = ROOT / "tests/localhost.pem"  # with its key: of this machine, signed by itself, for these tests alone
ENVIRONMENT = {"SECRET_KEY": "for the tests", "PUBLIC_URL": "", "RATE_LIMITS": "off"}


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=CERTIFICATE)


class Served:
    """`flask serve` on a database, in a group of processes of its own; what it logs is kept in `folder`."""

    def __init__(
        self, url: str, folder: Path, tls: bool = False, app: str = "app", processes: int = 1, **environment: str
    ) -> None:
        self._app, self._processes = app, processes
        self._environment = {**os.environ, **ENVIRONMENT, "DATABASE_URL": url, **environment}
        self._log = folder / f"log-{id(self)}"
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = int(door.getsockname()[1])
        self._tls = ["--certfile", str(CERTIFICATE)] if tls else []
        self.address = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> Served:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "flask", "--app", self._app, "serve", "--port", str(self.port)]
        command += ["--processes", str(self._processes), *self._tls]
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        patience = time.monotonic() + SECONDS
        while not self.answers():
            assert self._running.poll() is None, self.said()
            assert time.monotonic() < patience, self.said()
            time.sleep(0.05)
        return self

    def answers(self) -> bool:
        try:
            with urlopen(
                f"{self.address}/health", timeout=SECONDS, context=trusting() if self._tls else None
            ) as answer:
                return bool(answer.status == 200)
        except HTTPError:
            return True
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """SIGKILL, for all its processes at once."""
        if self._running:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait(SECONDS)
            self._running = None

    def stop(self) -> None:
        if self._running:
            self._running.terminate()
            self._running.wait(SECONDS)
            self._running = None

    def process(self) -> psutil.Process:
        assert self._running
        return psutil.Process(self._running.pid)

    def said(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


class Phone:
    """A phone without a browser: it has a cookie, posts reports, holds streams open."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""
        self.token = ""

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None, **headers: str) -> tuple[int, str]:
        """Status, and the page or where it leads."""
        line = self._line()
        form = {"Content-Type": "application/x-www-form-urlencoded"} if fields is not None else {}
        try:
            body = urlencode({"csrf_token": self.token, **fields}) if fields is not None else None
            line.request(method, path, body, {"Cookie": self.cookie, "Referer": self.address, **form, **headers})
            answer = line.getresponse()
            page = answer.read().decode()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
            return answer.status, answer.getheader("Location") or page
        finally:
            line.close()

    def line(self) -> socket.socket:
        """A bare connection, on which nothing was said yet."""
        line = self._line()
        line.connect()
        return line.sock

    def _line(self) -> HTTPConnection:
        scheme, _, host = self.address.partition("://")
        if scheme == "https":
            return HTTPSConnection(host, timeout=SECONDS, context=trusting())
        return HTTPConnection(host, timeout=SECONDS)

    def open_table(self) -> str:
        """A table of Ana and Ben, at which this phone keeps score for both; its path."""
        _, page = self.ask("GET", "/new/lost-cities")
        self.token = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', page)[0]
        names = {"name0": "Ana", "name1": "Ben", "edition": 0, "colours": 0, "rounds": 2, "bonus_counts_wagers": 0}
        status, path = self.ask("POST", "/new/lost-cities", names)
        assert status == 303, path
        return path

    def report(self, path: str, event: dict[str, Any], seen: int, move_id: str = "") -> tuple[int, str]:
        sent = {"move_id": move_id or secrets.token_hex(8), "seen": seen, **dict(fields_of(event))}
        return self.ask("POST", f"{path}/report", sent, **{"HX-Request": "true"})

    def stream(self, path: str, **headers: str) -> Stream:
        return Stream(self._line(), f"{path}/stream", {"Cookie": self.cookie, **headers})


class Stream:
    """A stream as a phone reads it."""

    opened: ClassVar[list[Stream]] = []  # for a fixture to close

    def __init__(self, connection: HTTPConnection, path: str, headers: dict[str, str]) -> None:
        self.opened.append(self)
        self._connection = connection
        connection.request("GET", path, headers=headers)
        self.line: socket.socket = connection.sock
        self._answer = connection.getresponse()
        self.status, self.headers = self._answer.status, self._answer.headers

    def event(self) -> dict[str, str]:
        """The next event; nothing when the stream has ended. A comment is an event that only says ""."""
        said: dict[str, str] = {}
        for line in self._answer:
            name, colon, value = line.decode().rstrip("\n").partition(":")
            if not colon:
                return said
            said[name] = value.strip()
        return said

    def seq(self) -> int:
        """The seq of the next event."""
        said = self.event()
        assert said.get("event") == "at", said
        assert said["id"] == said["data"]
        return int(said["data"])

    def quiet(self, seconds: float = 0.3) -> bool:
        """Whether nothing is said for a while."""
        return not select.select([self.line], [], [], seconds)[0]

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


class OpenDoor:
    """The server's door before an application of this process, in a loop of its own."""

    def __init__(self, app: Flask) -> None:
        self._app, self._ready = app, Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self._running = Thread(target=lambda: asyncio.run(self._open()))

    def __enter__(self) -> Self:
        self._running.start()
        assert self._ready.wait(SECONDS)
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        self._running.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def stop(self) -> None:
        with suppress(RuntimeError):  # it has stopped already
            self._loop.call_soon_threadsafe(self._stopped.set)

    async def _open(self) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        self.door = Door(self._app, ("127.0.0.1", self.listener.getsockname()[1]))
        self.door.add_socket(self.listener)
        self._ready.set()
        await self._stopped.wait()
        await self.door.leave()
