"""What the formatters of templates, style sheets and scripts leave to whoever writes them."""

import colorsys
import re
from pathlib import Path

import pytest

from printables.drawing import palette

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted(path for folder in ("templates", "printables", "tests") for path in ROOT.glob(f"{folder}/**/*.html"))
STYLES = sorted(path for folder in ("static", "printables", "tests") for path in ROOT.glob(f"{folder}/**/*.css"))
WRITTEN = [*TEMPLATES, *STYLES, *ROOT.glob("static/*.js")]
JINJA = r"\{\{.*?\}\}|\{%.*?%\}"
TAG = re.compile(rf"<[a-z](?:{JINJA}|\"(?:{JINJA}|[^\"])*\"|[^\">])*>", re.S)
NEIGHBOURS = re.compile(r"[^-+]%\}\n\s*\{%[^-+]")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", WRITTEN, ids=name)
def test_no_line_is_longer_than_a_line_of_python(path):
    """Formatters break neither an expression of Jinja nor a text: that is done by hand."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert [number for number, line in lines if len(line) > 120] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_attributes_that_depend_on_something_stay_apart(path):
    """Between two lines of statements Jinja leaves no space: the second one says `{%+` to keep it."""
    tags = TAG.findall(path.read_text(encoding="utf-8"))
    assert [tag for tag in tags if NEIGHBOURS.search(tag)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_uses_what_it_imports(path):
    text = path.read_text(encoding="utf-8")
    imports = re.findall(r"\{%-?\s*from\s+\S+\s+import\s+(.*?)\s*(?:with context\s*)?-?%\}", text, re.S)
    names = [one.split()[-1] for listed in imports for one in listed.split(",")]
    assert [name for name in names if len(re.findall(rf"\b{name}\b", text)) < 2] == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("static/*.css")), ids=name)
def test_no_style_asks_has_for_the_focus(path):
    """Each touch would pay for every other `:has()` of the page twice more (CONTRIBUTING.md)."""
    assert re.findall(r":has\([^)]*:focus[^)]*\)", path.read_text(encoding="utf-8")) == []


def hue(colour: str) -> float:
    """From 0 to 1, around the circle."""
    return colorsys.rgb_to_hsv(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0]


def test_yellow_and_orange_are_told_apart_by_day_by_night_and_on_paper():
    written = re.findall(r"--(yellow|orange)-ink: (#\w{6});", (ROOT / "static/app.css").read_text())
    inks = [*written, *((colour, palette("colour").strong[colour]) for colour in ("yellow", "orange"))]
    hues = {colour: [hue(ink) for of, ink in inks if of == colour] for colour in ("yellow", "orange")}
    assert len(hues["yellow"]) == 3
    assert all(yellow - orange > 20 / 360 for yellow, orange in zip(hues["yellow"], hues["orange"], strict=True))
