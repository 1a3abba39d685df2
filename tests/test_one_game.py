"""`make game`: what a game lacks is said in sentences, and what runs is what is about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scoring import GAMES
from tests.one_game import ROOT, is_about, missing


@pytest.mark.parametrize("key", GAMES)
def test_a_game_of_the_house_lacks_nothing(key):
    assert list(missing(key)) == []


def test_every_file_that_a_new_game_lacks_is_named_with_what_it_is_for(monkeypatch):
    assert ["_EVERY" in why for why in missing("chess")] == [True]
    monkeypatch.setitem(GAMES, "chess", replace(GAMES["lutece"], key="chess"))
    lacking = [why.partition(" ")[0].rstrip(":") for why in missing("chess")]
    tests = [f"tests/scoring/chess/{file}.py" for file in ("source", "plain", "test_<what>")]
    pages = [f"templates/chess/{page}.html" for page in ("table", "result", "learn", "count", "count_now")]
    assert lacking == [*tests, *pages, "static/chess.css"]


@pytest.mark.parametrize(
    ("path", "name", "is_one"),
    [
        ("web/test_rules.py", "test_a_page[roll-and-write-en]", True),
        ("web/test_rules.py", "test_a_page[templates/roll_and_write/table.html]", True),
        ("web/test_rules.py", "test_a_page_of_roll-and-write[lutece]", False),
        ("scoring/roll_and_write/test_turns.py", "test_a_throw", True),
        ("test_walls.py", "test_scoring_is_pure", True),
        ("web/test_rules.py", "test_a_page", False),
    ],
)
def test_a_test_is_about_a_game_by_its_folder_its_parameters_or_as_it_looks_into_every_file(path, name, is_one):
    assert is_about(ROOT / "tests" / Path(path), name, "roll-and-write") == is_one
