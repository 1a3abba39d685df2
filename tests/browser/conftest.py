"""A served Cairn whose ledger a test may write into.

The tests of a file run in one process, which starts what they share once.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import app_at
from tests.ledger.databases import fresh_sqlite
from tests.serving import OpenDoor

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    """The app and its address, served from this process so that a test may write into its ledger."""
    app = app_at(fresh_sqlite(tmp_path_factory.mktemp("house")))
    with OpenDoor(app) as door:
        yield app, door.address
