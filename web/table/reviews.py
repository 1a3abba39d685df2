"""The reviews of finished games, and what their pages show of them.

They are kept: a result changes only by a correction, which gives its table another seq, and by a name that is mended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from jinja2.utils import LRUCache

from referee import LiveTable
from scoring.core.figures import Figure
from scoring.core.game import AnyGame, Opens
from scoring.core.review import Review, curve, review
from scoring.core.running import Moment, begun, since
from scoring.core.telling import places
from scoring.core.text import Text, text

if TYPE_CHECKING:
    from web.rendering.charts import Drawing

KEPT = 300  # reviews, of some 30 KB each
SPELT_OUT, NUMBER = 28, 10  # per cent of the curve: on a phone a round's word and number are as wide, and two digits
EACH = (1, 2, 5, 10, 20, 50)

_kept = LRUCache(KEPT)


def review_of(live: LiveTable) -> Review[Any]:
    """The review of a finished game that has one."""
    key = (live.table.code, live.seq, live.table.names)
    kept: Review[Any] | None = _kept.get(key)
    if kept is None:
        kept = _kept[key] = review(live.setup, live.play)
    return kept


def shown_of(live: LiveTable) -> Mapping[str, object]:
    """The values that the templates of a review show, by name."""
    from web.rendering.charts import PENS

    found = review_of(live)
    lead = curve(live.table.names, found.moments)
    kinds = [(kind, list(findings)) for kind, findings in groupby(found.rest, lambda one: one.finding.kind)]
    return {
        "review": found,
        "kinds": kinds,
        "lead": lead,
        "drawing": _drawn(live.game, lead, found),
        "places": places(live.play),
        **PENS,
    }


def _drawn(game: AnyGame, lead: Figure, found: Review[Any]) -> Drawing:
    """The curve with its turning points, and along it where its rounds or turns began."""
    from web.rendering.charts import with_stops

    rows = {moment.move: row for row, moment in enumerate(found.moments)}
    last = len(lead.columns) - 1
    stops = [(rows[point.moment.move], min(point.ahead[0], last)) for point in found.turning_points]
    return with_stops(lead, stops, _along(game, found.moments, found.parts, found.begun))


def score_drawn(live: LiveTable, score: Figure, went: Sequence[Moment]) -> Drawing:
    """The score of a finished game as it went on, and along it where its rounds or turns began."""
    from web.rendering.charts import with_stops

    parts, opening = begun(live.play)
    return with_stops(score, [], _along(live.game, went, parts, since(went, opening)))


def _along(game: AnyGame, went: Sequence[Moment], parts: Opens, begun: Sequence[Moment]) -> list[tuple[int, Text, int]]:
    """The places along these moments at which each round or turn began, as `_named` says."""
    rows = {moment.move: row for row, moment in enumerate(went)}
    name = game.turns.round_name if parts is Opens.ROUND else _turn
    return _named(name, [rows[moment.move] for moment in begun], len(went) - 1)


def _turn(number: int) -> Text:
    return text("Turn {turn}", turn=number)


def _named(name: Callable[[int], Text], begun: Sequence[int], last: int) -> list[tuple[int, Text, int]]:
    """The places at which each round or turn began, as it is called along the curve, and its room: all with their word
    where that has room, else the first of them; only every second, fifth … where not even their numbers have any.
    """
    roomy = all(100 * (after - before) >= SPELT_OUT * last for before, after in pairwise([*begun, last]))
    each = next((each for each in EACH if SPELT_OUT + NUMBER * (len(begun) // each - 1) <= 100), EACH[-1])
    shown = list(enumerate(begun, 1))[each - 1 :: each]
    return [
        (row, name(number), SPELT_OUT) if roomy or number == each else (row, text("{number}", number=number), NUMBER)
        for number, row in shown
    ]
