"""The signed cookie of a device, and the key that signs it: made at the first start and kept."""

import os
import secrets
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

KEPT = 4_000  # cookies, of some 200 bytes


class Cookie(SecureCookieSessionInterface):
    """The signed cookie of a device; over HTTPS it is sent back over HTTPS only.

    What was read from a cookie is kept, because checking its signature costs more of a tap than the rules do.
    """

    def __init__(self) -> None:
        self._read = lru_cache(KEPT)(self._signed)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie:
            return self.session_class()
        try:
            return self.session_class(deepcopy(self._read(app, cookie)))
        except BadSignature:
            return self.session_class()

    def _signed(self, app: Flask, cookie: str) -> Mapping[str, Any]:
        """The content of a cookie signed with our key, whatever its date: a wrong clock must not make anybody a
        stranger.
        """
        signs = self.get_signing_serializer(app)
        assert signs is not None  # noqa: S101  a Cairn always has a key
        signed: Mapping[str, Any] = signs.loads(cookie)
        return signed

    def get_expiration_time(self, _app: Flask, _session: SessionMixin) -> None:
        """None, so that our clock plays no part: `save_session` sets how long, counted by the phone's clock."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        super().save_session(app, session, response)
        own, lasts = f"{self.get_cookie_name(app)}=", int(app.permanent_session_lifetime.total_seconds())
        said = response.headers.getlist("Set-Cookie")
        if session.permanent and session:
            more = [f"{one}; Max-Age={lasts}" if one.startswith(own) else one for one in said]
            response.headers.setlist("Set-Cookie", more)
        if request.method == "POST":
            response.vary.discard("cookie")  # Back finds the answer to a form, whatever the cookie is by then

    def get_cookie_secure(self, app: Flask) -> bool:
        return super().get_cookie_secure(app) or request.is_secure


def kept_key(place: Path) -> str:
    """The key in this file, which only its owner may read; made if there is none. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True)
    kept = place.read_text() if place.exists() else ""
    return kept or _made(place)


def _made(place: Path) -> str:
    """A new key, on disk before anything is signed with it. Processes that start at the same time get the same one."""
    import fcntl  # not everywhere, and only for the first start

    with open(os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if kept := file.read():
            return kept
        made = secrets.token_urlsafe(48)
        file.write(made)
        file.flush()
        os.fsync(file.fileno())
        return made
