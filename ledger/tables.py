"""Tables: opening, finding, changing, forgetting."""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.codes import Codes
from ledger.database import Database
from ledger.entries import NOTHING_TYPED, PRACTICE, About, Json, Table, TooMany
from ledger.hot_path import as_read
from ledger.lock import A_TURN
from ledger.moves import NEWEST_OF_EACH
from ledger.players import replace_players
from ledger.schema import groups, members, moves, seats, sittings, tables

AT_ONCE = 5  # tables deleted in one go, so that a tap never waits long: each may have thousands of moves

_OWN = sa.and_(
    sittings.c.table_id == seats.c.table_id,
    sittings.c.seat == seats.c.seat,
    sittings.c.device == sa.bindparam("device"),
)
_VISIT = (
    sa.select(tables, seats.c.name, seats.c.player_id, sittings.c.device.is_not(None), NEWEST_OF_EACH)
    .select_from(tables.join(seats).outerjoin(sittings, _OWN))
    .where(tables.c.code == sa.bindparam("code"))
    .order_by(seats.c.seat)
)


class Tables:
    """Every table with the names of its seats."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._visit = database.hot_path.words(_VISIT)
        self._readers = database.hot_path.readers(tables)

    def open(self, game: str, settings: Mapping[str, Any], names: Sequence[str], opener: str) -> Table:
        """Open a table with a seat for each of the `names`, for the device `opener`."""
        if not names:
            raise ValueError("a table has at least one seat")
        now = self._database.now()
        values = {"game": game, "settings": dict(settings), "opener": opener, "opened_at": now, "changed_at": now}
        values |= {"joining": True, "finished_at": None, "group_id": None, "locked": False, "origin": None}
        values |= asdict(NOTHING_TYPED)
        with self._database.writing() as connection:
            opened = insert_table(connection, self._database.codes, values)
            rows = [{"table_id": opened["id"], "seat": seat, "name": name} for seat, name in enumerate(names)]
            connection.execute(sa.insert(seats), rows)
        return Table(names=tuple(names), players=(None,) * len(names), **opened)

    def visit(self, code: str, device: str) -> tuple[Table, frozenset[int], int] | None:
        """The table that this secret link writes to, the device's seats there, the seq of the newest move.

        Every request at a table asks this: one query, on the hot path.
        """
        rows = self._database.hot_path.ask(self._visit, {"code": code, "device": device})
        if not rows:
            return None
        names, players, sits, newest = zip(*(row[len(self._readers) :] for row in rows), strict=True)
        own = frozenset(seat for seat, mine in enumerate(sits) if mine)
        return Table(*[*as_read(rows[0], self._readers), names, players]), own, int(newest[0])

    def by_code(self, code: str) -> Table | None:
        """The table that this secret link writes to."""
        return self._one(tables.c.code == code)

    def by_id(self, table_id: int) -> Table | None:
        """The table of this id."""
        return self._one(tables.c.id == table_id)

    def by_watch(self, watch: str) -> Table | None:
        """The table that this secret link watches."""
        return self._one(tables.c.watch == watch)

    def by_spoken(self, spoken: str) -> Table | None:
        """The table of a code read aloud: case, spaces and dashes do not matter."""
        return self._one(tables.c.spoken == "".join(filter(str.isalpha, spoken)).upper())

    def of(self, device: str, limit: int, *, apart: bool = False, finished: bool = True) -> list[Table]:
        """The tables that this device opened or has a seat at, newest first, without practice tables; where they are
        more than `limit`, rather unfinished ones. On request without the finished ones.

        With `apart`, also without finished ones of groups that it knows: their pages show them.
        """
        sits = sa.select(sittings.c.table_id).where(sittings.c.device == device)
        own = [sa.or_(tables.c.opener == device, tables.c.id.in_(sits)), tables.c.opener != PRACTICE]
        own += [] if finished else [tables.c.finished_at.is_(None)]
        if apart:
            known = sa.select(members.c.group_id).where(members.c.device == device)
            grouped = tables.c.group_id.is_not(None) & tables.c.group_id.in_(known)
            own.append(tables.c.finished_at.is_(None) | ~grouped)
        return self._newest(limit, own)

    def begun_by(self, opener: str, move_id: str) -> list[Table]:
        """The tables that this device opened whose first move has this id."""
        first = sa.exists().where(moves.c.table_id == tables.c.id, moves.c.move_id == move_id, moves.c.seq == 1)
        return self._where((tables.c.opener == opener) & first)

    def of_group(self, group_id: int, limit: int | None = None, *, finished: bool = True) -> list[Table]:
        """The tables of a group, newest first; on request without the finished ones."""
        own = [tables.c.group_id == group_id, *([] if finished else [tables.c.finished_at.is_(None)])]
        return self._newest(limit, own)

    def last_of_group(self, group_id: int, game: str) -> Table | None:
        """The table of this game that the group opened last."""
        newest = sa.select(sa.func.max(tables.c.id)).where(tables.c.group_id == group_id, tables.c.game == game)
        return self._one(tables.c.id == newest.scalar_subquery())

    def set_settings(self, table_id: int, settings: Mapping[str, Any]) -> bool:
        """Set other settings at a table where nothing has happened yet; False, and no change, if something has."""
        untouched = ~sa.exists().where(moves.c.table_id == tables.c.id)
        with self._database.writing() as connection:
            other = sa.update(tables).where(tables.c.id == table_id, untouched)
            return bool(connection.execute(other.values(settings=dict(settings))).rowcount)

    def set_about(self, table_id: int, about: About, names: Mapping[int, str]) -> None:
        """Change what is said about a game, and the `names` of those who sat at these seats; Missing if it is gone.

        At a table of a group the seat is then that of the player of this name, who is added if the group has none;
        NameTaken if that one has another seat. A player with no seat left goes.
        """
        with self._database.writing() as connection:
            self._database.touch(connection, tables, table_id, **asdict(about))
            for seat, name in names.items():
                own = sa.update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
                connection.execute(own.values(name=name))
            replace_players(connection, table_id, names)

    def set_locked(self, table_id: int, locked: bool) -> None:
        """Set whether the table is closed to every change."""
        self._change(table_id, locked=locked)

    def set_joining(self, table_id: int, joining: bool) -> None:
        """Set whether newcomers may still join."""
        self._change(table_id, joining=joining)

    def hand_over(self, table_id: int, opener: str) -> None:
        """Make another device the table's opener."""
        self._change(table_id, opener=opener)

    def delete(self, table_id: int) -> None:
        """Delete the table with its seats and moves; nothing happens if it is gone already."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(tables).where(tables.c.id == table_id))

    def expire(self, before: datetime, most: float = 1.0) -> int:
        """Delete the tables where nothing has changed since `before`; return how many.

        The finished tables of a group stay as long as the group is in use; then it is deleted with all of them. Raises
        TooMany, and deletes nothing, if these are more than this part of all tables.
        """
        beside = tables.alias()
        stirs = sa.or_(beside.c.changed_at >= before, _moved_since(beside, before))
        used = sa.exists().where(beside.c.group_id == groups.c.id, stirs)
        unused = sa.select(groups.c.id).where(groups.c.changed_at < before, ~used)
        alone = sa.or_(tables.c.group_id.is_(None), tables.c.finished_at.is_(None), tables.c.group_id.in_(unused))
        stale = (tables.c.changed_at < before, ~_moved_since(tables, before), alone)
        self._check_number(stale, most)
        gone = self._delete_where(*stale, pause=A_TURN)
        with self._database.writing() as connection:
            connection.execute(sa.delete(groups).where(groups.c.id.in_(unused)))
        return gone

    def end_practice(self, before: datetime) -> int:
        """Delete the practice tables opened before that time; return how many."""
        return self._delete_where(tables.c.opener == PRACTICE, tables.c.opened_at < before)

    def _check_number(self, which: Sequence[sa.ColumnElement[bool]], most: float) -> None:
        number = sa.select(sa.func.count()).select_from(tables)
        with self._database.reading() as connection:
            of_all = connection.execute(number).scalar_one()
            these = connection.execute(number.where(*which)).scalar_one()
        if these > most * of_all:
            raise TooMany(these, of_all)

    def _delete_where(self, *which: sa.ColumnElement[bool], pause: float = 0.0) -> int:
        stale = sa.select(tables.c.id).where(*which).limit(AT_ONCE)
        gone = 0
        while True:
            with self._database.writing() as connection:
                some = connection.execute(sa.delete(tables).where(tables.c.id.in_(stale))).rowcount
            gone += some
            if some < AT_ONCE:
                return gone
            time.sleep(pause)

    def _newest(self, limit: int | None, own: Sequence[sa.ColumnElement[bool]]) -> list[Table]:
        order = tables.c.finished_at.is_not(None), tables.c.id.desc()
        newest = sa.select(tables.c.id).where(*own).order_by(*order).limit(limit)
        return self._where(tables.c.id.in_(newest.subquery().select()))

    def _where(self, which: sa.ColumnElement[bool]) -> list[Table]:
        """The tables with their names, newest first, in one query with a row for each seat."""
        who = sa.select(tables, seats.c.name, seats.c.player_id).join(seats)
        with self._database.reading() as connection:
            rows = connection.execute(who.where(which).order_by(tables.c.id.desc(), seats.c.seat))
            by_table = groupby(rows, key=itemgetter(slice(-2)))
            return [Table(*columns, *zip(*(row[-2:] for row in of_one), strict=True)) for columns, of_one in by_table]

    def _one(self, which: sa.ColumnElement[bool]) -> Table | None:
        return next(iter(self._where(which)), None)

    def _change(self, table_id: int, **values: Any) -> None:
        with self._database.writing() as connection:
            self._database.touch(connection, tables, table_id, **values)


def insert_table(connection: sa.Connection, codes: Codes, values: Json) -> Json:
    """Write a table inside the caller's transaction, without its seats; returns it with its id and new codes."""
    for _ in range(10):
        drawn = values | {"code": codes.secret(), "watch": codes.secret(), "spoken": codes.spoken()}
        with suppress(IntegrityError), connection.begin_nested():  # a spoken code that another table has: draw again
            opened = connection.execute(sa.insert(tables).returning(tables.c.id), drawn)
            return {"id": opened.scalar_one(), **drawn}
    raise RuntimeError("no spoken code is free")


def _moved_since(of: sa.FromClause, since: datetime) -> sa.Exists:
    """True where a table has a move of that time or later."""
    return sa.exists().where(moves.c.table_id == of.c.id, moves.c.at >= since)
