"""The groups' part of the ledger: notebooks, the devices that know them, their players, and what games came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ledger.codes import secret
from ledger.entries import (
    PRACTICE,
    FinishedTable,
    Group,
    GroupArchive,
    Json,
    Missing,
    Outcome,
    Placed,
    Player,
    Row,
    lasting_id,
)
from ledger.importing import write_outcome, write_table
from ledger.schema import groups, members, moves, outcomes, players, seats, shelf, sittings, tables

_OUTCOMES = (
    sa.select(
        *tables.c["id", "code", "watch", "game", "settings", "opened_at", "finished_at", "locked"],
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


class NameTaken(Exception):
    """Another player of the group has this name."""


class Groups:
    """What the ledger knows of groups. What concerns an unknown group, player or table raises Missing."""

    def __init__(self, engine: sa.Engine, writing: Callable[[], AbstractContextManager[sa.Connection]]) -> None:
        self._engine = engine
        self._writing = writing

    def make(self, name: str, device: str) -> Group:
        """A new group with a secret code; the device remembers it."""
        with self._writing() as connection:
            group = _made(connection, name, {}, None)
            _remember(connection, group.id, device)
        return group

    def group(self, code: str) -> Group | None:
        """The group of this secret code."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(groups).where(groups.c.code == code)).one_or_none()
        return Group(*row) if row else None

    def of(self, device: str) -> list[Group]:
        """The groups that this device remembers, the latest used first."""
        own = sa.select(groups).join(members).where(members.c.device == device)
        with self._engine.connect() as connection:
            latest = own.order_by(groups.c.changed_at.desc(), groups.c.id.desc())
            return [Group(*row) for row in connection.execute(latest)]

    def change(self, group_id: int, **values: Any) -> None:
        """Give it another `name` or `body`; without either, only say that it is in use."""
        with self._writing() as connection:
            _touch(connection, group_id, **values)

    def remember(self, group_id: int, device: str) -> None:
        """This device knows the group; knowing it twice is knowing it once."""
        with self._writing() as connection:
            _touch(connection, group_id)
            _remember(connection, group_id, device)

    def forget(self, group_id: int, device: str) -> None:
        """This device knows it no longer; nothing happens if it did not."""
        with self._writing() as connection:
            connection.execute(sa.delete(members).where(members.c.group_id == group_id, members.c.device == device))

    def delete(self, group_id: int, at_once: int = 100) -> list[int]:
        """Delete the group with its players and all its tables, a few at a time; return the ids of those tables."""
        some = sa.select(tables.c.id).where(tables.c.group_id == group_id).limit(at_once)
        gone: list[int] = []
        while True:
            with self._writing() as connection:
                deleted = sa.delete(tables).where(tables.c.id.in_(some)).returning(tables.c.id)
                found = list(connection.execute(deleted).scalars())
                if not found:
                    connection.execute(sa.delete(groups).where(groups.c.id == group_id))
                    return gone
            gone += found

    # Players

    def players(self, group_id: int) -> list[Player]:
        """The players of the group, by name."""
        with self._engine.connect() as connection:
            own = sa.select(players).where(players.c.group_id == group_id)
            found = [Player(*row) for row in connection.execute(own)]
        return sorted(found, key=lambda player: (player.name.casefold(), player.id))

    def add_player(self, group_id: int, name: str) -> Player:
        """A new player; NameTaken when the group has one of that name."""
        values: Json = {"group_id": group_id, "name": name}
        try:
            with self._writing() as connection:
                _touch(connection, group_id)
                added = sa.insert(players).values(values).returning(players.c.id)
                return Player(connection.execute(added).scalar_one(), **values)
        except IntegrityError:
            raise NameTaken(name) from None

    def rename_player(self, group_id: int, player_id: int, name: str) -> None:
        """Call a player something else; NameTaken when another has that name."""
        try:
            with self._writing() as connection:
                _touch(connection, group_id)
                _must(connection, sa.update(players).where(*_of(group_id, player_id)).values(name=name))
        except IntegrityError:
            raise NameTaken(name) from None

    def merge_players(self, group_id: int, kept: int, gone: int) -> None:
        """Two players were one: whatever `gone` played, `kept` has played. ValueError if they sat at one table."""
        if kept == gone:
            raise ValueError("a player is one with himself already")
        with self._writing() as connection:
            _touch(connection, group_id)
            if connection.execute(_together(kept, gone)).first():
                raise ValueError("these two sat at one table")
            _must(connection, sa.select(players.c.id).where(*_of(group_id, kept)).with_for_update())
            moved = sa.update(seats).where(seats.c.player_id == gone).values(player_id=kept)
            connection.execute(moved)
            _must(connection, sa.delete(players).where(*_of(group_id, gone)))

    def remove_player(self, group_id: int, player_id: int) -> None:
        """Take a player out of the group; the tables keep the name that was typed there."""
        with self._writing() as connection:
            _touch(connection, group_id)
            _must(connection, sa.delete(players).where(*_of(group_id, player_id)))

    # Tables

    def put_table(self, table_id: int, group_id: int, known: Mapping[int, str]) -> None:
        """Put a table into the group; `known[seat]` names the player there, who is added if the group has no such."""
        with self._writing() as connection:
            _touch(connection, group_id)
            _must(connection, sa.update(tables).where(tables.c.id == table_id).values(group_id=group_id))
            ids = _players(connection, group_id, known.values())
            for seat, name in known.items():
                here = (seats.c.table_id == table_id, seats.c.seat == seat)
                _must(connection, sa.update(seats).where(*here).values(player_id=ids[name]))

    def take_out(self, table_id: int, group_id: int) -> None:
        """Let the table go its own way again; nothing happens if it is not in the group."""
        with self._writing() as connection:
            of_group = (tables.c.id == table_id, tables.c.group_id == group_id)
            if connection.execute(sa.update(tables).where(*of_group).values(group_id=None, origin=None)).rowcount:
                connection.execute(sa.update(seats).where(seats.c.table_id == table_id).values(player_id=None))

    def rows(self, group_id: int) -> dict[int, list[Row]]:
        """The logs of all its tables, by their ids, in one question."""
        logs: dict[int, list[Row]] = defaultdict(list)
        own = sa.select(moves).join(tables, tables.c.id == moves.c.table_id).where(tables.c.group_id == group_id)
        with self._engine.connect() as connection:
            for row in connection.execute(own.order_by(moves.c.table_id, moves.c.seq)):
                logs[row.table_id].append(Row(*row))
        return logs

    def import_archive(self, archive: GroupArchive, device: str, into: Group | None = None) -> tuple[Group, list[str]]:
        """Write down what comes from elsewhere, all of it or nothing: into the group, or as a new one.

        Tables, players and papers that the group has already are left as they are. Returns the group and the codes
        of the tables that are new.
        """
        with self._writing() as connection:
            group = into or _made(connection, archive.name, {}, archive.origin)
            _touch(connection, group.id)
            _remember(connection, group.id, device)
            ids = _players(connection, group.id, archive.players)
            _put_papers(connection, group.id, archive)
            there = _lasting_ids(connection, group.id)
            lacking = [table for table in archive.tables if table.origin not in there]
            return group, [write_table(connection, table, device, group.id, ids) for table in lacking]

    # What games came to

    def finished_tables(self, group_id: int) -> list[FinishedTable]:
        """The finished tables of the group with what they came to, newest first, in two questions."""
        return self._finished_tables(tables.c.group_id == group_id)

    def finished_tables_of(self, device: str) -> list[FinishedTable]:
        """The finished tables that this device opened or sits at, newest first; none to practise at."""
        sits = sa.select(sittings.c.table_id).where(sittings.c.device == device)
        own = sa.or_(tables.c.opener == device, tables.c.id.in_(sits))
        return self._finished_tables(sa.and_(own, tables.c.opener != PRACTICE))

    def _finished_tables(self, which: sa.ColumnElement[bool]) -> list[FinishedTable]:
        at_seats: dict[int, list[Any]] = defaultdict(list)
        with self._engine.connect() as connection:
            for table_id, *seat in connection.execute(_SEATS.where(which)):
                at_seats[table_id].append(seat)
            found: Sequence[Any] = connection.execute(_OUTCOMES.where(which)).all()
        there = (row for row in found if row[0] in at_seats)  # a game may end between the two questions
        return [FinishedTable(*(*own, _placed(at_seats[own[0]], scores), facts)) for *own, scores, facts in there]

    def without_outcome(self, group_id: int | None = None) -> list[str]:
        """The codes of the group's finished tables that have no outcome yet; None: of all finished tables."""
        lacking = sa.select(tables.c.code).join(outcomes, isouter=True).where(outcomes.c.table_id.is_(None))
        lacking = lacking.where(tables.c.finished_at.is_not(None))
        if group_id is not None:
            lacking = lacking.where(tables.c.group_id == group_id)
        with self._engine.connect() as connection:
            return list(connection.execute(lacking.order_by(tables.c.id)).scalars())

    def finished(self) -> list[str]:
        """The codes of all finished tables."""
        with self._engine.connect() as connection:
            ended = sa.select(tables.c.code).where(tables.c.finished_at.is_not(None)).order_by(tables.c.id)
            return list(connection.execute(ended).scalars())

    def put_outcome(self, table_id: int, outcome: Outcome) -> bool:
        """Keep what the game came to, unless the table has moved on since, or was opened again."""
        still = sa.select(tables.c.id).where(tables.c.id == table_id, tables.c.finished_at.is_not(None))
        length = sa.select(sa.func.max(moves.c.seq)).where(moves.c.table_id == table_id)
        with self._writing() as connection:
            if not connection.execute(still.with_for_update()).first():
                return False
            if (connection.execute(length).scalar() or 0) != outcome.moves:
                return False
            write_outcome(connection, table_id, outcome)
        return True


def _placed(at_seats: Sequence[Any], scores: Sequence[Sequence[int]]) -> tuple[Placed, ...]:
    return tuple(
        Placed(name, player_id, seat, total, rank)
        for (seat, name, player_id), (total, rank) in zip(at_seats, scores, strict=True)
    )


def _of(group_id: int, player_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return players.c.group_id == group_id, players.c.id == player_id


def _together(one: int, other: int) -> sa.Select[Any]:
    """The tables at which both sat."""
    beside = seats.alias()
    return sa.select(seats.c.table_id).where(
        seats.c.player_id == one, beside.c.player_id == other, seats.c.table_id == beside.c.table_id
    )


def _touch(connection: sa.Connection, group_id: int, **values: Any) -> None:
    _must(connection, sa.update(groups).where(groups.c.id == group_id).values(changed_at=datetime.now(UTC), **values))


def _must(connection: sa.Connection, wanted: Any) -> None:
    """Do it, or Missing when there is nothing to do it to."""
    done = connection.execute(wanted)
    if not (done.first() if done.returns_rows else done.rowcount):
        raise Missing("no such group, player or table")


def _remember(connection: sa.Connection, group_id: int, device: str) -> None:
    known = sa.select(members.c.device).where(members.c.group_id == group_id, members.c.device == device)
    if not connection.execute(known).first():
        values = {"group_id": group_id, "device": device, "at": datetime.now(UTC)}
        connection.execute(sa.insert(members).values(values))


def _made(connection: sa.Connection, name: str, body: Json, origin: str | None) -> Group:
    """A new group inside the caller's transaction."""
    now = datetime.now(UTC)
    values: Json = {"code": secret(), "name": name, "body": body, "origin": origin}
    values |= {"made_at": now, "changed_at": now}
    return Group(connection.execute(sa.insert(groups).values(values).returning(groups.c.id)).scalar_one(), **values)


def _players(connection: sa.Connection, group_id: int, names: Iterable[str]) -> dict[str, int]:
    """The ids of the group's players by name, inside the caller's transaction; new names join the group."""
    known = sa.select(players.c.name, players.c.id).where(players.c.group_id == group_id)
    ids: dict[str, int] = {name: player_id for name, player_id in connection.execute(known)}  # noqa: C416
    for name in dict.fromkeys(names):
        if name not in ids:
            added = sa.insert(players).values(group_id=group_id, name=name).returning(players.c.id)
            ids[name] = connection.execute(added).scalar_one()
    return ids


def _put_papers(connection: sa.Connection, group_id: int, archive: GroupArchive) -> None:
    """Papers that come along are laid on the shelf, and the group keeps them after its own."""
    if not archive.papers:
        return
    now = datetime.now(UTC)
    rows = [{**asdict(paper), "changed_at": now} for _, paper in archive.papers]
    connection.execute(sa.insert(shelf), rows)
    body = connection.execute(sa.select(groups.c.body).where(groups.c.id == group_id)).scalar_one()
    imported = {lasting: paper.key for lasting, paper in archive.papers}
    _touch(connection, group_id, body={**body, "papers": {**imported, **body.get("papers", {})}})


def _lasting_ids(connection: sa.Connection, group_id: int) -> set[str]:
    own = sa.select(tables.c.origin, tables.c.code).where(tables.c.group_id == group_id)
    return {origin or lasting_id(code) for origin, code in connection.execute(own)}
