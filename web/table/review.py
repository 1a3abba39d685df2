"""A game looked at again: the table as it was after any move; of a finished one the review, what mattered most and the
game as it would have been.

Reviews are kept: a result changes only by a correction, which gives its table another seq, and by a name that is
mended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from jinja2.utils import LRUCache

from referee import Entry, LiveTable, PastTable, moment_at
from scoring.core.figures import Figure
from scoring.core.game import AnyGame, Opens
from scoring.core.review import Review, curve
from scoring.core.review import review as reviewed
from scoring.core.running import Moment, begun, since
from scoring.core.telling import NOWHERE, places
from scoring.core.text import Text, text
from web.rendering.i18n import translate
from web.table.access import (
    ScoresHidden,
    TableAccess,
    live_of,
    referee,
    scores_of,
    under_both_links,
    watched_or_404,
)
from web.table.view import context, render

if TYPE_CHECKING:
    from web.rendering.charts import Drawing

review = Blueprint("review", __name__)
KEPT = 300  # reviews, of some 30 KB each
SPELT_OUT, NUMBER = 28, 10  # per cent of the curve: on a phone a round's word and number are as wide, and two digits
EACH = (1, 2, 5, 10, 20, 50)
_kept = LRUCache(KEPT)


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
    as_if = replace(live, play=replace(live.play, state=found.finding.instead))
    shown = replace(context(here, as_if), place="result")
    return render("review/instead.html", shown, sheet=shown.live.sheet, found=found)


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


def review_of(live: LiveTable) -> Review[Any]:
    """The review of a finished game that has one."""
    key = (live.table.code, live.seq, live.table.names)
    kept: Review[Any] | None = _kept.get(key)
    if kept is None:
        kept = _kept[key] = reviewed(live.setup, live.play)
    return kept


def shown_of(live: LiveTable) -> Mapping[str, object]:
    """The values that the templates of a review show, by name."""
    from web.rendering.charts import PENS

    found = review_of(live)
    lead = curve(live.table.names, found.moments)
    kinds = [(kind, list(findings)) for kind, findings in groupby(found.rest, lambda one: one.finding.kind)]
    return {
        "review": found,
        "kinds": kinds,
        "lead": lead,
        "drawing": _drawn(live.game, lead, found),
        "places": places(live.play),
        **PENS,
    }


def _drawn(game: AnyGame, lead: Figure, found: Review[Any]) -> Drawing:
    """The curve with its turning points, and along it where its rounds or turns began."""
    from web.rendering.charts import with_stops

    rows = {moment.move: row for row, moment in enumerate(found.moments)}
    last = len(lead.columns) - 1
    stops = [(rows[point.moment.move], min(point.ahead[0], last)) for point in found.turning_points]
    return with_stops(lead, stops, _along(game, found.moments, found.parts, found.begun))


def score_drawn(live: LiveTable, score: Figure, went: Sequence[Moment]) -> Drawing:
    """The score of a finished game as it went on, and along it where its rounds or turns began."""
    from web.rendering.charts import with_stops

    parts, opening = begun(live.play)
    return with_stops(score, [], _along(live.game, went, parts, since(went, opening)))


def _along(game: AnyGame, went: Sequence[Moment], parts: Opens, begun: Sequence[Moment]) -> list[tuple[int, Text, int]]:
    """The places along these moments at which each round or turn began, as `_named` says."""
    rows = {moment.move: row for row, moment in enumerate(went)}
    name = game.turns.round_name if parts is Opens.ROUND else _turn
    return _named(name, [rows[moment.move] for moment in begun], len(went) - 1)


def _turn(number: int) -> Text:
    return text("Turn {turn}", turn=number)


def _named(name: Callable[[int], Text], begun: Sequence[int], last: int) -> list[tuple[int, Text, int]]:
    """The places at which each round or turn began, as it is called along the curve, and its room: all with their word
    where that has room, else the first of them; only every second, fifth … where not even their numbers have any.
    """
    roomy = all(100 * (after - before) >= SPELT_OUT * last for before, after in pairwise([*begun, last]))
    each = next((each for each in EACH if SPELT_OUT + NUMBER * (len(begun) // each - 1) <= 100), EACH[-1])
    shown = list(enumerate(begun, 1))[each - 1 :: each]
    return [
        (row, name(number), SPELT_OUT) if roomy or number == each else (row, text("{number}", number=number), NUMBER)
        for number, row in shown
    ]


@under_both_links(review, "/at/<int:seq>", "watched_moment")
def moment(here: TableAccess, seq: int) -> ResponseReturnValue:
    """The table as it was after the move of this number, on its own board; 0 is before the first. It is shown as
    somebody without a seat sees it: nobody acts in the past, and what lay face down stays so.

    It is the game as it stands now; with `then` in the query as it was recorded then, before it was corrected.
    """
    now = live_of(here)
    if now.awaits_reveal:
        raise ScoresHidden
    then = moment_at(referee(), here.table, seq) or abort(404)
    corrected = None if "then" in request.args else then.corrected
    mover = then.entry.row.seat if then.entry else None
    live = corrected or then.live
    live = replace(live, notices=replace(live.notices, mended=()))
    shown = context(replace(here, seats=frozenset()), live, seat=mover)
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
