"""Every route, thrown nonsense at: no 500, and what is refused has stored nothing. On SQLite and PostgreSQL."""

from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ledger.schema import library_items, moves, seats, sittings, tables
from scoring import GAMES
from tests.conftest import open_table
from tests.examples import examples
from tests.visitor import Visitor

NASTY = [
    *("", "\0", "a\0b", "\ud800", "\udfff\ud800", "\u202eAna", "\u200f", "\ufeff", "🎲" * 40, "e\u0301" * 200),
    *("-1", "0", "1", "2", "1e9", "9" * 40, "-" * 9, "NaN", "²", "٣", "true", "null", "[]", "{}", '{"a":', "[" * 5000),
    *("../../etc/passwd", "<script>alert(1)</script>", "{{7*7}}", "%(x)s", "{name}", "%s%n", "'; DROP TABLE moves--"),
    *("all", "none", "open", "closed", "A4", "A5", "pdf", "png", "fr", "house", "undo", "\r\nSet-Cookie: a=b"),
    *("red-7", "red-wager", "red", "deck", "yellow", "x" * 3000, "//elsewhere.example", "/\\elsewhere"),
]
METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BREW"]
ENDS = ["", ".", "..", ".x", ".0", ".0.x", ".7.x", ".-1", ".x.x", ".0.0"]
KINDS = ["report.", "report.0.", "report.1.", "with.0.", "number.0.", "numbers.0.", "text.0.", "report"]


def event_names() -> list[str]:
    """What events are made of, in every game."""
    moved = [move for game in GAMES.values() for move in (*game.moves, *game.entered) if is_dataclass(move)]
    return sorted({"type", "from", "expeditions", "", *(own.name for move in moved for own in fields_of(move))})


TYPES = sorted({move.__name__.lower() for game in GAMES.values() for move in (*game.moves, *game.entered)} | {"undo"})
PLAIN = ["seat", "joining", "spoken", "language", "back", "name", "name0", "name1", "name2", "json", "move_id", "seen"]
PLAIN += ["claimed0", "paper", "copies", "up", "ink", "pad", "lang", "document", "names", "day", "fillable", "card"]
PLAIN += ["kind", "tile", "rounds", "edition", "colours", "csrf_token", "sheet", "number", "colour", "dice", "was"]
words = st.sampled_from(NASTY) | st.text(max_size=30)
names = (
    st.sampled_from(PLAIN)
    | st.builds("{}{}{}".format, st.sampled_from(KINDS), st.sampled_from(event_names()), st.sampled_from(ENDS))
    | words
)
pairs = st.lists(st.tuples(names, words), max_size=8)
some = settings(
    max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def encoded(typed: list[tuple[str, str]]) -> bytes:
    """A form's body as a broken browser could send it: lone surrogates too."""
    return "&".join("=".join(quote(part.encode("utf-8", "surrogatepass")) for part in pair) for pair in typed).encode()


class Thrower:
    """Ana's phone, with a table of every game and a pad, and what it throws at them."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.ana = Visitor(app.test_client())
        self.codes = []
        for key in GAMES:
            open_table(self.ana, key, name2="Cai")
            self.codes.append(self.ana.at.split("/")[2])
        book = app.extensions["referee"].ledger
        self.watches = [book.tables.by_code(code).watch for code in self.codes]
        self.ana.go("/shelf")
        self.ana.post("/shelf/new/pad", {"csrf_token": self.ana.token(), "name": "Pad"})
        self.pad = self.ana.at.split("/")[-1]
        self.ana.go("/join")
        self.token = self.ana.token()

    def written(self) -> list[Any]:
        with self.app.extensions["referee"].ledger.database.engine.connect() as connection:
            kept = (tables, seats, sittings, moves, library_items)
            return [connection.execute(sa.select(of).order_by(*of.primary_key)).all() for of in kept]

    def throw(self, method: str, path: bytes, query: bytes, body: bytes, kind: str, **headers: str) -> int:
        """Send it; check that a refusal has stored nothing; return the status."""
        before = self.written()
        answer = self.ana.client.open(
            path.decode("ascii"),
            method=method,
            query_string=query.decode("ascii"),
            data=body,
            headers={"Content-Type": kind, **headers},
        )
        status = answer.status_code
        answer.close()
        assert status < 500, (method, path, query, body)
        if status >= 400 or method in ("GET", "HEAD", "OPTIONS"):
            assert self.written() == before, (method, path, body)
        return status


@pytest.fixture
def thrower(app_on_both: Flask) -> Thrower:
    return Thrower(app_on_both)


FORM = "application/x-www-form-urlencoded"


@some
@given(data=st.data())
def test_nonsense_at_every_route_is_answered_and_leaves_nothing(thrower: Thrower, data: st.DataObject) -> None:
    routes = sorted({rule.rule for rule in thrower.app.url_map.iter_rules() if rule.endpoint != "static"})
    route = data.draw(st.sampled_from(routes))
    if route in ("/t/<code>/delete", "/shelf/<key>/delete"):
        return  # it would do what it says
    known = {
        "<code>": thrower.watches if route.startswith(("/w", "/r")) else thrower.codes,
        "<key>": [thrower.pad] if route.startswith("/shelf") else list(GAMES),
        "<kind>": ["pad", "box", "json"] if route.startswith("/shelf") else ["txt", "pdfx"],
        "<name>": ["lost-cities-pad", "game-record"],
        "<int:seat>": ["0", "1", "7", "99999999999999999999"],
    }
    for place, right in known.items():
        if place in route:
            filled = data.draw(st.sampled_from(right) | words)
            route = route.replace(place, quote(filled.encode("utf-8", "surrogatepass"), safe=""))
    method = data.draw(st.sampled_from(METHODS[:2]) | st.sampled_from(METHODS))
    typed = data.draw(pairs)
    signed = [("csrf_token", thrower.token), ("move_id", data.draw(st.sampled_from(["abcdefgh", "a", "\0" * 9])))]
    signed += [("seen", data.draw(st.sampled_from(["0", "1", "99", "-1", "x"])))]
    kind = data.draw(st.sampled_from([FORM, FORM, FORM, "multipart/form-data", "application/json", "\u00e9"]))
    headers = data.draw(st.sampled_from([{}, {"HX-Request": "true"}, {"Accept-Language": "fr;q=x,*"}]))
    kind = kind.encode("ascii", "replace").decode()
    thrower.throw(method, route.encode(), encoded(data.draw(pairs)), encoded(typed + signed), kind, **headers)


@some
@given(game=st.sampled_from(range(len(GAMES))), event=pairs, kind=st.sampled_from(TYPES), seat=st.integers(-1, 4))
@example(game=0, event=[("text.0.card", "a\0b")], kind="lay", seat=0)
@example(game=0, event=[("text.0.card", "\ud800")], kind="lay", seat=0)
def test_reports_of_nonsense_are_told_apart_from_moves(
    thrower: Thrower, game: int, event: list[tuple[str, str]], kind: str, seat: int
) -> None:
    typed = [("csrf_token", thrower.token), ("move_id", f"id-{hash((game, str(event), kind, seat)) & 0xFFFFFFF:08}")]
    typed += [("seen", "0"), ("report.0.type", f'"{kind}"'), ("report.0.seat", str(seat)), *event]
    typed = [pair for pair in typed if pair[0] != "csrf_token" or pair[1] == thrower.token]
    for what in ("report", "count/0"):
        thrower.throw("POST", f"/t/{thrower.codes[game]}/{what}".encode(), b"", encoded(typed), FORM)


SMALL = ["/new/lost-cities", "/t/<code>/report", "/shelf/bring/pad", "/join", "/language"]
TAKE_FILES = ["/groups/bring", "/g/<code>/bring", "/count/lutece/photo/0", "/t/<code>/count/0/photo"]


@pytest.mark.parametrize("path", SMALL + TAKE_FILES)
def test_a_huge_body_is_refused_before_it_is_read(app_on_both: Flask, path: str) -> None:
    thrower = Thrower(app_on_both)
    address = path.replace("<code>", thrower.codes[0]).encode()
    huge = encoded([("csrf_token", thrower.token)]) + b"&json=" + b"x" * 300_000
    assert thrower.throw("POST", address, b"", huge, FORM) == 413
    parts = b"".join(b'--b\r\nContent-Disposition: form-data; name="f%d"\r\n\r\nx\r\n' % part for part in range(1_200))
    assert thrower.throw("POST", address, b"", parts + b"--b--\r\n", "multipart/form-data; boundary=b") == 413
    many = b"&".join(b"report.0.a=[1]" for _ in range(20_000))
    assert thrower.throw("POST", address, b"", many, FORM) in (400, 403, 413)


@pytest.mark.parametrize("cookie", ["cairn=", "cairn=x.y.z", "cairn=" + "A" * 4000, "cairn=\x00", 'cairn="'])
def test_a_cookie_that_is_none_is_nobody(app: Flask, cookie: str) -> None:
    client = app.test_client(use_cookies=False)
    assert client.get("/", headers={"Cookie": cookie}).status_code == 200
