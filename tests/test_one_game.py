"""`make game`: what a game lacks is said in sentences, and what runs is what is about it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from printables import DOCUMENTS, sheet_of
from scoring import GAMES
from tests.catalogues import TRANSLATED
from tests.fourth_game import GAME
from tests.fourth_game.__main__ import CATALOGUES, begin
from tests.one_game import ROOT, is_about, missing


@pytest.mark.parametrize("key", GAMES)
def test_a_game_of_the_house_lacks_nothing(key):
    assert list(missing(key)) == []


def test_every_file_that_a_new_game_lacks_is_named_with_what_it_is_for(monkeypatch):
    assert ["_EVERY" in why for why in missing("chess")] == [True]
    monkeypatch.setitem(GAMES, "chess", replace(GAMES["lutece"], key="chess"))
    lacking = [why.partition(" ")[0].rstrip(":") for why in missing("chess")]
    tests = ["tests/scoring/chess/source.py", "tests/oracle/chess.py", "tests/scoring/chess/test_<what>.py"]
    pages = [f"templates/chess/{page}.html" for page in ("table", "result", "learn", "count", "count_now")]
    assert lacking == [*tests, *pages, "static/chess.css"]


def test_a_game_that_says_that_it_has_paper_needs_a_document(monkeypatch):
    document = sheet_of(GAME.key)
    monkeypatch.delitem(DOCUMENTS, document.name)
    assert [why.partition(":")[0] for why in missing(GAME.key)] == [f"printables/{GAME.key}_sheet"]


@pytest.mark.parametrize(
    ("path", "name", "is_one"),
    [
        ("web/test_rules.py", "test_a_page[roll-and-write-en]", True),
        ("web/test_rules.py", "test_a_page[templates/roll_and_write/table.html]", True),
        ("web/test_rules.py", "test_a_page_of_roll-and-write[lutece]", False),
        ("scoring/roll_and_write/test_rules.py", "test_a_throw", True),
        ("test_walls.py", "test_scoring_is_pure", True),
        ("test_layout.py", "test_a_line[templates/roll_and_write/table.html]", True),
        ("test_layout.py", "test_a_line[templates/lutece/table.html]", False),
        ("web/test_rules.py", "test_a_page", False),
    ],
)
def test_a_test_is_about_a_game_by_its_folder_its_parameters_or_as_it_looks_into_every_file(path, name, is_one):
    assert is_about(ROOT / "tests" / Path(path), name, "roll-and-write") == is_one


def test_a_game_is_begun_from_the_small_one_with_all_its_files_under_its_own_name(tmp_path):
    catalogues = [tmp_path / CATALOGUES.format(language) for language in TRANSLATED]
    for catalogue in catalogues:
        catalogue.parent.mkdir(parents=True)
    written = begin(tmp_path, "chess", "Chess")
    names = {str(path.relative_to(tmp_path)) for path in written}
    assert {"scoring/chess/rules.py", "templates/chess/table.html", "printables/chess_sheet/sheet.html"} < names
    assert {"static/chess.css", "tests/scoring/chess/test_chess.py", "tests/oracle/chess.py"} < names
    said = "".join(path.read_text() for path in [*written, *catalogues])
    assert not re.search(f"fourth_game|{GAME.key}", said, re.IGNORECASE)
    with pytest.raises(FileExistsError):
        begin(tmp_path, "chess", "Chess")
