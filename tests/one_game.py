"""`make game GAME=<key>`: all that one game must pass, and nothing else.

`python -m tests.one_game <key>` first says in one sentence each what is missing that no test could do without.
`pytest --game <key>` then runs the tests of the game's own folder, every test that is run for each game (its name
stands in the brackets of the test's id), and those that look into every file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EVERY_FILE = {f"test_{name}.py" for name in ("docs", "formats_doc", "layout", "styles", "walls", "words")}
SOURCE = ("AGREED", "LAST_TAPS", "settings", "universe", "reading")
COUNTED = ("count", "two_counts", "position")


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
    """Whether a test is one that this game must pass."""
    folder = key.replace("-", "_")
    if path.parent == ROOT / "tests" / "scoring" / folder or path.name in EVERY_FILE:
        return True
    return re.search(rf"(?<!\w)({key}|{folder})(?![a-z])", name.partition("[")[2]) is not None


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
    example = f"tests/scoring/{GAME.key}"
    for file, why in {
        "source": "what tests need to know of the game, see tests/sources.py",
        "plain": "the second referee: the rules written again, plainly and without scoring/, as a class Plain(Second), "
        f"see tests/plain_log.py and {example}/plain.py",
    }.items():
        if not (ROOT / tests / f"{file}.py").exists():
            yield f"{tests}/{file}.py: {why}."
    if not list((ROOT / tests).glob("test_*.py")):
        yield f"{tests}/test_<what>.py: tests that raise every rule of the game, as those in {example} do."
    yield from _missing_in_source(f"{tests}/source.py", (*SOURCE, *(COUNTED if GAMES[key].count else ())))
    yield from _missing_pages(key, folder)


def _missing_in_source(path: str, needed: Sequence[str]) -> Iterator[str]:
    text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
    for name in needed if text else ():
        if not re.search(rf"^(def {name}\(|{name}\b)|import .*\b{name}\b", text, re.MULTILINE):
            yield f"{path} needs `{name}`: tests/sources.py says what it gives."


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
