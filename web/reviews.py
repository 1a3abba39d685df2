"""The reviews of finished games, and what their pages show of them.

They are kept: a result changes only by a correction, which gives its table another seq.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from jinja2.utils import LRUCache

from referee import LiveTable
from scoring.core.figures import Figure
from scoring.core.game import AnyGame
from scoring.core.review import Review, curve, review
from scoring.core.text import Text, text
from web.charts import PENS, Drawing, with_stops

KEPT = 300  # reviews, of some 30 KB each
SPELT_OUT = 0.22  # of the curve: on a phone a round's word and number are as wide

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
    return {"review": found, "kinds": kinds, "lead": lead, "drawing": _drawn(live.game, lead, found), **PENS}


def _drawn(game: AnyGame, lead: Figure, found: Review[Any]) -> Drawing:
    """The curve with its turning points, and along it where each round began."""
    rows = {moment.move: row for row, moment in enumerate(found.moments)}
    last = len(lead.columns) - 1
    stops = [(rows[point.moment.move], min(point.ahead[0], last)) for point in found.turning_points]
    begun = [rows[moment.move] for moment in found.rounds]
    return with_stops(lead, stops, _named(game, begun, len(found.moments) - 1))


def _named(game: AnyGame, begun: Sequence[int], last: int) -> list[tuple[int, Text]]:
    """Where each round began, as it is called along the curve: with its word where there is room for all of them."""
    roomy = all(after - before >= SPELT_OUT * last for before, after in pairwise([*begun, last]))
    return [
        (row, game.round_name(number) if roomy else text("{number}", number=number))
        for number, row in enumerate(begun, 1)
    ]
