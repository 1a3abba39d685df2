"""The walks in each browser: its windows, the homes that they walk in, and what no window may say."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engines.driver import Engine, Home, Window
from tests.engines.showing import started
from tests.pocket.conftest import host, packed, site

__all__ = ["host", "packed", "site"]
QUESTION = "status of 422"  # is answered so, and Chromium's console tells of it
HERE = Path(__file__).parent
ENGINES = os.environ.get("ENGINES", "chromium firefox webkit").split()
collect_ignore = ["test_states.py"] if ENGINES == ["chromium"] else []  # tests/browser asks them of Chromium
IS_MANY = os.environ.get("EXAMPLES") == "many"
HOMES = ("served", "in the pocket") if IS_MANY else ("served",)
OTHERS = [engine for engine in ENGINES if engine != "chromium"]
# What tests/browser and tests/pocket walk in Chromium: here it walks with EXAMPLES=many, or where it is the only one.
in_others = pytest.mark.parametrize("engine", ENGINES if IS_MANY or not OTHERS else OTHERS, indirect=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The walks of one engine run in one process, beside those of another."""
    for item in items:
        if item.path.parent == HERE and isinstance(item, pytest.Function):
            item.add_marker(pytest.mark.xdist_group(f"in-{item.callspec.params['engine']}"))


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A browser of each kind, started once."""
    folder = tmp_path_factory.mktemp(request.param)
    engine = started(request.param, folder, lambda: request.getfixturevalue("browser"))
    yield engine
    engine.close()


@contextmanager
def windows(engine: Engine, folder: Path) -> Iterator[Callable[..., Window]]:
    """A window each time it is called: `window(dark=True, expected=("Load failed",))`.

    An error in its console, a refusal by the policy, and whatever is wider than the window fails the test; a line of
    the console that holds one of `expected` is no error.
    """
    opened: list[tuple[Window, tuple[str, ...]]] = []

    def window(dark: bool = False, expected: tuple[str, ...] = ()) -> Window:
        downloads = folder / str(len(opened))
        downloads.mkdir()
        opened.append((engine.window(downloads, dark), expected))
        return opened[-1][0]

    try:
        yield window
        wrong = []
        for each, expected in opened:
            wrong += [line for line in each.errors() if not any(word in line for word in (*expected, QUESTION))]
            wrong += each.wider
        assert wrong == []
    finally:
        for each, _expected in opened:
            each.close()


@pytest.fixture
def window(engine: Engine, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """See `windows`."""
    with windows(engine, tmp_path) as window:
        yield window


@pytest.fixture(scope="module")
def pocket(engine: Engine, host: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """Cairn in the pocket, which the walks of a file share: to start it takes longest."""
    with windows(engine, tmp_path_factory.mktemp("pocket")) as window:
        home = Home(window(), f"{host}/")
        home.window.go(home.address)
        home.window.read("a.brand")
        yield home


@pytest.fixture(params=HOMES)
def home(request: pytest.FixtureRequest, engine: Engine) -> Home:
    """Cairn as somebody has it who comes to it alone: served, and with EXAMPLES=many in the pocket, too."""
    if request.param != "served":
        return request.getfixturevalue("pocket")
    return Home(request.getfixturevalue("window")(), request.getfixturevalue("server") + "/")
