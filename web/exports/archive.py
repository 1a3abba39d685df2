"""Groups and tables as JSON files: written whole, read back with everything checked, secrets left at home."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from ledger import Group, GroupArchive, ImportedTable, Paper, Player, Row, Table
from ledger.codes import secret
from referee import HIDDEN, PAPER, judge_import
from scoring import GAMES
from scoring.core.log import MAX_EVENTS
from scoring.core.reading import flag, listing, one_of, shape, whole, word
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import Text, text
from web.access import ledger, referee

Json = dict[str, Any]
VERSION = 1
MOST_TABLES = 2_000
MOST_MOVES = 250_000
MOST_PLAYERS = 200
MOST_PAPERS = 40
LONGEST_NAME = 80
TABLE = ("id", "game", "settings", "names", "opened_at", "log")
MAYBE = ("players", "paper", "finished_at", "locked", "passed_over")


# -- out -------------------------------------------------------------------------------------------------------


def group_file(group: Group) -> Json:
    """Everything of a group. Of a game under way its log ends before what lies face down."""
    players = {player.id: player for player in ledger().groups.players(group.id)}
    lasting = {key: lasting_id for lasting_id, key in group.papers.items()}
    papers = [paper for paper in map(ledger().paper, lasting) if paper]
    logs = ledger().groups.rows(group.id)
    tables = ledger().tables_in(group.id)
    return {
        "cairn": "group",
        "version": VERSION,
        "id": group.lasting_id,
        "name": group.name,
        "players": [player.name for player in players.values()],
        "papers": [{"id": lasting[p.key], "kind": p.kind, "name": p.name, "body": p.body} for p in papers],
        "tables": [
            _table(table, _open(table, logs.get(table.id, [])), players, {p.key: lasting[p.key] for p in papers})
            for table in reversed(tables)
        ],
    }


def table_file(table: Table) -> Json:
    """Everything of one table but its papers."""
    return {"cairn": "table", "version": VERSION, **_table(table, _open(table, ledger().read(table.id)), {}, {})}


def _open(table: Table, rows: list[Row]) -> list[Row]:
    """What everybody may read of a log: all of it once the game is over."""
    return rows if table.finished_at else referee().rows(table)


def _table(table: Table, rows: Sequence[Row], players: Mapping[int, Player], papers: Mapping[str, str]) -> Json:
    refused = referee().passed_over(table, rows)
    whole_table: Json = {
        "id": table.lasting_id,
        "game": table.game,
        "settings": {key: value for key, value in table.settings.items() if key != PAPER},
        "names": list(table.names),
        "opened_at": table.opened_at.isoformat(),
        "log": [{"at": row.at.isoformat(), "by": row.by_seat, "event": row.event} for row in rows],
    }
    if any(table.players) and players:
        whole_table["players"] = [players[player].name if player else None for player in table.players]
    if table.settings.get(PAPER) in papers:
        whole_table["paper"] = papers[table.settings[PAPER]]
    if table.finished_at:
        whole_table["finished_at"] = table.finished_at.isoformat()
    if table.locked:
        whole_table["locked"] = True
    if refused:
        whole_table["passed_over"] = sorted(refused)
    return whole_table


# -- in --------------------------------------------------------------------------------------------------------


def read_bundle(data: Any, into: Group | None) -> GroupArchive:
    """A group's file, or a table's for a group. Raises Malformed or Illegal, which say what is wrong and where."""
    if kind(data) == "table":
        table = read_table(data)
        return GroupArchive("", "", table.names, (), (replace(table, player_names=table.names),))
    _current(data)
    parts = ("id", "name", "players", "papers", "tables")
    shape(data, "group", ("cairn", "version", *parts))
    people = [word(name, f"players[{n}]", LONGEST_NAME) for n, name in _each(data, "players", MOST_PLAYERS)]
    papers = _papers(data, into)
    keys = {**{lasting: paper.key for lasting, paper in papers}, **(into.papers if into else {})}
    tables = _tables(data, keys, set(people))
    return GroupArchive(word(data["name"], "name", LONGEST_NAME), _id(data["id"], "id"), tuple(people), papers, tables)


def read_table(data: Any) -> ImportedTable:
    """A table's file, for a device without a group."""
    return _brought(_bare(data), {}, set(), "")


def kind(data: object) -> str:
    """Whether this is the file of a "group" or of a "table"; raises Malformed."""
    if not isinstance(data, dict) or "cairn" not in data:
        raise Malformed(text("This is no file of a group or of a table: the key “cairn” is missing."))
    return one_of(data["cairn"], "cairn", ("group", "table"))


def _current(data: Mapping[str, object]) -> None:
    if data.get("version") != VERSION:
        raise Malformed(text("version: this Cairn reads version {version}.", version=VERSION))


def _bare(data: Mapping[str, object]) -> Json:
    _current(data)
    return {key: value for key, value in data.items() if key not in ("cairn", "version")}


def _each(data: Mapping[str, object], key: str, most: int) -> Iterable[tuple[int, Any]]:
    return enumerate(listing(data[key], key, 0, most))


def _papers(data: Mapping[str, object], into: Group | None) -> tuple[tuple[str, Paper], ...]:
    """The papers that the group does not have yet, with fresh keys."""
    known = set(into.papers) if into else set()
    papers = [_paper(paper, f"papers[{n}]") for n, paper in _each(data, "papers", MOST_PAPERS)]
    _different([lasting for lasting, _ in papers], "papers")
    return tuple((lasting, paper) for lasting, paper in papers if lasting not in known)


def _paper(data: Any, where: str) -> tuple[str, Paper]:
    shape(data, where, ("id", "kind", "name", "body"))
    shelves = {game.shelved.kind: game.shelved for game in GAMES.values() if game.shelved}
    of_kind = shelves[one_of(data["kind"], f"{where}.kind", tuple(shelves))]
    try:
        body = of_kind.write(of_kind.read(data["body"]))
    except Malformed as malformed:
        raise Malformed(text("{where}: {why}", where=where, why=malformed.why)) from malformed
    except Illegal as illegal:
        raise Illegal(illegal.rule, text("{where}: {why}", where=where, why=illegal.why)) from illegal
    name = word(data["name"], f"{where}.name", LONGEST_NAME)
    return _id(data["id"], f"{where}.id"), Paper(secret(), data["kind"], name, body, datetime.now(UTC))


def _tables(data: Mapping[str, object], papers: Mapping[str, str], people: set[str]) -> tuple[ImportedTable, ...]:
    listed = list(_each(data, "tables", MOST_TABLES))
    logs = [table["log"] for _, table in listed if isinstance(table, dict) and isinstance(table.get("log"), list)]
    if sum(map(len, logs)) > MOST_MOVES:
        raise Malformed(text("There are more than {number} moves in this file.", number=MOST_MOVES))
    tables = tuple(_brought(table, papers, people, f"tables[{number}]") for number, table in listed)
    _different([table.origin for table in tables], "tables")
    return tables


def _brought(data: Any, papers: Mapping[str, str], people: set[str], where: str) -> ImportedTable:
    try:
        return _judged(data, papers, people)
    except Malformed as malformed:
        raise Malformed(_at(where, malformed.why)) from malformed
    except Illegal as illegal:
        raise Illegal(illegal.rule, _at(where, illegal.why)) from illegal


def _at(where: str, why: Text) -> Text:
    return text("{where}: {why}", where=where, why=why) if where else why


def _judged(data: Any, papers: Mapping[str, str], people: set[str]) -> ImportedTable:
    shape(data, "table", TABLE, MAYBE)
    key = one_of(data["game"], "game", tuple(GAMES))
    seats = GAMES[key].seats
    names = tuple(listing(data["names"], "names", seats.start, seats.stop - 1))
    moves = tuple(
        _move(move, f"log[{n}]", len(names)) for n, move in enumerate(listing(data["log"], "log", 0, MAX_EVENTS))
    )
    passed = [whole(n, "passed_over", 1, len(moves)) for n in listing(data.get("passed_over", []), "passed_over")]
    table = ImportedTable(
        game=key,
        settings=_settings(data, papers),
        opened_at=_moment(data["opened_at"], "opened_at"),
        finished_at=_moment(data["finished_at"], "finished_at") if "finished_at" in data else None,
        locked=flag(data.get("locked", False), "locked"),
        origin=_id(data["id"], "id"),
        names=names,
        player_names=_players(data, people, len(names)),
        moves=moves,
        outcome=None,
    )
    return judge_import(table, frozenset(passed))


def _settings(data: Mapping[str, object], papers: Mapping[str, str]) -> Json:
    """The settings, which the game reads later, with the key here of the table's paper."""
    settings = data["settings"]
    if not isinstance(settings, dict) or {"players", PAPER} & settings.keys() or settings.get(HIDDEN, True) is not True:
        raise Malformed(text("{where}: an object is expected.", where="settings"))
    if "paper" not in data:
        return settings
    return {**settings, PAPER: papers[one_of(data["paper"], "paper", tuple(papers))]}


def _players(data: Mapping[str, object], people: set[str], seats: int) -> tuple[str | None, ...]:
    players = listing(data.get("players", [None] * seats), "players", seats, seats)
    for number, player in enumerate(players):
        if player is not None and (not isinstance(player, str) or player not in people):
            raise Malformed(text("{where}: nobody of that name is among the players.", where=f"players[{number}]"))
    _different([player for player in players if player is not None], "players")
    return tuple(players)


def _move(data: Any, where: str, seats: int) -> Json:
    shape(data, where, ("at", "by", "event"))
    by_seat = None if data["by"] is None else whole(data["by"], f"{where}.by", 0, seats - 1)
    return {"at": _moment(data["at"], f"{where}.at"), "by_seat": by_seat, "event": data["event"]}


def _moment(value: object, where: str) -> datetime:
    """A time with its zone, of this century so far."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if not moment or not moment.tzinfo or moment.year < 2000 or moment > _soon():
        raise Malformed(text("{where}: a past time like 2026-11-21T20:15:00+00:00 is expected.", where=where))
    return moment.astimezone(UTC)


def _soon() -> datetime:
    return datetime.now(UTC) + timedelta(days=1)


def _id(value: object, where: str) -> str:
    """An id of ours: letters and digits, so that it can stand anywhere."""
    wanted = word(value, where, 40)
    if not wanted.isascii() or not wanted.replace("-", "").isalnum():
        raise Malformed(text("{where}: letters, digits and dashes are expected.", where=where))
    return wanted


def _different(ids: Sequence[str], where: str) -> None:
    if len(set(ids)) < len(ids):
        raise Malformed(text("{where}: one of them is there twice.", where=where))
