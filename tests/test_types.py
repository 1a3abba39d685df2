"""The type checker sees what a game hands to its own functions: a wrong game does not pass."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("types")  # the checker runs once for all, and two at once share no cache

ROOT = Path(__file__).parents[1]
GAME = """
from dataclasses import replace
from typing import cast

from scoring.core.game import FinalCount
from scoring.core.sheet import Sheet
from scoring.lost_cities import GAME
from scoring.lost_cities.moves import Draw
from scoring.lost_cities.rules import State
from scoring.lost_cities.score import Setup
from scoring.lost_cities.view.count import Counting


def draws_only(state: State, move: Draw) -> State: return state
def score_of_a_setup(setup: Setup) -> Sheet: return Sheet(())
"""
WRONG = {
    "board and count swapped": {"board": "GAME.count", "count": "GAME.board"},
    "a score of something else than the position": {"score": "score_of_a_setup"},
    "a move that apply does not know": {"apply": "draws_only"},
    "a count that is no move of the game": {"count": "cast('FinalCount[State, Sheet, Counting, None]', GAME.count)"},
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> dict[str, set[str]]:
    """Which arguments of each game the checker complains about; "right" is a game without a fault. One run for all."""
    games = {"right": {"board": "GAME.board", "count": "GAME.count", "score": "GAME.score"}, **WRONG}
    made = [f"replace(GAME, {', '.join(f'{name}={what}' for name, what in parts.items())})" for parts in games.values()]
    file = tmp_path_factory.mktemp("types") / "game.py"
    file.write_text(GAME + "\n".join(made))
    found: dict[str, set[str]] = {name: set() for name in games}
    for line, message in re.findall(r"game\.py:(\d+): error: (.*)", _checked(file, pytestconfig.cache.mkdir("mypy"))):
        argument = re.search(r'Argument "(\w+)" to "replace"', message)
        found[list(games)[int(line) - GAME.count("\n") - 1]].add(argument.group(1) if argument else message)
    return found


def _checked(file: Path, cache: Path) -> str:
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file=", str(file)]
    paths = {"MYPYPATH": str(ROOT), "MYPY_CACHE_DIR": str(cache)}
    run = subprocess.run(command, cwd=file.parent, env=os.environ | paths, capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def test_a_game_whose_parts_fit_passes(seen: dict[str, set[str]]):
    assert seen["right"] == set()


@pytest.mark.parametrize("fault", WRONG)
def test_a_game_whose_parts_do_not_fit_does_not_pass(seen: dict[str, set[str]], fault: str):
    assert seen[fault] == set(WRONG[fault])
