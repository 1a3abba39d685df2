"""The host's rights, of whoever opened a table: free a seat, close joining, hand the table over, delete it. One thing
everybody may do at their own seat: be the only phone there.
"""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from scoring.core.sheet import Seat
from web.server.streams import GONE, hub
from web.table.access import TableAccess, device, forget_on_device, ledger, live_of, referee, table_or_404

host = Blueprint("host", __name__)


def hosted(code: str) -> TableAccess:
    """The table behind the link; 403 for anyone but its host."""
    here = table_or_404(code)
    if here.table.opener != device():
        abort(403)
    return here


def _seat(here: TableAccess) -> Seat:
    """The seat that the form names; 400 if there is none."""
    named = request.form.get("seat", "")
    if not named.isdecimal() or len(named) > 2 or int(named) >= len(here.table.names):
        abort(400)
    return int(named)


def _back(here: TableAccess) -> ResponseReturnValue:
    return redirect(url_for("table.share", code=here.table.code), 303)


@host.post("/t/<code>/free")
def free(code: str) -> ResponseReturnValue:
    """Free a seat of every device."""
    here = hosted(code)
    if live_of(here).face_down:
        flash(gettext("Cards are face down: seats can be freed after the reveal."))
    else:
        ledger().seats.free(here.table.id, _seat(here))
    return _back(here)


@host.post("/t/<code>/alone")
def alone(code: str) -> ResponseReturnValue:
    """Free this device's seat of all other phones."""
    here = table_or_404(code)
    seat = _seat(here)
    if here.seats != {seat}:
        abort(403)
    if live_of(here).face_down:
        flash(gettext("Cards are face down: seats can be freed after the reveal."))
    else:
        ledger().seats.leave_alone(here.table.id, seat, device())
    return _back(here)


@host.post("/t/<code>/joining")
def joining(code: str) -> ResponseReturnValue:
    """Close or open the table to new devices; those with a seat keep it."""
    here = hosted(code)
    ledger().tables.set_joining(here.table.id, request.form.get("joining") == "open")
    return _back(here)


@host.post("/t/<code>/lock")
def lock(code: str) -> ResponseReturnValue:
    """Close a finished game to every change, or open it again."""
    here = hosted(code)
    wanted = request.form.get("locked") == "yes"
    if wanted and not live_of(here).finished:
        flash(gettext("A game is locked when it is over."))
        return _back(here)
    ledger().tables.set_locked(here.table.id, wanted)
    flash(gettext("The table is locked: nothing can be recorded.") if wanted else gettext("The table is unlocked."))
    return _back(here)


@host.post("/t/<code>/hand-over")
def hand_over(code: str) -> ResponseReturnValue:
    """Make a device at this seat the host; nothing changes if no other device has it."""
    here = hosted(code)
    others = ledger().seats.sittings(here.table.id).get(_seat(here), frozenset()) - {device()}
    if not others:
        flash(gettext("Nobody else has this seat."))
        return _back(here)
    ledger().tables.hand_over(here.table.id, min(others))
    flash(gettext("The table has been handed over."))
    return _back(here)


@host.post("/t/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """Delete the table and everything in it."""
    here = hosted(code)
    if here.table.locked:
        flash(gettext("This table is locked: unlock it first."))
        return _back(here)
    ledger().tables.delete(here.table.id)
    referee().forget(here.table)
    hub().notify(here.table.id, GONE)
    forget_on_device(here.table)
    flash(gettext("The table has been deleted."))
    return redirect(url_for("lobby.home"), 303)
