"""The reviews of finished games, and what their pages show of them.

They are kept: a result changes only by a correction, which gives its table another seq.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from jinja2.utils import LRUCache

from referee import LiveTable
from scoring.core.figures import Figure
from scoring.core.review import Review, curve, review
from scoring.core.text import Text, text
from web.charts import PENS, Drawing, with_stops

KEPT = 300  # reviews, of some 30 KB each
SPELT_OUT = 3  # rounds, along the curve of a phone

_kept = LRUCache(KEPT)


def review_of(live: LiveTable) -> Review[Any]:
    """Where a finished game was decided that has a review."""
    key = (live.table.code, live.seq)
    kept: Review[Any] | None = _kept.get(key)
    if kept is None:
        kept = _kept[key] = review(live.setup, live.play)
    return kept


def shown_of(live: LiveTable) -> Mapping[str, object]:
    """What the templates of a review show, by name."""
    found = review_of(live)
    lead = curve(live.table.names, found.moments)
    kinds = [(kind, list(findings)) for kind, findings in groupby(found.rest, lambda one: one.finding.kind)]
    return {"review": found, "kinds": kinds, "lead": lead, "drawing": _drawn(lead, found), **PENS}


def _drawn(lead: Figure, found: Review[Any]) -> Drawing:
    """The curve with its turning points, and along it where each round began."""
    rows = {moment.move: row for row, moment in enumerate(found.moments)}
    last = len(lead.columns) - 1
    stops = [(rows[point.moment.move], min(point.ahead[0], last)) for point in found.turning_points]
    begun = [(rows[moment.move], _named(number, found)) for number, moment in enumerate(found.rounds, 1)]
    return with_stops(lead, stops, begun)


def _named(number: int, found: Review[Any]) -> Text:
    """A round as it stands along the curve: with its word where there is room for it."""
    return text("Round {round}", round=number) if len(found.rounds) <= SPELT_OUT else text("{number}", number=number)
