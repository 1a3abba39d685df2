"""Tables from elsewhere: every move of their logs is judged here, before anything is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from ledger import ImportedTable, Row, Table
from referee.live import BESIDE_THE_GAME, HIDDEN, opened, seat_of
from referee.outcomes import outcome_of
from scoring.core.log import read_event
from scoring.core.play import AnyPlay
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import text


def judge_import(imported: ImportedTable, passed_over: Collection[int] = ()) -> ImportedTable:
    """A table from elsewhere with every move of its log judged: the seats that the moves concern, and the outcome.

    The events number `passed_over` (from 1) were refused by the rules where they come from, and must be refused here
    too. Raises Malformed if something cannot be read, Illegal if a move breaks a rule; both name the event.
    """
    setup, play = opened(imported.game, imported.settings, imported.names)
    moves = []
    for number, row in enumerate(imported.moves, 1):
        if row["event"].get("type") in BESIDE_THE_GAME:
            moves.append(row | {"seat": None})
            continue
        try:
            move = read_event(play.game, row["event"], setup)
            moves.append(row | {"seat": seat_of(move, play)})
            play = _after(play, move, number, number in passed_over)
        except Malformed as malformed:
            raise Malformed(text("Event {index}: {why}", index=number - 1, why=malformed.why)) from malformed
        except Illegal as illegal:
            why = text("Event {index}: {why}", index=number - 1, why=illegal.why)
            raise Illegal(illegal.rule, why) from illegal
    if play.game.to_act(play.state):
        return replace(imported, moves=tuple(moves), finished_at=None)
    ended = imported.finished_at or (imported.moves[-1]["at"] if imported.moves else imported.opened_at)
    outcome = None if HIDDEN in imported.settings else outcome_of(setup, play, len(moves))
    return replace(imported, moves=tuple(moves), finished_at=ended, outcome=outcome)


def _after(play: AnyPlay, move: Any, number: int, passed_over: bool) -> AnyPlay:
    if not passed_over:
        return play.after(move, number)
    try:
        play.after(move, number)
    except Illegal:
        return play
    raise Malformed(text("This move is marked as passed over, but the rules allow it."))


def passed_over(table: Table, rows: Iterable[Row]) -> set[int]:
    """The numbers of the rows of this log that today's rules refuse."""
    setup, play = opened(table.game, table.settings, table.names)
    refused = set()
    for row in rows:
        if row.event.get("type") in BESIDE_THE_GAME:
            continue
        try:
            play = play.after(read_event(play.game, row.event, setup), row.seq)
        except (Illegal, Malformed):
            refused.add(row.seq)
    return refused
