"""Live tables: a stream carries only "the table is at 42"; the phone then asks for what it shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from threading import Condition
from typing import cast

from flask import Blueprint, Response, current_app, request

from ledger import Ledger
from web.visit import Visit, ledger, visit, watching

live = Blueprint("live", __name__)
QUIET = 10.0  # seconds without a ping after which the ledger is asked, and the line kept alive


class Pings:
    """Wakes the streams of a table in this process when its seq has grown."""

    def __init__(self) -> None:
        self._news = Condition()
        self._at: defaultdict[int, int] = defaultdict(int)

    def tell(self, table_id: int, seq: int) -> None:
        with self._news:
            self._at[table_id] = max(seq, self._at[table_id])
            self._news.notify_all()

    def wait(self, table_id: int, seen: int, seconds: float) -> int:
        """The seq of the table as soon as it is above `seen`, or as it is after `seconds`."""
        with self._news:
            self._news.wait_for(lambda: self._at[table_id] > seen, seconds)
            return self._at[table_id]


def pings() -> Pings:
    return cast(Pings, current_app.extensions["pings"])


@live.get("/t/<code>/stream")
def stream(code: str) -> Response:
    return _stream(visit(code))


@live.get("/w/<code>/stream")
def watch_stream(code: str) -> Response:
    return _stream(watching(code))


def _stream(here: Visit) -> Response:
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "0")
    events = _events(pings(), ledger(), here.table.id, int(seen) if seen.isdecimal() and len(seen) < 9 else 0)
    return Response(
        events, mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )


def _events(heard: Pings, book: Ledger, table_id: int, seen: int) -> Iterator[str]:
    yield ": here\n\n"
    at = book.last_seq(table_id)
    while True:
        if at > seen:
            seen = at
            yield f"id: {seen}\nevent: at\ndata: {seen}\n\n"
        at = heard.wait(table_id, seen, QUIET)
        if at <= seen:
            at = book.last_seq(table_id)
            yield ": still here\n\n"
