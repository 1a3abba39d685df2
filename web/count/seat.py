"""A final count at a table: what lies before one player, added up; and “it is mine”, where two count the same."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee import LiveTable, ask, given_up
from scoring.core.log import Event, read_event
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat
from web.count.entered import total_typed, typed_for
from web.http.limits import limit_taps
from web.rendering.fragments import is_fragment
from web.rendering.i18n import translate
from web.server.streams import hub
from web.table.access import TableAccess, live_of, referee, table_or_404
from web.table.forms import event_from, events_from, whole
from web.table.view import NOTHING_REFUSED, Refusal, context, counting, render

count = Blueprint("count", __name__)


@count.route("/t/<code>/count/<int:seat>", methods=["GET", "POST"])
def page(code: str, seat: int) -> ResponseReturnValue:
    """The page of a player's final count: a GET offers what was followed, a POST adds up and writes nothing."""
    here = table_or_404(code)
    live = live_of(here)
    if seat >= len(here.table.names):
        abort(404)
    if request.method == "GET":
        recorded = _counted_already(here, live, seat) if here.may_write else None
        if recorded:
            return redirect(url_for("correction.amend_count", code=code, seq=recorded, at_table=1), 303)
        return show_count(here, live, seat, None)
    try:
        return show_count(here, live, seat, read_event(live.game, events_from(request.form)[0], live.setup))
    except Malformed as malformed:
        return show_count(here, live, seat, None, Refusal(400, translate(malformed.why)))


def show_event(here: TableAccess, seat: Seat, event: Event) -> ResponseReturnValue:
    """The page of a final count as if this, read off a photo, had been ticked; raises `Malformed`."""
    live = live_of(here)
    return show_count(here, live, seat, read_event(live.game, event, live.setup), from_photo=True)


def show_count(
    here: TableAccess,
    live: LiveTable,
    seat: Seat,
    draft: object,
    refusal: Refusal = NOTHING_REFUSED,
    *,
    from_photo: bool = False,
) -> ResponseReturnValue:
    """The page of a final count with this on it, or for a phone that shows it the sums alone."""
    claimed = typed_for(request.form, seat)
    sums = counting(here, live.seen_from(here.seats), seat, draft, whole(claimed))
    if request.method == "GET":
        claimed = total_typed(live.game, sums.move)
    template = "count/sums.html" if is_fragment() else "table/count.html"
    add_up = url_for("count.page", code=here.table.code, seat=seat)
    shown = context(here, live, refusal=refusal)
    instead = None if sums.open or not here.may_write else _instead(here, live, seat)
    more = {"seat": seat, "sums": sums, "claimed": claimed, "add_up": add_up, "instead": instead}
    more |= {"twice": given_up(live, sums.move), "from_photo": from_photo}
    return render(template, shown, **more), refusal.status


def _counted_already(here: TableAccess, live: LiveTable, seat: Seat) -> int | None:
    """The number of this seat's count that ended what was played last; None while it can still be counted afresh, or
    where one correction has counted several.
    """
    if counting(here, live, seat, None).open:
        return None
    counts = {move.seat: number for number, move in _counts_at_the_end(live)}
    numbers = list(counts.values())
    return counts[seat] if seat in counts and numbers.count(counts[seat]) == 1 else None


def _counts_at_the_end(live: LiveTable) -> list[tuple[int, Any]]:
    """The counts that ended what was played last, with their numbers, newest first."""
    last = takewhile(lambda play: isinstance(play.move, live.game.entered), reversed(live.play.standing()))
    return [(play.index, play.move) for play in last if live.game.is_count(play.move)]


def _instead(here: TableAccess, live: LiveTable, seat: Seat) -> dict[str, object] | None:
    """The counts of all that can replace what ended the round: the last move that was followed, or the counts of a
    correction; None if nothing did.
    """
    counts = _counts_at_the_end(live)
    followed = [play.index for play in live.play.standing() if not isinstance(play.move, live.game.entered)]
    closing = counts[0][0] if counts else followed[-1] if followed else None
    if closing is None or here.table.locked:
        return None
    others = [counting(here, live, other, None).move for other in range(len(here.table.names)) if other != seat]
    event = live.game.formats.event
    return {
        "address": url_for("correction.amend", code=here.table.code, seq=closing, before=None if counts else 1),
        "changes": json.dumps([] if counts else [{"at": closing - 1, "event": None}]),
        "others": [event(move) for move in others],
    }


@count.post("/t/<code>/count/<int:seat>/ask")
@limit_taps
def ask_for(code: str, seat: int) -> ResponseReturnValue:
    """“It is mine”: ask the other player for what both have counted; the ticks stay."""
    here = table_or_404(code)
    live = live_of(here)
    if not here.may_write or seat >= len(here.table.names):
        abort(403)
    try:
        draft = read_event(live.game, event_from(request.form), live.setup)
        live = ask(referee(), here.table, draft, here.only_seat)
    except Malformed as malformed:
        return show_count(here, live, seat, None, Refusal(400, translate(malformed.why)))
    except Illegal as illegal:
        return show_count(here, live, seat, draft, Refusal(422, translate(illegal.why)))
    hub().notify(here.table.id, live.seq)
    return show_count(here, live, seat, draft)
