"""Where a game was played, on which day, and a note; on PostgreSQL a name that is mended tells the other processes."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("place", sa.Text, server_default=sa.text("''"), nullable=False))
    op.add_column("tables", sa.Column("note", sa.Text, server_default=sa.text("''"), nullable=False))
    op.add_column("tables", sa.Column("day", sa.Date))
    if op.get_context().dialect.name != "postgresql":
        return
    op.execute("ALTER FUNCTION tell_rematch() RENAME TO tell_beside")
    op.execute(
        "CREATE TRIGGER tell_name AFTER UPDATE OF name ON seats FOR EACH ROW "
        "WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION tell_beside()"
    )
