"""A result elsewhere: a picture beside a link, a file for spreadsheets, a play in another app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext

from printables import Record, Unprintable, has_record
from printables.card import HEIGHT, WIDTH, card
from printables.loading import check_installed
from referee import LiveTable
from scoring.core.sheet import Sheet
from scoring.core.text import number
from web.group.spreadsheet import spreadsheet
from web.http.address import absolute
from web.http.limits import limit_prints
from web.print.page import busy, from_printer
from web.print.printer import words_of
from web.print.record import record_of
from web.rendering.i18n import LANGUAGES, date_of, day_of, speaking, translate
from web.server.worker_pool import Busy
from web.table import bgstats
from web.table.access import TableAccess, ledger, scores_of, watched_or_404
from web.table.reviews import review_of

result = Blueprint("result", __name__)


@dataclass(frozen=True, slots=True)
class Shared:
    """The preview that a messenger shows of a result, and where it goes from here; `record` is empty for a game without
    paper.
    """

    address: str
    picture: str
    size: tuple[int, int]
    says: str
    bgstats: str
    record: str


@result.get("/r/<code>.png")
@limit_prints
def picture(code: str) -> ResponseReturnValue:
    """The result of a finished game as a picture, in the language that the address asks for."""
    here = watched_or_404(code)
    live = scores_of(here)
    if not live.finished:
        said = gettext("This game is still being played: it has a picture when it is over.")
        return render_template("error.html", said=said, code=422), 422
    try:
        check_installed()
        drawn = _drawn(here, live, _language())
    except Unprintable as wrong:
        return render_template("error.html", said=translate(wrong.why), code=422), 422
    except Busy:
        return busy()
    answer = Response(drawn, mimetype="image/png")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.set_etag(sha256(drawn).hexdigest()[:32])
    return answer.make_conditional(request)


def _language() -> str:
    asked = request.args.get("lang")
    return asked if asked in LANGUAGES else str(get_locale().language)


def _drawn(here: TableAccess, live: LiveTable, language: str) -> bytes:
    with speaking(language):
        html = card(_record(here, live), words_of(language), _decided(live))
    return from_printer(lambda printer: printer.picture(html, WIDTH))


def _decided(live: LiveTable) -> str:
    """The finding that mattered most in the game, in one line; empty where it has no review."""
    first = review_of(live).first if live.has_review else ()
    return translate(first[0].finding.says) if first else ""


def _record(here: TableAccess, live: LiveTable) -> Record:
    return record_of(live.game, live.state, day_of(here.table.played))


def shared(here: TableAccess, live: LiveTable, sheet: Sheet) -> Shared | None:
    """The preview of a result's page for messengers and other apps; None before the game is over."""
    if not live.finished:
        return None
    language = str(get_locale().language)
    scores = ", ".join(f"{player.name} {number(player.total)}" for player in sheet.players)
    address = absolute("table.result", code=here.table.watch)
    return Shared(
        address,
        absolute("result.picture", code=here.table.watch, lang=language, v=live.seq),
        (WIDTH, HEIGHT),
        f"{translate(_record(here, live).won)} · {scores}",
        bgstats.link(here.table, live, sheet, address),
        url_for("records.desk", code=here.table.watch) if has_record(live.game.key) else "",
    )


def series(here: TableAccess) -> Sequence[tuple[str, int]]:
    """The names of two players of a group, and how often each has won this game against the other; none of others."""
    table, players = here.table, set(here.table.players)
    if table.group_id is None or len(table.names) != 2 or None in players:
        return ()
    games = [game for game in ledger().outcomes.of_group(table.group_id) if game.game == table.game]
    met = [game.players for game in games if {placed.player_id for placed in game.players} == players]
    first = [[placed.player_id for placed in game if placed.rank == 1] for game in met]
    won = Counter(winners[0] for winners in first if len(winners) == 1)
    return [(name, won[player]) for name, player in zip(table.names, table.players, strict=True)]


@result.get("/r/<code>/scores.csv")
def scores(code: str) -> ResponseReturnValue:
    """Every line of every player, with the totals, for spreadsheets."""
    here = watched_or_404(code)
    live = scores_of(here).seen_from(frozenset())
    sheet = live.game.score(live.game.position(live.state))
    heads = [gettext("Player"), gettext("Rank"), gettext("What"), gettext("Sum"), gettext("Points")]
    rows = [heads, *_lines(sheet)]
    return spreadsheet(rows, f"cairn-{live.game.key}-{date_of(here.table.played):%Y-%m-%d}")


def _lines(sheet: Sheet) -> Iterator[tuple[str | int, ...]]:
    for player in sheet.players:
        for line in player.lines:
            what = translate(line.label) if line.label else ""
            yield player.name, player.rank, what, translate(line.text), line.points
        yield player.name, player.rank, gettext("Total"), "", player.total
