"""On PostgreSQL a table after which another was opened tells the other processes too: payload "table -2"."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    op.execute(
        "CREATE FUNCTION tell_rematch() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_notify('cairn', NEW.table_id || ' -2'); RETURN NULL; END $$"
    )
    op.execute("CREATE TRIGGER tell_rematch AFTER INSERT ON rematches FOR EACH ROW EXECUTE FUNCTION tell_rematch()")
