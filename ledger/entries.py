"""What the ledger hands out, and why it may refuse to write. All times are UTC and know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

Json = dict[str, Any]
PRACTICE = "practice"  # the opener of practice tables: they belong to nobody, are listed nowhere, and last a day


@dataclass(frozen=True, slots=True)
class Table:
    """A table and who sits where: `names[seat]`. `code` lets write, `watch` only read, `spoken` is read aloud."""

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
    names: tuple[str, ...]

    @property
    def practice(self) -> bool:
        """Whether it is there to learn on."""
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
class Paper:
    """Something a group keeps on the shelf: a "pad" or a "box". Whoever knows the `key` may change it."""

    key: str
    kind: str
    name: str
    body: Json
    changed_at: datetime


class Taken(Exception):
    """Another move holds this seq: another phone was first."""


class Repeated(Exception):
    """This move id is in the table already: `row` is what the first report wrote."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"move {row.move_id} is already number {row.seq}")
        self.row = row


class Missing(LookupError):
    """There is no such table, seat or paper, or not any more."""
