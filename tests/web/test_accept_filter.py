"""Which lines wait before Tornado sees them, for how long, and that none waits for what is already here."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

import web.accept_filter
from tests.patience import SECONDS
from tests.serving import OpenDoor
from web.accept_filter import BODY_PATIENCE, HEAD_PATIENCE, SEEN, for_a_hello, for_a_request
from web.server import Door

GET = b"GET /short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = b"POST /short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
BODY = POST + b"Content-Length: 6\r\n\r\n"
CHUNKS = POST + b"Transfer-Encoding: chunked\r\n\r\n"
HELLO = b"\x16\x03\x01\x00\x06hello!"


@pytest.mark.parametrize(
    "whole",
    [
        GET,
        b"GET / HTTP/1.0\n\n",
        BODY + b"tapped",
        BODY + b"tapped" + GET,
        CHUNKS + b"6\r\ntapped\r\n0\r\n\r\n",
        CHUNKS + b"0\r\n\r\n",
        POST + b"Transfer-Encoding: gzip\r\n\r\n",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
        POST + b"content-length:\t6 \r\n\r\ntapped",
        POST + b"X-Content-Length: 6\r\n\r\n",
        POST + b"Content-Length: six\r\n\r\n",
        POST + b"Content-Length: " + b"6" * 5_000 + b"\r\n\r\n",
        POST + b"Content-Length: 6\r\nExpect: 100-continue\r\n\r\n",
        POST + b"Content-Length: 600000\r\n\r\n" + b"x" * SEEN,
        b"GET / HTTP/1.1\r\nX: " + b"x" * SEEN,
    ],
)
def test_what_is_whole_or_long_or_waits_for_a_word_is_not_waited_for(whole: bytes) -> None:
    assert for_a_request(whole) is None


@given(st.sampled_from([GET, BODY + b"tapped", CHUNKS + b"6\r\ntapped\r\n0\r\n\r\n"]), st.data())
def test_what_is_half_here_is_waited_for(whole: bytes, data: st.DataObject) -> None:
    half = whole[: data.draw(st.integers(0, len(whole) - 1))]
    assert for_a_request(half) == (BODY_PATIENCE if b"\r\n\r\n" in half else HEAD_PATIENCE)


@given(st.integers(0, len(HELLO) - 1))
def test_over_tls_the_first_record_is_waited_for(here: int) -> None:
    assert for_a_hello(HELLO[:here]) == HEAD_PATIENCE


@pytest.mark.parametrize("said", [HELLO, HELLO + b"more", GET[:5], b"\x16\x03\x01\xff\xff" + b"x" * SEEN])
def test_over_tls_a_whole_record_a_long_one_and_what_is_none_are_not_waited_for(said: bytes) -> None:
    assert for_a_hello(said) is None


class Opened(OpenDoor):
    def line(self, said: bytes = b"") -> socket.socket:
        line = socket.create_connection(self.listener.getsockname(), SECONDS)
        line.sendall(said)
        return line


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> set[object]:
    """The lines that Tornado was shown."""
    shown: set[object] = set()
    start = Door.start_request

    def seen(door: Door, server_conn: object, request_conn: object) -> object:
        shown.add(server_conn)
        return start(door, server_conn, request_conn)

    monkeypatch.setattr(Door, "start_request", seen)
    return shown


@pytest.fixture
def door() -> Iterator[Opened]:
    app = Flask(__name__)
    app.add_url_rule("/short", view_func=lambda: "short", methods=["GET", "POST"])
    with Opened(app) as door:
        yield door


def answer(line: socket.socket) -> bytes:
    with line:
        return b"".join(iter(lambda: line.recv(1_000), b""))


@pytest.mark.parametrize("half", [b"", GET[:20], BODY + b"tap", CHUNKS + b"6\r\ntapp"])
def test_tornado_is_shown_nothing_of_who_says_nothing_or_half(door: Opened, shown: set[object], half: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(door.line(half))
        assert answer(door.line(GET)).endswith(b"short")
        assert len(shown) == 1


@pytest.mark.parametrize("at", [1, 20, len(BODY), len(BODY) + 3])
def test_who_says_the_rest_later_is_answered(door: Opened, at: int) -> None:
    line, whole = door.line((BODY + b"tapped")[:at]), BODY + b"tapped"
    assert answer(door.line(GET)).endswith(b"short")
    line.sendall(whole[at:])
    assert answer(line).endswith(b"short")


@pytest.mark.parametrize("half", [b"", GET[:20], BODY + b"tap"])
def test_who_waits_too_long_is_let_go(door: Opened, monkeypatch: pytest.MonkeyPatch, half: bytes) -> None:
    for patience in ("HEAD_PATIENCE", "BODY_PATIENCE"):
        monkeypatch.setattr(web.accept_filter, patience, 0)
    assert answer(door.line(half)) == b""


@pytest.mark.parametrize("half", [b"", GET[:20], BODY + b"tap"])
def test_who_ends_before_the_request_is_whole_is_let_go_at_once(door: Opened, half: bytes) -> None:
    line = door.line(half)
    line.shutdown(socket.SHUT_WR)
    assert answer(line) == b""
