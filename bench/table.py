"""A table of Lost Cities to tap at, without a server: the same reports a phone sends."""

from __future__ import annotations

import re
import tempfile
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from werkzeug.test import create_environ

from app import create_app

SIGN = re.compile(r'<div id="(\S+)" class="[^"]*" data-is="(\w+)">')
COLOURS = ("red", "blue", "green", "white", "yellow")


class Tapper:
    """One phone that plays discard and draw for both players, round after round, by calls of the application itself.

    Flask's test client opens the table; a tap does without it, for it works a tenth as long as the application.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cairn-bench-"))
        self.app = create_app(
            {"DATABASE_URL": f"sqlite:///{self.folder}/cairn.db", "SECRET_KEY": "bench", "RATELIMIT_ENABLED": False}
        )
        self.client = self.app.test_client()
        form = self.client.get("/new/lost-cities").get_data(as_text=True)
        answers = {"name0": "Ana", "name1": "Ben", "edition": 0, "colours": 0, "rounds": 8, "bonus_counts_wagers": 0}
        self.url = self.client.post("/new/lost-cities", data={"csrf_token": token(form), **answers}).location
        self.token = token(self.client.get(self.url).get_data(as_text=True))
        cookie = self.client.get_cookie("cairn")
        self.request = {**create_environ(f"{self.url}/report", method="POST"), "HTTP_COOKIE": f"cairn={cookie.value}"}
        self.request |= {"CONTENT_TYPE": "application/x-www-form-urlencoded", "HTTP_HX_REQUEST": "true"}
        self.seq = 0
        self.shown: dict[str, str] = {}
        self.events = turns()

    def tap(self) -> bytes:
        """Report the next event, as a phone that tells which parts it shows; the answer is the fragment."""
        event = next(self.events)
        answer = self._post(reported(self.token, self.seq, event).encode())
        self.seq += 1
        self.shown |= dict(SIGN.findall(answer.decode()))
        return answer

    def _post(self, body: bytes) -> bytes:
        said: list[str] = []
        own = {
            "wsgi.input": BytesIO(body),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_SHOWN": " ".join(self.shown.values()),
        }
        answer = b"".join(self.app.wsgi_app(self.request | own, lambda status, *_: said.append(status)))
        if not said[0].startswith("200"):
            raise RuntimeError(f"{said[0]}: {answer[:500]!r}")
        return answer


def token(page: str) -> str:
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    if found is None:
        raise RuntimeError("a page without its token")
    return found[1]


def reported(token: str, seq: int, event: dict[str, Any]) -> str:
    """The body of the form that reports an event at a table that has come to this seq."""
    fields = {f"e.{key}{'#' if key == 'seat' else ''}": value for key, value in event.items()}
    return urlencode({"csrf_token": token, "move_id": f"move-{seq:08d}", "seen": seq, **fields})


def turns() -> Any:
    """Legal events without end: 44 turns of discard and draw make a round, eight rounds a game of 712 moves."""
    for _round in count():
        yield {"type": "start", "seat": 0}
        for turn in range(44):
            card = f"{COLOURS[turn % 5]}-{2 + turn // 5}"
            yield {"type": "discard", "seat": turn % 2, "card": card}
            yield {"type": "draw", "seat": turn % 2, "from": "deck"}
