"""The setting for a browser: what cannot be there says so in a sentence, and the rest is as ever."""

from io import BytesIO
from random import Random
from urllib.parse import urlsplit

import pytest

from tests.browser.test_lost_cities import events, turns_of
from tests.conftest import Compiled, app_at, open_table
from tests.fourth_game import create_app
from tests.ledger.databases import fresh_sqlite
from tests.real_table import RealTable
from tests.visitor import Visitor, report

SENTENCES = {
    "en": (
        "Others join without the internet",
        "the browser prints the page, or keeps it as one",
        "Cairn reads no photos",
        "its browser may delete them",
        "Your games are kept on this phone",
        "Safari deletes them when you have used it for seven days",
    ),
    "fr": (
        "D’autres rejoignent la table sans internet",
        "le navigateur imprime la page, ou l’enregistre en PDF",
        "Cairn ne lit pas les photos",
        "son navigateur peut les supprimer",
        "Vos parties sont conservées sur ce téléphone",
        "Safari les supprime quand vous l’avez utilisé sept jours",
    ),
}


@pytest.fixture(params=SENTENCES)
def said(request):
    return request.param, SENTENCES[request.param]


@pytest.fixture
def app(tmp_path):
    """The application as a browser has it: without commands, metrics, a printer or other processes."""
    app = create_app(
        {
            "POCKET": "best-effort",
            "DATABASE_URL": fresh_sqlite(tmp_path),
            "SECRET_KEY": "for the tests",
            "TESTING": True,
            "RATELIMIT_ENABLED": False,
        }
    )
    app.jinja_env.bytecode_cache = Compiled()
    app.extensions["open"]()
    yield app
    app.extensions["referee"].ledger.close()


def test_there_is_no_printer_no_reader_and_no_command(app):
    assert not {"printer", "reader"} & app.extensions.keys()
    assert "serve" not in app.cli.commands


def test_a_table_is_opened_and_is_told_the_news(app):
    ana = open_table(Visitor(app.test_client()))
    assert "data-told" in ana.response.text


def test_other_phones_are_not_offered_and_that_is_said(app, said):
    language, sentences = said
    ana = open_table(Visitor(app.test_client(), language))
    assert sentences[0] in ana.go(f"{ana.at}/share").text
    assert 'class="code"' not in ana.response.text
    ana.go("/")
    assert 'action="/join"' not in ana.response.text


def test_what_is_printed_is_a_page_and_no_pdf_and_that_is_said(app, said):
    language, sentences = said
    ana = Visitor(app.test_client(), language)
    assert sentences[1] in ana.go("/print").text
    ana.go("/print/roll-and-write-sheet.html")
    assert '<div class="page' in ana.response.text
    assert "style-src 'unsafe-inline'" in ana.response.headers["Content-Security-Policy"]
    assert sentences[1] in ana.go("/print/roll-and-write-sheet.pdf").text


def test_the_summary_of_a_finished_game_is_a_page_to_print(app):
    ana = open_table(Visitor(app.test_client()), rounds="0")
    table = ana.at
    report(ana, {"type": "start", "seat": 0})
    for turn in turns_of(RealTable(Random(7))):
        report(ana, events(*turn))
    ana.go(f"{table}/record.html")
    assert ana.status == 200, ana.page.text
    assert "data-layouts" in ana.response.text


def test_a_photo_is_not_read_and_that_is_said(app, said):
    language, sentences = said
    ana = Visitor(app.test_client(), language)
    form = ana.go("/count/roll-and-write").forms[-1]
    assert sentences[2] in ana.post("/count/roll-and-write/photo/0", form.filled(name0="Ana")).text


@pytest.mark.parametrize(("durability", "place"), [("best-effort", 3), ("persistent", 4), ("a-week", 5)])
def test_the_first_page_says_whether_the_browser_keeps_the_games(app, said, durability, place):
    language, sentences = said
    app.config["POCKET"] = durability
    assert sentences[place] in Visitor(app.test_client(), language).go("/").text


def finished(app, client):
    """A game of Lost Cities on this phone, played to its end."""
    ana = open_table(Visitor(client), rounds="0")
    table = ana.at
    report(ana, {"type": "start", "seat": 0})
    for turn in turns_of(RealTable(Random(7))):
        report(ana, events(*turn))
    return ana, table


def test_the_browser_is_asked_to_keep_the_games_once_there_is_one(app):
    client = app.test_client()
    assert "data-declined" not in client.get("/").text
    finished(app, client)
    assert "it may ask you whether it shall" in client.get("/").text
    app.config["POCKET"] = "persistent"
    assert "data-declined" not in client.get("/").text


@pytest.mark.parametrize("file", ["/everything.json", "table.json"])
def test_in_safari_a_finished_game_that_is_in_no_file_is_offered_for_export_until_it_is(app, file):
    app.config["POCKET"] = "a-week"
    client = app.test_client()
    offer = "1 finished game is in this browser alone"
    assert offer not in client.get("/").text
    ana, table = finished(app, client)
    assert offer in ana.go("/").text
    saved = client.get(file if file.startswith("/") else f"{table}/{file}").data
    assert offer not in client.get("/").text
    empty = app.test_client()
    token = Visitor(empty).on("/groups").token()
    empty.post("/groups/bring", data={"csrf_token": token, "file": (BytesIO(saved), "cairn.json")})
    assert offer not in empty.get("/").text, "it came from a file"


@pytest.mark.parametrize(
    ("durability", "said"),
    [
        ("persistent", "The browser has promised to keep it"),
        ("best-effort", "Until the browser runs short of room"),
        ("a-week", "Open Cairn on the home screen, choose Groups there, and import the file."),
    ],
)
def test_what_is_kept_has_words_of_its_own(app, durability, said):
    app.config["POCKET"] = durability
    page = app.test_client().get("/data").text
    assert said in page
    assert "server has" not in page
    assert "Whoever runs this server" not in page
    assert "A private window forgets them" in page


def test_a_group_goes_out_as_a_file_and_comes_in_again(app, tmp_path_factory):
    ana = Visitor(app.test_client())
    ana.go("/groups")
    ana.post("/groups", ana.page.forms[1].filled(name="Friday"))
    code = urlsplit(ana.at).path.split("/")[2]
    saved = ana.client.get(f"/g/{code}/group.json").data
    served = app_at(fresh_sqlite(tmp_path_factory.mktemp("served")))
    ben = Visitor(served.test_client())
    ben.go("/groups")
    ben.client.post("/groups/bring", data={"csrf_token": ben.token(), "file": (BytesIO(saved), "group.json")})
    assert "Friday" in ben.go("/groups").text
    served.extensions["referee"].ledger.close()


def test_a_table_is_sent_to_the_cairn_that_this_one_was_taken_along_from_which_asks(app, tmp_path_factory):
    ana = open_table(Visitor(app.test_client()))
    table = ana.at
    assert "Bring it home" not in ana.go(f"{table}/share").text
    app.config["HOME"] = "/"
    ana.go(ana.go(f"{table}/share").link("Bring it home"))
    (form,) = (form for form in ana.page.forms if form.action == "/groups/bring")
    served = app_at(fresh_sqlite(tmp_path_factory.mktemp("served")))
    ben = Visitor(served.test_client())
    ben.see(ben.client.post(form.action, data=dict(form.fields)))
    ben.answered(400, "Nothing has been imported yet.")
    ben.press("Import")
    ben.answered(200, "The table was imported.")
    served.extensions["referee"].ledger.close()


def test_a_served_cairn_has_no_page_to_print(tmp_path):
    served = app_at(fresh_sqlite(tmp_path))
    assert served.test_client().get("/print/roll-and-write-sheet.html").status_code == 404
    served.extensions["referee"].ledger.close()


def test_where_it_was_built_a_phone_may_take_cairn_along_over_https(app, tmp_path):
    (tmp_path / "index.html").write_text("<p>Cairn</p>")
    (tmp_path / "version.txt").write_text("1")
    (tmp_path / "large").write_bytes(bytes(2_000_000))
    app.config["POCKET_BUILT"] = str(tmp_path)
    client, safe = app.test_client(), "https://cairn.example"
    assert "Take Cairn along" not in client.get("/https").text
    assert "Take Cairn along" in client.get("/", base_url=safe).text
    assert "2 MB to fetch once" in client.get("/https", base_url=safe).text
    with client.get("/along/", base_url=safe) as taken:
        assert taken.text == "<p>Cairn</p>"
        assert "script-src 'self' 'wasm-unsafe-eval'" in taken.headers["Content-Security-Policy"]
    assert client.get("/along/../app.py", base_url=safe).status_code == 404
