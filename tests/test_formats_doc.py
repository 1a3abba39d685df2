"""docs/formats.md and the README's examples: what they show is what the commands do."""

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring import GAMES
from scoring.core.log import read_event
from scoring.lutece.cards import KINDS
from scoring.lutece.formats import CARD_FIELDS
from scoring.roll_and_write.pad import KINDS as BOXES
from tests.homes import SOLD

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/formats.md").read_text()
README = (ROOT / "README.md").read_text()
AND_SO_ON = "…"
EXAMPLES = re.findall(
    r"```json\n(?P<file>.*?)```\n```console\n\$ flask (?P<command>\S+) (?P<game>\S+) (?P<name>\S+); echo \$\?\n"
    r"(?P<answer>\{.*?\n\})\n(?P<status>\d)\n```",
    PAGE,
    re.DOTALL,
)


def section(title: str) -> str:
    assert f"\n## {title}\n" in PAGE, f"docs/formats.md needs a section headed “## {title}”, with a table of its events"
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def agrees(shown: Any, real: Any) -> bool:
    """Whether an answer shows what is real: keys may be left out, and a list may end in “…”."""
    match shown:
        case dict():
            return isinstance(real, dict) and all(key in real and agrees(shown[key], real[key]) for key in shown)
        case [*first, last] if last == AND_SO_ON:
            return isinstance(real, list) and len(real) > len(first) and all(map(agrees, first, real))
        case list():
            return isinstance(real, list) and len(real) == len(shown) and all(map(agrees, shown, real))
    return type(shown) is type(real) and shown == real


@pytest.fixture
def run(app):
    def run(*arguments: str, text: str = "") -> Any:
        done = CliRunner().invoke(app.cli, list(arguments), input=text)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    return run


def test_every_block_of_json_on_the_page_is_an_example_with_its_answer():
    missing = "each block of json needs one of console: `$ flask score …; echo $?`, the answer, and the status"
    assert len(EXAMPLES) == PAGE.count("```json") == PAGE.count("```console"), missing


@pytest.mark.parametrize("key", SOLD)
def test_every_game_has_an_example_of_a_position_and_one_of_a_log(key):
    shown = {command for _, command, game, *_ in EXAMPLES if game == key}
    lacking = (
        f"docs/formats.md: `flask score {key}` and `flask referee {key}`, each with its JSON before and its answer"
    )
    assert shown >= {"score", "referee"}, lacking


@pytest.mark.parametrize(
    ("file", "command", "game", "answer", "status"),
    [(file, command, game, answer, status) for file, command, game, _, answer, status in EXAMPLES],
    ids=[f"{command}-{game}-{name}" for _, command, game, name, *_ in EXAMPLES],
)
def test_an_example_gives_the_answer_and_the_exit_status_that_are_shown(run, file, command, game, answer, status):
    done = run(command, game, "-", text=file)
    assert (done.stderr, done.exit_code) == ("", int(status))
    assert agrees(json.loads(answer), json.loads(done.stdout))


def test_what_is_shown_differently_does_not_agree():
    real = {"total": 5, "lines": [{"points": 3}, {"points": 2}]}
    assert agrees({"lines": [{"points": 3}, AND_SO_ON]}, real)
    for wrong in ({"total": 6}, {"total": True}, {"rank": 1}, {"lines": [{"points": 3}]}, {"lines": [AND_SO_ON, 2]}):
        assert not agrees(wrong, real)


def events(title: str) -> list[Mapping[str, Any]]:
    """The events in the tables of a section."""
    return [json.loads(event) for event in re.findall(r"^\| `(\{\"type\".*?\})` \|", section(title), re.MULTILINE)]


@pytest.mark.parametrize("key", SOLD)
def test_every_kind_of_event_is_described_and_can_be_read(key):
    game = GAMES[key]
    setup = game.formats.setup({"players": ["Ana", "Ben"]})
    read = {type(read_event(game, event, setup)) for event in events(game.title)}
    assert read == {*game.moves, *game.entered}, "the table of its events in docs/formats.md has every type of move"


def test_every_word_for_a_card_of_lutece_and_a_box_of_a_pad_is_on_the_page():
    lutece, pads = section(GAMES["lutece"].title), section(GAMES["roll-and-write"].title)
    assert [word for word in (*KINDS, *CARD_FIELDS) if f"`{word}`" not in lutece] == []
    assert [word for word in BOXES if f'`"{word}"`' not in pads] == []


# The README


def commands(document: str) -> list[tuple[list[str], str]]:
    """Each command of a console block, as words, and the lines that follow it."""
    blocks = re.findall(r"```console\n(.*?)```", document, re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(shlex.split(command, comments=True), shown) for command, _, shown in (p.partition("\n") for p in parts)]


def test_the_readme_scores_a_position_as_it_shows(run):
    piped = [(words, shown) for words, shown in commands(README) if "score" in words]
    assert len(piped) == 1
    (echo, position, pipe, flask, *arguments), shown = piped[0]
    assert (echo, pipe, flask) == ("echo", "|", ".venv/bin/flask")
    done = run(*arguments, text=position)
    assert done.exit_code == 0
    pieces = [piece.strip() for piece in shown.split(AND_SO_ON) if piece.strip()]
    assert pieces
    assert [piece for piece in pieces if piece not in done.stdout] == []


def test_the_readme_prints_the_sheets_that_it_names(run, tmp_path, monkeypatch):
    printed = [words for words, _ in commands(README) if "print" in words]
    assert printed
    monkeypatch.chdir(tmp_path)
    for flask, *arguments in printed:
        assert flask == ".venv/bin/flask"
        done = run(*arguments)
        assert (done.output, done.exit_code) == ("", 0)
        assert (tmp_path / arguments[-1]).read_bytes().startswith(b"%PDF")
