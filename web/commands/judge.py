"""`flask score` and `flask referee`: the referee without a screen, in the public JSON formats."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import IO, TypeAlias

import click
from flask.cli import with_appcontext
from flask_babel import gettext

from scoring import GAMES
from scoring.core.codec import Json, parse, shows
from scoring.core.game import AnyGame, B, C, Game, M, P, S, U, V
from scoring.core.log import read_log, read_position
from scoring.core.rule import Malformed
from scoring.core.running import Refusal, replay
from scoring.core.sheet import Line, Problem, Score
from scoring.core.text import text
from web.rendering.i18n import END_OF_ISOLATE, ISOLATE, LANGUAGES, speaking, translate

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
PLAIN = str.maketrans({"−": "-", "×": "x", ISOLATE: None, END_OF_ISOLATE: None})
Ruled: TypeAlias = dict[str, Json]
Judge = Callable[[AnyGame, object], Ruled]


def _command(name: str, judge: Judge, about: str) -> click.Command:
    @click.command(name, help=about)
    @click.argument("game", type=click.Choice(list(GAMES)))
    @click.argument("file", type=click.Path(allow_dash=True, readable=False))
    @click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="The language of the messages.")
    @click.option("--lines", is_flag=True, help="One JSON object per line, in and out.")
    @with_appcontext
    def command(game: str, file: str, lang: str, lines: bool) -> None:
        with speaking(lang):
            sys.exit(_judge_lines(judge, GAMES[game], file) if lines else _judge_file(judge, GAMES[game], file))

    return command


def _judge_file(judge: Judge, game: AnyGame, file: str) -> int:
    try:
        with _opened(file) as stream:
            report = judge(game, parse(stream.read()))
    except (Malformed, UnicodeDecodeError, OSError) as unreadable:
        return _unreadable(unreadable)
    click.echo(_json(report))
    return _status(report)


def _judge_lines(judge: Judge, game: AnyGame, file: str) -> int:
    status = LEGAL
    try:
        opened = _opened(file, errors="surrogateescape")
    except OSError as unreadable:
        return _unreadable(unreadable)
    with opened as stream:
        for report in _reports(judge, game, stream):
            print(_json(report))  # noqa: T201
            status = max(status, _status(report))
    sys.stdout.flush()
    return status


def _status(report: Ruled) -> int:
    """A log of legal events that ends in an impossible position is not legal either; under way it may still mend."""
    if "error" in report:
        return UNREADABLE
    reached = report["result"] if report.get("finished") else report
    possible = isinstance(reached, dict) and reached["legal"]
    return LEGAL if report["legal"] and possible else ILLEGAL


def _reports(judge: Judge, game: AnyGame, stream: IO[str]) -> Iterator[Ruled]:
    for line in stream:
        try:
            line.encode()
            yield judge(game, parse(line))
        except (Malformed, UnicodeEncodeError) as unreadable:
            yield {"error": _reason(unreadable)}


def _unreadable(error: Exception) -> int:
    """The reason why the input cannot be read, in one line without control characters that would steer the terminal."""
    line = " ".join(_reason(error).splitlines())
    click.echo("".join(sign if shows(sign) else "\N{REPLACEMENT CHARACTER}" for sign in line), err=True)
    return UNREADABLE


def _reason(unreadable: Exception) -> str:
    match unreadable:
        case Malformed():
            return translate(unreadable.why)
        case OSError():
            return translate(text("The file {file} cannot be read.", file=str(unreadable.filename)))
    return str(gettext("This is not text in UTF-8."))


def _opened(file: str, errors: str = "strict") -> IO[str]:
    return click.open_file(file, encoding="utf-8", errors=errors)


def _json(report: Ruled) -> str:
    return json.dumps(report, ensure_ascii=False)


def judges() -> Iterator[click.Command]:
    """The commands `flask score` and `flask referee`, for the games that are registered by now."""
    yield _command("score", score_report, "Score the finished position in FILE (or -).")
    yield _command("referee", referee_report, "Judge the log in FILE (or -): a ruling for every event.")


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
