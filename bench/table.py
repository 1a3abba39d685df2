"""A table of Lost Cities to tap at, without a server: the same reports a phone sends."""

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import count, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from werkzeug.test import create_environ

from app import create_app
from web.table.forms import fields

TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
ANSWERS = {"name0": "Ana", "name1": "Ben", "edition": 0, "colours": 0, "rounds": 8, "bonus_counts_wagers": 0}
PART = re.compile(r'<div id="([^"]+)" class="[^"]*" data-is="(\w+)"')
COLOURS = ("red", "blue", "green", "white", "yellow")


class Tapper:
    """One phone that plays a card and draws for both players, round after round, by calls of the application itself.

    Flask's test client opens the table; a tap does without it, for it works a tenth as long as the application.
    """

    def __init__(self, play: str = "discard") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cairn-bench-"))
        self.app = create_app(
            {"DATABASE_URL": f"sqlite:///{self.folder}/cairn.db", "SECRET_KEY": "bench", "RATELIMIT_ENABLED": False}
        )
        self.client = self.app.test_client()
        form = self.client.get("/new/lost-cities").get_data(as_text=True)
        self.url = self.client.post("/new/lost-cities", data={"csrf_token": token(form), **ANSWERS}).location
        self.token = token(self.client.get(self.url).get_data(as_text=True))
        cookie = self.client.get_cookie("cairn")
        assert cookie
        self.request = {**create_environ(f"{self.url}/report", method="POST"), "HTTP_COOKIE": f"cairn={cookie.value}"}
        self.request |= {"CONTENT_TYPE": "application/x-www-form-urlencoded", "HTTP_HX_REQUEST": "true"}
        self.seq = 0
        self.shown: dict[str, str] = {}
        self.events = turns(play)

    def tap(self, events: int = 1) -> bytes:
        """Report what happens next, as a phone that tells which parts it shows; the answer is the fragment.

        One event at a time, the start of a round as well as a card or a draw; or two in one report, as a turn is said.
        """
        said = list(islice(self.events, events))
        answer = self._post(reported(self.token, self.seq, *said).encode())
        self.seq += events
        self.shown = shows(answer, self.shown)
        return answer

    def _post(self, body: bytes) -> bytes:
        said: list[str] = []

        def start(status: str, *_rest: object) -> Callable[[bytes], object]:
            said.append(status)
            return lambda _written: None

        own = {
            "wsgi.input": BytesIO(body),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_SHOWN": " ".join(self.shown.values()),
        }
        answer = b"".join(self.app.wsgi_app(self.request | own, start))
        if not said[0].startswith("200"):
            raise RuntimeError(f"{said[0]}: {answer[:500]!r}")
        return answer


def token(page: str) -> str:
    found = TOKEN.search(page)
    if found is None:
        raise RuntimeError("a page without its token")
    return found[1]


def shows(answer: bytes, before: Mapping[str, str]) -> dict[str, str]:
    """The parts that a phone has after an answer, each with its sign."""
    return {**before, **dict(PART.findall(answer.decode()))}


def reported(token: str, seq: int, *events: dict[str, Any]) -> str:
    """The body of the form that reports these events, in order, at a table that has come to this seq."""
    return urlencode({"csrf_token": token, "move_id": f"move-{seq:08d}", "seen": seq, **dict(fields(events))})


def turns(play: str = "discard") -> Iterator[dict[str, Any]]:
    """Legal events without end: 44 turns of a card played and a draw make a round, eight rounds a game of 712 moves."""
    for _round in count():
        yield {"type": "start", "seat": 0}
        for turn in range(44):
            yield {"type": play, "seat": turn % 2, "card": f"{COLOURS[turn % 5]}-{2 + turn // 5}"}
            yield {"type": "draw", "seat": turn % 2, "from": "deck"}
