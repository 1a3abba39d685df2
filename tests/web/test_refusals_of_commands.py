"""What a command cannot do is said in one line; what it does not need is not asked for."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.cli import FlaskGroup

import ledger
from app import create_app
from ledger.migrations import head
from tests.conftest import ROOT, free_port
from tests.patience import SECONDS
from web.rendering.i18n import TRANSLATIONS, compile_catalogues

NONSENSE = "nonsense"
UNREACHABLE = [NONSENSE, "mysql://here/cairn", "sqlite://", "postgresql://ana:sesame@127.0.0.1:1/cairn"]
UNREACHABLE += ["sqlite:///{file}/x.db", "sqlite:///{file}", "sqlite:///{folder}"]
POSITION = json.dumps({"players": ["Ana", "Ben"], "rounds": []})
LOG = json.dumps({"game": "lost-cities", "players": ["Ana", "Ben"], "events": []})


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """A command as the shell gives it, in an environment of its own: output, what went wrong, exit status."""
    monkeypatch.setenv("FLASK_RUN_FROM_CLI", "false")
    (tmp_path / "file").write_text("a file, and no folder")
    monkeypatch.setattr(Flask, "auto_find_instance_path", lambda _app: str(tmp_path / "file" / "instance"))
    monkeypatch.delenv("SECRET_KEY", raising=False)
    usual = {"SECRET_KEY": "for the tests", "DATABASE_URL": f"sqlite:///{tmp_path}/cairn.db"}

    def shell(*arguments: object, text: str = "", **environment: str | None):
        words = [str(argument) for argument in arguments]
        words += ["--port", str(free_port())] if words[0] == "announce" else []
        group = FlaskGroup(create_app=create_app)
        done = CliRunner().invoke(group, words, input=text, env={**usual, **environment})
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.stdout, done.stderr, done.exit_code

    return shell


@pytest.fixture
def kept(tmp_path) -> Path:
    """The file of the ledger that the shell's commands keep."""
    ledger.Ledger.opened(f"sqlite:///{tmp_path}/cairn.db").close()
    return tmp_path / "cairn.db"


def in_one_line(done: tuple[str, str, int]) -> str:
    out, err, status = done
    assert (out, err.count("\n")) == ("", 1), err
    assert status in (1, 2)
    return err


# What is not needed


@pytest.mark.parametrize(("command", "text"), [("score", POSITION), ("referee", LOG)])
def test_the_referee_without_a_screen_needs_no_database_no_key_and_no_folder(shell, command, text):
    out, err, status = shell(command, "lost-cities", "-", text=text, DATABASE_URL=NONSENSE, SECRET_KEY=None)
    assert (err, status) == ("", 0)
    assert json.loads(out)["legal"]


def test_printing_needs_none_either_unless_the_pad_is_on_the_shelf(shell, tmp_path):
    asked = ("print", "roll-and-write-sheet", "-o", tmp_path / "sheet.pdf")
    assert shell(*asked, DATABASE_URL=NONSENSE, SECRET_KEY=None) == ("", "", 0)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert "DATABASE_URL" in in_one_line(shell(*asked, "--pad", "on-the-shelf", DATABASE_URL=NONSENSE))


@pytest.mark.parametrize("command", [("recount",), ("expire",), ("backup", "copy.db")])
def test_who_keeps_the_ledger_brings_it_up_to_date(shell, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as before:
        before.setattr("ledger.migrations.TARGET", "0008")
        ledger.Ledger.opened(f"sqlite:///{tmp_path}/cairn.db").close()
    assert shell(*command)[2] == 0
    with closing(sqlite3.connect(tmp_path / "cairn.db")) as line:
        assert line.execute("SELECT version_num FROM alembic_version").fetchone() == (head(),)


def test_words_that_cannot_be_kept_beside_their_source_are_kept_elsewhere(tmp_path):
    source = tmp_path / "fr/LC_MESSAGES/messages.po"
    source.parent.mkdir(parents=True)
    source.write_bytes((TRANSLATIONS / "fr/LC_MESSAGES/messages.po").read_bytes())
    (source.with_suffix(".mo") / "in the way").mkdir(parents=True)
    os.utime(source.with_suffix(".mo"), (0, 0))
    compiled = compile_catalogues(tmp_path)
    assert compiled != tmp_path
    assert (compiled / "fr/LC_MESSAGES/messages.mo").stat().st_size > 0


# What cannot be


@pytest.mark.parametrize("url", UNREACHABLE)
@pytest.mark.parametrize(
    "command", [("recount",), ("expire",), ("demo-data", "1"), ("announce",), ("backup", "copy.db")]
)
def test_a_database_that_cannot_be_opened_is_named(shell, tmp_path, command, url):
    said = in_one_line(shell(*command, DATABASE_URL=url.format(file=tmp_path / "file", folder=tmp_path)))
    assert "DATABASE_URL" in said or "SQLite" in said
    assert "sesame" not in said


def test_a_ledger_of_a_newer_cairn_is_named(shell, kept):
    with sqlite3.connect(kept) as line:
        line.execute("UPDATE alembic_version SET version_num = '9999'")
    line.close()
    assert "another Cairn" in in_one_line(shell("recount"))


@pytest.mark.parametrize(
    ("name", "value"),
    [("PROXIES", "abc"), ("PROXIES", "-1"), ("EXPIRE_DAYS", "x"), ("EXPIRE_DAYS", "0"), ("LOG_LEVEL", "loud")],
)
@pytest.mark.parametrize("command", [("announce",), ("expire",), ("score", "lost-cities", "-")])
def test_a_setting_that_is_none_is_named(shell, name, value, command):
    assert f"{name}={value}".lower() in in_one_line(shell(*command, **{name: value})).lower()


@pytest.mark.parametrize("command", [("announce",), ("recount",)])
def test_a_key_that_can_be_neither_read_nor_made_is_named(shell, kept, command):
    assert "SECRET_KEY" in in_one_line(shell(*command, SECRET_KEY=None))


@pytest.mark.parametrize(
    "command",
    [
        ("score", "lost-cities", "{wrong}"),
        ("referee", "lost-cities", "{wrong}"),
        ("print", "lost-cities-pad", "-o", "{wrong}"),
        ("print", "roll-and-write-sheet", "--pad", "{wrong}/pad.json", "-o", "x.pdf"),
        ("print", "game-record", "--log", "{wrong}", "-o", "x.pdf"),
        ("backup", "{wrong}"),
        ("restore", "{wrong}"),
    ],
)
@pytest.mark.parametrize("wrong", ["missing/file.db", "file/below", "folder"])
def test_a_path_that_leads_nowhere_is_named(shell, kept, tmp_path, monkeypatch, command, wrong):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    assert wrong in in_one_line(shell(*(word.format(wrong=wrong) for word in command)))


def test_a_copy_cannot_take_the_place_of_what_cannot_be_put_aside(shell, kept, tmp_path):
    assert shell("backup", tmp_path / "copy.db")[2] == 0
    said = in_one_line(shell("restore", tmp_path / "copy.db", DATABASE_URL=f"sqlite:///{tmp_path}/file"))
    assert "nothing was changed" in said
    assert (tmp_path / "file").read_text() == "a file, and no folder"
    in_one_line(shell("restore", tmp_path / "copy.db", "--new", DATABASE_URL=f"sqlite:///{tmp_path}/file/x.db"))
    assert "DATABASE_URL" in in_one_line(shell("restore", tmp_path / "copy.db", DATABASE_URL=NONSENSE))


@pytest.mark.parametrize("command", ["score lost-cities -", "referee lost-cities - --lines", "recount", "print {pad}"])
def test_an_output_that_is_full_is_said_in_one_line(kept, command):
    words = command.format(pad="lost-cities-pad -o /dev/full").split()
    settings = {**os.environ, "DATABASE_URL": f"sqlite:///{kept}", "SECRET_KEY": "for the tests"}
    text = LOG if words[0] == "referee" else POSITION
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "flask", *words],
            cwd=ROOT,
            env=settings,
            input=text,
            stdout=full,
            stderr=PIPE,
            text=True,
            timeout=SECONDS,
        )
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1, done.stderr
    assert "None" not in done.stderr


def test_a_byte_order_mark_is_no_error(shell):
    assert shell("score", "lost-cities", "-", text="\ufeff" + POSITION)[1:] == ("", 0)


# What is not there


@pytest.mark.parametrize("command", [["backup", "out.db"], ["expire"], ["recount"], ["restore", "file"]])
@pytest.mark.parametrize("place", ["cairn.db", "mistyped/cairn.db"])
def test_a_ledger_that_is_not_there_is_said_and_none_is_made(shell, tmp_path, monkeypatch, command, place):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    said = in_one_line(shell(*command, DATABASE_URL=f"sqlite:///{tmp_path}/{place}"))
    assert "made" in said
    assert sorted(tmp_path.iterdir()) == before


def test_a_copy_goes_where_no_ledger_is_yet_if_that_is_said(shell, tmp_path):
    copy = tmp_path / "copy.db"
    ledger.Ledger.opened(f"sqlite:///{copy}").close()
    out, _, status = shell("restore", copy, "--new")
    assert (status, out) == (0, f"restored from {copy}\n")
    assert (tmp_path / "cairn.db").exists()


def test_an_empty_postgresql_is_no_ledger(shell, empty_url):
    """And a SQLite file of nothing is none."""
    if empty_url.startswith("sqlite"):
        place = Path(empty_url.removeprefix("sqlite:///"))
        place.parent.mkdir()
        place.touch()
    assert "There is no ledger" in in_one_line(shell("expire", DATABASE_URL=empty_url))


@pytest.mark.parametrize("environment", [{}, {"EXPIRE_DAYS": "1000000000"}])
def test_days_beyond_all_calendars_are_refused_in_a_line(shell, kept, environment):
    days = [] if environment else ["--days", 1_000_000_000]
    assert "1000000000 days ago" in in_one_line(shell("expire", *days, **environment))
