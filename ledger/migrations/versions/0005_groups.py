"""Groups: their devices, players and tables; and what is kept of a finished game for the figures."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _groups()
    _members()
    _players()
    _tables()
    _seats()
    _outcomes()


def _groups() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("origin", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_groups"),
        sa.UniqueConstraint("code", name="uq_groups_code"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_groups_changed_at", "groups", ["changed_at"])


def _members() -> None:
    op.create_table(
        "members",
        sa.Column("group_id", sa.Integer, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("group_id", "device", name="pk_members"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_members_groups", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_members_device", "members", ["device"])


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("group_id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("group_id", "name", name="uq_players_group_id_name"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_players_groups", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )


def _tables() -> None:
    used = _last_id()
    with op.batch_alter_table("tables", table_kwargs={"sqlite_autoincrement": True}) as tables:
        tables.add_column(sa.Column("group_id", sa.Integer))
        tables.add_column(sa.Column("locked", sa.Boolean, server_default=sa.false(), nullable=False))
        tables.add_column(sa.Column("origin", sa.Text))
        tables.create_foreign_key("fk_tables_groups", "groups", ["group_id"], ["id"], ondelete="SET NULL")
        tables.create_unique_constraint("uq_tables_group_id_origin", ["group_id", "origin"])
    op.create_index("ix_tables_group_id", "tables", ["group_id"])
    if used:
        op.execute("DELETE FROM sqlite_sequence WHERE name = 'tables'")
        op.execute(sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', :used)").bindparams(used=used))


def _last_id() -> int:
    """SQLite: the highest id ever used, which the rebuilt table would forget if its row is gone."""
    if op.get_context().dialect.name != "sqlite":
        return 0
    asked = sa.text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'tables'")
    return int(op.get_bind().execute(asked).scalar_one())


def _seats() -> None:
    with op.batch_alter_table("seats", table_kwargs={"sqlite_with_rowid": False}) as seats:
        seats.add_column(sa.Column("player_id", sa.Integer))
        seats.create_foreign_key("fk_seats_players", "players", ["player_id"], ["id"], ondelete="SET NULL")
    op.create_index("ix_seats_player_id", "seats", ["player_id"])


def _outcomes() -> None:
    op.create_table(
        "outcomes",
        sa.Column("table_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_outcomes"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_outcomes_tables", ondelete="CASCADE"),
    )
