"""The type checker sees what a game hands to its own functions: a wrong game does not pass."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("types")  # the checker runs once for all, and two at once share no cache

ROOT = Path(__file__).parents[1]
GAME = """
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.game import Chance, Formats, Game, ViewRequest
from scoring.core.reading import Json
from scoring.core.sheet import Problem, Seat, Sheet
from scoring.core.text import Text


@dataclass(frozen=True)
class Setup:
    players: tuple[str, ...]


@dataclass(frozen=True)
class State:
    pebbles: int


@dataclass(frozen=True)
class Take:
    seat: Seat


@dataclass(frozen=True)
class Count:
    seat: Seat
    pebbles: int


Move = Take | Count


@dataclass(frozen=True)
class Position:
    pebbles: int


@dataclass(frozen=True)
class Board:
    left: int


@dataclass(frozen=True)
class Counting:
    open: bool
    move: Take
    claim: Sequence[Text] | None = None
    doubts: Sequence[Text] = ()


def start(setup: Setup) -> State: return State(9)
def apply(state: State, move: Move) -> State: return state
def takes_only(state: State, move: Take) -> State: return state
def to_act(state: State) -> frozenset[Seat]: return frozenset()
def options(state: State, seat: Seat) -> Iterable[Move]: return [Take(seat)]
def position(state: State) -> Position: return Position(state.pebbles)
def audit(position: Position) -> Sequence[Problem]: return ()
def score(position: Position) -> Sheet: return Sheet(())
def score_of_a_setup(setup: Setup) -> Sheet: return Sheet(())
def tell(state: State, move: Move) -> Sequence[Text]: return ()
def chance(random: Chance, state: State) -> Move: return Take(0)
def board(state: State, asked: ViewRequest[None]) -> Board: return Board(state.pebbles)
def count(state: State, seat: Seat, draft: Move | None, asked: ViewRequest[None]) -> Counting:
    return Counting(True, Take(seat))
def read_setup(settings: Mapping[str, object]) -> Setup: return Setup(())
def settings(setup: Setup) -> dict[str, Json]: return {}
def move(event: Mapping[str, object], setup: Setup) -> Move: return Take(0)
def event(move: Move) -> dict[str, Json]: return {}
def read_position(data: Mapping[str, object]) -> Position: return Position(0)
def holding(position: Position) -> dict[str, Json]: return {}
"""
MADE = """
FORMATS{number} = Formats(read_setup, settings, move, event, read_position, holding)
GAME{number}: Game[Setup, State, Move, Position, Board, Counting, None] = Game(
    key="pebbles",
    title="Pebbles",
    seats=range(2, 5),
    rules=(),
    moves=(Take, Count),
    entered=(Count,),
    start=start,
    apply={apply},
    to_act=to_act,
    options=options,
    position=position,
    audit=audit,
    score={score},
    tell=tell,
    formats=FORMATS{number},
    board={board},
    count={count},
    counted={counted},
    chance=chance,
)
"""
RIGHT = {"apply": "apply", "score": "score", "board": "board", "count": "count", "counted": "Count"}
WRONG = {
    "board and count swapped": {"board": "count", "count": "board"},
    "a score of something else than the position": {"score": "score_of_a_setup"},
    "a move that apply does not know": {"apply": "takes_only"},
    "a count that is no move of the game": {"counted": "Counting"},
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> dict[str, set[str]]:
    """Which arguments of each game the checker complains about; "right" is a game without a fault. One run for all."""
    games = {"right": {}, **WRONG}
    parts = [MADE.format(number=number, **(RIGHT | wrong)) for number, wrong in enumerate(games.values())]
    source = GAME + "".join(parts)
    file = tmp_path_factory.mktemp("types") / "pebbles.py"
    file.write_text(source)
    said = _checked(file, pytestconfig.cache.mkdir("mypy"))
    begins = [source[: source.index(f"FORMATS{number} =")].count("\n") + 1 for number in range(len(games))]
    found: dict[str, set[str]] = {name: set() for name in games}
    for line, message in re.findall(r"pebbles\.py:(\d+): error: (.*)", said):
        game = list(games)[sum(begin <= int(line) for begin in begins) - 1]
        argument = re.search(r'Argument "(\w+)" to "Game"', message)
        found[game].add(argument.group(1) if argument else message)
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
