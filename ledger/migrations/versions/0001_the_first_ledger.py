"""Tables, seats, who sits there, moves, and the shelf."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _tables()
    _seats()
    _sittings()
    _moves()
    _shelf()


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("watch", sa.Text, nullable=False),
        sa.Column("spoken", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opener", sa.Text, nullable=False),
        sa.Column("joining", sa.Boolean, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sa.UniqueConstraint("watch", name="uq_tables_watch"),
        sa.UniqueConstraint("spoken", name="uq_tables_spoken"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_opener", "tables", ["opener"])
    op.create_index("ix_tables_changed_at", "tables", ["changed_at"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_tables", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _sittings() -> None:
    op.create_table(
        "sittings",
        sa.Column("table_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "device", name="pk_sittings"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_sittings_seats", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sittings_device", "sittings", ["device"])


def _moves() -> None:
    op.create_table(
        "moves",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("move_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("by_seat", sa.Integer),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_moves"),
        sa.UniqueConstraint("table_id", "move_id", name="uq_moves_table_id_move_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_moves_tables", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _shelf() -> None:
    op.create_table(
        "shelf",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_shelf"),
    )
