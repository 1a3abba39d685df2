"""Tables of a file that are here already, and were played on elsewhere: they are continued, or stand beside those."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from ledger import ImportedTable, Table
from ledger.entries import Row, dump, lasting_id
from referee import LIBRARY_ITEM

if TYPE_CHECKING:
    from ledger import Ledger


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
