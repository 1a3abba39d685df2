"""Firefox, which speaks WebDriver BiDi by itself: no driver stands between."""

import base64
import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from websocket import create_connection

from tests.engines.driver import HEIGHT, WIDTH, Gone, Window
from tests.patience import SECONDS, until

SETTINGS = {
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "ui.prefersReducedMotion": 1,
    "messaging-system.rsexperimentloader.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}
SCHEME = "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', {})"
DARK, LIGHT = 0, 1
ON_A_PHONE = "* { scrollbar-width: none !important; }"  # a finger cannot take hold of one
# Of what a page was fetching when it was left.
LEFT = ("NetworkError when attempting to fetch resource", "A ServiceWorker intercepted the request")
RUN = "(given) => Promise.resolve(({function})(...JSON.parse(given))).then((found) => JSON.stringify(found ?? null))"


class Firefox:
    """A headless Firefox with a profile of its own; each window has its own cookies and files in it."""

    def __init__(self, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
        (folder / "user.js").write_text("\n".join(lines))
        (folder / "chrome").mkdir()
        (folder / "chrome" / "userContent.css").write_text(ON_A_PHONE)
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "there is no Firefox: apt-get install firefox-esr"
        command = [program, "--headless", "--no-remote", "--profile", str(folder)]
        command += ["--remote-debugging-port", "0", "--remote-allow-system-access"]
        with (folder / "log").open("wb") as log:
            self._running = subprocess.Popen(command, stdout=log, stderr=log)
        self.windows: dict[str, _Window] = {}
        self._asked = 0
        port = folder / "WebDriverBiDiServer.json"
        until(lambda: port.exists() and port.read_text().endswith("}"))
        address = f"ws://127.0.0.1:{json.loads(port.read_text())['ws_port']}/session"
        self._line = create_connection(address, timeout=SECONDS, suppress_origin=True)
        self.say("session.new", capabilities={})
        self.say("session.subscribe", events=["log.entryAdded"])
        (self._shell,) = self.say("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][:1]

    def window(self, downloads: Path, dark: bool = False) -> Window:
        own = self.say("browser.createUserContext")["userContext"]
        saved = {"type": "allowed", "destinationFolder": str(downloads)}
        self.say("browser.setDownloadBehavior", downloadBehavior=saved, userContexts=[own])
        self._evaluate(self._shell["context"], SCHEME.format(DARK if dark else LIGHT))
        tab = self.say("browsingContext.create", type="window", userContext=own)["context"]
        self.say("browsingContext.setViewport", context=tab, viewport={"width": WIDTH, "height": HEIGHT})
        self.say("emulation.setLocaleOverride", contexts=[tab], locale="en-GB")
        self.windows[tab] = _Window(self, tab, own, downloads)
        return self.windows[tab]

    def say(self, method: str, **given: Any) -> Any:
        """What Firefox answers; what its consoles say meanwhile goes to their windows."""
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": given}))
        while (answer := json.loads(self._line.recv())).get("id") != self._asked:
            if answer.get("method") == "log.entryAdded":
                self._hear(**answer["params"])
        if answer["type"] != "success":
            if answer["error"] in ("no such frame", "unknown error"):
                raise Gone(answer["message"])
            raise AssertionError(answer["error"], answer["message"])
        return answer["result"]

    def _hear(self, level: str, text: str, source: dict[str, str], **_else: Any) -> None:
        """A frame, or a worker, is no window: all are told of its errors."""
        named = self.windows.get(source.get("context", ""))
        for window in [named] if named else self.windows.values():
            if level == "error" and not any(word in text for word in LEFT):
                window.heard.append(text)

    def _evaluate(self, context: str, script: str) -> None:
        self.say("script.evaluate", expression=script, target={"context": context}, awaitPromise=False)

    def close(self) -> None:
        self._line.close()
        self._running.terminate()
        self._running.wait(SECONDS)


class _Window(Window):
    def __init__(self, firefox: Firefox, tab: str, own: str, downloads: Path) -> None:
        super().__init__(downloads)
        self._firefox, self._tab, self._own, self.heard = firefox, tab, own, list[str]()

    def errors(self) -> list[str]:
        self._firefox.say("session.status")  # what was said before this is heard meanwhile
        return self.heard

    def go(self, address: str) -> None:
        self._say("browsingContext.navigate", url=address, wait="complete")

    def run(self, function: str, *given: Any) -> Any:
        said = self._firefox.say(
            "script.callFunction",
            functionDeclaration=RUN.replace("{function}", function),
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return json.loads(said["result"]["value"])

    def press(self, x: float, y: float) -> None:
        pointer = {"type": "pointer", "id": "pointer", "parameters": {"pointerType": "mouse"}}
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        pressed = [moved, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._say("input.performActions", actions=[{**pointer, "actions": pressed}])

    def write(self, text: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._say("input.performActions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def borrow(self, cookies: Iterable[Mapping[str, Any]]) -> None:
        here = {"type": "context", "context": self._tab}
        self._firefox.say("storage.deleteCookies", partition=here)
        for cookie in cookies:
            value = {"type": "string", "value": cookie["value"]}
            kept = {name: cookie[name] for name in ("name", "domain", "path", "httpOnly")}
            self._firefox.say("storage.setCookie", cookie={**kept, "value": value}, partition=here)

    def resize(self, width: int, height: int) -> None:
        self._say("browsingContext.setViewport", viewport={"width": width, "height": height})

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._say("browsingContext.captureScreenshot")["data"]))

    def close(self) -> None:
        del self._firefox.windows[self._tab]
        self._firefox.say("browser.removeUserContext", userContext=self._own)

    def _say(self, method: str, **given: Any) -> Any:
        return self._firefox.say(method, context=self._tab, **given)
