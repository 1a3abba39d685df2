"""On PostgreSQL a deleted table tells the other processes too: payload "table -1"."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    op.execute(
        "CREATE FUNCTION tell_deleted() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_notify('cairn', OLD.id || ' -1'); RETURN NULL; END $$"
    )
    op.execute("CREATE TRIGGER tell_deleted AFTER DELETE ON tables FOR EACH ROW EXECUTE FUNCTION tell_deleted()")
