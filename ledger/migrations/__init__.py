"""The steps that bring a database to today's schema: `versions/0001_….py`, `0002_….py`, in that order."""

from pathlib import Path

from sqlalchemy import Connection

_HERE = Path(__file__).parent
TARGET = "head"


def head() -> str:
    """The newest version, told by the file names, so that a server at head starts without importing alembic."""
    return max(step.name.partition("_")[0] for step in (_HERE / "versions").glob("[0-9]*_*.py"))


def upgrade(connection: Connection) -> None:
    """Take the missing steps inside the caller's transaction; ValueError where the schema is not one of ours."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, TARGET)
    except CommandError as wrong:
        raise ValueError(f"its schema is of another Cairn, newer perhaps ({wrong})") from wrong
