"""The verbs of the walks: a window that opens, is tapped, typed into and read, in whichever browser it is."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.patience import SECONDS

WIDTH, HEIGHT = 360, 740
VERBS = Path(__file__).with_name("verbs.js").read_text().rstrip().removesuffix(";")


FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


class Gone(Exception):
    """The page that was asked has just left for another one."""


class Window(ABC):
    """A window of 360 x 740 whose cookies and files are its own, as those of a phone are.

    An engine gives what stands first; the verbs are made of it.
    """

    def __init__(self, downloads: Path) -> None:
        self.downloads = downloads
        self.wider: list[str] = []  # what was, whenever something was read

    @abstractmethod
    def errors(self) -> list[str]:
        """What its console has said, refusals by the policy among it."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Load this, and wait until it has come."""

    @abstractmethod
    def run(self, function: str, *given: Any) -> Any:
        """What this function of JavaScript returns or promises; raises `Gone` where the page leaves meanwhile."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Press what lies there, as a pointer does."""

    @abstractmethod
    def write(self, text: str) -> None:
        """Press the keys of this text."""

    @abstractmethod
    def borrow(self, cookies: Iterable[Mapping[str, Any]]) -> None:
        """From now on it has these cookies, as Playwright gives them, and no others."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def picture(self, path: Path) -> None:
        """What the window shows, as a file."""

    @abstractmethod
    def close(self) -> None: ...

    # The verbs

    def open(self, address: str) -> None:
        """Load this; where the window has the pocket, in its frame."""
        if not self._verb("lead", address):
            self.go(address)
        self._soon("isThere")

    def reload(self) -> None:
        self._now("() => { window.left = true; location.reload(); }")
        self.until("() => !window.left")

    def tap(self, what: str, words: str = "") -> None:
        """Press the first of `what` that is to be seen and has these words, once it lies still and nothing covers it.

        What has just come is not tapped before half a second has passed; that it does on the clock of the page.
        """
        found: dict[str, Any] = {}
        for _ in self._patiently(lambda: f"tap {what} “{words}”: {found}"):
            found.clear()
            found.update(self._verb("place", what, words) or {})
            if "x" in found:
                break
        self.press(found["x"], found["y"])
        self._soon("isAt", found["leads"])

    def type(self, what: str, text: str) -> None:
        """Type this in place of what stands there."""
        self.tap(what)
        self._verb("select", what)
        self.write(text)

    def choose(self, what: str, label: str) -> None:
        """Choose this of a list, without a tap: the system draws what it shows, and it has no place in the page."""
        self._soon("choose", what, label)

    def read(self, what: str, words: str = "") -> str:
        """Wait until one of `what` is to be seen and has these words; all that it says."""
        said = str(self._soon("said", what, words))
        self.wider += [f"{what}: {wrong}" for wrong in self._verb("wider")]
        return said

    def touch(self, what: str, value: str | None) -> None:
        """As the states of `tests/looks` do: without a pointer, and with this value where one is given."""
        self._soon("touch", what, value)

    def texts(self, what: str) -> list[str]:
        """What each of these says that is to be seen now."""
        return list(self._verb("texts", what))

    def address(self) -> str:
        return str(self._verb("address"))

    def until(self, function: str) -> None:
        """Wait until this function of the page is true."""
        for _ in self._patiently(lambda: function):
            if self._now(function):
                break

    def downloaded(self) -> bytes:
        """The one file that has come."""
        for _ in self._patiently(lambda: "no file has come"):
            if found := [file for file in self.downloads.iterdir() if file.stat().st_size and file.suffix == ".json"]:
                break
            self._verb("isThere")
        return found[0].read_bytes()

    def _soon(self, verb: str, *given: str | None) -> Any:
        for _ in self._patiently(lambda: f"{verb} {given}"):
            if found := self._verb(verb, *given):
                break
        return found

    def _verb(self, verb: str, *given: str | None) -> Any:
        return self._now(f"(...given) => {VERBS}.{verb}(...given)", *given)

    def _now(self, function: str, *given: str | None) -> Any:
        """Nothing, where the page leaves meanwhile."""
        try:
            return self.run(function, *given)
        except Gone:
            return None

    def _patiently(self, missing: Callable[[], str]) -> Iterator[None]:
        patience = time.monotonic() + SECONDS
        while time.monotonic() < patience:
            yield
            time.sleep(0.02)
        pytest.fail(f"{missing()}\n{self._verb('shown')}\n{self.errors()}", pytrace=False)


class Engine(Protocol):
    """A browser, which is started once for all walks."""

    def window(self, downloads: Path, dark: bool = False) -> Window:
        """A new window, which keeps what it downloads in this folder."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Home:
    """A window, and the address of the Cairn that it comes to."""

    window: Window
    address: str
