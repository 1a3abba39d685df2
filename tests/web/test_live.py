"""Streams, with a real server: they resume, end, survive; two processes on PostgreSQL tell each other."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from urllib.request import urlopen

import psycopg
import pytest
from tornado.iostream import IOStream
from werkzeug.test import create_environ

from ledger import Ledger
from ledger.entries import NOTHING_TYPED
from tests.ledger.databases import fresh_postgresql, fresh_sqlite, server
from tests.patience import SECONDS, until
from tests.serving import Phone, Served, Stream, trusting
from web.server.streams import GONE, HERE, STREAM, Hub, Presence

pytestmark = pytest.mark.xdist_group("processes")  # what is started, killed and raced: one at a time
SILENT = "tests.web.silent"
START = {"type": "start", "seat": 0}
UNDO = {"type": "undo"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process on SQLite."""
    folder = tmp_path_factory.mktemp("live")
    served = Served(fresh_sqlite(folder), folder, app=SILENT).start()
    yield served
    served.stop()
    assert "Traceback" not in served.said(), served.said()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    """Two processes that share nothing but a PostgreSQL, which they bring up to date when they start."""
    url, folder = fresh_postgresql(), tmp_path_factory.mktemp("two")
    both = tuple(Served(url, folder, app=SILENT) for _ in range(2))
    with ThreadPoolExecutor() as pool:
        list(pool.map(Served.start, both))
        yield both
        list(pool.map(Served.stop, both))
    for served in both:
        assert "Traceback" not in served.said(), served.said()


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    yield
    while Stream.opened:
        Stream.opened.pop().close()


def back_and_forth(ana: Phone, path: str, times: int, seq: int = 0) -> int:
    """Begin the round and take that back, so many times; return the last seq."""
    for at in range(seq, seq + times):
        status, _ = ana.report(path, UNDO if at % 2 else START, at)
        assert status == 200
    return seq + times


def test_a_tap_is_told_to_every_stream_of_its_table_and_to_no_other_and_those_of_a_deleted_table_end(
    served: Served,
) -> None:
    ana = Phone(served.address)
    path, other = ana.open_table(), ana.open_table()
    streams = [Phone(served.address).stream(path) for _ in range(5)]
    elsewhere = ana.stream(other)
    assert {stream.headers["Content-Type"].split(";")[0] for stream in streams} == {"text/event-stream"}
    assert streams[0].headers["X-Accel-Buffering"] == "no"
    assert streams[0].headers["Cache-Control"] == "no-store"
    back_and_forth(ana, path, 1)
    assert [stream.seq() for stream in streams] == [1] * 5
    assert ana.ask("POST", f"{other}/delete", {})[0] == 303
    assert [elsewhere.event(), elsewhere.event()] == [{"event": "gone", "data": "gone"}, {}]
    assert ana.stream(other).status == 404
    assert ana.ask("HEAD", f"{path}/stream")[0] == 200
    assert ana.ask("POST", f"{path}/stream", {})[0] == 405, "only a GET opens one"


def test_a_stream_resumes_where_the_phone_was(served: Served) -> None:
    ana = Phone(served.address)
    path = ana.open_table()
    stream = ana.stream(path)
    back_and_forth(ana, path, 1)
    assert stream.seq() == 1
    stream.close()
    back_and_forth(ana, path, 3, seq=1)
    again, caught_up, odd = (ana.stream(path, **{"Last-Event-ID": seen}) for seen in ("1", "4", "-1²"))
    assert (again.seq(), odd.seq()) == (4, 4), "told at once, and only where the table is now"
    back_and_forth(ana, path, 1, seq=4)
    assert [one.seq() for one in (again, caught_up, odd)] == [5] * 3, "and nothing before"


def streams_open(served: Served) -> int:
    page = Phone(served.address).ask("GET", "/metrics")[1]
    return int(float(page.split("\ncairn_streams ")[1].split("\n")[0]))


def test_closed_lines_are_dropped(served: Served) -> None:
    """The hub takes a connection over just after its phone has the headers."""
    ana = Phone(served.address)
    path = ana.open_table()
    until(lambda: streams_open(served) == 0)
    streams = [ana.stream(path) for _ in range(20)]
    until(lambda: streams_open(served) == 20)
    for stream in streams:
        stream.close()
    until(lambda: streams_open(served) == 0)


def test_two_processes_on_postgresql_are_one(two: tuple[Served, Served]) -> None:
    """A tap at one is pinged by the other, and judged by the other on the table as it is; a repeat too."""
    here, there = two
    ana = Phone(here.address)
    path = ana.open_table()
    abroad = Phone(there.address)
    abroad.cookie, abroad.token = ana.cookie, ana.token
    near, far = ana.stream(path), abroad.stream(path)
    assert ana.report(path, START, 0, "first-move")[0] == 200
    assert far.seq() == near.seq() == 1, "told, for these servers never ask by themselves"
    assert abroad.report(path, START, 0, "first-move")[0] == 200, "the answer to a repeat is that to the first"
    status, page = abroad.report(path, {"type": "lay", "seat": 0, "card": "red-7"}, 1)
    assert status == 200, page
    assert (near.seq(), far.seq()) == (2, 2)
    status, page = ana.report(path, {"type": "lay", "seat": 0, "card": "red-8"}, 1)
    assert status == 409, "this process has not been asked since, and still knows"
    assert 'data-seq="2"' in page
    status, page = ana.report(path, {"type": "draw", "seat": 0, "from": "deck"}, 2)
    assert status == 200
    assert (near.seq(), far.seq()) == (3, 3)
    assert abroad.ask("POST", f"{path}/delete", {})[0] == 303
    assert near.event()["event"] == far.event()["event"] == "gone"


# The hub alone


class Nobody:
    """Presence that is not written down."""

    def __init__(self) -> None:
        self.left: list[tuple[int, str]] = []

    def here(self, present: object) -> None:
        list(present)  # type: ignore[call-overload]

    def gone(self, present: tuple[int, str]) -> None:
        self.left.append(present)


class Bare:
    """The connection of a stream, without HTTP around it."""

    def __init__(self, stream: IOStream) -> None:
        self.write, self.set_close_callback = stream.write, stream.set_close_callback
        self.finish = self.close = stream.close


@pytest.fixture(scope="module", autouse=True)
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The loop that the hubs of these tests write in."""
    loop = asyncio.new_event_loop()
    running = Thread(target=loop.run_forever)
    running.start()
    Joins.loop = loop
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    running.join()


class Joins:
    loop: asyncio.AbstractEventLoop


def joined(hub: Hub, table: int = 1, device: str = "x", seen: int = 0) -> socket.socket:
    near, far = socket.socketpair()
    far.settimeout(SECONDS)

    async def join() -> None:
        hub.join(table, seen, device, Bare(IOStream(near)))

    asyncio.run_coroutine_threadsafe(join(), Joins.loop).result(SECONDS)
    return far


def all_at(seq: int) -> Callable[[Iterable[int]], dict[int, int]]:
    """A ledger whose tables are all at this seq."""
    return lambda tables: dict.fromkeys(tables, seq)


def heard(line: socket.socket, wanted: bytes) -> bytes:
    """What is said from there on, once it begins with that: what only keeps the line alive is passed over."""
    said = b""
    while wanted not in said:
        part = line.recv(1000)
        assert part, said
        said += part
    return said[said.index(wanted) :].partition(b"event: here")[0]


@pytest.fixture
def kept_alive(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub at a real ledger that no other process tells anything."""
    monkeypatch.setattr("web.server.streams.QUIET", 0.1)
    hub = Hub(ledger.moves.last_seqs, Nobody(), lambda _seconds: None)  # type: ignore[arg-type]
    yield hub
    until(lambda: hub.count() == 0)


def test_what_another_process_wrote_is_told_when_the_line_is_kept_alive(kept_alive: Hub, ledger: Ledger) -> None:
    table, other = (ledger.tables.open("lost-cities", {}, ["Ana", "Ben"], "ana") for _ in range(2))
    line, elsewhere = joined(kept_alive, table.id), joined(kept_alive, other.id)
    ledger.moves.append(table.id, seq=1, move_id="from-elsewhere", seat=0, by_seat=0, event=START)
    assert heard(line, b"id: 1\n") == b"id: 1\nevent: at\ndata: 1\n\n"
    ledger.tables.delete(table.id)
    assert heard(line, b"event: gone") == b"event: gone\ndata: gone\n\n"
    assert line.recv(100) == b"", "and it ends"
    assert set(elsewhere.recv(1000).split(b"\n\n")) == {b"event: here\ndata: here", b""}
    line.close()
    elsewhere.close()


def test_a_stream_that_comes_too_late_for_its_table_ends(kept_alive: Hub) -> None:
    line = joined(kept_alive, 404)
    assert heard(line, b"event: gone") == b"event: gone\ndata: gone\n\n"
    assert line.recv(100) == b""
    line.close()


def test_a_rematch_a_mended_name_and_an_expired_table_are_told_across_processes_on_postgresql(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that expired while the line to the database was broken."""
    monkeypatch.setattr("ledger.news.PATIENCE", 0.1)
    ledger = Ledger.at(postgresql)
    hub = Hub(ledger.moves.last_seqs, Nobody(), lambda _seconds: None)  # type: ignore[arg-type]
    table, after = (ledger.tables.open("lost-cities", {}, ["Ana", "Ben"], "ana") for _ in range(2))
    line, missed = joined(hub, table.id), Event()
    news = ledger.listen(hub.notify, missed.set)
    assert news is not None
    assert missed.wait(SECONDS)
    assert ledger.rematches.put(table.id, after.id)
    assert line.recv(100) == b"event: next\ndata: next\n\n"
    ledger.tables.set_about(table.id, NOTHING_TYPED, {1: "Benoît"})
    assert line.recv(100) == b"event: next\ndata: next\n\n"
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert ledger.tables.expire(tomorrow) == 2
    assert line.recv(100) == b"event: gone\ndata: gone\n\n"
    line.close()
    news.stop()
    second = ledger.tables.open("lost-cities", {}, ["Ana", "Ben"], "ana")
    line = joined(hub, second.id)
    assert ledger.tables.expire(tomorrow) == 1
    hub.stir()
    assert line.recv(100) == b"event: gone\ndata: gone\n\n"
    line.close()
    ledger.close()


def test_an_older_seq_is_not_told_after_a_newer() -> None:
    hub = Hub(all_at(7), Nobody(), lambda _seconds: None)  # type: ignore[arg-type]
    line = joined(hub)
    assert line.recv(100) == b"id: 7\nevent: at\ndata: 7\n\n"
    hub.notify(1, 5)
    hub.notify(1, 7)
    hub.notify(1, 8)
    assert line.recv(100) == b"id: 8\nevent: at\ndata: 8\n\n"
    hub.notify(1, 9)
    hub.notify(1, GONE)
    said = b""
    while part := line.recv(100):
        said += part
    assert said.endswith(b"event: gone\ndata: gone\n\n")
    line.close()


def test_a_line_that_takes_nothing_more_is_cut() -> None:
    hub, seq = Hub(all_at(0), Nobody(), lambda _seconds: None), 0  # type: ignore[arg-type]
    line = joined(hub)
    until(lambda: hub.count() == 1)
    patience = time.monotonic() + SECONDS
    while hub.count() and time.monotonic() < patience:
        hub.notify(1, seq := seq + 1)
    assert hub.count() == 0
    line.close()


def test_a_stream_too_many_is_answered_and_not_held(app, table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taps need files too: the phone then asks again and again, which is polling."""

    def answered() -> tuple[bool, bytes]:
        joins: list[object] = []
        environ = {**create_environ(f"/t/{table.code}/stream"), STREAM: joins}
        body = b"".join(app(environ, lambda _status, _headers: None))
        return bool(joins), body

    assert answered()[0]
    monkeypatch.setattr("web.server.streams.room", lambda: 0)
    assert answered() == (False, b"id: 0\nevent: at\ndata: 0\n\n")


def test_the_last_stream_of_a_device_says_that_it_has_left() -> None:
    nobody = Nobody()
    hub = Hub(all_at(0), nobody, lambda _seconds: None)  # type: ignore[arg-type]
    first, second = joined(hub), joined(hub)
    until(lambda: hub.count() == 2)
    first.close()
    until(lambda: hub.count() == 1)
    assert nobody.left == []
    second.close()
    until(lambda: nobody.left == [(1, "x")])


def test_a_database_that_is_away_ends_one_stream_and_not_the_others(caplog: pytest.LogCaptureFixture) -> None:
    away, asked = False, []

    def last_seqs(tables: Iterable[int]) -> dict[int, int]:
        asked.append(away)
        if asked[-1]:
            raise OSError("no database")
        return dict.fromkeys(tables, 3)

    hub = Hub(last_seqs, Nobody(), lambda _seconds: None)  # type: ignore[arg-type]
    line = joined(hub)
    assert line.recv(100)
    away = True
    late = joined(hub)
    assert late.recv(100) == b"", "it comes back, and asks again"
    hub.stir()
    until(lambda: asked.count(True) == 2)
    away = False
    hub.notify(1, 4)
    assert line.recv(100) == b"id: 4\nevent: at\ndata: 4\n\n"
    line.close()
    late.close()


def test_nobody_waits_for_presence_to_be_written_nor_does_what_waits_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of presences is locked, as a slow statement of another process would lock it."""
    url = fresh_postgresql()
    ledger = Ledger.at(url)
    ledger.migrate()
    table = ledger.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana")
    presence, write, written = Presence(ledger), ledger.presences.here, []

    def write_and_say(some: Iterable[tuple[int, str]]) -> None:
        rows = list(some)
        write(rows)
        written.append(rows)

    monkeypatch.setattr(ledger.presences, "here", write_and_say)
    with psycopg.connect(url) as other, ThreadPoolExecutor() as pool:
        other.execute("LOCK TABLE presences")
        asked = [pool.submit(presence.here, [(table.id, f"phone {number % 5}")]) for number in range(100)]
        assert not wait(asked, SECONDS).not_done
        assert ledger.moves.append(table.id, seq=1, move_id="a move", seat=None, by_seat=None, event=START)
    names = {f"phone {number}" for number in range(5)}
    until(lambda: ledger.presences.present(table.id, datetime.now(UTC) - timedelta(hours=1)) == names)
    presence.here([(table.id, "late")])
    until(lambda: written[-1:] == [[(table.id, "late")]])
    assert len(written) <= 3, "what had waited was written in one go"
    ledger.close()


def test_a_database_that_is_away_costs_presence_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    ledger = Ledger.at(server().format("nowhere"))
    Presence(ledger).here([(1, "x")])
    until(lambda: bool(caplog.records))
    assert [record.exc_info for record in caplog.records if record.name == "cairn.presence"] == [None]
    ledger.close()


def test_a_database_that_hangs_keeps_no_stream_from_being_kept_alive_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.streams.QUIET", 0.1)
    monkeypatch.setattr("web.server.streams.PATIENCE", 0.1)
    answers = Event()
    answers.set()

    def last_seqs(tables: Iterable[int]) -> dict[int, int]:
        assert answers.wait(10 * SECONDS)
        return dict.fromkeys(tables, 3)

    hub = Hub(last_seqs, Nobody(), lambda _seconds: None)  # type: ignore[arg-type]
    line = joined(hub)
    assert heard(line, b"id: 3")
    answers.clear()
    late = joined(hub)
    assert set(b"".join(iter(lambda: late.recv(100), b"")).split(HERE)) == {b""}, "it comes back, and asks again"
    assert heard(line, HERE) == b""
    hub.notify(1, 4)
    assert heard(line, b"id: 4") == b"id: 4\nevent: at\ndata: 4\n\n"
    answers.set()
    monkeypatch.setattr("web.server.streams.PATIENCE", SECONDS)
    again = joined(hub)
    assert heard(again, b"id: 3")
    for each in (line, late, again):
        each.close()


# Over TLS


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process on SQLite that serves https by itself."""
    folder = tmp_path_factory.mktemp("tls")
    secured = Served(fresh_sqlite(folder), folder, tls=True).start()
    yield secured
    secured.stop()
    assert secured.said() == ""


def test_over_tls_more_phones_than_threads_hold_streams_and_hear_every_move(secured: Served) -> None:
    ana = Phone(secured.address)
    path = ana.open_table()
    streams = [*(ana.stream(path) for _ in range(11)), Phone(secured.address).stream(path)]
    assert ana.report(path, START, 0)[0] == 200
    assert {stream.seq() for stream in streams} == {1}
    assert ana.report(path, UNDO, 1)[0] == 200
    assert {stream.seq() for stream in streams} == {2}
    assert "1 phone is watching." in ana.ask("GET", f"{path}/share")[1]


def test_over_tls_who_typed_http_is_led_to_https(secured: Served) -> None:
    with socket.create_connection(("127.0.0.1", secured.port), timeout=SECONDS) as line:
        line.sendall(b"GET /rules/lutece?lang=fr HTTP/1.1\r\nHost: cairn.local:8443\r\n\r\n")
        said = b"".join(iter(lambda: line.recv(65_536), b""))
    assert said.startswith(b"HTTP/1.1 307 ")
    assert b"\r\nLocation: https://cairn.local:8443/rules/lutece?lang=fr\r\n" in said


@pytest.mark.parametrize("said", [b"", b"hello\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n", b"x" * 100_000])
def test_over_tls_what_is_no_request_is_closed(secured: Served, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", secured.port), timeout=SECONDS) as line, suppress(ConnectionError):
        line.sendall(said)
        line.shutdown(socket.SHUT_WR)
        assert line.recv(1) == b""


def test_over_tls_cookies_are_secure_and_a_server_stops_with_its_streams_open(tmp_path: Path) -> None:
    served = Served(fresh_sqlite(tmp_path), tmp_path, tls=True).start()
    ana = Phone(served.address)
    stream = ana.stream(ana.open_table())
    with urlopen(served.address, timeout=SECONDS, context=trusting()) as answer:
        assert "Secure" in answer.headers["Set-Cookie"]
    served.stop()
    assert stream.event() == {}
    assert served.said() == ""
