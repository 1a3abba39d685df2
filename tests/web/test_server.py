"""The server itself, by bare sockets: what is silent or half sent takes no thread, and requests come through whole."""

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from ssl import SSLEOFError

import psutil
import pytest
from flask import Flask, url_for

from tests.ledger.databases import fresh_postgresql, fresh_sqlite
from tests.patience import SECONDS, until
from tests.serving import Phone, Served

pytestmark = pytest.mark.xdist_group("processes")
HALVES = {
    "silent": b"",
    "half a line": b"GET /hea",
    "half a head": b"GET /health HTTP/1.1\r\nHost: ",
    "half a body": b"POST /new/lost-cities HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname0=",
    "half a chunk": b"POST /new/lost-cities HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nname0=",
}


@pytest.fixture(scope="module", params=[False, True], ids=["http", "https"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process."""
    folder = tmp_path_factory.mktemp("server")
    served = Served(fresh_sqlite(folder), folder, tls=request.param, app="tests.web.silent", PROXIES="1").start()
    yield served
    served.stop()
    assert served.said() == ""


def line(served: Served) -> socket.socket:
    return Phone(served.address).line()


def said(line: socket.socket, *parts: bytes) -> bytes:
    """All that is answered until the line is closed."""
    with line:
        for part in parts:
            line.sendall(part)
        return b"".join(iter(lambda: line.recv(65_536), b""))


@pytest.mark.parametrize("half", HALVES)
def test_what_is_silent_or_half_sent_takes_no_thread(served: Served, half: str) -> None:
    phone = Phone(served.address)
    path = phone.open_table()
    stream = phone.stream(path)
    with ExitStack() as stack:
        for _ in range(100):
            held = stack.enter_context(line(served))
            held.sendall(HALVES[half])
        assert phone.report(path, {"type": "start", "seat": 0}, 0)[0] == 200
        assert stream.seq() == 1
    stream.close()


def test_it_may_open_as_many_files_as_it_is_allowed(served: Served) -> None:
    soft, hard = served.process().rlimit(psutil.RLIMIT_NOFILE)
    assert soft == hard


@pytest.mark.parametrize("leaving", [b"", b"Connection: close\r\n", b"reset"], ids=["left", "close", "reset"])
@pytest.mark.parametrize("times", [300, 1_500])
def test_who_asks_for_much_at_once_and_leaves_holds_up_nobody(served: Served, times: int, leaving: bytes) -> None:
    """The first of these pages may be made; the others would take a minute of a processor."""
    ana = Phone(served.address)
    path, request = ana.open_table(), b"GET /count/lutece HTTP/1.1\r\nHost: x\r\n"
    spent, greedy = served.process().cpu_times().user, line(served)
    header = leaving if b":" in leaving else b""
    while not is_sent(greedy, request + header + b"\r\n" + times * (request + b"\r\n")):
        greedy.close()
        greedy = line(served)
    if leaving == b"reset":
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if not header:
        greedy.close()
    assert ana.report(path, {"type": "start", "seat": 0}, 0)[0] == 200
    assert ana.ask("GET", path)[0] == 200
    if header:
        assert len(until_closed(greedy).split(b"HTTP/1.1 200")) == 2
    assert served.process().cpu_times().user - spent < 3


def is_sent(line: socket.socket, data: bytes) -> bool:
    """False if the line was answered and closed before all of this had been sent: then the answer may be lost, too."""
    try:
        line.sendall(data)
    except OSError:
        return False
    return True


def until_closed(line: socket.socket) -> bytes:
    with suppress(ConnectionResetError):
        return said(line)
    return b""


def test_over_tls_nobody_waits_for_who_never_shakes_hands(served: Served) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS))
        assert Phone(served.address).ask("GET", "/health")[0] == 200


def test_a_request_in_many_pieces_is_answered_once_it_is_whole(served: Served) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = said(line(served), *(bytes([each]) for each in request))
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\nalive\n")
    assert b"\r\nDate: " in answer


def test_a_body_in_chunks_is_read_like_any_other(served: Served) -> None:
    head = b"POST /new/lost-cities HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
    head += b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    whole = said(line(served), head, b"9\r\ncsrf_toke\r\n4\r\nn=no\r\n0\r\n\r\n")
    assert whole.startswith(b"HTTP/1.1 400 ")


def test_the_answer_to_head_has_no_body(served: Served) -> None:
    head, _, body = said(line(served), b"HEAD /health HTTP/1.0\r\n\r\n").partition(b"\r\n\r\n")
    assert b"Content-Length: 6" in head
    assert body == b""
    bad = said(line(served), b"HEAD /health HTTP/1.0\r\nHost: a..b\r\n\r\n")
    assert bad.startswith(b"HTTP/1.1 400 ")
    assert bad.endswith(b"\r\n\r\n")


def test_what_is_too_large_is_refused_with_a_page(served: Served) -> None:
    """Read to its end first: who is still sending hears nothing."""
    size = 300 * 1024
    head = b"POST /new/lost-cities HTTP/1.0\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    answer = said(line(served), head, b"Content-Length: %d\r\n\r\n" % size, b"x" * size)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<html" in answer


def test_what_no_request_may_be_is_refused(served: Served) -> None:
    asked = b"POST / HTTP/1.1\r\nHost: x\r\n"
    for wrong in (
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        asked + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        asked + b"Transfer-Encoding: gzip\r\n\r\n",
        asked + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\naaaaaa",
        asked + b"Content-Length: +5\r\n\r\naaaaa",
    ):
        assert said(line(served), wrong) == b"HTTP/1.1 400 Bad Request\r\n\r\n"
    with suppress(ConnectionError, SSLEOFError):  # the line may be closed while it is being sent
        assert said(line(served), b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000) == b""


def test_a_header_with_an_underscore_does_not_pass_for_one_with_a_dash(served: Served) -> None:
    asked = b"GET /new/lost-cities HTTP/1.0\r\nHost: right.example\r\nX_Forwarded_Host: wrong.example\r\n\r\n"
    assert b"wrong.example" not in said(line(served), asked)
    forwarded = asked.replace(b"X_Forwarded_Host: wrong", b"X-Forwarded-Proto: https\r\nX-Forwarded-Host: third")
    assert b"; Secure" in said(line(served), forwarded)


def test_a_raw_byte_in_the_query_is_answered_on_every_route_and_logged_on_none(served: Served, app: Flask) -> None:
    phone = Phone(served.address)
    path = phone.open_table()
    for route in addresses(app, path):
        with line(served) as asking:
            asking.sendall(f"GET {route}?seen=\xff&\xc3=x HTTP/1.0\r\n\r\n".encode("latin-1"))
            assert asking.recv(10) in (b"HTTP/1.1 2", b"HTTP/1.1 3", b"HTTP/1.1 4"), route


def addresses(app: Flask, table: str) -> list[str]:
    """Each route that can be read, at this table or where there is nothing."""
    found = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    parts = {"code": table.split("/")[2], "key": "lost-cities"}
    with app.test_request_context():
        made = [url_for(rule.endpoint, **{name: parts.get(name, "1") for name in rule.arguments}) for rule in found]
    return [address.partition("?")[0] for address in made]


def test_it_stops_while_lines_are_silent_and_streams_open(tmp_path: Path) -> None:
    served = Served(fresh_sqlite(tmp_path), tmp_path).start()
    phone = Phone(served.address)
    stream = phone.stream(phone.open_table())
    lines = [line(served) for _ in HALVES]
    for each, half in zip(lines, HALVES.values(), strict=True):
        each.sendall(half)
    served.stop()
    assert stream.event() == {}
    for each in lines:
        with each:
            assert each.recv(10) == b""
    assert served.said() == ""


def test_a_server_that_stops_waits_for_no_process_that_prints(tmp_path: Path) -> None:
    served = Served(fresh_sqlite(tmp_path), tmp_path).start()
    try:
        assert Phone(served.address).ask("GET", "/print")[0] == 200
        until(lambda: bool(served.process().children()))
        printing = served.process().children()[-1]
        printing.suspend()  # so that who waits for it waits for ever
        served.stop()
        assert not printing.is_running()
        assert served.said() == ""
    finally:
        served.kill()


def test_sqlite_has_one_process_however_many_are_asked_for(tmp_path: Path) -> None:
    served = Served(fresh_sqlite(tmp_path), tmp_path, processes=2, WEB_CONCURRENCY="3").start()
    assert served.process().children() == []
    served.stop()
    assert served.said() == "SQLite serves one process, so one is started. Several need PostgreSQL.\n"


def test_several_processes_on_postgresql_serve_one_port_and_end_together(tmp_path: Path) -> None:
    served = Served(fresh_postgresql(), tmp_path, processes=2).start()
    first, second = served.process().children()
    phone = Phone(served.address)
    path = phone.open_table()
    streams = [phone.stream(path) for _ in range(8)]
    assert phone.report(path, {"type": "start", "seat": 0}, 0)[0] == 200
    assert {stream.seq() for stream in streams} == {1}
    served.stop()
    assert {bool(stream.event()) for stream in streams} == {False}
    assert [each.is_running() for each in (first, second)] == [False, False]
    assert served.said() == ""


def test_of_several_processes_none_stays_when_one_has_gone(tmp_path: Path) -> None:
    served = Served(fresh_postgresql(), tmp_path, processes=2).start()
    first, second = served.process().children()
    first.kill()
    until(lambda: not second.is_running())
    served.kill()


def test_a_port_that_is_taken_is_said_in_one_line(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = app.test_cli_runner().invoke(args=["serve", "--port", str(port)])
    assert done.exit_code == 1
    assert done.stderr == f"Error: Port {port} of 127.0.0.1: Address already in use.\n"
