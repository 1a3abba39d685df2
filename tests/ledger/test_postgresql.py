"""A PostgreSQL that stops, restarts or takes too long: requests wait a while, and the log has lines."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Queue
from threading import Timer

import psutil
import psycopg
import pytest
import sqlalchemy as sa

from app import create_app
from ledger import Ledger, news
from ledger.postgresql import NETWORK_LIMITS, Connection, lift_limits, listener
from tests.patience import SECONDS
from tests.visitor import Visitor, report
from web.table.forms import fields

END_ALL_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@contextmanager
def stopped(ledger: Ledger) -> Iterator[None]:
    """While none of the server's processes does anything, and nobody has to wait long for it."""
    with ledger.database.reading() as connection:
        folder = connection.exec_driver_sql("SHOW data_directory").scalar()
    first = psutil.Process(int(Path(folder, "postmaster.pid").read_text().split()[0]))
    first.suspend()
    processes = [first, *first.children()]
    later = Timer(SECONDS, resume, [processes])
    later.start()
    for process in processes:
        process.suspend()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Connection, "limit", 0.2)
            patch.setitem(NETWORK_LIMITS, "connect_timeout", 2)
            yield
        assert later.is_alive(), "somebody waited until it went on"
    finally:
        later.cancel()
        resume(processes)


def resume(processes: list[psutil.Process]) -> None:
    for process in processes:
        process.resume()


def test_while_it_is_stopped_a_tap_is_told_to_come_again_and_is_taken_afterwards(postgresql, capfd):
    app = create_app({"DATABASE_URL": postgresql, "SECRET_KEY": "stopped", "TESTING": True})
    ledger: Ledger = app.extensions["referee"].ledger
    ana = Visitor(app.test_client())
    ana.go("/new/lost-cities")
    ana.press("Open the table", name0="Ana", name1="Ben")
    at, token = ana.at, ana.token()
    with stopped(ledger):
        answer = ana.client.get(at)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert ana.client.get("/health").status_code == 200
        sent = {"csrf_token": token, "move_id": "0123456789", "seen": 0, **dict(fields({"type": "start", "seat": 0}))}
        answer = ana.client.post(f"{at}/report", data=sent)
        assert (answer.status_code, "Cairn cannot write at the moment" in answer.text) == (503, True)
    report(ana, {"type": "start", "seat": 0})
    assert ana.status == 303
    app.extensions["news"].stop()
    ledger.close()
    assert "Traceback" not in capfd.readouterr().err


def test_whoever_migrates_is_waited_for(postgresql):
    ledger = Ledger.at(postgresql)
    with ledger.database.reading() as connection:
        connection.connection.driver_connection.limit = 0.2
        lift_limits(connection)
        assert connection.exec_driver_sql("SELECT pg_sleep(1) IS NULL").scalar() is False
    with ledger.database.reading() as connection:
        connection.connection.driver_connection.limit = 0.2
        with pytest.raises(ledger.outages, match="does not answer"):
            connection.exec_driver_sql(f"SELECT pg_sleep({SECONDS})")
    ledger.close()


def test_a_restart_ends_what_is_under_way_and_leaves_no_trace_in_the_log(postgresql, caplog):
    """While it is asked, before its answer is given back, and between two statements of a transaction."""
    ledger = Ledger.at(postgresql)
    bare, under_way = ledger.database.engine.raw_connection(), ExitStack()
    bare.cursor().execute("SELECT 1")
    transaction = under_way.enter_context(ledger.database.writing())
    transaction.exec_driver_sql("SELECT 1")
    with pytest.raises(ledger.outages):
        ledger.database.hot_path.ask("SELECT pg_terminate_backend(pg_backend_pid())", {})
    with pytest.raises(ledger.outages):
        ledger.database.hot_path.write("SELECT pg_terminate_backend(pg_backend_pid())", [{}])
    with psycopg.connect(postgresql) as other:
        other.execute(END_ALL_OTHERS)
    bare.close()
    with pytest.raises(ledger.outages), under_way:
        transaction.exec_driver_sql("SELECT 1")
    assert ledger.tables.by_code("x") is None
    assert caplog.messages == []
    ledger.close()


def test_however_long_it_is_away_its_news_are_missed_in_one_line_of_the_log(postgresql, monkeypatch, caplog):
    ledger = Ledger.at(postgresql)
    opened, missed, lines = listener, Queue(), Queue()
    away = iter([True, True, True, False, True, False])

    def line(place: sa.URL) -> Connection:
        if next(away):
            raise psycopg.OperationalError("it is away")
        lines.put(opened(place))
        return lines.queue[-1]

    monkeypatch.setattr("ledger.postgresql.listener", line)
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
