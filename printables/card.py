"""The card of a result: one picture of 1200 × 630 that messengers show beside a link."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from printables import HERE, Words
from printables.choice import Record

WIDTH, HEIGHT = 1200, 630
_templates = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined)


def card(record: Record, words: Words) -> str:
    """The card as HTML for `printables.press`: who played what and when, best first."""
    return _templates.get_template("card.html").render(
        record=record,
        ranking=sorted(record.scored.players, key=lambda player: player.rank),
        said=words.gettext("A shared victory") if len(record.scored.winners) > 1 else words.translate(record.won),
        style=_style(),
        number=words.number,
        language=words.language,
    )


@cache
def _style() -> Markup:
    return Markup((HERE / "card.css").read_text(encoding="utf-8"))  # noqa: S704
