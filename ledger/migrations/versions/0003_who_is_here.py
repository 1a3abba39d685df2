"""The devices that have a stream open at a table, so that every process can say who is here."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "presences",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "device", name="pk_presences"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_presences_tables", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
