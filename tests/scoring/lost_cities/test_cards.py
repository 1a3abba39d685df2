"""How a card is called: in the public formats, by players, and within a sentence."""

from __future__ import annotations

from scoring.core.text import Text, text
from scoring.lost_cities.cards import BY_CODE, Card

SEVEN, WAGER = Card("red", 7), Card("red", 0)


def test_a_card_has_the_code_of_the_public_formats_and_prints_itself():
    assert (SEVEN.code, WAGER.code) == ("red-7", "red-wager")
    assert (str(SEVEN), str(WAGER)) == ("red 7", "red wager")
    assert BY_CODE["red-7"] == SEVEN


def test_a_wager_has_an_article_within_a_sentence_and_a_number_has_none():
    red = text("red")
    assert SEVEN.name == SEVEN.called == Text("{colour} {number}", {"colour": red, "number": 7})
    assert WAGER.name == Text("{colour} wager", {"colour": red})
    assert WAGER.called == Text("a {colour} wager", {"colour": red})
