"""English, German and French, complete in each: the browser chooses, a switch changes it."""

import html
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import zip_longest

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app import create_app
from printables import DOCUMENTS, Choice, sheet_of
from scoring import GAMES
from scoring.core.text import text
from tests.catalogues import ROOT, TRANSLATED, catalogue_of, translated_in
from tests.fourth_game import GAME
from tests.ledger.databases import fresh_sqlite
from tests.pages import reached, table_after
from tests.visitor import Visitor
from web.print.page import composed
from web.rendering import i18n

EXTRACT = "-F babel.cfg -k _ -k gettext -k ngettext:1,2 -k text -k plural:1,2 --no-location --sort-output"
NAMES = re.compile(r"×2 box|×2(?=:)|8-card|of 100")  # some languages have a word for these
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


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_marked_text_has_an_entry_in_every_language(marked, language):
    ids = {entry.id[0] if isinstance(entry.id, tuple) else entry.id for entry in marked}
    assert len(ids) > 150
    assert sorted(ids - translated_in(catalogue_of(language))) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_has_the_places_numbers_and_lines_of_its_english(language):
    for entry in catalogue_of(language):
        english, said = forms_of(entry.id), forms_of(entry.string)
        wanted = {place for form in english for place in places(form)}
        for form in said:
            assert places(form) <= wanted, entry.id
        if entry.id:
            assert places(said[-1]) == places(english[-1]), entry.id
            assert numbers(said[-1]) >= numbers(NAMES.sub("", english[-1])), entry.id


def forms_of(said: str | Sequence[str]) -> Sequence[str]:
    return (said,) if isinstance(said, str) else said


def places(form: str) -> set[str]:
    return {braces or percent for braces, percent in PLACES.findall(form)}


def numbers(form: str) -> set[str]:
    """The numbers that a text names in digits, without the points or spaces that group them."""
    return set(re.findall(r"\d+", re.sub(r"(?<=\d)[.,\u202f](?=\d{3})", "", PLACES.sub("", form))))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_entry_is_left_unsure(language):
    assert [entry.id for entry in catalogue_of(language) if entry.id and entry.fuzzy] == []


@pytest.mark.parametrize(
    ("browser", "language"),
    [("fr", "fr"), ("fr-CA,en;q=0.5", "fr"), ("en-US,fr;q=0.9", "en-GB"), ("de-AT", "de"), ("de-CH,fr;q=0.9", "de"),
     ("eo,fr;q=0.8,en;q=0.5", "fr"), ("eo", "en-GB"), ("", "en-GB"), ("*", "en-GB"), ("x" * 5_000, "en-GB"),
     (";;;q=q", "en-GB")],
)  # fmt: skip
def test_the_browser_chooses_the_language(visitor, browser, language):
    page = visitor(browser).go("/")
    assert page.tags[0][1]["lang"] == language


@pytest.mark.parametrize(
    ("language", "first", "second", "names"),
    [
        ("en", "1 Nov 2026", "2 Nov 2026", "Ana, Ben and Cai"),
        ("de", "1. Nov. 2026", "2. Nov. 2026", "Ana, Ben und Cai"),
        ("fr", "1er nov. 2026", "2 nov. 2026", "Ana, Ben et Cai"),
    ],
)
def test_dates_and_lists_are_written_as_at_home(app, language, first, second, names):
    with app.test_request_context(), i18n.speaking(language):
        assert [i18n.day_of(datetime(2026, 11, day, 12, tzinfo=UTC)) for day in (1, 2)] == [first, second]
        assert i18n.translate(text("{names}", names=("Ana", "Ben", "Cai"))) == names


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "5th"]),
        ("de", ["1.", "2.", "3.", "4.", "5."]),
        ("fr", ["1er", "2e", "3e", "4e", "5e"]),
    ],
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
    for language in ("eo", "", "../fr", "fr\x00"):
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


@pytest.fixture
def pseudo(tmp_path, monkeypatch, marked):
    """The house as `make language CODE=eo` and a translator leave it: every text a third longer and accented, but one
    that is not translated yet.
    """
    folder = tmp_path / "translations"
    shutil.copytree(i18n.TRANSLATIONS, folder)
    catalogue = Catalog("eo")
    for entry in marked:
        said = tuple(map(accented, entry.id)) if isinstance(entry.id, tuple) else accented(entry.id)
        catalogue.add(entry.id, "" if entry.id == "Table code" else said)
    (folder / "eo/LC_MESSAGES").mkdir(parents=True)
    with (folder / "eo/LC_MESSAGES/messages.po").open("wb") as file:
        write_po(file, catalogue)
    languages = i18n.languages_in(folder)
    assert languages == ("en", "de", "eo", "fr")
    for module in [module for name, module in sys.modules.items() if name.startswith("web.")]:
        if hasattr(module, "LANGUAGES"):
            monkeypatch.setattr(module, "LANGUAGES", languages)
    settings = {"DATABASE_URL": fresh_sqlite(tmp_path), "SECRET_KEY": "x", "TESTING": True}
    return create_app({**settings, "BABEL_TRANSLATION_DIRECTORIES": str(folder)})


def accented(text: str) -> str:
    """The text with each vowel twice and accented; places stay as they are."""
    parts = re.split(r"(\{\w+(?:!c)?\}|%\(\w+\)[sd])", text)
    doubled = [re.sub("[aeiouAEIOU]", lambda vowel: f"{vowel[0]}\u0301" * 2, part) for part in parts[::2]]
    return "".join(part for pair in zip_longest(doubled, parts[1::2], fillvalue="") for part in pair)


def test_one_more_language_is_one_more_catalogue(pseudo):
    """The switch and the print page offer it, its pages say nothing else, and what is missing is English."""
    ana = Visitor(pseudo.test_client(), "fr")
    ana.on("/").press(accented("English"))
    assert ana.page.tags[0][1]["lang"] == "eo"
    assert "Table code" in ana.page.text
    assert [button.value for button in ana.page.forms[0].buttons] == ["en", "de", "fr"]
    assert accented("English") in ana.go("/print").text


PLAIN = re.compile(r"(?<![\w/.-])[a-zA-Z]*[aeiou](?!\u0301)[a-z]+(?![\w./\u0301])")
TITLES = {word for game in GAMES.values() for word in game.title.split()}
PEOPLE = {"Ana", "Ben", "Cai", "Dora", "Eli"}
OURS = TITLES | PEOPLE | {"Cairn", "English", "Deutsch", "Letter", "Table", "code", "kaj", "Nov", "score", "sheet"}


def test_no_english_is_left_on_the_pages_of_one_more_language(pseudo):
    """Names apart, no word has a vowel without its accent."""
    ana = Visitor(pseudo.test_client(), "eo")
    for key in GAMES.keys() - {GAME.key}:
        begun, ended = table_after(pseudo, key, 0.4), table_after(pseudo, key, 1)
        ana.go(f"/t/{begun.code}")
        ana.post(f"/t/{begun.code}/sit", {"csrf_token": ana.token(), "seat": "all"})
        for path in (f"/t/{begun.code}", f"/w/{ended.watch}", f"/r/{ended.watch}", f"/new/{key}", f"/rules/{key}"):
            for address, page in reached(ana, path):
                said = " ".join(html.unescape(text or label) for text, label in SHOWN.findall(page))
                assert set(PLAIN.findall(said)) <= OURS, address


def test_no_english_is_left_on_the_paper_of_one_more_language(pseudo):
    with pseudo.test_request_context():
        for name in DOCUMENTS.keys() - {"game-record", sheet_of(GAME.key).name}:
            page, _again = composed(Choice(name), "eo")
            assert 'lang="eo"' in page
            said = " ".join(html.unescape(text or label) for text, label in SHOWN.findall(page.partition("<body")[2]))
            assert set(PLAIN.findall(said)) <= OURS, name


SHOWN = re.compile(r'>([^<]+)<|(?:aria-label|title|alt|placeholder)="([^"]*)"')
WRONG = {
    "en": r"\w [;:!?](\s|$)|(?<![\w/=])-\d|\.\.\.|\w'\w{3}",
    "de": r" [;:!?](\s|$)|(?<![\w/=])-\d|\.\.\.|\w'\w|[“\"](?=\w)|[«»]",
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
