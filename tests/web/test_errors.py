"""What goes wrong: forged and old forms, strange addresses, too much at once; and what no page may hold."""

import time

import pytest

from ledger import Ledger
from tests.conftest import open_table
from tests.visitor import Page
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


def test_every_route_that_writes_wants_the_signature_of_its_form_for_this_device(app, ana, ben, book, table):
    before, token = everything(book, table), ana.token()
    addresses = list(every_post(app, table))
    assert len(addresses) >= 7
    for address in addresses:
        for who, sent in (
            (ana, {}),
            (ana, {"csrf_token": "forged"}),
            (ana, {"csrf_token": ""}),
            (ben, {"csrf_token": token}),
        ):
            who.post(
                address, {**sent, "seat": "none", "move_id": "12345678", "seen": "0", "report": '[{"type":"start"}]'}
            )
            assert (who.status, "too old" in who.page.text) == (400, True), address
    assert everything(book, table) == before


def test_an_expired_cookie_loses_nothing(ana, book, table):
    """The form is kept; with a new cookie the device sits down again, and the report is recorded once."""
    old = ana.go(f"/t/{table.code}")
    form, button = old.button("Ben begins")
    ana.client.delete_cookie("cairn")
    ana.post(form.action, [*form.fields, (button.name, button.value)])
    ana.answered(400, "Nothing was recorded yet.")
    assert book.moves.last_seq(table.id) == 0
    ana.press("Send it again")
    assert ana.status == 403
    assert "Ben begins round 1." in ana.press("I keep score for everyone").text
    assert [row.event for row in book.moves.read(table.id)] == [{"type": "start", "seat": 1}]


def test_with_htmx_an_expired_cookie_replaces_the_whole_page(ana, table):
    ana.client.delete_cookie("cairn")
    report_address = f"/t/{table.code}/report"
    ana.post(report_address, {"csrf_token": "old", "report": '[{"type":"start"}]'}, htmx=True)
    assert ana.status == 400
    assert ana.response.headers["HX-Retarget"] == "body"


def test_pages_renew_the_cookie_once_a_month_and_pictures_leave_it_alone(ana, table, monkeypatch):
    assert "Set-Cookie" not in ana.client.get(f"/t/{table.code}").headers
    now = time.time()
    monkeypatch.setattr("web.table.access.time.time", lambda: now + 31 * 24 * 3600)
    for path in ("/static/app.css", "/static/shapes.svg"):
        answer = ana.client.get(path)
        assert "Set-Cookie" not in answer.headers
        answer.close()
    assert "cairn=" in ana.client.get(f"/t/{table.code}").headers["Set-Cookie"]
    assert "Set-Cookie" not in ana.client.get("/").headers


@pytest.mark.parametrize("path", ["/nothing", "/t", "/new", "/new/", "/static/nothing.css", "/t/x/y/z", "/%00", "/é"])
def test_an_address_that_leads_nowhere_is_404(visitor, path):
    cai = visitor().on(path)
    cai.answered(404, "Nothing here.")
    assert cai.page.link("See the games") == "/"


def test_only_a_table_that_is_gone_has_a_phone_drop_what_it_keeps(ana, table, book):
    assert ana.go(f"/t/{table.code}/amend/99").gone() == []
    assert ana.status == 404
    book.tables.delete(table.id)
    ana.post(f"/t/{table.code}/report", {"csrf_token": ana.token()}, htmx=True)
    assert (ana.status, ana.response.headers["HX-Refresh"]) == (404, "true")


@pytest.fixture
def no_ledger(app, monkeypatch):
    """From when it is called, whatever would ask the ledger fails, and not as a database does that is away."""
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    monkeypatch.setattr(app.logger, "disabled", True)
    return lambda: monkeypatch.setitem(app.extensions, "referee", None)


def test_a_fault_says_what_is_kept_and_what_to_do_and_asks_no_ledger(visitor, no_ledger):
    cai = visitor()
    no_ledger()
    page = cai.go("/groups?from=here")
    cai.answered(500, "Something went wrong.", "is kept: nothing of it is lost.")
    assert page.link("Try again") == "/groups?from=here"


def test_a_fault_keeps_what_was_typed(visitor, no_ledger):
    cai = visitor().on("/join")
    no_ledger()
    page = cai.press("Join", spoken="ABC DEF")
    assert cai.status == 500
    form, _button = page.button("Send it again")
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


def pages(ana, book):
    """Every kind of page and fragment, as (address, answer)."""
    for path in ("/", "/new/lost-cities", "/new/roll-and-write", "/join", "/nothing"):
        yield path, ana.client.get(path)
    over = [event for _ in range(3) for event in (START, count(0, red=["wager", 9]), count(1))]
    for events in ([], TURN, [START], [START, count(0, red=[5])], over):
        base = open_table(ana).at
        table = book.tables.by_code(base.split("/")[2])
        happened(book, table, events)
        for path in (base, f"{base}?card=red-7", f"{base}/count/0", f"{base}/log", f"{base}/share",
                     f"/w/{table.watch}", f"/r/{table.watch}"):  # fmt: skip
            yield path, ana.client.get(path)
            yield path, ana.client.get(path, headers={"HX-Request": "true"})
    yield "422", ana.client.post("/join", data={"csrf_token": ana.token(), "spoken": "x"})
    yield "400", ana.client.post("/join", data={"spoken": "x"})
    yield "400", ana.client.post(f"{base}/report", data={"csrf_token": ana.token()})
    yield "422", ana.client.post("/new/lost-cities", data={"csrf_token": ana.token()})


def strict(answer):
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["base-uri"] == "'none'"
    is_picture = answer.mimetype == "image/png"  # which Firefox takes for a page in a frame, where an object shows it
    assert policy["frame-ancestors"] == ("'self'" if is_picture else "'none'")
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_every_answer_has_the_strict_policy_and_no_page_a_script_or_a_style_of_its_own_or_an_id_twice(ana, book):
    seen = 0
    for path, answer in pages(ana, book):
        strict(answer)
        page = Page(answer.get_data(as_text=True)) if answer.mimetype == "text/html" else Page("")
        seen += bool(page.tags)
        for tag, had in page.tags:
            assert tag != "style", path
            assert tag != "link" or had["rel"] != "next", "Firefox fetches it ahead, which the policy forbids"
            assert tag != "script" or had.get("src", "").startswith("/static/"), path
            loud = [name for name in had if name == "style" or name.startswith(("on", "hx-on", "hx-vals", "hx-vars"))]
            assert loud == [], (path, tag, loud)
            addresses = [had.get(name) or "" for name in ("href", "src", "action", "formaction", "hx-get", "hx-post")]
            assert not any(address.lower().startswith(("javascript:", "data:", "http:")) for address in addresses)
        if page.tags and page.tags[0][0] == "html" and not answer.location:
            assert page.tags[0][1]["lang"] == "en-GB", path
            assert [tag for tag, _ in page.tags].count("h1") == 1, path
            assert len(page.ids) == len(set(page.ids)), path
    assert seen > 60


def test_the_stylesheets_and_pictures_have_it_too(client):
    for path in ("/static/app.css", "/static/shapes.svg", "/static/outbox.js", "/static/icon-192.png"):
        with client.get(path) as answer:
            assert answer.status_code == 200
            strict(answer)
