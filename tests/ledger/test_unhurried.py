"""Long work gives way to whoever shares the process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger import unhurried
from ledger.unhurried import A_PIECE, A_REST, AT_ONCE


@pytest.fixture
def worked(monkeypatch) -> list[float]:
    """The seconds of work so far; for `unhurried` they are the time."""
    worked = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: sum(worked))
    return worked


@pytest.fixture
def rests(monkeypatch) -> list[float]:
    """How long each rest was."""
    rests: list[float] = []
    monkeypatch.setattr("time.sleep", rests.append)
    return rests


def working(worked: list[float], items: int, each: float) -> Iterator[int]:
    for item in range(items):
        worked.append(each)
        yield item


def test_what_takes_a_while_rests_after_each_piece_and_leaves_nothing_out(worked, rests):
    assert list(unhurried(working(worked, 100, AT_ONCE))) == list(range(100))
    assert rests == [A_REST] * 99


def test_small_steps_make_a_piece_together(worked, rests):
    for _ in unhurried(working(worked, 1_000, A_PIECE / 4)):
        pass
    pieces = (1_000 * A_PIECE / 4 - AT_ONCE) / A_PIECE
    assert 0.7 * pieces < len(rests) <= pieces


def test_what_is_soon_done_never_rests(worked, rests):
    assert list(unhurried(working(worked, 10, AT_ONCE / 11))) == list(range(10))
    assert rests == []
