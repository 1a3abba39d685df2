"""Outcomes: what finished games came to."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import sqlalchemy as sa

from ledger.database import Database
from ledger.entries import PRACTICE, FinishedTable, Outcome, Placed
from ledger.schema import moves, outcomes, players, seats, sittings, tables

_OUTCOMES = (
    sa.select(
        *tables.c[
            "id", "code", "watch", "game", "settings", "opened_at", "finished_at", "locked", "place", "note", "day"
        ],
        *outcomes.c["moves", "players"],
        sa.type_coerce(outcomes.c.facts, sa.Text),
    )
    .join(outcomes)
    .where(tables.c.finished_at.is_not(None))
    .order_by(tables.c.finished_at.desc(), tables.c.id.desc())
)
_SEATS = (
    sa.select(seats.c.table_id, seats.c.seat, sa.func.coalesce(players.c.name, seats.c.name), seats.c.player_id)
    .select_from(tables.join(outcomes).join(seats).outerjoin(players))
    .order_by(seats.c.table_id, seats.c.seat)
)


class Outcomes:
    """The outcomes of all finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_group(self, group_id: int) -> list[FinishedTable]:
        """The finished tables of the group with their outcomes, newest first, in two queries."""
        return self._where(tables.c.group_id == group_id)

    def of(self, device: str) -> list[FinishedTable]:
        """The finished tables that this device opened or has a seat at, newest first, without practice tables."""
        sits = sa.select(sittings.c.table_id).where(sittings.c.device == device)
        own = sa.or_(tables.c.opener == device, tables.c.id.in_(sits))
        return self._where(sa.and_(own, tables.c.opener != PRACTICE))

    def totals(self, table_ids: Iterable[int]) -> dict[int, list[int]]:
        """The totals of these tables by seat; a table without an outcome is not in it."""
        asked = sa.select(outcomes.c.table_id, outcomes.c.players).where(outcomes.c.table_id.in_(list(table_ids)))
        with self._database.reading() as connection:
            return {table_id: [total for total, _rank in scores] for table_id, scores in connection.execute(asked)}

    def lacking(self, group_id: int | None = None) -> list[str]:
        """The codes of the group's finished tables that have no outcome yet; None: of all finished tables."""
        lacking = sa.select(tables.c.code).join(outcomes, isouter=True).where(outcomes.c.table_id.is_(None))
        if group_id is not None:
            lacking = lacking.where(tables.c.group_id == group_id)
        return self._finished(lacking)

    def all_finished(self) -> list[str]:
        """The codes of all finished tables, with an outcome or without."""
        return self._finished(sa.select(tables.c.code))

    def put(self, table_id: int, outcome: Outcome) -> bool:
        """Store the outcome, unless the table has moved on since, or was opened again."""
        still = sa.select(tables.c.id).where(tables.c.id == table_id, tables.c.finished_at.is_not(None))
        length = sa.select(sa.func.max(moves.c.seq)).where(moves.c.table_id == table_id)
        with self._database.writing() as connection:
            if not connection.execute(still.with_for_update()).first():
                return False
            if (connection.execute(length).scalar() or 0) != outcome.moves:
                return False
            write_outcome(connection, table_id, outcome)
        return True

    def _finished(self, codes: sa.Select[Any]) -> list[str]:
        with self._database.reading() as connection:
            ended = codes.where(tables.c.finished_at.is_not(None)).order_by(tables.c.id)
            return list(connection.execute(ended).scalars())

    def _where(self, which: sa.ColumnElement[bool]) -> list[FinishedTable]:
        at_seats: dict[int, list[Any]] = defaultdict(list)
        with self._database.reading() as connection:
            for table_id, *seat in connection.execute(_SEATS.where(which)):
                at_seats[table_id].append(seat)
            found: Sequence[Any] = connection.execute(_OUTCOMES.where(which)).all()
        there = (row for row in found if row[0] in at_seats)  # a game may end between the two questions
        made = [FinishedTable(*(*own, _placed(at_seats[own[0]], scores), facts)) for *own, scores, facts in there]
        return sorted(made, key=_day, reverse=True)


def write_outcome(connection: sa.Connection, table_id: int, outcome: Outcome | None) -> None:
    """Replace the outcome inside a transaction that holds the table; None only deletes it."""
    connection.execute(sa.delete(outcomes).where(outcomes.c.table_id == table_id))
    if outcome:
        values = {"moves": outcome.moves, "players": outcome.scores, "facts": outcome.facts}
        connection.execute(sa.insert(outcomes).values(table_id=table_id, **values))


def _day(one: FinishedTable) -> date:
    return one.day or one.ended_at.date()


def _placed(at_seats: Sequence[Any], scores: Sequence[Sequence[int]]) -> tuple[Placed, ...]:
    return tuple(
        Placed(name, player_id, seat, total, rank)
        for (seat, name, player_id), (total, rank) in zip(at_seats, scores, strict=True)
    )
