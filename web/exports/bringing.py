"""The import of a file (a group, a table or a log): judged whole, then written. Here, or in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import uuid4

from ledger import Group, GroupArchive
from ledger.entries import dump
from referee import Referee
from scoring.core.reading import parse
from scoring.core.rule import Illegal, Malformed, Rule
from scoring.core.text import Text, text
from web.exports.archive import group_file, kind, read_bundle, read_table
from web.exports.underway import Note

if TYPE_CHECKING:
    from ledger import Ledger

OF_ITS_OWN = "new"
UNHEARD = Note()


@dataclass(frozen=True, slots=True)
class File:
    """A file that a device sends: into a group, or wherever it belongs. `answer`: where a file goes that claims a
    group. `note` is told how far it is.
    """

    source: bytes
    device: str
    into: Group | None = None
    answer: str | None = None
    note: Note = UNHEARD


@dataclass(frozen=True, slots=True)
class Brought:
    """The code of a group, and how many tables are new there; of a table alone, 0 when it was here already."""

    kind: str
    code: str
    new: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """Nothing was written yet: the file of this name says that it belongs to that group, and holds what the group
    lacks.
    """

    group: Group
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
    if sent.into:
        return _written(ledger, sent, read_bundle(file, sent.into, sent.note.tell), sent.into)
    return _bring_group(ledger, sent, file) if kind(file) == "group" else _bring_table(ledger, sent, file)


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


def save_apart(url: str, group: Group, note: Note) -> bytes:
    """The file of a group, written in another process."""
    from ledger import Ledger

    ledger = Ledger.at(url)
    try:
        return dump(group_file(Referee(ledger), group, note.tell)).encode()
    finally:
        ledger.close()


def _bring_group(ledger: Ledger, sent: File, file: object) -> Brought | Claimed:
    """Anybody can write the id of a group into a file, so it is asked before that group grows by it."""
    lasting = file.get("id") if isinstance(file, dict) else None
    own = next((own for own in ledger.groups.of(sent.device) if own.lasting_id == lasting), None)
    archive = read_bundle(file, own, sent.note.tell)
    if own is None or sent.answer == own.code or not _adds(ledger, archive, own):
        return _written(ledger, sent, archive, own)
    if sent.answer == OF_ITS_OWN:
        return _written(ledger, sent, replace(read_bundle(file, None), origin=uuid4().hex), None)
    return Claimed(own, archive.name)


def _adds(ledger: Ledger, archive: GroupArchive, own: Group) -> bool:
    """True if the file holds anything that the group lacks."""
    tables = {table.lasting_id for table in ledger.tables.of_group(own.id)}
    players = {player.name for player in ledger.players.of(own.id)}
    return bool(archive.items or {*archive.players} - players or {table.origin for table in archive.tables} - tables)


def _written(ledger: Ledger, sent: File, archive: GroupArchive, into: Group | None) -> Brought:
    here, codes = ledger.importing.group(archive, sent.device, into, sent.note.tell)
    return Brought("group", here.code, len(codes))


def _bring_table(ledger: Ledger, sent: File, file: object) -> Brought:
    imported = read_table(file)
    there = [own for own in ledger.tables.of(sent.device, 500) if own.lasting_id == imported.origin]
    return Brought(
        "table", there[0].code if there else ledger.importing.table(imported, sent.device), 1 - len(there[:1])
    )
