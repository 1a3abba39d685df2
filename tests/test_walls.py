"""Who may import whom: app → web → referee → (ledger, scoring), and web → printables."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent for path in (ROOT / "scoring").glob("*/RULES.md"))
CORE = sorted((ROOT / "scoring/core").glob("*.py"))
HOUSE = {"app", "web", "referee", "ledger", "scoring", "printables"}
# A wall: a room of the house, and the rooms it may know beside itself.
WALLS = {
    "scoring": set(),
    "ledger": set(),
    "printables": {"scoring"},
    "referee": {"ledger", "scoring"},
    "web": {"referee", "ledger", "scoring", "printables"},
    "app": {"web", "referee", "ledger", "scoring", "printables"},
}


def files(room: str) -> list[Path]:
    one = ROOT / f"{room}.py"
    return [one] if one.exists() else sorted((ROOT / room).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The whole names of what a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield f"{node.module}"


def outsiders(room: str) -> set[str]:
    """The first names of what a room imports, itself and the standard library apart."""
    first = {name.partition(".")[0] for path in files(room) for name in imported(path)}
    return first - {room} - sys.stdlib_module_names


def test_the_house_has_these_rooms_only():
    rooms = {path.stem for path in ROOT.glob("*.py")} | {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert rooms - {"tests", "bench"} <= HOUSE


@pytest.mark.parametrize("room", WALLS)
def test_a_room_knows_only_the_rooms_below_it(room):
    assert outsiders(room) & HOUSE <= WALLS[room]


def test_scoring_imports_the_standard_library_and_itself_only():
    assert outsiders("scoring") == set()


def test_scoring_is_pure():
    """No file, no network, no clock, no chance."""
    loud = {"os", "io", "pathlib", "socket", "urllib", "http", "time", "datetime", "random", "secrets", "subprocess",
            "sqlite3", "threading", "tempfile", "shutil", "logging"}  # fmt: skip
    assert {(path.name, name) for path in files("scoring") for name in imported(path) if name in loud} == set()
    calls = [
        (path.name, node.func.id)
        for path in files("scoring")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("open", "print", "input")
    ]
    assert calls == []


@pytest.mark.parametrize("driver", ["sqlalchemy", "alembic", "sqlite3", "psycopg"])
def test_the_ledger_alone_speaks_sql(driver):
    for room in HOUSE - {"ledger"}:
        names = {name.partition(".")[0] for path in files(room) for name in imported(path)}
        assert driver not in names, room


def test_the_rooms_below_the_web_know_nothing_of_it():
    for room in ("referee", "ledger", "scoring"):
        assert not outsiders(room) & {"flask", "werkzeug", "jinja2", "flask_babel", "wtforms", "weasyprint", "babel"}


def test_one_game_does_not_know_another():
    assert len(GAMES) >= 3
    for game in GAMES:
        for path in game.rglob("*.py"):
            others = {f"scoring.{other.name}" for other in GAMES if other != game}
            assert not [name for name in imported(path) if name.startswith(tuple(others))], path


BESIDE = ("view", "demo", "statistics")  # what a phone shows, games to look at, and what is kept of finished ones


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_the_rules_of_a_game_know_nothing_of_what_stands_beside_them(game):
    """`__init__` alone joins the rules with what a phone shows, with the demo and with the statistics."""
    beside = tuple(f"scoring.{game.name}.{name}" for name in BESIDE)
    rules = [path for path in game.glob("*.py") if path.stem not in ("__init__", *BESIDE)]
    assert len(rules) > 3
    for path in rules:
        assert not [name for name in imported(path) if name.startswith(beside)], path


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_the_rules_of_a_game_name_no_drawing(game):
    drawings = set(re.findall(r'id="([\w-]+)"', (ROOT / "static/shapes.svg").read_text()))
    named = {drawing for drawing in drawings if "-" in drawing}
    assert named
    for path in game.glob("*.py"):
        strings = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
        assert path.stem == "statistics" or not strings & named, path


def test_a_game_is_named_nowhere_but_in_its_own_rooms():
    """A fourth game is folders and one line in GAMES: the shared code knows no game by name."""
    words = {word for game in GAMES for word in (game.name, game.name.replace("_", "-"))}
    below = [*(ROOT / "scoring").glob("*.py"), *CORE]
    shared = [ROOT / "app.py", *files("referee"), *files("web"), *files("ledger"), *below]
    for path in shared:
        if path == ROOT / "scoring/__init__.py":
            continue
        strings = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
        assert not [said for said in strings if isinstance(said, str) and said in words], path


@pytest.mark.parametrize("room", sorted(HOUSE))
def test_every_file_says_what_it_is(room):
    silent = [path.name for path in files(room) if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == []


# What is private elsewhere and has no other door.
OTHERS = {
    "Rule._compile_builder": "Werkzeug compiles each route anew for every app; the tests make hundreds of apps",
    "page._page_box": "WeasyPrint tells nobody else where it has put a box",
    "os._exit": "the documented way for a forked child to end without the parent's farewells",
}


def private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def reached_into(tree: ast.AST) -> Iterator[str]:
    """The private names that a file takes, patches or reads from anything but the object that it is inside of."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom():
                yield from (f"{node.module}.{alias.name}" for alias in node.names if private(alias.name))
            case ast.Attribute(value=ast.Name("self" | "cls") | ast.Call(func=ast.Name("super"))):
                pass
            case ast.Attribute() if private(node.attr):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=args):
                named = [one.value for one in args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                yield from (name for name in named if any(map(private, name.split("."))))


def test_no_test_reaches_into_what_is_private():
    found = {name for path in (ROOT / "tests").rglob("*.py") for name in reached_into(ast.parse(path.read_text()))}
    assert found == set(OTHERS)


def test_what_is_private_is_seen_however_it_is_reached():
    ways = """
from ledger.store import _now
monkeypatch.setattr(store, "_now", None)
monkeypatch.setattr("ledger.store._now", None)
ledger._engine.connect()
self._own, cls._own, super()._own, x.__class__
"""
    reached = ["ledger.store._now", "_now", "ledger.store._now", "ledger._engine"]
    assert sorted(reached_into(ast.parse(ways))) == sorted(reached)
