"""The picture of a result, 1200 × 630, that messengers show beside a link."""

import re
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from printables import HERE, Words
from printables.choice import Record

WIDTH, HEIGHT = 1200, 630
STATIC = HERE.parent / "static"
# What the pages give a drawing by their custom properties, on light paper.
COLOURS = {
    "currentColor": "#26221c", "var(--sheet)": "#fffaf0", "var(--paper)": "#f6efe1", "var(--line)": "#cdbfa5",
    "var(--soft)": "#6a6152", "var(--yellow)": "#f0c330", "var(--blue)": "#2d6cb0", "var(--white)": "#e9e6e0",
    "var(--green)": "#2f7d46", "var(--red)": "#c2372b", "var(--orange)": "#dd7a1f", "var(--violet)": "#7a4a9e",
    "var(--stone-0)": "#f0c330", "var(--stone-1)": "#fffaf0", "var(--stone-2)": "#e4d8c0",
}  # fmt: skip
_templates = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined)


def card(record: Record, words: Words, decided: str = "") -> str:
    """The card as HTML for `printables.press`: who played what and when, best first; what `decided` it, where known."""
    return _templates.get_template("card.html").render(
        record=record,
        ranking=sorted(record.scored.players, key=lambda player: player.rank),
        said=words.gettext("A shared victory") if len(record.scored.winners) > 1 else words.translate(record.won),
        decided=decided,
        style=_style(),
        contours=_drawing("notebook", "contours", "#e6dbc6"),
        stones=_drawing("notebook", "stones"),
        vignette=_drawing(f"{record.game.replace('-', '_')}-vignettes", "game"),
        number=words.number,
        language=words.language,
    )


@cache
def _style() -> Markup:
    return Markup((HERE / "card.css").read_text(encoding="utf-8"))  # noqa: S704


@cache
def _drawing(file: str, name: str, ink: str = COLOURS["currentColor"]) -> Markup:
    """A drawing of the screen's, with its colours written out; nothing where there is none."""
    path = STATIC / f"{file}.svg"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.search(rf'<symbol id="{name}" ([^>]*)>(.*?)</symbol>', text, re.DOTALL)
    if found is None:
        return Markup()
    drawn = f'<svg class="{name}" {found[1]}>{found[2]}</svg>'
    for said, colour in {**COLOURS, "currentColor": ink}.items():
        drawn = drawn.replace(said, colour)
    return Markup(drawn)  # noqa: S704
