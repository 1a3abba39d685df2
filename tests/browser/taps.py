"""What a game supplies for the tests of bad networks: taps, and what a table should hear of them.

`taps.py` in `tests/scoring/<game>` has `SAID` and `COUNTED`, tables of these by what sets one apart from the others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

NAMES = ("Ana", "Ben", "Cai")
Event = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """What is tapped in one go at a table, what of it waits without a network, and what the table hears.

    Another phone that reports `meanwhile` makes it illegal; a hidden log is opened by what is reported `at_last`.
    """

    taps: Callable[[Page], object]
    waits: tuple[str, ...]
    heard: Sequence[Event]
    before: Sequence[Event] = ()
    meanwhile: Event | None = None
    at_last: Sequence[Event] = ()
    players: int = 2
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Entered:
    """What is tapped in a count of the first player, at a table or `now`, and what the first total says then; what
    waits when it is recorded without a network, and what the table hears.
    """

    taps: Callable[[Page], object]
    total: str
    waits: str
    heard: Event
    before: Sequence[Event] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    now: bool = False
    unfolds: bool = False  # then something moves
