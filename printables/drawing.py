"""The inks of each colour of a game, in colour, saving ink, and in black on white with hatchings; and the symbols,
drawn once for screen and paper: a game's own in `static/<game>.svg`, the others in `shapes.svg` there.

A page of paper is given the drawing itself, a page on the screen its address.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup

# A colour's strong tone (heads, shapes, lines) and its tint (behind handwriting).
TONES: Mapping[str, tuple[str, str]] = {
    "red": ("#b5352a", "#fbe9e5"),
    "orange": ("#c9650f", "#fde6d0"),
    "yellow": ("#a38b00", "#fbf6c6"),
    "green": ("#2c7443", "#e5f2e8"),
    "blue": ("#2a62a0", "#e4eef9"),
    "violet": ("#6f4290", "#f1e9f7"),
    "purple": ("#6f4290", "#f1e9f7"),
    "white": ("#77726a", "#f3f2ef"),
    "brown": ("#7d5a33", "#f5eee3"),
    "grey": ("#5d564b", "#f1efeb"),
}
# How a colour is hatched in black and white: no two of a game alike.
HATCHES: Mapping[str, str] = {
    "red": "rising",
    "orange": "dots",
    "yellow": "level",
    "green": "falling",
    "blue": "crossed",
    "violet": "upright",
    "purple": "upright",
    "white": "none",
    "brown": "none",
    "grey": "none",
}
INK, SOFT, LINE = "#26221c", "#6a6152", "#8f8268"


@dataclass(frozen=True, slots=True)
class Palette:
    """`strong`, `tint` and `hatch` by colour; `filled` says whether a head is a solid band.

    `rule` is how thick, in points, the lines of a table are, `weight` how thick what is drawn is against colour.
    """

    name: str
    ink: str
    soft: str
    line: str
    pen: str
    filled: bool
    rule: float
    weight: float
    strong: Mapping[str, str]
    tint: Mapping[str, str]
    hatch: Mapping[str, str]


def palette(name: str) -> Palette:
    """The palette of a way to print; an unknown name is a KeyError."""
    strong = {colour: tones[0] for colour, tones in TONES.items()}
    tint = {colour: tones[1] for colour, tones in TONES.items()}
    nothing = dict.fromkeys(TONES, "none")
    black, grey = dict.fromkeys(TONES, "#000000"), dict.fromkeys(TONES, "#6a6a6a")
    return {
        "colour": Palette(name, INK, SOFT, LINE, "#173a5e", True, 0.8, 1, strong, tint, nothing),
        "saving": Palette(name, "#4a453d", "#777064", LINE, "#173a5e", False, 0.8, 1, strong, nothing, nothing),
        "black": Palette(name, "#000000", "#3a3a3a", "#767676", "#000000", False, 0.6, 0.6, black, nothing, HATCHES),
        "black-saving": Palette(
            name, "#4a4a4a", "#707070", "#8a8a8a", "#303030", False, 0.5, 0.6, grey, nothing, nothing
        ),
    }[name]


def styled(css: str, ink: str) -> str:
    """A style with its variables filled in: WeasyPrint would solve each of them for each element."""
    own = palette(ink)
    values = {"ink": own.ink, "soft": own.soft, "line": own.line, "pen": own.pen}
    values |= {"hair": ".5pt", "rule": f"{own.rule}pt", "thick": f"{own.rule * 1.75:.2f}pt"}
    return re.sub(r"var\(--(\w+)\)", lambda name: values[name[1]], css)


# Symbols

STATIC = Path(__file__).parent.parent / "static"
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="[\d ]+">(.*?)</symbol>', re.DOTALL)
OUTLINE = re.compile(r'<path [^>]*?d="([^"z]*z)')


def symbol(name: str, colour: str) -> Markup:
    """The drawing of a symbol in a square of 24; where it asks for the colour around it, it gets this one."""
    _, drawing = _symbols()[name]
    return Markup(drawing.replace("currentColor", colour))  # noqa: S704


@cache
def outline(name: str) -> str:
    """The first closed line of a drawing, as the data of a path: what is written in stands inside it."""
    _, drawing = _symbols()[name]
    found = OUTLINE.match(drawing)
    if found is None:
        raise ValueError(f"{name} does not begin with a closed path")
    return found[1]


def address(name: str) -> str:
    """The address of a symbol in the static folder, as in `shapes.svg#deck`."""
    file, _ = _symbols()[name]
    return f"{file}#{name}"


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    """By its name, the file that a symbol stands in, and its drawing."""
    return {
        name: (path.name, drawing)
        for path in STATIC.glob("*.svg")
        for name, drawing in SYMBOL.findall(path.read_text(encoding="utf-8"))
    }
