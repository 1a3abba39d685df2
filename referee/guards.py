"""The guards that the referee has beside the rules of the games; each raises `Illegal`."""

from __future__ import annotations

from typing import Any

from referee.live import Beside, LiveTable, Ready
from scoring.core.log import MAX_EVENTS, Amend, Undo
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal, Rule
from scoring.core.sheet import Seat
from scoring.core.text import _, text

OWN_PHONE = Rule(
    "cairn/own-phone",
    _("Cairn"),
    _("Face-down cards are reported by their own player, or by the scorekeeper."),
)

LOCKED = Rule(
    "cairn/locked",
    _("Cairn"),
    _("At a locked table nothing is recorded until the person who opened it unlocks it."),
)

LOG_FULL = Rule(
    "cairn/log-full",
    _("Cairn"),
    _("A log holds 5,000 events: no game comes near it."),
)


READY_TOGETHER = Rule(
    "cairn/ready-together",
    _("Cairn"),
    _("Where all have to agree, each player says so once; when the last one does, it happens."),
)


def admit(live: LiveTable, move: Any, seats: frozenset[Seat] | None) -> None:
    """Refuse what no rule of the game is asked about: a move at a locked table, on another's phone, beyond the log's
    room. `seats` are those of the device; None: not checked.
    """
    unlocked(live)
    _on_own_phone(live, move, seats)
    _agreeable(live, move)
    room_left(live)


def _agreeable(live: LiveTable, move: Any) -> None:
    """Refuse to be ready for nothing, or twice."""
    if not isinstance(move, Ready):
        return
    if live.game.forced.agreed(live.state) is None:
        raise Illegal(READY_TOGETHER, text("There is nothing now that everybody has to agree to."))
    if move.seat in live.ready:
        raise Illegal(READY_TOGETHER, text("{name} is already ready.", name=live.table.names[move.seat]))


def unlocked(live: LiveTable) -> None:
    """Refuse any change of a locked table."""
    if live.table.locked:
        raise Illegal(LOCKED, text("This table is locked: the person who opened it can unlock it."))


def _on_own_phone(live: LiveTable, move: Any, seats: frozenset[Seat] | None) -> None:
    """Refuse a face-down move from a device with other seats: a refusal by the rules would say what lies there."""
    if isinstance(move, Undo | Amend | Beside) or seats is None or not live.game.secrets.face_down(move):
        return
    if move.seat not in live.trusted(seats):
        name = live.table.names[move.seat]
        raise Illegal(OWN_PHONE, text("{name} does this on their own phone.", name=name))


def possible(before: AnyPlay, after: AnyPlay) -> None:
    """Refuse a total that a move brings and the game cannot make. A log may say it: nothing is checked there."""
    count, position = before.game.count, before.game.position
    if count is None or not (isinstance(after.move, Amend) or before.game.is_count(after.move)):
        return
    known = count.out_of_bounds(position(before.state))
    for problem in count.out_of_bounds(position(after.state)):
        if problem not in known:
            raise Illegal(problem.rule, problem.why)


def room_left(live: LiveTable) -> None:
    """Refuse a move that would make the log too long to be read back."""
    if live.seq >= MAX_EVENTS:
        raise Illegal(LOG_FULL, text("This table has {number} events in its log: open a new one.", number=live.seq))
