"""From nothing to today's schema: once, whole, by whoever comes first."""

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from ledger import Ledger, migrations
from ledger.engines import reach
from ledger.schema import metadata
from tests.ledger.processes import run_at_once

MIGRATE = """
ledger = Ledger.at(sys.argv[1])
ledger.migrate()
print(ledger.tables.open("g", {}, ["Ana"], "x").id, *sorted({"alembic", "psycopg"} & sys.modules.keys()))
ledger.close()
"""


def test_an_empty_database_is_brought_to_head(empty_url: str) -> None:
    ledger = Ledger.at(empty_url)
    ledger.migrate()
    opened = ledger.tables.open("g", {}, ["Ana"], "x")
    assert ledger.tables.by_code(opened.code) == opened
    ledger.close()


def test_migrating_again_changes_nothing(ledger: Ledger) -> None:
    opened = ledger.tables.open("g", {}, ["Ana"], "x")
    ledger.migrate()
    assert ledger.tables.by_code(opened.code) == opened


def test_at_head_alembic_is_not_even_imported_nor_the_driver_of_another_database(database_url: str) -> None:
    imported = "" if database_url.startswith("sqlite") else " psycopg"
    assert run_at_once(MIGRATE, [database_url]) == [f"1{imported}"]


def test_processes_that_start_at_once_migrate_once(empty_url: str) -> None:
    outputs = run_at_once(MIGRATE, *[[empty_url]] * 4)
    assert sorted(output.split()[0] for output in outputs) == ["1", "2", "3", "4"]


def test_the_model_is_the_migrated_schema(database_url: str) -> None:
    engine, *_ = reach(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_model_says_the_very_words_of_the_migrated_schema(tmp_path: Path, sqlite_ledger: Ledger) -> None:
    def schema(connection) -> set[str]:
        rows = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {
            " ".join(sorted(sql.replace(",", " ").replace('"', " ").replace("(", " ( ").replace(")", " ) ").split()))
            for (sql,) in rows
        }

    engine, *_ = reach(f"sqlite:///{tmp_path}/model.db")
    metadata.create_all(engine)
    with engine.connect() as model, sqlite_ledger.database.engine.connect() as migrated:
        assert {sql for sql in schema(migrated) if "alembic_version" not in sql} == schema(model)
    engine.dispose()


def test_the_head_told_by_the_file_names_is_alembics() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.head()]


def test_a_migration_that_fails_leaves_nothing_behind(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def upgrade(connection) -> None:
        real(connection)
        raise RuntimeError("power cut")

    real = migrations.upgrade
    ledger = Ledger.at(empty_url)
    monkeypatch.setattr(migrations, "upgrade", upgrade)
    with pytest.raises(RuntimeError):
        ledger.migrate()
    monkeypatch.undo()
    assert ledger.database.version() is None
    ledger.migrate()
    assert ledger.database.version() == migrations.head()
    ledger.close()


def test_foreign_keys_rest_while_sqlite_migrates_and_hold_again_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade(connection) -> None:
        seen.append(connection.exec_driver_sql("PRAGMA foreign_keys").scalar())
        real(connection)

    seen: list[int] = []
    real = migrations.upgrade
    monkeypatch.setattr(migrations, "upgrade", upgrade)
    ledger = Ledger.at(f"sqlite:///{tmp_path}/cairn.db")
    ledger.migrate()
    with ledger.database.engine.connect() as connection:
        seen.append(connection.exec_driver_sql("PRAGMA foreign_keys").scalar())
    assert seen == [0, 1]
    ledger.close()


def as_of(version: str, url: str, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """A ledger as this version left it."""
    ledger = Ledger.at(url)
    with monkeypatch.context() as before:
        before.setattr(migrations, "TARGET", version)
        before.setattr(migrations, "head", lambda: version)
        ledger.migrate()
    return ledger


def test_a_ledger_of_before_the_groups_keeps_its_tables_and_never_gives_an_id_twice(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = as_of("0004", empty_url, monkeypatch)
    with ledger.database.writing() as connection:
        for number in (1, 2):
            values = {"i": number, "c": f"code{number}", "s": "[]", "t": "2026-01-02 03:04:05.000000"}
            connection.execute(sa.text(
                "INSERT INTO tables (code, watch, spoken, game, settings, opened_at, opener, joining, changed_at)"
                " VALUES (:c, :c, :c, 'g', '{}', :t, 'ana', true, :t)"), values)  # fmt: skip
            connection.execute(sa.text("INSERT INTO seats VALUES (:i, 0, 'Ana')"), values)
            connection.execute(sa.text("INSERT INTO moves VALUES (:i, 1, 'm', 0, 0, :t, '{}')"), values)
        connection.execute(sa.text("DELETE FROM tables WHERE id = 2"))
    ledger.migrate()
    kept = ledger.tables.by_code("code1")
    assert (kept.names, kept.players, kept.group_id, kept.locked, kept.origin) == (("Ana",), (None,), None, False, None)
    assert len(ledger.moves.read(1)) == 1
    assert ledger.tables.open("g", {}, ["Ana"], "x").id == 3
    ledger.tables.delete(1)
    assert ledger.moves.read(1) == []
    ledger.close()


def test_a_ledger_of_before_the_keys_to_read_keeps_its_papers_and_each_gets_one(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = as_of("0006", empty_url, monkeypatch)
    with ledger.database.writing() as connection:
        for key in ("printed-long-ago", "another"):
            values = {"k": key, "t": "2026-01-02 03:04:05.000000"}
            connection.execute(sa.text("INSERT INTO shelf VALUES (:k, 'pad', 'Attic', '{\"a\": 1}', :t)"), values)
    ledger.migrate()
    pad = ledger.library.by_key("printed-long-ago")
    assert (pad.name, pad.body, pad.may_change) == ("Attic", {"a": 1}, True)
    assert ledger.library.by_key(pad.reading) == replace(pad, key=pad.reading)
    assert ledger.library.change(pad.key, lambda item: replace(item, name="Cellar")).name == "Cellar"
    assert ledger.library.put(None, "pad", "New", {}).reading != pad.reading
    ledger.close()
