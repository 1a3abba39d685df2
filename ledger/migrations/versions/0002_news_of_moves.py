"""On PostgreSQL every move tells the other processes: channel "cairn", payload "table seq"."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    op.execute(
        "CREATE FUNCTION tell_move() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_notify('cairn', NEW.table_id || ' ' || NEW.seq); RETURN NULL; END $$"
    )
    op.execute("CREATE TRIGGER tell_move AFTER INSERT ON moves FOR EACH ROW EXECUTE FUNCTION tell_move()")
