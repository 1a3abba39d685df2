"""Cairn in the pocket on a real phone: packed once, served as plain files, and then without a network."""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from gzip import compress, decompress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from pocket.pack import sum_of
from tests.conftest import ROOT, phones
from tests.network import Network
from tests.pocket.pockets import REMEMBERED, Pocket, pocket_in

# A browser that never answers, and what it was asked.
ASKED = "navigator.storage.persist = () => (window.asked = true) && new Promise(() => {})"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *_said: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a host of static files serves this folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()


@pytest.fixture(scope="session")
def packed() -> Path:
    """dist/pocket as its sources are now; whoever comes first packs it, and the others wait."""
    lock = ROOT / "build" / "pocket.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        subprocess.run([sys.executable, "-m", "pocket.pack"], cwd=ROOT, check=True)
    return ROOT / "dist" / "pocket"


def renamed(packed: Path, to: Path, version: str) -> None:
    """The same Cairn as another version, in a folder of its own."""
    shutil.copytree(packed, to)
    known = (to / "version.txt").read_text()
    worker = (to / "sw.js").read_text()
    for name, opened, closed in (("index.html", bytes, bytes), ("pocket/worker.js.z", decompress, compress)):
        before = (to / name).read_bytes()
        after = closed(opened(before).replace(known.encode(), version.encode()))
        (to / name).write_bytes(after)
        worker = worker.replace(sum_of(before), sum_of(after))
    (to / "sw.js").write_text(worker.replace(known, version))


@pytest.fixture(scope="session")
def site(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host, at whose root Cairn lies."""
    return shutil.copytree(packed, tmp_path_factory.mktemp("host") / "site")


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[str]:
    """Where Cairn lies at the root of its host."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def installed(browser: Browser, host: str, site: Path) -> Iterator[Pocket]:
    """A window of a phone that came to Cairn as people do and has no network since then, for tests that keep nothing
    there. What Python has in mind after this first start is left to other phones.
    """
    with Network(host) as network, phones(browser) as phone:
        window = Pocket(phone(service_workers="allow"), f"{network.address}/")
        window.window.add_init_script(ASKED)
        window.open()
        with window.window.expect_download() as download:
            window.window.evaluate(REMEMBERED)
        download.value.save_as(site / "memory")
        network.goes_away()
        yield window


@pytest.fixture
def pocket(browser: Browser, host: str, installed: Pocket) -> Iterator[Callable[..., Pocket]]:
    """A phone with Cairn in its pocket, installed and without a network: `pocket(at=…, disk=…, parts=…)`."""
    with pocket_in(browser, host) as phone:
        yield phone
