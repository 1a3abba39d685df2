"""Every rule of a game is raised while that game's own tests run, in `tests/scoring/<game>`: counted, not searched for.

A rule is raised when an `Illegal` or a `Problem` that names it is made during a test. With several processes each
hands over what it saw, and whoever started them compares at the end. A run that leaves out a test of a game, or that
fails, says nothing about the rules of that game, and is told so.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scoring import GAMES
from scoring.core.rule import Illegal
from scoring.core.sheet import Problem

HERE = Path(__file__).parent / "scoring"
OWN = {key: HERE / key.replace("-", "_") for key in GAMES}


@contextmanager
def noted(codes: set[str]) -> Iterator[None]:
    """Note the rule of every refusal and of every problem that is made."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (Illegal, Problem):
            patch.setattr(kind, "__init__", _noting(kind.__init__, codes))
        yield


def _noting(made: Callable[..., None], codes: set[str]) -> Callable[..., None]:
    def noting(self: Illegal | Problem, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        codes.add(self.rule.code)

    return noting


class Raised:
    """What the tests of each game have raised, in this process and in those that it started."""

    def __init__(self) -> None:
        self.codes: dict[str, set[str]] = {key: set() for key in GAMES}
        self.whole: set[str] = set()
        self.silent: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        key = next((key for key, own in OWN.items() if own == item.path.parent), None)
        if key is None:
            return (yield)
        with noted(self.codes[key]):
            return (yield)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Whose tests are all there: none of their files is missing, and nothing was picked out of one."""
        config = session.config
        picked = [config.getoption(name, None) for name in ("keyword", "markexpr", "deselect", "lf")]
        if any(picked) or any("::" in argument for argument in config.args):
            return
        there = {item.path for item in session.items}
        self.whole = {key for key, own in OWN.items() if set(own.glob("test_*.py")) <= there}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """What another process saw."""
        seen = getattr(node, "workeroutput", {})
        self.whole |= set(seen.get("whole", ()))
        for key, codes in seen.get("raised", {}).items():
            self.codes[key] |= set(codes)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        told = getattr(session.config, "workeroutput", None)
        if told is not None:
            told |= {"whole": sorted(self.whole), "raised": {key: sorted(codes) for key, codes in self.codes.items()}}
        elif exitstatus == pytest.ExitCode.OK:
            self.silent = [rule.code for key in sorted(self.whole) for rule in never(key, self.codes[key])]
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if self.silent else exitstatus

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        if self.silent:
            terminalreporter.section("rules that no test of their own game has raised", red=True)
            terminalreporter.write_line("\n".join(self.silent))
        elif exitstatus == pytest.ExitCode.OK and (left := asked(terminalreporter.config) - self.whole):
            left = ", ".join(sorted(left))
            terminalreporter.write_line(f"Not all tests of {left} have run: do they raise every rule? Not looked at.")


def asked(config: pytest.Config) -> set[str]:
    """The games whose tests are to run: one (`--game`), or all."""
    one = config.getoption("game", None)
    return {one} if one else set(GAMES)


def never(key: str, codes: set[str]) -> list[Any]:
    """The rules of a game that are not among these codes."""
    return [rule for rule in GAMES[key].rules if rule.code not in codes]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Raised(), "raised")
