"""Corrections at any time: another move in the place of one, a move struck, or missing moves inserted before one."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import Answered, Behind, Doubted, LiveTable, Recorded, Refused, SaidBefore, record
from scoring.core.log import AMEND, Amend, Event, NoLongerHolds, Undo, read_event
from scoring.core.play import Play
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat
from web.count.at_table import show_count
from web.count.entered import total_typed, typed_for
from web.group.item import spread
from web.http.limits import limit_taps
from web.rendering.fragments import is_fragment
from web.rendering.i18n import translate
from web.server.monitoring import app_metrics
from web.table.access import ScoresHidden, TableAccess, live_of, referee, sit_first, table_or_404
from web.table.amending import AT_TABLE, OPEN, Amending, Answer, Change, changes_made, changes_so_far, last_of
from web.table.forms import ReportForm, event_from, events_from, send_again, whole
from web.table.question import ANSWERS, Asking, ask, entered_at
from web.table.view import Refusal, TableContext, context, counting, render, reported

correction = Blueprint("correction", __name__)


@correction.url_defaults
def _on(_endpoint: str, values: dict[str, object]) -> None:
    """From page to page of a correction it stays known that it was begun at the table."""
    if AT_TABLE in request.args:
        values.setdefault(AT_TABLE, 1)


@correction.route("/t/<code>/amend/<int:seq>", methods=["GET", "POST"])
@limit_taps
def amend(code: str, seq: int) -> ResponseReturnValue:
    """The table as it was before a wrong move: what is tapped there replaces it. A POST reports the correction.

    With `before` in the query it is inserted before that move. A POST with `ask` reports nothing and shows the page for
    one more move, with the `changes` so far.
    """
    here = table_or_404(code)
    if not here.may_write:
        return send_again(403, sit_first(here), here)
    if here.table.locked and request.method == "GET":
        return redirect(url_for("table.log", code=code), 303)
    if request.method == "POST" and live_of(here).play.number(seq) is None:
        return _answered_before(here)
    amending = _amending(here, seq, "before" in request.args)
    try:
        amending = replace(amending, changes=changes_so_far(amending.live))
        if request.method == "POST" and "ask" not in request.form:
            return _reported(amending)
    except Malformed as malformed:
        return _page(amending, Answer(400, translate(malformed.why)))
    if amending.counted and request.method == "GET":
        return redirect(url_for("correction.amend_count", code=code, seq=seq), 303)
    if amending.recounts and request.method == "GET":
        return redirect(_count_page(amending), 303)
    return _page(amending)


@correction.get("/t/<code>/wrong")
def last(code: str) -> ResponseReturnValue:
    """Lead to the correction of the last move that somebody decided on, of a turn to that of its first; or to that of
    the one that brought `what` the board shows.

    Lead to the log if that was a correction itself, or cannot be corrected.
    """
    here = table_or_404(code)
    what = request.args.get("what")
    live = live_of(here)
    number = last_of(live) if what is None else live.play.brought(what)
    if number is None:
        return redirect(url_for("table.log", code=code), 303)
    return redirect(url_for("correction.amend", code=code, seq=number, at_table=1), 303)


@correction.post("/t/<code>/wrong")
@limit_taps
def wrong(code: str) -> ResponseReturnValue:
    """Lead from a refused move to the correction of the one that stands in its way; nothing is written."""
    here = table_or_404(code)
    live = live_of(here)
    try:
        live.play.after(live.read(events_from(request.form)[0]), live.seq + 1)
        number = None
    except Malformed:
        abort(400)
    except Illegal as illegal:
        number = live.play.in_the_way(illegal)
    there = url_for("table.page", code=code)
    if number:
        there = url_for("correction.amend", code=code, seq=number, at_table=1)
    return ("", {"HX-Redirect": there}) if is_fragment() else redirect(there, 303)


def _amending(here: TableAccess, seq: int, before: bool) -> Amending:
    """The move to be corrected; 404 where there is nothing."""
    live = live_of(here)
    if live.awaits_reveal:
        raise ScoresHidden
    wrong = live.play.number(seq)
    if wrong is None or (not before and (wrong.forced or seq in live.play.face_down())):
        abort(404)
    return Amending(here, live, wrong, before)


def _answered_before(here: TableAccess) -> ResponseReturnValue:
    """Lead to the table from a post about a move that stands no more, or from a question that was answered."""
    flash(gettext("This was answered, corrected or undone before. The table shows how it stands."))
    return redirect(url_for("table.page", code=here.table.code), 303)


def _report_to(amending: Amending) -> str:
    before = 1 if amending.before else None
    return url_for("correction.amend", code=amending.here.table.code, seq=amending.wrong.index, before=before)


def _reported(amending: Amending) -> ResponseReturnValue:
    form = ReportForm()
    if not form.validate_on_submit():
        return _page(amending, Answer(400, gettext("Cairn did not understand this move.")))
    asking = replace(entered_at(amending.here, amending.live, [_event(amending)]), before=partial(_before, amending))
    [event] = asking.events(amending.live)
    if ANSWERS not in request.form and _is_there(amending, event, asking):
        return _nothing_changed(amending, event)
    ruling = record(referee(), amending.here.table, form.report(amending.here, event, asks=asking))
    app_metrics().tap(amending.here.table.game, ruling)
    match ruling:
        case Recorded(after) | SaidBefore(after):
            spread(amending.here, after, amending.live.play)
            return redirect(_after(amending, after.seq), 303)
        case Refused(_, illegal):
            return _page(amending, _refused(amending, illegal, _changes_of(event)))
        case Behind(now):
            said = gettext("Someone has played meanwhile. Check the table, then tap again if it still applies.")
            return _page(replace(amending, live=now), Answer(409, said))
        case Answered():
            return _answered_before(amending.here)
        case Doubted(live, question):
            return ask(question, live.seq, form.move_id.data, _report_to(amending), _count_page(amending))


def _nothing_changed(amending: Amending, event: Event) -> ResponseReturnValue:
    """Say that this is what is recorded: after a count where it leads on, else on the page of the move."""
    said = gettext("That is already what is recorded.")
    if not amending.counted and "changes" not in event:
        return _page(amending, Answer(422, said))
    flash(said)
    return redirect(_after(amending, amending.wrong.index), 303)


def _event(amending: Amending) -> Event:
    """The correction that this request reports, or answers with."""
    if ANSWERS in request.form:
        return event_from(request.form)
    changes = changes_made(amending)
    return {"type": AMEND, **(changes[0] if len(changes) == 1 and "event" in changes[0] else {"changes": changes})}


def _changes_of(event: Event) -> Sequence[Change]:
    return cast(Sequence[Change], event.get("changes") or [{"at": event["at"], "event": event["event"]}])


def _before(amending: Amending, live: LiveTable) -> LiveTable:
    """The table with what was recorded, beside which counts are held before they stand in its place."""
    return replace(live, play=amending.wrong) if amending.counted else live


def _count_page(amending: Amending) -> str:
    """The address of the count that is corrected, or of the page of another move."""
    code, seat = amending.here.table.code, getattr(reported(amending.live) or amending.wrong.move, "seat", 0)
    if amending.counted:
        return url_for("correction.amend_count", code=code, seq=amending.wrong.index)
    if (move := reported(amending.live)) and not amending.live.game.is_count(move):
        return _report_to(amending)
    return url_for("count.page", code=code, seat=seat)


def _after(amending: Amending, seq: int) -> str:
    """The address after a correction: on with the game if one came from there or the last move was wrong, else its line
    of the log.
    """
    code = amending.here.table.code
    if amending.latest or AT_TABLE in request.args:
        return url_for("table.page", code=code)
    return url_for("table.log", code=code, _anchor=f"m{seq}")


def _back(amending: Amending) -> str:
    """The address for whoever corrects nothing: the table if one came from there, else the line of the log."""
    code, number = amending.here.table.code, amending.wrong.index
    if AT_TABLE in request.args:
        return url_for("table.page", code=code)
    return url_for("table.log", code=code, move=number, _anchor=f"m{number}")


def _is_there(amending: Amending, event: Event, asking: Asking) -> bool:
    """True if the correction would change nothing, and nothing is asked about it; raises `Malformed`."""
    amend = read_event(amending.live.game, event, amending.live.setup)
    if not isinstance(amend, Amend) or asking(amending.live, [amend]):
        return False
    if "changes" in event or amending.several:
        return _counts_the_same(amending.live, amend)
    return [change.moves for change in amend.changes if not change.before] == [(amending.wrong.move,)]


def _counts_the_same(live: LiveTable, amend: Amend[Any]) -> bool:
    """True if counts take the place of what was recorded, and say the same."""
    try:
        play = live.play.after(amend, live.seq + 1)
    except Illegal:
        return False
    position = live.game.position
    return play.recounts and position(play.state) == position(live.state)


def _refused(amending: Amending, illegal: Illegal, changes: Sequence[Change]) -> Answer:
    why, rule = translate(illegal.why), illegal.rule
    if isinstance(illegal, NoLongerHolds):
        first = illegal.broken[0]
        facts = {"said": translate(first.said[0]), "why": translate(first.illegal.why)}
        place = amending.place_of(first.number)
        why = gettext("%(place)s: this would then be against the rules. %(said)s %(why)s", place=place, **facts)
        return Answer(422, why, rule, illegal.broken, changes, illegal.broken[0].number)
    there = amending.live.play.in_the_way(illegal, amending.wrong.index)
    return Answer(422, why, rule, (), changes, there, illegal.why if there is None else None)


# -- the page --------------------------------------------------------------------------------------------------


def _page(amending: Amending, answer: Answer = OPEN) -> ResponseReturnValue:
    """The table's own page as it was before the move; a refused count keeps what was ticked."""
    said = reported(amending.live)
    if amending.counted:
        return _count(amending, answer, said is not None)
    if amending.live.game.is_count(said):
        return show_count(amending.here, amending.live, said.seat, said, Refusal(answer.status, answer.words))
    try:
        shown = _shown(amending, answer)
    except Illegal as illegal:
        answer = _refused(amending, illegal, amending.changes)
        shown = _shown(replace(amending, changes=()), answer)
    return render("history/amend.html", shown, **_about(amending, answer)), answer.status


def _about(amending: Amending, answer: Answer) -> dict[str, object]:
    """The words of the templates about a correction beside the table: why it was refused, and what can be done about
    it.
    """
    place_of = amending.place_of
    return {
        "wrong": amending.wrong,
        "place_of": place_of,
        "before": amending.before,
        "turn": amending.turn,
        "back": _back(amending),
        "together": [place_of(int(str(change["at"])) + 1) for change in amending.changes],
        "stood": [translate(sentence) for sentence in amending.wrong.sentences()],
        "refused": answer.words,
        "rule": answer.rule,
        "broken": answer.broken,
        "next": answer.next,
        "changes": json.dumps(answer.changes),
        "without_next": json.dumps(answer.without_next) if answer.without_next else "",
        "without_broken": json.dumps(answer.without_broken),
    }


def _shown(amending: Amending, answer: Answer) -> TableContext:
    """The context of the table for the player of the move, with that move chosen; reports go to the correction.

    If something lies face down that came before, only what this device may see. Raises `Illegal`.
    """
    here, live, wrong = amending.here, amending.live, amending.wrong
    before = live.play.before_number(wrong.index, amending.amend)
    then = replace(live, play=Play(live.game, before.state), notices=replace(live.notices, mended=()))
    who = here
    if min(live.play.face_down(), default=wrong.index) >= wrong.index:
        then, who = replace(then, face_down={}), replace(here, seats=_seats(amending))
    place = _report_to(amending)
    typed = reported(live) if request.method == "POST" else None
    chosen = {} if amending.before else live.game.selection(wrong.move)
    chosen = chosen if typed is None else live.game.selection(typed)
    whole = amending.before or amending.several
    refusal = Refusal(answer.status, "" if answer.next else answer.words, answer.rule, answer.why)
    return replace(
        context(who, then, {**chosen, **request.args, **request.form}, refusal=refusal),
        url=place,
        place="insertion" if whole else "correction",
        report_to=place,
        recorded={} if amending.before else live.game.formats.event(wrong.move),
        carried=[("changes", json.dumps(amending.changes))] if amending.changes else [],
    )


def _seats(amending: Amending) -> frozenset[Seat]:
    """The seats whose move it is; a missing move may be anybody's."""
    seat = None if amending.before else getattr(amending.wrong.move, "seat", None)
    return frozenset(range(len(amending.here.table.names)) if seat is None else {seat})


@correction.route("/t/<code>/amend/<int:seq>/count", methods=["GET", "POST"])
def amend_count(code: str, seq: int) -> ResponseReturnValue:
    """The page of a final count again, with what was counted; a POST adds up and writes nothing."""
    here = table_or_404(code)
    amending = _amending(here, seq, before=False)
    if not here.may_write or not amending.counted:
        abort(404)
    try:
        return _count(replace(amending, changes=changes_so_far(amending.live)), OPEN, request.method == "POST")
    except Malformed as malformed:
        return _count(amending, Answer(400, translate(malformed.why)), False)


def _count(amending: Amending, answer: Answer, typed: bool) -> ResponseReturnValue:
    live = amending.live
    draft = amending.wrong.move
    if typed:
        draft = read_event(live.game, event_from(request.form), live.setup)
    if draft is None or isinstance(draft, Undo | Amend):
        abort(400)
    shown = _shown(amending, answer)
    claimed = typed_for(request.form, draft.seat) if typed else total_typed(live.game, draft)
    page = {
        **_about(amending, answer),
        "seat": draft.seat,
        "sums": counting(amending.here, shown.live, draft.seat, draft, whole(claimed)),
        "claimed": claimed,
        "add_up": url_for("correction.amend_count", code=amending.here.table.code, seq=amending.wrong.index),
    }
    template = "count/sums.html" if is_fragment() else "history/amend_count.html"
    return render(template, shown, **page), answer.status
