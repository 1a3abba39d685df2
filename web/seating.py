"""Which seats a device may take, and why not the others."""

from __future__ import annotations

from flask_babel import gettext

from scoring.core.sheet import Seat
from scoring.core.text import plural
from web.access import TableAccess, device, live_of
from web.i18n import translate


def may_join(here: TableAccess) -> bool:
    """Whether this device may take a seat: a table that accepts no new phones keeps those it has."""
    return here.table.joining or bool(here.seats) or here.table.opener == device()


def withheld(here: TableAccess) -> frozenset[Seat]:
    """The seats with cards face down that this device may not know."""
    return live_of(here).withheld(here.seats)


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
    """What a phone hears that reports something and has no seat at the table."""
    return why_no_seat(here) or str(gettext("This device has no seat here: choose one, then send again."))
