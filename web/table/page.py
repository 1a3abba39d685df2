"""The table: what everyone sees, and what a phone reports. A tap is `report → events_from → record → show`."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from flask import Blueprint, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import Group
from referee import (
    LOT,
    Answered,
    BackTo,
    Behind,
    Doubted,
    LiveTable,
    Only,
    Recorded,
    Refused,
    Ruling,
    SaidBefore,
    by_rounds,
    history,
    in_pages,
    keep,
    page_of,
    public_rows,
    record,
    take_back,
    undoing,
)
from scoring.core.log import UNDO
from scoring.core.rule import Illegal, Malformed
from scoring.core.sheet import Seat
from scoring.core.telling import places
from scoring.core.text import text
from web.count.at_table import show_count, show_everybody
from web.group.item import spread
from web.http.guests import guests
from web.http.limits import limit_taps
from web.print.page import desk_for
from web.rendering.fragments import is_fragment
from web.rendering.i18n import translate
from web.server.monitoring import app_metrics
from web.server.streams import presence
from web.table.access import (
    TableAccess,
    device,
    ledger,
    live_of,
    lone_sitters,
    referee,
    remember_read,
    sit_first,
    table_or_404,
    under_both_links,
    watched_or_404,
)
from web.table.forms import ReportForm, UndoForm, ahead_of, events_from, send_again
from web.table.question import ANSWERS, ask, entered_at, summed, unanswered, undo_asked
from web.table.review import shown_of
from web.table.view import (
    Refusal,
    address,
    context,
    last_said,
    not_alone,
    nothing_new,
    render,
    reported,
    show,
)

table = Blueprint("table", __name__)


@under_both_links(table, "", "watch")
def page(here: TableAccess) -> ResponseReturnValue:
    """The table as one page, or as the fragment a phone asks for after a ping: 204 when it has seen it all."""
    live = live_of(here)
    return nothing_new(here, live) or show(here, live, note=not_alone(here))


@table.get("/t/<code>/report")
@table.get("/t/<code>/undo")
def landed(code: str) -> ResponseReturnValue:
    """Lead a reload of the page that answered a refused report, without JavaScript, back to the table."""
    here = table_or_404(code)
    query = request.query_string.decode("utf-8", "replace")
    return redirect(f"{address(here)}?{query}", 303)


@table.post("/t/<code>/report")
@limit_taps
def report(code: str) -> ResponseReturnValue:
    """Something happened at the table. 200: it is on disk; 400: not a move; 409: the phone was behind; 422: refused."""
    here = table_or_404(code)
    form = ReportForm()
    if unread := _unread(here, form):
        return unread
    live = live_of(here)
    try:
        events = events_from(request.form)
        if any(event.get("type") == LOT for event in events):  # no phone says where a lot fell
            raise Malformed(text("Cairn did not understand this move."))
        asking = entered_at(here, live, events)
        ruling = record(referee(), here.table, form.report(here, *asking.events(live), asks=asking), here.seq)
    except Malformed as malformed:
        app_metrics().tap(here.table.game, None)
        return _keep(here, live, Refusal(400, translate(malformed.why)))
    app_metrics().tap(here.table.game, ruling)
    return _answer(here, ruling)


@table.post("/t/<code>/undo")
@limit_taps
def undo(code: str) -> ResponseReturnValue:
    """Take back one move alone, or everything after one; answered as a report."""
    here = table_or_404(code)
    form = UndoForm()
    if unread := _unread(here, form):
        return unread
    extent, live = _extent(form.only.data, form.back_to.data), live_of(here)
    question = undo_asked(here, live, extent)
    if question and unanswered(question.doubts):
        carried = [(name, form[name].data) for name in ("only", "back_to") if form[name].data is not None]
        refusal = Refusal(422, "", None, None, None, question, form.move_id.data, request.path, carried)
        return show(here, live, refusal)
    ruling = take_back(referee(), here.table, form.report(here, {"type": UNDO}), extent)
    app_metrics().tap(here.table.game, ruling)
    return _answer(here, ruling)


@table.post("/t/<code>/keep")
@limit_taps
def keep_it(code: str) -> ResponseReturnValue:
    """“No, it is mine”: what is asked for stays where it was counted; answered as a report."""
    here = table_or_404(code)
    form = ReportForm()
    if unread := _unread(here, form):
        return unread
    return _answer(here, keep(referee(), here.table, here.only_seat, form.seen.data))


@under_both_links(table, "/read", "watch_read", "POST")
@limit_taps
def read(here: TableAccess) -> ResponseReturnValue:
    """What is told up to `seq` was read on this device, which is not told it again."""
    remember_read(here, min(request.form.get("seq", 0, int), live_of(here).seq))
    return "", 204


@table.post("/t/<code>/lot")
@limit_taps
def lot(code: str) -> ResponseReturnValue:
    """Who begins, drawn by lot and told to everybody, with the move of a game that has one; answered as a report."""
    here = table_or_404(code)
    form = ReportForm()
    if unread := _unread(here, form):
        return unread
    game, seat = live_of(here).game, drawn_by_lot(here, form.move_id.data)
    begins = [game.formats.event(game.begins(seat))] if game.begins else []
    ruling = record(referee(), here.table, form.report(here, *begins, {"type": LOT, "seat": seat}), here.seq)
    app_metrics().tap(here.table.game, ruling)
    return _answer(here, ruling)


def drawn_by_lot(here: TableAccess, move_id: str) -> Seat:
    """The seat on which the lot falls: the same again for a report that the network repeats."""
    drawn = sha256(f"{here.table.code} {move_id}".encode()).digest()
    return int.from_bytes(drawn) % len(here.table.names)


def _unread(here: TableAccess, form: ReportForm) -> ResponseReturnValue | None:
    """The answer to a report that no referee reads: from a phone without a seat, or ahead of the ledger, or not
    understood; None for any other.
    """
    if not here.may_write:
        return send_again(403, sit_first(here), here)
    if not form.validate_on_submit():
        return show(here, live_of(here), Refusal(400, gettext("Cairn did not understand this move.")))
    return ahead_of(here, form.seen.data)


def _answer(here: TableAccess, ruling: Ruling) -> ResponseReturnValue:
    """The table as it is now, or why it is not."""
    match ruling:
        case Recorded(live, before, first):
            spread(here, live, before)
            if not is_fragment():
                return redirect(url_for("table.page", code=here.table.code), 303)
            return show(here, live, note=not_alone(here), seat=_seat(live, first))
        case SaidBefore(live, by, first):
            return show(here, live, note=_said_before(live, by), seat=_seat(live, first))
        case Refused(live, illegal, written):
            if written:
                spread(here, live)
            return _keep(here, live, _refusal(here, live, illegal, written))
        case Behind(live):
            said = gettext("Someone has played meanwhile. Check the table, then tap again if it still applies.")
            return _keep(here, live, Refusal(409, said))
        case Answered(live):
            return show(here, live, Refusal(409, gettext("This was answered before. The table shows how it stands.")))
        case Doubted(live, question, first):
            move_id = request.form["move_id"]
            if not live.game.is_count(first):
                return show(here, live, Refusal(422, "", question=question, move_id=move_id))
            there = url_for("table.report", code=here.table.code)
            return ask(question, live.seq, move_id, there, _count_page(here, first.seat))


def _counts_everybody() -> bool:
    return sum(name.startswith("claimed") for name in request.form) > 1


def _count_page(here: TableAccess, seat: Seat) -> str:
    if _counts_everybody():
        return url_for("count.everybody", code=here.table.code)
    return url_for("count.page", code=here.table.code, seat=seat)


def _seat(live: LiveTable, move: object) -> Seat | None:
    """The player whom a move of the game is for."""
    return getattr(move, "seat", None) if isinstance(move, live.game.moves) else None


def _said_before(live: LiveTable, by: Seat | None) -> str:
    if by is None:
        return str(gettext("That is already what is recorded."))
    return str(gettext("%(name)s has already recorded this.", name=live.table.names[by]))


def _refusal(here: TableAccess, live: LiveTable, illegal: Illegal, written: int) -> Refusal:
    """Why it was refused and, of a report with several events, what was recorded all the same."""
    why = translate(illegal.why)
    if written:
        why = str(gettext("Recorded: %(said)s The rest was not: %(why)s", said=" ".join(last_said(live)), why=why))
    number = live.play.in_the_way(illegal) if here.may_write and not here.table.locked else None
    there = url_for("correction.amend", code=here.table.code, seq=number, at_table=1) if number else None
    return Refusal(422, why, illegal.rule, illegal.why, there)


def _keep(here: TableAccess, live: LiveTable, refusal: Refusal) -> ResponseReturnValue:
    """The table with what went wrong; what was ticked for a count, or the card chosen, is still there."""
    if is_fragment():
        return show(here, live, refusal)
    if _counts_everybody():
        return show_everybody(here, live, refusal)
    draft = reported(live)
    if not live.game.is_count(draft):
        return show(here, live, refusal)
    return show_count(here, live, draft.seat, draft, refusal)


@under_both_links(table, "/log", "watch_log")
def log(here: TableAccess) -> ResponseReturnValue:
    """The game in sentences; what was undone stays, marked. With `only` or `back_to` in the query it asks first what
    these would take back.

    A long one is on pages, the newest first; `move` chooses the one with that move.
    """
    live = live_of(here)
    entries = history(referee(), here.table)
    newest = next((entry.row.seq for entry in reversed(entries) if entry.decided), 0)
    asked = [(name, n) for name in ("only", "back_to") if (n := request.args.get(name, -1, int)) >= 0]
    may_ask = here.may_write and not here.table.locked and len(asked) == 1
    extent = _extent(**dict(asked)) if may_ask else None
    what = undoing(live, extent) if extent else None
    question = undo_asked(here, live, extent) if extent else None
    sent = [*asked, (ANSWERS, summed(question.doubts))] if question else asked
    wholes = {number: turn for turn in live.play.turns() for number in turn}
    pages = in_pages(by_rounds(entries))
    page = page_of(pages, request.args.get("move", live.seq, int))
    shown = {"pages": pages, "page": page, "newest": newest, "undoing": what, "sent": sent, "wholes": wholes}
    shown["turns"] = {number: place.turn for number, place in places(live.play).items() if place.turn}
    return render("table/log.html", context(here, live), **shown)


def _extent(only: int | None = None, back_to: int | None = None) -> Only | BackTo:
    return BackTo(back_to or 0) if only is None else Only(only)


@table.get("/t/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The links of a table, with a QR code to join."""
    here = table_or_404(code)
    present = presence().at(here.table.id).union([device()] if here.seats else [])
    sitting = ledger().seats.sittings(here.table.id)
    alone = lone_sitters(sitting)
    at_seats = [sitting.get(seat, frozenset()) for seat in range(len(here.table.names))]
    return render(
        "table/share.html",
        context(here, live_of(here)),
        mine=here.table.opener == device(),
        taken=[bool(devices) for devices in at_seats],
        by_others=[bool(devices - {device()}) for devices in at_seats],
        phones=[len(alone[seat]) for seat in range(len(here.table.names))],
        present=[bool(alone[seat] & present) for seat in range(len(here.table.names))],
        watching=len(present.difference(*at_seats)),
        joined={line: _players(here, at_seats, device) for line, device in guests().items()},
        group=_group(here),
        paper=desk_for(here.table.names, here.table.game),
    )


def _players(here: TableAccess, at_seats: Iterable[frozenset[str]], device: str) -> list[str]:
    """The players at whose seats a device is."""
    return [name for name, devices in zip(here.table.names, at_seats, strict=True) if device in devices]


def _group(here: TableAccess) -> Group | None:
    """The group of the table, where this device knows it."""
    if here.table.group_id is None:
        return None
    return next((own for own in ledger().groups.of(device()) if own.id == here.table.group_id), None)


@table.get("/w/<code>/screen")
def screen(code: str) -> ResponseReturnValue:
    """The table on the big screen: large scores, whose turn it is, what happened last. For watching only.

    At the end it has a second page: where the game was decided.
    """
    here = watched_or_404(code)
    live = live_of(here)
    if short := nothing_new(here, live):
        return short
    acting = live.game.to_act(live.state)
    acting = acting if len(acting) < len(here.table.names) else frozenset()
    big = "table/reveal.html" if live.awaits_reveal else "table/big.html"
    template = big if is_fragment() else "table/screen.html"
    shown = replace(context(here, live), place="screen")
    second = live.has_review and request.args.get("page") == "2"
    more = shown_of(live) if second else {}
    return render(template, shown, sheet=live.sheet, acting=acting, second=second, **more)


@table.get("/r/<code>")
def result(code: str) -> ResponseReturnValue:
    """The result, for anyone with the link: each line with its sum. Whoever has a seat finds the way back."""
    here = watched_or_404(code)
    live = live_of(here)
    own = table_or_404(here.table.code)
    shown = replace(context(here, live), place="result")
    mine = here.table.opener == device()
    return render("table/result.html", shown, sheet=live.sheet, own_table=own, mine=mine, group=_group(here))


@table.get("/t/<code>/log.json")
def export(code: str) -> ResponseReturnValue:
    """The table as a log in the public format."""
    here = table_or_404(code)
    live = live_of(here)
    events = [row.event for row in public_rows(referee(), here.table)]
    answer = jsonify({"game": live.game.key, **live.game.formats.settings(live.setup), "events": events})
    answer.headers["Content-Disposition"] = f'attachment; filename="cairn-{live.game.key}.json"'
    return answer
