"""How wide letters are held to be, against the font itself, and where words are broken."""

import pytest
from fontTools.ttLib import TTFont

from printables.letters import SOFT, hyphenated, lines, width, widths_of_letters
from printables.press import FOLDER
from tests.conftest import ROOT

KINDS = ("regular", "bold", "hand")


@pytest.mark.parametrize(
    "said",
    ["Maximilienne-Éléonore d’Aÿ-Œuvré", "Łukasz Brzęczyszczykiewicz", "all nine dice symbols, exhausted: 0", "W" * 40],
)
def test_a_text_is_hardly_narrower_than_it_is_held_to_be(said):
    font = TTFont(f"{FOLDER}fonts/atkinson-bold.ttf")
    letters, widths = font.getBestCmap(), font["hmtx"].metrics
    real = sum(widths[letters[ord(letter)]][0] for letter in said) / 1000
    assert real <= width(said) <= real * 1.06


def test_the_widths_that_are_kept_are_those_of_the_font():
    font = TTFont(f"{FOLDER}fonts/atkinson-bold.ttf")
    letters, widths = font.getBestCmap(), font["hmtx"].metrics
    assert font["head"].unitsPerEm == 1000
    assert widths_of_letters() == {
        chr(code): max(widths[glyph][0], widths.get(f"{glyph}.tf", (0, 0))[0]) for code, glyph in letters.items()
    }


def test_a_word_is_broken_only_when_it_is_wider_than_a_line():
    assert hyphenated("Ana Brzęczyszczykiewicz", 12) == "Ana Brzęczyszczykiewicz"
    assert hyphenated("Ana Brzęczyszczykiewicz", 8).split(SOFT) == ["Ana Brzęczysz", "czykiewicz"]
    assert lines(hyphenated("Ana Brzęczyszczykiewicz", 8), 8) == 2


@pytest.mark.parametrize("room", [3, 5, 8])
def test_each_part_of_a_broken_word_fits_its_line(room):
    parts = hyphenated("Rhoshandiatellyneshiaunneveshenkoyaanis", room).split(SOFT)
    assert all(width(part + "-") <= room for part in parts)
    assert all(len(part) > 1 for part in parts)


def test_a_line_ends_after_a_space_or_a_hyphen_and_at_no_space_that_keeps_together():
    assert lines("Jean-Luc Brel", 3.5) == 3
    assert lines("Luc\N{NO-BREAK SPACE}Brel", 5) == 1


@pytest.mark.parametrize(
    "name", ["static/fonts/atkinson-latin.woff2", *(f"printables/fonts/atkinson-{of}.ttf" for of in KINDS)]
)
def test_a_nought_is_not_struck_out(name):
    """A sheet strikes out boxes, so the digit is one ring; the font as it is published divides it."""
    font = TTFont(ROOT / name)
    assert font["glyf"][font.getBestCmap()[ord("0")]].numberOfContours == 2
