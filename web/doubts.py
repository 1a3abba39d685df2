"""What is asked once before a count is recorded, because Cairn knows otherwise: the question, and its answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import LiveTable
from scoring.core.text import Text
from web.access import TableAccess
from web.forms import whole
from web.fragments import instead_of_the_page, is_fragment
from web.resending import sent
from web.table_view import counting

SURE = "sure"
"""The field of the answer that records it all the same."""


def doubts_of(here: TableAccess, live: LiveTable, moves: Iterable[Any]) -> Sequence[Text]:
    """What is asked before the counts among these moves are recorded; empty where it was answered."""
    counted = live.game.counted
    counts = [move for move in moves if counted is not None and isinstance(move, counted)]
    if SURE in request.form or not counts:
        return ()
    claimed = whole(request.form.get("claimed", ""))
    breaks_off = live.game.breaks_off(live.state)
    doubts = [doubt for move in counts for doubt in counting(here, live, move.seat, move, claimed).doubts]
    return [breaks_off, *doubts] if breaks_off else doubts


def ask_first(doubts: Sequence[Text], page: str) -> ResponseReturnValue:
    """The question, with everything that was entered; `page` is the address that shows it again.

    A phone that is on that page gets the question alone, any other a page of its own.
    """
    asked = {"doubts": doubts, "answers": [("1", gettext("Record all the same"))]}
    on_it = urlsplit(request.headers.get("HX-Current-URL", "")).path == urlsplit(page).path
    if is_fragment() and on_it:
        return render_template("count/question.html", **asked), 422
    return render_template("count/asked.html", **asked, page=page, **sent()), 422, instead_of_the_page()
