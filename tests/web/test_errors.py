"""What goes wrong: forged and old forms, strange addresses, too much at once; and what no page may hold."""

from __future__ import annotations

import time

import pytest
from flask import abort

from ledger import Ledger
from tests.visitor import Page, Visitor, report
from tests.web.lost_cities import START, TURN, count, happened

NUMBERS = {"seat": 0, "seq": 1, "player": 1}
ANY = {"key": "lost-cities", "kind": "pad", "game": "lost-cities", "document": "lost-cities", **NUMBERS}


def every_post(app, table):
    """The address of every route that writes."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            values = {name: table.code if name == "code" else ANY.get(name, "x") for name in rule.arguments}
            yield adapter.build(rule.endpoint, values, method="POST")


def everything(book: Ledger, table):
    return (book.tables.by_code(table.code), book.moves.read(table.id), book.seats.sittings(table.id))


def test_every_route_that_writes_wants_the_signature_of_its_form(app, ana, book, table):
    before = everything(book, table)
    addresses = list(every_post(app, table))
    assert len(addresses) >= 7
    for address in addresses:
        for fields in ({}, {"csrf_token": "forged"}, {"csrf_token": ""}):
            ana.post(address, {**fields, "seat": "none", "move_id": "12345678", "seen": "0", "e.type": "start"})
            assert ana.status == 400, address
            assert "too old" in ana.page.text
    assert everything(book, table) == before


def test_the_signature_of_another_device_is_none(app, ana, ben, book, table):
    before = everything(book, table)
    token = ana.token()
    for address in every_post(app, table):
        ben.post(address, {"csrf_token": token, "seat": "none"})
        assert ben.status == 400, address
    assert everything(book, table) == before


def test_an_expired_cookie_loses_nothing(ana, book, table):
    """The form is kept; with a new cookie the device sits down again, and the report is recorded once."""
    old = ana.go(f"/t/{table.code}")
    form, button = old.button("Ben begins")
    ana.client.delete_cookie("cairn")
    page = ana.post(form.action, [*form.fields, (button.name, button.value)])
    assert ana.status == 400
    assert "Nothing was recorded yet." in page.text
    assert book.moves.last_seq(table.id) == 0
    ana.press("Send it again")
    assert ana.status == 403
    ana.press("I keep score for everyone")
    assert "Ben begins round 1." in ana.page.text
    assert [row.event for row in book.moves.read(table.id)] == [{"type": "start", "seat": 1}]


def test_an_expired_cookie_loses_no_tick_of_a_count(ana, book, table):
    happened(book, table, [START])
    form = next(form for form in ana.go(f"/t/{table.code}/count/0").forms if form.action.endswith("/report"))
    ana.client.delete_cookie("cairn")
    cards = [("e.expeditions.red[]#", "5"), ("e.expeditions.red[]#", "7")]
    ana.post(form.action, [*form.fields, *cards])
    ana.press("Send it again")
    ana.press("Ana")
    assert book.moves.read(table.id)[-1].event == count(0, red=[5, 7])


def test_with_htmx_an_expired_cookie_replaces_the_whole_page(ana, table):
    ana.client.delete_cookie("cairn")
    report_address = f"/t/{table.code}/report"
    ana.post(report_address, {"csrf_token": "old", "e.type": "start"}, htmx=True)
    assert ana.status == 400
    assert ana.response.headers["HX-Retarget"] == "body"


def test_pages_renew_the_cookie_once_a_month_and_pictures_leave_it_alone(ana, table, monkeypatch):
    assert "Set-Cookie" not in ana.client.get(f"/t/{table.code}").headers
    now = time.time()
    monkeypatch.setattr("web.access.time.time", lambda: now + 31 * 24 * 3600)
    for path in ("/static/app.css", "/static/shapes.svg"):
        answer = ana.client.get(path)
        assert "Set-Cookie" not in answer.headers
        answer.close()
    assert "cairn=" in ana.client.get(f"/t/{table.code}").headers["Set-Cookie"]
    assert "Set-Cookie" not in ana.client.get("/").headers


def test_a_cookie_that_was_tampered_with_is_a_new_device(ana, table):
    ana.client.set_cookie("cairn", "eyJkZXZpY2UiOiJhbmEifQ.aaaa.bbbb")
    page = ana.go(f"/t/{table.code}")
    assert ana.status == 200
    assert "Who are you?" in page.text


@pytest.mark.parametrize("path", ["/nothing", "/t", "/new", "/new/", "/static/nothing.css", "/t/x/y/z", "/%00", "/é"])
def test_an_address_that_leads_nowhere_is_404(visitor, path):
    cai = visitor()
    cai.go(path)
    assert cai.status == 404
    assert "Nothing here." in cai.page.text
    assert cai.page.link("See the games") == "/"


def test_only_a_table_that_is_gone_has_a_phone_drop_what_it_keeps(ana, table, book):
    assert ana.go(f"/t/{table.code}/amend/99").gone() == []
    assert ana.status == 404
    book.tables.delete(table.id)
    ana.post(f"/t/{table.code}/report", {"csrf_token": ana.token()}, htmx=True)
    assert (ana.status, ana.response.headers["HX-Refresh"]) == (404, "true")


def test_the_wrong_method_is_405(visitor, ana, table):
    cai = visitor()
    for path in ("/language", f"/t/{table.code}/sit", f"/t/{table.code}/delete"):
        cai.go(path)
        assert cai.status == 405
    assert ana.client.put("/").status_code == 405


def test_too_much_at_once_is_413(ana, book, table):
    ana.post(f"/t/{table.code}/report", {"csrf_token": ana.token(), "e.card": "x" * 300_000})
    assert ana.status == 413
    assert "That file is too large." in ana.page.text
    assert book.moves.last_seq(table.id) == 0


def test_too_often_is_429_and_the_report_is_kept(ana, table, monkeypatch):
    form, button = ana.go(f"/t/{table.code}").button("Ben begins")
    monkeypatch.setattr("web.pages.table.table_or_404", lambda code: abort(429))
    page = ana.post(form.action, [*form.fields, (button.name, button.value)])
    assert ana.status == 429
    assert "Too many requests." in page.text
    monkeypatch.undo()
    ana.press("Send it again")
    assert "Ben begins round 1." in ana.page.text


def test_an_error_of_ours_is_said_in_words_too(app, table, monkeypatch):
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    app.logger.disabled = True
    monkeypatch.setattr("web.pages.table.live_of", lambda here: 1 / 0)
    cai = Visitor(app.test_client())
    cai.go(f"/t/{table.code}")
    app.logger.disabled = False
    assert cai.status == 500
    assert "Something went wrong." in cai.page.text
    assert "ZeroDivision" not in cai.page.text


OF_A_FAULT = {
    "en": ("Something went wrong.", "is kept: nothing of it is lost.", "Try again", "Join", "Send it again"),
    "fr": ("Cela n’a pas marché.", "rien n’en est perdu.", "Réessayer", "Rejoindre", "Envoyer de nouveau"),
}


@pytest.fixture
def no_ledger(app, monkeypatch):
    """From when it is called, whatever would ask the ledger fails, and not as a database does that is away."""
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    monkeypatch.setattr(app.logger, "disabled", True)
    return lambda: monkeypatch.setitem(app.extensions, "referee", None)


@pytest.mark.parametrize("language", OF_A_FAULT)
def test_a_fault_says_what_is_kept_and_what_to_do_and_asks_no_ledger(app, no_ledger, language):
    cai = Visitor(app.test_client(), language)
    no_ledger()
    page = cai.go("/groups?from=here")
    said, kept, try_again, _join, _resend = OF_A_FAULT[language]
    assert cai.status == 500
    assert said in page.text
    assert kept in page.text
    assert page.link(try_again) == "/groups?from=here"


@pytest.mark.parametrize("language", OF_A_FAULT)
def test_a_fault_keeps_what_was_typed(app, no_ledger, language):
    *_said, join, resend = OF_A_FAULT[language]
    cai = Visitor(app.test_client(), language)
    cai.go("/join")
    no_ledger()
    page = cai.press(join, spoken="ABC DEF")
    assert cai.status == 500
    form, _button = page.button(resend)
    assert form.action == "/join"
    assert ("spoken", "ABC DEF") in form.filled()


def test_the_answer_to_a_form_stays_for_back_and_no_other_page_does(ana):
    ana.go("/join")
    assert ana.response.headers["Cache-Control"] == "no-store"
    assert "Cookie" in ana.response.headers["Vary"]
    ana.press("Join", spoken="ABC")
    assert ana.status == 422
    assert ana.response.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" not in ana.response.headers["Vary"]


def test_behind_https_a_form_is_taken_with_the_referrer_that_our_pages_allow(app, book):
    """Flask-WTF wants a referrer of our own over HTTPS, so our pages may not forbid to send it."""
    client = app.test_client()
    page = client.get("/new/lost-cities", base_url="https://cairn.example")
    assert page.headers["Referrer-Policy"] == "same-origin"
    fields = Page(page.get_data(as_text=True)).forms[-1].filled(name0="Ana", name1="Ben")
    for referrer, status in (("https://cairn.example/new/lost-cities", 303), ("https://other.example/", 400)):
        answer = client.post(
            "/new/lost-cities", data=dict(fields), base_url="https://cairn.example", headers={"Referer": referrer}
        )
        assert answer.status_code == status


# What no page may hold


def pages(ana, book, table):
    """Every kind of page and fragment, as (address, answer)."""
    base = f"/t/{table.code}"
    fixed = ["/", "/new/lost-cities", "/new/roll-and-write", "/join", "/nothing"]
    for path in fixed:
        yield path, ana.client.get(path)
    for events in ([], TURN, [START], [START, count(0, red=[5])], [event for _ in range(3) for event in
                   (START, count(0, red=["wager", 9]), count(1))]):  # fmt: skip
        while book.moves.last_seq(table.id):
            book_clear(book, table)
        ana.client.application.extensions["referee"].forget(table)
        happened(book, table, events)
        for path in (base, f"{base}?card=red-7", f"{base}/count/0", f"{base}/log", f"{base}/share",
                     f"/w/{table.watch}", f"/r/{table.watch}"):  # fmt: skip
            yield path, ana.client.get(path)
            yield path, ana.client.get(path, headers={"HX-Request": "true"})
    yield "422", ana.client.post("/join", data={"csrf_token": ana.token(), "spoken": "x"})
    yield "400", ana.client.post("/join", data={"spoken": "x"})
    yield "400", ana.client.post(f"{base}/report", data={"csrf_token": ana.token()})
    yield "422", ana.client.post("/new/lost-cities", data={"csrf_token": ana.token()})


def book_clear(book, table):
    import sqlalchemy as sa

    from ledger.schema import moves

    with book.database.engine.begin() as connection:
        connection.execute(sa.delete(moves).where(moves.c.table_id == table.id))


def test_no_page_holds_a_script_or_a_style_of_its_own(ana, book, table):
    seen = 0
    for path, answer in pages(ana, book, table):
        if answer.mimetype != "text/html":
            continue
        seen += 1
        for tag, had in Page(answer.get_data(as_text=True)).tags:
            assert tag != "style", path
            assert tag != "script" or had.get("src", "").startswith("/static/"), path
            loud = [name for name in had if name == "style" or name.startswith(("on", "hx-on", "hx-vals", "hx-vars"))]
            assert loud == [], (path, tag, loud)
            addresses = [had.get(name) or "" for name in ("href", "src", "action", "formaction", "hx-get", "hx-post")]
            assert not any(address.lower().startswith(("javascript:", "data:", "http:")) for address in addresses)
    assert seen > 60


def test_every_answer_has_the_strict_policy(ana, book, table):
    for path, answer in pages(ana, book, table):
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'", path
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_stylesheets_and_pictures_have_it_too(client):
    for path in ("/static/app.css", "/static/shapes.svg", "/static/outbox.js"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        answer.close()


def test_every_page_has_one_heading_its_language_and_one_of_each_id(ana, book, table):
    for path, answer in pages(ana, book, table):
        page = Page(answer.get_data(as_text=True))
        if answer.location or not page.tags or page.tags[0][0] != "html":
            continue
        assert page.tags[0][1]["lang"] == "en-GB", path
        assert [tag for tag, _ in page.tags].count("h1") == 1, path
        assert len(page.ids) == len(set(page.ids)), path


def test_every_field_has_a_name_that_a_reader_hears(ana, book, table):
    for path, answer in pages(ana, book, table):
        html = answer.get_data(as_text=True)
        for tag, had in Page(html).tags:
            if tag == "input" and had.get("type") == "checkbox" and had.get("name"):
                assert had.get("aria-label"), path
            if tag == "svg" and had.get("role") == "img":
                assert had.get("aria-label"), path


def test_forged_reports_do_not_become_reports(visitor, book, table):
    """A page elsewhere cannot know the signature: a post without it is no report, whatever cookie it carries."""
    cai = visitor()
    cai.go(f"/t/{table.code}")
    cai.press("Ben")
    report(cai, START, csrf_token=None)
    assert cai.status == 400
    assert book.moves.last_seq(table.id) == 0
