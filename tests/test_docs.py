"""What is written down: every rule in its RULES.md (tests/raised.py: and in a test), every setting in the README."""

import dataclasses
import re
from pathlib import Path

import pytest

from scoring import GAMES
from scoring.core.game import Game
from scoring.core.rule import Rule
from tests.homes import home
from web import VERSION

ROOT = Path(__file__).parents[1]
ALL_RULES = [(key, rule) for key, game in GAMES.items() for rule in game.rules]
by_code = pytest.mark.parametrize(("key", "rule"), ALL_RULES, ids=[rule.code for _, rule in ALL_RULES])


@by_code
def test_every_rule_stands_in_its_rules_file(key: str, rule: Rule):
    rules = (home(key) / "RULES.md").read_text()
    assert f"`{rule.code}`" in rules or f"`{rule.clause}`" in rules


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_file_names_no_rule_that_is_gone(key):
    rules = (home(key) / "RULES.md").read_text()
    known = {rule.code for rule in GAMES[key].rules}
    assert set(re.findall(rf"`({key}/[a-z-]+)`", rules)) <= known


def settings() -> set[str]:
    """Every environment variable that app.py reads."""
    return set(re.findall(r"os\.environ(?:\.get\(|\[)\"([A-Z_]+)\"", (ROOT / "app.py").read_text()))


def test_every_setting_stands_in_the_readme():
    assert {"SECRET_KEY", "DATABASE_URL", "PUBLIC_URL"} <= settings()
    readme = (ROOT / "README.md").read_text()
    assert [name for name in sorted(settings()) if f"`{name}`" not in readme] == []


def test_the_readme_says_both_commands_to_start_and_to_test():
    readme = (ROOT / "README.md").read_text()
    assert "make test" in readme
    assert re.search(r"^\s*make\s*(#.*)?$|`make`", readme, re.MULTILINE)


def test_the_changelog_begins_with_the_version_that_cairn_names():
    newest = re.search(r"^## (\S+),", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest
    assert newest[1] == VERSION


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", ".ci/run", "Makefile"])
def test_the_habits_of_the_project_are_there(path):
    assert (ROOT / path).exists()


PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md")),
]


@pytest.mark.parametrize("path", PAGES)
def test_what_a_document_links_to_is_there(path):
    page = ROOT / path
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("decision", sorted(ROOT.glob("docs/decisions/*.md")), ids=lambda path: path.stem)
def test_a_decision_fits_on_a_page(decision):
    words = re.findall(r"\S*\w\S*", decision.read_text())
    assert len(words) <= 400


@pytest.mark.parametrize("path", ["requirements.txt", "requirements-server.txt", "requirements-dev.txt"])
def test_every_requirement_has_its_exact_version(path):
    lines = [line.partition("#")[0].strip() for line in (ROOT / path).read_text().splitlines()]
    wanted = [line for line in lines if line and not line.startswith("-r ")]
    assert [line for line in wanted if not re.fullmatch(r"[\w.-]+(\[[\w,]+\])?==[\w.]+", line)] == []


def named(path: str) -> dict[str, str]:
    """What a file of requirements names: the versions by the names as the index writes them."""
    found = re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==([\w.]+)", (ROOT / path).read_text(), re.MULTILINE)
    return {re.sub("[-_.]+", "-", name).lower(): version for name, version in found}


@pytest.mark.parametrize("path", ["requirements", "requirements-server", "requirements-dev"])
def test_the_lock_names_what_is_required_and_the_sums_of_its_files(path):
    """Besides only what these bring along."""
    locked = re.sub("^#.*\n", "", (ROOT / f"{path}.lock").read_text(), flags=re.MULTILINE)
    whole = r"[\w.-]+==[\w.]+( ; .+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    assert re.fullmatch(f"({whole})+", locked)
    assert named(f"{path}.txt").items() <= named(f"{path}.lock").items()


def test_the_vendored_scripts_are_the_ones_whose_sums_are_kept():
    from hashlib import sha256

    folder = ROOT / "static/vendor"
    sums = dict(reversed(line.split()) for line in (folder / "SHA256SUMS").read_text().splitlines() if line)
    scripts = {path.name for path in folder.glob("*.js")}
    assert scripts <= set(sums)
    for name, expected in sums.items():
        assert sha256((folder / name.lstrip("*")).read_bytes()).hexdigest() == expected, name


def said_of_a_game(begins: str) -> set[str]:
    """The parts that a line of "Adding a game" names."""
    (line,) = [line for line in (ROOT / "CONTRIBUTING.md").read_text().splitlines() if line.strip().startswith(begins)]
    return {field.name for field in dataclasses.fields(Game)} & set(re.findall(r"`(\w+)`", line))


def test_what_a_game_must_and_may_bring_is_written_down():
    needed = {field.name for field in dataclasses.fields(Game) if field.default is dataclasses.MISSING}
    assert said_of_a_game("- A game brings") == needed
    assert said_of_a_game("- It may bring") - needed == {field.name for field in dataclasses.fields(Game)} - needed
