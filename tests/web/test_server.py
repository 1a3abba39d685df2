"""The server itself, by bare sockets: what is silent or half sent takes no thread, and requests come through whole."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from ssl import SSLEOFError

import psutil
import pytest

from tests.ledger.databases import fresh_sqlite
from tests.patience import SECONDS, until
from tests.serving import Phone, Served

pytestmark = pytest.mark.xdist_group("live")
HALVES = {
    "silent": b"",
    "half a line": b"GET /hea",
    "half a head": b"GET /health HTTP/1.1\r\nHost: ",
    "half a body": b"POST /new/lost-cities HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname0=",
    "half a chunk": b"POST /new/lost-cities HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nname0=",
}


@pytest.fixture(scope="module", params=[False, True], ids=["http", "https"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process with two threads."""
    folder = tmp_path_factory.mktemp("server")
    served = Served(fresh_sqlite(folder), folder, threads=2, tls=request.param, PROXIES="1").start()
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
        for _ in range(20):
            held = stack.enter_context(line(served))
            held.sendall(HALVES[half])
        assert phone.report(path, {"type": "start", "seat": 0}, 0)[0] == 200
        assert stream.seq() == 1
    stream.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how large the table is")
def test_the_table_of_files_need_not_grow_while_lines_come(served: Served) -> None:
    process = served.worker()
    most = process.rlimit(psutil.RLIMIT_NOFILE)[1]
    status = Path(f"/proc/{process.pid}/status").read_text()
    size = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("FDSize:"))
    assert size >= min(8_192, most)


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


def test_a_line_is_kept_for_the_next_request(served: Served) -> None:
    first, last = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /health HTTP/1.0\r\n\r\n"
    assert said(line(served), first, first, last).count(b"alive\n") == 3


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
        assert said(line(served), b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000) == b""


def test_a_header_with_an_underscore_does_not_pass_for_one_with_a_dash(served: Served) -> None:
    asked = b"GET /new/lost-cities HTTP/1.0\r\nHost: right.example\r\nX_Forwarded_Host: wrong.example\r\n\r\n"
    assert b"wrong.example" not in said(line(served), asked)
    forwarded = asked.replace(b"X_Forwarded_Host: wrong", b"X-Forwarded-Proto: https\r\nX-Forwarded-Host: third")
    assert b"; Secure" in said(line(served), forwarded)


def test_it_stops_while_lines_are_silent_and_streams_open(tmp_path: Path) -> None:
    served = Served(fresh_sqlite(tmp_path), tmp_path, threads=2).start()
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


def test_neither_a_server_nor_a_worker_alone_waits_for_a_process_that_prints(tmp_path: Path) -> None:
    """It stands still, so that who waits for it waits for as long as a server may take to stop."""
    served = Served(fresh_sqlite(tmp_path), tmp_path, threads=2, graceful=10 * round(SECONDS)).start()
    try:
        worker, printing = served.worker(), stands_still(served)
        worker.terminate()
        worker.wait(SECONDS)
        until(lambda: not printing.is_running())
        until(served.answers)
        printing = stands_still(served)
        served.stop()
        assert not printing.is_running()
        assert served.said() == ""
    finally:
        served.kill()


def stands_still(served: Served) -> psutil.Process:
    """A process that prints, begun by who looks at what there is to print."""
    assert Phone(served.address).ask("GET", "/print")[0] == 200
    until(lambda: bool(printing(served)))
    (found,) = printing(served)
    found.suspend()
    return found


def printing(served: Served) -> list[psutil.Process]:
    return [each for each in served.worker().children() if "spawn_main" in " ".join(each.cmdline())]
