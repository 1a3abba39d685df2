"""Tables that the referee opens: with a count, to keep a game that nobody recorded; for the same people again; to
practise at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ledger import Table
from ledger.entries import PRACTICE
from referee.live import LIBRARY_ITEM, LiveTable, opened
from referee.memory import Referee
from referee.record import Report, possible, record
from scoring.core.game import Again
from scoring.core.log import Event, read_event

if TYPE_CHECKING:
    from ledger import Ledger


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that was counted: who played, what was chosen, and the events that stand in its log."""

    game: str
    names: Sequence[str]
    settings: Mapping[str, Any]
    events: Sequence[Event]


def keep_count(referee: Referee, count: CountedGame, opener: str, move_id: str) -> Table:
    """The table of a count, with all seats for `opener`; the same one however often it is asked for.

    Raises Illegal when the rules forbid it; then there is no table.
    """
    judge_count(count)
    for table in referee.ledger.tables.begun_by(opener, move_id):
        if _is_of(referee, table, count):
            return table
    table = referee.ledger.tables.open(count.game, count.settings, count.names, opener)
    for seat in range(len(count.names)):
        referee.ledger.seats.sit(table.id, seat, opener)
    record(referee, table, Report(move_id, 0, count.events))
    return table


def judge_count(count: CountedGame) -> None:
    """Raise `Illegal` when the rules forbid it."""
    setup, play = opened(count.game, count.settings, count.names)
    for number, event in enumerate(count.events, 1):
        before, play = play, play.after(read_event(play.game, event, setup), number)
        possible(before, play)


def _is_of(referee: Referee, table: Table, count: CountedGame) -> bool:
    """True if a table is that of this count. A page kept for when there is no network has one id for good, so the
    content decides too; the names may have been mended since.
    """
    rows = referee.ledger.moves.read(table.id)[: len(count.events)]
    said = (dict(table.settings), [dict(row.event) for row in rows])
    return said == (dict(count.settings), [dict(event) for event in count.events])


# The same people again


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


# Practice


def open_practice(ledger: Ledger, game: str, log: Mapping[str, Any]) -> Table:
    """Open a practice table: its log was judged when it was scripted, and is written down as it stands."""
    settings = dict(log)
    names, events = settings.pop("players"), settings.pop("events")
    table = ledger.tables.open(game, settings, names, PRACTICE)
    for seq, event in enumerate(events, 1):
        seat, move_id = event.get("seat"), f"practice-{seq}"
        ledger.moves.append(table.id, seq=seq, move_id=move_id, seat=seat, by_seat=None, event=dict(event))
    return table
