"""The shelf: what a group keeps from table to table, such as its pad. Whoever has the link of a paper may change it.

A device knows the papers that it made, opened a table with, or chose to keep: their keys are in its cookie.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from ledger import Paper
from scoring import GAMES
from scoring.core.game import AnyGame, AnyShelved
from scoring.core.reading import parse, word
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import text
from web.access import device, ledger
from web.fragments import htmx
from web.i18n import translate

shelf = Blueprint("shelf", __name__)
KEPT = 20
LONGEST_NAME = 40


def papers(kind: str | None = None) -> list[Paper]:
    """The papers this device knows, the latest used first."""
    found = [ledger().papers.by_key(key) for key in session.get("papers", [])]
    return [paper for paper in found if paper and kind in (None, paper.kind)]


def keep(key: str) -> None:
    """Remember a paper on this device, before the others."""
    device()
    session["papers"] = list(dict.fromkeys([key, *session.get("papers", [])]))[:KEPT]


def begin(kind: str, name: str) -> Paper:
    """A new paper with nothing on it."""
    return _put(None, kind, name, _shelved(kind).new)


def _put(key: str | None, kind: str, name: str, value: object) -> Paper:
    paper = ledger().papers.put(key, kind, name, _shelved(kind).write(value))
    keep(paper.key)
    return paper


def _games() -> list[AnyGame]:
    """The games whose papers have a page of their own."""
    return [game for game in GAMES.values() if game.shelved and game.shelved.title]


def _game_of(kind: str) -> AnyGame:
    return next((game for game in _games() if game.shelved and game.shelved.kind == kind), None) or abort(404)


def _shelved(kind: str) -> AnyShelved:
    return _game_of(kind).shelved or abort(404)


def _paper(key: str) -> Paper:
    return (ledger().papers.by_key(key) if len(key) < 80 else None) or abort(404)


def _named(typed: str) -> str:
    """A name as typed, its blanks made single; raises `Malformed`."""
    return word(" ".join(typed.split()), "name", LONGEST_NAME)


# -- the shelf as a whole --------------------------------------------------------------------------------------


@shelf.get("/shelf")
def index() -> ResponseReturnValue:
    """Everything this device keeps, and the way to begin or to bring in something new."""
    return _index()


def _index(status: int = 200, said: str = "", typed: str = "", kind: str = "") -> ResponseReturnValue:
    page = render_template("shelf/index.html", games=_games(), papers=papers(), said=said, typed=typed, kind=kind)
    return page, status


@shelf.post("/shelf/new/<kind>")
def new(kind: str) -> ResponseReturnValue:
    """A new paper; it opens at once."""
    _shelved(kind)
    try:
        paper = begin(kind, _named(request.form.get("name", "")))
    except Malformed as malformed:
        return _index(422, translate(malformed.why), kind=kind)
    return redirect(url_for("shelf.show", key=paper.key), 303)


@shelf.post("/shelf/bring/<kind>")
def bring(kind: str) -> ResponseReturnValue:
    """A paper from a JSON file or from pasted JSON: everything in it is checked before it is kept."""
    shelved = _shelved(kind)
    typed = request.form.get("json", "")
    try:
        data = parse(typed.strip() or _sent())
        name = data.pop("name", None) if isinstance(data, dict) else None
        paper = _put(None, kind, _named(name if isinstance(name, str) else gettext("Brought in")), shelved.read(data))
    except (Malformed, Illegal) as wrong:
        return _index(422, translate(wrong.why), typed, kind)
    return redirect(url_for("shelf.show", key=paper.key), 303)


def _sent() -> str:
    try:
        return request.files["file"].read().decode() if "file" in request.files else ""
    except UnicodeDecodeError as error:
        raise Malformed(text("This is not text in UTF-8.")) from error


# -- one paper -------------------------------------------------------------------------------------------------


@shelf.get("/shelf/<key>")
def show(key: str) -> ResponseReturnValue:
    """One paper: look at it, change it, share it."""
    return _show(_paper(key))


def _show(paper: Paper, status: int = 200, said: str = "") -> ResponseReturnValue:
    game, shelved = _game_of(paper.kind), _shelved(paper.kind)
    folder = game.key.replace("-", "_")
    template = f"{folder}/paper.html" if htmx else "shelf/paper.html"
    page = render_template(
        template,
        paper=paper,
        game=game,
        folder=folder,
        view=shelved.view(shelved.read(paper.body)),
        kept=paper.key in session.get("papers", []),
        said=said,
    )
    return page, status


@shelf.post("/shelf/<key>/change")
def change(key: str) -> ResponseReturnValue:
    """One tap on the paper."""
    paper = _paper(key)
    shelved = _shelved(paper.kind)
    if shelved.change is None:
        abort(404)
    try:
        value = shelved.change(shelved.read(paper.body), request.form)
    except (Malformed, Illegal) as wrong:
        return _show(paper, 422 if isinstance(wrong, Illegal) else 400, translate(wrong.why))
    paper = ledger().papers.put(paper.key, paper.kind, paper.name, shelved.write(value))
    return _show(paper) if htmx else redirect(url_for("shelf.show", key=key), 303)


@shelf.post("/shelf/<key>/name")
def name(key: str) -> ResponseReturnValue:
    """Call the paper something else."""
    paper = _paper(key)
    try:
        ledger().papers.put(key, paper.kind, _named(request.form.get("name", "")), paper.body)
    except Malformed as malformed:
        return _show(paper, 422, translate(malformed.why))
    return redirect(url_for("shelf.show", key=key), 303)


@shelf.post("/shelf/<key>/keep")
def take(key: str) -> ResponseReturnValue:
    """Keep on this device a paper that somebody shared."""
    keep(_paper(key).key)
    return redirect(url_for("shelf.show", key=key), 303)


@shelf.post("/shelf/<key>/forget")
def forget(key: str) -> ResponseReturnValue:
    """This device keeps it no longer; others do."""
    session["papers"] = [other for other in session.get("papers", []) if other != key]
    return redirect(url_for("shelf.index"), 303)


@shelf.post("/shelf/<key>/delete")
def delete(key: str) -> ResponseReturnValue:
    """Gone for everybody. Tables keep their own copy."""
    if key not in session.get("papers", []):
        abort(403)
    ledger().papers.drop(key)
    flash(gettext("It is taken off the shelf."))
    return forget(key)


@shelf.get("/shelf/<key>.json")
def save(key: str) -> ResponseReturnValue:
    """The paper as a JSON file, to send or to keep."""
    paper = _paper(key)
    body = json.dumps({"name": paper.name, **paper.body}, ensure_ascii=False)
    headers = {"Content-Disposition": f'attachment; filename="cairn-{paper.kind}.json"'}
    return Response(body, mimetype="application/json", headers=headers)
