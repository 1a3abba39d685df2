"""The reviews of finished games, kept: a result changes only by a correction, which gives its table another seq."""

from __future__ import annotations

from typing import Any

from jinja2.utils import LRUCache

from referee import LiveTable
from scoring.core.review import Review, review

KEPT = 300  # reviews, of some 30 KB each

_kept = LRUCache(KEPT)


def review_of(live: LiveTable) -> Review[Any]:
    """Where a finished game was decided that has a review."""
    key = (live.table.code, live.seq)
    kept: Review[Any] | None = _kept.get(key)
    if kept is None:
        kept = _kept[key] = review(live.setup, live.play)
    return kept
