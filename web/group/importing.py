"""The import of a file (a group, a table, a log or everything of a device): judged whole, then written. Here, or in a
process of its own, which notes how far it is for a page that keeps arriving meanwhile.

Tables that are here already, and were played on elsewhere, are continued, or stand beside those.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ledger import Group, GroupArchive, ImportedTable, LibraryItem, Table, Taken
from ledger.entries import Import, Row, dump, lasting_id
from referee import LIBRARY_ITEM, Referee
from scoring.core.codec import parse
from scoring.core.rule import Illegal, Malformed, Rule
from scoring.core.text import Text, text
from web.group.archive import MOST_TABLES, Device, contents, device_file, group_file, located, read_bundle, read_table
from web.group.bg_stats import converted, is_of_bg_stats

if TYPE_CHECKING:
    from ledger import Ledger

A_STEP = 1.0  # seconds
OF_ITS_OWN = "new"


class Step(NamedTuple):
    """So many of so many are finished."""

    stage: str = ""
    done: int = 0
    of_all: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A small file that one process writes and another reads; without a path nothing is noted."""

    path: str = ""

    @classmethod
    def fresh(cls) -> Note:
        with tempfile.NamedTemporaryFile(prefix="cairn-step-", delete=False) as made:
            return cls(made.name)

    @classmethod
    @contextmanager
    def of_work(cls) -> Iterator[Note]:
        """A note for work that is being started; deleted if that fails."""
        note = cls.fresh()
        try:
            yield note
        except BaseException:
            note.close()
            raise

    def tell(self, stage: str, done: int, of_all: int) -> None:
        if self.path:
            with suppress(OSError):  # the work goes on without room for the note
                Path(self.path).write_text(f"{stage} {done} {of_all}")

    def read(self) -> Step:
        """The step that was noted last; nothing while it is being written."""
        with suppress(FileNotFoundError):
            said = Path(self.path).read_text().split()
            if len(said) == 3:
                return Step(said[0], int(said[1]), int(said[2]))
        return Step()

    def steps(self, underway: Future[Any], patience: float) -> Iterator[Step]:
        """A step each second until the work or the patience has ended."""
        until, last = time.monotonic() + patience, Step()
        while not wait([underway], A_STEP).done and time.monotonic() < until:
            last = self.read() if self.read().stage else last
            yield last

    def close(self) -> None:
        """Remove the note."""
        Path(self.path).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Continued:
    """A table that so many moves were added to, and the seq that it is at since then."""

    table_id: int
    seq: int
    moves: int

    @property
    def before(self) -> int:
        """The seq that it was at."""
        return self.seq - self.moves


Settled: TypeAlias = tuple[ImportedTable, Continued | None]


def settled(ledger: Ledger, table: ImportedTable, own: Mapping[str, Table]) -> Settled:
    """The table as it is to be imported, beside the device's `own`, by their lasting ids. If it is one of them with a
    longer log, that one is continued. If both have gone on, it gets an id of its own, made from the move at which they
    part: so the same table is known when it comes again.
    """
    here = own.get(table.origin)
    if here is None:
        return table, None
    rows = ledger.moves.read(here.id)
    common = _common(table, rows)
    longer = len(table.moves) - len(rows)
    if common < min(len(rows), len(table.moves)) or not _alike(table, here) or (longer > 0 and here.locked):
        parting = dump([table.origin, *(move["event"] for move in table.moves[: common + 1])])
        return settled(ledger, replace(table, origin=lasting_id(parting)), own)
    if longer <= 0:
        return table, None
    return table, Continued(here.id, len(table.moves), longer)


def _common(table: ImportedTable, rows: Sequence[Row]) -> int:
    """How many moves are the same, from the first on."""
    both = zip(table.moves, rows, strict=False)
    parts = (number for number, (move, row) in enumerate(both) if move["event"] != row.event)
    return next(parts, min(len(table.moves), len(rows)))


def _alike(table: ImportedTable, here: Table) -> bool:
    """True if the same game is played there, by as many, with the same settings."""
    ours, theirs = ({**one.settings, LIBRARY_ITEM: None} for one in (table, here))
    return (table.game, len(table.names), ours) == (here.game, len(here.names), theirs)


UNHEARD = Note()


@dataclass(frozen=True, slots=True)
class File:
    """A file that a device sends: into a group, or wherever it belongs. `answer`: where what claims to be of a group
    goes, into a new one or into those of these codes. `note` is told how far it is; `mark` as in `Importing.whole`.
    """

    source: bytes
    device: Device
    into: Group | None = None
    answer: str = ""
    note: Note = UNHEARD
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Brought:
    """The kind and code of a group or a table, or a "device" for anything else; how many tables are new, and the keys
    of the layouts and boxes that are. `continued` are the tables that were here and are longer now. A table that is
    `parted` has gone on here as well: it is new, beside that one. Of another program's file so many plays are
    `left_out`.
    """

    kind: str
    code: str
    new: int
    papers: tuple[str, ...] = ()
    continued: tuple[Continued, ...] = ()
    parted: bool = False
    left_out: int = 0

    @property
    def moves(self) -> int:
        """How many moves were added to tables that were here."""
        return sum(one.moves for one in self.continued)


@dataclass(frozen=True, slots=True)
class Claimed:
    """Nothing was written yet: the file, whose first such group has this name, says that it belongs to these groups,
    and holds what they lack.
    """

    groups: tuple[Group, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a file is refused, in a form that travels between processes; `rule` if a rule was broken."""

    rule: Rule | None
    why: Text

    def error(self) -> Malformed | Illegal:
        return Illegal(self.rule, self.why) if self.rule else Malformed(self.why)


def bring(ledger: Ledger, sent: File) -> Brought | Claimed:
    """Import all of a file, or nothing; raises `Malformed` or `Illegal`."""
    try:
        file = parse(sent.source.decode())
    except UnicodeDecodeError as error:
        raise Malformed(text("This is not text in UTF-8.")) from error
    if not is_of_bg_stats(file):
        return _bring(ledger, sent, file)
    ours, left_out = converted(file, for_group=sent.into is not None)
    brought = _bring(ledger, sent, ours)
    return replace(brought, left_out=left_out) if isinstance(brought, Brought) else brought


def _bring(ledger: Ledger, sent: File, file: object) -> Brought | Claimed:
    if sent.into:
        return _written(ledger, sent, [(read_bundle(file, sent.into, sent.note.tell), sent.into)])
    parts = contents(file)
    groups = [_judged(ledger, sent, part, where) for where, part in parts.groups.items()]
    claimed = [(group, archive.name) for archive, group, asked in groups if group and asked]
    if claimed:
        return Claimed(tuple(group for group, _ in claimed), claimed[0][1])
    tables = [_table(part, where) for where, part in parts.tables.items()]
    papers = [item for item in parts.papers if not _has(ledger, sent.device, item)]
    return _written(ledger, sent, [(archive, group) for archive, group, _ in groups], tables, papers)


def bring_apart(url: str, sent: File) -> Brought | Claimed | Wrong:
    """The same in another process."""
    from ledger import Ledger

    ledger = Ledger.at(url)
    try:
        return bring(ledger, sent)
    except Malformed as wrong:
        return Wrong(None, wrong.why)
    except Illegal as wrong:
        return Wrong(wrong.rule, wrong.why)
    finally:
        ledger.close()


def save_apart(url: str, whose: Group | Device, note: Note) -> bytes:
    """The file of a group or of a device, written in another process."""
    from ledger import Ledger

    ledger = Ledger.at(url)
    try:
        return whole_file(Referee(ledger), whose, note).encode()
    finally:
        ledger.close()


def whole_file(referee: Referee, whose: Group | Device, note: Note = UNHEARD) -> str:
    """Everything of a group or of a device, as a file that can be imported again."""
    if isinstance(whose, Device):
        return dump(device_file(referee, whose, note.tell))
    return dump(group_file(referee, whose, note.tell))


def _judged(ledger: Ledger, sent: File, file: object, where: str) -> tuple[GroupArchive, Group | None, bool]:
    """A group, and the one of the device that it goes into. True: only once that was asked, because anybody can write
    the id of a group into a file. The same file makes one group of its own, however often it is imported so.
    """
    lasting = file.get("id") if isinstance(file, dict) else None
    own = next((own for own in sent.device.groups(ledger) if own.lasting_id == lasting), None)
    with located(where):
        archive = read_bundle(file, own, sent.note.tell)
    if own is None or own.code in sent.answer.split() or not _adds(ledger, archive, own):
        return archive, own, False
    if sent.answer == OF_ITS_OWN:
        origin = blake2b(f"{lasting} {sent.device.id} ".encode() + sent.source, digest_size=16).hexdigest()
        before = next((one for one in sent.device.groups(ledger) if one.lasting_id == origin), None)
        return replace(read_bundle(file, before), origin=origin), before, False
    return archive, own, True


def _table(file: object, where: str) -> ImportedTable:
    with located(where):
        return read_table(file)


def _adds(ledger: Ledger, archive: GroupArchive, own: Group) -> bool:
    """True if the file holds anything that the group lacks."""
    tables = {table.lasting_id: table.id for table in ledger.tables.of_group(own.id)}
    lengths = ledger.moves.last_seqs(tables.values())
    players = {player.name for player in ledger.players.of(own.id)}
    more = (len(table.moves) > lengths.get(tables.get(table.origin, 0), -1) for table in archive.tables)
    return bool(archive.items or {*archive.players} - players or any(more))


def _written(
    ledger: Ledger,
    sent: File,
    groups: Sequence[tuple[GroupArchive, Group | None]],
    alone: Sequence[ImportedTable] = (),
    papers: Sequence[LibraryItem] = (),
) -> Brought:
    """Write all of it, or nothing; what somebody plays on meanwhile is looked at once more."""
    while True:
        with suppress(Taken):
            brought = _write(ledger, sent, groups, alone, papers)
            break
    if len(brought) == 1 and not papers:
        return brought[0]
    continued = tuple(table for one in brought for table in one.continued)
    return Brought("device", "", sum(one.new for one in brought), tuple(item.key for item in papers), continued)


def _write(
    ledger: Ledger,
    sent: File,
    groups: Sequence[tuple[GroupArchive, Group | None]],
    alone: Sequence[ImportedTable],
    papers: Sequence[LibraryItem],
) -> list[Brought]:
    within = [_settled(ledger, sent.device, archive.tables, into) for archive, into in groups]
    own = _own(ledger, sent.device) if alone else {}
    beside = [settled(ledger, table, own) for table in alone]
    parts = Import(
        [(_of(archive, those), into) for (archive, into), those in zip(groups, within, strict=True)],
        [table for table, _ in beside if table.origin not in own],
        [(more.table_id, table, more.before) for those in (*within, beside) for table, more in those if more],
        papers,
    )
    imported = ledger.importing.whole(parts, sent.device.id, sent.note.tell, sent.mark)
    codes = {**{origin: table.code for origin, table in own.items()}, **imported.codes}
    return [
        Brought("group", group.code, len(new), continued=_continued(those))
        for (group, new), those in zip(imported.groups, within, strict=True)
    ] + [
        Brought("table", codes[table.origin], int(new), continued=_continued([pair]), parted=new and table != one)
        for one, pair in zip(alone, beside, strict=True)
        for table, new in [(pair[0], codes[pair[0].origin] in imported.new)]
    ]


def _settled(ledger: Ledger, device: Device, tables: Sequence[ImportedTable], into: Group | None) -> list[Settled]:
    own = _own(ledger, device, into.id) if into else {}
    return [settled(ledger, table, own) for table in tables]


def _of(archive: GroupArchive, those: Sequence[Settled]) -> GroupArchive:
    return replace(archive, tables=tuple(table for table, _ in those))


def _continued(those: Sequence[Settled]) -> tuple[Continued, ...]:
    return tuple(more for _, more in those if more)


def _own(ledger: Ledger, device: Device, group_id: int | None = None) -> dict[str, Table]:
    """The tables that the device opened or has a seat at, if given of that group alone, by their lasting ids."""
    own = ledger.tables.of(device.id, MOST_TABLES)
    return {table.lasting_id: table for table in own if group_id in (None, table.group_id)}


def _has(ledger: Ledger, device: Device, item: LibraryItem) -> bool:
    """True if the device keeps the same layout or box under the same name."""
    return any((own.kind, own.name, own.body) == (item.kind, item.name, item.body) for own in device.items(ledger))
