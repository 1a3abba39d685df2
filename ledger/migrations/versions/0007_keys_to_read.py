"""A second key of every pad and box, which shows it and changes nothing; the first one stays what it was."""

import sqlalchemy as sa
from alembic import op

from ledger.codes import reading_key

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("shelf", sa.Column("reading", sa.Text))
    shelf = sa.table("shelf", sa.column("key"), sa.column("reading"))
    for key in op.get_bind().execute(sa.select(shelf.c.key)).scalars().all():
        op.execute(sa.update(shelf).where(shelf.c.key == key).values(reading=reading_key(key)))
    with op.batch_alter_table("shelf") as items:
        items.alter_column("reading", nullable=False)
        items.create_unique_constraint("uq_shelf_reading", ["reading"])
