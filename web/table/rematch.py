"""Play again: from the table, the result and the group, the next table of the same people."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import Table
from referee import next_table, play_again
from web.http.limits import TABLES, limiter
from web.server.streams import BESIDE, hub
from web.table.access import TableAccess, device, group_or_404, ledger, live_of, referee, table_or_404
from web.table.resending import send_again
from web.table.seating import sit_first

rematch = Blueprint("rematch", __name__)


@rematch.post("/t/<code>/again")
@limiter.limit(TABLES)
def of_table(code: str) -> ResponseReturnValue:
    """The next table of this one, opened by the first who asks."""
    here = table_or_404(code)
    if not here.may_write:
        return send_again(403, sit_first(here), here)
    return _play_again(here)


@rematch.post("/g/<code>/again")
@limiter.limit(TABLES)
def of_group(code: str) -> ResponseReturnValue:
    """The next table after one of the group's; this device sits there for whoever has no other."""
    group, number = group_or_404(code), request.form.get("table", "")
    tables = ledger().tables.of_group(group.id)
    table = next((one for one in tables if str(one.id) == number), None) or abort(422)
    return _play_again(TableAccess(table, frozenset()))


def table_after(here: TableAccess) -> Table | None:
    """The next table of these people, if one of them has opened it."""
    return next_table(referee(), here.table)


def _play_again(here: TableAccess) -> ResponseReturnValue:
    if not live_of(here).finished:
        flash(gettext("This game is still being played."))
        return redirect(url_for("table.page", code=here.table.code), 303)
    group_id = here.table.group_id
    new, is_new = play_again(referee(), here.table, _names(here.table), device())
    if is_new:
        _seat(new)
        hub().notify(here.table.id, BESIDE)
    if is_new and group_id:
        ledger().groups.put_table(new.id, group_id, dict(enumerate(new.names)))
    return redirect(url_for("table.page", code=new.code), 303)


def _seat(new: Table) -> None:
    """Give whoever asks the seats that nobody has: at the old table these had no phone of their own either."""
    sitting = ledger().seats.sittings(new.id)
    if any(device() in devices for devices in sitting.values()):
        return
    for seat in range(len(new.names)):
        if seat not in sitting:
            ledger().seats.sit(new.id, seat, device())


def _names(table: Table) -> list[str]:
    """The names of today of those who sat there."""
    players = ledger().players.of(table.group_id) if table.group_id else []
    today = {player.id: player.name for player in players}
    return [today.get(player or 0, name) for name, player in zip(table.names, table.players, strict=True)]
