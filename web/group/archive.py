"""Tables, groups and everything of a device as JSON files: written whole, read back with everything checked, secrets
left at home.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ledger import Group, GroupArchive, ImportedTable, LibraryItem, Player, Row, Table
from ledger.codes import reading_key, secret
from ledger.entries import About, lasting_id
from printables.choice import LONGEST_NOTE, LONGEST_PLACE
from referee import HIDDEN, LIBRARY_ITEM, Referee, judge_import, passed_over, public_rows
from scoring import GAMES
from scoring.core.codec import flag, listing, one_of, shape, whole, word
from scoring.core.log import MAX_EVENTS, read_log
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import Text, text

if TYPE_CHECKING:
    from ledger import Ledger

JsonObject: TypeAlias = dict[str, object]
T = TypeVar("T")
Tell: TypeAlias = Callable[[str, int, int], None]
"""Hears of a stage of the work how many tables are done, and of how many."""
VERSION = 1
MOST_TABLES = 2_000
MOST_MOVES = 250_000
MOST_PLAYERS = 200
MOST_ITEMS = 40
MOST_GROUPS = 100
LONGEST_NAME = 80
FIRST_DAY = date(1970, 1, 1)
TABLE = ("id", "game", "settings", "names", "opened_at", "log")
MAYBE = ("players", "paper", "finished_at", "locked", "passed_over", "place", "note", "day")


@dataclass(frozen=True, slots=True)
class Device:
    """A device, by its secret id, and the keys of the layouts and boxes that it keeps."""

    id: str
    papers: tuple[str, ...] = ()

    def groups(self, ledger: Ledger) -> list[Group]:
        """Those that it remembers."""
        return ledger.groups.of(self.id)

    def tables(self, ledger: Ledger) -> list[Table]:
        """Its own, but for those of its groups; newest first."""
        own = {group.id for group in self.groups(ledger)}
        return [table for table in ledger.tables.of(self.id, MOST_TABLES) if table.group_id not in own]

    def items(self, ledger: Ledger) -> list[LibraryItem]:
        """The layouts and boxes that it keeps."""
        return [item for item in map(ledger.library.by_key, self.papers) if item]


# -- out -------------------------------------------------------------------------------------------------------


def _nobody(_stage: str, _done: int, _of_all: int) -> None:
    """Nobody waits for it."""


def group_file(referee: Referee, group: Group, tell: Tell = _nobody) -> JsonObject:
    """Everything of a group. Of a game under way its log ends before what lies face down."""
    ledger = referee.ledger
    players = {player.id: player for player in ledger.players.of(group.id)}
    lasting = {key: lasting_id for lasting_id, key in group.items.items()}
    items = [item for item in map(ledger.library.by_key, lasting) if item]
    logs = ledger.moves.of_group(group.id)
    tables = ledger.tables.of_group(group.id)
    return {
        "cairn": "group",
        "version": VERSION,
        "id": group.lasting_id,
        "name": group.name,
        "players": [player.name for player in players.values()],
        "papers": [_paper(item, lasting[item.key]) for item in items],
        "tables": [
            _table(
                table, _open(referee, table, logs.get(table.id, [])), players, {p.key: lasting[p.key] for p in items}
            )
            for table in _told(list(reversed(tables)), "saved", tell)
        ],
    }


def device_file(referee: Referee, device: Device, tell: Tell = _nobody) -> JsonObject:
    """Everything of a device: the files of its groups and of its other tables, and its other layouts and boxes."""
    ledger = referee.ledger
    groups = device.groups(ledger)
    kept = {reading_key(key) for group in groups for key in group.items.values()}
    tables = list(reversed(device.tables(ledger)))
    return {
        "cairn": "device",
        "version": VERSION,
        "groups": [group_file(referee, group, tell) for group in groups],
        "tables": [table_file(referee, table) for table in _told(tables, "saved", tell)],
        "papers": [_paper(item, lasting_id(item.key)) for item in device.items(ledger) if item.reading not in kept],
    }


def _paper(item: LibraryItem, lasting: str) -> JsonObject:
    return {"id": lasting, "kind": item.kind, "name": item.name, "body": item.body}


def _told(tables: Sequence[T], stage: str, tell: Tell) -> Iterable[T]:
    """Each of these; before each, `tell` hears how many are done."""
    for done, table in enumerate(tables):
        tell(stage, done, len(tables))
        yield table


def table_file(referee: Referee, table: Table) -> JsonObject:
    """Everything of one table but its library items."""
    rows = _open(referee, table, referee.ledger.moves.read(table.id))
    return {"cairn": "table", "version": VERSION, **_table(table, rows, {}, {})}


def _open(referee: Referee, table: Table, rows: list[Row]) -> list[Row]:
    """The part of a log that everybody may read: all of it once the game is over."""
    return rows if table.finished_at else public_rows(referee, table)


def _table(table: Table, rows: Sequence[Row], players: Mapping[int, Player], items: Mapping[str, str]) -> JsonObject:
    refused = passed_over(table, rows)
    whole_table: JsonObject = {
        "id": table.lasting_id,
        "game": table.game,
        "settings": {key: value for key, value in table.settings.items() if key != LIBRARY_ITEM},
        "names": list(table.names),
        "opened_at": table.opened_at.isoformat(),
        "log": [{"at": row.at.isoformat(), "by": row.by_seat, "event": row.event} for row in rows],
    }
    if any(table.players) and players:
        whole_table["players"] = [players[player].name if player else None for player in table.players]
    if table.settings.get(LIBRARY_ITEM) in items:
        whole_table["paper"] = items[table.settings[LIBRARY_ITEM]]
    if table.finished_at:
        whole_table["finished_at"] = table.finished_at.isoformat()
    if table.locked:
        whole_table["locked"] = True
    whole_table |= {name: str(value) for name, value in asdict(table.about).items() if value}
    if refused:
        whole_table["passed_over"] = sorted(refused)
    return whole_table


# -- in --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contents:
    """The parts of a file, each the file of a group or of a table: several in the file of a device, else the file
    itself. `papers` are the layouts and boxes beside them.
    """

    groups: Mapping[str, object]
    tables: Mapping[str, object]
    papers: tuple[LibraryItem, ...] = ()


def contents(file: object) -> Contents:
    """What is in a file, by where it stands there. Raises Malformed or Illegal."""
    of = kind(file)
    if of != "device":
        return Contents({"": file}, {}) if of == "group" else Contents({}, {"": file})
    _current(file)
    data = shape(file, of, ("cairn", "version", "groups", "tables", "papers"))
    groups = _parts("group", data, "groups", MOST_GROUPS)
    tables = _parts("table", data, "tables", MOST_TABLES)
    return Contents(groups, tables, tuple(item for _, item in _items(data, None)))


def _parts(of: str, data: Mapping[str, object], key: str, most: int) -> Mapping[str, object]:
    """The files in a list of a larger file, by where they stand there."""
    found = {f"{key}[{number}]": part for number, part in _each(data, key, most)}
    for where, part in found.items():
        with located(where):
            one_of(kind(part), "cairn", (of,))
    return found


def read_bundle(file: object, into: Group | None, tell: Tell = _nobody) -> GroupArchive:
    """A group's file, or a table's for a group. Raises Malformed or Illegal, which say what is wrong and where."""
    if kind(file) == "device":
        raise Malformed(text("This file holds everything of a device: import it on the page “Groups”."))
    if kind(file) != "group":
        table = read_table(file)
        return GroupArchive("", "", table.names, (), (replace(table, player_names=table.names),))
    _current(file)
    data = shape(file, "group", ("cairn", "version", "id", "name", "players", "papers", "tables"))
    people = [word(name, f"players[{n}]", LONGEST_NAME) for n, name in _each(data, "players", MOST_PLAYERS)]
    items = _items(data, into)
    keys = {**{lasting: item.key for lasting, item in items}, **(into.items if into else {})}
    tables = _tables(data, keys, set(people), tell)
    return GroupArchive(word(data["name"], "name", LONGEST_NAME), _id(data["id"], "id"), tuple(people), items, tables)


def read_table(file: object) -> ImportedTable:
    """A table's file, or a log in the public format, for a device without a group."""
    return _brought(_of_log(file) if kind(file) == "log" else _bare(file), {}, set(), "")


def kind(file: object) -> str:
    """The kind of a file: that of a "group", of a "table" or of a "device", or a "log" in the public format; raises
    Malformed.
    """
    if isinstance(file, dict) and "cairn" in file:
        return one_of(file["cairn"], "cairn", ("group", "table", "device"))
    if isinstance(file, dict) and "events" in file:
        return "log"
    raise Malformed(
        text(
            "Cairn imports its own exports, a log in its public format, and a file of BG Stats. This is none of them: "
            "the key “cairn” is missing."
        )
    )


def _of_log(log: object) -> JsonObject:
    """A log in the public format as the file of a table. It says neither when nor by whom: now, and by nobody.

    Its id is made from what it says, so that the same log is the same table.
    """
    data = log if isinstance(log, dict) else {}
    key = one_of(data.get("game"), "game", tuple(GAMES))
    read_log(GAMES[key], log)
    now = datetime.now(UTC).isoformat()
    return {
        "id": sha256(json.dumps(log, sort_keys=True).encode()).hexdigest()[:32],
        "game": key,
        "settings": {name: value for name, value in data.items() if name not in ("game", "players", "events")},
        "names": data["players"],
        "opened_at": now,
        "log": [{"at": now, "by": None, "event": event} for event in data["events"]],
    }


def _current(file: object) -> Mapping[str, object]:
    if not isinstance(file, dict) or type(file.get("version")) is not int or file["version"] != VERSION:
        raise Malformed(text("version: this Cairn reads version {version}.", version=VERSION))
    return file


def _bare(file: object) -> JsonObject:
    data = _current(file)
    return {key: value for key, value in data.items() if key not in ("cairn", "version")}


def _each(data: Mapping[str, object], key: str, most: int) -> Iterable[tuple[int, object]]:
    return enumerate(listing(data[key], key, 0, most))


def _items(data: Mapping[str, object], into: Group | None) -> tuple[tuple[str, LibraryItem], ...]:
    """The items that the group does not have yet, with fresh keys."""
    known = set(into.items) if into else set()
    items = [_item(item, f"papers[{n}]") for n, item in _each(data, "papers", MOST_ITEMS)]
    _different([lasting for lasting, _ in items], "papers")
    return tuple((lasting, item) for lasting, item in items if lasting not in known)


def _item(entry: object, where: str) -> tuple[str, LibraryItem]:
    data = shape(entry, where, ("id", "kind", "name", "body"))
    shelves = {game.library.kind: game.library for game in GAMES.values() if game.library}
    of_kind = shelves[one_of(data["kind"], f"{where}.kind", tuple(shelves))]
    with located(where):
        body = of_kind.write(of_kind.read(data["body"]))
    name, key = word(data["name"], f"{where}.name", LONGEST_NAME), secret()
    return _id(data["id"], f"{where}.id"), LibraryItem(
        key, of_kind.kind, name, body, datetime.now(UTC), reading_key(key)
    )


def _tables(
    data: Mapping[str, object], items: Mapping[str, str], people: set[str], tell: Tell
) -> tuple[ImportedTable, ...]:
    listed = list(_each(data, "tables", MOST_TABLES))
    logs = [table["log"] for _, table in listed if isinstance(table, dict) and isinstance(table.get("log"), list)]
    if sum(map(len, logs)) > MOST_MOVES:
        raise Malformed(text("There are more than {number} moves in this file.", number=MOST_MOVES))
    judged = _told(listed, "judged", tell)
    tables = tuple(_brought(table, items, people, f"tables[{number}]") for number, table in judged)
    _different([table.origin for table in tables], "tables")
    return tables


def _brought(data: object, items: Mapping[str, str], people: set[str], where: str) -> ImportedTable:
    with located(where):
        return _judged(data, items, people)


@contextmanager
def located(where: str) -> Iterator[None]:
    """Let `Malformed` and `Illegal` name the part of a file that they are about; empty: the file itself."""
    try:
        yield
    except Malformed as malformed:
        raise Malformed(_at(where, malformed.why)) from malformed
    except Illegal as illegal:
        raise Illegal(illegal.rule, _at(where, illegal.why)) from illegal


def _at(where: str, why: Text) -> Text:
    return text("{where}: {why}", where=where, why=why) if where else why


def _judged(file: object, items: Mapping[str, str], people: set[str]) -> ImportedTable:
    data = shape(file, "table", TABLE, MAYBE)
    key = one_of(data["game"], "game", tuple(GAMES))
    seats = GAMES[key].seats
    listed = listing(data["names"], "names", seats.start, seats.stop - 1)
    names = tuple(word(name, f"players[{n}]") for n, name in enumerate(listed))
    moves = tuple(
        _move(move, f"log[{n}]", len(names)) for n, move in enumerate(listing(data["log"], "log", 0, MAX_EVENTS))
    )
    passed = [whole(n, "passed_over", 1, len(moves)) for n in listing(data.get("passed_over", []), "passed_over")]
    table = ImportedTable(
        game=key,
        settings=_settings(data, items),
        opened_at=_moment(data["opened_at"], "opened_at"),
        finished_at=_moment(data["finished_at"], "finished_at") if "finished_at" in data else None,
        locked=flag(data.get("locked", False), "locked"),
        origin=_id(data["id"], "id"),
        names=names,
        player_names=_players(data, people, len(names)),
        moves=moves,
        outcome=None,
        about=_about(data),
    )
    return judge_import(table, frozenset(passed))


def _about(data: Mapping[str, object]) -> About:
    place = word(data["place"], "place", LONGEST_PLACE) if "place" in data else ""
    note = word(data["note"], "note", LONGEST_NOTE) if "note" in data else ""
    return About(place, note, _day(data["day"]) if "day" in data else None)


def _day(value: object) -> date:
    """A day since 1970; until tomorrow, because that has begun elsewhere."""
    try:
        day = date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        day = date.min
    if not FIRST_DAY <= day <= datetime.now(UTC).date() + timedelta(days=1):
        raise Malformed(text("{where}: a day like 2026-11-21 is expected.", where="day"))
    return day


def _settings(data: Mapping[str, object], items: Mapping[str, str]) -> JsonObject:
    """The settings, which the game reads later, with the key here of the table's paper."""
    settings = data["settings"]
    if (
        not isinstance(settings, dict)
        or {"players", LIBRARY_ITEM} & settings.keys()
        or settings.get(HIDDEN, True) is not True
    ):
        raise Malformed(text("{where}: an object is expected.", where="settings"))
    if "paper" not in data:
        return settings
    return {**settings, LIBRARY_ITEM: items[one_of(data["paper"], "paper", tuple(items))]}


def _players(data: Mapping[str, object], people: set[str], seats: int) -> tuple[str | None, ...]:
    listed = listing(data.get("players", [None] * seats), "players", seats, seats)
    players = tuple(_player(player, people, f"players[{number}]") for number, player in enumerate(listed))
    _different([player for player in players if player is not None], "players")
    return players


def _player(name: object, people: set[str], where: str) -> str | None:
    if name is not None and (not isinstance(name, str) or name not in people):
        raise Malformed(text("{where}: nobody of that name is among the players.", where=where))
    return name


def _move(entry: object, where: str, seats: int) -> JsonObject:
    data = shape(entry, where, ("at", "by", "event"))
    by_seat = None if data["by"] is None else whole(data["by"], f"{where}.by", 0, seats - 1)
    return {"at": _moment(data["at"], f"{where}.at"), "by_seat": by_seat, "event": data["event"]}


def _moment(value: object, where: str) -> datetime:
    """A time with its zone. One in the future, from a clock that was ahead, becomes now: nothing
    has been played later.
    """
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if not moment or not moment.tzinfo or not 1970 <= moment.year < 2100:
        raise Malformed(text("{where}: a past time like 2026-11-21T20:15:00+00:00 is expected.", where=where))
    return min(moment, datetime.now(UTC)).astimezone(UTC)


def _id(value: object, where: str) -> str:
    """An id made by Cairn: letters and digits only, so that it can stand anywhere."""
    wanted = word(value, where, 40)
    if not wanted.isascii() or not wanted.replace("-", "").isalnum():
        raise Malformed(text("{where}: letters, digits and dashes are expected.", where=where))
    return wanted


def _different(ids: Sequence[str], where: str) -> None:
    if len(set(ids)) < len(ids):
        raise Malformed(text("{where}: one of them is there twice.", where=where))
