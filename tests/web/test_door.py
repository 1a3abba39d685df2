"""The door of the server, with applications of its own behind it: what is made in pieces, and who may wait."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from threading import Event

import pytest
from flask import Flask, Response, request, stream_with_context

from tests.patience import SECONDS
from tests.serving import OpenDoor
from web.server import IN_MEMORY
from web.shares import Shares

LONG = 64 * IN_MEMORY  # more than the two ends of a line keep of what was not read


class Pieces:
    """An application that makes answers in pieces; the last ones when it is told to."""

    def __init__(self) -> None:
        self.told, self.closed = Event(), Event()
        self.app = Flask(__name__)
        for each in (self.steps, self.endless, self.late, self.wrong, self.long, self.short, self.health, self.nothing):
            self.app.add_url_rule(f"/{each.__name__}", view_func=each)

    def steps(self) -> Response:
        def made() -> Iterator[str]:
            yield "first"
            assert self.told.wait(SECONDS)
            yield request.path

        return Response(stream_with_context(made()))

    def endless(self) -> Response:
        def made() -> Iterator[str]:
            try:
                while True:
                    yield "more"
            finally:
                self.closed.set()

        return Response(made())

    def late(self) -> Response:
        assert self.told.wait(SECONDS)
        answer = Response(stream_with_context(iter(["never read"])))
        answer.call_on_close(self.closed.set)
        return answer

    def wrong(self) -> Response:
        def made() -> Iterator[str]:
            yield "first"
            raise ValueError("this piece cannot be made")

        return Response(made())

    def long(self) -> Response:
        return Response(b"x" * LONG)

    def short(self) -> str:
        return "short"

    def health(self) -> str:
        return "alive"

    def nothing(self) -> tuple[str, int]:
        return "", 204


class Opened(OpenDoor):
    """A door with one thread for requests and one for pieces, and the lines to it."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces.app, threads=1)
        self._pieces, self._lines = pieces, ExitStack()

    def __exit__(self, *_error: object) -> None:
        self._pieces.told.set()
        super().__exit__()
        self._lines.close()

    def ask(self, path: str, *headers: str, method: str = "GET", version: str = "1.1") -> Answer:
        line = self.line()
        line.sendall("\r\n".join([f"{method} {path} HTTP/{version}", "Host: x", *headers, "", ""]).encode())
        return Answer(line)

    def line(self, source: str = "127.0.0.1") -> socket.socket:
        line = socket.create_connection(self.listener.getsockname(), SECONDS, (source, 0))
        return self._lines.enter_context(line)


class Answer:
    def __init__(self, line: socket.socket) -> None:
        self.line, self.said = line, b""

    def until(self, wanted: bytes) -> bytes:
        """All that was said when this came."""
        while wanted not in self.said:
            more = self.line.recv(65_536)
            assert more, self.said
            self.said += more
        return self.said

    def ended(self) -> bool:
        """Whether the line is cut without a word."""
        with suppress(ConnectionResetError):
            return self.line.recv(1) == b""
        return True

    def whole(self) -> bytes:
        """All that is said until the line is closed."""
        return b"".join([self.said, *iter(lambda: self.line.recv(1_000_000), b"")])


@pytest.fixture
def pieces() -> Pieces:
    return Pieces()


@pytest.fixture
def opened(pieces: Pieces) -> Iterator[Opened]:
    with Opened(pieces) as opened:
        yield opened


def test_the_first_piece_is_read_before_the_last_is_made(opened: Opened, pieces: Pieces) -> None:
    answer = opened.ask("/steps", "Connection: close")
    answer.until(b"first")
    pieces.told.set()
    assert answer.whole().endswith(b"\r\n5\r\nfirst\r\n6\r\n/steps\r\n0\r\n\r\n")


def test_http_1_0_ends_pieces_with_the_line_and_a_line_that_is_kept_gets_them_at_once(
    opened: Opened, pieces: Pieces
) -> None:
    answer = opened.ask("/steps", version="1.0")
    answer.until(b"first")
    pieces.told.set()
    assert answer.whole().endswith(b"\r\n\r\nfirst/steps")
    kept = opened.ask("/steps", "Connection: keep-alive", version="1.0")
    assert b"Content-Length: 11\r\n" in kept.until(b"\r\n\r\nfirst/steps")


def test_who_waits_for_a_piece_holds_up_no_request(opened: Opened, pieces: Pieces) -> None:
    slow = opened.ask("/steps")
    slow.until(b"first")
    assert opened.ask("/short", "Connection: close").whole().endswith(b"short")
    pieces.told.set()
    slow.until(b"/steps")


def test_it_says_that_it_is_alive_while_every_request_waits(opened: Opened, pieces: Pieces) -> None:
    waits = opened.ask("/late")
    assert opened.ask("/health", "Connection: close").whole().endswith(b"alive")
    pieces.told.set()
    waits.until(b"never read")


def test_who_reads_nothing_holds_up_nobody(opened: Opened, pieces: Pieces) -> None:
    pieces.told.set()
    slow = opened.ask("/long", "Connection: close")
    slow.until(b"\r\n\r\n")
    assert opened.ask("/steps", "Connection: close").whole().endswith(b"/steps\r\n0\r\n\r\n")
    assert len(slow.whole().partition(b"\r\n\r\n")[2]) == LONG


def test_what_makes_pieces_is_closed_when_its_reader_leaves(opened: Opened, pieces: Pieces) -> None:
    answer = opened.ask("/endless")
    answer.until(b"more")
    assert not pieces.closed.is_set()
    answer.line.close()
    assert pieces.closed.wait(SECONDS)


def test_what_nobody_waited_for_is_closed_too(opened: Opened, pieces: Pieces) -> None:
    opened.ask("/late").line.close()
    pieces.told.set()
    assert pieces.closed.wait(SECONDS)


def test_an_answer_that_goes_wrong_has_no_good_end(opened: Opened, caplog: pytest.LogCaptureFixture) -> None:
    assert opened.ask("/wrong").whole().endswith(b"first\r\n")
    assert "this piece cannot be made" in caplog.text


def test_a_server_that_stops_makes_no_further_piece(opened: Opened, pieces: Pieces) -> None:
    answer = opened.ask("/steps")
    answer.until(b"first")
    opened.stop()
    pieces.told.set()
    assert answer.whole().endswith(b"first\r\n")


def test_who_wants_only_the_head_gets_no_piece(opened: Opened) -> None:
    for path in ("/steps", "/long"):
        assert opened.ask(path, "Connection: close", method="HEAD").whole().endswith(b"\r\n\r\n")


def test_nothing_is_answered_without_a_length_and_the_line_goes_on(opened: Opened) -> None:
    answer = opened.ask("/nothing")
    assert b"length" not in answer.until(b"\r\n\r\n").lower()
    assert b"chunked" not in answer.said
    answer.line.sendall(b"GET http://x/short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.whole().endswith(b"\r\n\r\nshort")


def test_a_body_that_the_disk_has_no_room_for_is_refused_and_the_line_goes_on(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_body: object, _chunk: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("web.server.SpooledTemporaryFile.write", full)
    line = opened.line()
    line.sendall(b"POST /short HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + b"x" * 200_000)
    answer = Answer(line)
    assert answer.until(b"The disk is full.\n").startswith(b"HTTP/1.1 503")
    assert b"Retry-After: 5" in answer.said
    assert [record.exc_info for record in caplog.records] == [None]
    line.sendall(b"GET /short HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.until(b"short")


def test_where_too_many_wait_the_first_of_them_goes(opened: Opened) -> None:
    opened.door.lines = Shares(2)
    first, _second, _third = opened.line(), opened.line(), opened.line()
    assert first.recv(1) == b""
    for _ in range(3):
        assert opened.ask("/short", "Connection: close").whole().endswith(b"short")


def test_where_too_many_wait_nobody_goes_for_who_has_more_lines(opened: Opened) -> None:
    opened.door.lines = Shares(3)
    one = opened.line()
    first, *_others = (opened.line("127.0.0.2") for _ in range(3))
    assert first.recv(1) == b""
    one.sendall(b"GET /short HTTP/1.0\r\n\r\n")
    assert Answer(one).whole().endswith(b"short")


def test_who_has_sent_most_of_the_bodies_that_wait_goes_first(opened: Opened) -> None:
    opened.door.bodies = Shares(IN_MEMORY)
    one, most = opened.line(), opened.line("127.0.0.2")
    one.sendall(b"POST /short HTTP/1.0\r\nContent-Length: 2\r\n\r\n1")
    with suppress(ConnectionError):
        most.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % LONG + b"x" * 2 * IN_MEMORY)
    assert Answer(most).ended()
    one.sendall(b"2")
    assert b"405 METHOD NOT ALLOWED" in Answer(one).whole()


def test_of_a_room_that_is_full_who_has_most_gives_back_first_what_was_taken_first() -> None:
    shares: Shares[str] = Shares(10)
    assert [shares.take("café", f"phone {n}") for n in range(4)] == [None] * 4
    assert [shares.take("one", f"line {n}", 2) for n in range(4)] == [None] * 3 + ["line 0"]
    shares.give_back("line 0")
    assert shares.take("café", "phone 4", 6) == "phone 0"
    shares.give_back("nothing of it")
    for n in range(5):
        shares.give_back(f"phone {n}")
    assert shares.take("one", "line 0", 4) is None
    assert shares.take("one", "line 0") == "line 1"
