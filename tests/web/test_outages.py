"""While nothing can be written: phones are told to come again, the log stays short, and nothing is made up."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from ledger import Ledger
from ledger.copies import sqlite_file
from tests.visitor import report
from tests.web.logged import lines_of_the_log
from web.table.forms import fields

START = {"type": "start", "seat": 0}


@contextmanager
def full_disk() -> Iterator[None]:
    """This process can make no file longer: what a disk that is full answers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    with lines_of_the_log() as lines:
        yield lines


def ready(client) -> int:
    client.application.extensions.pop("ready", None)
    return client.get("/ready").status_code


def refused(ana, lines: list[str]) -> None:
    """A tap is told to come again, with what was typed, and costs one line of the log."""
    lines.clear()
    report(ana, START)
    assert (ana.status, ana.response.headers["Retry-After"]) == (503, "5")
    assert "Cairn cannot write at the moment" in ana.page.text
    assert fields(START)[0] in ana.page.forms[-1].fields
    [line] = lines
    assert "trace" not in json.loads(line)
    assert len(line) < 400


def test_a_full_disk_is_told_and_over_as_soon_as_there_is_room(ana, table, book, client, lines):
    assert ready(client) == 200
    with full_disk():
        refused(ana, lines)
        assert (ready(client), client.get("/health").status_code) == (503, 200)
        opened = ana.client.post("/new/lost-cities", data={"csrf_token": ana.token(), "name0": "A", "name1": "B"})
        assert opened.status_code in (422, 503)
    assert book.moves.last_seq(table.id) == 0
    report(ana, START)
    assert (ana.status, ready(client), book.moves.last_seq(table.id)) == (303, 200, 1)


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_ledger_whose_file_is_gone_takes_no_tap(app, ana, table, client, lines, replaced):
    database: Path = sqlite_file(app.config["DATABASE_URL"])
    copy = database.read_bytes()
    database.unlink()
    if replaced:
        database.write_bytes(copy)
    refused(ana, lines)
    assert ready(client) == 503
    assert database.exists() == replaced, "no empty ledger takes its place"


def test_a_postgresql_that_hangs_holds_nobody_for_long(postgresql):
    ledger = Ledger.at(postgresql)
    with ledger.database.reading() as line:
        kept = {name: line.exec_driver_sql(f"SHOW {name}").scalar() for name in ("statement_timeout", "lock_timeout")}
        assert kept == {"statement_timeout": "15s", "lock_timeout": "10s"}
    held = [ledger.database.reading() for _ in range(12)]
    with pytest.raises(ledger.outages) as out:
        ledger.tables.by_code("x")
    assert isinstance(out.value, sa.exc.TimeoutError)
    for line in held:
        line.close()
    ledger.close()
