"""Positions and logs judged, in the public JSON formats."""

from __future__ import annotations

from typing import TypeAlias

from scoring.core.codec import Json
from scoring.core.game import AnyGame, B, C, Game, M, P, S, U, V
from scoring.core.log import read_log, read_position
from scoring.core.running import Refusal, replay
from scoring.core.sheet import Line, Problem, Score
from web.rendering.i18n import END_OF_ISOLATE, ISOLATE, translate

Ruled: TypeAlias = dict[str, Json]
PLAIN = str.maketrans({"−": "-", "×": "x", ISOLATE: None, END_OF_ISOLATE: None})


def score_report(game: AnyGame, data: object) -> Ruled:
    """The answer of `flask score` for one position; raises `Malformed`."""
    return scored(game, read_position(game, data))


def referee_report(game: AnyGame, data: object) -> Ruled:
    """The answer of `flask referee` for one log; raises `Malformed`."""
    setup, moves = read_log(game, data)
    events = data["events"] if isinstance(data, dict) else []
    told = replay(game, setup, moves)
    result = scored(game, game.position(told.play.state))
    return {
        "game": game.key,
        "legal": not told.refusals,
        "applied": told.applied,
        "rulings": [_ruling(refusal, events[refusal.index]) for refusal in told.refusals],
        "result": result,
        "finished": not game.to_act(told.play.state),
    }


def scored(game: Game[U, S, M, P, B, C, V], position: P) -> Ruled:
    """A position scored and audited; warnings do not make it illegal."""
    problems = game.audit(position)
    sheet = game.score(position)
    report: Ruled = {
        "game": game.key,
        "legal": all(problem.warning for problem in problems),
        "problems": [_problem(problem) for problem in problems if not problem.warning],
        "players": [_player(player) for player in sheet.players],
        "winners": [sheet.players[seat].name for seat in sheet.winners],
    }
    warnings = [_problem(problem) for problem in problems if problem.warning]
    notes = [translate(note) for note in sheet.notes]
    return {**report, **({"warnings": warnings} if warnings else {}), **({"notes": notes} if notes else {})}


def _problem(problem: Problem) -> dict[str, Json]:
    return {
        "code": problem.rule.clause,
        "text": _plain(translate(problem.why)),
        "seat": problem.seat,
        "where": problem.where,
    }


def _player(player: Score) -> dict[str, Json]:
    lines = [_line(line) for line in player.lines]
    return {"name": player.name, "total": player.total, "rank": player.rank, "lines": lines}


def _line(line: Line) -> dict[str, Json]:
    place: Ruled = {} if line.round is None else {"round": line.round}
    return {"code": line.code, "of": line.of, **place, "points": line.points, "text": _plain(translate(line.text))}


def _ruling(refusal: Refusal, event: Json) -> dict[str, Json]:
    illegal = refusal.illegal
    return {"index": refusal.index, "event": event, "code": illegal.rule.clause, "text": _plain(translate(illegal.why))}


def _plain(said: str) -> str:
    """The text with the plain signs of the public formats: - and x instead of − and ×."""
    return said.translate(PLAIN)
