"""What cannot be printed is refused in words."""

import pytest

from printables import Choice, Unprintable, compose
from tests.printables.press import choice, reader, record, words

REFUSED = [
    ({"document": "nothing"}, "no document"),
    ({"copies": 0}, "0 pages"),
    ({"copies": 1000}, "1000 pages"),
    ({"paper": "A3"}, "A3"),
    ({"ink": "gold"}, "gold"),
    ({"up": 3}, "not 3"),
    ({"up": 2, "paper": "A5"}, "A5 holds one"),
    ({"colours": 4}, "not 4"),
    ({"names": ("A", "B", "C", "D", "E", "F")}, "five names"),
    ({"names": ("A", "B", "C")}, "3 names: this sheet has room for 2"),
    ({"names": ("A" * 41,)}, "40 characters"),
    ({"names": ("A\x00",)}, "cannot be printed"),
    ({"names": ("\u3164",)}, "cannot be printed"),
    ({"day": "1\n2"}, "cannot be printed"),
    ({"document": "game-record"}, "finished game"),
]


@pytest.mark.parametrize(("chosen", "why"), REFUSED)
def test_it_is_refused_and_said_why(chosen, why):
    with pytest.raises(Unprintable) as refused:
        compose(choice(**{"document": "lost-cities-pad", **chosen}), words())
    assert why in words().translate(refused.value.why)


def test_two_sheets_go_on_a_large_page_and_one_on_a_small_unless_chosen():
    large = reader("roll-and-write-sheet").pages[0].mediabox
    assert large.width > large.height
    assert reader("roll-and-write-sheet", paper="A5").pages[0].mediabox.width < 500


def test_a_name_cannot_bring_markup_along():
    html = compose(Choice("lutece-sheet", names=("<img src=x>",)), words())
    assert "<img" not in html
    assert "&lt;img" in html


def test_pages_bring_nothing_in_from_outside():
    from printables.press import FOLDER, fetcher

    outside = ("file:///etc/passwd", f"file://{FOLDER}../app.py", f"file://{FOLDER}%2e%2e/app.py", "http://localhost/")
    for place in outside:
        with pytest.raises(ValueError, match="brings all"):
            fetcher().fetch(place)


def test_a_record_of_a_game_without_a_pad_is_refused():
    made = record("lutece")
    with pytest.raises(Unprintable):
        compose(Choice("game-record", record=type(made)("chess", "Chess", "", made.position, made.scored)), words())
