"""The review of a finished game: what mattered most, and the game as it would have been."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import LiveTable
from web.table.access import scores_of, watched_or_404
from web.table.reviews import review_of, shown_of
from web.table.view import context, render

review = Blueprint("review", __name__)


@review.get("/r/<code>/review")
def page(code: str) -> ResponseReturnValue:
    """The page of a review: what mattered most, how the lead went, and everything else that there is to say."""
    here = watched_or_404(code)
    live = scores_of(here)
    if refused := _nothing_yet(live):
        return refused
    return render("review/page.html", context(here, live), **shown_of(live))


@review.get("/r/<code>/review/<key>")
def instead(code: str, key: str) -> ResponseReturnValue:
    """The finished game as it would have been, on the page of its result."""
    here = watched_or_404(code)
    live = scores_of(here)
    if refused := _nothing_yet(live):
        return refused
    found = review_of(live).find(key)
    if found is None or found.ending is None:
        abort(404)
    shown = replace(context(here, _as_if(live, found.finding.instead)), place="result")
    return render("review/instead.html", shown, sheet=shown.live.sheet, found=found)


def _as_if(live: LiveTable, state: object) -> LiveTable:
    return replace(live, play=replace(live.play, state=state))


def _nothing_yet(live: LiveTable) -> ResponseReturnValue | None:
    """The answer for a game that has no review, or none yet."""
    if live.game.review is None:
        abort(404)
    if not live.finished:
        said = gettext("This game is still being played: what decided it can be said when it is over.")
        return render_template("error.html", said=said, code=422), 422
    if not live.has_review:
        said = gettext("This game was counted at its end: without its moves nobody can say what decided it.")
        return render_template("error.html", said=said, code=404), 404
    return None
