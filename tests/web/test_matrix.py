"""Every route, for the owner, a seat, a watcher, another table's seat, and nobody: what they get, what changes.

The owner, a seat (Ben) and a device that sits at another table hold this table's link to write; the watcher only has
the link to watch, and the one that shows the pad, and tries them everywhere; nobody guesses. A new route fails here
until it has its line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from ledger import Ledger, Table
from ledger.codes import reading_key
from ledger.schema import groups, library_items, members, moves, players, seats, sittings, tables
from ledger.tables import Tables
from scoring import GAMES
from tests.conftest import app_at, open_table
from tests.ledger.databases import fresh_sqlite
from tests.visitor import HTMX, Visitor
from web.table.forms import fields, new_move_id

SIGNED = re.compile(r"[\w.-]{40,}")  # a signature holds any three letters by chance, a name among them
PEOPLE = ("owner", "seat", "watcher", "stranger", "nobody")  # the stranger sits at another table
EVENT = {"type": "start", "seat": 1}
UNDO = {"type": "undo"}

# Route: the answer for each of PEOPLE; a star where something may have been written. In the routes of a group the
# owner and the seat have the group's link, the others the table's.
MATRIX = """
GET  /                              200  200  200  200  200
GET  /new/<key>                     200  200  200  200  200
POST /new/<key>                     303* 303* 303* 303* 303*
POST /practice/<key>                303* 303* 303* 303* 303*
GET  /count/<key>                   200  200  200  200  200
POST /count/<key>                   200  200  200  200  200
POST /count/<key>/away              303  303  303  303  303
POST /count/<key>/keep              303* 303* 303* 303* 303*
GET  /count/<key>/photo/<int:seat>  303  303  303  303  303
POST /count/<key>/photo/<int:seat>  200  200  200  200  200
GET  /join                          200  200  200  200  200
POST /join                          303  303  422  303  422
POST /language                      303  303  303  303  303
POST /motion                        303  303  303  303  303
GET  /t/<code>                      200  200  404  200  404
POST /t/<code>/sit                  303* 303* 404  303* 404
GET  /t/<code>/report               303  303  404  303  404
POST /t/<code>/report               303* 303* 404  403  404
GET  /t/<code>/undo                 303  303  404  303  404
POST /t/<code>/lot                  400  400  404  403  404
POST /t/<code>/read                 204  204  404  204  404
POST /w/<code>/read                 404  404  204  404  404
POST /t/<code>/undo                 400  400  404  403  404
GET  /t/<code>/log                  200  200  404  200  404
GET  /t/<code>/log.json             200  200  404  200  404
GET  /t/<code>/table.json           200  200  404  200  404
GET  /t/<code>/home                 404  404  404  404  404
GET  /everything.json               200  200  200  200  200
GET  /saving                        303  303  303  303  303
GET  /t/<code>/share                200  200  404  200  404
GET  /t/<code>/count                200  200  404  303  404
POST /t/<code>/count                200  200  404  303  404
GET  /t/<code>/count/<int:seat>     200  200  404  200  404
POST /t/<code>/count/<int:seat>     200  200  404  200  404
GET  /t/<code>/count/<int:seat>/photo 303 303 404 303 404
POST /t/<code>/count/<int:seat>/photo 200 200 404 403 404
POST /t/<code>/count/<int:seat>/ask 400 400 404  403  404
POST /t/<code>/copy                 403  403  404  403  404
GET  /t/<code>/layouts              403  403  404  403  404
POST /t/<code>/layouts              403  403  404  403  404
POST /t/<code>/keep                 409  409  404  403  404
GET  /t/<code>/record.<kind>        422  422  404  422  404
GET  /t/<code>/stream               200  200  404  200  404
POST /t/<code>/free                 303* 403  404  403  404
POST /t/<code>/alone                403  303* 404  403  404
POST /t/<code>/joining              303* 403  404  403  404
POST /t/<code>/hand-over            303* 403  404  403  404
POST /t/<code>/lock                 303* 403  404  403  404
GET  /t/<code>/about                200  403  404  403  404
POST /t/<code>/about                303* 403  404  403  404
GET  /t/<code>/at/<int:seq>         200  200  404  200  404
GET  /w/<code>/at/<int:seq>         404  404  200  404  404
GET  /t/<code>/wrong                303  303  404  303  404
POST /t/<code>/wrong                400  400  404  400  404
GET  /t/<code>/amend/<int:seq>      404  404  404  403  404
POST /t/<code>/amend/<int:seq>      303  303  404  403  404
GET  /t/<code>/amend/<int:seq>/count 404 404  404  404  404
POST /t/<code>/amend/<int:seq>/count 404 404  404  404  404
POST /t/<code>/delete               303* 403  404  403  404
GET  /w/<code>                      404  404  200  404  404
GET  /w/<code>/log                  404  404  200  404  404
GET  /w/<code>/figures              404  404  200  404  404
GET  /figures                       200  200  200  200  200
GET  /groups                        200  200  200  200  200
POST /groups                        303* 303* 303* 303* 303*
POST /groups/bring                  400  400  400  400  400
GET  /data                          200  200  200  200  200
GET  /g/<code>                      200  200  404  404  404
POST /g/<code>/name                 303* 303* 404  404  404
POST /g/<code>/keep                 303* 303* 404  404  404
POST /g/<code>/leave                303* 303* 404  404  404
GET  /g/<code>/new/<key>            200  200  404  404  404
POST /g/<code>/new/<key>            303* 303* 404  404  404
GET  /g/<code>/tables               200  200  404  404  404
POST /g/<code>/again                422  422  404  404  404
POST /g/<code>/put                  422  422  404  404  404
POST /g/<code>/out                  200  200  404  404  404
POST /g/<code>/papers               422  422  404  404  404
POST /g/<code>/papers/out           303* 303* 404  404  404
GET  /g/<code>/players              200  200  404  404  404
POST /g/<code>/players              422  422  404  404  404
GET  /g/<code>/players/<int:player> 200  200  404  404  404
POST /g/<code>/players/<int:player>/name    303* 303* 404 404 404
POST /g/<code>/players/<int:player>/merge   200  200  404 404 404
POST /g/<code>/players/<int:player>/remove  200  200  404 404 404
GET  /g/<code>/data                 200  200  404  404  404
GET  /g/<code>/group.json           200  200  404  404  404
GET  /g/<code>/saving               303  303  404  404  404
POST /g/<code>/bring                400  400  404  404  404
POST /g/<code>/delete               422  422  404  404  404
GET  /g/<code>/figures              200  200  404  404  404
GET  /g/<code>/games                200  200  404  404  404
GET  /g/<code>/games.csv            200  200  404  404  404
GET  /games                         200  200  200  200  200
GET  /games.csv                     200  200  200  200  200
GET  /w/<code>/screen               404  404  200  404  404
GET  /w/<code>/stream               404  404  200  404  404
POST /t/<code>/again                303  303  404  403  404
POST /t/<code>/unveil               303  303  404  403  404
POST /w/<code>/unveil               404  404  303  404  404
GET  /r/<code>                      404  404  200  404  404
GET  /r/<code>/record.<kind>        404  404  422  404  404
GET  /r/<code>/record               404  404  422  404  404
GET  /r/<code>.png                  404  404  422  404  404
GET  /r/<code>/scores.csv           404  404  200  404  404
GET  /r/<code>/review               404  404  422  404  404
GET  /r/<code>/review/<key>         404  404  422  404  404
GET  /shelf                         200  200  200  200  200
POST /shelf/new/<kind>              303* 303* 303* 303* 303*
POST /shelf/bring/<kind>            422  422  422  422  422
GET  /shelf/<key>                   200  200  200  200  404
GET  /shelf/<key>.json              200  200  200  200  404
POST /shelf/<key>/change            400  400  403  400  404
POST /shelf/<key>/name              303* 303* 403  303* 404
POST /shelf/<key>/own               303* 303* 303* 303* 404
POST /shelf/keep                    303  303  303  303  303
POST /shelf/<key>/keep              303  303  303  303  404
POST /shelf/<key>/forget            303  303  303  303  303
POST /shelf/<key>/delete            303* 403  403  403  403
GET  /print                         200  200  200  200  200
GET  /print/<name>.<kind>           200  200  200  200  200
GET  /print/<name>/laying-out       200  200  200  200  200
GET  /c/<key>                       303  303  303  303  303
GET  /rules/<key>                   200  200  200  200  200
GET  /sw.js                         200  200  200  200  200
GET  /https                         200  200  200  200  200
GET  /along/                        404  404  404  404  404
GET  /along/<path:path>             404  404  404  404  404
GET  /health                        200  200  200  200  200
GET  /ready                         200  200  200  200  200
GET  /metrics                       200  200  200  200  200
GET  /static/<any_version:filename> 200  200  200  200  200
"""
COUNTS = [{"type": "count", "seat": seat, "expeditions": {colour: [9]}} for seat, colour in enumerate(("red", "blue"))]
LINES = [line.split() for line in MATRIX.strip().splitlines()]
SENT: dict[str, dict[str, Any]] = {
    "/new/<key>": {"name0": "Neo", "name1": "Nia", "edition": "0", "colours": "0", "rounds": "2"}
    | {"bonus_counts_wagers": "0"},
    "/count/<key>": dict(fields(COUNTS)),
    "/count/<key>/keep": {"move_id": "counted-now", "seen": "0", **dict(fields(COUNTS))},
    "/language": {"language": "fr"},
    "/t/<code>/keep": {"move_id": "kept-by-me", "seen": "0"},
    "/t/<code>/sit": {"seat": "0"},
    "/t/<code>/free": {"seat": "1"},
    "/t/<code>/alone": {"seat": "1"},
    "/t/<code>/joining": {"joining": "closed"},
    "/t/<code>/hand-over": {"seat": "1"},
    "/t/<code>/lock": {"locked": "no"},
    "/t/<code>/count": dict(fields({"type": "start", "seat": 0})),
    "/t/<code>/count/<int:seat>": dict(fields(COUNTS[:1])),
    "/groups": {"name": "Thursdays"},
    "/g/<code>/name": {"name": "Fridays"},
    "/g/<code>/new/<key>": {"name0": "known:Ana", "name1": "known:Ben", "edition": "0", "colours": "0", "rounds": "2"}
    | {"bonus_counts_wagers": "0"},
    "/g/<code>/out": {"table": "1"},
    "/g/<code>/players": {"name": "Ana"},
    "/g/<code>/players/<int:player>/name": {"name": "Anna"},
    "/g/<code>/players/<int:player>/merge": {"into": "2"},
    "/shelf/new/<kind>": {"name": "Our sheet layout"},
    "/shelf/bring/<kind>": {"json": "{}"},
    "/shelf/<key>/name": {"name": "Renamed"},
}


@dataclass(frozen=True)
class Scene:
    """A ledger as everybody finds it, the cookies by which they are known, and what must not be given away."""

    database: bytes
    cookies: dict[str, str]
    table: Table
    pad: str  # that the owner keeps
    group: str  # that the table is in
    hidden: list[str]  # what is the stranger's

    def visitor(self, app: Flask, who: str) -> Visitor:
        visitor = Visitor(app.test_client())
        if who in self.cookies:
            visitor.client.set_cookie("cairn", self.cookies[who])
        return visitor


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """The table of Ana and Ben, with a pad and in a group; another of Otto, who has a pad and a group of his own."""
    folder = tmp_path_factory.mktemp("scene")
    app = app_at(fresh_sqlite(folder))
    book = app.extensions["referee"].ledger
    ana, ben, otto = (Visitor(app.test_client()) for _ in range(3))
    open_table(ana)
    table = book.tables.by_code(ana.at.split("/")[2])
    ben.on(f"/t/{table.code}").press("Ben")
    opened_by_another(otto)
    circle = otto.at.split("/")[-1]
    pad, group = pad_of(ana), group_of(ana, table, book)
    book.close()
    people = {"owner": ana, "seat": ben, "stranger": otto}
    cookies = {who: one.client.get_cookie("cairn").value for who, one in people.items()}
    return Scene(
        (folder / "cairn.db").read_bytes(), cookies, table, pad, group, [circle, "Otto", "Zelda", "Pad of Otto"]
    )


@pytest.fixture
def app_of_scene(scene: Scene, tmp_path: Path) -> Iterator[Flask]:
    """The app on a copy of the ledger."""
    place = tmp_path / "cairn.db"
    place.write_bytes(scene.database)
    app = app_at(f"sqlite:///{place}")
    yield app
    app.extensions["referee"].ledger.close()


def opened_by_another(otto: Visitor) -> Visitor:
    """He opens another table, of Otto and Zelda, a pad and a group of his own."""
    open_table(otto, name0="Otto", name1="Zelda")
    otto.on("/shelf").post("/shelf/new/pad", {"csrf_token": otto.token(), "name": "Pad of Otto"})
    otto.post("/groups", {"csrf_token": otto.token(), "name": "Circle of Otto"})
    return otto


def pad_of(ana: Visitor) -> str:
    ana.on("/shelf").post("/shelf/new/pad", {"csrf_token": ana.token(), "name": "Pad of Ana"})
    return ana.at.split("/")[-1]


def group_of(ana: Visitor, table: Table, book: Ledger) -> str:
    """The secret code of a new group that the table is in."""
    ana.post("/groups", {"csrf_token": ana.token(), "name": "Thursdays"})
    group = book.groups.by_code(ana.at.split("/")[-1])
    book.groups.put_table(table.id, group.id, {0: "Ana", 1: "Ben"})
    return group.code


def test_every_route_is_in_the_matrix(app: Flask) -> None:
    routes = {
        (method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods & {"GET", "POST", "PUT"}
    }
    assert {(line[0], line[1]) for line in LINES} == routes - {("GET", f"{app.static_url_path}/<path:filename>")}
    assert all(rule.methods <= {"GET", "HEAD", "OPTIONS", "POST"} for rule in app.url_map.iter_rules())


def written(app: Flask) -> list[Any]:
    """Everything in the ledger that a request could change."""
    with app.extensions["referee"].ledger.database.engine.connect() as connection:
        return [connection.execute(sa.select(of).order_by(*of.primary_key)).all() for of in
                (tables, seats, sittings, moves, library_items, groups, members, players)]  # fmt: skip


def address(route: str, code: str, key: str) -> str:
    places = {
        "<code>": code,
        "<int:seat>": "0",
        "<int:seq>": "0",
        "<int:player>": "1",
        "<kind>": "pdf",
        "<any_version:filename>": "live.js",
    }
    if route.startswith("/shelf"):
        places |= {"<key>": key, "<kind>": "pad"}
    places |= {"<key>": "lost-cities", "<name>": "lost-cities-pad"} if "<key>" not in places else {}
    for place, filled in places.items():
        route = route.replace(place, filled)
    return route


@pytest.mark.parametrize(("method", "route", "answers"), [(line[0], line[1], line[2:]) for line in LINES])
def test_who_gets_what_and_nobody_else_writes(scene, app_of_scene, method, route, answers):
    app, table, pad = app_of_scene, scene.table, scene.pad
    notebooks = {"owner": scene.group, "seat": scene.group} if route.startswith("/g/") else {}
    found = {
        "owner": (table.code, pad, table.spoken),
        "seat": (table.code, pad, table.spoken),
        "watcher": (table.watch, reading_key(pad), table.watch[:6]),
        "stranger": (table.code, pad, table.spoken),
        "nobody": ("A" * 22, "B" * 22, "BCDFGH"),
    }
    for who, expected in reversed(list(zip(PEOPLE, answers, strict=True))):
        code, key, spoken = found[who]
        one, code = scene.visitor(app, who), notebooks.get(who, code)
        one.go("/join")
        sent = {"csrf_token": one.token(), "spoken": spoken, **SENT.get(route, {})}
        if route.endswith("/report"):
            sent |= {
                "move_id": new_move_id(),
                "seen": str(int(who == "owner")),
                **dict(fields(UNDO if who == "owner" else EVENT)),
            }
        before = written(app)
        for headers in ({}, HTMX) if method == "GET" else ({},):
            response = one.client.open(address(route, code, key), method=method, data=sent if method == "POST" else {},
                                       headers=headers)  # fmt: skip
            assert response.status_code == int(expected.rstrip("*")), (who, response.get_data(as_text=True))
            said = SIGNED.sub("", response.get_data(as_text=True)) if response.mimetype != "application/pdf" else ""
            response.close()
            if method == "GET" and who != "stranger":
                assert [secret for secret in scene.hidden if secret in said] == [], who
            if who in ("watcher", "nobody"):
                assert table.code not in said, who
                assert table.spoken not in said, who
                assert pad not in said, who
            if who == "nobody" and method == "GET" and route != "/rules/<key>":
                assert "Ana" not in said
        assert (written(app) == before) or expected.endswith("*"), who


@pytest.mark.parametrize("htmx", [False, True])
def test_a_table_deleted_while_a_request_is_under_way_is_gone_for_it(app_on_both, monkeypatch, htmx):
    """Its look-up has found the table, and then somebody deletes it: an answer without it, and nothing stored."""
    ana, visit = Visitor(app_on_both.test_client()), Tables.visit

    def then_deleted(tables: Tables, code: str, device: str) -> Any:
        found = visit(tables, code, device)
        tables.delete(found[0].id)
        return found

    for method, route, *_ in LINES:
        if not route.startswith("/t/<code>"):
            continue
        code = open_table(ana).at.split("/")[2]
        sent = {"csrf_token": ana.token(), **SENT.get(route, {})}
        sent |= {"move_id": new_move_id(), "seen": "0", **dict(fields(EVENT))} if route.endswith("/report") else {}
        with monkeypatch.context() as patched:
            patched.setattr(Tables, "visit", then_deleted)
            answer = ana.client.open(address(route, code, ""), method=method, data=sent, headers=HTMX if htmx else {})
        assert answer.status_code < 500, route
        if method == "POST" and route.endswith(("/report", "/sit", "/joining")):
            assert answer.status_code == 404, route
            assert "the table may have been deleted" in answer.get_data(as_text=True)
            assert answer.headers.get("HX-Retarget") == ("body" if htmx else None)
        assert not any(written(app_on_both)), route


def test_a_report_to_another_table_with_an_own_seat_is_refused(visitor, table, book):
    others = opened_by_another(visitor())
    others.go("/join")
    sent = {"csrf_token": others.token(), "move_id": new_move_id(), "seen": "0", **dict(fields(EVENT))}
    for headers in ({}, HTMX):
        answer = others.client.post(f"/t/{table.code}/report", data=sent, headers=headers)
        assert answer.status_code == 403
        assert "This device has no seat here" in answer.get_data(as_text=True)
    assert book.moves.read(table.id) == []


def test_no_answer_is_kept_by_whoever_stands_between(scene, app_of_scene):
    """Pages, files and redirects: the address is a secret link, or what it shows belongs to one device."""
    kept = {}
    for method, route, *_ in LINES:
        codes = {"w": scene.table.watch, "r": scene.table.watch, "g": scene.group}
        path = address(route, codes.get(route[1:2] if route[2:3] == "/" else "", scene.table.code), scene.pad)
        if method == "GET" and route != "/static/<any_version:filename>":
            with scene.visitor(app_of_scene, "owner").client.get(path) as answer:
                kept[route] = answer.headers.get("Cache-Control")
    shown_again = {route: how for route, how in kept.items() if how != "no-store"}
    assert shown_again == {"/print/<name>.<kind>": "private, no-cache", "/sw.js": "no-cache"}


@pytest.mark.parametrize("key", GAMES)
def test_no_page_of_a_watcher_gives_the_link_to_write_away(visitor, book, key):
    ana = open_table(visitor(), key, name2="Cai")
    table = book.tables.by_code(ana.at.split("/")[2])
    cai = visitor()
    for page in (f"/w/{table.watch}", f"/w/{table.watch}/log", f"/w/{table.watch}/screen", f"/r/{table.watch}"):
        for htmx in (False, True):
            cai.go(page, htmx)
            assert cai.status == 200
            said = cai.response.get_data(as_text=True)
            assert table.code not in said
            assert table.spoken not in said
            assert not [form for form in cai.page.forms if form.action.startswith("/t/")]
