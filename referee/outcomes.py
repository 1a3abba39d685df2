"""Outcomes of finished games, made from their logs."""

from __future__ import annotations

from typing import Any

from ledger import Outcome
from referee.memory import Referee
from scoring.core.play import AnyPlay


def outcome_of(setup: Any, play: AnyPlay, moves: int) -> Outcome:
    """The outcome of a finished game whose log has so many moves."""
    game = play.game
    sheet = game.score(game.position(play.state))
    scores = tuple((player.total, player.rank) for player in sheet.players)
    return Outcome(moves, scores, dict(game.statistics.facts(setup, play)))


def recount(referee: Referee, group_id: int | None = None, *, again: bool = False) -> int:
    """Give the finished tables of a group (None: of all) the outcomes they lack; or make all outcomes again."""
    codes = referee.ledger.outcomes.all_finished() if again else referee.ledger.outcomes.lacking(group_id)
    return sum(_keep_outcome(referee, code) for code in codes)


def _keep_outcome(referee: Referee, code: str) -> bool:
    table = referee.ledger.tables.by_code(code)
    live = table and referee.live(table)
    if not table or not live or not live.finished or live.scores_hidden:
        return False
    return referee.ledger.outcomes.put(table.id, outcome_of(live.setup, live.play, live.seq))
