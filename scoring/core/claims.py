"""A total that somebody worked out by hand, compared with what a count makes: which slips explain the difference."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.core.text import Text

Slip = tuple[int, Text]
"""A usual slip: how many points it adds to the true total (below 0: takes off), and its sentence."""


def explained(total: int, claimed: int, slips: Iterable[Slip]) -> tuple[Text, ...]:
    """The sentences of the slips of which each makes the whole difference; empty where the claim is right."""
    return tuple(why for points, why in slips if points == claimed - total) if claimed != total else ()
