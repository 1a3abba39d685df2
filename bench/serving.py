"""A served Cairn for the benches: a gunicorn of its own, tables opened over HTTP, memory as the kernel counts it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).parents[1]
PATIENCE = 600  # seconds for a start: a machine that is busy with other work may take minutes
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MULTIPART = {"Content-Type": "multipart/form-data; boundary=x"}
TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
ANSWERS = {"name0": "Ana", "name1": "Ben", "edition": 0, "colours": 0, "rounds": 8, "bonus_counts_wagers": 0}


def file_sent(token: str, source: bytes) -> bytes:
    """The body of the form that imports a file."""
    head = f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
    head += '--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    return head.encode() + source + b"\r\n--x--\r\n"


class Served:
    """gunicorn with one worker process, as `make` runs it, in a group of processes of its own."""

    def __init__(self, url: str, log: Path, threads: int = 64, serves: str = "app:create_app()") -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = int(door.getsockname()[1])
        self._log, self._threads, self._serves = log, threads, serves
        self._environment = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "bench", "RATE_LIMITS": "off"}
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> Served:
        command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}"]
        command += ["--worker-class", "web.server.Worker", "--threads", str(self._threads)]
        command += ["--no-control-socket", "--graceful-timeout", "2", "--log-level", "warning"]
        command += [self._serves]
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience and self._running.poll() is None:
            try:
                if self.get("/health")[0] == 200:
                    return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(self._log.read_text())

    def kill(self) -> None:
        """SIGKILL to the master and its worker at once."""
        if self._running:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()

    def stop(self) -> None:
        if self._running:
            self._running.terminate()
            self._running.wait(20)

    def _worker(self) -> Path:
        assert self._running
        children = Path(f"/proc/{self._running.pid}/task/{self._running.pid}/children").read_text()
        return Path("/proc", children.split()[0])

    def worked(self) -> float:
        """The processor time that the worker has had, in seconds: whatever else the machine is doing."""
        spent = (self._worker() / "stat").read_text().rpartition(")")[2].split()
        return (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The worker's proportional share of memory, in bytes."""
        rolled = (self._worker() / "smaps_rollup").read_text()
        return int(re.search(r"^Pss:\s+(\d+)", rolled, re.MULTILINE)[1]) * 1024  # type: ignore[index]

    def files(self) -> int:
        """How many files the worker has open, its lines among them."""
        return len(list((self._worker() / "fd").iterdir()))

    def threads(self) -> int:
        return len(list((self._worker() / "task").iterdir()))

    def get(self, path: str, cookie: str = "") -> tuple[int, str, str]:
        """Status, page, and the cookie as it is then."""
        return self._ask("GET", path, cookie)

    def post(self, path: str, cookie: str, fields: dict[str, Any]) -> tuple[int, str, str]:
        """Status, where it leads, and the cookie as it is then."""
        return self._ask("POST", path, cookie, urlencode(fields))

    def _ask(self, method: str, path: str, cookie: str, body: str | None = None) -> tuple[int, str, str]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            line.request(method, path, body, {"Cookie": cookie, **(FORM if body else {})})
            answer = line.getresponse()
            said = answer.read().decode()
            fresh = (answer.getheader("Set-Cookie") or cookie).split(";")[0]
            return answer.status, answer.getheader("Location") or said, fresh
        finally:
            line.close()

    def open_tables(self, number: int) -> tuple[list[str], str, str]:
        """Tables opened by one phone that keeps score for everyone: their addresses, its token and its cookie."""
        _, page, cookie = self.get("/new/lost-cities")
        token = TOKEN.search(page)[1]  # type: ignore[index]
        tables = []
        for _ in range(number):
            status, where, cookie = self.post("/new/lost-cities", cookie, {"csrf_token": token, **ANSWERS})
            if status != 303:
                raise RuntimeError(f"no table was opened: {status}")
            tables.append(where)
        return tables, token, cookie
