"""The question before a count is recorded that Cairn knows otherwise, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any
from urllib.parse import urlsplit

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import LiveTable
from scoring.core.counting import TOTAL, DraftCount
from scoring.core.game import AnyGame, FinalCount, ViewRequest
from scoring.core.log import Event
from scoring.core.numbers import number
from scoring.core.sheet import Seat
from scoring.core.text import Text
from web.table.access import TableAccess
from web.table.forms import whole
from web.table.fragments import instead_of_the_page, is_fragment
from web.table.resending import sent
from web.table.table_view import counting

SURE = "sure"
"""The field of the answer that records it all the same."""
TYPED = "typed"
"""The answer that records a total that was typed in the place of what it is not."""


def answers() -> Sequence[str]:
    """The answers given already; empty where there are none."""
    return request.form.get(SURE, "").split()


def asked_of(here: TableAccess, live: LiveTable, moves: Sequence[Any]) -> Sequence[Text]:
    """The questions before these moves are recorded: of counts, or of what is left open; empty once answered."""
    if answers():
        return ()
    return doubts_of(here, live, moves) or [asked for move in moves for asked in live.game.reporting.left_open(move)]


def doubts_of(here: TableAccess, live: LiveTable, moves: Sequence[Any]) -> Sequence[Text]:
    """The questions before the counts among these moves are recorded; empty where they were answered."""
    count, counts = live.game.count, [move for move in moves if live.game.is_count(move)]
    if answers() or count is None or not counts:
        return ()
    begun = live.after(takewhile(lambda move: not live.game.is_count(move), moves))
    breaks_off = count.breaks_off(begun.state)
    doubts = [doubt for move in counts for doubt in counting(here, begun, move.seat, move, _claimed(move.seat)).doubts]
    return [breaks_off, *doubts] if breaks_off else doubts


def as_answered(live: LiveTable, events: Sequence[Event]) -> Sequence[Event]:
    """The events, with the totals that were typed instead of the counts of their players, where that was the answer;
    raises `Malformed`.
    """
    if TYPED not in answers() or live.game.count is None:
        return events
    return [_as_typed(live, live.game.count, event) for event in events]


def _as_typed(live: LiveTable, count: FinalCount[Any, Any, Any, Any], event: Event) -> Event:
    move = live.read(event)
    total = _claimed(move.seat) if live.game.is_count(move) else None
    if total is None or count.typed is None:
        return event
    own: DraftCount = count.view(live.state, move.seat, move, ViewRequest({}, None, None, total))
    return live.game.formats.event(count.typed(move.seat, total)) if own.claim else event


def total_typed(live: LiveTable, count: Any) -> str:
    """The total that is all that a recorded count has, as it was typed; empty where it has more."""
    event = live.game.formats.event(count)
    places = (place for place in (event, *event.values()) if isinstance(place, dict))
    return next((number(total) for place in places if isinstance(total := place.get(TOTAL), int)), "")


def ask_first(doubts: Sequence[Text], page: str, game: AnyGame | None = None) -> ResponseReturnValue:
    """The question, with everything that was entered; `page` is the address that shows it again. In a `game` that takes
    them a typed total may be recorded, too.

    A phone that is on that page gets the question alone, any other a page of its own.
    """
    says = [("1", gettext("Record all the same"))]
    if game and game.count and game.count.typed and (totals := _totals_typed()):
        says += [(TYPED, _as_they_are(totals))]
    asked = {"doubts": doubts, "answers": says}
    on_it = urlsplit(request.headers.get("HX-Current-URL", "")).path == urlsplit(page).path
    if is_fragment() and on_it:
        return render_template("count/question.html", **asked), 422
    return render_template("count/asked.html", **asked, page=page, **sent()), 422, instead_of_the_page()


def of_everyone() -> bool:
    """True if the counts of all players were entered on one page."""
    return "claimed0" in request.form


def _totals_typed() -> Sequence[int]:
    typed = (whole(value) for name, value in request.form.items() if name.startswith("claimed"))
    return [total for total in typed if total is not None]


def _as_they_are(totals: Sequence[int]) -> str:
    if of_everyone():
        return str(gettext("Record the totals as typed"))
    return str(gettext("Record %(total)s as typed", total=totals[0]))


def _claimed(seat: Seat) -> int | None:
    """The total that the player of a count had worked out."""
    return whole(request.form.get(f"claimed{seat}" if of_everyone() else "claimed", ""))
