"""A PostgreSQL whose processes are stopped while its machine still takes lines."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Timer

import psutil
import psycopg
import pytest
import sqlalchemy as sa

from app import create_app
from ledger import Ledger, breaker, news
from ledger.engines import never_give_up
from tests.patience import SECONDS
from tests.visitor import Visitor, report


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """A machine with other work answers late, and yet is not taken for one that has stopped."""
    monkeypatch.setattr(breaker, "SILENCE", 0.2)
    monkeypatch.setattr(breaker, "ASKED", int(SECONDS))


@contextmanager
def stopped(ledger: Ledger) -> Iterator[None]:
    """While none of its processes does anything; afterwards it has answered again."""
    with ledger.database.reading() as line:
        folder = line.exec_driver_sql("SHOW data_directory").scalar()
    first = psutil.Process(int(Path(folder, "postmaster.pid").read_text().split()[0]))
    first.suspend()
    processes = [first, *first.children()]
    later = Timer(2 * SECONDS, go_on, [processes])
    later.start()
    for process in processes:
        process.suspend()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(breaker, "ASKED", 2)
            yield
        assert later.is_alive(), "somebody waited until it went on"
    finally:
        later.cancel()
        go_on(processes)
    answers_again(ledger)


def go_on(processes: list[psutil.Process]) -> None:
    for process in processes:
        process.resume()


def answers_again(ledger: Ledger) -> None:
    while True:
        try:
            ledger.database.check_answers()
            ledger.tables.by_code("x")
        except ledger.outages:
            continue
        return


def test_whoever_waits_for_it_is_let_go_and_nobody_else_waits(postgresql):
    ledger = Ledger.at(postgresql)
    assert ledger.tables.by_code("x") is None
    with stopped(ledger):
        for _ in range(2):
            with pytest.raises(ledger.outages):
                ledger.tables.by_code("x")
        with pytest.raises(ledger.outages, match="does not answer"):
            ledger.database.check_answers()
    assert ledger.tables.by_code("x") is None
    ledger.close()


def process_of(line: sa.Connection) -> psutil.Process:
    """The process at the other end."""
    return psutil.Process(line.exec_driver_sql("SELECT pg_backend_pid()").scalar())


@contextmanager
def stopped_alone(process: psutil.Process) -> Iterator[None]:
    """While this process does nothing, and all others do their work."""
    process.suspend()
    later = Timer(2 * SECONDS, go_on, [[process]])
    later.start()
    try:
        yield
        assert later.is_alive(), "somebody waited until it went on"
    finally:
        later.cancel()
        go_on([process])


def test_one_process_of_it_that_has_stopped_alone_costs_a_wait_and_no_answer(postgresql):
    ledger = Ledger.at(postgresql)
    with ledger.database.reading() as line:
        kept = process_of(line)
    with stopped_alone(kept):
        assert ledger.moves.read(1) == []
    ledger.database.check_answers()
    ledger.close()


def test_what_was_begun_with_a_process_that_has_stopped_alone_is_refused(postgresql):
    ledger = Ledger.at(postgresql)
    with (
        ledger.database.reading() as line,
        stopped_alone(process_of(line)),
        pytest.raises(ledger.outages, match="a process of the database does not answer"),
    ):
        line.exec_driver_sql("SELECT 1")
    ledger.close()


def until_it_works(ledger: Ledger, process: int) -> None:
    working = sa.text("SELECT state = 'active' FROM pg_stat_activity WHERE pid = :process")
    with ledger.database.engine.connect() as line:
        while not line.execute(working, {"process": process}).scalar():
            line.rollback()


def test_one_that_has_stopped_in_the_middle_of_a_statement_is_given_up_once_that_should_have_ended(
    postgresql, monkeypatch
):
    monkeypatch.setattr(breaker, "LONGEST", 1.0)
    ledger = Ledger.at(postgresql)
    with ThreadPoolExecutor(1) as other, ledger.database.reading() as line:
        process = process_of(line)
        told = other.submit(line.exec_driver_sql, "SELECT pg_sleep(0.5)")
        until_it_works(ledger, process.pid)
        with stopped_alone(process), pytest.raises(ledger.outages, match="a process of the database does not answer"):
            told.result()
    ledger.database.check_answers()
    ledger.close()


def test_the_server_itself_ends_a_statement_that_takes_longer(postgresql, monkeypatch):
    monkeypatch.setattr(breaker, "LONGEST", 1.0)
    monkeypatch.setattr(breaker, "SILENCE", SECONDS)
    ledger = Ledger.at(postgresql)
    with ledger.database.reading() as line, pytest.raises(ledger.outages, match="statement timeout"):
        line.exec_driver_sql("SELECT pg_sleep(60)")
    ledger.close()


def test_whoever_migrates_is_waited_for(postgresql, monkeypatch):
    monkeypatch.setattr(breaker, "LONGEST", 0.2)
    ledger = Ledger.at(postgresql)
    with ledger.database.reading() as line:
        never_give_up(line)
        assert line.exec_driver_sql("SELECT pg_sleep(2) IS NULL").scalar() is False
    ledger.close()


def test_news_are_heard_again_when_the_process_that_told_them_has_stopped(postgresql, monkeypatch):
    ledger = Ledger.at(postgresql)
    heard, missed, processes = Queue(), Queue(), Queue()
    opened = ledger.database.breaker.line

    def line():
        line = opened()
        processes.put(line.info.backend_pid)
        return line

    monkeypatch.setattr(ledger.database.breaker, "line", line)
    monkeypatch.setattr(news, "PATIENCE", 1.0)
    listening = ledger.listen(lambda table, seq: heard.put((table, seq)), lambda: missed.put(True))
    missed.get(timeout=SECONDS)
    with stopped_alone(psutil.Process(processes.get())):
        missed.get(timeout=SECONDS)
        with ledger.database.writing() as writing:
            writing.exec_driver_sql("NOTIFY cairn, '7 1'")
        assert heard.get(timeout=SECONDS) == (7, 1)
    listening.stop()
    ledger.close()


def test_however_long_it_is_away_its_news_are_missed_in_one_line_of_the_log(postgresql, monkeypatch, caplog):
    ledger = Ledger.at(postgresql)
    opened, missed, lines = ledger.database.breaker.line, Queue(), Queue()
    away = iter([True, True, True, False, True, False])

    def line():
        if next(away):
            raise psycopg.OperationalError("it is away")
        lines.put(opened())
        return lines.queue[-1]

    monkeypatch.setattr(ledger.database.breaker, "line", line)
    monkeypatch.setattr(news, "PATIENCE", 0.1)
    monkeypatch.setattr(news, "AGAIN", 0.01)
    listening = ledger.listen(lambda _table, _seq: None, lambda: missed.put(True))
    missed.get(timeout=SECONDS)
    assert len(caplog.messages) == 1
    lines.get().close()
    missed.get(timeout=SECONDS)
    assert len(caplog.messages) == 2
    listening.stop()
    ledger.close()


def test_one_that_only_takes_long_is_waited_for(postgresql):
    ledger = Ledger.at(postgresql)
    with ledger.database.reading() as line:
        assert line.exec_driver_sql("SELECT pg_sleep(1) IS NULL").scalar() is False
    ledger.database.check_answers()
    ledger.close()


def test_a_tap_is_told_to_come_again_and_is_taken_then(postgresql, capfd):
    app = create_app({"DATABASE_URL": postgresql, "SECRET_KEY": "stopped", "TESTING": True})
    ledger: Ledger = app.extensions["referee"].ledger
    ana = Visitor(app.test_client())
    ana.go("/new/lost-cities")
    ana.press("Open the table", name0="Ana", name1="Ben")
    at, token = ana.at, ana.token()
    with stopped(ledger):
        for path in (at, f"{at}/log", "/"):
            answer = ana.client.get(path)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert ana.client.get("/health").status_code == 200
        sent = {"csrf_token": token, "move_id": "0123456789", "seen": 0, "e.type": "start", "e.seat#": 0}
        assert ana.client.post(f"{at}/report", data=sent).status_code == 503
    report(ana, {"type": "start", "seat": 0})
    assert ana.status == 303
    app.extensions["news"].stop()
    ledger.close()
    assert "Traceback" not in capfd.readouterr().err
