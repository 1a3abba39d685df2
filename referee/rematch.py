"""Playing again: the next table of the same people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ledger import Table
from referee.live import LIBRARY_ITEM, LiveTable
from referee.memory import Referee
from referee.record import Report, record
from scoring.core.game import Again


def play_again(referee: Referee, table: Table, names: Sequence[str], opener: str) -> tuple[Table, bool]:
    """The next table of a finished one, and whether it is new: the same settings, each player with the same devices.

    Whoever asks, and however often, it is one table. `names` are today's, by the seats of the old table.
    """
    existing = next_table(referee, table)
    if existing:
        return existing, False
    live = referee.live(table)
    again = live.game.again(live.play) if live.game.again else Again(tuple(range(len(names))))
    seated = [names[seat] for seat in again.seats]
    new = referee.ledger.tables.open(table.game, _settings(referee, live, again.seats), seated, opener)
    if not referee.ledger.rematches.put(table.id, new.id):
        referee.ledger.tables.delete(new.id)
        return next_table(referee, table) or table, False
    _sit(referee, table, new, again.seats)
    if again.moves:
        record(referee, new, Report("again-first", 0, [live.game.formats.event(move) for move in again.moves]))
    return new, True


def next_table(referee: Referee, table: Table) -> Table | None:
    """The table where the same people play again; None as long as nobody has opened it."""
    number = referee.ledger.rematches.after(table.id)
    return referee.ledger.tables.by_id(number) if number else None


def _sit(referee: Referee, table: Table, new: Table, seats: Sequence[int]) -> None:
    sitting = referee.ledger.seats.sittings(table.id)
    for seat, before in enumerate(seats):
        for device in sitting.get(before, frozenset()):
            referee.ledger.seats.sit(new.id, seat, device)


def _settings(referee: Referee, live: LiveTable, seats: Sequence[int]) -> Mapping[str, Any]:
    """The settings of a table as they are by now, with what its library item knows by now, for these of its seats."""
    settings, key = dict(live.table.settings), live.table.settings.get(LIBRARY_ITEM)
    item = referee.ledger.library.by_key(key) if key else None
    for setting in live.game.settings:
        now = [value for value, move in setting.later(live.state).items() if move is None]
        if now:
            settings[setting.key] = now[0]
        if setting.library and item:
            settings[setting.key] = item.copy
        if setting.each in settings:
            settings[setting.each] = [settings[setting.each][seat] for seat in seats]
    return settings
