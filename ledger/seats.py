"""Seats: which devices have which."""

from collections import defaultdict
from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.database import Database
from ledger.engines import insert_of
from ledger.entries import Missing
from ledger.schema import seats, sittings, tables


class Seats:
    """The devices of every seat. Several devices may share a seat, and one may hold several."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sit = insert_of(database.engine)(sittings).on_conflict_do_nothing()

    def sit(self, table_id: int, seat: int, device: str) -> None:
        """Give a device a seat, beside those that have it; doing it twice changes nothing."""
        sitting = {"table_id": table_id, "seat": seat, "device": device, "at": self._database.now()}
        try:
            with self._database.writing() as connection:
                connection.execute(self._sit, sitting)
                self._database.touch(connection, tables, table_id)
        except IntegrityError:
            raise Missing(f"table {table_id} has no seat {seat}") from None

    def leave(self, table_id: int, seat: int, device: str) -> None:
        """Take a seat from a device; nothing happens if it did not have it."""
        self._stand_up(table_id, sittings.c.seat == seat, sittings.c.device == device)

    def free(self, table_id: int, seat: int) -> None:
        """Take this seat from every device but those that have all seats: they keep score for everyone."""
        of_table = sa.select(sa.func.count()).where(seats.c.table_id == table_id).scalar_subquery()
        at_table = sa.select(sittings.c.device).where(sittings.c.table_id == table_id).group_by(sittings.c.device)
        for_all = at_table.having(sa.func.count() == of_table)
        self._stand_up(table_id, sittings.c.seat == seat, sittings.c.device.not_in(for_all))

    def leave_alone(self, table_id: int, seat: int, device: str) -> None:
        """Take this seat from every other device."""
        self._stand_up(table_id, sittings.c.seat == seat, sittings.c.device != device)

    def exchange(self, table_id: int, seats: Mapping[int, int]) -> None:
        """Give every device the seat that `seats` say for the one that it has; those that they do not name stay."""
        at = sa.case(seats, value=sittings.c.seat, else_=sittings.c.seat)
        with self._database.writing() as connection:
            who = sa.select(sittings.c.device, at, sittings.c.at).where(sittings.c.table_id == table_id)
            moved = [dict(zip(("device", "seat", "at"), row, strict=True)) for row in connection.execute(who)]
            connection.execute(sa.delete(sittings).where(sittings.c.table_id == table_id))
            for sitting in moved:
                connection.execute(self._sit, {"table_id": table_id, **sitting})
            self._database.touch(connection, tables, table_id)

    def sittings(self, table_id: int) -> dict[int, frozenset[str]]:
        """The devices at each seat; an empty seat is not in it."""
        found: dict[int, set[str]] = defaultdict(set)
        with self._database.reading() as connection:
            who = sa.select(sittings.c.seat, sittings.c.device).where(sittings.c.table_id == table_id)
            for seat, device in connection.execute(who):
                found[seat].add(device)
        return {seat: frozenset(found[seat]) for seat in sorted(found)}

    def _stand_up(self, table_id: int, *who: sa.ColumnElement[bool]) -> None:
        with self._database.writing() as connection:
            connection.execute(sa.delete(sittings).where(sittings.c.table_id == table_id, *who))
            self._database.touch(connection, tables, table_id)
