"""The table that the same people opened to play again."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "rematches",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("next_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_rematches"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rematches_tables", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["next_id"], ["tables.id"], name="fk_rematches_next", ondelete="CASCADE"),
    )
    op.create_index("ix_rematches_next_id", "rematches", ["next_id"])
