"""Tables that come from elsewhere, written down whole inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.codes import secret, spoken
from ledger.entries import ImportedTable, Json, Outcome
from ledger.schema import moves, outcomes, seats, tables


def write_table(
    connection: sa.Connection, one: ImportedTable, device: str, group_id: int | None, players: Mapping[str, int]
) -> str:
    """A table opened by this device, with its seats, its log and what it came to; returns its new code."""
    table_id, code = _open(connection, one, device, group_id)
    connection.execute(
        sa.insert(seats),
        [
            {"table_id": table_id, "seat": seat, "name": name, "player_id": players.get(player or "")}
            for seat, (name, player) in enumerate(zip(one.names, one.player_names, strict=True))
        ],
    )
    if one.moves:
        rows = [{"table_id": table_id, "seq": seq, "move_id": f"brought-{seq}"} for seq in range(1, len(one.moves) + 1)]
        connection.execute(sa.insert(moves), [row | move for row, move in zip(rows, one.moves, strict=True)])
    write_outcome(connection, table_id, one.outcome)
    return code


def _open(connection: sa.Connection, one: ImportedTable, device: str, group_id: int | None) -> tuple[int, str]:
    values: Json = {"game": one.game, "settings": one.settings, "opener": device, "joining": True}
    values |= {"opened_at": one.opened_at, "finished_at": one.finished_at, "changed_at": datetime.now(UTC)}
    values |= {"group_id": group_id, "locked": one.locked, "origin": one.origin}
    for _ in range(10):
        codes = {"code": secret(), "watch": secret(), "spoken": spoken()}
        try:
            with connection.begin_nested():
                opened = connection.execute(sa.insert(tables).returning(tables.c.id), values | codes)
                return opened.scalar_one(), codes["code"]
        except IntegrityError:
            continue  # a spoken code that another table has: draw again
    raise RuntimeError("no spoken code is free")


def write_outcome(connection: sa.Connection, table_id: int, outcome: Outcome | None) -> None:
    """Put it in the place of what was kept before, inside a transaction that holds the table; None: only forget."""
    connection.execute(sa.delete(outcomes).where(outcomes.c.table_id == table_id))
    if outcome:
        values = {"moves": outcome.moves, "players": outcome.scores, "facts": outcome.facts}
        connection.execute(sa.insert(outcomes).values(table_id=table_id, **values))
