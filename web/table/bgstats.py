"""A finished game for BG Stats, by that app's documented link: one address that holds the whole play as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from hashlib import sha256
from urllib.parse import quote

from ledger import Table
from referee import LiveTable
from scoring.core.game import AnyGame
from scoring.core.sheet import Seat, Sheet

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Cairn"


def link(table: Table, live: LiveTable, sheet: Sheet, comments: str = "") -> str:
    """The address that opens BG Stats with this play."""
    data = json.dumps(play(table, live, sheet, comments), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(data, safe="")


def play(table: Table, live: LiveTable, sheet: Sheet, comments: str = "") -> dict[str, object]:
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
    first = next((play.move for play in live.play.standing()), None)
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
