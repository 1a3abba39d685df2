"""Clocks that were set, and a ledger that was set back: nobody becomes a stranger, nothing goes that should stay."""

import io
import time
from datetime import UTC, datetime, timedelta

import pytest
from itsdangerous import TimestampSigner

from ledger import Ledger
from tests.conftest import app_at, open_table
from tests.visitor import HTMX, Visitor, report

START = {"type": "start", "seat": 0}
AN_HOUR = 3_600
YEARS = 5 * 365 * 24 * AN_HOUR


# The machine's clock


@pytest.mark.parametrize("by", [-YEARS, -AN_HOUR, -300, AN_HOUR, YEARS])
def test_a_phone_is_known_by_a_server_whose_clock_was_set(app, by, monkeypatch):
    ana = open_table(Visitor(app.test_client()))
    cookie = ana.client.get_cookie("cairn").value
    now = int(time.time())
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _self: now + by)
    again = app_at(app.config["DATABASE_URL"])  # what it had read from cookies is forgotten
    phone = Visitor(again.test_client())
    phone.client.set_cookie("cairn", cookie)
    report(phone_at(phone, ana.at), START, htmx=True)
    assert phone.status == 200
    assert "Delete" in phone.go(f"{ana.at}/share").text
    again.extensions["referee"].ledger.close()


def phone_at(phone: Visitor, path: str) -> Visitor:
    phone.go(path)
    return phone


def test_a_cookie_lasts_by_the_clock_of_the_phone(visitor):
    ana = open_table(visitor())
    said = ana.client.get("/language", base_url="http://localhost") and ana.client.get_cookie("cairn")
    assert (said.max_age, said.expires) == (400 * 24 * AN_HOUR, None)


@pytest.mark.parametrize("signed", ["", "rubbish", "e30.aSBl.x"])
def test_a_wrong_signature_is_none(app, signed):
    ana = open_table(Visitor(app.test_client()))
    stranger = Visitor(app.test_client())
    stranger.client.set_cookie("cairn", signed)
    assert "Delete" not in stranger.go(f"{ana.at}/share").text


def test_a_clock_that_has_jumped_lets_nothing_expire(app, book, monkeypatch):
    opened = [book.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "ana-phone") for _ in range(4)]

    class Ahead(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(days=500)

    monkeypatch.setattr("web.commands.maintenance.datetime", Ahead)
    done = app.test_cli_runner().invoke(args=["expire"])
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert "4 of 4" in done.output
    assert all(book.tables.by_code(table.code) for table in opened)
    assert app.test_cli_runner().invoke(args=["expire", "--sure"]).output == "4 tables deleted\n"


@pytest.mark.parametrize("by", [timedelta(days=3), timedelta(days=400), -timedelta(days=50 * 365)])
def test_what_was_recorded_by_a_wrong_clock_is_brought_in_again(app, by):
    stands = datetime.now(UTC) + by
    wrong = Ledger.at(app.config["DATABASE_URL"], lambda: stands)
    app.extensions["referee"].ledger = wrong
    ana = open_table(Visitor(app.test_client()))
    report(ana, START)
    file = ana.client.get(f"{'/'.join(ana.at.split('/')[:3])}/table.json").data
    assert stands.isoformat()[:10] in file.decode()
    ben = Visitor(app.test_client())
    ben.go("/groups")
    sent = {"csrf_token": ben.token(), "file": (io.BytesIO(file), "x.json")}
    answer = ben.client.post("/groups/bring", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 303
    again = ben.client.get(f"{answer.location}/table.json").json
    assert [row["event"] for row in again["log"]] == [START]
    assert datetime.fromisoformat(again["opened_at"]) <= datetime.now(UTC)
    wrong.close()


# A ledger that was set back


@pytest.fixture
def ahead(ana, table, book):
    """Ana's page is at 2; the ledger that was put back holds one move."""
    report(ana, START)
    ana.go(f"/t/{table.code}")
    return 2


def test_a_page_that_is_ahead_is_loaded_anew_and_told_why_and_so_is_the_big_screen(ana, table, ahead):
    path = f"/t/{table.code}"
    asked = ana.client.get(f"{path}?seen={ahead}", headers=HTMX)
    assert (asked.status_code, asked.data, asked.headers["HX-Refresh"]) == (200, b"", "true")
    assert "set back to an older copy" in ana.go(path).text
    assert "set back to an older copy" not in ana.go(path).text
    assert ana.client.get(f"{path}?seen=1", headers=HTMX).status_code == 204
    asked = ana.client.get(f"/w/{table.watch}/screen?seen={ahead}", headers=HTMX)
    assert asked.headers["HX-Refresh"] == "true"


def test_a_stream_that_claims_to_be_ahead_is_told(ana, table, ahead):
    said = ana.client.get(f"/t/{table.code}/stream?seen={ahead}")
    assert b"event: gone" in said.data
    assert b"data: 1" in ana.client.get(f"/t/{table.code}/stream?seen=1").data
    assert "set back to an older copy" in ana.go(f"/t/{table.code}").text


def test_a_report_from_a_page_that_is_ahead_is_kept_and_can_be_sent_again(ana, table, ahead, book):
    report(ana, {"type": "undo"}, htmx=True, seen=ahead)
    ana.answered(409, "set back to an older copy")
    assert book.moves.last_seq(table.id) == 1
    ana.press("Send it again")
    assert [row.event for row in book.moves.read(table.id)] == [START, {"type": "undo"}]
