"""A table as a page and as the fragments that a phone asks for: what every route that shows one uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee import LiveTable
from scoring.core.rule import Rule
from web.access import TableAccess
from web.forms import ROOT, new_move_id
from web.fragments import htmx
from web.i18n import translate
from web.library import shared

INDENT = re.compile(r"\n\s+|(?<=>)\s{2,}")  # a twentieth of an answer


def is_fragment() -> bool:
    """htmx asks for the fragment; a page restored from the history wants it whole."""
    return bool(htmx) and not htmx.history_restore_request


def folder(live: LiveTable) -> str:
    """Where a game keeps its templates."""
    return live.game.key.replace("-", "_")


def show(
    here: TableAccess, live: LiveTable, status: int = 200, said: str = "", rule: Rule | None = None
) -> ResponseReturnValue:
    """The table: whole, or its refreshed block alone; `said` tells what went wrong, `rule` which rule says so."""
    asked = {**request.args, **request.form}
    asked.setdefault("seat", request.form.get(f"{ROOT}seat#", ""))  # who keeps score for several stays with that one
    if said:
        asked |= {name.removeprefix(ROOT).rstrip("#!"): value for name, value in request.form.items()}
    facts = context(here, live, asked) | {"said": said, "rule": rule}
    if is_fragment():
        return INDENT.sub("\n", render_template(_table(live), **facts)), status
    return render_template("table/page.html", **facts), status


def _table(live: LiveTable) -> str:
    """The template of the table itself: at its end a game that hides its scores shows them rank by rank."""
    return "table/reveal.html" if live.finished and live.scores_hidden else f"{folder(live)}/table.html"


def context(here: TableAccess, live: LiveTable, asked: Mapping[str, str] | None = None) -> dict[str, Any]:
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
        "url": address(here),
        "new_move_id": new_move_id,
        "event_of": live.game.formats.event,
        "events_of": lambda choices: [live.game.formats.event(choice.move) for choice in choices],
        "last": last_said(live),
        "veiled": live.scores_hidden,
        "place": "table",
    }


def report_to(here: TableAccess) -> str:
    """Where this device reports what happened at the table."""
    if "report_to" not in g:
        g.report_to = url_for("play.report", code=here.table.code)
    return str(g.report_to)


def address(here: TableAccess) -> str:
    if here.by_watch:
        return url_for("play.watch", code=here.table.watch)
    return url_for("play.table", code=here.table.code)


def last_said(live: LiveTable) -> list[str]:
    """The last move that somebody decided on, and what followed of itself, in sentences."""
    return [translate(said) for play in live.play.latest() for said in play.sentences()]


def again(status: int, why: str, here: TableAccess | None = None) -> ResponseReturnValue:
    """An error that keeps what was typed: the same fields, ready to be sent again."""
    kept = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    body = render_template("again.html", why=why, kept=kept, action=request.path, here=here)
    headers = {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "HX-Reselect": "body > *"} if is_fragment() else {}
    return body, status, headers
