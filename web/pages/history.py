"""The game once more: the table as it was after any move, and the correction of a game that is over."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import Behind, Entry, LiveTable, Recorded, Refused, SaidBefore, moment_at, record
from scoring.core.log import AMEND, read_event
from scoring.core.play import Amend, AnyPlay, Play, Undo
from scoring.core.rule import Malformed, Rule
from web.access import ScoresHidden, TableAccess, live_of, referee, scores_of, table_or_404, watched_or_404
from web.forms import ReportForm, event_from
from web.i18n import translate
from web.limits import WRITES, limiter
from web.live.streams import hub
from web.monitoring import app_metrics
from web.table_view import TableContext, context, counting, folder, is_fragment, render, report_of

history = Blueprint("history", __name__)


# -- as it was -------------------------------------------------------------------------------------------------


@history.get("/t/<code>/at/<int:seq>")
def moment(code: str, seq: int) -> ResponseReturnValue:
    """The table as it was after the move of that number, on its own board; 0 is before the first."""
    return _moment(table_or_404(code), seq)


@history.get("/w/<code>/at/<int:seq>")
def watched_moment(code: str, seq: int) -> ResponseReturnValue:
    return _moment(watched_or_404(code), seq)


def _moment(here: TableAccess, seq: int) -> ResponseReturnValue:
    """Seen as by somebody who sits nowhere: nobody acts in the past, and what lay face down stays so."""
    now = live_of(here)
    if now.scores_hidden and now.finished:
        raise ScoresHidden
    then = moment_at(referee(), here.table, seq) or abort(404)
    mover = then.entry.row.seat if then.entry else None
    shown = context(replace(here, seats=frozenset()), replace(then.live, mended=()), seat=mover)
    shown = replace(shown, last=_said(then.entry), scores_hidden=now.scores_hidden)
    return render("history/moment.html", shown, entry=then.entry, seq=seq, end=now.seq, minutes=then.minutes)


def _said(entry: Entry | None) -> list[str]:
    said = [translate(sentence) for sentence in entry.said] if entry else []
    return [gettext("Taken back:"), *said] if entry and entry.undo else said


# -- as it should have been ------------------------------------------------------------------------------------


@history.route("/t/<code>/amend/<int:seq>", methods=["GET", "POST"])
@limiter.limit(WRITES, methods=["POST"])
def amend(code: str, seq: int) -> ResponseReturnValue:
    """The table as it was before a wrong move: what is tapped there takes its place. A POST reports the correction."""
    here = table_or_404(code)
    if not here.may_write:
        said = gettext("This device does not sit at this table: sit down, then send it again.")
        return render_template("error.html", said=said, code=403), 403
    live = scores_of(here)
    if here.table.locked and request.method == "GET":
        return redirect(url_for("table.log", code=code), 303)
    wrong = _wrong(live, seq)
    if request.method == "POST":
        return _amended(here, live, wrong)
    if _counted(live, wrong):
        return redirect(url_for("history.amend_count", code=code, seq=seq), 303)
    return _choose(here, live, wrong)


def _wrong(live: LiveTable, seq: int) -> AnyPlay:
    """The move of that number as it stands; 404 where there is nothing to correct."""
    wrong = live.play.number(seq) if live.finished else None
    if wrong is None or wrong.forced:
        abort(404)
    return wrong


def _counted(live: LiveTable, wrong: AnyPlay) -> bool:
    return live.game.counted is not None and isinstance(wrong.move, live.game.counted)


def _amended(here: TableAccess, live: LiveTable, wrong: AnyPlay) -> ResponseReturnValue:
    form = ReportForm()
    if not form.validate_on_submit():
        return _choose(here, live, wrong, 400, gettext("This is not a report that can be read."))
    try:
        event = None if "strike" in request.form else event_from(request.form)
        if event is not None and read_event(live.game, event, live.setup) == wrong.move:
            return _choose(here, live, wrong, 422, gettext("That is what stands there already."))
        report = report_of(here, form, {"type": AMEND, "at": wrong.index - 1, "event": event})
        ruling = record(referee(), here.table, report)
    except Malformed as malformed:
        return _choose(here, live, wrong, 400, translate(malformed.why))
    app_metrics().tap(here.table.game, ruling)
    match ruling:
        case Recorded(after) | SaidBefore(after):
            hub().notify(here.table.id, after.seq)
            return redirect(url_for("table.log", code=here.table.code, _anchor=f"m{after.seq}"), 303)
        case Refused(_, illegal):
            return _choose(here, live, wrong, 422, translate(illegal.why), illegal.rule)
        case Behind(now):
            said = gettext("The table has moved on since: look, then say it again if it still holds.")
            return _choose(here, now, wrong, 409, said)


def _choose(
    here: TableAccess,
    live: LiveTable,
    wrong: AnyPlay,
    status: int = 200,
    said: str = "",
    rule: Rule | None = None,
) -> ResponseReturnValue:
    """The table's own page as it was before the wrong move; a refused count keeps what was ticked."""
    if _counted(live, wrong):
        return _count(here, live, wrong, status == 422, status, said)
    shown = _before(here, live, wrong)
    return render("history/amend.html", shown, wrong=wrong, stood=_stood(wrong), said=said, rule=rule), status


def _stood(wrong: AnyPlay) -> list[str]:
    return [translate(sentence) for sentence in wrong.sentences()]


def _before(here: TableAccess, live: LiveTable, wrong: AnyPlay) -> TableContext:
    """What the templates of a table show to whose move it was, with that move chosen; reports go to the correction."""
    seat = getattr(wrong.move, "seat", None)
    who = replace(here, seats=frozenset(range(len(here.table.names)) if seat is None else {seat}))
    then = replace(live, play=Play(live.game, (wrong.before or wrong).state), face_down={}, mended=())
    place = url_for("history.amend", code=here.table.code, seq=wrong.index)
    g.report_to = place
    asked = {**live.game.selection(wrong.move), **request.args, **request.form}
    return replace(context(who, then, asked), url=place, place="correction")


@history.route("/t/<code>/amend/<int:seq>/count", methods=["GET", "POST"])
def amend_count(code: str, seq: int) -> ResponseReturnValue:
    """The page of a final count again, with what was counted; a POST adds up and writes nothing."""
    here = table_or_404(code)
    live = scores_of(here)
    wrong = _wrong(live, seq)
    if not here.may_write or not _counted(live, wrong):
        abort(404)
    try:
        return _count(here, live, wrong, request.method == "POST")
    except Malformed as malformed:
        return _count(here, live, wrong, False, 400, translate(malformed.why))


def _count(
    here: TableAccess, live: LiveTable, wrong: AnyPlay, typed: bool, status: int = 200, said: str = ""
) -> ResponseReturnValue:
    event = event_from(request.form) if typed else {}
    draft = read_event(live.game, event, live.setup) if event else wrong.move
    if draft is None or isinstance(draft, Undo | Amend):
        abort(400)
    shown = _before(here, live, wrong)
    page = {
        "seat": draft.seat,
        "sums": counting(here, shown.live, draft.seat, draft),
        "claimed": "",
        "said": said,
        "wrong": wrong,
        "stood": _stood(wrong),
        "add_up": url_for("history.amend_count", code=here.table.code, seq=wrong.index),
    }
    return render(f"{folder(live)}/sums.html" if is_fragment() else "history/amend_count.html", shown, **page), status
