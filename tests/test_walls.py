"""Who may import whom: app → web → referee → (ledger, scoring), and web → printables."""

import ast
import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from printables.drawing import SYMBOL
from scoring import GAMES
from tests import fourth_game
from tests.homes import SOLD, home

ROOT = Path(__file__).parents[1]
FOLDERS = [home(key) for key in GAMES]
HOUSE = {"app", "web", "referee", "ledger", "scoring", "printables", "photos", "pocket"}
# A wall: a room of the house, and the rooms it may know beside itself.
WALLS = {
    "scoring": set(),
    "ledger": set(),
    "printables": {"scoring"},
    "photos": {"printables", "scoring"},
    "referee": {"ledger", "scoring"},
    "web": {"referee", "ledger", "scoring", "printables", "photos"},
    "app": {"web", "referee", "ledger", "scoring", "printables", "photos"},
    "pocket": {"app", "web", "ledger", "scoring", "printables"},
}


def files(room: str) -> list[Path]:
    one = ROOT / f"{room}.py"
    return [one] if one.exists() else sorted((ROOT / room).rglob("*.py"))


@cache
def imported(path: Path) -> frozenset[str]:
    """The whole names of what a file imports, wherever in it: of files, or of what stands in them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def outsiders(room: str) -> set[str]:
    """The first names of what a room imports, itself and the standard library apart."""
    first = {name.partition(".")[0] for path in files(room) for name in imported(path)}
    return first - {room} - sys.stdlib_module_names


def test_no_two_files_name_each_other():
    """Not for their types either, and not by way of others."""
    every = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for room in HOUSE for path in files(room)}
    every = {name.removesuffix(".__init__"): path for name, path in every.items()}
    known = {
        name: {one if one in every else one.rpartition(".")[0] for one in imported(path)}
        for name, path in every.items()
    }
    assert every.keys() <= set(TopologicalSorter(known).static_order())


def test_the_house_has_these_rooms_only():
    rooms = {path.stem for path in ROOT.glob("*.py")} | {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert rooms - {"tests", "bench"} <= HOUSE


def test_the_bench_measures_the_games_of_the_house_and_no_others():
    asked = "import bench.__main__, scoring; print(*scoring.GAMES)"
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True)
    assert set(told.stdout.split()) == set(SOLD)


@pytest.mark.parametrize("room", WALLS)
def test_a_room_knows_only_the_rooms_below_it(room):
    assert outsiders(room) & HOUSE <= WALLS[room]


def test_scoring_imports_the_standard_library_and_itself_only():
    assert outsiders("scoring") == set()


def test_scoring_is_pure():
    """No file, no network, no clock, no chance."""
    loud = {"os", "io", "pathlib", "socket", "urllib", "http", "time", "datetime", "random", "secrets", "subprocess",
            "sqlite3", "threading", "tempfile", "shutil", "logging"}  # fmt: skip
    heard = {(path.name, name) for path in files("scoring") for name in imported(path)}
    assert {(path, name) for path, name in heard if name.partition(".")[0] in loud} == set()
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
    assert len(FOLDERS) >= 4
    for game in FOLDERS:
        for path in game.rglob("*.py"):
            others = {package(other) for other in FOLDERS if other != game}
            assert not [name for name in imported(path) if name.startswith(tuple(others))], path


def package(game: Path) -> str:
    return ".".join(game.relative_to(ROOT).parts)


BESIDE = ("view", "demo", "statistics", "review")  # what a phone shows, games to look at, what finished ones say


@pytest.mark.parametrize("game", FOLDERS, ids=lambda game: game.name)
def test_the_rules_of_a_game_know_nothing_of_what_stands_beside_them(game):
    """`__init__` alone joins the rules with what a phone shows, with the demo and with the statistics."""
    beside = tuple(f"{package(game)}.{name}" for name in BESIDE)
    rules = [path for path in game.glob("*.py") if path.stem not in ("__init__", *BESIDE)]
    assert len(rules) > 3
    for path in rules:
        assert not [name for name in imported(path) if name.startswith(beside)], path


def drawn() -> dict[str, list[str]]:
    """The names of the symbols, file by file."""
    files = {path.name: SYMBOL.findall(path.read_text()) for path in (ROOT / "static").glob("*.svg")}
    return {file: [name for name, _ in symbols] for file, symbols in files.items() if symbols}


def test_a_symbol_has_one_name_and_stands_with_the_game_that_alone_shows_it():
    names = [name for file in drawn().values() for name in file]
    assert len(names) == len(set(names))
    folders = {key.replace("-", "_") for key in SOLD}
    pages = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name not in folders]
    shown = "".join(path.read_text() for path in pages)
    assert [name for name in drawn()["shapes.svg"] if f"('{name}')" not in shown] == []


@pytest.mark.parametrize("game", FOLDERS, ids=lambda game: game.name)
def test_the_rules_of_a_game_name_no_drawing(game):
    named = {name for names in drawn().values() for name in names if "-" in name}
    assert named
    for path in game.glob("*.py"):
        strings = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
        assert path.stem == "statistics" or not strings & named, path


# Who tells people of the games may name them; so may what plays them to try and to measure the house.
TELLS = ("README.md", "CHANGELOG.md", "LICENSE", "docs/", "translations/", "scoring/__init__.py")
TRIES = ("tests/", "bench/")
REGISTERS = {**dict.fromkeys(SOLD, (*TELLS, *TRIES)), fourth_game.GAME.key: ("tests/fourth_game/",)}


def pattern(*names: str) -> re.Pattern[str]:
    """These names however they are written: with a space, a dash, an ampersand, a tag between, or in one word."""
    words = [re.findall(r"[^\W_]+", name) for name in names]
    return re.compile("|".join(r"(?:<\w+>|amp;|[\W_])*".join(parts) for parts in words), re.IGNORECASE)


NAMES = {key: pattern(key, GAMES[key].title.rpartition(": ")[2]) for key in GAMES}


def named(path: str, text: str) -> set[str]:
    """The games that a file names and that are not at home there: who is at home is named in the path."""
    at_home = {key for key in GAMES if NAMES[key].search(path) or path.startswith(REGISTERS[key])}
    for key in at_home:
        text = pattern(GAMES[key].title).sub("", text)
    return {key for key in GAMES.keys() - at_home if NAMES[key].search(text)}


def shared() -> Iterator[tuple[str, str]]:
    """Every file that is kept, of any kind, with its text; pictures and fonts have none."""
    kept = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    assert kept.returncode == 0, kept.stderr
    for name in kept.stdout.splitlines():
        with contextlib.suppress(UnicodeDecodeError, FileNotFoundError):
            yield name, (ROOT / name).read_text(encoding="utf-8")


def test_a_game_is_named_nowhere_but_in_its_own_rooms():
    """One more game is folders and a line in GAMES: what is shared names none, in no file, as part of no word."""
    assert {name: sorted(found) for name, text in shared() if (found := named(name, text))} == {}


@pytest.mark.parametrize(
    "text",
    ["lost_cities", "lost-cities", "LostCities", "Lost Cities", "a-lutece-b", "# Lutèce", "Roll &amp; Write"],
)
def test_a_name_is_found_however_it_is_written(text):
    assert named("static/app.css", text)
    assert not named("scoring/lost_cities/cards.py", "Lost Cities")
    assert named("scoring/lost_cities/cards.py", "Lutèce")


def test_a_sign_of_a_game_stands_in_no_shared_page_style_or_script():
    """Each game marks its own classes with the one that its table has, as in `lc` or `lu-tabs`."""
    tables = [(key, ROOT / "templates" / key.replace("-", "_") / "table.html") for key in SOLD]
    found = {key: re.findall(r'id="table"\s+class="(\w+)', table.read_text()) for key, table in tables}
    assert [key for key in found if not found[key]] == [], 'no class right after id="table"'
    marks = {key: mark for key, (mark, *_) in found.items()}
    mark = re.compile(rf"(?<![\w-])(?:{'|'.join(marks.values())})(?![\w])")
    pages = [(name, text) for name, text in shared() if re.match(r"(templates|static)/.*\.(html|css|js)$", name)]
    ours = [(name, text) for name, text in pages if not any(NAMES[key].search(name) for key in SOLD)]
    assert len(ours) > 40
    assert [(name, mark.findall(text)) for name, text in ours if "vendor/" not in name and mark.search(text)] == []


def test_no_test_keeps_a_table_of_games():
    """What tests need to know of one game stands in its `source.py`: a new game must find every table filled."""
    own = [ROOT / "tests/scoring" / key.replace("-", "_") for key in SOLD]
    paths = [path for path in (ROOT / "tests").rglob("*.py") if path.parent not in own]
    tables = [(path.name, node) for path in paths for node in ast.walk(ast.parse(path.read_text())) if by_game(node)]
    assert [(name, ast.unparse(node)) for name, node in tables] == []


def by_game(node: ast.AST) -> bool:
    """Whether it is a dictionary that has games as keys."""
    keys = node.keys if isinstance(node, ast.Dict) else ()
    return any(isinstance(key, ast.Constant) and key.value in SOLD for key in keys)


def test_a_table_of_games_is_seen():
    assert by_game(ast.parse('{"lost-cities": 1, **more}', mode="eval").body)
    assert not by_game(ast.parse('{"game": "lost-cities", 1: [2]}', mode="eval").body)


@pytest.mark.parametrize("room", sorted(HOUSE))
def test_every_file_says_what_it_is(room):
    silent = [path.name for path in files(room) if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == []


# What is private elsewhere and has no other door.
OTHERS = {
    "page._page_box": "WeasyPrint tells nobody else where it has put a box",
}


def private(name: str) -> bool:
    """`_` is not: it marks a text."""
    return name.startswith("_") and not name.endswith("__") and name != "_"


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
