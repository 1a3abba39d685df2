"""What moves can be kept still: by the system's setting, and by one of Cairn's own."""

import re
from pathlib import Path

import pytest

STYLES = sorted((Path(__file__).parents[2] / "static").glob("*.css"))
ASKED = "@media (prefers-reduced-motion: no-preference) {"
MOVES = re.compile(r"^ +(?:animation|transition):(?! none| fade| settles| opacity 0s)[^;]*;", re.M)


def unasked(style: str) -> list[str]:
    """The declarations of movement that stand outside the blocks for whoever does not mind it."""
    blocks = re.compile(rf"^( *){re.escape(ASKED)}$.*?^\1\}}$", re.M | re.S)
    return [found.group() for found in MOVES.finditer(blocks.sub("", style))]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_nothing_moves_for_whoever_asked_the_system_for_stillness_and_nothing_moves_for_ever(style):
    written = style.read_text(encoding="utf-8")
    assert unasked(written) == []
    assert "infinite" not in written


def test_what_moves_is_found():
    assert unasked("a {\n  animation: rise 1s;\n}\n") == ["  animation: rise 1s;"]
    assert unasked(f"{ASKED}\n  a {{\n    animation: rise 1s;\n  }}\n}}\n") == []


def test_animations_are_turned_off_and_on_again_on_one_device(ana, ben, table):
    share = f"/t/{table.code}/share"
    ana.on(share).press("Turn animations off")
    assert ana.at == share
    assert ana.go("/").tags[0][1].get("class") == "still"
    assert "class" not in ben.go("/").tags[0][1]
    ana.on(share).press("Turn animations on")
    assert "class" not in ana.go("/").tags[0][1]
