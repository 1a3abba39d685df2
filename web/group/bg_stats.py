"""A file of BG Stats: its plays of our games as results that were typed and not checked, in the form of our files."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, TypeGuard

from scoring import GAMES
from scoring.core.codec import Json
from scoring.core.game import AnyGame, settings_of
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import text
from web.group.archive import VERSION, read_table

PARTS = ("games", "players", "plays")
LONGEST = 24 * 60  # minutes


def is_of_bg_stats(file: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(file, dict) and all(isinstance(file.get(part), list) for part in PARTS)


def converted(file: Mapping[str, Any], *, for_group: bool) -> tuple[dict[str, object], int]:
    """The file of a device, or of a group, with a table for each play of ours, and how many of these plays are left out
    because somebody's points are missing or cannot be. Raises Malformed where no play is of ours.
    """
    games = {entry["id"]: game for entry in _entries(file, "games") if (game := _game(entry))}
    names = {entry["id"]: str(entry.get("name", "")) for entry in _entries(file, "players")}
    plays = [play for play in _entries(file, "plays", "gameRefId") if play["gameRefId"] in games]
    if not plays:
        raise Malformed(text("This file of BG Stats has no play of a game that Cairn knows."))
    tables = list(_tables(plays, games, names))
    if not for_group:
        bare = [{"cairn": "table", "version": VERSION, **table} for table in tables]
        whole = {"cairn": "device", "version": VERSION, "groups": [], "tables": bare, "papers": []}
        return whole, len(plays) - len(tables)
    players = sorted({name for table in tables for name in table["names"]})
    own = {"id": "bg-stats", "name": "BG Stats", "players": players, "papers": []}
    seated = [{**table, "players": table["names"]} for table in tables]
    return {"cairn": "group", "version": VERSION, **own, "tables": seated}, len(plays) - len(tables)


def _entries(file: Mapping[str, Any], part: str, key: str = "id") -> list[dict[str, Any]]:
    return [entry for entry in file[part] if isinstance(entry, dict) and isinstance(entry.get(key), int)]


def _game(entry: Mapping[str, Any]) -> AnyGame | None:
    """Ours, by the number that BoardGameGeek gives it, or by its title."""
    number, title = entry.get("bggId"), str(entry.get("name", "")).casefold()
    named = (game for game in GAMES.values() if title == game.title.casefold() or number == (game.statistics.bgg or -1))
    return next(named, None)


def _tables(
    plays: Sequence[dict[str, Any]], games: Mapping[int, AnyGame], names: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    for play in plays:
        with suppress(Malformed, Illegal, KeyError, TypeError, ValueError, OverflowError):
            table = _table(games[play["gameRefId"]], play, names)
            read_table({"cairn": "table", "version": VERSION, **table})
            yield table


def _table(game: AnyGame, play: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """The file of a table with the totals of a play; raises whatever is wrong with it."""
    began = datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    ended = (began + timedelta(minutes=min(int(play.get("durationMin") or 0), LONGEST))).isoformat()
    players = [" ".join(names[score["playerRefId"]].split()) for score in play["playerScores"]]
    settings, moves = _counted(game, players, [int(score["score"]) for score in play["playerScores"]])
    return {
        "id": sha256(f"bg-stats {play.get('uuid') or play}".encode()).hexdigest()[:32],
        "game": game.key,
        "settings": settings,
        "names": players,
        "opened_at": began.isoformat(),
        "finished_at": ended,
        "log": [{"at": ended, "by": None, "event": game.formats.event(move)} for move in moves],
    }


def _counted(game: AnyGame, players: Sequence[str], totals: Sequence[int]) -> tuple[dict[str, Json], list[Any]]:
    """The settings and moves of a table where nothing but totals was counted; Malformed for one that cannot be."""
    count = game.count
    if count is None or count.typed is None or count.now is None:
        raise ValueError(f"{game.key} counts no totals")
    settings = settings_of((setting, setting.usual) for setting in game.settings) | dict(count.now.settings)
    moves = [count.typed(seat, total) for seat, total in enumerate(totals)]
    state = count.now.with_counts(game.start(game.formats.setup({"players": players, **settings})), moves)
    for problem in count.out_of_bounds(game.position(state)):
        raise Malformed(problem.why)
    return settings, [*count.now.first, *moves]
