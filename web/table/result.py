"""The result of a finished game: its scores shown rank by rank, a picture beside a link, a file for spreadsheets, a
play in another app, and the next table of the same people.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from hashlib import sha256
from urllib.parse import quote

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, gettext

from ledger import Table
from printables import Record, Unprintable, has_record
from printables.card import HEIGHT, WIDTH, card
from printables.loading import check_installed
from referee import LiveTable, next_table, play_again, reveal_next
from scoring.core.game import AnyGame
from scoring.core.sheet import Seat, Sheet
from scoring.core.text import number
from web.group.games import spreadsheet
from web.http.address import absolute
from web.http.limits import TABLES, limit_prints, limit_taps, limiter
from web.print.page import busy, from_printer, words_of
from web.print.record import record_of
from web.rendering.i18n import LANGUAGES, date_of, day_of, speaking, translate
from web.server.streams import BESIDE, hub
from web.server.worker_pool import Busy
from web.table.access import (
    TableAccess,
    device,
    group_or_404,
    ledger,
    live_of,
    referee,
    scores_of,
    sit_first,
    table_or_404,
    watched_or_404,
)
from web.table.forms import send_again
from web.table.review import review_of

result = Blueprint("result", __name__)
PLACES = {"screen": "table.screen", "result": "table.result", "watch": "table.watch"}
BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Cairn"
rematch = Blueprint("rematch", __name__)


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
        bgstats_link(here.table, live, sheet, address),
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
    heads = [gettext("Player"), gettext("Rank"), gettext("Round"), gettext("What"), gettext("Sum"), gettext("Points")]
    rows = [heads, *_lines(sheet)]
    return spreadsheet(rows, f"cairn-{live.game.key}-{date_of(here.table.played):%Y-%m-%d}")


def _lines(sheet: Sheet) -> Iterator[tuple[str | int, ...]]:
    for player in sheet.players:
        for line in player.lines:
            what = translate(line.label) if line.label else ""
            yield player.name, player.rank, line.round or "", what, translate(line.text), line.points
        yield player.name, player.rank, "", gettext("Total"), "", player.total


@result.post("/t/<code>/unveil")
@limit_taps
def next_rank(code: str) -> ResponseReturnValue:
    """Show the next rank to everybody, from a phone with a seat at the table."""
    here = table_or_404(code)
    if not here.may_write:
        return send_again(403, sit_first(here), here)
    _reveal(here)
    return redirect(url_for("table.page", code=code), 303)


@result.post("/w/<code>/unveil")
@limit_taps
def watch_unveil(code: str) -> ResponseReturnValue:
    """The same from the big screen: the only thing that a watcher may do."""
    _reveal(watched_or_404(code))
    return redirect(url_for(PLACES.get(request.form.get("place", ""), "table.watch"), code=code), 303)


def _reveal(here: TableAccess) -> None:
    seen = request.form.get("seen", "")
    live = reveal_next(referee(), here.table, int(seen) if seen.isdecimal() and len(seen) < 8 else -1)
    hub().notify(here.table.id, live.seq)


def bgstats_link(table: Table, live: LiveTable, sheet: Sheet, comments: str = "") -> str:
    """The address that opens BG Stats with this play."""
    data = json.dumps(bgstats_play(table, live, sheet, comments), ensure_ascii=False, separators=(",", ":"))
    return BGSTATS + quote(data, safe="")


def bgstats_play(table: Table, live: LiveTable, sheet: Sheet, comments: str = "") -> dict[str, object]:
    """The play as BG Stats reads it. Every boolean is written out; a game that BoardGameGeek does not know has no
    number.
    """
    ended = table.finished_at or table.opened_at
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id("play", table.watch),
        "playDate": f"{table.day} 12:00:00" if table.day else f"{table.opened_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(0, int((ended - table.opened_at).total_seconds() // 60)),
        "board": "",
        "comments": "\n".join(filter(None, (table.note, comments))),
        "location": table.place,
        "game": _game(live.game),
        "players": list(_players(table, starter(live), sheet)),
    }


def _game(game: AnyGame) -> dict[str, object]:
    number = {} if game.statistics.bgg is None else {"bggId": game.statistics.bgg}
    return {"name": game.title, "sourceGameId": game.key, **number, "highestWins": True, "noPoints": False}


def _players(table: Table, first: Seat | None, sheet: Sheet) -> Iterator[dict[str, object]]:
    for seat, player in enumerate(sheet.players):
        yield {
            "name": player.name,
            "sourcePlayerId": _id_of_player(table, seat),
            "startPlayer": seat == first,
            "rank": player.rank,
            "role": "",
            "score": player.total,
            "winner": seat in sheet.winners,
        }


def starter(live: LiveTable) -> Seat | None:
    """The player who began, if the log says so: the seat of the first move, unless the game was only counted or the
    move says that it is not `known`.
    """
    first = next((bgstats_play.move for bgstats_play in live.play.standing()), None)
    if live.game.is_count(first):
        return None
    if not getattr(first, "known", True):
        return None
    return getattr(first, "seat", None)


def _id_of_player(table: Table, seat: Seat) -> str:
    """A player with an id that is the same at every table: that of the group's player, else one made from the name."""
    player = table.players[seat]
    return _id("name", table.names[seat].casefold()) if player is None else _id("player", f"{table.group_id}/{player}")


def _id(kind: str, secret: str) -> str:
    """A lasting id that gives no link away."""
    return sha256(f"cairn {kind} {secret}".encode()).hexdigest()[:20]


@rematch.post("/t/<code>/again")
@limiter.limit(TABLES)
def again(code: str) -> ResponseReturnValue:
    """The next table of this one, opened by the first who asks."""
    here = table_or_404(code)
    if not here.may_write:
        return send_again(403, sit_first(here), here)
    return _play_again(here)


@rematch.post("/g/<code>/again")
@limiter.limit(TABLES)
def again_in_group(code: str) -> ResponseReturnValue:
    """The next table after one of the group's; this device sits there for whoever has no other."""
    group, number = group_or_404(code), request.form.get("table", "")
    tables = ledger().tables.of_group(group.id)
    table = next((one for one in tables if str(one.id) == number), None) or abort(422)
    return _play_again(TableAccess(table, frozenset()))


def table_after(here: TableAccess) -> Table | None:
    """The next table of these people, if one of them has opened it."""
    return next_table(referee(), here.table)


def _play_again(here: TableAccess) -> ResponseReturnValue:
    if not live_of(here).finished:
        flash(gettext("This game is still being played."))
        return redirect(url_for("table.page", code=here.table.code), 303)
    group_id = here.table.group_id
    new, is_new = play_again(referee(), here.table, _names(here.table), device())
    if is_new:
        _seat(new)
        hub().notify(here.table.id, BESIDE)
    if is_new and group_id:
        ledger().groups.put_table(new.id, group_id, dict(enumerate(new.names)))
    return redirect(url_for("table.page", code=new.code), 303)


def _seat(new: Table) -> None:
    """Give whoever asks the seats that nobody has: at the old table these had no phone of their own either."""
    sitting = ledger().seats.sittings(new.id)
    if any(device() in devices for devices in sitting.values()):
        return
    for seat in range(len(new.names)):
        if seat not in sitting:
            ledger().seats.sit(new.id, seat, device())


def _names(table: Table) -> list[str]:
    """The names of today of those who sat there."""
    players = ledger().players.of(table.group_id) if table.group_id else []
    today = {player.id: player.name for player in players}
    return [today.get(player or 0, name) for name, player in zip(table.names, table.players, strict=True)]
