"""A round at a table, counted on one page with all players side by side, as the first one is by `count_now`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee import LiveTable
from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat
from web.count.entered import total_typed, typed_for
from web.count.now import Paper
from web.group.item import shared
from web.rendering.fragments import is_fragment
from web.rendering.i18n import translate
from web.table.access import TableAccess, live_of, table_or_404
from web.table.forms import events_from, whole
from web.table.view import NOTHING_REFUSED, Refusal, context, counting, render

count_everyone = Blueprint("count_everyone", __name__)


@count_everyone.route("/t/<code>/count", methods=["GET", "POST"])
def page(code: str) -> ResponseReturnValue:
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
    add_up = url_for("count_everyone.page", code=here.table.code)
    shown = {"paper": paper, "add_up": add_up, "refusals": [refusal.words] if refusal.words else []}
    return render(template, context(here, live), **shown), refusal.status
