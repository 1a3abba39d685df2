"""A real server of the app that a test may kill and start again at the same address."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {"SECRET_KEY": "for the tests", "PUBLIC_URL": "", "RATE_LIMITS": "off"}


class Served:
    """gunicorn on a database, in a group of processes of its own; what it logs is kept in `folder`."""

    def __init__(self, url: str, folder: Path, threads: int = 8, **environment: str) -> None:
        self._environment = {**os.environ, **ENVIRONMENT, "DATABASE_URL": url, **environment}
        self._log = folder / f"log-{id(self)}"
        self._threads = threads
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = int(door.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> Served:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}", "--worker-class", "gthread"]
        command += ["--threads", str(self._threads), "--no-control-socket", "--graceful-timeout", "1"]
        command += ["--log-level", "warning", "app:create_app()"]
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        patience = time.monotonic() + 30
        while not self.answers():
            assert self._running.poll() is None, self.said()
            assert time.monotonic() < patience, self.said()
            time.sleep(0.05)
        return self

    def answers(self) -> bool:
        try:
            with urlopen(f"{self.address}/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except HTTPError:
            return True
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """SIGKILL, for the master and its worker at once."""
        if self._running:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait(20)
            self._running = None

    def stop(self) -> None:
        if self._running:
            self._running.terminate()
            self._running.wait(20)
            self._running = None

    def said(self) -> str:
        return self._log.read_text() if self._log.exists() else ""
