"""French and English, complete in both: the browser chooses, a switch changes it."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app import create_app
from scoring import GAMES
from scoring.core.text import text
from tests.catalogues import FRENCH, ROOT, french
from tests.ledger.databases import fresh_sqlite
from tests.pages import table_after
from tests.visitor import Visitor
from tests.web.lost_cities import START, TURN, count, happened
from web.pages import lobby
from web.rendering import i18n

EXTRACT = "-F babel.cfg -k _ -k gettext -k ngettext:1,2 -k text -k plural:1,2 --no-location --sort-output"
PLACES = re.compile(r"\{(\w+)(?:!c)?\}|%\((\w+)\)[sd]")
NARROW = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory):
    """A fresh extraction of every marked text."""
    template = tmp_path_factory.mktemp("words") / "messages.pot"
    command = [
        sys.executable,
        "-m",
        "babel.messages.frontend",
        "-q",
        "extract",
        *EXTRACT.split(),
        "-o",
        str(template),
        ".",
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with template.open("rb") as source:
        return [entry for entry in read_po(source) if entry.id]


@pytest.fixture(scope="module")
def translated():
    with Path(FRENCH).open("rb") as source:
        return [entry for entry in read_po(source, locale="fr") if entry.id]


def test_every_marked_text_has_a_french_entry(marked):
    ids = {entry.id[0] if isinstance(entry.id, tuple) else entry.id for entry in marked}
    assert len(ids) > 150
    assert sorted(ids - french()) == []


def test_every_french_entry_has_the_places_of_its_english(translated):
    for entry in translated:
        english = entry.id if isinstance(entry.id, tuple) else (entry.id,)
        said = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
        wanted = {place for form in english for place in places(form)}
        for form in filter(None, said):
            assert places(form) <= wanted, entry.id
        assert not any(said) or places(said[-1]) == places(english[-1]), entry.id


def places(form: str) -> set[str]:
    return {braces or percent for braces, percent in PLACES.findall(form)}


def test_no_french_entry_is_left_unsure(translated):
    assert [entry.id for entry in translated if entry.fuzzy] == []


@pytest.mark.parametrize(
    ("browser", "language"),
    [("fr", "fr"), ("fr-CA,en;q=0.5", "fr"), ("en-US,fr;q=0.9", "en-GB"),
     ("de,fr;q=0.8,en;q=0.5", "fr"), ("de", "en-GB"), ("", "en-GB"), ("*", "en-GB"), ("x" * 5_000, "en-GB"),
     (";;;q=q", "en-GB")],
)  # fmt: skip
def test_the_browser_chooses_the_language(visitor, browser, language):
    page = visitor(browser).go("/")
    assert page.tags[0][1]["lang"] == language


@pytest.mark.parametrize(
    ("language", "first", "second", "names"),
    [("en", "1 Nov 2026", "2 Nov 2026", "Ana, Ben and Cai"), ("fr", "1er nov. 2026", "2 nov. 2026", "Ana, Ben et Cai")],
)
def test_dates_and_lists_are_written_as_at_home(app, language, first, second, names):
    with app.test_request_context(), i18n.speaking(language):
        assert [i18n.day_of(datetime(2026, 11, day, 12, tzinfo=UTC)) for day in (1, 2)] == [first, second]
        assert i18n.translate(text("{names}", names=("Ana", "Ben", "Cai"))) == names


@pytest.mark.parametrize(
    ("language", "said"), [("en", ["1st", "2nd", "3rd", "4th", "5th"]), ("fr", ["1er", "2e", "3e", "4e", "5e"])]
)
def test_a_rank_is_said_as_an_ordinal(app, language, said):
    with app.test_request_context(), i18n.speaking(language):
        assert [i18n.ordinal(rank) for rank in range(1, 6)] == said


def test_a_switch_changes_the_language_for_good_and_stays_on_the_page(visitor, ana, table):
    ana.go(f"/t/{table.code}?card=red-7")
    form = next(form for form in ana.page.forms if form.action == "/language")
    ana.post("/language", [*form.fields, ("language", "fr")])
    assert ana.at == f"/t/{table.code}?card=red-7"
    assert ana.page.tags[0][1]["lang"] == "fr"
    ana.go("/")
    assert ana.page.tags[0][1]["lang"] == "fr"
    assert ana.client.get("/").headers["Vary"].count("Accept-Language")


def test_a_language_that_cairn_does_not_speak_changes_nothing(ana):
    ana.go("/")
    for language in ("de", "", "../fr", "fr\x00"):
        ana.post("/language", {"csrf_token": ana.token(), "language": language, "back": "/"})
        assert ana.status == 200
        assert ana.page.tags[0][1]["lang"] == "en-GB"


@pytest.mark.parametrize(
    "back",
    ["https://evil.example/", "//evil.example/", "/\\evil.example/", "/\t/evil.example/", "/\nSet-Cookie: a=b", "\x00",
     "evil", "", "javascript:alert(1)", "/\r/evil.example"],
)  # fmt: skip
def test_the_switch_leads_nowhere_else(ana, back):
    ana.post("/language", {"csrf_token": ana.token(), "language": "fr", "back": back}, follow=False)
    assert ana.status == 303
    assert ana.response.location == "/"


def test_one_more_language_is_one_more_catalogue(tmp_path, monkeypatch, marked):
    """As `make language CODE=de` and a translator leave it: the switch offers it, what is missing is English."""
    folder = tmp_path / "translations"
    shutil.copytree(i18n.TRANSLATIONS, folder)
    german = Catalog("de")
    for entry in marked:
        german.add(entry.id, {"What are you playing?": "Was spielt ihr?"}.get(entry.id, entry.string))
    (folder / "de/LC_MESSAGES").mkdir(parents=True)
    with (folder / "de/LC_MESSAGES/messages.po").open("wb") as file:
        write_po(file, german)
    assert i18n.languages_in(folder) == ("en", "de", "fr")
    for module in (i18n, lobby):
        monkeypatch.setattr(module, "LANGUAGES", i18n.languages_in(folder))
    settings = {"DATABASE_URL": fresh_sqlite(tmp_path), "SECRET_KEY": "x", "TESTING": True}
    app = create_app({**settings, "BABEL_TRANSLATION_DIRECTORIES": str(folder)})
    ana = Visitor(app.test_client(), "fr")
    ana.on("/").press("Deutsch")
    assert ana.page.tags[0][1]["lang"] == "de"
    assert "Was spielt ihr?" in ana.page.text
    assert "Table code" in ana.page.text
    assert [button.value for button in ana.page.forms[0].buttons] == ["en", "fr"]


ENGLISH = re.compile(r"\b(the|and|draws?|lays?|begins|round|card|cards|discard|who|your|wager|join)\b", re.I)


def test_no_english_is_left_on_a_french_page(visitor, ana, book, table):
    """Words that only English has; names of games, people and editions apart."""
    ana.language = "fr"
    paths = ["/", "/new/lost-cities", "/join"]
    for events in ([], TURN, [START, count(0, red=["wager", 5]), count(1)], [START], [count(0)]):
        happened(book, table, events)
        base = f"/t/{table.code}"
        for path in [*paths, base, f"{base}?card=red-7", f"{base}/count/0", f"{base}/log", f"{base}/share"]:
            text = ana.go(path).text.replace("Lost Cities", "").replace("Roll & Write", "").replace(table.code, "")
            assert ENGLISH.findall(text) == [], path
            labels = [had.get("aria-label") or had.get("title") or "" for _, had in ana.page.tags]
            assert ENGLISH.findall(" ".join(labels).replace("Lost Cities", "")) == [], path


SHOWN = re.compile(r'>([^<]+)<|(?:aria-label|title|alt|placeholder)="([^"]*)"')
WRONG = {
    "en": r"\w [;:!?](\s|$)|(?<![\w/=])-\d|\.\.\.|\w'\w{3}",
    "fr": rf"[^\s{NARROW}][;!?»](\s|$)| [;:!?»]|«[^{NARROW}]|\w'\w|(?<![\w/=])-\d|\.\.\.",
}


@pytest.mark.parametrize("language", WRONG)
def test_the_signs_of_each_language_are_its_own(visitor, app, language):
    """Minus signs, spaces before double signs, apostrophes and dots, on pages of all games at their end."""
    reader = visitor(language)
    for key in GAMES:
        table = table_after(app, key, 1)
        for path in (
            "/",
            f"/new/{key}",
            f"/rules/{key}",
            f"/w/{table.watch}",
            f"/w/{table.watch}/log",
            f"/r/{table.watch}",
        ):
            said = [html.unescape(text or label) for text, label in SHOWN.findall(reader.go(path).html)]
            assert [one for one in said if re.search(WRONG[language], one.strip())] == [], path
