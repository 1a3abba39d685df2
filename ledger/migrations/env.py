"""Alembic's entry: take the steps on the connection that `upgrade` was given."""

from alembic import context

from ledger.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
