"""The scores of a table that hides them until the end: shown rank by rank, from the last to the first."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee import reveal_next
from web.http.limits import limit_taps
from web.server.streams import hub
from web.table.access import TableAccess, referee, table_or_404, watched_or_404
from web.table.resending import send_again
from web.table.seating import sit_first

reveal = Blueprint("reveal", __name__)
PLACES = {"screen": "table.screen", "result": "table.result", "watch": "table.watch"}


@reveal.post("/t/<code>/unveil")
@limit_taps
def next_rank(code: str) -> ResponseReturnValue:
    """Show the next rank to everybody, from a phone with a seat at the table."""
    here = table_or_404(code)
    if not here.may_write:
        return send_again(403, sit_first(here), here)
    _reveal(here)
    return redirect(url_for("table.page", code=code), 303)


@reveal.post("/w/<code>/unveil")
@limit_taps
def watch_unveil(code: str) -> ResponseReturnValue:
    """The same from the big screen: the only thing that a watcher may do."""
    _reveal(watched_or_404(code))
    return redirect(url_for(PLACES.get(request.form.get("place", ""), "table.watch"), code=code), 303)


def _reveal(here: TableAccess) -> None:
    seen = request.form.get("seen", "")
    live = reveal_next(referee(), here.table, int(seen) if seen.isdecimal() and len(seen) < 8 else -1)
    hub().notify(here.table.id, live.seq)
