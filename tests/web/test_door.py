"""The door, with small applications behind it: answers in pieces, who is still there, and how much may wait."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from threading import Event

import pytest
from flask import Flask, Response, request, stream_with_context

import web.server.door
from tests.patience import SECONDS, until
from tests.serving import OpenDoor
from web.server.door import WAITS

LONG = 16 * 1024 * 1024  # bytes: more than the two ends of a connection keep of what was not read


class Pieces:
    """An application that makes answers in pieces; the last ones when it is told to. It remembers what it was asked."""

    def __init__(self) -> None:
        self.told, self.closed = Event(), Event()
        self.asked: list[str] = []
        self.app = Flask(__name__)
        self.app.before_request(lambda: self.asked.append(request.full_path.rstrip("?")))
        for each in (self.steps, self.endless, self.late, self.wrong, self.long, self.short, self.health, self.nothing):
            self.app.add_url_rule(f"/{each.__name__}", view_func=each, methods=["GET", "POST"])
        self.app.add_url_rule("/print/sheet.pdf", view_func=self.late, endpoint="print")

    def steps(self) -> Response:
        def made() -> Iterator[str]:
            yield "first"
            assert self.told.wait(SECONDS)
            yield request.path

        return Response(stream_with_context(made()))

    def endless(self) -> Response:
        def made() -> Iterator[str]:
            try:
                while not self.told.wait(0.01):
                    yield "more"
            finally:
                self.closed.set()

        return Response(made())

    def late(self) -> str:
        assert self.told.wait(SECONDS)
        return "late"

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
    """A door with one thread for requests, and the connections to it."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces.app)
        self._pieces, self._lines = pieces, ExitStack()

    def __exit__(self, *_error: object) -> None:
        self._pieces.told.set()
        super().__exit__()
        self._lines.close()

    def ask(self, path: str, *headers: str, method: str = "GET", version: str = "1.1") -> Answer:
        return Answer(self.line(request_for(path, *headers, method=method, version=version)))

    def line(self, said: bytes = b"") -> socket.socket:
        line = self._lines.enter_context(socket.create_connection(self.listener.getsockname(), SECONDS))
        line.sendall(said)
        return line


def request_for(path: str, *headers: str, method: str = "GET", version: str = "1.1") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/{version}", "Host: x", *headers, "", ""]).encode()


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

    def whole(self) -> bytes:
        """All that is said until the connection is closed."""
        return b"".join([self.said, *iter(lambda: self.line.recv(1_000_000), b"")])


@pytest.fixture
def pieces() -> Pieces:
    return Pieces()


@pytest.fixture
def opened(pieces: Pieces, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setattr(web.server.door, "THREADS", 1)
    with Opened(pieces) as opened:
        yield opened


# Answers


def test_the_first_piece_is_read_before_the_last_is_made(opened: Opened, pieces: Pieces) -> None:
    answer = opened.ask("/steps", "Connection: close")
    answer.until(b"first")
    pieces.told.set()
    assert answer.whole().endswith(b"\r\n5\r\nfirst\r\n6\r\n/steps\r\n0\r\n\r\n")


def test_http_1_0_gets_pieces_at_once_and_who_wants_only_the_head_none(opened: Opened, pieces: Pieces) -> None:
    pieces.told.set()
    assert b"Content-Length: 11\r\n" in opened.ask("/steps", version="1.0").until(b"\r\n\r\nfirst/steps")
    for path in ("/steps", "/long"):
        assert opened.ask(path, "Connection: close", method="HEAD").whole().endswith(b"\r\n\r\n")


def test_it_says_that_it_is_alive_while_every_thread_waits(opened: Opened, pieces: Pieces) -> None:
    waits = opened.ask("/late", "Connection: close")
    until(lambda: pieces.asked == ["/late"])
    assert opened.ask("/health", "Connection: close").whole().endswith(b"alive")
    pieces.told.set()
    assert waits.whole().endswith(b"late")


def test_who_waits_for_a_print_takes_no_thread_of_the_taps(opened: Opened, pieces: Pieces) -> None:
    waiting = [opened.ask("/print/sheet.pdf", "Connection: close") for _ in range(40)]
    until(lambda: len(pieces.asked) == 40)
    assert opened.ask("/short", "Connection: close").whole().endswith(b"short")
    pieces.told.set()
    assert all(each.whole().endswith(b"late") for each in waiting)


def test_who_reads_nothing_holds_up_nobody(opened: Opened) -> None:
    slow = opened.ask("/long", "Connection: close")
    slow.until(b"\r\n\r\n")
    assert opened.ask("/short", "Connection: close").whole().endswith(b"short")
    assert len(slow.whole().partition(b"\r\n\r\n")[2]) == LONG


def test_what_makes_pieces_is_closed_when_its_reader_leaves(opened: Opened, pieces: Pieces) -> None:
    answer = opened.ask("/endless")
    answer.until(b"more")
    assert not pieces.closed.is_set()
    answer.line.close()
    assert pieces.closed.wait(SECONDS)


def test_an_answer_that_goes_wrong_has_no_good_end(opened: Opened, caplog: pytest.LogCaptureFixture) -> None:
    assert opened.ask("/wrong").whole().endswith(b"first\r\n")
    assert "this piece cannot be made" in caplog.text


def test_nothing_is_answered_without_a_length_and_the_line_goes_on(opened: Opened) -> None:
    answer = opened.ask("/nothing")
    assert b"length" not in answer.until(b"\r\n\r\n").lower()
    assert b"chunked" not in answer.said
    answer.line.sendall(b"GET http://x/short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.whole().endswith(b"\r\n\r\nshort")


# Who is still there


@pytest.mark.parametrize("first", [(), ("Connection: close",)], ids=["left", "close"])
def test_nothing_behind_the_last_request_of_a_line_is_carried_out(
    opened: Opened, pieces: Pieces, first: tuple[str, ...]
) -> None:
    line = opened.line(request_for("/late", *first, method="POST") + request_for("/short", method="POST") * 300)
    until(lambda: "/late" in pieces.asked)
    if not first:
        line.close()
    pieces.told.set()
    assert opened.ask("/health", "Connection: close").whole().endswith(b"alive")
    until(lambda: not opened.door.application.working)
    assert pieces.asked == ["/late", "/health"]


def test_what_is_asked_ahead_on_a_line_that_is_read_is_answered_in_order(opened: Opened, pieces: Pieces) -> None:
    asked = [f"/short?{number}" for number in range(20)]
    line = opened.line(b"".join(map(request_for, asked)) + request_for("/health", "Connection: close"))
    assert Answer(line).whole().count(b"\r\n\r\nshort") == len(asked)
    assert pieces.asked == [*asked, "/health"]


def test_of_who_left_a_report_is_taken_and_a_page_is_not_begun(opened: Opened, pieces: Pieces) -> None:
    busy = opened.ask("/late", "Connection: close")
    until(lambda: pieces.asked == ["/late"])
    for number, method in enumerate(("GET", "POST", "GET")):
        opened.line(request_for(f"/short?{number}", method=method)).close()
    until(lambda: len(opened.door.application.working) == 4)
    assert opened.ask("/health", "Connection: close").whole().endswith(b"alive"), "and it has seen them leave"
    pieces.told.set()
    assert busy.whole().endswith(b"late")
    until(lambda: not opened.door.application.working)
    assert pieces.asked == ["/late", "/health", "/short?1"]


# Whose turn it is


@pytest.mark.parametrize("proxies", [0, 1])
def test_while_others_wait_addresses_take_turns_and_reports_come_first(pieces, monkeypatch, proxies) -> None:
    """One guest asks for much; another's one page comes second, and a report before all."""
    monkeypatch.setattr(web.server.door, "THREADS", 1)
    pieces.app.config["PROXIES"] = proxies
    with Opened(pieces) as opened:
        opened.ask("/late", "X-Forwarded-For: 192.0.2.1")
        until(lambda: pieces.asked == ["/late"])
        wanted = [("/static/x", "1", "GET"), *[(f"/short?{number}", "1", "GET") for number in range(3)]]
        wanted += [("/short?another", "2", "GET"), ("/short?report", "1", "POST")]
        for number, (path, address, method) in enumerate(wanted):
            opened.ask(path, f"X-Forwarded-For: 192.0.2.{address}", method=method)
            until(lambda so_many=number + 2: len(opened.door.application.working) == so_many)
        pieces.told.set()
        until(lambda: not opened.door.application.working)
    others = ["0", "another", "1", "2"] if proxies else ["0", "1", "2", "another"]
    assert pieces.asked == ["/late", "/short?report", *[f"/short?{one}" for one in others], "/static/x"]


def test_while_another_is_about_an_address_has_one_page_at_a_time_and_its_reports_at_once(pieces, monkeypatch) -> None:
    monkeypatch.setattr(web.server.door, "THREADS", 3)
    pieces.app.config["PROXIES"] = 1

    def ask(path: str, address: str, method: str = "GET") -> Answer:
        return opened.ask(path, f"X-Forwarded-For: 192.0.2.{address}", "Connection: close", method=method)

    with Opened(pieces) as opened:
        assert ask("/short", "2").whole().endswith(b"short")
        pages = [ask("/late", "1") for _ in range(3)]
        until(lambda: len(opened.door.application.working) == 3 and "/late" in pieces.asked)
        assert ask("/short?other", "2").whole().endswith(b"short")
        assert ask("/short?report", "1", "POST").whole().endswith(b"short")
        assert pieces.asked.count("/late") == 1
        pieces.told.set()
        assert all(page.whole().endswith(b"late") for page in pages)


def test_what_other_processes_make_takes_no_thread_of_the_taps(app: Flask) -> None:
    paths = {rule.rule.replace("<kind>", "pdf").replace("<int:seat>", "0"): rule for rule in app.url_map.iter_rules()}
    assert {rule.endpoint for path, rule in paths.items() if WAITS.fullmatch(path)} == {
        *("printing.printed", "records.record", "records.watched_record", "result.picture"),
        *("photo.of_paper", "photo.of_seat"),
        *("data.save", "data.saving", "data.bring", "data.bring_into"),
    }


# How much may wait


@pytest.mark.parametrize("size", [70_000, 200_000])
def test_a_head_that_is_too_large_is_told_so(opened: Opened, pieces: Pieces, size: int) -> None:
    assert opened.ask("/short", f"X: {'x' * size}").whole().startswith(b"HTTP/1.1 431 ")
    assert opened.ask(f"/short?{'x' * size}").whole().startswith(b"HTTP/1.1 431 ")
    assert pieces.asked == []


def test_a_body_that_is_too_large_is_told_so_and_not_kept(opened: Opened, pieces: Pieces, monkeypatch) -> None:
    monkeypatch.setattr(web.server.door, "BODY", 1000)
    pieces.app.config["MAX_CONTENT_LENGTH"] = 500
    pieces.app.before_request(lambda: request.form and None)
    form = ("Content-Type: application/x-www-form-urlencoded", "Connection: close")
    line = opened.line(request_for("/short", "Content-Length: 5000", *form, method="POST") + b"x" * 4000)
    line.sendall(b"x" * 1000)
    assert Answer(line).whole().startswith(b"HTTP/1.1 413 ")
    assert opened.door.bodies == 0


def test_one_connection_too_many_is_closed_until_others_have_gone(pieces: Pieces, monkeypatch) -> None:
    monkeypatch.setattr(web.server.door, "CONNECTIONS", 2)
    with Opened(pieces) as opened:
        one, two = opened.line(), opened.ask("/short")
        two.until(b"short")
        assert opened.line().recv(1) == b""
        one.close()
        two.line.close()
        until(lambda: answers(opened))


def answers(opened: Opened) -> bool:
    with suppress(ConnectionError):
        return opened.ask("/short", "Connection: close").whole().endswith(b"short")
    return False


def test_one_body_too_many_is_refused_until_another_has_gone(opened: Opened, monkeypatch) -> None:
    monkeypatch.setattr(web.server.door, "BODIES", 1000)
    head = request_for("/short", "Content-Length: 800", "Connection: close", method="POST")
    one = opened.line(head + b"x" * 700)
    until(lambda: opened.door.bodies == 700)
    assert Answer(opened.line(head + b"x" * 800)).whole().startswith(b"HTTP/1.1 400")
    one.sendall(b"x" * 100)
    assert Answer(one).whole().endswith(b"short")
    assert Answer(opened.line(head + b"x" * 800)).whole().endswith(b"short")


@pytest.mark.parametrize("half", [b"", b"GET /hea", request_for("/short", "Content-Length: 9", method="POST") + b"x"])
def test_who_says_nothing_or_half_of_something_is_let_go_in_time(pieces: Pieces, monkeypatch, half: bytes) -> None:
    for patience in ("HEAD_TIME", "BODY_TIME"):
        monkeypatch.setattr(web.server.door, patience, 0.1)
    with Opened(pieces) as opened:
        assert Answer(opened.line(half)).whole() == b""


def test_a_server_that_stops_answers_what_is_under_way(opened: Opened, pieces: Pieces) -> None:
    answer, silent = opened.ask("/late"), opened.line()
    until(lambda: pieces.asked == ["/late"])
    opened.stop()
    pieces.told.set()
    assert answer.whole().endswith(b"late")
    assert silent.recv(1) == b""
