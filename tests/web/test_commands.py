"""`flask score` and `flask referee`: a position or a log in, one JSON object out; 0 legal, 1 illegal, 2 unreadable."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring import GAMES
from tests.conftest import app_at
from tests.sources import played
from tests.web.lost_cities import START, lay
from web import VERSION
from web.commands import COMMANDS

ROOT = Path(__file__).parents[2]
IELLO = {
    "edition": "iello-2018",
    "colours": 5,
    "players": ["Ana", "Ben"],
    "rounds": [
        [
            {
                "white": ["wager"],
                "yellow": [5, 8, 10],
                "red": ["wager", 4, 5, 6],
                "green": ["wager", "wager", 2, 3, 5, 7, 8, 10],
            },
            {},
        ]
    ],
}


@pytest.fixture
def run(app):
    """Run a command as the shell would: what it prints, what it says went wrong, and its exit status."""

    def run(*arguments: str, text: str | bytes = ""):
        done = CliRunner().invoke(app.cli, list(arguments), input=text)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.stdout, done.stderr, done.exit_code

    return run


def log(*events, **settings):
    return json.dumps({"game": "lost-cities", "players": ["Ana", "Ben"], **settings, "events": list(events)})


def position(*rounds, **settings):
    return json.dumps({"players": ["Ana", "Ben"], **settings, "rounds": list(rounds)})


# Scoring


def test_the_example_of_the_iello_rules_makes_18_in_five_lines_that_add_up(run):
    out, err, status = run("score", "lost-cities", "-", text=json.dumps(IELLO))
    answer = json.loads(out)
    ana = answer["players"][0]
    assert (err, status, answer["legal"], answer["problems"]) == ("", 0, True, [])
    assert (ana["total"], answer["winners"]) == (18, ["Ana"])
    assert sorted(line["points"] for line in ana["lines"]) == [-40, -10, 0, 3, 65]
    assert sum(line["points"] for line in ana["lines"]) == 18
    assert {line["of"]: line["text"] for line in ana["lines"]}["green"] == "35 - 20 = 15, x3 = 45, +20 for 8 cards"
    assert set(ana["lines"][0]) == {"code", "of", "round", "points", "text"}


def test_a_file_is_read_as_well_as_the_standard_input(run, tmp_path):
    (tmp_path / "iello.json").write_text(json.dumps(IELLO))
    assert run("score", "lost-cities", str(tmp_path / "iello.json")) == run(
        "score", "lost-cities", "-", text=json.dumps(IELLO)
    )


def test_an_impossible_position_is_scored_as_far_as_it_can_be_and_exits_1(run):
    out, _, status = run("score", "lost-cities", "-", text=position([{"red": [5, 5]}, {"red": ["wager"] * 9}]))
    answer = json.loads(out)
    assert (status, answer["legal"]) == (1, False)
    assert {problem["code"] for problem in answer["problems"]} == {"one-owner", "three-wagers"}
    assert all(set(problem) == {"code", "text", "seat", "where"} for problem in answer["problems"])
    assert answer["players"][0]["total"] == -10


# The referee


def test_a_legal_log_exits_0_and_lists_no_ruling(run):
    out, err, status = run("referee", "lost-cities", "-", text=log(START, lay(0, "red-7")))
    answer = json.loads(out)
    assert (err, status) == ("", 0)
    assert (answer["legal"], answer["applied"], answer["rulings"], answer["finished"]) == (True, 2, [], False)
    assert answer["result"]["players"][0]["total"] == -13


def test_an_illegal_event_is_reported_and_skipped_and_the_others_still_count(run):
    draw = {"type": "draw", "seat": 0, "from": "deck"}
    events = [START, lay(0, "red-7"), draw, lay(0, "red-5"), lay(1, "blue-4")]
    out, _, status = run("referee", "lost-cities", "-", text=log(*events))
    answer = json.loads(out)
    assert (status, answer["legal"], answer["applied"]) == (1, False, 4)
    assert [(ruling["index"], ruling["code"], ruling["event"]) for ruling in answer["rulings"]] == [
        (3, "not-your-turn", events[3])
    ]
    assert [player["total"] for player in answer["result"]["players"]] == [-13, -16]


@pytest.mark.parametrize("key", GAMES)
def test_a_random_game_of_every_kind_is_legal_to_its_end(run, key):
    game = played(key, 0)
    out, err, status = run("referee", key, "-", text=json.dumps(game.log()))
    answer = json.loads(out)
    assert (err, status) == ("", 0)
    assert (answer["legal"], answer["finished"], answer["applied"]) == (True, True, len(game.moves))
    written = game.game.formats.holding(game.game.position(game.states[-1]))
    scored = json.loads(run("score", key, "-", text=json.dumps(written))[0])
    assert scored["players"] == answer["result"]["players"]


# What cannot be read

UNREADABLE = {
    "half a JSON": '{"players": ["Ana", "Ben"], "rounds": [[{"red": [2,',
    "broken UTF-8": b'{"players": ["Ana\xff", "Ben"], "rounds": []}',
    "UTF-16": '{"players": []}'.encode("utf-16"),
    "deep nesting": "[" * 100_000 + "]" * 100_000,
    "a lone surrogate in a key": '{"\\udfff": 1}',
    "a list": "[]",
    "an unknown key with a line of its own": '{"a\\nb\\u2028c": 1}',
    "an endless key": json.dumps({"x" * 100_000: 1}),
    "another game": json.dumps({**IELLO, "game": "lutece"}),
    "card 11": position([{"red": [11]}, {}]),
}


@pytest.mark.parametrize("what", UNREADABLE)
@pytest.mark.parametrize("command", ["score", "referee"])
def test_what_cannot_be_read_is_one_line_on_standard_error_and_exits_2(run, what, command):
    out, err, status = run(command, "lost-cities", "-", text=UNREADABLE[what])
    assert (out, status) == ("", 2)
    assert err.count("\n") == 1
    assert 5 < len(err) < 400
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [["/no/such/file"], ["--lines", "/no/such/file"], ["/tmp"], ["--lines", "/tmp"]])
@pytest.mark.parametrize("command", ["score", "referee"])
def test_a_file_that_is_not_there_is_one_line_too(run, command, arguments):
    out, err, status = run(command, "lost-cities", *arguments)
    assert (out, err.count("\n"), status) == ("", 1, 2)
    assert arguments[-1] in err


@pytest.mark.parametrize("event", [{"type": "lay"}, {"type": "magic"}, 7, None, [], {"type": ["lay"]}, {"type": None}])
def test_an_event_that_is_none_makes_the_log_unreadable_and_is_named(run, event):
    out, err, status = run("referee", "lost-cities", "-", text=log(START, event))
    assert (out, status) == ("", 2)
    assert err.startswith("Event 1: ")


def test_an_event_of_a_correction_that_is_none_is_named_with_its_change(run):
    change = {"at": 0, "insert": [START, {"type": "lay"}]}
    _out, err, status = run("referee", "lost-cities", "-", text=log(START, {"type": "amend", "changes": [change]}))
    assert status == 2
    assert err.startswith("Event 1: amend.changes[0].insert[1]: ")


def test_a_sentence_keeps_its_french_spaces_on_standard_error(run):
    _out, err, status = run("score", "lost-cities", "--lang", "fr", "-", text=position([{"red": [1]}, {}]))
    assert status == 2
    assert err == "rounds[0][0].red[0]\u202f: un nombre entier de 2 à 10 est attendu.\n"


def test_the_version_is_where_somebody_looks_when_something_goes_wrong(app, visitor):
    assert app.test_cli_runner().invoke(args=["version"]).output == f"Cairn {VERSION}\n"
    assert f"Cairn {VERSION}" in visitor().go("/data").text


def test_a_game_that_is_none_is_refused(run):
    _, err, status = run("score", "chess", "-")
    assert status == 2
    assert "Traceback" not in err


# Many at once


def test_a_line_that_cannot_be_read_answers_an_error_and_the_others_still_count(run):
    good, bad = json.dumps(IELLO).encode(), b'{"players": ["\xff"]}'
    text = b"\n".join([good, b"{", bad, b"", good])
    out, err, status = run("score", "lost-cities", "--lines", "-", text=text)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (err, status, len(answers)) == ("", 2, 5)
    assert [set(answer) == {"error"} for answer in answers] == [False, True, True, True, False]
    assert answers[0] == answers[4]


def test_lines_exit_with_the_worst_of_them(run):
    legal, illegal = json.dumps(IELLO), position([{"red": [5, 5]}, {}])
    assert run("score", "lost-cities", "--lines", "-", text=f"{legal}\n{legal}\n")[2] == 0
    assert run("score", "lost-cities", "--lines", "-", text=f"{legal}\n{illegal}\n{legal}\n")[2] == 1
    assert run("score", "lost-cities", "--lines", "-", text="")[2] == 0


def test_a_finished_log_of_legal_counts_that_make_no_possible_position_exits_1(run):
    """Each count may be right, and still nobody circled the bridge that both crossed; under way somebody may yet."""
    crossed = {"expeditions": {"red": {"numbers": [1, 1, 2, 3, 5, 8, 8]}}}
    events = [{"type": "count", "seat": seat, "sheet": crossed} for seat in (0, 1)]
    halfway, over = (json.dumps({"players": ["Ana", "Ben"], "events": events[:many]}) for many in (1, 2))
    assert run("referee", "roll-and-write", "-", text=halfway)[2] == 0
    out, _, status = run("referee", "roll-and-write", "-", text=over)
    assert (status, json.loads(out)["legal"], json.loads(out)["result"]["legal"]) == (1, True, False)
    assert run("referee", "roll-and-write", "--lines", "-", text=f"{halfway}\n{over}\n{halfway}\n")[2] == 1


def test_a_command_is_as_it_was_however_many_applications_have_it(app):
    before = [command.callback for command in COMMANDS]
    app_at(app.config["DATABASE_URL"])
    assert [command.callback for command in COMMANDS] == before


def test_it_works_from_a_real_shell(tmp_path):
    """As the issue has it: printf '…' | flask score lost-cities -"""
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/cairn.db", "SECRET_KEY": "for the tests", "LC_ALL": "C"}
    command = [sys.executable, "-m", "flask", "score", "lost-cities", "-"]
    done = subprocess.run(
        command, cwd=ROOT, input=json.dumps(IELLO), text=True, capture_output=True, env={**os.environ, **settings}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["players"][0]["total"] == 18
