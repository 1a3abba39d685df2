"""WebKitGTK, by its own WebDriver: each window is a browser of its own, on a screen that nobody sees."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from PIL import ImageGrab

from tests.conftest import free_port
from tests.engines.driver import FRAMES, Gone, Window
from tests.patience import SECONDS, until

PROGRAM = Path(__file__).with_name("webkit_window.py")
# This build knows no manifests, and tells of what a page was fetching when it was left.
HARMLESS = ("directive 'manifest-src'", "Load failed", "load failed", "access control checks")
LEFT = ("javascript error", "no such frame", "no such window", "unknown error")  # of a page that leaves
SCREEN = "1400x1100x24"
RUN = """const [given, done] = arguments;
const found = Promise.resolve(({function})(...JSON.parse(given)));
found.then((found) => done({ found }), (error) => done({ error: `${error}` }));"""


class WebKit:
    """The screen, and the windows on it."""

    def __init__(self, folder: Path) -> None:
        for program, package in {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}.items():
            assert shutil.which(program), f"there is no {program}: apt-get install {package}"
        self._folder, self._names = folder, count()
        told, tells = os.pipe()
        command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", SCREEN, "-nolisten", "tcp"]
        with (folder / "screen").open("wb") as log:
            self._screen = subprocess.Popen(command, pass_fds=[tells], stdout=log, stderr=log)
        os.close(tells)
        with os.fdopen(told) as display:
            self._display = f":{display.readline().strip()}"

    def window(self, downloads: Path, dark: bool = False) -> Window:
        folder = self._folder / str(next(self._names))
        folder.mkdir()
        return _Window(self._display, folder, downloads, *["--dark"] * dark)

    def close(self) -> None:
        self._screen.terminate()
        self._screen.wait(SECONDS)


class _Window(Window):
    def __init__(self, display: str, folder: Path, downloads: Path, *options: str) -> None:
        super().__init__(downloads)
        self._display, self._console = display, folder / "console"
        port = free_port()
        environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1"}
        with (folder / "driver").open("wb") as log:
            command = ["WebKitWebDriver", f"--port={port}"]
            self._driver = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
        self._address = f"http://127.0.0.1:{port}"
        until(self._is_up)
        started = {"binary": str(PROGRAM), "args": [str(folder), str(downloads), *options]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": started}}
        self._address += f"/session/{self._say('/session', capabilities=wanted)['sessionId']}"

    def errors(self) -> list[str]:
        lines = self._console.read_text(errors="replace").splitlines()
        found = [line for line in lines if "CONSOLE" in line and "ERROR" in line]
        return [line for line in found if not any(word in line for word in HARMLESS)]

    def go(self, address: str) -> None:
        self._say("/url", url=address)

    def run(self, function: str, *given: Any) -> Any:
        body = RUN.replace("{function}", function)
        said = self._say("/execute/async", script=body, args=[json.dumps(given)])
        assert "error" not in said, said["error"]
        return said.get("found")

    def press(self, x: float, y: float) -> None:
        pointer = {"type": "pointer", "id": "pointer", "parameters": {"pointerType": "mouse"}}
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        pressed = [moved, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._say("/actions", actions=[{**pointer, "actions": pressed}])

    def write(self, text: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._say("/actions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def borrow(self, cookies: Iterable[Mapping[str, Any]]) -> None:
        self._ask(Request(f"{self._address}/cookie", method="DELETE"))
        for cookie in cookies:
            self._say(
                "/cookie", cookie={name: cookie[name] for name in ("name", "value", "domain", "path", "httpOnly")}
            )

    def resize(self, width: int, height: int) -> None:
        self._say("/window/rect", x=0, y=0, width=width, height=height)

    def picture(self, path: Path) -> None:
        """Of the screen, once it is drawn: the driver's own pictures do not come."""
        width, height = self.run(f"() => ({FRAMES})().then(() => [innerWidth, innerHeight])")
        ImageGrab.grab((0, 0, width, height), xdisplay=self._display).save(path)

    def close(self) -> None:
        """With all that the driver started: asked to close its window, it sometimes waits for ever."""
        os.killpg(self._driver.pid, signal.SIGTERM)
        self._driver.wait(SECONDS)

    def _say(self, path: str, **given: Any) -> Any:
        sent = {"Content-Type": "application/json"}
        return self._ask(Request(self._address + path, json.dumps(given).encode(), sent))

    def _ask(self, request: Request) -> Any:
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            why = json.load(refused)["value"]
            if why["error"] in LEFT:
                raise Gone(why["message"]) from None
            raise AssertionError(why["error"], why["message"]) from None

    def _is_up(self) -> bool:
        try:
            return bool(self._ask(Request(f"{self._address}/status"))["ready"])
        except URLError:
            return False
