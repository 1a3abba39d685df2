"""Each phone is a device of its own to the application in the pocket, and is known again."""

import re
from urllib.parse import quote

import pytest

from pocket import bridge as of_pocket
from tests.ledger.databases import fresh_sqlite

HOST, GUEST = "", "0123456789abcdef"
AT = "http://localhost/"


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The bridge of a browser, opened with what it kept: `opened(kept)`."""
    monkeypatch.setattr(of_pocket, "LEDGER", fresh_sqlite(tmp_path).removeprefix("sqlite:///"))
    bridges = []

    def of(kept: str = "") -> of_pocket.Bridge:
        bridges.append(of_pocket.Bridge())
        bridges[-1].open("", kept)
        bridges[-1].keep("best-effort", GUEST)
        return bridges[-1]

    yield of
    for each in bridges:
        each.app.extensions["referee"].ledger.close()


def got(bridge, phone, path, language="en"):
    status, _headers, body, told = bridge.answer(phone, "GET", AT + path, [("Accept-Language", language)], b"")
    assert status == 200, body
    return body.decode(), told


def posted(bridge, phone, path, page, **form):
    token = re.search(r'name="csrf_token" value="([^"]+)', page)[1]
    body = "&".join(f"{name}={value}" for name, value in {"csrf_token": token, **form}.items())
    headers = [("Content-Type", "application/x-www-form-urlencoded")]
    status, shown, _body, told = bridge.answer(phone, "POST", AT + path, headers, body.encode())
    assert status == 303
    return dict(shown).get("Location", ""), told


def table_of(bridge):
    """The path of a table that the host has opened, and its page."""
    page, _ = got(bridge, HOST, "new/lost-cities")
    there, _ = posted(bridge, HOST, "new/lost-cities", page, name0="Ana", name1="Ben", rounds="1")
    table = there.removeprefix("/")
    return table, got(bridge, HOST, table)[0]


def test_a_guest_has_a_seat_and_a_language_of_its_own_and_both_are_kept(opened):
    bridge = opened()
    table, _ = table_of(bridge)
    page, _ = got(bridge, GUEST, table, "fr")
    assert "Qui êtes-vous" in page
    posted(bridge, GUEST, f"{table}/sit", page, seat="1")
    bridge = opened(bridge.state())
    assert 'class="sit"' not in got(bridge, GUEST, table)[0]
    assert 'class="sit"' in got(bridge, "another", table)[0]


def test_a_guest_is_told_what_a_stream_would_say_and_is_there_while_its_line_is(opened):
    bridge = opened()
    table, page = table_of(bridge)
    _, told = got(bridge, GUEST, f"{table}/stream?seen=0")
    assert told == []
    assert "1 phone is watching" in got(bridge, HOST, f"{table}/share")[0]
    start = {"move_id": "the-first", "seen": "0", "report": quote('[{"type":"start","seat":0}]')}
    _, told = posted(bridge, HOST, f"{table}/report", page, **start)
    assert told == [(GUEST, "at", 1)]
    _, told = got(bridge, GUEST, f"{table}/stream?seen=0")
    assert told == [(GUEST, "at", 1)]
    share, _ = got(bridge, HOST, f"{table}/share")
    _, told = posted(bridge, HOST, f"{table}/delete", share)
    assert told == [(GUEST, "gone", -1)]


def test_who_is_watching_is_gone_with_its_line_and_a_guest_is_offered_what_leads_somewhere(opened):
    bridge = opened()
    table, _ = table_of(bridge)
    got(bridge, GUEST, f"{table}/stream?seen=0")
    share, _ = got(bridge, HOST, f"{table}/share")
    assert f'data-out="{GUEST}"' in share
    page, _ = got(bridge, GUEST, f"{table}/share")
    assert "data-out" not in page
    assert "data-joining" not in page
    assert "on the phone that you have joined" in got(bridge, GUEST, "data")[0]
    bridge.keep("best-effort", "")
    share, _ = got(bridge, HOST, f"{table}/share")
    assert "watching" not in share
    assert "data-out" not in share
