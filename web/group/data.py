"""Data: a table, a group or everything of a device exported, imported, deleted; and what is kept for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    session,
    stream_with_context,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext
from flask_wtf.csrf import CSRFError

from ledger import Group, Table
from ledger.entries import dump
from scoring.core.rule import Illegal, Malformed
from web.group.archive import Device, table_file
from web.group.importing import Brought, Claimed, File, Note, Wrong, bring_apart, save_apart, whole_file
from web.group.importing import bring as bring_file
from web.group.library import keep
from web.group.names import one_line
from web.http.errors import cannot_write, forged
from web.http.limits import GROUPS, asker, limiter, may_work, worked
from web.rendering.i18n import translate
from web.server.streams import GONE, hub
from web.server.worker_pool import Busy, WorkerPool
from web.table.access import device, forget_on_device, group_or_404, ledger, referee, table_or_404
from web.table.forms import room_for_a_file
from web.table.forms import sent as posted

if TYPE_CHECKING:
    from ledger import Ledger

data = Blueprint("data", __name__)
A_FILE = 16 * 1024 * 1024
MOST_FORGOTTEN = 20  # tables of a deleted group; a cookie holds no more of them
SHORT = 64 * 1024  # bytes of a file that is judged in less than 50 ms
FEW_MOVES = 500  # of a group whose file is written in less
LONG = 1_200_000  # bytes of a file that is judged and written in about a second
MANY_MOVES = 8_000  # of a group whose file is written in about a second
HERE = "<!-- steps -->"
BRINGS = ("data.bring", "data.bring_into")
WORKS = (*BRINGS, "data.save", "data.saving")


@data.url_value_preprocessor
def _room_for_a_file(endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Allow a large request only where a file is imported; this runs before anything reads the request."""
    if endpoint in BRINGS:
        room_for_a_file(A_FILE, A_FILE)


@data.get("/data")
def kept() -> ResponseReturnValue:
    """The page about what is kept, for how long, and who may delete it."""
    return render_template("group/kept.html", days=current_app.config["EXPIRE_DAYS"])


@data.get("/g/<code>/data")
def of_group(code: str) -> ResponseReturnValue:
    """Export everything of a group, import something into it, delete it all."""
    return _of_group(group_or_404(code))


def _of_group(here: Group, status: int = 200, said: str = "", **asked: object) -> ResponseReturnValue:
    many = _moves(here) > MANY_MOVES
    return render_template("group/data.html", group=here, many=many, said=said, **asked), status


@data.get("/g/<code>/group.json")
@data.get("/everything.json")
@limiter.limit(GROUPS)
def save(code: str = "") -> ResponseReturnValue:
    """Everything of a group, or of this device, as a file that can be imported again."""
    whose, name = _whose(code), "group" if code else "everything"
    _note_saved(_tables(whose))
    if _moves(whose) <= FEW_MOVES:
        return _file(whole_file(referee(), whose), name)
    return _file(_files().awaited(_saved(whose)[0]), name)


@data.get("/g/<code>/saving")
@data.get("/saving")
@limiter.limit(GROUPS)
def saving(code: str = "") -> ResponseReturnValue:
    """Show how far a large file is, and then the link to it."""
    whose, file = _whose(code), url_for("data.save", code=code or None)
    if _moves(whose) <= FEW_MOVES:
        return redirect(file, 303)
    underway, note = _saved(whose)
    back = url_for("data.of_group", code=code) if code else url_for("group.index")

    def ended() -> str:
        _files().awaited(underway)
        return render_template("group/saved.html", file=file, back=back)

    return _arriving(underway, note, ended)


def _whose(code: str) -> Group | Device:
    return group_or_404(code) if code else _this_device()


def _this_device() -> Device:
    return Device(device(), tuple(session.get("papers", [])))


def _saved(whose: Group | Device) -> tuple[Future[bytes], Note]:
    """A large file, which is kept until something changes, and the note that tells how far it is."""
    with Note.of_work() as note:
        url, counted = current_app.config["DATABASE_URL"], partial(worked, asker())
        underway = _files().begun(_as_it_is(whose), save_apart, url, whose, note, worked=counted)
    underway.add_done_callback(lambda _done: note.close())
    return underway, note


def _as_it_is(whose: Group | Device) -> str:
    """A key that changes with anything that the file holds."""
    groups, own = ([whose], None) if isinstance(whose, Group) else (whose.groups(ledger()), whose)
    tables = _tables(whose)
    newest = ledger().moves.last_seqs(table.id for table in tables)
    players = [ledger().players.of(group.id) for group in groups]
    keys = [key for group in groups for key in group.items.values()] + list(own.papers if own else ())
    papers = [ledger().library.by_key(key) for key in keys]
    as_it_is = repr((own, [(group.code, group.name) for group in groups], tables, newest, players, papers))
    return sha256(as_it_is.encode()).hexdigest()


def finished() -> list[Table]:
    """The finished games of this device."""
    return [table for table in _tables(_this_device()) if table.finished_at]


def unsaved() -> list[Table]:
    """Those that are in no file yet."""
    since = session.get("saved", "")
    return [table for table in finished() if str(table.finished_at) > since]


def _note_saved(filed: Sequence[Table]) -> None:
    """In the pocket, whose browser may lose them: from now on all are in a file, if none is outside of this one."""
    if current_app.config["POCKET"] and {table.id for table in unsaved()} <= {table.id for table in filed}:
        session["saved"] = str(datetime.now(UTC))


def _moves(whose: Group | Device) -> int:
    return sum(ledger().moves.last_seqs(table.id for table in _tables(whose)).values())


def _tables(whose: Group | Device) -> list[Table]:
    if isinstance(whose, Group):
        return ledger().tables.of_group(whose.id)
    return [*whose.tables(ledger()), *(table for group in whose.groups(ledger()) for table in _tables(group))]


@data.get("/t/<code>/table.json")
def save_table(code: str) -> ResponseReturnValue:
    """Everything of a table, as a file that can be imported again."""
    here = table_or_404(code)
    _note_saved([here.table])
    return _file(dump(table_file(referee(), here.table)), here.table.game)


@data.get("/t/<code>/home")
def bring_home(code: str) -> str:
    """In the pocket: send a table to the Cairn that this one was taken along from; 404 where there is none."""
    here = table_or_404(code)
    if not current_app.config["HOME"]:
        abort(404)
    file = dump(table_file(referee(), here.table))
    return render_template("table/bring_home.html", table=here.table, names=here.table.names, file=file)


def _file(whole: str | bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="cairn-{name}.json"'}
    return Response(whole, mimetype="application/json", headers=headers)


def _files() -> WorkerPool:
    """The processes in which large files are read and written."""
    return cast(WorkerPool, current_app.extensions["files"])


@data.errorhandler(Busy)
def _busy(_busy: Busy) -> ResponseReturnValue:
    return render_template("error.html", said=_too_many(), code=503), 503, {"Retry-After": "60"}


def _too_many() -> str:
    said: str = gettext("Too many large files are on their way. Wait a minute, then try again.")
    return said


@data.before_request
def _in_budget() -> ResponseReturnValue | None:
    """Refuse, for now, whoever has used much processor time for large files; small ones are never refused."""
    if request.endpoint not in WORKS or may_work():
        return None
    said = gettext("Your large files have kept Cairn busy for a minute. The next one is taken in ten minutes.")
    return render_template("error.html", said=said, code=429), 429, {"Retry-After": "600"}


@data.post("/groups/bring")
@limiter.limit(GROUPS)
def bring() -> ResponseReturnValue:
    """A group or a table from a file, for this device. A group that it remembers gets what it lacks, once asked."""
    _note_saved([])
    sent = File(_sent(), _this_device(), answer=request.form.get("into", ""))
    if len(sent.source) > LONG:
        return _bringing(sent)
    groups = ledger().groups.of(device())
    try:
        brought = _brought(sent)
    except (Malformed, Illegal) as wrong:
        return render_template("group/index.html", groups=groups, wrong=translate(wrong.why)), _status(wrong)
    if isinstance(brought, Brought):
        return _shown(brought)
    text = sent.source.decode()
    return render_template("group/index.html", groups=groups, claimed=brought, text=text), 409


@data.errorhandler(CSRFError)
def _unsigned(error: CSRFError) -> ResponseReturnValue:
    """Ask whether to import what Cairn in the pocket sends home, which cannot sign it."""
    if request.endpoint == "data.bring" and [*request.form] == ["text"]:
        return render_template("group/sent_home.html", **posted()), 400
    return forged(error)


@data.post("/g/<code>/bring")
@limiter.limit(GROUPS)
def bring_into(code: str) -> ResponseReturnValue:
    """A group or a table from a file, into this group: what it has already stays as it is."""
    here = group_or_404(code)
    _note_saved([])
    sent = File(_sent(), _this_device(), here)
    if len(sent.source) > LONG:
        return _bringing(sent)
    try:
        brought = _brought(sent)
    except (Malformed, Illegal) as wrong:
        return _of_group(here, _status(wrong), wrong=translate(wrong.why))
    return _shown(cast(Brought, brought))


def _status(wrong: Exception) -> int:
    return 422 if isinstance(wrong, Illegal) else 400


def _sent() -> bytes:
    """The file that came with the form, or its text when it comes back from a question."""
    file = request.files.get("file")
    return file.read() if file else request.form.get("text", "").encode()


def _brought(sent: File) -> Brought | Claimed:
    """Import the file and answer; raises `Malformed` or `Illegal`."""
    if len(sent.source) <= SHORT:
        return bring_file(ledger(), sent)
    brought = _files().awaited(_begun(sent)[0])
    if isinstance(brought, Wrong):
        raise brought.error()
    return brought


def _begun(sent: File) -> tuple[Future[Brought | Claimed | Wrong], Note]:
    """The work, and the note that tells how far it is."""
    with Note.of_work() as note:
        url, counted = current_app.config["DATABASE_URL"], partial(worked, asker())
        sent = replace(sent, note=note, mark=uuid4().hex)
        underway = _files().begin(bring_apart, url, sent, worked=counted)
    underway.add_done_callback(lambda _done: note.close())
    underway.add_done_callback(partial(_tidy, ledger(), sent.mark))
    return underway, note


def _tidy(ledger: Ledger, mark: str, done: Future[Any]) -> None:
    """Delete what an import has left whose process ended before it could."""
    if done.cancelled() or isinstance(done.exception(), Busy):
        ledger.importing.drop(mark)


def _bringing(sent: File) -> ResponseReturnValue:
    """A page that shows how far a long file is, and then what became of it."""
    underway, note = _begun(sent)

    def ended() -> str:
        brought = _files().awaited(underway)
        text = sent.source.decode() if isinstance(brought, Claimed) else ""
        wrong = translate(brought.why) if isinstance(brought, Wrong) else ""
        report = []
        if isinstance(brought, Brought):
            _notify(brought)
            report = _report(brought)
        return render_template("group/brought.html", brought=brought, text=text, wrong=wrong, report=report)

    return _arriving(underway, note, ended)


def _arriving(underway: Future[Any], note: Note, ended: Callable[[], str]) -> Response:
    """A page that arrives step by step while the work goes on, and ends with its outcome."""
    head, foot = render_template("group/underway.html", here=HERE).split(HERE)
    patience = _files().patience
    outages: tuple[type[Exception], ...] = (*ledger().outages, OSError)

    def steps() -> Iterator[str]:
        yield head
        for step in note.steps(underway, patience):
            yield render_template("group/step.html", step=step)
        try:
            yield ended()
        except Busy:
            yield render_template("group/brought.html", wrong=_too_many())
        except outages as outage:
            yield render_template("group/brought.html", wrong=cannot_write(outage))
        yield foot

    return Response(stream_with_context(steps()), mimetype="text/html", headers={"X-Accel-Buffering": "no"})


def _shown(brought: Brought) -> ResponseReturnValue:
    _notify(brought)
    for said in _report(brought):
        flash(said)
    if brought.kind == "table":
        return redirect(url_for("table.page", code=brought.code), 303)
    if brought.kind == "group":
        return redirect(url_for("group.show", code=brought.code), 303)
    for key in brought.papers:
        keep(key)
    return redirect(url_for("lobby.home"), 303)


def _notify(brought: Brought) -> None:
    """Wake the phones at tables that are longer now."""
    for table in brought.continued:
        hub().notify(table.table_id, table.seq)


def _report(brought: Brought) -> list[str]:
    """The sentences about what became of a file."""
    added = ngettext(
        "%(num)d move was added to what was here already.",
        "%(num)d moves were added to what was here already.",
        brought.moves,
    )
    left_out = ngettext(
        "%(num)d play was left out: somebody’s points are missing, or cannot be.",
        "%(num)d plays were left out: somebody’s points are missing, or cannot be.",
        brought.left_out,
    )
    more = [said for said, number in ((added, brought.moves), (left_out, brought.left_out)) if number]
    if brought.kind != "table":
        return [ngettext("%(num)d table was imported.", "%(num)d tables were imported.", brought.new), *more]
    if brought.parted:
        return [gettext("This table has gone on here as well. What was imported is a table of its own, beside it.")]
    imported = [gettext("The table was imported.")] if brought.new else []
    return [*imported, *more] or [gettext("This table was already here.")]


@data.post("/g/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """Delete everything of a group, once its name has been typed."""
    here = group_or_404(code)
    if one_line(request.form.get("name", "")) != here.name:
        return _of_group(here, 422, gettext("Type the name of the group to delete it."))
    tables = ledger().tables.of_group(here.id)
    for table in tables:
        referee().forget(table)
    for table_id in ledger().groups.delete(here.id):
        hub().notify(table_id, GONE)
    forget_on_device(*tables[:MOST_FORGOTTEN])
    flash(gettext("The group and everything in it have been deleted."))
    return redirect(url_for("group.index"), 303)
