"""`make game GAME=<key>`: all that one game must pass, and nothing else.

`python -m tests.one_game <key>` first says in one sentence each what is missing that no test could do without.
`pytest --game <key>` then runs the tests of the game's own folder, every test that is run for each game (its name
stands in the brackets of the test's id), and those that look into every file.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from printables import has_record

ROOT = Path(__file__).parents[1]
EVERY_FILE = {f"test_{name}.py" for name in ("docs", "formats_doc", "layout", "styles", "walls", "words")}
SOURCE = ("AGREED", "LAST_TAPS", "settings", "universe", "reading")
COUNTED = ("count", "two_counts", "position")
PRINTED = ("PRINTED", "SHEETS")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", metavar="KEY", help="run only what this game must pass")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    key = config.getoption("game")
    if not key:
        return
    kept = [item for item in items if is_about(item.path, item.name, key)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def is_about(path: Path, name: str, key: str) -> bool:
    """True of a test that this game must pass; one that looks into every file need not look into those of others."""
    folder = key.replace("-", "_")
    _name, _bracket, looked_into = name.partition("[")
    if path.parent == ROOT / "tests" / "scoring" / folder:
        return True
    if path.name in EVERY_FILE and not re.search(r"[./]", looked_into):
        return True
    return re.search(rf"(?<!\w)({key}|{folder})(?![a-z])", looked_into) is not None


def missing(key: str) -> Iterator[str]:
    """What a game needs before any test of it can be run."""
    folder = key.replace("-", "_")
    tests = f"tests/scoring/{folder}"
    try:
        from tests.fourth_game import GAME, GAMES
    except ImportError as error:
        yield f"scoring/ cannot be imported: {error}."
        return
    if key not in GAMES:
        yield f"scoring/__init__.py: import {folder}, and put {folder}.GAME (with the key “{key}”) into _EVERY."
        return
    for file, why in {
        f"{tests}/source": "what tests need to know of the game, see tests/sources.py",
        f"tests/oracle/{folder}": "the second referee: the rules written again, plainly and without scoring/, as a "
        f"class Plain(Second), see tests/oracle/plain_log.py and tests/oracle/{GAME.key}.py",
    }.items():
        if not (ROOT / f"{file}.py").exists():
            yield f"{file}.py: {why}."
    if not list((ROOT / tests).glob("test_*.py")):
        yield f"{tests}/test_<what>.py: tests that raise every rule, as tests/scoring/{GAME.key} has them."
    needed = [*SOURCE, *(COUNTED if GAMES[key].count else ()), *(PRINTED if has_record(key) else ())]
    yield from _missing_in_source(f"{tests}/source.py", needed)
    yield from _missing_pages(key, folder)
    if not has_record(key) and any(_stands_in(f"{tests}/source.py", name) for name in PRINTED):
        yield (
            f"printables/{folder}_sheet: `DOCUMENT` in its __init__.py with a `summary`, sheet.html and sheet.css, as "
            f"CONTRIBUTING says under “The paper”; a game without paper has no {' and no '.join(PRINTED)} in source.py."
        )


def _missing_in_source(path: str, needed: Sequence[str]) -> Iterator[str]:
    for name in needed if (ROOT / path).exists() else ():
        if not _stands_in(path, name):
            yield f"{path} needs `{name}`: tests/sources.py says what it gives."


def _stands_in(path: str, name: str) -> bool:
    """True if a file says of something what it is, or imports it."""
    text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
    return re.search(rf"^(def {name}\(|{name}\b)|import .*\b{name}\b", text, re.MULTILINE) is not None


def _missing_pages(key: str, folder: str) -> Iterator[str]:
    """The templates and the style sheet; of the tests' own game they stand beside it."""
    from tests.fourth_game import GAMES, HERE

    roots = (ROOT, HERE)
    count = GAMES[key].count
    pages = ["table", "result", "learn"]
    pages += ["count"] if count else []
    pages += ["count_now"] if count and count.now else []
    needed = [*(f"templates/{folder}/{page}.html" for page in pages), f"static/{folder}.css"]
    for path in needed:
        if not any((root / path).exists() for root in roots):
            yield f"{path} is missing: CONTRIBUTING says under “The pages” what it is, and tests/fourth_game has one."


def main(key: str) -> int:
    """Say what is missing; the exit code is 1 if anything is."""
    if not key:
        print("make game GAME=<the key of the game>")  # noqa: T201
        return 1
    demands = list(missing(key))
    print("\n".join(demands) or f"{key}: all files are there.", flush=True)  # noqa: T201
    return bool(demands)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
