"""The tables of the database. A change here needs a new file in `migrations/versions`; a test compares the two."""

import json
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect

from ledger.entries import Json, dump


class Moment(sa.TypeDecorator[datetime]):
    """An aware time, kept in UTC: `timestamptz` on PostgreSQL, ISO text on SQLite (which knows no zones)."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


class JsonText(sa.TypeDecorator[Json]):
    """A JSON object as compact text, the same on both databases. NaN and infinities are refused: ValueError."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Json | None, _dialect: Dialect) -> str | None:
        return None if value is None else dump(value)

    def process_result_value(self, value: str | None, _dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
    }
)


groups = sa.Table(
    "groups",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("code", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("made_at", Moment, nullable=False),
    sa.Column("changed_at", Moment, nullable=False, index=True),
    sa.Column("body", JsonText, nullable=False),
    sa.Column("origin", sa.Text),  # of a group that was brought in: the id it came with
    sqlite_autoincrement=True,
)


def _of_group() -> sa.ForeignKey:
    return sa.ForeignKey("groups.id", ondelete="CASCADE")


members = sa.Table(
    "members",
    metadata,
    sa.Column("group_id", _of_group(), primary_key=True),
    sa.Column("device", sa.Text, primary_key=True, index=True),
    sa.Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("group_id", _of_group(), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.UniqueConstraint("group_id", "name"),
    sqlite_autoincrement=True,
)


def _of_table() -> sa.Column[int]:
    return sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("code", sa.Text, nullable=False, unique=True),
    sa.Column("watch", sa.Text, nullable=False, unique=True),
    sa.Column("spoken", sa.Text, nullable=False, unique=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("settings", JsonText, nullable=False),
    sa.Column("opened_at", Moment, nullable=False),
    sa.Column("opener", sa.Text, nullable=False, index=True),
    sa.Column("joining", sa.Boolean, nullable=False, default=True),
    sa.Column("finished_at", Moment),
    sa.Column("changed_at", Moment, nullable=False, index=True),
    sa.Column("group_id", sa.ForeignKey("groups.id", ondelete="SET NULL"), index=True),
    sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("origin", sa.Text),  # of a table that was brought in: the id it came with
    sa.Column("place", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("note", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("day", sa.Date),  # when it was played, where that is not when it was recorded
    sa.UniqueConstraint("group_id", "origin"),
    sqlite_autoincrement=True,  # an id is never used twice: a phone may still ask for a deleted table
)

seats = sa.Table(
    "seats",
    metadata,
    _of_table(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
    sqlite_with_rowid=False,
)

sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("table_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("device", sa.Text, primary_key=True, index=True),
    sa.Column("at", Moment, nullable=False),
    sa.ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], ondelete="CASCADE"),
    sqlite_with_rowid=False,
)

presences = sa.Table(
    "presences",
    metadata,
    _of_table(),
    sa.Column("device", sa.Text, primary_key=True),
    sa.Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

moves = sa.Table(
    "moves",
    metadata,
    _of_table(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("move_id", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("by_seat", sa.Integer),
    sa.Column("at", Moment, nullable=False),
    sa.Column("event", JsonText, nullable=False),
    sa.UniqueConstraint("table_id", "move_id"),
    sqlite_with_rowid=False,
)

outcomes = sa.Table(
    "outcomes",
    metadata,
    _of_table(),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("players", JsonText, nullable=False),
    sa.Column("facts", JsonText, nullable=False),
)

rematches = sa.Table(
    "rematches",
    metadata,
    _of_table(),
    sa.Column(
        "next_id", sa.ForeignKey("tables.id", name="fk_rematches_next", ondelete="CASCADE"), nullable=False, index=True
    ),
)

library_items = sa.Table(
    "shelf",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("body", JsonText, nullable=False),
    sa.Column("changed_at", Moment, nullable=False),
    sa.Column("reading", sa.Text, nullable=False, unique=True),  # the other key: it shows, and changes nothing
)
