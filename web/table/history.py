"""The game played back: the table as it was after any move."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import Entry, LiveTable, PastTable, moment_at
from scoring.core.telling import NOWHERE, places
from web.rendering.i18n import translate
from web.table.access import ScoresHidden, TableAccess, live_of, referee, table_or_404, watched_or_404
from web.table.view import context, render

history = Blueprint("history", __name__)


@history.get("/t/<code>/at/<int:seq>")
def moment(code: str, seq: int) -> ResponseReturnValue:
    """The table as it was after the move of this number, on its own board; 0 is before the first."""
    return _moment(table_or_404(code), seq)


@history.get("/w/<code>/at/<int:seq>")
def watched_moment(code: str, seq: int) -> ResponseReturnValue:
    return _moment(watched_or_404(code), seq)


def _moment(here: TableAccess, seq: int) -> ResponseReturnValue:
    """The table as somebody without a seat sees it: nobody acts in the past, and what lay face down stays so.

    It is the game as it stands now; with `then` in the query as it was recorded then, before it was corrected.
    """
    now = live_of(here)
    if now.awaits_reveal:
        raise ScoresHidden
    then = moment_at(referee(), here.table, seq) or abort(404)
    corrected = None if "then" in request.args else then.corrected
    mover = then.entry.row.seat if then.entry else None
    shown = context(replace(here, seats=frozenset()), replace(corrected or then.live, mended=()), seat=mover)
    last = _said(then.entry, now=corrected is not None)
    shown = replace(shown, last=last, scores_hidden=now.scores_hidden)
    more = {"then": then, "entry": then.entry, "seq": seq, "end": now.seq, "corrected": corrected}
    return render("history/moment.html", shown, **more, where=_where(now, then, seq))


def _where(now: LiveTable, then: PastTable, seq: int) -> str:
    """The place of a moment in the game as it stands now, else as it was then: what was undone comes after what
    stood.
    """
    if not seq:
        return str(gettext("Before the first move"))
    stood = places(then.live.play)
    place = places(now.play).get(seq) or stood.get(seq) or next(reversed(stood.values()), NOWHERE)
    return translate(place.said)


def _said(entry: Entry | None, *, now: bool) -> list[str]:
    """The move that had just happened, in words: as it stands `now`, which is nothing if it was deleted, or as it was
    recorded.
    """
    if entry is None:
        return []
    told = () if now and entry.struck else entry.said
    told = (*told, *entry.now) if now else told
    said = [translate(sentence) for sentence in told]
    return [gettext("Undone:"), *said] if entry.undo else said
