"""The entries that the ledger returns, and the errors with which it refuses to write. All times are aware, in UTC."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeAlias

Json = dict[str, Any]
dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
PRACTICE = "practice"  # the opener of practice tables: they belong to nobody, are listed nowhere, and last a day


@dataclass(frozen=True, slots=True)
class About:
    """The words about a game that somebody typed; `day` is when it was played, where that is not when it was
    recorded.
    """

    place: str = ""
    note: str = ""
    day: date | None = None


NOTHING_TYPED = About()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its players: `names[seat]`. `code` allows writing, `watch` only reading, `spoken` is read aloud.

    At a table of a group `players[seat]` is the id of the group's player, or None. `origin` is the id that an imported
    table came with. `place`, `note` and `day` are about the game, as somebody typed them.
    """

    id: int
    code: str
    watch: str
    spoken: str
    game: str
    settings: Json
    opened_at: datetime
    opener: str
    joining: bool
    finished_at: datetime | None
    changed_at: datetime
    group_id: int | None
    locked: bool
    origin: str | None
    place: str
    note: str
    day: date | None
    names: tuple[str, ...]
    players: tuple[int | None, ...]

    @property
    def about(self) -> About:
        """The words about it."""
        return About(self.place, self.note, self.day)

    @property
    def played(self) -> date | datetime:
        """When it was played: the day that was typed, else when the game ended, or else began."""
        return self.day or self.finished_at or self.opened_at

    @property
    def lasting_id(self) -> str:
        """Its name in exports and wherever it is imported; it gives no code away."""
        return self.origin or lasting_id(self.code)

    @property
    def practice(self) -> bool:
        """True for a practice table."""
        return self.opener == PRACTICE


@dataclass(frozen=True, slots=True)
class Row:
    """A move as written: number `seq` (from 1) of its table, concerning `seat`, recorded by `by_seat`."""

    table_id: int
    seq: int
    move_id: str
    seat: int | None
    by_seat: int | None
    at: datetime
    event: Json


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to be written down."""

    move_id: str
    seat: int | None
    by_seat: int | None
    event: Json


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """Something that tables share, kept in the library: a "pad" (sheet layout) or a "box".

    Whoever asked by its `key` may change it; if it was asked for by the key to read, `key` is that one. `changed_at` is
    when it was last changed or played with.
    """

    key: str
    kind: str
    name: str
    body: Json
    changed_at: datetime
    reading: str

    @property
    def may_change(self) -> bool:
        """True if it was asked for by the key that changes it."""
        return self.key != self.reading

    @property
    def copy(self) -> Json:
        """The copy that a table using it gets: its body, under its name."""
        return {**self.body, "name": self.name}


@dataclass(frozen=True, slots=True)
class Group:
    """A group with its tables, players, sheet layouts and boxes of cards. Whoever has its `code` may change all of it;
    `changed_at` is when it was last used.
    """

    id: int
    code: str
    name: str
    made_at: datetime
    changed_at: datetime
    body: Json
    origin: str | None

    @property
    def lasting_id(self) -> str:
        """Its name in exports."""
        return self.origin or lasting_id(self.code)

    @property
    def items(self) -> dict[str, str]:
        """The keys of its items in the library, by their lasting ids, the latest first."""
        return dict(self.body.get("papers", {}))


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays in a group, under a name that no other player of the group has."""

    id: int
    group_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a finished game: the total and the rank of each seat, and the game's own facts. `moves` is the
    length of the log that it was made from.
    """

    moves: int
    scores: tuple[tuple[int, int], ...]
    facts: Json


@dataclass(frozen=True, slots=True)
class Placed:
    """The place of a seat in a finished game. `name` is today's name of the player, or the one typed if the seat has no
    player.
    """

    name: str
    player_id: int | None
    seat: int
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A finished table of a group, as statistics need it; `told` are the facts as they are stored."""

    table_id: int
    code: str
    watch: str
    game: str
    settings: Json
    opened_at: datetime
    ended_at: datetime
    locked: bool
    place: str
    note: str
    day: date | None
    moves: int
    players: tuple[Placed, ...]
    told: str

    @property
    def played(self) -> date | datetime:
        """When it was played: the day that was typed, else when the game ended."""
        return self.day or self.ended_at

    @property
    def facts(self) -> Json:
        """The game's own numbers, read only when asked for: they are most of what there is to read."""
        return dict(json.loads(self.told))


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A whole table that comes from elsewhere.

    `player_names[seat]` is the group's player there, or None; each move has its `seat`, `by_seat`, `at` and `event`.
    """

    game: str
    settings: Json
    opened_at: datetime
    finished_at: datetime | None
    locked: bool
    origin: str
    names: tuple[str, ...]
    player_names: tuple[str | None, ...]
    moves: tuple[Json, ...]
    outcome: Outcome | None
    about: About = NOTHING_TYPED


@dataclass(frozen=True, slots=True)
class GroupArchive:
    """An import: a whole group, or some tables for one. `items` have their lasting ids beside them."""

    name: str
    origin: str
    players: tuple[str, ...]
    items: tuple[tuple[str, LibraryItem], ...]
    tables: tuple[ImportedTable, ...]


Longer: TypeAlias = tuple[int, ImportedTable, int]
"""The id of a table that is here, what it is to become, and how many moves of that it has."""


@dataclass(frozen=True, slots=True)
class Import:
    """What is imported at once: groups, each into that one if any; tables of no group; tables that are here already and
    become longer; items of the library.
    """

    groups: Sequence[tuple[GroupArchive, Group | None]] = ()
    tables: Sequence[ImportedTable] = ()
    longer: Sequence[Longer] = ()
    items: Sequence[LibraryItem] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """Each group with the codes of its new tables; the codes of the tables of no group by their origins; the codes of
    all that are new.
    """

    groups: tuple[tuple[Group, tuple[str, ...]], ...]
    codes: Mapping[str, str]
    new: frozenset[str]


def lasting_id(code: str) -> str:
    """An id made from a secret, from which the secret cannot be recovered."""
    return hashlib.sha256(f"cairn {code}".encode()).hexdigest()[:24]


class Taken(Exception):
    """Another move holds this seq: another phone was first."""


class Repeated(Exception):
    """This move id is in the table already: `row` is what the first report wrote."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"move {row.move_id} is already number {row.seq}")
        self.row = row


class NameTaken(Exception):
    """Another player of the group, or at the table, has this name."""


class Missing(LookupError):
    """There is no such table, seat or item, or no longer."""


class TooMany(Exception):
    """More than may be deleted at once: `these` of `of_all`."""

    def __init__(self, these: int, of_all: int) -> None:
        super().__init__(f"{these} of {of_all}")
        self.these, self.of_all = these, of_all


class Replaced(Exception):
    """The database is not the one that was opened."""
