"""A phone that has Cairn in its pocket, for the walks of the served application: what they tap is in the frame."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Frame, Page

from pocket.pack import PARTS
from tests.browser.chromium import CHROMIUM, PHONE, chromium
from tests.browser.tables import until
from tests.conftest import PATIENCE
from tests.network import Network

READY = "() => document.documentElement.dataset.ready"
# What Python has in mind once it has started here: the browser downloads it.
REMEMBERED = """async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await (await caches.match("pocket/memory")).blob());
    link.download = "memory";
    link.click();
}"""
# As if Python had been started on this phone before, where its host has what it had in mind then.
STARTED = """async () => {
    const [memory, version] = await Promise.all([fetch("memory"), fetch("version.txt").then((it) => it.text())]);
    const { pathname } = new URL(".", location);
    if (memory.ok) await (await caches.open(`cairn ${pathname} ${version}`)).put("pocket/memory", memory);
}"""
FETCHED = """async (paths) => {
    await navigator.serviceWorker.register("sw.js");
    if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
    for (const path of paths) await (await fetch(path)).body.cancel();
}"""
# Every worker that the shell starts, so that a test can end one.
WORKERS = """window.workers = [];
window.Worker = class extends Worker {
    constructor(...given) { super(...given); workers.push(this); }
};"""


class Pocket:
    """A window of the phone. It answers as the page in its frame would, with the clock of the window."""

    def __init__(self, page: Page, address: str) -> None:
        self.window, self.address, self.clock = page, address, page.clock

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame, name)

    @property
    def frame(self) -> Frame:
        return self.window.frames[1]

    def open(self) -> None:
        """Open Cairn, and wait for Python."""
        self.window.goto(self.address)
        until(self.window, READY)
        self.window.locator("#told").wait_for(state="hidden")


class Phone:
    """The phone itself; its storage outlasts its windows. An error in a console fails the test."""

    def __init__(self, context: BrowserContext, network: Network, folder: str, errors: list[str]) -> None:
        self.context, self.network, self._errors = context, network, errors
        self.address = f"{network.address}{folder}/"

    def window(self, *, expected: str | tuple[str, ...] = ()) -> Pocket:
        """A line of the console that holds what is `expected` is no error."""
        no_errors = (expected,) if isinstance(expected, str) else expected
        page = self.context.new_page()

        def hear(said: str) -> None:
            self._errors.extend([] if any(words in said for words in no_errors) else [said])

        page.on("pageerror", lambda error: hear(str(error)))
        page.on("console", lambda line: hear(line.text) if line.type == "error" else None)
        return Pocket(page, self.address)


def _with_a_disk(browser: Browser, disk: Path, looks: dict[str, Any]) -> BrowserContext:
    """A phone that keeps everything in this folder, and not in memory, where nothing is ever full."""
    settings = {"executable_path": chromium(), "args": CHROMIUM, **looks}
    return browser.browser_type.launch_persistent_context(disk, **settings)


@contextmanager
def pocket_in(browser: Browser, host: str) -> Iterator[Callable[..., Phone]]:
    """Phones on which Cairn was fetched; since then their network is away. One that has Python is as after its first
    start, of which nothing but that is left, where its host has the `memory` of another phone.
    """
    contexts, errors, networks = [], [], ExitStack()

    def taken(at: str = host, disk: Path | None = None, parts: Sequence[str] = tuple(PARTS)) -> Phone:
        looks: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "en-GB"}
        contexts.append(_with_a_disk(browser, disk, looks) if disk else browser.new_context(**looks))
        contexts[-1].set_default_timeout(PATIENCE)
        contexts[-1].add_init_script(WORKERS)
        phone = Phone(contexts[-1], networks.enter_context(Network(at)), urlsplit(at).path, errors)
        page = phone.context.new_page()
        page.goto(f"{phone.address}version.txt")
        if "python" in parts:
            page.evaluate(STARTED)
        page.evaluate(FETCHED, [path for part in parts for path in PARTS[part]])
        page.close()
        phone.network.goes_away()
        return phone

    with networks:
        yield taken
        for context in contexts:
            context.close()
    assert errors == [], errors
