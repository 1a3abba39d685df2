"""An app of its own for every test, a table of Ana and Ben; a real server and real phones for the browser tests."""

import gc
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar
from urllib.request import urlopen

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.routing import Rule

from ledger import Ledger, Table
from tests.browser.chromium import CHROMIUM, PHONE, PLAIN, chromium
from tests.examples import examples
from tests.fourth_game import CATALOGUES, create_app
from tests.ledger.databases import clock, database_url, empty_url, fresh_sqlite, ledger, postgresql, sqlite_ledger
from tests.memory import write_into_memory
from tests.network import Network
from tests.one_game import pytest_addoption, pytest_collection_modifyitems
from tests.patience import SECONDS
from tests.printing import hurry
from tests.raised import pytest_configure
from tests.visitor import Visitor

__all__ = ["clock", "database_url", "empty_url", "ledger", "postgresql", "sqlite_ledger"]
__all__ += ["pytest_addoption", "pytest_collection_modifyitems", "pytest_configure"]

gc.set_threshold(100_000, 50, 50)  # thousands of tests fill the memory: looking through it took a twentieth of the time
ROOT = Path(__file__).parents[1]
PATIENCE = 1000 * SECONDS
expect.set_options(timeout=PATIENCE)
# Each run has the same examples; `--hypothesis-profile=hunting` looks for others.
settings.register_profile(
    "hunting", deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("patient", settings.get_profile("hunting"), derandomize=True)
settings.load_profile("patient")


def pytest_unconfigure() -> None:
    CATALOGUES.cleanup()


class Compiled(BytecodeCache):
    """Templates compiled once for all the apps of a run: compiling takes longer than most tests."""

    kept: ClassVar[dict[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.code


def compile_rules_once() -> None:
    """For all the apps of a run: compiling the routes is three quarters of what an app costs."""
    compile_rule, compiled = Rule.compile, {}

    def once(rule: Rule) -> None:
        key = (rule.rule, rule.subdomain, rule.host, str(rule.defaults))
        if key not in compiled:
            before = dict(vars(rule))
            compile_rule(rule)
            made = {name: part for name, part in vars(rule).items() if part is not before.get(name)}
            compiled[key] = {**made, "arguments": rule.arguments}
        vars(rule).update(compiled[key])

    Rule.compile = once


write_into_memory()
compile_rules_once()
hurry()


def app_at(url: str) -> Flask:
    """The app on a database; an error in it is an error of the test."""
    settings = {"DATABASE_URL": url, "SECRET_KEY": "for the tests", "TESTING": True, "RATELIMIT_ENABLED": False}
    app = create_app({**settings, "POCKET_BUILT": "/nowhere"})
    app.jinja_env.bytecode_cache = Compiled()
    for process in ("printer", "files", "reader"):
        app.extensions[process].patience = SECONDS
    return app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The app on SQLite."""
    app = app_at(fresh_sqlite(tmp_path))
    yield app
    app.extensions["referee"].ledger.close()


@pytest.fixture
def app_on_both(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The app on SQLite, then on PostgreSQL."""
    monkeypatch.setattr("ledger.news.PATIENCE", 0.2)
    app = app_at(database_url)
    yield app
    news = app.extensions["news"]
    if news is not None:
        news.stop()
    app.extensions["referee"].ledger.close()


@pytest.fixture
def book(app: Flask) -> Ledger:
    """The ledger of the app."""
    return app.extensions["referee"].ledger


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def visitor(app: Flask) -> Callable[..., Visitor]:
    """Somebody new each time it is called: `visitor("fr")` reads French."""
    return lambda language="en": Visitor(app.test_client(), language)


def open_table(visitor: Visitor, game: str = "lost-cities", **typed: str) -> Visitor:
    """Open a table of Ana and Ben through the pages; whoever opens it keeps score for everyone."""
    visitor.go(f"/new/{game}")
    form = visitor.page.forms[-1]
    asked = {name: values[1] for name, values in form.choices.items() if values[1:] and dict(form.fields)[name] == ""}
    typed = asked | typed
    visitor.post(f"/new/{game}", form.filled(**{"name0": "Ana", "name1": "Ben", **typed}))
    assert visitor.status == 200, visitor.page.text
    return visitor


@pytest.fixture
def ana(visitor: Callable[..., Visitor]) -> Visitor:
    """Ana has opened a table of Lost Cities, and keeps score for both; she sees the table."""
    return open_table(visitor())


@pytest.fixture
def table(ana: Visitor, book: Ledger) -> Table:
    """The table of Ana and Ben."""
    found = book.tables.by_code(ana.at.split("/")[2])
    assert found is not None
    return found


@pytest.fixture
def ben(visitor: Callable[..., Visitor], table: Table) -> Visitor:
    """Ben sits down at the table with his own phone; he sees the table."""
    ben = visitor()
    ben.go(f"/t/{table.code}")
    ben.press("Ben")
    return ben


# Real phones


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server of the app, on SQLite, as `make` would run it."""
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    settings = {
        "DATABASE_URL": f"sqlite:///{folder}/cairn.db",
        "SECRET_KEY": "for the tests",
        "PUBLIC_URL": "",
        "RATE_LIMITS": "off",
    }
    command = [sys.executable, "-m", "flask", "--app", "tests.served", "serve", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    patience = time.monotonic() + SECONDS
    while not _answers(address):
        if running.poll() is not None or time.monotonic() > patience:
            pytest.fail((folder / "log").read_text())
        time.sleep(0.1)
    yield address
    running.terminate()
    running.wait(SECONDS)
    assert "Traceback" not in (folder / "log").read_text(), (folder / "log").read_text()


@pytest.fixture
def network(server: str) -> Iterator[Network]:
    """A network of this test's own before that server."""
    with Network(server) as network:
        yield network


@pytest.fixture(scope="session")
def plain(server: str) -> str:
    """The same server as a guest's phone reaches it: over http, and by no name that a browser trusts."""
    return server.replace("127.0.0.1", PLAIN)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """The phones of a test: see `phones`."""
    with phones(browser) as phone:
        yield phone


# A slow processor paints in parts while a page loads, and a little after: `painted` is when it has done so.
# The stream that the page opened last.
LAST_STREAM = """window.EventSource = class extends EventSource {
    constructor(...given) { super(...given); window.stream = this; }
};"""
WHEN_PAINTED = """addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(() => {
    window.painted = performance.now();
})))"""


@contextmanager
def phones(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A phone with cookies of its own each time it is called; an error in its console fails the test.

    `phone(locale="fr-FR", javascript=False, expected=("409",))`: keywords of a browser context; a line of the
    console that holds one of `expected` is no error. A service worker, which loads each page once more, is blocked
    unless the test is about it.
    """
    contexts, errors = [], []

    def taken(locale: str = "en-GB", javascript: bool = True, expected: tuple[str, ...] = (), **context: Any) -> Page:
        settings = {"viewport": PHONE, "has_touch": True, "service_workers": "block", **context}
        contexts.append(browser.new_context(locale=locale, java_script_enabled=javascript, **settings))
        contexts[-1].set_default_timeout(PATIENCE)
        contexts[-1].add_init_script(WHEN_PAINTED)
        contexts[-1].add_init_script(LAST_STREAM)
        page = contexts[-1].new_page()

        def hear(said: str) -> None:
            if not any(word in said for word in expected):
                errors.append(said)

        page.on("pageerror", lambda error: hear(str(error)))
        page.on("console", lambda line: hear(line.text) if line.type == "error" else None)
        return page

    yield taken
    for context in contexts:
        context.close()
    assert errors == []
