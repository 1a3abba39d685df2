"""The seats that a device may take, and the reason for which it may not take the others."""

from __future__ import annotations

from flask import session
from flask_babel import gettext

from referee import LiveTable
from scoring.core.sheet import Seat
from scoring.core.text import plural
from web.rendering.i18n import translate
from web.table.access import TableAccess, device, ledger, live_of
from web.table.notices import lone_sitters

LEFT = "left face down"  # in the cookie: the latest table where this device left such seats, and each since which seq


def may_join(here: TableAccess) -> bool:
    """True if this device may take a seat: a table that accepts no new phones keeps those it has."""
    return here.table.joining or bool(here.seats) or here.table.opener == device()


def withheld(here: TableAccess) -> frozenset[Seat]:
    """The seats with cards face down that this device may not know; those that it laid and left, it knows."""
    live = live_of(here)
    return live.withheld(here.seats) - {seat for seat, _since in _left(here, live)}


def leave_face_down(here: TableAccess) -> None:
    """Remember that this device may come back to the seats that it sits at and that have cards face down."""
    live = live_of(here)
    known = {seat: since for seat, (since, _alone) in live.face_down.items() if seat in live.trusted(here.seats)}
    if known:
        session[LEFT] = [here.table.id, list({**dict(_left(here, live)), **known}.items())]


def _left(here: TableAccess, live: LiveTable) -> list[tuple[Seat, int]]:
    """The seats that this device left with what lies there now, each with the seq since which it lies there."""
    table, left = session.get(LEFT, (None, ()))
    lying = {seat: since for seat, (since, _alone) in live.face_down.items()}
    return [(seat, since) for seat, since in left if table == here.table.id and lying.get(seat) == since]


def answering_elsewhere(here: TableAccess) -> frozenset[Seat]:
    """The seats that this device does not answer for: it does not sit there, or it keeps score for several and somebody
    has a phone of their own there.
    """
    others = frozenset(range(len(here.table.names))) - here.seats
    if len(here.seats) < 2:
        return others
    alone = lone_sitters(ledger().seats.sittings(here.table.id))
    return others | {seat for seat, devices in alone.items() if devices}


def why_no_seat(here: TableAccess) -> str:
    """Why this device can take no seat at all for now; empty where it can."""
    if here.table.locked:
        return str(gettext("This table is locked: the person who opened it can unlock it."))
    if not may_join(here):
        return str(gettext("This table accepts no new phones: to play here, ask the person who opened it."))
    if len(withheld(here)) == len(here.table.names):
        return str(gettext("Cards are face down here: wait for the reveal to change seats."))
    return ""


def why_not_all(here: TableAccess) -> str:
    """Why this device cannot take some of the seats for now; empty where it can take them all."""
    names = tuple(here.table.names[seat] for seat in sorted(withheld(here)))
    if not names:
        return ""
    return translate(
        plural(
            "{names} has cards face down: this seat can be taken after the reveal.",
            "{names} have cards face down: these seats can be taken after the reveal.",
            len(names),
            names=names,
        )
    )


def sit_first(here: TableAccess) -> str:
    """The sentence for a phone that reports something and has no seat at the table."""
    return why_no_seat(here) or str(gettext("This device has no seat here: choose one, then send again."))
