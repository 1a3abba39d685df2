"""The table: what everyone sees, and what a phone reports. A tap is `report → event_from → record → show`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, g, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee import Behind, Live, Recorded, Refused, Report
from scoring.game import Malformed, Rule, Seat
from scoring.log import read_event
from web.forms import ROOT, ReportForm, event_from, new_move_id
from web.limits import WRITES, limiter
from web.live import hub
from web.operate import numbers
from web.presence import presence
from web.shared import grow, shared
from web.visit import Visit, device, ledger, live_of, referee, visit, watching
from web.words import say

play = Blueprint("play", __name__)

INDENT = re.compile(r"\n\s+|(?<=>)\s{2,}")  # a twentieth of an answer


@play.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table as one page, or as the fragment a phone asks for after a ping: 204 when it has seen it all."""
    return _page(visit(code))


@play.get("/w/<code>")
def watch(code: str) -> ResponseReturnValue:
    """The same table for whoever only watches."""
    return _page(watching(code))


def _page(here: Visit) -> ResponseReturnValue:
    live = live_of(here)
    if is_fragment() and request.args.get("seen") == str(live.seq):
        return "", 204
    return show(here, live)


@play.get("/t/<code>/report")
def reported(code: str) -> ResponseReturnValue:
    """Where a tap leads on the page that answered a refused report, without JavaScript: back to the table."""
    here = visit(code)
    query = request.query_string.decode("utf-8", "replace")
    return redirect(f"{_url(here)}?{query}", 303)


@play.post("/t/<code>/report")
@limiter.limit(WRITES)
def report(code: str) -> ResponseReturnValue:
    """Something happened at the table. 200 it is on disk; 400 no move; 409 the phone was behind; 422 refused."""
    here = visit(code)
    if not here.may_write:
        return again(403, gettext("This device does not sit at this table: sit down, then send it again."), here)
    form = ReportForm()
    if not form.validate_on_submit():
        return show(here, live_of(here), 400, gettext("This is not a report that can be read."))
    try:
        event = event_from(request.form)
        ruling = referee().record(here.table, _report(here, form, event), here.seq)
    except Malformed as malformed:
        numbers().tap(here.table.game, None)
        return show(here, live_of(here), 400, say(malformed.why))
    numbers().tap(here.table.game, ruling)
    return _answer(here, ruling)


def _answer(here: Visit, ruling: Recorded | Refused | Behind) -> ResponseReturnValue:
    match ruling:
        case Recorded(live):
            grow(here, live)
            hub().tell(here.table.id, live.seq)
            if not is_fragment():
                return redirect(url_for("play.table", code=here.table.code), 303)
            return show(here, live)
        case Refused(live, illegal):
            return _keep(here, live, 422, say(illegal.why), illegal.rule)
        case Behind(live):
            return _keep(
                here, live, 409, gettext("The table has moved on since: look, then say it again if it still holds.")
            )


def _keep(here: Visit, live: Live, status: int, said: str, rule: Rule | None = None) -> ResponseReturnValue:
    """The table with what went wrong; what was ticked for a count, or the card chosen, is still there."""
    if live.game.count is None or request.form.get("e.type") != "count" or is_fragment():
        return show(here, live, status, said, rule)
    draft = read_event(live.game, event_from(request.form), live.setup)
    return _count(here, live, draft.seat, draft, status, said)


def _report(here: Visit, form: ReportForm, event: Mapping[str, Any]) -> Report:
    alone = next(iter(here.seats)) if len(here.seats) == 1 else None
    return Report(form.move_id.data, form.seen.data, event, alone, here.seats)


def is_fragment() -> bool:
    """htmx asks for the fragment; a page restored from the history wants it whole."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def folder(live: Live) -> str:
    """Where a game keeps its templates."""
    return live.game.key.replace("-", "_")


def show(here: Visit, live: Live, status: int = 200, said: str = "", rule: Rule | None = None) -> ResponseReturnValue:
    """The table: whole, or its refreshed block alone; `said` tells what went wrong, `rule` which rule says so."""
    asked = {**request.args, **request.form}
    asked.setdefault("seat", request.form.get(f"{ROOT}seat#", ""))  # who keeps score for several stays with that one
    if said:
        asked |= {name.removeprefix(ROOT).rstrip("#!"): value for name, value in request.form.items()}
    facts = context(here, live, asked) | {"said": said, "rule": rule}
    if is_fragment():
        return INDENT.sub("\n", render_template(_table(live), **facts)), status
    return render_template("table/page.html", **facts), status


def _table(live: Live) -> str:
    """The template of the table itself: at its end a game that hides its scores shows them rank by rank."""
    return "table/reveal.html" if live.finished and live.veiled else f"{folder(live)}/table.html"


def context(here: Visit, live: Live, asked: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What every template of a table may use: `live` is the table as this device may see it."""
    live = live.seen_from(here.seats)
    return {
        "here": here,
        "live": live,
        "game": live.game,
        "folder": folder(live),
        "names": here.table.names,
        "trusted": live.trusted(here.seats),
        "board": live.game.board(live.state, asked or {}, *shared(here)),
        "asked": asked or {},
        "url": _url(here),
        "new_move_id": new_move_id,
        "event_of": live.game.formats.event,
        "events_of": lambda choices: [live.game.formats.event(choice.move) for choice in choices],
        "last": last_said(live),
        "veiled": live.veiled,
        "place": "table",
    }


def report_to(here: Visit) -> str:
    """Where this device reports what happened at the table."""
    if "report_to" not in g:
        g.report_to = url_for("play.report", code=here.table.code)
    return str(g.report_to)


def _url(here: Visit) -> str:
    if here.by_watch:
        return url_for("play.watch", code=here.table.watch)
    return url_for("play.table", code=here.table.code)


def last_said(live: Live) -> list[str]:
    """The last move that somebody decided on, and what followed of itself, in sentences."""
    return [say(said) for play in live.play.latest() for said in play.told()]


def again(status: int, why: str, here: Visit | None = None) -> ResponseReturnValue:
    """An error that keeps what was typed: the same fields, ready to be sent again."""
    kept = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    body = render_template("again.html", why=why, kept=kept, action=request.path, here=here)
    headers = {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "HX-Reselect": "body > *"} if is_fragment() else {}
    return body, status, headers


@play.get("/t/<code>/log")
def log(code: str) -> ResponseReturnValue:
    """The game in sentences; what was taken back stays, marked."""
    return _log(visit(code))


@play.get("/w/<code>/log")
def watch_log(code: str) -> ResponseReturnValue:
    return _log(watching(code))


def _log(here: Visit) -> ResponseReturnValue:
    live = live_of(here)
    entries = referee().history(here.table)
    return render_template("table/log.html", **context(here, live, request.args), entries=entries)


@play.route("/t/<code>/count/<int:seat>", methods=["GET", "POST"])
def count(code: str, seat: int) -> ResponseReturnValue:
    """What lies before one player at the end: a GET offers what was followed, a POST adds up and writes nothing."""
    here = visit(code)
    live = live_of(here)
    if seat >= len(here.table.names):
        abort(404)
    said, draft = "", None
    if request.method == "POST":
        try:
            draft = read_event(live.game, event_from(request.form), live.setup)
        except Malformed as malformed:
            said = say(malformed.why)
    return _count(here, live, seat, draft, 400 if said else 200, said)


def _count(here: Visit, live: Live, seat: Seat, draft: Any, status: int, said: str) -> ResponseReturnValue:
    if live.game.count is None:
        abort(404)
    claimed = request.form.get("claimed", "")
    more = (request.form, *shared(here)) if live.game.shelved else ()
    sums = live.game.count(live.seen_from(here.seats).state, seat, draft, _whole(claimed), *more)
    template = f"{folder(live)}/sums.html" if is_fragment() else "table/count.html"
    shown = {**context(here, live), "seat": seat, "sums": sums, "claimed": claimed[:12], "said": said}
    add_up = url_for("play.count", code=here.table.code, seat=seat)
    return render_template(template, **shown, add_up=add_up), status


def _whole(typed: str) -> int | None:
    plain = typed.strip().replace("−", "-")
    return int(plain) if plain.removeprefix("-").isdecimal() and len(plain) < 8 else None


@play.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The links of a table, with a QR code to sit down."""
    here = visit(code)
    present = presence().at(here.table.id)
    sitting = ledger().sittings(here.table.id)
    at_seats = [sitting.get(seat, frozenset()) for seat in range(len(here.table.names))]
    return render_template(
        "table/share.html",
        **context(here, live_of(here)),
        mine=here.table.opener == device(),
        taken=[bool(devices) for devices in at_seats],
        present=[bool(devices & present) for devices in at_seats],
        watching=len(present.difference(*at_seats)),
        group=next((own for own in ledger().groups.of(device()) if own.id == here.table.group_id), None),
    )


@play.get("/w/<code>/screen")
def screen(code: str) -> ResponseReturnValue:
    """The table on a screen that all can see: big scores, whose turn, what happened last. Watch only."""
    here = watching(code)
    live = live_of(here)
    if is_fragment() and request.args.get("seen") == str(live.seq):
        return "", 204
    acting = live.game.to_act(live.state)
    shown = {
        "sheet": live.game.score(live.game.position(live.state)),
        "acting": acting if len(acting) < len(here.table.names) else frozenset(),
    }
    big = "table/reveal.html" if live.finished and live.veiled else "table/big.html"
    template = big if is_fragment() else "table/screen.html"
    return render_template(template, **{**context(here, live), **shown, "place": "screen"})


@play.get("/r/<code>")
def result(code: str) -> ResponseReturnValue:
    """The result, for anyone with the link: each line with its sum."""
    here = watching(code)
    live = live_of(here)
    return render_template("table/result.html", **{**context(here, live), "sheet": live.sheet, "place": "result"})


@play.get("/t/<code>/log.json")
def export(code: str) -> ResponseReturnValue:
    """The table as a log in the public format."""
    here = visit(code)
    live = live_of(here)
    events = [row.event for row in referee().rows(here.table)]
    answer = jsonify({"game": live.game.key, **live.game.formats.settings(live.setup), "events": events})
    answer.headers["Content-Disposition"] = f'attachment; filename="cairn-{live.game.key}.json"'
    return answer
