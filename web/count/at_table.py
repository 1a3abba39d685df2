"""Counts at a table: what lies before one player, added up, and “it is mine”, where two count the same; or a round of
all players side by side on one page, as `now` counts a whole game.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee import LiveTable, ask, given_up
from scoring.core.game import ViewRequest
from scoring.core.log import Event, read_event
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat
from web.count.entered import total_typed, typed_for
from web.count.now import Paper
from web.group.item import shared
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


@count.route("/t/<code>/count", methods=["GET", "POST"])
def everybody(code: str) -> ResponseReturnValue:
    """The page of the round under way or of the next: a GET offers what was followed or counted, a POST adds up and
    writes nothing. Where nobody or not everybody can be counted, it leads to the page of one player.
    """
    here = table_or_404(code)
    return show_everybody(here, live_of(here))


def show_everybody(here: TableAccess, live: LiveTable, refusal: Refusal = NOTHING_REFUSED) -> ResponseReturnValue:
    """The page with what the request has entered, and why that was not recorded."""
    now = live.game.count and live.game.count.now
    if not now or not now.goes_on or not here.may_write or live.scores_hidden:
        return _one_player(here)
    first = () if _is_open(here, live) else now.first
    try:
        begun = live.after(first)
    except Illegal:
        return _one_player(here)
    if not _is_open(here, begun):
        return _one_player(here)
    seats = range(len(here.table.names))
    claimed = [typed_for(request.form, seat) for seat in seats]
    if not request.form:
        claimed = [total_typed(live.game, counting(here, begun, seat, None).move) for seat in seats]
    try:
        moves = [live.read(event) for event in events_from(request.form)] if request.form else []
    except Malformed as malformed:
        moves, refusal = [], Refusal(400, translate(malformed.why))
    counts = {move.seat: move for move in moves if live.game.is_count(move)}
    return _show(here, live, _paper(here, begun, first, counts, claimed), refusal)


def _one_player(here: TableAccess) -> ResponseReturnValue:
    return redirect(url_for("count.page", code=here.table.code, seat=0), 303)


def _is_open(here: TableAccess, live: LiveTable) -> bool:
    return all(counting(here, live, seat, None).open for seat in range(len(here.table.names)))


def _paper(
    here: TableAccess, live: LiveTable, first: Sequence[Any], entered: Mapping[Seat, Any], claimed: Sequence[str]
) -> Paper:
    """The paper with the counts `entered`, and of the other players what the table has of them."""
    game, names, seats = live.game, here.table.names, range(len(here.table.names))
    count = game.count or abort(404)
    now = count.now or abort(404)
    moves = [entered.get(seat) or counting(here, live, seat, None).move for seat in seats]
    state = now.with_counts(live.state, moves)
    position = game.position(state)
    asked = [ViewRequest(request.form, None, shared(here), whole(claimed[seat]), seats=here.seats) for seat in seats]
    return Paper(
        game,
        typed=names,
        claimed=claimed,
        names=names,
        chosen={},
        item=None,
        items=(),
        events=[],
        counts=[count.view(state, seat, moves[seat], asked[seat]) for seat in seats],
        beyond=(),
        position=position,
        sheet=game.score(position),
        at_table=True,
        first=[game.formats.event(move) for move in first],
    )


def _show(here: TableAccess, live: LiveTable, paper: Paper, refusal: Refusal) -> ResponseReturnValue:
    """The page with what was refused; for a phone that shows it, the sums alone."""
    template = "count_now/sums.html" if is_fragment() else "count_now/table.html"
    add_up = url_for("count.everybody", code=here.table.code)
    shown = {"paper": paper, "add_up": add_up, "refusals": [refusal.words] if refusal.words else []}
    return render(template, context(here, live), **shown), refusal.status
