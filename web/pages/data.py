"""Whose data it is: a group or a table as a file, back from a file, deleted; and what is kept for how long."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from flask import Blueprint, Response, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from ledger import Group, GroupArchive
from ledger.schema import dump
from scoring.core.reading import parse
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import text
from web.access import device, forget_on_device, group_or_404, ledger, referee, table_or_404
from web.exports.archive import group_file, kind, read_bundle, read_table, table_file
from web.i18n import translate
from web.limits import GROUPS, limiter
from web.live.streams import GONE, hub
from web.names import one_line

data = Blueprint("data", __name__)
A_FILE = 16 * 1024 * 1024
MOST_FORGOTTEN = 20  # tables of a deleted group; a cookie holds no more of them
OF_ITS_OWN = "new"
BRINGS = ("data.bring", "data.bring_into")


@data.url_value_preprocessor
def _room_for_a_file(endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Only where a file is brought in may a body be large; this comes before anything reads it."""
    if endpoint in BRINGS:
        request.max_content_length = request.max_form_memory_size = A_FILE


@data.get("/data")
def kept() -> ResponseReturnValue:
    """What is kept, for how long, and who may delete it."""
    return render_template("group/kept.html", days=current_app.config["EXPIRE_DAYS"])


@data.get("/g/<code>/data")
def of_group(code: str) -> ResponseReturnValue:
    """Take everything of a group along, bring something in, delete it all."""
    return _of_group(group_or_404(code))


def _of_group(here: Group, status: int = 200, said: str = "", **asked: object) -> ResponseReturnValue:
    return render_template("group/data.html", group=here, said=said, **asked), status


@data.get("/g/<code>/group.json")
@limiter.limit(GROUPS)
def save(code: str) -> ResponseReturnValue:
    """Everything of a group, as a file that can be brought in again."""
    return _file(group_file(group_or_404(code)), "group")


@data.get("/t/<code>/table.json")
def save_table(code: str) -> ResponseReturnValue:
    """Everything of a table, as a file that can be brought in again."""
    here = table_or_404(code)
    return _file(table_file(here.table), here.table.game)


def _file(whole: dict[str, object], name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="cairn-{name}.json"'}
    return Response(dump(whole), mimetype="application/json", headers=headers)


@data.post("/groups/bring")
@limiter.limit(GROUPS)
def bring() -> ResponseReturnValue:
    """A group or a table from a file, for this device. A group that it remembers gets what it lacks, once asked."""
    try:
        file = _sent()
        return _bring_table(file) if kind(file) == "table" else _bring_claimed(file)
    except (Malformed, Illegal) as wrong:
        groups = ledger().groups.of(device())
        return render_template("group/index.html", groups=groups, wrong=translate(wrong.why)), _status(wrong)


@data.post("/g/<code>/bring")
@limiter.limit(GROUPS)
def bring_into(code: str) -> ResponseReturnValue:
    """A group or a table from a file, into this group: what it has already stays as it is."""
    here = group_or_404(code)
    try:
        return _bring_group(_sent(), here)
    except (Malformed, Illegal) as wrong:
        return _of_group(here, _status(wrong), wrong=translate(wrong.why))


def _status(wrong: Exception) -> int:
    return 422 if isinstance(wrong, Illegal) else 400


def _sent() -> object:
    """The file that came with the form, or its text on the way through a question; raises `Malformed`."""
    try:
        return parse(request.files["file"].read().decode() if "file" in request.files else request.form.get("text", ""))
    except UnicodeDecodeError as error:
        raise Malformed(text("This is not text in UTF-8.")) from error


def _remembered(file: object) -> Group | None:
    """The group of this device that the file was made from."""
    lasting = file.get("id") if isinstance(file, dict) else None
    return next((own for own in ledger().groups.of(device()) if own.lasting_id == lasting), None)


def _bring_claimed(file: object) -> ResponseReturnValue:
    """A group's file. Anybody can write the id of a group into a file, so it is asked before that group grows by it."""
    own, said = _remembered(file), request.form.get("into")
    archive = read_bundle(file, own)
    if own is None or said == own.code or not _adds(archive, own):
        return _write_group(archive, own)
    if said == OF_ITS_OWN:
        return _write_group(replace(read_bundle(file, None), origin=uuid4().hex), None)
    groups = ledger().groups.of(device())
    return render_template("group/index.html", groups=groups, claimed=own, name=archive.name, text=dump(file)), 409


def _adds(archive: GroupArchive, own: Group) -> bool:
    """Whether it holds anything that the group lacks."""
    tables = {table.lasting_id for table in ledger().tables.of_group(own.id)}
    players = {player.name for player in ledger().players.of(own.id)}
    return bool(archive.items or {*archive.players} - players or {table.origin for table in archive.tables} - tables)


def _bring_group(file: object, into: Group) -> ResponseReturnValue:
    return _write_group(read_bundle(file, into), into)


def _write_group(archive: GroupArchive, into: Group | None) -> ResponseReturnValue:
    here, codes = ledger().importing.group(archive, device(), into)
    new = len(codes)
    flash(ngettext("%(num)d table was brought in.", "%(num)d tables were brought in.", new))
    return redirect(url_for("group.show", code=here.code), 303)


def _bring_table(file: object) -> ResponseReturnValue:
    imported = read_table(file)
    there = [own for own in ledger().tables.of(device(), 500) if own.lasting_id == imported.origin]
    code = there[0].code if there else ledger().importing.table(imported, device())
    flash(gettext("This table was here already.") if there else gettext("The table was brought in."))
    return redirect(url_for("table.page", code=code), 303)


@data.post("/g/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """Everything of a group is gone, once its name is typed."""
    here = group_or_404(code)
    if one_line(request.form.get("name", "")) != here.name:
        return _of_group(here, 422, gettext("Type the name of the group to delete it."))
    tables = ledger().tables.of_group(here.id)
    for table in tables:
        referee().forget(table)
    for table_id in ledger().groups.delete(here.id):
        hub().notify(table_id, GONE)
    forget_on_device(*tables[:MOST_FORGOTTEN])
    flash(gettext("The group and everything in it is deleted."))
    return redirect(url_for("group.index"), 303)
