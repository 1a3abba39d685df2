"""Beside the game: a player asks for what another has counted, who gives it up or keeps it; players were exchanged; a
finished game that hides its scores shows them rank by rank, the last first.
"""

from contextlib import suppress
from typing import Any

from ledger import Repeated, Table, Taken
from referee.live import ASK, EXCHANGED, KEEP, SHOW_RANK, Exchange, LiveTable
from referee.memory import Referee, outcome_of
from referee.record import Behind, Recorded, Refused, Ruling, room_left, unlocked
from scoring.core.log import Event
from scoring.core.rule import Illegal
from scoring.core.sheet import Seat


def ask(referee: Referee, table: Table, count: Any, by_seat: Seat | None) -> LiveTable:
    """Ask for what this count and another player's both have; nothing if there is no such thing, or if it is asked
    already.

    Raises Illegal at a table that is locked or whose log is full.
    """
    live = referee.live(table)
    less = given_up(live, count)
    request = live.notices.request
    if less is None or (request and request.given_up == less):
        return live
    event = {"type": ASK, "seat": count.seat, "event": live.game.formats.event(less)}
    return _write(referee, live, count.seat, by_seat, event)


def given_up(live: LiveTable, count: Any) -> Any:
    """The count of another player that would have to give something up for this one; None if there is none."""
    counted = live.game.count
    return counted.twice.given_up(live.state, count) if counted and counted.twice else None


def keep(referee: Referee, table: Table, by_seat: Seat | None, seen: int) -> Ruling:
    """Answer no; nothing if that is the answer already. Behind if the table has changed since `seen`."""
    live = referee.live(table)
    request = live.notices.request
    if request and request.kept:
        return Recorded(live, live.play)
    if request is None or seen < live.seq:
        return Behind(live)
    try:
        after = _write(referee, live, request.given_up.seat, by_seat, {"type": KEEP})
    except Illegal as illegal:
        return Refused(live, illegal)
    request = after.notices.request
    return Recorded(after, live.play) if request and request.kept else Behind(after)


def exchange(referee: Referee, table: Table, exchanged: Exchange) -> LiveTable:
    """Write down that players were exchanged; raises Illegal at a table that is locked or whose log is full."""
    return _write(referee, referee.live(table), None, exchanged.by, EXCHANGED.write(exchanged))


def _write(referee: Referee, live: LiveTable, seat: Seat | None, by_seat: Seat | None, event: Event) -> LiveTable:
    unlocked(live)
    room_left(live)
    seq, move_id = live.seq + 1, f"{event['type']}-{live.seq + 1}"
    with suppress(Taken, Repeated):
        referee.ledger.moves.append(
            live.table.id, seq=seq, move_id=move_id, seat=seat, by_seat=by_seat, event=dict(event)
        )
    return referee.live(live.table)


# The reveal


def reveal_next(referee: Referee, table: Table, seen: int) -> LiveTable:
    """Show one more rank of a finished game that hides its scores; nothing if another phone was first."""
    live = referee.live(table)
    if seen != live.seq or not live.awaits_reveal:
        return live
    seq, event = seen + 1, {"type": SHOW_RANK}
    with suppress(Taken, Repeated):
        referee.ledger.moves.append(table.id, seq=seq, move_id=f"unveil-{seq}", seat=None, by_seat=None, event=event)
    live = referee.live(table)
    if not live.scores_hidden:
        referee.ledger.outcomes.put(table.id, outcome_of(live.setup, live.play, live.seq))
    return live
