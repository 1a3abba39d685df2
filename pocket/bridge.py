"""The application within the worker of a browser: a request comes in, an answer goes out. Runs in Pyodide."""

import json
import secrets
from collections.abc import Callable, Sequence
from http.cookies import SimpleCookie
from random import seed
from typing import Any
from urllib.parse import urlsplit

from werkzeug.test import EnvironBuilder, run_wsgi_app

from app import create_app
from ledger import Ledger
from pocket.phones import HOST, Phones, Told
from web.http.guests import GUEST, GUESTS
from web.server.streams import STREAM

LEDGER = "/ledger/cairn.db"
KNOWN = 40  # guests whose cookies are kept
NOT_OURS = ("cookie", "accept-encoding", "host", "content-length")  # headers that the browser does not decide here
Headers = Sequence[tuple[str, str]]


class Bridge:
    """The application of one browser, with the key that signs its cookies and the cookies themselves, which a service
    worker never sees. What it has before `open` is the same in every browser.
    """

    def __init__(self) -> None:
        Ledger.at("sqlite:////tmp/imports.db").close()  # so that what a ledger needs is in memory
        self.app = create_app(
            {"POCKET": "best-effort", "DATABASE_URL": f"sqlite:///{LEDGER}", "RATELIMIT_ENABLED": False}
        )
        self._prefix = ""
        self._jars: dict[str, SimpleCookie] = {HOST: SimpleCookie()}

    def open(self, prefix: str, kept: str) -> None:
        """Open the ledger. `prefix` is the folder that Cairn lives in, empty or like `/cairn`; `kept` is what `state`
        gave before, or empty.
        """
        seed()  # this memory may be a copy
        known = json.loads(kept or "{}")
        self._prefix = prefix
        kept_cookies = {HOST: known.get("cookies", ""), **known.get("guests", {})}
        self._jars = {phone: SimpleCookie(cookies) for phone, cookies in kept_cookies.items()}
        if prefix.endswith("/along"):  # a served Cairn has it there (web/help.py)
            self.app.config["HOME"] = prefix.removesuffix("along")
        self.app.config["SECRET_KEY"] = known.get("key") or secrets.token_urlsafe(48)
        self.app.extensions["open"]()
        at, moves = self.app.extensions, self.app.extensions["referee"].ledger.moves
        self.phones = at["hub"] = Phones(at["presence"], moves.last_seq)

    def keep(self, durability: str, guests: str) -> None:
        """How long the browser keeps the ledger: until it is deleted (`persistent`), while there is room
        (`best-effort`), or for a week of use without a visit (`a-week`); and the guests who are there, their ids with
        spaces between.
        """
        self.app.config["POCKET"] = durability
        self.phones.keep(guests.split())

    def answer(
        self, phone: str, method: str, url: str, headers: Headers, body: bytes
    ) -> tuple[int, list[list[str]], bytes, list[Told]]:
        """The status, the headers and the body of an answer to a phone, and what phones are to be told."""
        jar, streams = self._jar(phone), list[Callable[[str], None]]()
        own = [pair for pair in headers if pair[0].lower() not in NOT_OURS]
        environ = self._environ(method, url, [*own, ("Cookie", _sent(jar))], body)
        environ |= {STREAM: streams, GUEST: phone != HOST, GUESTS: self.phones.devices()}
        answered, status, sent = run_wsgi_app(self.app, environ, buffered=True)
        for cookie in sent.getlist("Set-Cookie"):
            jar.update(SimpleCookie(cookie))
        for join in streams:
            join(phone)
        shown = [[name, _within_a_frame(name, value)] for name, value in sent if name.lower() != "set-cookie"]
        return int(status.split()[0]), shown, b"".join(answered), self.phones.told()

    def state(self) -> str:
        """The key and the cookies as JSON, to be kept beside the ledger."""
        own, *guests = ((phone, _sent(jar)) for phone, jar in self._jars.items())
        return json.dumps({"key": self.app.config["SECRET_KEY"], "cookies": own[1], "guests": dict(guests)})

    def _jar(self, phone: str) -> SimpleCookie:
        """The cookies of a phone; those of the guest that came first go once there are many."""
        if phone not in self._jars and len(self._jars) > KNOWN:
            del self._jars[list(self._jars)[1]]
        return self._jars.setdefault(phone, SimpleCookie())

    def _environ(self, method: str, url: str, headers: Headers, body: bytes) -> dict[str, Any]:
        asked = urlsplit(url)
        return EnvironBuilder(
            path=asked.path.removeprefix(self._prefix),
            base_url=f"{asked.scheme}://{asked.netloc}{self._prefix}/",
            query_string=asked.query,
            method=method,
            headers=headers,
            data=bytes(body),
        ).get_environ()


def _sent(jar: SimpleCookie) -> str:
    """The cookies that were not deleted."""
    kept = [one for one in jar.values() if one["max-age"] != "0" and "1970" not in one["expires"]]
    return "; ".join(one.OutputString([]) for one in kept)


def _within_a_frame(name: str, value: str) -> str:
    """The header, with the shell allowed to show the page."""
    return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if "ecurity-" in name else value


bridge = Bridge()
