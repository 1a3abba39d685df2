"""The referee's memory: the live tables, folded forward from the ledger, and outcomes of those that are finished."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from ledger import Outcome, Table
from referee.live import LiveTable
from scoring.core.play import AnyPlay

if TYPE_CHECKING:
    from ledger import Ledger


KEPT = 2_000


class Referee:
    """Keeps live tables in memory and folds them forward; the ledger is the truth, the memory only a cache."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._kept: OrderedDict[int, LiveTable] = OrderedDict()
        self._guard = Lock()

    def live(self, table: Table, newest: int | None = None) -> LiveTable:
        """The table with every row of the ledger folded in; `newest`, if known, is the seq of the last one."""
        live = self._recall(table)
        if live.seq == newest:
            return live
        rows = self.ledger.moves.read(table.id, live.seq)
        for row in rows:
            live = live.folded(row)
        if rows:
            self.keep(live)
        return live

    def keep(self, live: LiveTable) -> None:
        """Remember where a table stands, unless a later position is known; the table unused for
        longest is forgotten.
        """
        with self._guard:
            kept = self._kept.get(live.table.id)
            if kept is None or kept.seq < live.seq or kept.table.names != live.table.names:
                self._kept[live.table.id] = live
                self._kept.move_to_end(live.table.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def forget(self, table: Table) -> None:
        with self._guard:
            self._kept.pop(table.id, None)

    def _recall(self, table: Table) -> LiveTable:
        with self._guard:
            kept = self._kept.get(table.id)
            if kept is not None and kept.table.names == table.names:
                self._kept.move_to_end(table.id)
                return replace(kept, table=table)
        return LiveTable.before_the_first_move(table)


def live_at(referee: Referee, table: Table, seq: int) -> LiveTable:
    """The table as it was after the row `seq` of its log; after the last one where there are fewer."""
    live = LiveTable.before_the_first_move(table)
    for row in referee.ledger.moves.read(table.id):
        if row.seq > seq:
            break
        live = live.folded(row)
    return live


# Outcomes


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
