"""Style sheets stay small: few conditions, all in layers, and a game's own no longer than a game needs (0023)."""

import re
from pathlib import Path

import pytest

from scoring import GAMES

ROOT = Path(__file__).parents[1]
STYLES = sorted([*ROOT.glob("static/*.css"), *ROOT.glob("tests/fourth_game/static/*.css")])
SCREENS = {
    "lying": "(width >= 40em) and (height < 35em)",
    "wide": "(width >= 40em)",
    "tablet": "(width >= 43.75em) and (height >= 35em)",
    "desk": "(width >= 60em) and (height >= 35em)",
    "big": "(width >= 100em) and (height >= 56em)",
    "letters twice as large": "(width < 20em)",
}
WISHES = (
    "(prefers-color-scheme: dark)",
    "(prefers-reduced-motion: no-preference)",
    "(prefers-contrast: more)",
    "(forced-colors: active)",
    "(scripting: none)",
    "(hover: none)",
    "print",
)
LACKS = (  # what browsers that are served do without
    "@supports not (animation-timeline: scroll())",
    "@supports not selector(:popover-open)",
)
LONGEST = 805
OURS = 2_800  # lines of what all games share
CONDITION = re.compile(r"@(media|container|supports)\s+([^{]+?)\s*\{")
LAYERS = ("base", "table", "game")


def conditions(style: str) -> set[str]:
    """What a style sheet makes its rules depend on; a query of a container and of a feature counts as one, too."""
    return {what if kind == "media" else f"@{kind} {what}" for kind, what in CONDITION.findall(style)}


def outside(style: str) -> list[str]:
    """The rules at the top that are neither a layer nor the order of all."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    tops = re.findall(r"^(?=\S)(?!\})(.+?)\s*[{;]", plain, re.M)
    return [top for top in tops if top not in {f"@layer {layer}" for layer in (*LAYERS, ", ".join(LAYERS))}]


def test_fifteen_conditions_are_enough():
    assert len(SCREENS) + len(WISHES) + len(LACKS) <= 15


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_sheet_asks_for_the_named_screens_and_wishes_alone(path):
    assert conditions(path.read_text(encoding="utf-8")) <= {*SCREENS.values(), *WISHES, *LACKS}


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_rule_stands_in_a_layer(path):
    assert outside(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_sheet_is_short(path):
    if path.name != "app.css":
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_what_all_games_share_is_short():
    games = {f"{key.replace('-', '_')}.css" for key in GAMES}
    shared = [path for path in STYLES if path.name not in games]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in shared) <= OURS


def test_what_is_not_allowed_is_found():
    assert conditions("@media (width < 9em) {\n}\n@container (width > 3em) {") == {
        "(width < 9em)",
        "@container (width > 3em)",
    }
    assert outside("@layer base {\n  a {\n  }\n}\nb {\n}\n/* c { */\n") == ["b"]
