"""Where a finished game was decided: what mattered most, and the game as it would have been."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import LiveTable
from scoring.core.figures import Figure
from scoring.core.review import Review, curve
from scoring.core.text import Text, text
from web import charts
from web.access import scores_of, watched_or_404
from web.pages.statistics import PENS
from web.reviews import review_of
from web.table_view import context, render

review = Blueprint("review", __name__)
SPELT_OUT = 3  # rounds, along the curve of a phone


@review.get("/r/<code>/review")
def page(code: str) -> ResponseReturnValue:
    """What mattered most in a finished game, how the lead went, and everything else that there is to say."""
    here = watched_or_404(code)
    live = scores_of(here)
    if refused := _nothing_yet(live):
        return refused
    found = review_of(live)
    lead = curve(here.table.names, found.moments)
    kinds = [(kind, list(findings)) for kind, findings in groupby(found.rest, lambda one: one.finding.kind)]
    shown = {"review": found, "kinds": kinds, "lead": lead, "drawing": _drawn(lead, found)}
    return render("review/page.html", context(here, live), **shown, **PENS)


def _drawn(lead: Figure, found: Review[object]) -> charts.Drawing:
    """The curve with its turning points, and along it where each round began."""
    rows = {moment.move: row for row, moment in enumerate(found.moments)}
    lines = len(lead.columns)
    stops = [(rows[point.moment.move], min(point.ahead[0], lines - 1)) for point in found.turning_points]
    begun = [(rows[moment.move], _named(number, found)) for number, moment in enumerate(found.rounds, 1)]
    return charts.with_stops(lead, stops, begun)


def _named(number: int, found: Review[object]) -> Text:
    """A round as it stands along the curve: with its word where there is room for it."""
    return text("Round {round}", round=number) if len(found.rounds) <= SPELT_OUT else text("{number}", number=number)


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
